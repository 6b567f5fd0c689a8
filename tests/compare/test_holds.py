"""Wording of holds: singular and plural."""

from fractions import Fraction

import pytest

from producer.compare.airable import holds
from producer.compare.poker import HOLDEM


@pytest.mark.parametrize(
    ("gap", "words"),
    [(0, "0 big blinds"), (100, "1 big blind"), (150, "1.5 big blinds"), (200, "2 big blinds")],
)
def test_a_gap_of_one_big_blind_is_singular(gap: int, words: str) -> None:
    told = holds(Fraction(gap), (), 100, HOLDEM.counted_in)
    assert told == (f"the tables shown finished {words} apart, under 3",)
