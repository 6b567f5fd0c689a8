"""The time of an event with what a producer has nudged."""

import pytest

from producer.record.views.log_entries import LogEntry
from producer.record.views.times import (
    ARRIVAL,
    DEVICE,
    NUDGED,
    Nudges,
    confidence_of,
    corrected_time,
)


def entry(at: str | None) -> LogEntry:
    received = "2026-11-30T21:00:00.000+00:00"
    return LogEntry(1, "e", "S", "A", "1", "d", 1, at, received, "hand.started", "f:1", "", "{}")


LATER = Nudges({("S", "A", "1"): 1500})
EARLIER = Nudges(events={(("S", "A", "1"), "e"): -1})


@pytest.mark.parametrize(
    ("at", "nudges", "time", "sure"),
    [
        ("2026-11-30T20:59:58+00:00", Nudges(), "2026-11-30T20:59:58+00:00", DEVICE),
        ("2026-11-30T20:59:58+00:00", LATER, "2026-11-30T20:59:59.500+00:00", NUDGED),
        ("9999-12-31T23:59:59+00:00", Nudges(), "9999-12-31T23:59:59+00:00", DEVICE),
        ("9999-12-31T23:59:59+00:00", LATER, None, ARRIVAL),
        (
            "0001-01-01T00:00:00+00:00",
            Nudges(events={(("S", "A", "1"), "e"): -1}),
            None,
            ARRIVAL,
        ),
        (None, LATER, None, ARRIVAL),
    ],
)
def test_a_time_beyond_the_calendar_is_none(
    at: str | None, nudges: Nudges, time: str | None, sure: float
) -> None:
    assert (corrected_time(entry(at), nudges), confidence_of(entry(at), nudges)) == (time, sure)
