"""Hand ranking (RULES H5), and the kinds of hand by name."""

from __future__ import annotations

import pytest

from producer.games.cards import parse_cards
from producer.games.holdem.ranks import kind, rank

BEST_FIRST = [
    ("AsKsQsJsTs", "royal flush"),
    ("KsQsJsTs9s", "straight flush"),
    ("5h4h3h2hAh", "straight flush"),
    ("AsAhAdAcKs", "four of a kind"),
    ("2s2h2d2c3s", "four of a kind"),
    ("AsAhAdKcKs", "full house"),
    ("2s2h2d3c3s", "full house"),
    ("AsKsQsJs9s", "flush"),
    ("7s5s4s3s2s", "flush"),
    ("AsKhQdJcTs", "straight"),
    ("5s4h3d2cAs", "straight"),
    ("AsAhAdKcQs", "three of a kind"),
    ("2s2h2d4c3s", "three of a kind"),
    ("AsAhKdKcQs", "two pair"),
    ("3s3h2d2c4s", "two pair"),
    ("AsAhKdQcJs", "pair"),
    ("2s2h5d4c3s", "pair"),
    ("AsKhQdJc9s", "high card"),
    ("7s5h4d3c2s", "high card"),
]


def test_h5_the_ranking_of_hands() -> None:
    places = [rank(parse_cards(cards)) for cards, _ in BEST_FIRST]
    assert places == sorted(places)
    assert len(set(places)) == len(places)


@pytest.mark.parametrize(("cards", "name"), BEST_FIRST)
def test_h5_every_kind_by_its_name(cards: str, name: str) -> None:
    assert kind(rank(parse_cards(cards))) == name


@pytest.mark.parametrize(
    ("better", "worse", "board"),
    [
        ("AsKd", "AhQd", "Ac7d5h3s2c"),  # the kicker decides
        ("As2d", "KhQd", "7c7d7h7s3c"),  # the fifth card beside four of a kind
        ("9s2d", "5h5d", "8c7d6h5sKc"),  # one hole card makes the straight, two make trips
    ],
)
def test_h5_best_five_of_seven(better: str, worse: str, board: str) -> None:
    assert rank(parse_cards(better + board)) < rank(parse_cards(worse + board))


def test_h5_equal_hands_are_equal_whatever_the_suits() -> None:
    assert rank(parse_cards("AsKd" + "2c7d9hJsQd")) == rank(parse_cards("AhKc" + "2c7d9hJsQd"))
