"""A device learns nothing of other tables or of the office's decks, whatever it guesses."""

from __future__ import annotations

from random import Random

from effort import counts
from hypothesis import given, settings
from hypothesis import strategies as st
from two_services import device_walk, group_walk, pair

STEPS = 30
LOTS = st.randoms(use_true_random=False)


@settings(max_examples=counts(25, 2000))
@given(LOTS)
def test_p11_a_device_is_answered_by_its_own_table_alone(lots: Random) -> None:
    with pair() as both:
        device_walk(both, lots, STEPS)
        assert both.differences == []


@settings(max_examples=counts(15, 1000))
@given(LOTS)
def test_p11_what_is_of_the_whole_group_is_answered_by_openings_and_decks_alone(
    lots: Random,
) -> None:
    with pair() as both:
        group_walk(both, lots, STEPS)
        assert both.differences == []
