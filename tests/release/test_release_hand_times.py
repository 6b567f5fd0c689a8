"""When the hands of a released deal were played, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from record_events import (
    BOARD,
    TO_THE_FLOP,
    TO_THE_FLOP_RESULT,
    deck,
    event,
    live,
    opened,
    received,
    recorded,
)

from producer.events import Event
from producer.record import open_store
from producer.release import Gate, NotAvailable
from producer.release.recordings.hand_times import ClockTime, HandTimes

EXIT = "command:deals"
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
SECONDS = Fraction(int(NOON.timestamp()))
FLOP = BOARD[:6]


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    """A live group of two tables; the office has sent the deck."""
    with_gate = Gate(open_store(tmp_path / "record.db"), timedelta(0), lambda: datetime.now(UTC))
    with_gate.ingest(received(opened(kind="live"), deck()))
    yield with_gate
    with_gate.close()


def timed(events: list[Event], step: int = 10) -> list[Event]:
    """The first at noon, the others every ``step`` seconds."""
    return [
        each.model_copy(update={"at": NOON + timedelta(seconds=step * n)})
        for n, each in enumerate(events)
    ]


def to_the_flop(table: str = "1") -> list[Event]:
    """Start, three actions, the flop, three actions, the end: 0 to 80 s after noon."""
    return timed(live(table, line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, boards=(FLOP,)))


def send(gate: Gate, *events: Event) -> None:
    for receipt in gate.ingest(received(*events)):
        assert receipt.outcome in ("accepted", "known", "waiting"), receipt


def nudged(kind: str, milliseconds: int, n: int = 0, **data: Any) -> Event:
    output = {"milliseconds": milliseconds, "reason": "seen on the recording", **data}
    return event(kind, output, id=f"{kind}/{n}", source="producer")


def times(gate: Gate, table: str = "1") -> HandTimes:
    return gate.hand_times("1", EXIT)[table]


PHASES = ("preflop",) * 3 + ("flop",) * 3


def after(seconds: float, uncertain: float = 5) -> ClockTime:
    sure = "nudged" if uncertain == 0.5 else "reported"
    return ClockTime(SECONDS + Fraction(seconds), Fraction(uncertain), sure)


def test_every_move_has_the_time_at_which_it_was_entered(gate: Gate) -> None:
    send(gate, *to_the_flop(), *to_the_flop("2"))
    assert times(gate) == HandTimes(
        table="1",
        started=after(0),
        moves=tuple(after(at) for at in (10, 20, 30, 50, 60, 70)),
        streets=(("flop", after(40)),),
        finished=after(80),
        phases=PHASES,
    )
    assert list(gate.hand_times("1", EXIT)) == ["1", "2"]


def test_a_sealed_deal_answers_like_one_that_does_not_exist(gate: Gate) -> None:
    send(gate, *to_the_flop())
    with pytest.raises(NotAvailable) as sealed:
        gate.hand_times("1", EXIT)
    with pytest.raises(NotAvailable) as absent:
        gate.hand_times("9", EXIT)
    assert str(sealed.value) == str(absent.value).replace("9", "1")


def test_late_and_repeated_events_do_not_move_the_times(gate: Gate) -> None:
    events = to_the_flop()
    again = events[5].model_copy(update={"id": "again", "at": NOON + timedelta(hours=1)})
    send(gate, *to_the_flop("2"), *reversed(events), again)
    assert times(gate).moves == tuple(after(at) for at in (10, 20, 30, 50, 60, 70))
    assert times(gate).streets == (("flop", after(40)),)


def test_an_events_nudge_counts_before_its_tables_and_both_are_sure_to_half_a_second(
    gate: Gate,
) -> None:
    send(gate, *to_the_flop(), *to_the_flop("2"))
    send(gate, nudged("table.nudged", 1000, 1), nudged("table.nudged", -2000, 2))
    send(gate, nudged("event.nudged", -3500, event=to_the_flop()[6].id))
    assert times(gate).moves == (
        *(after(at, 0.5) for at in (8, 18, 28, 48)),
        after(56.5, 0.5),
        after(68, 0.5),
    )
    assert times(gate, "2").moves[4] == after(60)


def test_what_was_sent_together_may_be_as_early_as_what_came_before(gate: Gate) -> None:
    """The actions of 10, 20 and 30 s were sent in one batch, with the time of the last."""
    events = to_the_flop()
    batch = [each.model_copy(update={"at": NOON + timedelta(seconds=30)}) for each in events[1:4]]
    send(gate, events[0], *batch, *events[4:], *to_the_flop("2"))
    assert times(gate).moves[:3] == (after(30, 30), after(30, 30), after(30, 5))


def test_without_the_devices_time_the_time_of_arrival_counts(gate: Gate) -> None:
    hidden = [each.model_copy(update={"at": None}) for each in to_the_flop()]
    send(gate, *hidden, *to_the_flop("2"))
    first = times(gate).moves[0]
    assert first is not None
    assert first.uncertain == 30
    assert abs(first.at - Fraction(datetime.now(UTC).timestamp())) < 60


def corrected(line: list[tuple[str, int, str, int | None]], result: dict[str, int]) -> Event:
    moves = [dict(zip(("street", "seat", "action", "to"), move, strict=True)) for move in line]
    data = {"deal": 1, "hand": 1, "reason": "seen", "line": moves, "result": result}
    return event("hand.corrected", data, source="producer")


def test_a_corrected_amount_has_the_time_of_the_entry(gate: Gate) -> None:
    send(gate, *to_the_flop(), *to_the_flop("2"))
    line = [*TO_THE_FLOP[:4], ("flop", 3, "bet", 50), TO_THE_FLOP[5]]
    send(gate, corrected(line, TO_THE_FLOP_RESULT))
    assert times(gate).moves == tuple(after(at) for at in (10, 20, 30, 50, 60, 70))


def test_a_move_that_was_left_out_has_no_time(gate: Gate) -> None:
    """A check on the flop, a bet, a raise and its fold instead of a check, a bet and a fold."""
    send(gate, *to_the_flop(), *to_the_flop("2"))
    line = [*TO_THE_FLOP[:5], ("flop", 2, "raise", 120), ("flop", 3, "fold", None)]
    send(gate, corrected(line, {"1": -5, "2": 75, "3": -70}))
    assert times(gate).moves == (*(after(at) for at in (10, 20, 30, 50, 60)), None, None)


def test_a_hand_that_was_sent_as_a_whole_has_the_time_of_its_end_only(gate: Gate) -> None:
    whole = recorded("1", line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, board=FLOP)
    send(gate, *timed([whole]), *to_the_flop("2"))
    assert times(gate) == HandTimes("1", None, (None,) * 6, (), after(0), PHASES)


def test_an_archive_without_times_has_none(tmp_path: Path) -> None:
    gate = Gate(open_store(tmp_path / "archive.db"))
    send(gate, opened(), recorded("1"), recorded("2"))
    assert times(gate) == HandTimes("1", None, (None,) * 3, (), None, ("preflop",) * 3)
    assert gate.sealed_spans("S", "A", EXIT)["1"][0].last is None
