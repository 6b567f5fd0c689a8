"""Events written for the tests of the record: a three-seat table, blinds 5/10, 100 big blinds.

Deal 1: button 3, so seat 1 posts 5, seat 2 posts 10 and seat 3 opens. Seat 1 holds aces, seat 2
kings; the board gives nobody more.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from producer.events import Event, event_json, parse_event
from producer.feeds import Received
from producer.games.line import DealKey
from producer.record import Store, open_store

CARDS = {"1": "AsAh", "2": "KsKh", "3": "7d2c"}
BOARD = "Qs9h3d4c8s"
PLAYERS = {"1": {"name": "Ada"}, "2": {"name": "Bo"}, "3": {"name": "Cy"}}
GAME = {"betting": "no-limit", "small_blind": 5, "big_blind": 10, "stack": 1000}

ALL_IN = [
    ("preflop", 3, "fold", None),
    ("preflop", 1, "raise", 1000),
    ("preflop", 2, "call", 1000),
]
ALL_IN_RESULT = {"1": 1000, "2": -1000, "3": 0}
TO_THE_FLOP = [
    ("preflop", 3, "raise", 30),
    ("preflop", 1, "fold", None),
    ("preflop", 2, "call", 30),
    ("flop", 2, "check", None),
    ("flop", 3, "bet", 40),
    ("flop", 2, "fold", None),
]
TO_THE_FLOP_RESULT = {"1": -5, "2": -30, "3": 35}


def event(kind: str, data: dict[str, Any], **envelope: Any) -> Event:
    """An event at table 1 of session S, group A; ``id`` is made of what it says."""
    output = {"session": "S", "group": "A", "table": "1", "source": "test", "type": kind}
    name = "/".join(str(part) for part in (kind, envelope.get("table", 1), *_numbers(data)))
    return parse_event(json.dumps({"id": name} | output | envelope | {"data": data}))


def received(*events: Event, file: str = "feed.ndjson") -> list[Received]:
    return [
        Received(event_json(event).encode(), event, f"{file}:{line}")
        for line, event in enumerate(events, start=1)
    ]


def opened(*tables: str, kind: str = "archive", **data: Any) -> Event:
    rosters = {name: {"game": GAME, "players": PLAYERS} for name in tables or ("1", "2")}
    output = {"kind": kind, "tables": rosters} | data
    return event("session.opened", output, id=f"opened/{'+'.join(rosters)}/{kind}", table=None)


def recorded(
    table: str = "1", deal: int = 1, *, id: str | None = None, seq: int | None = None, **data: Any
) -> Event:
    """A hand.recorded, by default the all-in of aces against kings."""
    output = {
        "deal": deal,
        "hand": deal,
        "button": 3,
        "cards": CARDS,
        "board": BOARD,
        "line": ALL_IN,
        "result": ALL_IN_RESULT,
    } | data
    output["line"] = [
        {"street": street, "seat": seat, "action": action, "to": to}
        for street, seat, action, to in output["line"]
    ]
    return event("hand.recorded", output, table=table, id=id or f"{table}/{deal}", seq=seq)


def live(
    table: str = "1",
    deal: int = 1,
    line: list[tuple[str, int, str, int | None]] | None = None,
    result: dict[str, Any] | None = None,
    boards: tuple[str, ...] = (),
) -> list[Event]:
    """A hand sent action by action; a board comes before the first action of its street."""
    hand = {"deal": deal, "hand": deal}
    events = [event("hand.started", hand | {"button": 3}, table=table, seq=1)]
    waiting, street = list(boards), "preflop"
    for n, (at, seat, action, to) in enumerate(line if line is not None else ALL_IN, start=1):
        if at != street:
            street = at
            events.append(_board(hand, waiting.pop(0), table, len(events) + 1))
        output = hand | {"n": n, "seat": seat, "action": action, "to": to}
        events.append(event("hand.action", output, table=table, seq=len(events) + 1))
    for cards in waiting:
        events.append(_board(hand, cards, table, len(events) + 1))
    end = hand | {"result": ALL_IN_RESULT if result is None else result}
    events.append(event("hand.finished", end, table=table, seq=len(events) + 1))
    return events


def deck(deal: int = 1, **data: Any) -> Event:
    output = {"deal": deal, "button": 3, "cards": CARDS, "board": BOARD} | data
    return event("deal.cards", output, table=None, id=f"deck/{deal}")


def contents(store: Store) -> tuple[object, ...]:
    """All that the record answers, to be compared as a whole."""
    return store.sessions(), progress(store), list(store.deals())


def progress(store: Store) -> list[tuple[DealKey, tuple[str, ...], tuple[str, ...], str]]:
    """Every deal with the tables that have finished it, the roster and the kind of session."""
    return [
        (
            DealKey(group.session, group.group, number),
            tuple(table for table in group.tables if table in deal.finished),
            group.tables,
            group.kind,
        )
        for group in store.group_states().values()
        for number, deal in group.deals.items()
    ]


def log_version(store: Store) -> int:
    """Grows with every addition to the log or the quarantine."""
    counts = store.counts()
    return counts.events + counts.quarantined


def reasons(store: Store) -> list[str]:
    return [entry.reason for entry in store.quarantine()]


def database(folder: Path) -> Path:
    return folder / "record.db"


@contextmanager
def temporary() -> Iterator[tuple[Store, Path]]:
    """A record of its own and its path, for examples that share a test."""
    with tempfile.TemporaryDirectory() as folder, open_store(database(Path(folder))) as store:
        yield store, database(Path(folder))


def _board(hand: dict[str, int], cards: str, table: str, seq: int) -> Event:
    output = hand | {"cards": cards}
    name = f"hand.board/{table}/{hand['deal']}/{cards}"
    return event("hand.board", output, table=table, seq=seq, id=name)


def _numbers(data: dict[str, Any]) -> list[Any]:
    return [data[name] for name in ("deal", "hand", "n") if name in data]
