"""Segments worked out by hand: where the tables start together, wait, stand still and are cut."""

from __future__ import annotations

from fractions import Fraction

import pytest
from planned_hands import beat_start, hand, later, planned, recording, shown_at, side_of

from producer.release.recordings.hand_times import HandTimes
from producer.segments.timecode import RATES
from producer.segments.timeline import SideShot

MOVES = (110, 113, 116, 123, 126, 133, 143)
STREETS = {"flop": 120, "turn": 130, "river": 140}
EXACT = hand("1", 105, MOVES, STREETS, 146)
"""The fifth move, at 126 on the flop, is the decision: after the check at 123."""

TWO = (EXACT, later(EXACT, 1000))
SHORT = (
    ("line", "two-up", "before", "", 10),
    ("question", "two-up", "before", "", 4),
    ("decision-left", "two-up", "decision,2=before", "1", 6),
    ("decision-right", "two-up", "decision", "2", 6),
    ("ending-left", "two-up", "end,2=decision", "1", 10),
    ("ending-right", "two-up", "end", "2", 10),
)


def late(by: int, uncertain: int) -> HandTimes:
    """The same hand, reported so late by a device of which only this much is certain."""
    return hand(
        "1",
        105 + by,
        [time + by for time in MOVES],
        {name: time + by for name, time in STREETS.items()},
        146 + by,
        uncertain=uncertain,
    )


def test_the_question_is_frozen_half_a_second_after_the_action_before_it() -> None:
    timeline = planned(TWO, 4, rows=SHORT)
    fork = beat_start(timeline, "question")
    assert fork == 250
    assert shown_at(timeline, "1", fork) == Fraction("123.5")
    assert shown_at(timeline, "2", fork) == Fraction("1123.5")
    assert shown_at(timeline, "1", fork + 99) == Fraction("123.5")
    assert side_of(timeline, "1").shot_at(fork).kind == "freeze"


def test_a_late_time_of_the_decision_does_not_bring_the_decision_into_the_frozen_picture() -> None:
    """The player raised at 126; the device says 129 and may be five seconds late, so that the raise
    may have been at 124. What it says of the check before, 126, is no help: the picture is frozen
    before 124."""
    timeline = planned((late(3, 5), later(late(3, 5), 1000)), 4, rows=SHORT)
    frozen = shown_at(timeline, "1", beat_start(timeline, "question"))
    assert frozen == Fraction("123.95")


def test_a_decision_on_a_new_street_is_frozen_after_its_cards() -> None:
    timeline = planned(TWO, 5, rows=SHORT)
    assert shown_at(timeline, "1", beat_start(timeline, "question")) == Fraction("130.5")


def test_the_tables_reach_the_question_in_the_same_frame_and_play_one_after_the_other() -> None:
    timeline = planned(TWO, 4, rows=SHORT)
    left, right = side_of(timeline, "1"), side_of(timeline, "2")
    assert Fraction("123.4") < shown_at(timeline, "1", 249) < Fraction("123.5")
    assert [left.shot_at(frame).kind for frame in (350, 499, 500)] == ["play", "play", "freeze"]
    assert [right.shot_at(frame).kind for frame in (350, 499, 500)] == ["freeze", "freeze", "play"]
    assert right.shot_at(350).at == Fraction("1123.5")


def test_a_decision_ends_before_the_next_street_can_have_come() -> None:
    """126 is the decision, 130 the turn: from the frozen 123.5 six seconds would reach 129.5, but
    the device may be two seconds late, so that the turn may be there at 128."""
    uncertain = hand("1", 105, MOVES, STREETS, 146, uncertain=2)
    timeline = planned((uncertain, later(uncertain, 1000)), 4, rows=SHORT)
    last = shown_at(timeline, "1", beat_start(timeline, "decision-right") - 1)
    assert Fraction("127.8") < last < 128


def test_a_long_think_is_cut_down_to_the_setting() -> None:
    """From the check at 123 to the raise at 163 is a think of 40 s: 3 s of it are shown after the
    frozen picture."""
    long = hand(
        "1", 105, [110, 113, 116, 123, 163, 170, 180], {**STREETS, "turn": 167, "river": 175}, 190
    )
    timeline = planned((long, later(long, 1000)), 4, rows=SHORT, longest_think=Fraction(3))
    start = beat_start(timeline, "decision-left")
    assert shown_at(timeline, "1", start - 1) == Fraction("123.5")
    assert shown_at(timeline, "1", start) == 160


def test_dead_time_is_played_faster_only_where_asked_and_by_whole_factors() -> None:
    """From the frozen 123.5 to the raise at 163 are 39.5 s; in the 3 s that a think may have fit
    39.5 / 14."""
    long = hand(
        "1", 105, [110, 113, 116, 123, 163, 170, 180], {**STREETS, "turn": 167, "river": 175}, 190
    )
    timeline = planned(
        (long, later(long, 1000)), 4, rows=SHORT, longest_think=Fraction(3), fastest=20
    )
    shot = side_of(timeline, "1").shot_at(beat_start(timeline, "decision-left"))
    assert (shot.kind, shot.speed, shot.at) == ("play", 14, Fraction("123.5"))
    assert shot.frames == int(Fraction("39.5") * 25 / 14)
    assert {each.speed for side in planned(TWO, 4, rows=SHORT).sides for each in side.shots} == {1}


def test_the_earlier_table_holds_until_the_other_has_its_street() -> None:
    """Table 1 has its flop 10 s after the start of the hand, table 2 5 s after it: table 2 waits
    for 5 s. From the flop to the question it is the other way round."""
    one = hand("1", 100, [102, 104, 106, 112, 130], {"flop": 110}, 140)
    two = hand("2", 500, [501, 502, 503, 509, 530], {"flop": 505}, 540)
    rows = (("line", "two-up", "before", "", 16), *SHORT[1:])
    timeline = planned((one, two), 4, rows=rows, sync="street", longest_think=Fraction(30))
    # From the starts 10 and 5 s to the flop, from there 2.5 and 4.5 to the question: 362 frames.
    assert side_of(timeline, "1").shots[:3] == (
        SideShot(0, 38, "freeze", Fraction(100)),
        SideShot(38, 312, "play", Fraction(100)),
        SideShot(350, 50, "hold", Fraction("112.44"), waiting_for=("2",)),
    )
    assert side_of(timeline, "2").shots[:4] == (
        SideShot(0, 38, "freeze", Fraction(500)),
        SideShot(38, 125, "play", Fraction(500)),
        SideShot(163, 125, "hold", Fraction("504.96"), waiting_for=("1",)),
        SideShot(288, 112, "play", Fraction(505)),
    )
    assert [mark.frame for mark in timeline.marks if mark.name == "flop"] == [288]


def test_real_time_keeps_both_tables_to_the_clock_from_the_fork() -> None:
    """The raise comes 2.5 s after the frozen picture at table 1, 7.5 s at table 2: in frames 62.5
    and 187.5 after the fork."""
    other = later(EXACT, 1000)
    slow = hand("2", 1105, [1110, 1113, 1116, 1123, 1131, 1138, 1148], {"flop": 1120}, 1160)
    timeline = planned((EXACT, slow), 4, rows=SHORT, sync="clock")
    fork = beat_start(timeline, "decision-left")
    for table, first in (("1", Fraction("123.5")), ("2", Fraction("1123.5"))):
        assert shown_at(timeline, table, fork) == first
        assert shown_at(timeline, table, fork + 500) == first + 20
    assert planned((EXACT, other), 4, rows=SHORT, sync="clock").frames == timeline.frames


def test_an_ending_longer_than_its_beat_keeps_the_last_thing_that_happened() -> None:
    """40 s from the decision to the river's bet do not fit into 4: the last 3.5 s before the bet
    at 166 and the half second after it are shown."""
    long = hand("1", 105, [110, 113, 116, 123, 126, 150, 166], {**STREETS, "river": 160}, 180)
    rows = (*SHORT[:4], ("ending-left", "two-up", "end,2=decision", "1", 4), SHORT[5])
    timeline = planned((long, later(long, 1000)), 4, rows=rows)
    start = beat_start(timeline, "ending-left")
    times = [shown_at(timeline, "1", frame) for frame in range(start, start + 100)]
    assert any(abs(time - 166) < Fraction(1, 25) for time in times)
    assert times == sorted(times)


def test_an_ending_shorter_than_its_beat_holds_its_last_frame() -> None:
    """The decision's beat plays on to 129.5. The hand is over at 146, and two seconds later there
    is nothing more to see: of the thinks 4 s each are shown."""
    timeline = planned(TWO, 4, rows=(*SHORT[:4], ("ending-left", "two-up", "end", "1", 30)))
    shots = [shot for shot in side_of(timeline, "1").shots if shot.start >= 650]
    assert [shot.kind for shot in shots][-1] == "freeze"
    assert Fraction("147.9") < shots[-1].at < 148


def test_a_table_without_a_recording_is_drawn_and_stands_at_the_question_too() -> None:
    timeline = planned(TWO, 4, rows=SHORT, recordings={"1": recording("1", (0, 1000))})
    assert {shot.kind for shot in side_of(timeline, "2").shots} == {"drawn"}
    assert "drawn" not in {shot.kind for shot in side_of(timeline, "1").shots}
    fork = beat_start(timeline, "question")
    shot = side_of(timeline, "2").shot_at(fork)
    assert (shot.speed, shot.at) == (0, Fraction("1123.5"))


def test_a_recording_that_stops_during_the_hand_is_drawn_from_there() -> None:
    cut = {"1": recording("1", (0, 135)), "2": recording("2", (0, 2000))}
    timeline = planned(TWO, 4, rows=SHORT, recordings=cut)
    ending = beat_start(timeline, "ending-left")
    kinds = [shot.kind for shot in side_of(timeline, "1").shots if shot.end > ending]
    assert "drawn" in kinds
    assert side_of(timeline, "1").shot_at(beat_start(timeline, "question")).kind == "freeze"


@pytest.mark.parametrize("rate", RATES.values(), ids=RATES)
def test_every_rate_has_the_frames_that_its_seconds_have(rate: Fraction) -> None:
    """46 s: at 29.97 and 59.94 that is 1378.6 and 2757.2 frames."""
    timeline = planned(TWO, 4, rows=SHORT, rate=rate)
    assert abs(timeline.frames - 46 * rate) <= Fraction(1, 2)
    assert timeline.beats[-1].start + timeline.beats[-1].frames == timeline.frames
    for beat, planned_start in zip(timeline.beats, (0, 10, 14, 20, 26, 36), strict=True):
        assert abs(beat.start - planned_start * rate) <= Fraction(1, 2)


def test_a_nudge_moves_every_time_of_its_table() -> None:
    """25 frames later at 25 frames a second: one second."""
    timeline = planned(TWO, 4, rows=SHORT, nudges={"2": 25})
    fork = beat_start(timeline, "question")
    assert shown_at(timeline, "1", fork) == Fraction("123.5")
    assert shown_at(timeline, "2", fork) == Fraction("1124.5")


def test_a_move_without_a_time_is_placed_between_its_neighbours() -> None:
    """Without the check's time at 123 it may have been as late as the raise at 126, and no earlier
    than the flop at 120: halfway, and certainly before the raise."""
    moves = [110, 113, 116, None, 126, 133, 143]
    unsent = hand("1", 105, moves, STREETS, 146)
    timeline = planned((unsent, later(unsent, 1000)), 4, rows=SHORT)
    assert shown_at(timeline, "1", beat_start(timeline, "question")) == Fraction("123.5")


def test_a_table_of_which_no_time_is_known_is_drawn_at_a_pace_of_its_own() -> None:
    """Two seconds from one event to the next: the start, three moves, flop, check at 10, and the
    question half a second after it."""
    archive = hand("2", None, [None] * 7, {}, None)
    timeline = planned((EXACT, archive), 4, rows=SHORT)
    assert {shot.kind for shot in side_of(timeline, "2").shots} == {"drawn"}
    assert shown_at(timeline, "2", beat_start(timeline, "question")) == Fraction("10.5")


def test_a_hand_that_ends_before_the_next_street_does_not_wait_for_the_others() -> None:
    """Table 2 folds at 1131 and is over at 1133, while the first goes on to the river: its fold is
    seen from the first frame of the endings on."""
    fold = hand(
        "2", 1105, [1110, 1113, 1116, 1123, 1126, 1131], {"flop": 1120}, 1133, phases="PPPFFF"
    )
    timeline = planned((EXACT, fold), 4, rows=SHORT, sync="street")
    start = beat_start(timeline, "ending-left")
    shots = [shot for shot in side_of(timeline, "2").shots if shot.end > start]
    assert [shot.kind for shot in shots] == ["play", "freeze"]
    assert shots[0].at <= 1131 < shots[1].at < 1135


def test_a_running_picture_of_a_few_frames_is_not_shown_before_a_cut() -> None:
    """Of the way to the question at 123.5 the last 8.2 s fit: eight from a cut to 115.5 on, and
    five frames before it, in place of which the frame at 115.5 stands."""
    slow = hand("1", 95, [100, 103, 106, 123, 126, 133, 143], {**STREETS, "flop": 119}, 146)
    rows = (("line", "two-up", "before", "", Fraction("8.2")), *SHORT[1:])
    timeline = planned((slow, later(slow, 1000)), 4, rows=rows)
    assert side_of(timeline, "1").shots[:2] == (
        SideShot(0, 5, "freeze", Fraction("115.5")),
        SideShot(5, 200, "play", Fraction("115.5")),
    )
