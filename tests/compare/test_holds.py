"""Holds: a gap under three big blinds, and how it is said."""

from fractions import Fraction

import pytest

from producer.compare.airable import ROADS, holds
from producer.compare.model import Story
from producer.compare.poker import HOLDEM


@pytest.mark.parametrize(
    ("gap", "words"),
    [(0, "0 big blinds"), (100, "1 big blind"), (150, "1.5 big blinds"), (200, "2 big blinds")],
)
def test_a_gap_of_one_big_blind_is_singular(gap: int, words: str) -> None:
    result = holds(Fraction(gap), (), 100, HOLDEM.counted_in)
    assert result == (f"the tables shown finished {words} apart, under 3",)


@pytest.mark.parametrize(("gap", "held"), [(299, True), (300, False), (301, False)])
def test_a_gap_of_three_big_blinds_is_enough(gap: int, held: bool) -> None:
    assert bool(holds(Fraction(gap), (), 100, HOLDEM.counted_in)) is held


def test_different_roads_to_one_result_may_end_level() -> None:
    roads, other = (Story(name, 1, ("1",), ("2",), None, {}) for name in (ROADS, "big fold"))
    assert holds(0, (other, roads), 100, HOLDEM.counted_in) == ()
    assert holds(0, (other,), 100, HOLDEM.counted_in) != ()
