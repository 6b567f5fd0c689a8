"""What is heard of the tables, by hand: in step, silent at the question, muted, as a bed."""

from __future__ import annotations

from fractions import Fraction

from planned_hands import beat_start, hand, later, planned, recording

from producer.release.recordings.hand_times import Span
from producer.segments.timeline import SoundSpan

STREETS = {"flop": 120, "turn": 130, "river": 140}
EXACT = hand("1", 105, (110, 113, 116, 123, 126, 133, 143), STREETS, 146)
TWO = (EXACT, later(EXACT, 1000))

SHORT = (
    ("line", "two-up", "before", "", 4),
    ("question", "two-up", "before", "", 4),
    ("decision-left", "two-up", "before,1=decision", "1", 4),
    ("decision-right", "two-up", "decision", "2", 4),
)
"""The line shows the four seconds before the frozen picture at 123.5, without a cut; the decisions
are at 126 and 1126, and the turn at 130 and 1130 is not reached."""


def test_the_table_that_is_talked_about_is_heard_and_the_question_is_silent() -> None:
    assert planned(TWO, 4, rows=SHORT).sound == (
        SoundSpan("1", 0, 100),
        SoundSpan("1", 200, 100),
        SoundSpan("2", 300, 100),
    )


def test_both_are_heard_while_their_pictures_run() -> None:
    assert planned(TWO, 4, rows=SHORT, sound="mix").sound == (
        SoundSpan("1", 0, 100),
        SoundSpan("2", 0, 100),
        SoundSpan("1", 200, 100),
        SoundSpan("2", 300, 100),
    )


def test_nothing_is_heard_where_nothing_was_asked_for() -> None:
    assert planned(TWO, 4, rows=SHORT, sound="none", sound_in_freeze=True).sound == ()


def test_under_a_commentator_the_tables_are_a_bed() -> None:
    sound = planned(TWO, 4, rows=SHORT, bed=True).sound
    assert {span.gain for span in sound} == {-12.0}


def test_muted_times_are_cut_out() -> None:
    """From 124.5 to 125.02 at table 1: one second after the frozen picture, 13 frames, of which the
    last is muted only in part and all the same silent."""
    muted = {"1": (Span(Fraction("124.5"), Fraction("125.01")),)}
    sound = planned(TWO, 4, rows=SHORT, muted=muted).sound
    assert sound[1:3] == (SoundSpan("1", 200, 25), SoundSpan("1", 238, 62))


def test_the_frozen_question_goes_on_being_heard_only_up_to_the_decision() -> None:
    """The decision is at 126 and may have been half a second earlier: from the frozen 123.5 that
    are two seconds, less a frame of a slow recording."""
    unsure = hand(
        "1", 105, (110, 113, 116, 123, 126, 133, 143), STREETS, 146, uncertain=Fraction(1, 2)
    )
    sound = planned((unsure, TWO[1]), 4, rows=SHORT, sound_in_freeze=True, sound="mix").sound
    frozen = {span.table: span for span in sound if span.at is not None}
    assert (frozen["1"].start, frozen["1"].at) == (100, Fraction("123.5"))
    assert frozen["1"].frames == int((2 - Fraction(1, 20)) * 25)
    assert frozen["2"].frames == int((Fraction(5, 2) - Fraction(1, 20)) * 25)


def test_a_recording_without_sound_and_a_drawn_table_are_silent() -> None:
    without = {"1": recording("1", (0, 5000), sound=False), "2": recording("2", (0, 5000))}
    assert {span.table for span in planned(TWO, 4, rows=SHORT, recordings=without).sound} == {"2"}
    only_one = {"1": recording("1", (0, 5000))}
    sound = planned(TWO, 4, rows=SHORT, recordings=only_one, sound="mix").sound
    assert {span.table for span in sound} == {"1"}


def test_a_picture_that_is_played_faster_is_silent() -> None:
    """From 123.5 to the raise at 163: 39.5 s, played faster before the last second."""
    slow = hand(
        "1", 105, (110, 113, 116, 123, 163, 170, 180), STREETS | {"turn": 167, "river": 175}, 190
    )
    timeline = planned(
        (slow, later(slow, 1000)), 4, rows=SHORT, fastest=100, longest_think=Fraction(2)
    )
    start, end = (beat_start(timeline, name) for name in ("decision-left", "decision-right"))
    fast = next(shot for shot in timeline.sides[0].shots if shot.start == start)
    assert fast.speed > 1
    received = [span for span in timeline.sound if start <= span.start < end]
    assert [span.start for span in received] == [fast.end]


def test_the_handles_sound_like_the_beats_beside_them() -> None:
    sound = planned(TWO, 4, rows=SHORT, handle=Fraction(1)).sound
    assert sound == (SoundSpan("1", 0, 125), SoundSpan("1", 225, 100), SoundSpan("2", 325, 125))


def test_one_span_goes_on_over_a_cut() -> None:
    """Ten seconds of the line have a cut after the flop's think; sound is faded at the ends of a
    span, not at every cut."""
    slow = hand(
        "1", 105, (110, 113, 116, 143, 146, 153, 163), STREETS | {"turn": 150, "river": 160}, 170
    )
    rows = (("line", "two-up", "before", "", 10), *SHORT[1:])
    timeline = planned((slow, later(slow, 1000)), 4, rows=rows)
    assert len([shot for shot in timeline.sides[0].shots if shot.end <= 250]) > 1
    assert timeline.sound[0] == SoundSpan("1", 0, 250)
