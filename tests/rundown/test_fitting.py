"""Beats in a given time: whole beats go, none is hurried below its shortest length."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from guide_deal import guide_deal
from hypothesis import given
from hypothesis import strategies as st

from producer.compare import compare
from producer.rundown.beats import Beat, Length
from producer.rundown.fitting import fit, natural_length
from producer.rundown.pick_beats import beats
from producer.stages.moment import BEFORE

NAMES = (
    "cards", "table", "line", "question", "decision-left", "decision-right", "ending-left",
    "ending-right", "field", "ranking",
)  # fmt: skip
MINIMUM = ("cards", "decision-left", "decision-right", "ending-right")
GUIDE = compare(guide_deal())


@st.composite
def segments(draw: st.DrawFn) -> tuple[Beat, ...]:
    """The minimum, and any others."""
    made = []
    for name in NAMES:
        if name in MINIMUM or draw(st.booleans()):
            a, b, c = sorted(Fraction(draw(st.integers(10, 120)), 10) for _ in range(3))
            lit = name.partition("-")[2]
            made.append(Beat(name, "two-up", BEFORE, lit, "", Length(a, b, c), b))
    return tuple(made)


def total(made: tuple[Beat, ...]) -> Fraction:
    return sum((beat.seconds for beat in made), Fraction(0))


def names(made: tuple[Beat, ...]) -> list[str]:
    return [beat.name for beat in made]


@given(segments(), st.fractions(1, 150, max_denominator=50))
def test_every_beat_is_within_its_length_and_the_total_is_the_target_if_it_can_be(
    whole: tuple[Beat, ...], target: Fraction
) -> None:
    made = fit(whole, target)
    for beat in made:
        assert beat.length.shortest <= beat.seconds <= beat.length.longest
    left = names(made)
    assert set(MINIMUM) <= set(left)
    assert left == [name for name in names(whole) if name in left]
    minimum = [beat.length for beat in whole if beat.name in MINIMUM]
    least = sum(length.shortest for length in minimum)
    if least <= target <= sum(length.longest for length in minimum):
        assert total(made) == target
    elif target < least:
        assert (sorted(left), total(made)) == (sorted(MINIMUM), least)
    elif target > sum(beat.length.longest for beat in whole):
        assert total(made) == sum(beat.length.longest for beat in whole)


@given(segments(), st.integers(46, 120))
def test_no_beat_goes_while_all_fit(whole: tuple[Beat, ...], target: int) -> None:
    if sum(beat.length.shortest for beat in whole) <= target:
        assert names(fit(whole, Fraction(target))) == names(whole)


@pytest.mark.parametrize(
    ("target", "left_out"),
    [
        (120, set()),
        (75, set()),
        (60, set()),
        (45, {"table"}),
        (40, {"table", "ranking"}),
        (30, {"table", "line", "question", "ending-left", "field", "ranking"}),
    ],
)
def test_the_guides_deal_as_the_look_plans_it(target: int, left_out: set[str]) -> None:
    whole = beats(GUIDE, GUIDE.picks[0], deals=75, ranking=True)
    made = fit(whole, Fraction(target))
    assert set(names(whole)) - set(names(made)) == left_out
    assert total(made) == target


def test_at_its_natural_length_every_beat_has_its_own() -> None:
    whole = beats(GUIDE, GUIDE.picks[0], deals=75, ranking=True)
    assert fit(whole, natural_length(whole)) == whole


def test_the_result_alone_is_about_both_sides() -> None:
    made = fit(beats(GUIDE, GUIDE.picks[0]), Fraction(30))
    assert (made[-1].name, made[-1].lit) == ("ending-right", "")


def test_more_time_never_makes_a_beat_shorter_while_the_beats_are_the_same() -> None:
    whole = beats(GUIDE, GUIDE.picks[0])
    planned = [fit(whole, Fraction(target)) for target in range(46, 121)]
    for shorter, longer in pairwise(planned):
        if names(shorter) == names(longer):
            assert all(a.seconds <= b.seconds for a, b in zip(shorter, longer, strict=True))
