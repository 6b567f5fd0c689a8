"""A table's times that a producer moved, verified or muted, and what takes a verification away."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from record_events import (
    BOARD,
    TO_THE_FLOP,
    TO_THE_FLOP_RESULT,
    deck,
    live,
    opened,
    received,
)

from producer.events import Event, RecordingAdded
from producer.record import open_store
from producer.release import Gate, NotAvailable
from producer.release.audit import audit
from producer.release.recordings.added import add_recording
from producer.release.recordings.hand_times import HandTimes
from producer.release.recordings.sync import (
    MutedSound,
    NoSuchTable,
    NotMoved,
    mute,
    muted_sound,
    nudge,
    verify,
)

EXIT = "command:deals"
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
PAL, NTSC = Fraction(25), Fraction(30000, 1001)


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    """Two tables have played deal 1 to the flop, an event every ten seconds from noon on."""
    gate = Gate(open_store(tmp_path / "record.db"), timedelta(0), lambda: datetime.now(UTC))
    gate.ingest(received(opened(kind="live"), deck(), *hand("1"), *hand("2")))
    yield gate
    gate.close()


def hand(table: str) -> list[Event]:
    events = live(table, line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, boards=(BOARD[:6],))
    return [
        each.model_copy(update={"at": NOON + timedelta(seconds=10 * n)})
        for n, each in enumerate(events)
    ]


def group(gate: Gate) -> tuple[str, str]:
    (session,) = gate.sessions()
    return session.session, session.group


def recorded(gate: Gate, *files: str, offset: int = 0, table: str = "1") -> None:
    data = RecordingAdded(files=files, start=NOON, offset=offset)
    assert add_recording(gate, group(gate), table, data, "me").outcome == "accepted"


def times(gate: Gate, table: str = "1") -> HandTimes:
    return gate.hand_times("1", EXIT)[table]


def flop(gate: Gate) -> float:
    """Seconds after noon."""
    ((_, at),) = times(gate).streets
    return float(at.at - Fraction(int(NOON.timestamp())))


def test_a_verified_table_has_narrow_times_and_the_other_does_not(gate: Gate) -> None:
    verify(gate, "1", "1", "Ann", EXIT)
    looked_at, other = times(gate), times(gate, "2")
    everything = [looked_at.started, *looked_at.moves, looked_at.finished]
    assert {(each.confidence, each.uncertain) for each in everything if each} == {
        ("verified", Fraction(1, 2))
    }
    assert looked_at.verified
    assert not other.verified
    assert {each.confidence for each in other.moves if each} == {"reported"}
    entry = audit(gate, "command:audit")[-1]
    assert (entry.by, entry.what, entry.table) == ("Ann", "verified the times of a table", "1")


def test_moving_a_time_takes_the_verification_away(gate: Gate) -> None:
    verify(gate, "1", "1", "Ann", EXIT)
    ((_, at),) = times(gate).streets
    nudge(gate, "1", "1", at.event, -25, PAL, "Ann", EXIT)
    assert not times(gate).verified
    assert flop(gate) == 39.0
    assert times(gate).streets[0][1].confidence == "nudged"
    nudge(gate, "1", "1", at.event, 25, PAL, "Ann", EXIT)
    assert times(gate).verified, "moved back, it is what was looked at"
    nudge(gate, "1", "1", "", 1, PAL, "Ann", EXIT)
    assert not times(gate).verified


def test_a_verification_can_be_taken_back(gate: Gate) -> None:
    verify(gate, "1", "1", "Ann", EXIT)
    verify(gate, "1", "1", "Ann", EXIT, verified=False)
    assert not times(gate).verified


def test_a_changed_recording_takes_it_away_and_a_further_part_does_not(gate: Gate) -> None:
    recorded(gate, "one.mkv")
    verify(gate, "1", "1", "Ann", EXIT)
    recorded(gate, "one.mkv", "two.mkv")
    assert times(gate).verified
    recorded(gate, "elsewhere.mkv", table="2")
    assert times(gate).verified
    recorded(gate, "one.mkv", "two.mkv", offset=40)
    assert not times(gate).verified
    recorded(gate, "one.mkv", "two.mkv")
    assert times(gate).verified
    recorded(gate, "other.mkv")
    assert not times(gate).verified, "another file may show the hand now"


def test_frames_add_up_without_rounding(gate: Gate) -> None:
    """Thirty single frames at 29.97 are 1.001 s."""
    for _ in range(30):
        moved = nudge(gate, "1", "1", "", 1, NTSC, "Ann", EXIT)
    assert moved == 1001
    assert flop(gate) == 41.001


def test_an_event_starts_from_where_its_table_was_moved_to(gate: Gate) -> None:
    nudge(gate, "1", "1", "", -50, PAL, "Ann", EXIT)
    ((_, at),) = times(gate).streets
    assert nudge(gate, "1", "1", at.event, 1, PAL, "Ann", EXIT) == -1960
    assert flop(gate) == 38.04


def test_what_cannot_be_moved_is_refused_in_words(gate: Gate) -> None:
    with pytest.raises(NotMoved, match="more than a day"):
        nudge(gate, "1", "1", "", 25 * 86_401, PAL, "Ann", EXIT)
    with pytest.raises(NotMoved, match="Load the page again"):
        nudge(gate, "1", "1", "no such event", 1, PAL, "Ann", EXIT)
    with pytest.raises(NoSuchTable, match="there is 1, 2"):
        verify(gate, "1", "9", "Ann", EXIT)
    for act in (
        lambda: nudge(gate, "2", "1", "", 1, PAL, "Ann", EXIT),
        lambda: verify(gate, "2", "1", "Ann", EXIT),
    ):
        with pytest.raises(NotAvailable):
            act()


def test_what_is_muted_is_of_one_deal_and_can_be_heard_again(gate: Gate) -> None:
    key = gate.deal("1", EXIT).key
    one, two = MutedSound("1", "one.mkv", 1000, 2500), MutedSound("1", "one.mkv", 7000, 7100)
    for each in (two, one, one):
        mute(gate, key, each, "Ann", EXIT)

    def muted() -> tuple[MutedSound, ...]:
        return muted_sound((act for _, act in gate.acts()), key)

    assert muted() == (one, two)
    assert muted_sound((act for _, act in gate.acts()), key._replace(number=2)) == ()
    mute(gate, key, one, "Ann", EXIT, muted=False)
    assert muted() == (two,)
