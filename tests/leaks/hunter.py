"""The leak hunter: walks every way out of a record and of its public half, and compares.

Ways out are found, not listed: the app's routes, the commands, ``release.EXITS``. One that the
hunter does not know is a find in itself.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from anyio.from_thread import start_blocking_portal
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocketDisconnect
from typer.testing import CliRunner
from worlds import DEALS, World, heard, new_world, public_record, step

from producer.acts import Role
from producer.cli import COMMANDS, command_line
from producer.record import open_store
from producer.release import EXITS, SEALED_EXITS, Gate
from producer.release import hand as by_hand
from producer.settings import ObsSettings, Settings
from producer.web import create_app
from producer.web.roles import SEALED_EYES, Keys, allowed

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have another httpx than the one we have
    from starlette.testclient import TestClient, WebSocketDenialResponse

KEYS = Keys("run-desk.hunter", "run-graphics.hunter")
ADDRESS = "http://127.0.0.1:8000"
CHANNEL = "ws://127.0.0.1:8000/live/program"
SCREENS = ("overlay", "commentator", "isolated", "scorer")
ROLES = (*SCREENS, "producer", "feed")
WITHOUT_CONTENT = {
    *("/assets", "/schemas", "/schemas/{name}"),
    *("/fonts/{weight}.ttf", "/fonts/other.ttf", "/fonts/theme.css", "/fonts/theme/{place}"),
    *("/graphics/gallery", "/graphics/gallery/stamp"),
}
FOR_SEALED_EYES = {
    *("forecast", "audit", "release", "seal", "house", "token", "quarantine", "gaps", "log"),
    "backup",
}
WITHOUT_DEALS = {
    *("draw", "simulate", "obs", "serve", "demo", "ingest", "follow", "rebuild", "sheet", "theme")
}
COUNTS_EVENTS = {"/metrics"}
"""For who runs the service: sizes of the whole record, and nothing of any deal."""

NUMBERS = (*range(1, DEALS + 1), 99)
Answer = tuple[object, ...]
Plant = Callable[["Half"], None]


@dataclass(frozen=True)
class Leak:
    """What was found where."""

    way: str
    why: str


@dataclass
class Half:
    """One record with its gate and its app; the whole one, or the public one."""

    whole: bool
    folder: Path
    gate: Gate
    client: TestClient
    tokens: dict[str, str]


@dataclass
class Hunt:
    leaks: list[Leak] = field(default_factory=list)
    asked: int = 0
    ways: set[str] = field(default_factory=set)
    first_only: bool = False

    def find(self, way: str, why: str) -> None:
        self.leaks.append(Leak(way, why))
        if self.first_only:
            raise Found


class Found(Exception):
    """One leak will do."""


def bites(plant: Plant, folder: Path, seeds: tuple[int, ...] = (5, 6, 7)) -> Leak | None:
    """The first leak found in a service with one planted in it."""
    for seed in seeds:
        found = Hunt(first_only=True)
        (folder / str(seed)).mkdir()
        with contextlib.suppress(Found):
            walk(found, seed, 3, folder / str(seed), plant)
        if found.leaks:
            return found.leaks[0]
    return None


def hunt(seed: int, steps: int, folder: Path) -> Hunt:
    """A walk of so many steps; every way out is tried after each."""
    found = Hunt()
    walk(found, seed, steps, folder)
    return found


def walk(hunt: Hunt, seed: int, steps: int, folder: Path, plant: Plant | None = None) -> None:
    world = new_world(seed)
    whole = folder / "whole"
    whole.mkdir()
    with open_store(whole / "duplicast.db") as store:
        store.append(heard(world.told))
    told, acted = len(world.told), 0
    for number in range(steps):
        step(world)
        with half(whole, True, plant) as half_a:  # every step is a restart as well
            half_a.gate._store.append(heard(world.told[told:]))
            _act(half_a.gate, world, acted)
            told, acted = len(world.told), len(world.acts)
            public = folder / f"public-{number}"
            public.mkdir()
            public_record(world, public / "duplicast.db").close()
            with half(public, False, plant) as half_b:
                _compare(hunt, world, half_a, half_b)


@contextmanager
def half(folder: Path, whole: bool, plant: Plant | None) -> Iterator[Half]:
    gate = Gate(open_store(folder / "duplicast.db"))
    own = Settings(db=folder / "duplicast.db", out=folder / "out", obs=ObsSettings(port=9))
    app = create_app(gate, own, KEYS)
    tokens = {role: _token(gate, role) for role in ROLES}
    one = Half(whole, folder, gate, TestClient(app, ADDRESS, follow_redirects=False), tokens)
    if plant is not None:
        plant(one)
    try:
        with start_blocking_portal() as portal:  # one event loop; no lifespan, so no search for OBS
            one.client.portal = portal
            yield one
    finally:
        one.client.close()
        gate.close()


def _token(gate: Gate, role: str) -> str:
    real: Role = "commentator" if role == "isolated" else role  # type: ignore[assignment]
    return by_hand.add_token(gate, real, (), "hunter", "hunter", isolated=role == "isolated")


def _says_sealed(path: str, answer: Answer) -> bool:
    """Whether what sealed eyes are shown of deals is marked, where it is a page or a picture."""
    if "sealed" not in path:
        return True
    content = answer[2]
    return "SEALED" in content if isinstance(content, str) else content[:4] == b"\x89PNG"


def _act(gate: Gate, world: World, done: int) -> None:
    for what, keys, more in world.acts[done:]:
        names = [f"{session}/A/{number}" for session, number in keys]
        if what == "release":
            by_hand.release(gate, names, more, "hunter")
        elif what == "seal":
            by_hand.seal(gate, names, more, "hunter")
        else:
            for session, _ in keys:
                group = session, "A"
                by_hand.table_out(gate, group, more, "a walk", "hunter", out=what == "out")


def _compare(hunt: Hunt, world: World, a: Half, b: Half) -> None:
    needles = world.needles()
    expected = {f"{session}/A/{number}" for session, number in world.released()}
    if {str(key) for key in a.gate.released("command:deals")} != expected:
        hunt.find("gate", f"released is not {sorted(expected)}")
        return
    routes = list(_routes(list(a.client.app.routes)))  # type: ignore[attr-defined]
    _listed(hunt, routes)
    for role in ("nobody", *world.lots.sample(ROLES, 2)):
        for path, methods in routes:
            for way, ask in _requests(path, methods, role, world):
                _one(hunt, f"{role}: {way}", ask, a, b, needles, path)
    for way, command in _commands(hunt, world):
        _one(hunt, way, partial(_run, command), a, b, needles, "")


def _one(
    hunt: Hunt,
    way: str,
    ask: Callable[[Half], Answer],
    a: Half,
    b: Half,
    needles: set[str],
    path: str,
) -> None:
    hunt.asked += 1
    hunt.ways.add(way)
    with _logs() as logs_a:
        one = ask(a)
    with _logs() as logs_b:
        other = ask(b)
    role = way.partition(":")[0]
    sealed_eyes = f"route:{path}" in SEALED_EXITS and role in allowed(path)
    if not sealed_eyes and path not in COUNTS_EVENTS and one != other:
        hunt.find(way, f"differs:\n  {one!r:.300}\n  {other!r:.300}")
    if logs_a != logs_b:
        hunt.find(way, f"logs differ: {logs_a} {logs_b}")
    if sealed_eyes and role in SEALED_EYES:
        assert one[0] != 200 or _says_sealed(path, one), (way, one)
        return
    text = repr(one)
    for needle in needles:
        if needle in text.replace(way, ""):
            hunt.find(way, f"{needle} in {text:.300}")


@contextmanager
def _logs() -> Iterator[list[str]]:
    lines: list[str] = []
    handler = logging.Handler(logging.INFO)
    handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    root, before = logging.getLogger(), logging.getLogger().level
    logging.getLogger("httpx").setLevel(logging.WARNING)
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(before)


def _routes(found: list[BaseRoute]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for route in found:
        if isinstance(route, Mount | Route):
            methods = getattr(route, "methods", None) or {"GET"}
            yield route.path.replace(":path}", "}"), tuple(sorted(methods - {"HEAD"}))
        elif isinstance(route, WebSocketRoute):
            yield route.path, ("WEBSOCKET",)
        else:
            yield from _routes(route.original_router.routes)  # type: ignore[attr-defined]


HARMLESS = {
    "/assets/run.css",
    "/healthz",
    "/readyz",
    "/sign-in",
    "/sign-out",
    "/metrics",
    "/graphics/{channel}",
}
FEED = {"/feed", "/feed/events", "/feed/gaps"}


def _listed(hunt: Hunt, routes: list[tuple[str, tuple[str, ...]]]) -> None:
    listed = {name.split(":", 1)[1] for name in (*EXITS, *SEALED_EXITS)}
    for path, _ in routes:
        if path not in listed | WITHOUT_CONTENT | HARMLESS | FEED:
            hunt.find(path, "this way out is not listed in release.EXITS")


def _requests(
    path: str, methods: tuple[str, ...], role: str, world: World
) -> Iterator[tuple[str, Callable[[Half], Answer]]]:
    if path in WITHOUT_CONTENT or (path == "/metrics" and role != "producer"):
        return
    for method in methods:
        if method == "WEBSOCKET":
            if path.startswith("/live"):
                yield path, partial(_first_word, role=role)
            continue
        for concrete in _filled(path, world):
            for body in _bodies(method, path, world):
                ask = partial(_ask, role=role, method=method, path=concrete, body=body)
                yield f"{method} {concrete} {body or ''}", ask


def _filled(path: str, world: World) -> list[str]:
    if "{reference}" in path:
        names = [f"{session}/A/{n}" for session in world.sessions for n in NUMBERS]
        bare = [str(world.lots.choice(NUMBERS))]
        if "stills" in path:  # drawing takes long
            names, bare = world.lots.sample(names, 2), []
        return [path.replace("{reference}", each) for each in (*names, *bare)]
    if path == "/":
        return ["/", "/?q=Zz", "/?session=main/A", "/?page=2"]
    if path == "/api/deals":
        return [path, "/api/deals?all=true"]
    return [path.replace("{channel}", "program").replace("{entry}", "1").replace("{name}", "event")]


def _bodies(method: str, path: str, world: World) -> list[object]:
    if method != "POST" or path in ("/sign-in", "/sign-out") or path in FEED:
        return [None] if method == "GET" else []
    if path in ("/api/take", "/api/channels/{channel}"):
        return [{"deal": f"{session}/A/{n}"} for session in world.sessions for n in NUMBERS[-3:]]
    return []  # a producer's decisions: they answer with what was asked


def _ask(half: Half, role: str, method: str, path: str, body: object) -> Answer:
    headers = {} if role == "nobody" else {"Authorization": f"Bearer {half.tokens[role]}"}
    answer = half.client.request(method, path, json=body, headers=headers)
    told = {name: value for name, value in answer.headers.items() if name != "date"}
    assert answer.status_code != 500, (method, path, answer.text)
    content = answer.text if "text" in answer.headers.get("content-type", "") else answer.content
    if role in ("scorer", "producer") and "sealed-deals" in str(content):
        content = _without_forecast(content)
        del told["content-length"]
    return answer.status_code, tuple(sorted(told.items())), content


def _without_forecast(page: str) -> str:
    """The desk but for what a scorer sees of deals in play, which must say SEALED at each."""
    before, rest = page.split('<section class="sealed-deals"', 1)
    forecast, after = rest.split("</section>", 1)
    assert forecast.count("SEALED") == forecast.count('<th scope="row">')
    return before + after


def _first_word(half: Half, role: str) -> Answer:
    headers = {} if role == "nobody" else {"Authorization": f"Bearer {half.tokens[role]}"}
    heard = ""
    try:
        with (
            contextlib.suppress(CancelledError),  # a channel waits; leaving it ends the wait so
            half.client.websocket_connect(CHANNEL, headers=headers) as page,
        ):
            heard = page.receive_text()
        return ("push", heard)
    except (WebSocketDenialResponse, WebSocketDisconnect) as refused:
        assert role == "feed", "screens may watch"
        return ("refused", type(refused).__name__)


def _commands(hunt: Hunt, world: World) -> Iterator[tuple[str, list[str]]]:
    for name in COMMANDS:
        if name in FOR_SEALED_EYES | WITHOUT_DEALS:
            continue
        if f"command:{name}" not in EXITS:
            hunt.find(f"duplicast {name}", "this command is not listed in release.EXITS")
        for words in _words(name, world):
            yield f"duplicast {' '.join(words)}", words


def _words(name: str, world: World) -> list[list[str]]:
    deal = f"main/A/{world.lots.choice(NUMBERS)}"
    known = {
        "deals": [["deals", "--all"], ["deals", "--all", "--json"], ["deals", "--explain", deal]],
        "compare": [["compare", deal], ["compare", deal, "--json"], ["compare", "1"]],
        "still": [["still", deal, "-o", "still.png", "--scale", "0.25"]],
        "export-ograf": [
            ["export-ograf", deal, "-o", "packages", "--only", "two-up", "--only", "matrix"]
        ],
        "standings": [["standings"], ["standings", "main/A", "--json"]],
        "results": [["results"], ["results", "--csv", "results.csv"]],
    }
    assert name in known, f"teach the hunter how to call `duplicast {name}`"
    return known[name]


def _content(path: Path) -> list[tuple[str, bytes]]:
    """The file, or all of a folder but its fonts, which are the same anywhere."""
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    return [
        (file.relative_to(path.parent).as_posix(), file.read_bytes())
        for file in files
        if file.is_file() and file.parent.name != "fonts"
    ]


def _run(words: list[str], half: Half) -> Answer:
    """In the half's own folder, so that no name tells which half it is."""
    here = Path.cwd()
    before = {path.name for path in half.folder.iterdir()}
    os.chdir(half.folder)
    try:
        ended = CliRunner().invoke(command_line(words[0]), words, env={"COLUMNS": "200"})
    finally:
        os.chdir(here)
    new = sorted({path.name for path in half.folder.iterdir()} - before)
    written = [half.folder / name for name in new if "duplicast.db" not in name]
    made = [each for path in written for each in _content(path)]
    for path in written:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    said = [line for line in ended.output.splitlines() if not line.startswith("wrote")]
    return ended.exit_code, tuple(said), tuple(made)
