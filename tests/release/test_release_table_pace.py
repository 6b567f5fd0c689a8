"""The pace of a table, calculated by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from producer.record import HandEnd
from producer.release.forecasts.table_pace import paces

NOW = datetime(2026, 11, 30, 17, 0, tzinfo=UTC)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def test_the_pace_is_the_median_of_the_last_twelve_ends() -> None:
    """Twelve slow hands of ten minutes each, then twelve ends two minutes apart. The last twelve
    ends are first 12 fast ones, then 6 and 6 (six gaps of 10 and more, five of 2), then 5 and 7."""
    slow = [NOW - minutes(24) - minutes(10 * back) for back in range(12, 0, -1)]
    fast = [NOW - minutes(2 * back) for back in range(11, -1, -1)]
    ends = [HandEnd("1", n, at, at) for n, at in enumerate([*slow, *fast], 1)]
    assert paces("1", ends, NOW)["1"].hand == minutes(2)
    assert paces("1", ends[:-6], NOW - minutes(12))["1"].hand == minutes(10)
    assert paces("1", ends[:-5], NOW - minutes(10))["1"].hand == minutes(2)


def test_two_ends_received_live_are_enough_to_use_our_clock() -> None:
    """The device's clock is three hours slow; the table's last end was heard two minutes ago. One
    gap is too little for a pace of its own: it has that of the group."""
    wrong = timedelta(hours=3)
    received = [NOW - minutes(7), NOW - minutes(2)]
    own = [HandEnd("1", n, at - wrong, at) for n, at in enumerate(received, 1)]
    others = [HandEnd("2", n, NOW - minutes(n), NOW - minutes(n)) for n in range(1, 9)]
    assert paces("12", [*own, *others], NOW)["1"].silent == minutes(2)
    assert paces("12", [*own, *others], NOW)["1"].hand == minutes(1)
