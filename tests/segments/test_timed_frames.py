"""Which frame shows which moment of a hand, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from planned_hands import hand, later, planned, recording, wanted
from test_plan_sound import SHORT, TWO

from producer.segments.timed_frames import TimedFrame, timed_frames

TIMES = {each.table: each for each in TWO}


def found(timeline, times=TIMES, **options):  # type: ignore[no-untyped-def]
    return timed_frames(timeline, times, wanted(times, 4, **options))


def test_every_freeze_street_and_decision_is_listed_with_its_time() -> None:
    """The line plays 119.5 to 123.5, the flop at 120 is half a second in: 12.5 frames. The raise at
    126 is 2.5 s after the frozen picture, which stands until frame 200."""
    own = [each for each in found(planned(TWO, 4, rows=SHORT)) if each.table == "1"]
    exact = (Fraction(0), "reported")
    assert own == [
        TimedFrame("flop", "1", 13, Fraction(120), *exact),
        TimedFrame("fork", "1", 100, Fraction("123.5"), *exact),
        TimedFrame("freeze", "1", 100, Fraction("123.5"), *exact),
        TimedFrame("decision", "1", 263, Fraction(126), *exact),
        TimedFrame("freeze", "1", 300, Fraction("127.46"), *exact),
    ]


def test_a_cut_is_listed_with_the_event_before_it() -> None:
    """From the frozen 123.5 to 4 s before the raise at 163."""
    moves = (110, 113, 116, 123, 163, 170, 180)
    slow = hand("1", 105, moves, {"flop": 120, "turn": 167, "river": 175}, 190)
    nudged = replace(slow.moves[3], confidence="nudged", uncertain=Fraction(1, 2))  # type: ignore[type-var]
    slow = replace(slow, moves=(*slow.moves[:3], nudged, *slow.moves[4:]))
    rows = (*SHORT[:2], ("decision-left", "two-up", "decision", "1", 8))
    timeline = planned((slow, later(slow, 1000)), 4, rows=rows)
    cuts = [
        each for each in found(timeline, {"1": slow, "2": later(slow, 1000)}) if each.name == "cut"
    ]
    assert [(each.table, each.frame, each.at) for each in cuts] == [
        ("1", 200, Fraction(159)),
        ("2", 200, Fraction(1159)),
    ]
    assert {each.confidence for each in cuts} == {"nudged"}
    assert {each.uncertain for each in cuts} == {Fraction(1, 2)}


def test_a_drawn_table_has_nothing_to_be_looked_at() -> None:
    timeline = planned(TWO, 4, rows=SHORT, recordings={"1": recording("1", (0, 5000))})
    assert {each.table for each in found(timeline)} == {"1"}


def test_a_producers_nudge_counts() -> None:
    timeline = planned(TWO, 4, rows=SHORT, nudges={"1": 25})
    decision = [each for each in found(timeline, nudges={"1": 25}) if each.name == "decision"]
    assert [(each.at, each.confidence) for each in decision] == [
        (Fraction(127), "nudged"),
        (Fraction(1126), "reported"),
    ]


def test_a_table_that_waits_is_listed() -> None:
    one = hand("1", 100, [102, 104, 106, 112, 130], {"flop": 110}, 140)
    two = hand("2", 500, [501, 502, 503, 509, 530], {"flop": 505}, 540)
    rows = (("line", "two-up", "before", "", 16), *SHORT[1:])
    options = {"sync": "street", "longest_think": Fraction(30)}
    timeline = planned((one, two), 4, rows=rows, **options)
    holds = [
        each for each in found(timeline, {"1": one, "2": two}, **options) if each.name == "hold"
    ]
    assert [(each.table, each.frame, each.at) for each in holds] == [
        ("2", 163, Fraction("504.96")),
        ("1", 350, Fraction("112.44")),
    ]
