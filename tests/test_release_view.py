"""What is kept up with the record is what a gate that reads everything anew would say."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from effort import counts

from producer.events import Event, HandFinishedEvent, event_json, parse_event
from producer.feeds import Heard, Refused
from producer.problems import problem
from producer.record import open_store
from producer.release import Gate
from producer.release import hand as by_hand
from producer.simulate import session_events

EXIT = "command:audit"
DEALS, TABLES = 10, 3


def heard(event: Event) -> Heard:
    return Heard(event_json(event).encode(), event, "test")


def shuffled(lots: Random, events: list[Event]) -> list[Event]:
    """Later events now and then before earlier ones, so that some wait, the opening perhaps."""
    events = list(events)
    for _ in range(len(events) // 6):
        place = lots.randrange(len(events))
        moved = events.pop(place)
        events.insert(min(len(events), place + lots.randrange(1, 12)), moved)
    return events


def afterwards(lots: Random, done: list[Event], serial: int) -> Heard:
    """A void, a correction or a review of a hand that a table has ended."""
    event = lots.choice(done)
    assert isinstance(event, HandFinishedEvent)
    kind = lots.choice(["hand.voided", "hand.under_review", "hand.cleared", "hand.corrected"])
    data = {"deal": event.data.deal, "hand": event.data.hand, "reason": "a test"}
    if kind == "hand.voided":
        data["replay"] = lots.choice([True, False])
    if kind == "hand.corrected":
        data["players"] = {"1": {"name": "another"}}
    told = {"v": 1, "id": f"own/{serial}", "session": event.session, "group": event.group}
    more = {"table": event.table, "source": "scorer", "type": kind, "data": data}
    text = json.dumps({**told, **more})
    return Heard(text.encode(), parse_event(text), "test")


def decide_by_hand(lots: Random, gate: Gate) -> None:
    verdicts = gate.view(EXIT).verdicts
    if not verdicts:
        return
    key = lots.choice(sorted(verdicts))
    group = key.session, key.group
    what = lots.randrange(6)
    if what == 0:
        by_hand.seal(gate, [str(key)], "a test", "test")
    elif what == 1:
        by_hand.release(gate, [str(key)], "a test", "test")
    elif what == 2:
        by_hand.set_delay(gate, group, lots.choice([0, 30]), "a test", "test")
    elif what == 3:
        by_hand.end_session(gate, group, "a test", "test", ended=lots.random() < 0.5)
    elif what == 4:
        by_hand.expect_tables(gate, group, lots.choice([1, TABLES + 1]), "a test", "test")
    else:
        table = str(lots.randint(1, TABLES))
        by_hand.table_out(gate, group, table, "a test", "test", out=lots.random() < 0.5)


GROUP = "sim-1-10x3", "A"
DECISIONS: dict[str, Callable[[Gate, str], object]] = {
    "seal": lambda gate, deal: by_hand.seal(gate, [deal], "a test", "test"),
    "release": lambda gate, deal: by_hand.release(gate, [deal], "a test", "test"),
    "delay": lambda gate, _: by_hand.set_delay(gate, GROUP, 30, "a test", "test"),
    "out": lambda gate, _: by_hand.table_out(gate, GROUP, "1", "a test", "test"),
    "end": lambda gate, _: by_hand.end_session(gate, GROUP, "a test", "test"),
    "expect": lambda gate, _: by_hand.expect_tables(gate, GROUP, 9, "a test", "test"),
}


@pytest.mark.parametrize("what", DECISIONS)
def test_a_decision_holds_at_once_in_a_gate_that_is_open(tmp_path: Path, what: str) -> None:
    with open_store(tmp_path / "view.db") as store:
        store.append(map(heard, session_events(DEALS, 1, tables=TABLES)))
        gate = Gate(store)
        before = gate.view(EXIT)
        DECISIONS[what](gate, str(before.released[0]))
        now = gate.view(EXIT)
        assert now.house != before.house
        assert (now.house, now.verdicts) == ((anew := Gate(store).view(EXIT)).house, anew.verdicts)


@pytest.mark.parametrize("seed", range(counts(2, 40)))
def test_what_is_kept_up_is_what_a_new_gate_says(tmp_path: Path, seed: int) -> None:
    lots = Random(seed)
    clock = [datetime.now(UTC) + timedelta(hours=1)]
    coming = shuffled(lots, list(session_events(DEALS, seed, tables=TABLES)))
    told: list[Event] = []
    looks = 0
    with open_store(tmp_path / "view.db") as store:
        gate = Gate(store, clock=lambda: clock[0])
        while coming:
            batch, coming = coming[: (size := lots.choice([1, 1, 1, 2, 5]))], coming[size:]
            store.append(map(heard, batch))
            told += batch
            done = [event for event in told if isinstance(event, HandFinishedEvent)]
            if done and lots.random() < 0.08:
                store.append([afterwards(lots, done, len(told))])
            if lots.random() < 0.04:
                decide_by_hand(lots, gate)
            if lots.random() < 0.04:
                by_hand.note_export(gate, "audit", "browser", "test")  # decides nothing
            if lots.random() < 0.03:
                store.append([Refused(b"?", f"test:{len(told)}", problem("no-object"))])
            if lots.random() < 0.05:
                clock[0] += timedelta(minutes=lots.choice([-20, 5, 40]))
            now, anew = gate.view(EXIT), Gate(store, clock=lambda: clock[0]).view(EXIT)
            assert list(now.books.items()) == list(anew.books.items())
            assert now.verdicts == anew.verdicts
            assert now.released == anew.released
            assert (now.positions, now.house) == (anew.positions, anew.house)
            assert (now.until, now.acts) == (anew.until, anew.acts)
            assert gate.deals("command:deals") == Gate(store, clock=lambda: clock[0]).deals(
                "command:deals"
            )
            looks += 1
    assert looks > 40
