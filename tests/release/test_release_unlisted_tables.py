"""A table in no roster seals the deals of its group until a producer decides about it (RULES
P11)."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from decided import decided_about

from producer.events import Event, parse_event
from producer.feeds import Received
from producer.record import Store, open_store
from producer.record.intake.decisions import discard, release
from producer.release import Gate

GAME = {"betting": "no-limit", "small_blind": 5, "big_blind": 10, "stack": 1000}
FOLDED = [{"street": "preflop", "seat": seat, "action": "fold"} for seat in (3, 1)]
RESULT = {"1": -5, "2": 5, "3": 0}


def output(type_: str, table: str | None, **data: object) -> Received:
    event = {"session": "S", "group": "A", "source": "test", "type": type_, "data": data}
    if table:
        event["table"] = table
    raw = json.dumps({"id": sha256(json.dumps(event).encode()).hexdigest()} | event).encode()
    received: Event = parse_event(raw)
    return Received(raw, received, "feed.ndjson:1")


def opening(*tables: str) -> Received:
    players = {str(seat): {"name": f"P{seat}"} for seat in (1, 2, 3)}
    rosters = {name: {"game": GAME, "players": players} for name in tables}
    return output("session.opened", None, kind="live", title="+".join(tables), tables=rosters)


START = output("hand.started", "2", deal=1, hand=1, button=3)
PLAYED = output(
    "hand.recorded", "1", deal=1, hand=1, button=3, cards={}, board="", line=FOLDED, result=RESULT
)


@pytest.fixture
def store() -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "r.db") as opened:
        yield opened


def released(store: Store) -> list[str]:
    return [str(key) for key in Gate(store).released("command:deals")]


@pytest.mark.parametrize("early", [False, True])
def test_releasing_its_entry_does_not_unseal_while_the_table_is_in_no_roster(
    store: Store, early: bool
) -> None:
    """Before the opening it is in the log already: it is tried there."""
    for item in [START, opening("1")] if early else [opening("1"), START]:
        store.ingest([item])
    store.ingest([PLAYED])
    assert released(store) == []
    assert release(store, 1, "try again", "me").outcome == "refused"
    assert (released(store), decided_about(store)) == ([], {})
    discard(store, 1, "nobody plays there", "me")
    assert released(store) == ["S/A/1"]


def test_the_seal_stays_until_the_table_added_to_the_roster_has_played(
    store: Store,
) -> None:
    for item in (START, opening("1"), PLAYED, opening("2")):
        store.ingest([item])
    assert {pos: each.what for pos, each in decided_about(store).items()} == {1: "released"}
    assert released(store) == []
    for n, seat in enumerate((3, 1), start=1):
        data = {"deal": 1, "hand": 1, "n": n, "seat": seat, "action": "fold"}
        store.ingest([output("hand.action", "2", **data)])
    store.ingest([output("hand.finished", "2", deal=1, hand=1, result=RESULT)])
    assert released(store) == ["S/A/1"]
