"""What a position is worth, against counting by hand."""

from fractions import Fraction

import pytest

from producer.events import OpenFaceGame
from producer.games.cards import parse_cards
from producer.games.ofc import rest
from producer.games.ofc.rest import Position, worth
from producer.games.ofc.rows import Rows

GAME = OpenFaceGame()


def rows(back: str, middle: str, front: str) -> Rows:
    return Rows(*(parse_cards(text) for text in (back, middle, front)))


DONE = rows("KhKd7h6h2h", "8c8d5h3h4d", "JcTc6s")


def test_with_one_card_to_come_every_card_is_counted() -> None:
    """Three hearts are left for the flush in the back: 4, and 1 for two rows against one. With the
    other 24 cards the middle's two pairs beat the back: 6 lost."""
    waiting = rows("AhQh9h4h", "9d9cAsAc3s", "Js8s2d")
    position = Position(GAME, (1, 2), (DONE, waiting), (None, None))
    found = worth(position, 2, "one")
    assert (found.points, found.error, found.orders) == (Fraction(3 * 5 - 24 * 6, 27), 0, 27)
    assert worth(position, 1, "one").points == -found.points


def test_an_estimate_says_how_far_off_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = rows("AhQh9h4h", "9d9cAsAc3s", "Js8s")
    position = Position(GAME, (1, 2), (DONE, waiting), (None, None))
    exact = worth(position, 2, "one")
    assert (exact.exact, exact.orders) == (True, 28 * 27)
    monkeypatch.setattr(rest, "MOST_ORDERS", 1)
    estimate = worth(position, 2, "two")
    assert estimate.orders == rest.SAMPLE
    assert estimate.error > 0
    assert abs(float(estimate.points - exact.points)) < 4 * estimate.error


def test_who_lost_the_hand_places_no_more() -> None:
    position = Position(GAME, (1, 2), (DONE, rows("Ah", "", "")), (9, 5), frozenset({2}))
    assert worth(position, 1, "one").points == 5, "a lost hand pays 6, of its 5 points"
