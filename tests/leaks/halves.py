"""A record with its gate and its app, asked by every role; what it answers and what it logs."""

from __future__ import annotations

import contextlib
import logging
import re
import shutil
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from anyio.from_thread import start_blocking_portal
from starlette.websockets import WebSocketDisconnect

from producer.acts import Role
from producer.logs import JsonLines
from producer.record import open_store
from producer.release import Gate, by_hand
from producer.settings import GraphicsSettings, ObsSettings, Settings
from producer.web import create_app
from producer.web.access.roles import CONTROLS, Keys

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have another httpx than the one we have
    from starlette.testclient import TestClient, WebSocketDenialResponse

KEYS = Keys("run-desk.hunter", "run-graphics.hunter")
ADDRESS = "http://127.0.0.1:8000"
SCREENS = ("overlay", "commentator", "isolated", "scorer")
ROLES = (*SCREENS, "control", "producer", "feed")
NO_DESK = frozenset({"feed", "nobody", "overlay", "control"})
"""Roles that have no line of a page."""

OUT = "out"
"""The folder of what the service writes, in that of its record."""

Answer = tuple[object, ...]
Plant = Callable[["Half"], None]


@dataclass
class Half:
    """One record with its gate and its app; the whole one, or the public one."""

    whole: bool
    folder: Path
    gate: Gate
    client: TestClient
    tokens: dict[str, str]

    @property
    def out(self) -> Path:
        return self.folder / OUT


@contextmanager
def half(
    folder: Path, whole: bool, plant: Plant | None = None, obs: ObsSettings | None = None
) -> Iterator[Half]:
    """``obs``: where OBS is; then the app lives, and looks for it."""
    shutil.rmtree(folder / OUT, ignore_errors=True)
    gate = Gate(open_store(folder / "duplicast.db"))
    theme = folder / "territories.toml"
    theme.write_text('base = "dark"\n[territories]\nES = { age = "18+" }', encoding="utf-8")
    own = Settings(
        db=folder / "duplicast.db",
        out=folder / OUT,
        obs=obs or ObsSettings(port=9),
        graphics=GraphicsSettings(theme=str(theme)),
    )
    app = create_app(gate, own, KEYS)
    tokens = {role: token(gate, role) for role in ROLES}
    one = Half(whole, folder, gate, TestClient(app, ADDRESS, follow_redirects=False), tokens)
    if plant is not None:
        plant(one)
    try:
        if obs is not None:
            with one.client:
                yield one
        else:
            with start_blocking_portal() as portal:  # one event loop, and no life of the app
                one.client.portal = portal
                yield one
    finally:
        one.client.close()
        gate.close()


def token(gate: Gate, role: str, tables: tuple[str, ...] = ()) -> str:
    real: Role = "commentator" if role == "isolated" else role  # type: ignore[assignment]
    return by_hand.add_token(gate, real, tables, "hunter", "hunter", isolated=role == "isolated")


def ask(half: Half, role: str, method: str, path: str, body: object) -> Answer:
    headers = {} if role == "nobody" else {"Authorization": f"Bearer {half.tokens[role]}"}
    answer = half.client.request(method, path, json=body, headers=headers)
    told = {name: value for name, value in answer.headers.items() if name != "date"}
    assert answer.status_code != 500, (method, path, answer.text)
    content = answer.text if "text" in answer.headers.get("content-type", "") else answer.content
    if path == "/control/state" or isinstance(content, str):  # pages say who is signed in
        content = BY.sub("", str(answer.text))
    if role in ("scorer", "producer") and isinstance(content, str):
        content = _without_sealed_segments(_without_forecast(content))
        told.pop("content-length", None)
    return answer.status_code, tuple(sorted(told.items())), content


def _without_forecast(page: str) -> str:
    """The desk but for what a scorer sees of deals in play, which must say SEALED at each."""
    before, section, rest = page.partition('<section class="sealed-deals"')
    if not section:
        return page
    forecast, after = rest.split("</section>", 1)
    assert forecast.count("SEALED") == forecast.count('<th scope="row">')
    return before + after


SEALED_ROW = re.compile(r'<li class="[^"]*\bsealed-row".*?</li>\n?', re.S)
SEALED_LINE = re.compile(r"^.*,sealed\r?\n", re.M)
"""Planned segments of deals that are sealed again, on pages and in CSV."""


def _without_sealed_segments(text: str) -> str:
    assert all("SEALED" in row for row in SEALED_ROW.findall(text))
    return SEALED_LINE.sub("", SEALED_ROW.sub("", text))


RUN = re.compile(r'"run": "[0-9a-f]+"')
"""Of this start of the service, drawn by lot."""

BY = re.compile(r"\b[0-9a-f]{8} hunter\b")
"""The name of a token, drawn by lot, in who did something."""


def first_word(half: Half, role: str, path: str) -> Answer:
    """What a WebSocket says on connecting."""
    headers = {} if role == "nobody" else {"Authorization": f"Bearer {half.tokens[role]}"}
    received = ""
    try:
        with (
            contextlib.suppress(CancelledError),  # a channel waits; leaving it ends the wait so
            half.client.websocket_connect(f"ws{ADDRESS[4:]}{path}", headers=headers) as page,
        ):
            received = page.receive_text()
        return ("push", BY.sub("", RUN.sub("", received)))
    except (WebSocketDenialResponse, WebSocketDisconnect) as refused:
        expected = {*ROLES, "nobody"} - CONTROLS if path == "/control/live" else NO_DESK
        assert role in expected, (role, path)
        return ("refused", type(refused).__name__)


@contextmanager
def logs() -> Iterator[list[str]]:
    """The lines of the service's log meanwhile, with all that its calls tell besides."""
    lines: list[str] = []
    form = JsonLines()

    def keep(record: logging.LogRecord) -> None:
        record.created = 0.0
        lines.append(form.format(record))

    handler = logging.Handler(logging.INFO)
    handler.emit = keep  # type: ignore[method-assign]
    root, before = logging.getLogger(), logging.getLogger().level
    logging.getLogger("httpx").setLevel(logging.WARNING)
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(before)


def files(half: Half) -> list[tuple[str, bytes]]:
    """Everything that the service has written beside the record: names and bytes."""
    found = sorted(path for path in half.folder.rglob("*") if path.is_file())
    return [
        (path.relative_to(half.folder).as_posix(), path.read_bytes())
        for path in found
        if not path.name.startswith("duplicast.db")
    ]
