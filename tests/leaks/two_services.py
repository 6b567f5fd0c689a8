"""One device, two services: one that knows everything, one that no events yet of the other tables.

What the device is answered must be the same, byte by byte (RULES P11).
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from liar import OTHERS, OWN, TABLES, Device, Told, World, chosen, office, opening, own_act

from producer.games.line import DealKey
from producer.record import Receipt, Store, StoreError, open_store
from producer.record.intake.decision_events import AlreadyDecided
from producer.record.intake.decisions import KnownAlready, discard, release
from producer.web.access.roles import Who
from producer.web.feed.permissions import permitted
from producer.web.feed.queue import Item, read_items
from producer.web.feed.routes import answer

UNBOUND = Who("feed", "a device of the tests")
"""A feed's token that is bound to no table: what it may send is the widest."""


@dataclass
class Pair:
    """``everything`` hears all tables, ``alone`` only the device's own. ``beside`` writes to the
    record of ``everything`` as another process does. ``differences``: what was answered otherwise;
    ``asked``: how many answers were compared."""

    everything: Store
    beside: Store
    alone: Store
    differences: list[str] = field(default_factory=list)
    asked: int = 0


@contextmanager
def pair() -> Iterator[Pair]:
    with tempfile.TemporaryDirectory() as folder:
        all_of_it, own = Path(folder, "everything.db"), Path(folder, "alone.db")
        with open_store(all_of_it) as one, open_store(all_of_it) as two, open_store(own) as alone:
            yield Pair(one, two, alone)


def read(pieces: Sequence[bytes], who: Who = UNBOUND) -> list[Item]:
    return permitted(read_items(list(pieces), "POST"), who)


def told(*events: Told) -> list[Item]:
    """Events sent without a token's limits, as from a producer or the other tables."""
    return read_items([json.dumps(event).encode() for event in events], "POST")


def ask_both(pair: Pair, pieces: Sequence[bytes], amid: Sequence[Item] = ()) -> None:
    """Sends the same to both; in the one that knows everything in one commit with ``amid``."""
    one = _answer(pair.everything, read(pieces), amid)
    other = _answer(pair.alone, read(pieces), ())
    _compare(pair, pieces, one, other)


def _answer(store: Store, items: list[Item], amid: Sequence[Item]) -> bytes:
    half = len(amid) // 2
    try:
        taken: list[Receipt] = store.ingest([*amid[:half], *items, *amid[half:]])
    except StoreError as error:
        return f"503 {error.reason}".encode()
    return json.dumps(answer(taken[half : half + len(items)])).encode()


def _gaps(store: Store) -> bytes:
    gaps = [gap for gap in store.gaps() if gap.table == OWN]
    return repr([(gap.source, gap.missing, gap.waiting) for gap in gaps]).encode()


def _compare(pair: Pair, asked: Sequence[bytes], one: bytes, other: bytes) -> None:
    pair.asked += 1
    if one != other:
        words = b"\n".join(asked).decode()
        pair.differences.append(f"{words}\n  {one.decode()}\n  {other.decode()}")


def device_walk(pair: Pair, lots: Random, steps: int) -> None:
    """A random evening, seen from one table, until there is a difference."""
    world = World(lots)
    devices = {table: Device(world, table) for table in TABLES}
    openings = _openings(lots)
    for step in range(steps):
        if pair.differences:
            return
        if openings and lots.random() < max(0.4, step / steps):
            ask_both(pair, [json.dumps(openings.pop(0)).encode()])
        what = lots.random()
        if what < 0.45:
            amid = _others(world, devices) if lots.random() < 0.3 else []
            ask_both(pair, devices[OWN].message(), amid)
            _compare(pair, [b"GET /feed/gaps"], _gaps(pair.everything), _gaps(pair.alone))
        elif what < 0.75:
            lots.choice([pair.everything, pair.beside]).ingest(_others(world, devices))
        elif what < 0.82:
            _choose_deck(pair, world)
        elif what < 0.9:
            _act_about_others(pair, world)
        else:
            _act_about_own(pair, world)


def group_walk(pair: Pair, lots: Random, steps: int) -> None:
    """What the office sends, answered with and without what tables have played, until there is a
    difference."""
    world = World(lots)
    devices = {table: Device(world, table) for table in TABLES}
    for told_ in _openings(lots):
        ask_both(pair, [json.dumps(told_).encode()])
    for _ in range(steps):
        if pair.differences:
            return
        if lots.random() < 0.4:
            ask_both(pair, [json.dumps(office(world)).encode()])
        elif lots.random() < 0.8:
            table = lots.choice(TABLES)
            pair.everything.ingest(read(devices[table].message()))
        else:
            pair.everything.ingest(told(chosen(world)))


def _openings(lots: Random) -> list[Told]:
    kind = "live" if lots.random() < 0.85 else "archive"
    if lots.random() < 0.6:
        return [opening(*TABLES, kind=kind)]
    first, second = lots.sample([opening(*OTHERS, kind=kind), opening(OWN, kind=kind, deals=2)], 2)
    return [first, second]


def _others(world: World, devices: dict[str, Device]) -> list[Item]:
    """What other tables send, or the office."""
    if world.lots.random() < 0.3:
        return told(office(world))
    return read(devices[world.lots.choice(OTHERS)].message())


def _choose_deck(pair: Pair, world: World) -> None:
    """The producer's choice is about those tables whose hands it voids: the service that has
    only the device's own table is sent these choices alone."""
    if not pair.alone.sessions():
        return  # it would wait, and nobody could say yet about whom it is
    choice = chosen(world)
    key = DealKey("S", "A", choice["data"]["deal"])
    before = len(_voided(pair.everything, key))
    pair.everything.ingest(told(choice))
    for hand in _voided(pair.everything, key)[before:]:
        data = {"deal": key.number, "hand": hand, "reason": "chosen"}
        data["replay"] = choice["data"]["replay"]
        (taken,) = pair.alone.ingest(told(own_act(world, "hand.voided", data)))
        if taken.outcome != "accepted":
            pair.differences.append(f"hand {hand} is not there to void: {taken}")


def _voided(store: Store, key: DealKey) -> tuple[int, ...]:
    mark = store.marks().get(key, {}).get(OWN)
    return mark.voided if mark else ()


def _act_about_others(pair: Pair, world: World) -> None:
    lots = world.lots
    store = lots.choice([pair.everything, pair.beside])
    gaps = [gap for gap in store.gaps() if gap.table != OWN]
    if gaps and lots.random() < 0.5:
        gap = lots.choice(gaps)
        (first, last), *_ = gap.missing
        data = {"device": gap.source, "first": first, "last": last, "reason": "will not come"}
        act = {**own_act(world, "gap.lost", data), "table": gap.table}
        store.ingest(told(act))
        return
    entries = [
        each
        for each in store.quarantine()
        if each.identity.table != OWN and b"deck.chosen" not in each.raw
    ]
    if entries:
        _decide(store, lots.choice(entries).pos, away=lots.random() < 0.3)


def _act_about_own(pair: Pair, world: World) -> None:
    """The same in both services."""
    lots = world.lots
    gaps = [gap for gap in pair.alone.gaps() if gap.table == OWN]
    if gaps and lots.random() < 0.5:
        gap = lots.choice(gaps)
        (first, last), *_ = gap.missing
        data = {"device": gap.source, "first": first, "last": last, "reason": "will not come"}
        act = own_act(world, "gap.lost", data)
        for store in (pair.everything, pair.alone):
            store.ingest(told(act))
        return
    entries = [each for each in pair.alone.quarantine() if each.identity.table == OWN]
    if entries:
        entry = lots.choice(entries)
        same = [
            each.pos
            for each in pair.everything.quarantine()
            if (each.raw, each.reason, each.place) == (entry.raw, entry.reason, entry.place)
        ]
        if not same:
            pair.differences.append(f"the entry is in one quarantine only: {entry}")
            return
        away = lots.random() < 0.3
        one = _decide(pair.everything, same[0], away=away)
        other = _decide(pair.alone, entry.pos, away=away)
        _compare(pair, [b"decision about:", entry.raw], one.encode(), other.encode())


def _decide(store: Store, pos: int, *, away: bool) -> str:
    """The outcome of a decision about an entry."""
    try:
        if not away:
            return str(release(store, pos, "try again", "Anna"))
        discard(store, pos, "settled", "Anna")
    except (AlreadyDecided, KnownAlready) as error:
        return type(error).__name__
    return "discarded"
