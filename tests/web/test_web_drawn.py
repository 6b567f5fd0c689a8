"""Reports of drawn snapshots count only from pages that this run gave to OBS."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from ports import free_port
from service import KEYS, fill, guide, open_gate_on
from starlette.types import Message
from starlette.websockets import WebSocket

from producer.settings import Settings
from producer.web.access.authentication import open_door
from producer.web.access.roles import Who
from producer.web.app import graphics_page
from producer.web.channels.live import CLEAR, RUN, Channel, follow
from producer.web.onair.audit_log import Logbook

KEY = "run-graphics.of-this-run"


def reported(query: str, seq: object, key: str = KEY) -> bool:
    """Whether the channel takes its first picture for drawn once a page has said ``seq``."""
    channel = Channel()
    channel.show(None, {**CLEAR, "graphics": []})
    counted: list[bool] = []

    async def page() -> None:
        words = iter(["websocket.connect", "websocket.receive"])

        async def receive() -> Message:
            kind = next(words, "")
            if not kind:
                counted.append(await channel.drawn(1, 0.01))
                return {"type": "websocket.disconnect", "code": 1000}
            return {"type": kind, "text": json.dumps({"seq": seq})}

        async def send(message: Message) -> None:
            pass

        scope = {"type": "websocket", "query_string": query.encode(), "headers": [], "path": "/"}
        scope["who"] = Who("overlay", "a page")
        websocket = WebSocket(scope, receive, send)
        await websocket.accept()
        await follow(websocket, channel, key=key)

    asyncio.run(page())
    return counted[0]


def test_a_page_with_the_key_of_the_run_reports_what_it_has_drawn() -> None:
    assert reported(f"{RUN}={KEY}", 1)


OTHERS = ["", "from=obs", f"{RUN}=", f"{RUN}={KEY}x", f"{RUN}=run-graphics.old", f"{RUN}=\u20ac"]


@pytest.mark.parametrize("query", OTHERS)
def test_a_page_without_it_reports_nothing(query: str) -> None:
    assert not reported(query, 1)


def test_without_a_key_no_page_reports_anything() -> None:
    assert not reported(f"{RUN}=", 1, key="")


@pytest.mark.parametrize("seq", [2, 10**80, True, "1", 1.0, None])
def test_a_snapshot_not_sent_yet_cannot_be_reported_drawn(seq: object) -> None:
    assert not reported(f"{RUN}={KEY}", seq)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_the_address_that_obs_is_given_carries_the_key_of_the_run(
    tmp_path: Path, host: str
) -> None:
    """Where tokens are mandatory it is also the page's token."""
    fill(tmp_path / "web.db", guide())
    own = Settings(db=tmp_path / "web.db", host=host, port=free_port())
    with open_gate_on(own.db) as gate:
        door = open_door(gate, own, Logbook(gate.act), KEYS)
        address = graphics_page(own, door, "bank-a")
    assert f"/graphics/bank-a?{RUN}={KEYS.overlay}" in address
    assert (f"&token={KEYS.overlay}" in address) == (host == "0.0.0.0")
