"""Every way out, found from the app and the list of commands, and what to ask of each."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import quote, urlencode

from addresses import STATIC
from fastapi import FastAPI
from halves import Answer, Half, ask, first_word
from starlette.routing import Mount, Route, WebSocketRoute
from typer.testing import CliRunner
from worlds import DEALS, TABLES, World

from producer.cli import COMMANDS, command_line
from producer.stages.catalogue import channel_kinds
from producer.web.access.router import DECLARED, Access

FOR_SEALED_EYES = {
    *("forecast", "audit", "release", "seal", "house", "token", "quarantine", "gaps", "log"),
    *("backup", "decks"),
}
WITHOUT_DEALS = {
    *("draw", "simulate", "obs", "serve", "demo", "ingest", "follow", "rebuild", "sheet", "theme"),
    *("explain", "map"),
}
COUNTS_EVENTS = {
    *("duplicast_log_events", "duplicast_quarantine_entries", "duplicast_quarantine_undecided"),
    *("duplicast_events_waiting", "duplicast_gaps", "duplicast_record_bytes"),
    *("process_cpu_seconds_total", "process_max_resident_memory_bytes"),
}
"""Metrics for who runs the service: sizes of the whole record, and nothing of any deal."""

SMALL = ("--length", "5", "--size", "128x72", "--fps", "24")
"""Options of a segment that is rendered fast."""

APART = ("wrote", "planned too, but sealed")
"""How lines of commands begin that name a file, or what a producer may know of sealed deals."""

METRICS = "/metrics"
NUMBERS = (*range(1, DEALS + 1), 99)
SEGMENTS = [f"{session} {number}" for session in ("main", "twin") for number in NUMBERS]
"""Videos, each of one deal; they lie in the output folder of either half."""

CHANNELS = (
    *("program", "preview", "two-up", "bank-a", "bank-b", "lower-third", "table-1"),
    "territory-ES",
)
Way = tuple[str, Callable[[Half], Answer]]


def routes_of(app: FastAPI) -> Iterator[tuple[str, str, Access | None]]:
    """Address, method and declaration, if any, of every route of an app, sorted by address."""
    for route in sorted(app.routes, key=lambda route: str(getattr(route, "path", ""))):
        assert isinstance(route, Mount | Route | WebSocketRoute)
        endpoint = route.app if isinstance(route, Mount) else route.endpoint
        methods = {"WEBSOCKET"} if isinstance(route, WebSocketRoute) else {"GET"}
        for method in sorted((getattr(route, "methods", None) or methods) - {"HEAD"}):
            yield route.path.replace(":path}", "}"), method, DECLARED.get(endpoint)


def put_segments(out: Path) -> None:
    folder = out / "segments"
    folder.mkdir(parents=True)
    for name in SEGMENTS:
        session, _, number = name.partition(" ")
        note = {"deals": [f"{session}/A/{number}"], "title": f"Deal {number}"}
        (folder / f"{name}.mp4").write_bytes(b"")
        (folder / f"{name}.json").write_text(json.dumps(note))


def requests(path: str, method: str, role: str, world: World) -> Iterator[Way]:
    if path in STATIC - {"/assets/run.css"} or path == METRICS:  # a producer's, asked for once
        return
    if method == "WEBSOCKET":
        for concrete in _sockets(path):
            yield concrete, partial(first_word, role=role, path=concrete)
        return
    for concrete in _filled(path, world):
        for body in _bodies(method, path, world):
            asking = partial(ask, role=role, method=method, path=concrete, body=body)
            yield f"{method} {concrete} {body or ''}", asking


def _sockets(path: str) -> list[str]:
    if path == "/live/{channel}":
        return [path.replace("{channel}", "lower-third")]
    return [] if path == "/feed" else [path]


def _filled(path: str, world: World) -> list[str]:
    if "{reference}" in path:
        names = [f"{session}/A/{n}" for session in world.sessions for n in NUMBERS]
        bare = [str(world.lots.choice(NUMBERS))]
        if "stills" in path:  # drawing takes long
            names, bare = world.lots.sample(names, 2), []
        if path.startswith("/verify/pictures/"):
            path += "?table=1&at=1773482740.5"
        return [path.replace("{reference}", each) for each in (*names, *bare)]
    if path == "/":
        return ["/", "/?q=Zz", "/?session=main/A", "/?page=2"]
    if path in ("/prepare", "/api/deals"):
        named = [f"deal={session}/A/{world.lots.choice(NUMBERS)}" for session in world.sessions]
        prepared = ["q=Zz", "listed=sealed", *named]
        queries = ["all=true"] if path == "/api/deals" else prepared
        return [path, *(f"{path}?{query}" for query in queries)]
    if path in ("/api/notes", "/api/notes/found"):
        deals = [f"{session}/A/{n}" for session in world.sessions for n in NUMBERS]
        name = "deal" if path == "/api/notes" else "q"
        return [f"{path}?{urlencode({name: deal})}" for deal in deals]
    if path == "/verify/segments/{name}":
        return [path.replace("{name}", quote(each)) for each in world.lots.sample(SEGMENTS, 3)]
    channel = world.lots.choice(CHANNELS)
    return [
        path.replace("{channel}", channel)
        .replace("{entry}", "1")
        .replace("{name}", "event")
        .replace("{id}", "00000000")
    ]


def _bodies(method: str, path: str, world: World) -> list[object]:
    if method != "POST" or path in ("/sign-in", "/sign-out", "/feed/events"):
        return [None] if method == "GET" else []
    names = [f"{session}/A/{n}" for session in world.sessions for n in NUMBERS]
    deals = [{"deal": each} for each in world.lots.sample(names, 3)]
    every = [{"deal": each} for each in names]  # where an answer is fast
    known: dict[str, list[object]] = {
        "/api/take": [*deals],
        "/api/preview": [*deals],
        "/api/channels/{channel}": [{"kind": "standings"}, *_kinds(world, names)],
        "/api/segments/cue": [{"name": each} for each in world.lots.sample(SEGMENTS, 3)],
        "/api/jobs": [
            *({**each, "pick": "zzzzzz"} for each in deals),
            *({"again": each} for each in world.lots.sample(SEGMENTS, 3)),
        ],
        "/api/jobs/{id}/cancel": [{}],
        "/api/verify/nudge": [{**each, "table": "1", "frames": 0} for each in deals],
        "/api/verify/verified": [{**each, "table": "9"} for each in deals],
        "/api/safe": [{}],
        "/api/air/next-beat": [{}],
        "/api/air/lower-third": [{}],
        "/api/air/clear-graphics": [{}],
        "/api/air/ask": [{}],
        "/api/air/answer": [{"accept": True}],
        "/api/decks/choose": [_choice(world)],
        "/api/picks/star": [{**each, "pick": "zzzzzz"} for each in [*every, {}]],
        "/api/rundown/add": [{**each, "pick": "zzzzzz"} for each in [*every, {}]],
        **{
            f"/api/rundown/{what}": [{"segment": "1", **more}]
            for what, more in {
                "change": {"seconds": 30},
                "remove": {},
                "beat": {"beat": "cards"},
                "aired": {},
            }.items()
        },
        "/api/rundown/row": [{"kind": "open"}, {"kind": "link", "row": "1"}],
        "/api/rundown/row-removed": [{"row": "1"}],
        "/api/rundown/row-aired": [{"row": "1"}],
        "/api/rundown/move": [{"rows": ["1"]}],
        "/api/rundown/accept": [{**each, "row": "1", "pick": "zzzzzz"} for each in every],
        "/api/rundown/csv": [
            {"csv": f"kind,seconds,deal,pick\nsegment,60,{each['deal']},zzzzzz\n"} for each in deals
        ],
        "/api/picks/make": [{**each, **_impossible_sides()} for each in deals],
        "/api/maps/suggest": [{"session": "s", "files": ["none"]}],
        "/api/maps/save": [{"map": "none", "seen": "0" * 16, "fields": {}}],
        "/api/maps/ingest": [{"map": "none", "seen": "0" * 16}],
        "/api/tokens/revoke": [{"token": "0123abcd"}],
        "/api/quarantine/{entry}": [{"do": "resend", "reason": "a walk", "event": "{}"}],
    }
    if path.startswith(("/api/obs/", "/api/segments/")):
        return known.get(path, [{}])
    return known.get(path, [])  # a producer's decisions answer with what was asked


def _impossible_sides() -> dict[str, object]:
    """Of a pick that no deal can have, so that neither half's record changes."""
    sides = {"left": {"table": "1", "move": 9999}, "right": {"table": "2", "move": 9999}}
    return {**sides, "reason": "a walk"}


def _choice(world: World) -> dict[str, object]:
    deal = {"session": world.lots.choice(world.sessions), "group": "A"}
    return {**deal, "deal": world.lots.choice(NUMBERS), "table": "1", "reason": "a walk"}


def _kinds(world: World, names: list[str]) -> list[dict[str, object]]:
    """A playhead of every kind that shows a deal."""
    table = str(world.lots.randint(1, TABLES))
    kinds: list[dict[str, object]] = [
        {"kind": "two-up"},
        {"kind": "matrix"},
        {"kind": "field"},
        {"kind": "upright"},
        {"kind": "split", "count": 3},
        {"kind": "seat-ranking"},
        {"kind": "table", "table": table, "moves": world.lots.randint(0, 4)},
        {"kind": "chip-counts", "table": table},
    ]
    listed = {str(each["kind"]) for each in kinds}
    of_deals = (
        kind for kind, each in channel_kinds().items() if "deal" in each.fields.model_fields
    )
    kinds += [{"kind": kind} for kind in of_deals if kind not in listed]
    return [{**kind, "deal": world.lots.choice(names)} for kind in kinds]


def commands(world: World) -> Iterator[tuple[str, str, Callable[[Half], Answer]]]:
    """Of every command that shows deals: its name, the words, and how to ask."""
    for name in COMMANDS:
        if name not in FOR_SEALED_EYES | WITHOUT_DEALS:
            for words in _words(name, world):
                yield name, f"duplicast {' '.join(words)}", partial(_run, words)


def _words(name: str, world: World) -> list[list[str]]:
    out = [f"{session}/A/{number}" for session, number in sorted(world.released())]
    deal = world.lots.choice([*out, f"main/A/{world.lots.choice(NUMBERS)}"])
    known = {
        "deals": [["deals", "--all"], ["deals", "--all", "--json"], ["deals", "--explain", deal]],
        "compare": [["compare", deal], ["compare", deal, "--json"], ["compare", "1"]],
        "analyse": [["analyse"], ["analyse", "main/A", "--json"]],
        "reference": [["reference"], ["reference", "main/A", "--json"]],
        "picks": [  # nothing that writes: each half has a record of its own
            ["picks", "star", "zzzzzz"],
            ["picks", "star", "zzzzzz", "--deal", deal],
            ["picks", "make", deal, "1:9999", "2:9999", "--reason", "a walk"],
        ],
        "copies": [["copies", "list", "--all"], ["copies", "list", "--all", "--json"]],
        "rundown": [
            ["rundown", "show"],
            ["rundown", "show", "1"],
            ["rundown", "add", "zzzzzz", "--deal", deal],
            ["rundown", "as-run"],
            ["rundown", "aired", "1"],
            ["rundown", "render", "-o", "made"],
        ],
        "still": [
            ["still", deal, "-o", "still.png", "--scale", "0.25"],
            *(["still", each, "-o", "a.png", "--graphic", "matrix"] for each in out[-1:]),
        ],
        "segment": [
            ["segment", deal, "-o", "made", "--layout", "six-up"],
            *(["segment", each, "-o", "made", *SMALL] for each in out[-1:]),
        ],
        "export": [
            ["export", deal.rpartition("/")[0], "-o", "own.jsonl", "--format", "native"],
            ["export", "main/A", "-o", "own.ohh", "--format", "ohh"],
        ],
        "export-ograf": [
            ["export-ograf", deal, "-o", "packages", "--only", "two-up", "--only", "matrix"]
        ],
        "recordings": [["recordings", "list"], ["recordings", "list", "--json"]],
        "standings": [["standings"], ["standings", "main/A", "--json"]],
        "results": [["results"], ["results", "--csv", "results.csv"]],
    }
    assert name in known, f"teach the hunter how to call `duplicast {name}`"
    return known[name]


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
    said = [line for line in ended.output.splitlines() if not line.startswith(APART)]
    return ended.exit_code, tuple(said), tuple(made)


def _content(path: Path) -> list[tuple[str, bytes]]:
    """The file, or all of a folder but its fonts, which are the same anywhere."""
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    return [
        (file.relative_to(path.parent).as_posix(), file.read_bytes())
        for file in files
        if file.is_file() and file.parent.name != "fonts"
    ]
