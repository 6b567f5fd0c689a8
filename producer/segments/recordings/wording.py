"""What is said of the tables' recordings: on the command line and on the page."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from producer.release import Gate
from producer.release.recordings.hand_times import HandTimes
from producer.segments.recordings.coverage import HandsShown, duration, hands_shown
from producer.segments.recordings.placed import RecordedFile
from producer.segments.recordings.placing import PlacedTable
from producer.segments.timecode import rate_name

SYNC_WORDS = {
    "reported": "time as reported",
    "nudged": "time as reported, moved by hand",
    "points": "time by points",
}


def group_times(
    gate: Gate, group: tuple[str, str], exit_: str
) -> dict[int, Mapping[str, HandTimes]]:
    """By number, when the tables played the released deals of the group."""
    return {
        key.number: gate.hand_times(key, exit_) for key in gate.released(exit_) if key[:2] == group
    }


def hands_of(
    times: Mapping[int, Mapping[str, HandTimes]], placed: Mapping[str, PlacedTable]
) -> dict[str, HandsShown]:
    """By recorded table, which of these hands, by deal and table, its recordings show."""
    played: dict[str, dict[int, tuple[Fraction, Fraction]]] = {table: {} for table in placed}
    for deal, hands in times.items():
        for table, hand in hands.items():
            if table in placed and hand.started is not None and hand.finished is not None:
                played[table][deal] = hand.started.at, hand.finished.at
    return {
        table: hands_shown(each.recording, played[table], each.left_out)
        for table, each in placed.items()
    }


def missing_words(table: str, hands: HandsShown) -> list[str]:
    """What a table's recordings do not show of its hands."""
    count = len(hands.missing)
    if hands.clock_is_off:
        nearest = duration(min(hands.missing.values()))
        which = "its released hand" if count == 1 else f"any of its {count} released hands"
        return [
            f"table {table}: does not show {which}; the nearest is {nearest} away. Check the "
            "recorder's clock, its day and its time zone"
        ]
    words = [f"deal {deal}, {each}" for deal, each in hands.partly.items()]
    if count:
        deals = ", ".join(str(deal) for deal in hands.missing)
        deals = f"deal{'s' if count > 1 else ''} {deals}"
        if hands.left_out:
            files = ", ".join(hands.left_out)
            words.append(f"table {table}: {deals} may be in {files}, which cannot be used")
        else:
            words.append(f"table {table}: not recorded: {deals}")
    return words


def file_words(file: RecordedFile) -> str:
    rate = "a rate that varies" if file.rate is None else f"{rate_name(file.rate)} frames a second"
    parts = [
        f"{file.path.name} {clock(file.begins)} to {clock(file.ends)} ({duration(file.length)})",
        f"{file.width}x{file.height} at {rate}",
        *(["interlaced"] if file.interlaced else []),
        *([f"turned by {file.turned} degrees"] if file.turned else []),
        "with sound" if file.sound else "without sound",
        SYNC_WORDS[file.sync],
        *([f"clock {float(file.drift * 1_000_000):+.1f} millionths"] if file.drift else []),
    ]
    return ", ".join(parts)


def clock(at: Fraction) -> str:
    """A house time in this machine's zone."""
    return moment(at).astimezone().isoformat(sep=" ", timespec="milliseconds")


def moment(at: Fraction) -> datetime:
    """A house time in UTC."""
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=round(at * 1_000_000))
