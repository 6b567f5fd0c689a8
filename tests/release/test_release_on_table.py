"""A gate open from the start answers for a table like a newly opened one (RULES P11).

The gate keeps verdicts, deals and parsed events from question to question; nothing that happens to
the record, by whomever, may leave an answer behind that the record no longer gives.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from effort import counts
from hypothesis import given, settings
from hypothesis import strategies as st

from producer.events import Event, HandFinishedEvent, HandStartedEvent, event_json, parse_event
from producer.feeds import Received
from producer.record import Store, open_store
from producer.release import Gate, by_hand
from producer.simulate import session_events

EXIT, PRODUCER = "command:deals", "command:audit"
DELAY = timedelta(minutes=15)
DEALS = 3
TABLES = ("1", "2")


def received(event: Event) -> Received:
    return Received(event_json(event).encode(), event, "test")


def sitting(lots: Random, name: str, seed: int, tables: tuple[str, ...]) -> list[Event]:
    """A live session of ``tables`` alone, in an order that devices may send it in: two at a table,
    each with its own count, and signs of life between. Its decks are told beforehand or never."""
    name, group = ("S", "B") if name == "S too" else (name, "A")
    decks = lots.random() < 0.6
    found: list[Event] = []
    seq: Counter[tuple[str, str]] = Counter()
    for event in session_events(DEALS, seed, tables=2):
        if event.table not in (None, *tables) or (event.type == "deal.cards" and not decks):
            continue
        result = json.loads(event_json(event))
        result |= {"session": name, "group": group, "id": f"{name}/{group}/{event.id}"}
        if event.type == "session.opened":
            result["data"] |= {"tables": rosters(result["data"]["tables"], tables), "teams": {}}
        signs = [result]
        if event.table and lots.random() < 0.05:
            sign = {"id": f"{result['id']}/clock", "type": "table.clock", "data": {"paused": True}}
            signs.insert(0, {**result, **sign})
        for each in signs:
            if event.table:
                each["source"] = "second" if lots.random() < 0.2 else "first"
                seq[event.table, each["source"]] += 1
                each["seq"] = seq[event.table, each["source"]]
            found.append(parse_event(json.dumps(each)))
    for _ in range(len(found) // 8):
        place = lots.randrange(1, len(found))
        moved = found.pop(place)
        found.insert(min(len(found), place + lots.randrange(1, 12)), moved)
    return found


def rosters(opened: dict[str, Any], tables: tuple[str, ...]) -> dict[str, Any]:
    """Of ``tables`` alone, whose players are of no team: so each group is whole."""
    for table in tables:
        for player in opened[table]["players"].values():
            player.pop("team", None)
    return {table: opened[table] for table in tables}


def said(lots: Random, result: list[Event], serial: int) -> Event | None:
    """A void, a review, its end or a correction of a hand, begun or ended, or of a deal."""
    hands = [each for each in result if isinstance(each, HandStartedEvent | HandFinishedEvent)]
    if not hands:
        return None
    event = lots.choice(hands[-4:])
    kinds = ("hand.voided", "hand.under_review", "hand.cleared", "hand.corrected", "deal.corrected")
    kind = lots.choice(kinds)
    data: dict[str, Any] = {"deal": event.data.deal, "reason": f"a test, {serial}"}
    if kind == "deal.corrected":
        data |= {"cards": {"1": lots.choice(["2c2d", "AsKs", "7h8h"])}}
    else:
        data |= {"hand": event.data.hand}
    if kind == "hand.voided":
        data |= {"replay": lots.random() < 0.5}
    if kind == "hand.corrected":
        data |= {"players": {"1": {"name": f"another, {serial}"}}}
    if lots.random() < 0.2:  # a gap is given up, whether there is one or not
        kind, data = "gap.lost", {"device": event.source, "first": 1, "last": 9, "reason": "a test"}
    envelope = {"id": f"own/{serial}", "session": event.session, "group": event.group}
    envelope |= {"table": event.table, "source": "scorer", "type": kind}
    return parse_event(json.dumps(envelope | {"data": data}))


def decide(lots: Random, gate: Gate) -> None:
    """A random decision by hand, about any deal or group."""
    view = gate.view(PRODUCER)
    if not view.verdicts:
        return
    key = lots.choice(list(view.verdicts))
    group = key.session, key.group
    what = lots.randrange(6)
    if what == 0:
        by_hand.seal(gate, [str(key)], "a test", "test")
    elif what == 1:
        with suppress(by_hand.CannotDecide):  # as long as others play the same cards
            by_hand.release(gate, [str(key)], "a test", "test")
    elif what == 2:
        by_hand.set_delay(gate, group, lots.choice([0, 30]), "a test", "test")
    elif what == 3:
        by_hand.end_session(gate, group, "a test", "test", ended=lots.random() < 0.5)
    elif what == 4:
        by_hand.expect_tables(gate, group, lots.choice([1, 1, 2]), "a test", "test")
    else:
        table = lots.choice(view.books[group].tables)
        by_hand.table_out(gate, group, table, "a test", "test", out=lots.random() < 0.5)


def discard(gate: Gate) -> None:
    """Discards all quarantine entries: a table that no longer exists holds up nothing."""
    for entry in gate.quarantine(PRODUCER):
        if entry.decision is None:
            gate.decide(PRODUCER, entry.pos, "discard", "a test", "test")


@dataclass
class Desk:
    """A record that two processes write, and the gate open from the start."""

    path: Path
    ours: Store
    others: Store
    gate: Gate
    clock: datetime = field(default_factory=lambda: datetime.now(UTC))
    answers: Counter[str] = field(default_factory=Counter)

    def now(self) -> datetime:
        return self.clock

    def compare(self) -> None:
        with open_store(self.path) as store:
            anew = Gate(store, DELAY, self.now)
            for table in TABLES:
                found = self.gate.on_table(table, EXIT)
                assert found == anew.on_table(table, EXIT)
                self.answers["nothing" if found is None else "open" if found[1] else "closed"] += 1
            ours, theirs = self.gate.view(PRODUCER), anew.view(PRODUCER)
            assert list(ours.verdicts.items()) == list(theirs.verdicts.items())
            assert list(ours.books.items()) == list(theirs.books.items())
            assert (ours.released, ours.until) == (theirs.released, theirs.until)
            assert self.gate.deals("command:deals") == anew.deals("command:deals")


def coming(lots: Random) -> Iterator[Event]:
    """The sessions of a day, one table alone and perhaps others, mixed."""
    rooms = [sitting(lots, "S", 1, ("1",))]
    if lots.random() < 0.4:
        rooms.append(sitting(lots, "T", lots.choice([1, 2]), ("1",)))
    if lots.random() < 0.3:
        rooms.append(sitting(lots, "U", 3, ("2",)))
    if lots.random() < 0.3:
        rooms.append(sitting(lots, "P", lots.choice([1, 4]), ("1", "2")))
    if lots.random() < 0.1:
        rooms.append(sitting(lots, "S too", 5, ("2",)))
    while rooms := [room for room in rooms if room]:
        room = rooms[0] if lots.random() < 0.6 else lots.choice(rooms)
        for _ in range(lots.choice([1, 3, 20])):
            if room:
                yield room.pop(0)


def walk(lots: Random, folder: Path) -> Counter[str]:
    """Random events in any order; counts each kind of answer."""
    path = folder / "table.db"
    with open_store(path) as ours, open_store(path) as others:
        desk = Desk(path, ours, others, Gate(ours, DELAY))
        desk.gate.clock = desk.now
        ours.append(map(received, session_events(2, 9, tables=2, archive=True)))
        result: list[Event] = []
        ahead = timedelta(0)
        for serial, event in enumerate(coming(lots)):
            store = others if lots.random() < 0.2 else ours
            store.ingest([received(event)])
            result.append(event)
            if lots.random() < 0.06 and (more := said(lots, result, serial)):
                store.ingest([received(more)])
            if lots.random() < 0.03:
                decide(lots, Gate(others, DELAY, desk.now) if store is others else desk.gate)
            if lots.random() < 0.02:
                by_hand.note_export(desk.gate, "audit", "browser", "test")  # decides nothing
            if lots.random() < 0.01:
                others.rebuild()
            if lots.random() < 0.01:
                stray = event.model_copy(update={"id": f"stray/{serial}", "table": "9"})
                store.ingest([received(stray)])
            if lots.random() < 0.05:
                discard(desk.gate)
            if lots.random() < 0.1:
                ahead = timedelta(minutes=lots.choice([-20, 0, 5, 14, 16, 60]))
            desk.clock = datetime.now(UTC) + ahead
            if lots.random() < 0.8:
                desk.compare()
        discard(desk.gate)
        desk.clock += timedelta(days=1)
        desk.compare()
        return desk.answers


@settings(max_examples=counts(4, 150))
@given(st.integers(0, 2**32))
def test_a_gate_open_from_the_start_answers_like_a_new_one(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        walk(Random(seed), Path(folder))


def test_the_random_day_covers_every_kind_of_answer(tmp_path: Path) -> None:
    answers: Counter[str] = Counter()
    for seed in range(5):
        (folder := tmp_path / str(seed)).mkdir()
        answers += walk(Random(seed), folder)
    assert min(answers[kind] for kind in ("nothing", "closed", "open")) > 5, answers
