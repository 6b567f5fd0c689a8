"""Layers of side pots and shares, where a pot is divided (H4, H5)."""

from __future__ import annotations

from fractions import Fraction

from producer.games.pots import divide, layers, uncalled


def test_h4_one_pot_for_each_distinct_amount_among_the_contenders() -> None:
    paid = [50, 120, 400, 400, 70]  # the last has folded
    assert layers(paid, [0, 1, 2, 3]) == [
        (250, (0, 1, 2, 3)),
        (70 + 70 + 70 + 20, (1, 2, 3)),
        (560, (2, 3)),
    ]


def test_dead_chips_belong_to_the_main_pot() -> None:
    assert layers([10, 20, 20], [0, 1, 2], dead=5) == [(35, (0, 1, 2)), (20, (1, 2))]


def test_only_all_in_players_split_the_pot() -> None:
    assert layers([100, 100, 40], [0, 1, 2], able=[0, 1, 2]) == [(240, (0, 1, 2))]
    assert layers([300, 100, 100], [0, 1, 2], able=[0, 1]) == [(300, (0, 1, 2)), (200, (0, 1))]


def test_h4_uncalled_chips() -> None:
    assert uncalled([500, 70, 30], [0, 1]) == (0, 430)
    assert uncalled([70, 70], [0, 1])[1] == 0


def test_h5_odd_chips_one_by_one_or_exact() -> None:
    assert divide(11, 3, fractions=False) == [4, 4, 3]
    assert divide(9579, 2, fractions=True) == [Fraction(9579, 2)] * 2
    assert divide(10, 2, fractions=True) == [5, 5]
    assert all(type(share) is int for share in divide(10, 2, fractions=True))
