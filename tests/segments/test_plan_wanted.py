"""What cannot be planned is refused in words, with what to ask for instead."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from planned_hands import beats, hand, later, planned, recording, side_of, wanted

from producer.segments.plan import plan
from producer.segments.wanted import NotPlanned

STREETS = {"flop": 120, "turn": 130, "river": 140}
EXACT = hand("1", 105, (110, 113, 116, 123, 126, 133, 143), STREETS, 146)
TWO = (EXACT, later(EXACT, 1000))


@pytest.mark.parametrize(
    ("options", "reason", "hint"),
    [
        ({"rate": Fraction(2997, 100)}, "2997/100 frames a second", "29.97, 30"),
        ({"drop_frame": True}, "no drop frame at 25", "29.97 or 59.94"),
        ({"handle": Fraction(5, 2)}, "2.5 s long", "0 to 2 s"),
        ({"handle": Fraction(-1)}, "-1 s long", "0 to 2 s"),
        ({"longest_think": Fraction(-1)}, "cut down to -1 s", "0 s or more"),
        ({"fastest": 0}, "0 times as fast", "a whole factor from 1"),
    ],
)
def test_what_no_segment_can_have_is_refused(
    options: dict[str, Any], reason: str, hint: str
) -> None:
    with pytest.raises(NotPlanned) as refused:
        planned(TWO, 4, **options)
    assert reason in refused.value.reason
    assert hint in refused.value.hint


@pytest.mark.parametrize(
    "options",
    [
        {"rate": Fraction(30000, 1001), "drop_frame": True},
        {"handle": Fraction(2)},
        {"longest_think": Fraction(0), "fastest": 1},
    ],
)
def test_the_borders_can_be_had(options: dict[str, Any]) -> None:
    timeline = planned(TWO, 4, **options)
    assert timeline.drop_frame is options.get("drop_frame", False)


def test_tables_are_named_once_and_have_played_and_have_a_decision() -> None:
    times = {each.table: each for each in TWO}
    own = wanted("12", 4)
    for tables, asked, reason in (
        (("1", "1"), own, "each once"),
        ((), own, "each once"),
        (("1", "3"), replace(own, moves_before={"1": 4, "3": 4}), "table 3 has not played"),
        (("1", "2"), replace(own, moves_before={"1": 4}), "table 2 has no decision"),
    ):
        with pytest.raises(NotPlanned, match=reason):
            plan(beats(), tables, times, {}, {}, asked)
    with pytest.raises(NotPlanned, match="without beats"):
        plan((), ("1",), times, {}, {}, own)


def test_a_table_of_which_nothing_is_said_is_sealed() -> None:
    """Recorded or not: the gate has to say that its times may be shown."""
    times = {each.table: each for each in TWO}
    everything = {table: recording(table, (0, 5000)) for table in "12"}
    timeline = plan(beats(), ("1", "2"), times, everything, {"1": ()}, wanted("12", 4))
    assert {shot.kind for shot in side_of(timeline, "2").shots} == {"drawn"}
    assert "drawn" not in {shot.kind for shot in side_of(timeline, "1").shots}
    assert {span.table for span in timeline.sound} == {"1"}
