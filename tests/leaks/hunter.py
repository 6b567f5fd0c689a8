"""The leak hunter: walks every exit of a record and of its public half, and compares.

Exits are found, not listed: the app's routes, the commands, ``release.EXITS``. A route that is
neither declared nor expected in ``addresses`` is reported too.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from shutil import copytree
from typing import Literal, get_args

import numpy as np
from addresses import SEALED_FOR, WITHOUT_EXIT
from devices import listen
from halves import ROLES, Answer, Half, Plant, ask, files, half, logs
from on_air import take_everything
from PIL import Image
from ways import (
    COUNTS_EVENTS,
    METRICS,
    commands,
    put_segments,
    requests,
    routes_of,
)
from worlds import Doing, World, WorldGame, link, new_world, public_record, received, step

from producer.acts import SegmentPlaced, SegmentPlacedAct
from producer.record import open_store
from producer.release import EXITS, SEALED_EXITS, Gate, by_hand
from producer.web.access.router import Access

MARK = (0xE0, 0x1B, 0x24)
"""The red of the word across pictures of what is sealed."""

TIMES = "/api/rundown/times"
TIME_OF_DAY = re.compile(r"\d+(\.\d+)?")
"""An answer in which every number is of the clock."""

Part = Literal["routes", "commands", "devices", "air"]
"""Of a walk: what is asked of the service, of the command line, by devices, and what OBS gets."""


@dataclass(frozen=True)
class Leak:
    """What was found where."""

    way: str
    why: str


@dataclass
class Hunt:
    leaks: list[Leak] = field(default_factory=list)
    asked: int = 0
    ways: set[str] = field(default_factory=set)
    first_only: bool = False
    parts: tuple[Part, ...] = get_args(Part)

    def find(self, way: str, why: str) -> None:
        self.leaks.append(Leak(way, why))
        if self.first_only:
            raise Found


class Found(Exception):
    """One leak will do."""


def bites(plant: Plant, folder: Path, seed: int, part: Part, *doings: Doing) -> Leak | None:
    """The first leak that ``part`` finds in a service with one planted in it, on a walk of
    ``doings``."""
    found = Hunt(first_only=True, parts=(part,))
    with contextlib.suppress(Found):
        walk(found, seed, doings, folder, plant)
    return found.leaks[0] if found.leaks else None


def hunt(seed: int, steps: int, folder: Path) -> Hunt:
    """A walk of so many steps; every way out is tried after each."""
    found = Hunt()
    walk(found, seed, [step] * steps, folder)
    return found


def walk(
    hunt: Hunt,
    seed: int,
    doings: Sequence[Doing],
    folder: Path,
    plant: Plant | None = None,
    game: WorldGame = "holdem",
) -> None:
    world = new_world(seed, game)
    whole = folder / "whole"
    whole.mkdir()
    with open_store(whole / "duplicast.db") as store:
        store.append(received(world.told))
    told, acted = len(world.told), 0
    for number, doing in enumerate(doings):
        doing(world)
        asked = folder / f"asked-{number}"  # a copy: what a walk writes is not in the next step
        copytree(whole, asked)
        with half(asked, True, plant) as half_a:  # every step is a restart as well
            put_segments(half_a.out)
            half_a.gate._store.append(received(world.told[told:]))
            _act(half_a.gate, world, acted)
            public = folder / f"public-{number}"
            public.mkdir()
            public_record(world, public / "duplicast.db").close()
            with half(public, False, plant) as half_b:
                put_segments(half_b.out)
                _compare(hunt, world, half_a, half_b)
        with half(whole, True) as half_a:
            half_a.gate._store.append(received(world.told[told:]))
            _act(half_a.gate, world, acted)
        told, acted = len(world.told), len(world.acts)
        if "devices" in hunt.parts:
            hunt.asked += listen(hunt.find, world, folder / f"devices-{number}", plant)
        if "air" in hunt.parts and (number % 5 == 4 or number == len(doings) - 1):
            hunt.asked += take_everything(hunt.find, world, whole, public, plant)


def _act(gate: Gate, world: World, done: int) -> None:
    for number, (what, keys, more) in enumerate(world.acts[done:], done):
        names = [f"{session}/A/{number}" for session, number in keys]
        if what == "release":
            by_hand.release(gate, names, more, "hunter")
        elif what == "seal":
            by_hand.seal(gate, names, more, "hunter")
        elif what in ("segment", "link"):
            if number not in world.placed:
                world.placed[number] = link(more) if what == "link" else _segment(gate, names, more)
            gate.act(world.placed[number])
        else:
            for session, _ in keys:
                _about_group(gate, (session, "A"), what, more)


def _segment(gate: Gate, names: list[str], id_: str) -> SegmentPlacedAct:
    """Of the deal's first pick."""
    compared = gate.comparison(names[0], "command:rundown")
    key = compared.deal.key
    data = SegmentPlaced(
        session=key.session,
        group=key.group,
        deal=key.number,
        pick=compared.picks[0].id,
        segment=id_,
        seconds=61,
    )
    return SegmentPlacedAct(at=gate.clock(), by="the hunter", data=data)


def _about_group(gate: Gate, group: tuple[str, str], what: str, more: str) -> None:
    if what == "delay":
        by_hand.set_delay(gate, group, int(more), "a walk", "hunter")
    else:
        by_hand.table_out(gate, group, more, "a walk", "hunter", out=what == "out")


def _compare(hunt: Hunt, world: World, a: Half, b: Half) -> None:
    needles = world.needles()
    expected = {f"{session}/A/{number}" for session, number in world.released()}
    if {str(key) for key in a.gate.released("command:deals")} != expected:
        hunt.find("gate", f"released is not {sorted(expected)}")
        return
    if "routes" in hunt.parts:
        _ask_routes(hunt, world, a, b, needles)
    if "commands" in hunt.parts:
        _run_commands(hunt, world, a, b, needles)
    if files(a) != files(b):
        names = [[name for name, _ in files(each)] for each in (a, b)]
        hunt.find("files", f"what was written differs: {names}")


def _ask_routes(hunt: Hunt, world: World, a: Half, b: Half, needles: set[str]) -> None:
    routes = list(routes_of(a.client.app))  # type: ignore[arg-type]
    _declared(hunt, routes)
    metrics = partial(ask, role="producer", method="GET", path=METRICS, body=None)
    _one(hunt, "producer: the metrics", metrics, a, b, needles, METRICS)
    roles = ROLES if hunt.first_only else world.lots.sample(ROLES, 2)
    for role in ("nobody", *roles):
        for path, method, _ in routes:
            for way, request in requests(path, method, role, world):
                _one(hunt, f"{role}: {way}", request, a, b, needles, path)


def _run_commands(hunt: Hunt, world: World, a: Half, b: Half, needles: set[str]) -> None:
    for name, way, command in commands(world):
        if f"command:{name}" not in EXITS:
            hunt.find(way, "this command is not listed in release.EXITS")
        _one(hunt, way, command, a, b, needles, "")


def _declared(hunt: Hunt, routes: list[tuple[str, str, Access | None]]) -> None:
    for path, method, access in routes:
        if access is None:
            hunt.find(path, f"{method} is not declared")
        elif access.sealed and access.roles != SEALED_FOR.get(path, {"producer"}):
            hunt.find(path, f"{method} shows sealed deals to {sorted(access.roles)}")
    exits = {name.split(":", 1)[1] for name in (*EXITS, *SEALED_EXITS)}
    for path in {path for path, _, _ in routes} - exits - WITHOUT_EXIT:
        hunt.find(path, "this is not listed as an exit")


def _one(
    hunt: Hunt,
    way: str,
    question: Callable[[Half], Answer],
    a: Half,
    b: Half,
    needles: set[str],
    path: str,
) -> None:
    hunt.asked += 1
    hunt.ways.add(way)
    with logs() as logs_a:
        one = question(a)
    with logs() as logs_b:
        other = question(b)
    if logs_a != logs_b:
        hunt.find(way, f"logs differ: {logs_a} {logs_b}")
    role = way.partition(":")[0]
    if f"route:{path}" in SEALED_EXITS and role in SEALED_FOR.get(path, {"producer"}):
        if one[0] == 200 and not _says_sealed(path, one):
            hunt.find(way, "what is sealed does not say so")
        return
    if path == METRICS:
        one, other = _uncounted(one), _uncounted(other)
    if path == TIMES:
        one, other = ((*each[:2], TIME_OF_DAY.sub("time", str(each[2]))) for each in (one, other))
    if one != other:
        hunt.find(way, f"differs:\n  {one!r:.300}\n  {other!r:.300}")
    text = repr(one)
    for needle in needles:
        if needle in text.replace(way, ""):
            hunt.find(way, f"{needle} in {text:.300}")


def _says_sealed(path: str, answer: Answer) -> bool:
    """Whether what sealed eyes are shown of deals is marked, where it is a page or a picture."""
    content = answer[2]
    if isinstance(content, bytes) and content[1:4] == b"PNG":
        pixels = np.asarray(Image.open(BytesIO(content)).convert("RGB")).astype(int)
        return bool((np.abs(pixels - MARK).max(axis=2) < 60).mean() > 0.005)
    return "SEALED" in str(content) if path.startswith("/sealed") else True


def _uncounted(answer: Answer) -> Answer:
    """The metrics, without the values of those that count events."""
    lines = str(answer[2]).splitlines()
    return answer[0], tuple(
        line.rpartition(" ")[0] if line.partition(" ")[0] in COUNTS_EVENTS else line
        for line in lines
    )
