"""The service as it really runs, on a port of its own, and the guide's deal to put into it."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from ports import free_port

from producer.events import parse_event
from producer.feeds import Received
from producer.record import open_store
from producer.release import Gate, open_gate
from producer.resources import resource
from producer.settings import GraphicsSettings, ObsSettings, Settings
from producer.web import create_app
from producer.web.access.limits import SERVER_OPTIONS
from producer.web.access.roles import Keys

GUIDE = resource("demo") / "guide.ndjson"
TABLES = ("1", "2", "3", "4", "5", "6")
NEVER = "\N{BLACK SPADE SUIT} never"
"""A name that stands in no deal but the sealed ones."""

KEYS = Keys("run-desk.of-the-tests", "run-graphics.of-the-tests")
SIGNED = {"Authorization": f"Bearer {KEYS.producer}"}
"""A producer who has signed in, and may see what is sealed."""

ODD = '<b onload="x()">R & \N{RIGHT-TO-LEFT OVERRIDE}D</b>'
"""A player's name that must be shown as text."""


def guide(
    session: str = "guide",
    kind: str = "archive",
    tables: tuple[str, ...] = TABLES,
    names: dict[str, str] | None = None,
) -> list[Received]:
    """RULES P6, P7 as an own session, played at ``tables`` only; ``names`` are replaced.

    A live one has its own deck, the guide's in other suits: the same cards in two sessions would
    seal each other (P11).
    """
    received = []
    for n, line in enumerate(GUIDE.read_text(encoding="utf-8").splitlines(), 1):
        event = json.loads(line)
        event["session"] = session
        event["id"] = f"{session}/{n}"
        if event["type"] == "session.opened":
            event["data"]["kind"] = kind
        elif kind == "live":
            _other_suits(event["data"])
        if event["type"] == "hand.recorded" and event["table"] not in tables:
            continue
        text = json.dumps(event, ensure_ascii=False)
        for old, new in (names or {}).items():
            text = text.replace(json.dumps(old, ensure_ascii=False), json.dumps(new))
        received.append(Received(text.encode(), parse_event(text), f"guide:{n}"))
    return received


def _other_suits(data: dict[str, Any]) -> None:
    turned = str.maketrans("cdhs", "dhsc")
    if "cards" in data:
        data["cards"] = {seat: hole.translate(turned) for seat, hole in data["cards"].items()}
        data["board"] = data["board"].translate(turned)


def fill(db: Path, *sessions: list[Received]) -> None:
    with open_store(db) as store:
        for session in sessions:
            result = store.append(session)
            assert result.quarantined == 0


@contextmanager
def open_gate_on(db: Path) -> Iterator[Gate]:
    gate = open_gate(db)
    try:
        yield gate
    finally:
        gate.close()


@contextmanager
def serving(
    gate: Gate,
    folder: Path,
    port: int = 0,
    obs: ObsSettings | None = None,
    graphics: GraphicsSettings | None = None,
    db: Path | None = None,
    *,
    rehearsal: bool = False,
) -> Iterator[str]:
    """The address of a running service; no OBS is there unless ``obs`` says where. ``db``: where
    the jobs that it starts find the record."""
    listening = socket.socket(proto=socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(64)
    port = listening.getsockname()[1]
    own = Settings(
        port=port,
        out=folder / "out",
        db=db or folder / "none.db",
        obs=obs or ObsSettings(port=free_port()),
        graphics=graphics or GraphicsSettings(),
        rehearsal=rehearsal,
    )
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(gate, own, KEYS),
            **SERVER_OPTIONS,
            log_config=None,
            access_log=False,
        )
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(60)
        listening.close()
        assert not thread.is_alive(), "the service does not stop"


@contextmanager
def asking(gate: Gate, folder: Path, **headers: str) -> Iterator[httpx.Client]:
    """A client of a running service. Nobody is signed in unless ``headers`` say who."""
    with (
        serving(gate, folder) as address,
        httpx.Client(base_url=address, headers=headers, trust_env=False, timeout=60) as client,
    ):
        yield client
