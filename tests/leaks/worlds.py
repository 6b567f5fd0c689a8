"""Random sessions for the leak hunter, and by their own bookkeeping what of them may be known.

Every step of a walk ends with two records: the whole one, and one that no events yet of anything
sealed. Whoever may not know must not be able to tell one from the other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Literal

from bridge_match import bridge_events

from producer.acts import (
    Act,
    DealDecision,
    DealReleasedAct,
    ProgrammeRowPlaced,
    ProgrammeRowPlacedAct,
    SegmentPlacedAct,
)
from producer.events import event_json, parse_event
from producer.feeds import Received
from producer.record import Store, open_store
from producer.simulate import session_events
from producer.simulate.session import SimulatedGame

DEALS, TABLES = 4, 3
Told = dict[str, Any]
Key = tuple[str, int]
"""Session and number; all groups are called A."""


@dataclass
class World:
    """A session as it is played, and perhaps a second one with the same cards (``twin``).
    ``placed``: what the act at that place in ``acts`` put into the rundown."""

    lots: Random
    to_come: dict[str, list[Told]] = field(default_factory=dict)
    told: list[Told] = field(default_factory=list)
    finished: dict[Key, set[str]] = field(default_factory=dict)
    hands: dict[tuple[Key, str], int] = field(default_factory=dict)
    reviewed: set[tuple[Key, str]] = field(default_factory=set)
    by_hand: dict[Key, bool] = field(default_factory=dict)
    out: set[str] = field(default_factory=set)
    delayed: bool = False
    acts: list[tuple[str, list[Key], str]] = field(default_factory=list)
    placed: dict[int, Act] = field(default_factory=dict)
    serial: int = 0

    @property
    def sessions(self) -> list[str]:
        return list(self.to_come)

    def keys(self) -> list[Key]:
        return [(session, number) for session in self.to_come for number in range(1, DEALS + 1)]

    def released(self) -> set[Key]:
        """By the world's own books: RULES P11, for the cards and not for the name."""
        alone = {key: self._alone(key) for key in self.keys()}
        return {key for key in alone if all(alone[session, key[1]] for session in self.to_come)}

    def _alone(self, key: Key) -> bool:
        if key in self.by_hand:
            return self.by_hand[key]
        if self.delayed:  # by more than a walk takes
            return False
        waits = {str(table) for table in range(1, TABLES + 1)} - self.out
        return waits <= self.finished.get(key, set())

    def needles(self) -> set[str]:
        """What identifies sealed deals: the names of their players and their boards, or the first
        seat's cards in a game without a board."""
        sealed = set(self.keys()) - self.released()
        boards, known = set[str](), set[str]()
        for told in self.told:
            if told["type"] == "deal.cards":
                data = told["data"]
                there = boards if (told["session"], data["deal"]) in sealed else known
                there.add(data.get("board") or data["cards"]["1"])
        return (boards - known) | {nonce(key) for key in sealed}


WorldGame = SimulatedGame | Literal["bridge"]
"""Bridge: bots have played all boards beforehand."""


def new_world(seed: int, game: WorldGame = "holdem") -> World:
    lots = Random(seed)
    names = ["main", "twin"] if lots.random() < 0.4 else ["main"]
    world = World(lots)
    if game == "bridge":
        base = list(bridge_events(DEALS, seed, TABLES))
    else:
        played = session_events(DEALS, seed, tables=TABLES, game=game)
        base = [json.loads(event_json(each)) for each in played]
    for name in names:
        events = [_renamed(told, name) for told in base]
        first = [told for told in events
                 if told["type"] in ("session.opened", "deal.cards", "hand.recorded")]  # fmt: skip
        world.told += first
        world.to_come[name] = [told for told in events if told not in first]
    return world


def nonce(key: Key) -> str:
    """A player's name that occurs in one deal only."""
    return f"Zz{key[0]}{key[1]}zZ"


def _renamed(told: Told, session: str) -> Told:
    """In the order received, whatever the devices count; with a name that tells the deal."""
    told = json.loads(json.dumps(told))
    told["id"] = f"{session}:{told['id']}"
    told["session"] = session
    told.pop("seq", None)
    if told["type"] == "hand.started":
        data = told["data"]
        seats = sorted(data.get("stacks") or data.get("players") or map(str, range(1, TABLES + 1)))
        name = nonce((session, told["data"]["deal"]))
        told["data"]["players"] = {seat: {"name": f"{name} {seat}"} for seat in seats}
    return told


Doing = Callable[[World], str]


def step(world: World) -> str:
    """One thing happens; what it was."""
    doings = [_play] * 6 + [_void, _release, _seal, _correct, _table_out, delay]
    return world.lots.choice(doings)(world)


def play_most(world: World) -> str:
    """The first session's first deals are played at all tables, of the others some at some."""
    for session in world.sessions[:1]:
        coming = world.to_come[session]
        last = [told for told in coming if told["data"]["deal"] > DEALS - 2]
        part = last[: len(last) // 2]
        for told in [told for told in coming if told not in last] + part:
            _tell(world, session, told)
    return "most is played"


def _play(world: World) -> str:
    session = world.lots.choice(world.sessions)
    coming = world.to_come[session]
    for told in coming[: world.lots.randint(5, 60)]:
        _tell(world, session, told)
    return f"{session} plays"


def _tell(world: World, session: str, told: Told) -> None:
    world.to_come[session].remove(told)
    world.told.append(told)
    key = session, told["data"]["deal"]
    if told["type"] == "hand.finished":
        world.finished.setdefault(key, set()).add(told["table"])
        world.hands[key, told["table"]] = told["data"]["hand"]


def _void(world: World) -> str:
    done = [place for place in world.hands if place[1] in world.finished.get(place[0], set())]
    if not done:
        return "nothing to void"
    (session, number), table = world.lots.choice(sorted(done))
    key = session, number
    data = {"deal": number, "hand": world.hands[key, table], "reason": "wrong deck at the table"}
    world.told.append(_event(world, session, table, "hand.voided", data))
    world.finished[key].discard(table)
    del world.hands[key, table]
    if world.by_hand.get(key):
        del world.by_hand[key]
    return f"{session}/{number} voided at {table}"


def _correct(world: World) -> str:
    done = sorted(world.hands)
    if not done:
        return "nothing to correct"
    (session, number), table = world.lots.choice(done)
    data = {"deal": number, "hand": world.hands[(session, number), table], "reason": "a look"}
    kind = world.lots.choice(["hand.under_review", "hand.cleared"])
    place = (session, number), table
    if place not in world.reviewed:
        kind = "hand.under_review"  # what is not is not cleared
        world.reviewed.add(place)
    elif kind == "hand.cleared":
        world.reviewed.discard(place)
    world.told.append(_event(world, session, table, kind, data))
    return f"{session}/{number} {kind} at {table}"


def _release(world: World) -> str:
    number = world.lots.randint(1, DEALS)
    keys = [(session, number) for session in world.sessions]
    for key in keys:
        world.by_hand[key] = True
    world.acts.append(("release", keys, f"reason {nonce(keys[0])}"))
    return f"{number} released by hand"


def _seal(world: World) -> str:
    key = world.lots.choice(world.keys())
    world.by_hand[key] = False
    world.acts.append(("seal", [key], f"reason {nonce(key)}"))
    return f"{key} sealed by hand"


def _table_out(world: World) -> str:
    table = str(world.lots.randint(1, TABLES))
    if world.lots.random() < 0.7 or len(world.out) == TABLES - 1:
        world.out.discard(table)
        word = "back"
    else:
        world.out.add(table)
        word = "out"
    world.acts.append((word, [(session, 0) for session in world.sessions], table))
    return f"table {table} is {word}"


def delay(world: World) -> str:
    world.delayed = not world.delayed
    minutes = "9999" if world.delayed else "0"
    world.acts.append(("delay", [(session, 0) for session in world.sessions], minutes))
    return f"a delay of {minutes} minutes"


def plan(world: World) -> str:
    """A rundown of four segments with a link behind each; then the deals of the first and the third
    are sealed again."""
    first = world.sessions[0]
    for number in (1, 2):
        keys = [(session, number) for session in world.sessions]
        for key in keys:
            world.by_hand[key] = True
        world.acts.append(("release", keys, f"reason {nonce(keys[0])}"))
    for row, number in enumerate((1, 2, 1, 2)):
        world.acts.append(("segment", [(first, number)], str(2 * row + 1)))
        world.acts.append(("link", [], str(2 * row + 2)))
    world.by_hand[first, 1] = False
    world.acts.append(("seal", [(first, 1)], f"reason {nonce((first, 1))}"))
    return "a rundown with two segments of a deal that is sealed again"


def link(row: str) -> ProgrammeRowPlacedAct:
    data = ProgrammeRowPlaced(row=row, kind="link", title=f"Link {row}", seconds=20)
    return ProgrammeRowPlacedAct(at=datetime.now(UTC), by="the hunter", data=data)


def _event(world: World, session: str, table: str, kind: str, data: Told) -> Told:
    world.serial += 1
    told = {"v": 1, "id": f"own/{world.serial}", "session": session, "group": "A", "table": table}
    return {**told, "source": "scorer", "type": kind, "data": data}


def received(told: list[Told]) -> Iterator[Received]:
    for n, each in enumerate(told, 1):
        text = json.dumps(each)
        yield Received(text.encode(), parse_event(text), f"feed:{n}")


def public_record(world: World, path: Path) -> Store:
    """A record that no events yet of anything sealed: what is out, released by hand."""
    released = world.released()
    store = open_store(path)
    store.append(received([told for told in world.told if _is_public(told, released)]))
    for session, number in sorted(released):
        data = DealDecision(session=session, group="A", deal=number, reason="it is out")
        store.act(DealReleasedAct(at=datetime.now(UTC), by="the hunter", data=data))
    for act in world.placed.values():
        if not isinstance(act, SegmentPlacedAct) or (act.data.session, act.data.deal) in released:
            store.act(act)
    return store


def _is_public(told: Told, released: set[Key]) -> bool:
    if told["type"] == "session.opened":
        return True
    return (told["session"], told["data"]["deal"]) in released
