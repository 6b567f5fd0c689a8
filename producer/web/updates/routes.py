"""The line to every open page: a message whenever a topic has changed, and a beat every second.

A message has the numbers of all topics that the page may follow. A page that lost its line sees
from the next numbers what it has missed; after a restart of the service ``run`` differs, and it
fetches everything anew. A page that says when it was asked for (``asked``, milliseconds before it
connects) gets in its first message the topics that have changed since (``changed``): the others it
shows already. No message has content: the page asks for it, with its own role.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field

from fastapi import WebSocket, WebSocketDisconnect

from producer.web.access.roles import DESK, TAKERS, Role
from producer.web.access.router import Routes
from producer.web.air_bar.holder import desk_of
from producer.web.channels.live import BEAT, BEAT_MESSAGE, GOING_AWAY, MOST_UNANSWERED
from producer.web.services import Injected, Visitor
from producer.web.updates.topics import Topics

PAUSE = 0.04
"""Seconds between two messages: what changes meanwhile is one message."""

SILENCE = BEAT * (MOST_UNANSWERED + 1)
"""Seconds without an answer after which a page that has answered before counts as gone."""

routes = Routes()


@dataclass(slots=True)
class PageLine:
    """A page's connection. ``asked``: when the page was asked for, by our clock, if it says so.
    ``answered``: when it last answered, ``None`` before."""

    websocket: WebSocket
    role: Role
    asked: float | None = None
    answered: float | None = None
    sent: dict[str, int] = field(default_factory=dict)

    @property
    def dead(self) -> bool:
        return self.answered is not None and time.monotonic() - self.answered > SILENCE


@routes.websocket("/live", roles=DESK, exit="that something has changed, and of which topic")
async def live(websocket: WebSocket, services: Injected, who: Visitor) -> None:
    await websocket.accept()
    asked = websocket.query_params
    line = PageLine(websocket, who.role, _asked_for(asked.get("asked", "")))
    takes = who.role in TAKERS
    desk = desk_of(asked.get("desk", ""), asked.get("name", ""), who.by) if takes else None
    with services.holder.connected(desk):
        await _serve(websocket, line, services.topics)


def _asked_for(ago: str) -> float | None:
    """``ago``: whole milliseconds; ``None`` where it is something else."""
    return time.monotonic() - int(ago) / 1000 if re.fullmatch("[0-9]{1,12}", ago) else None


async def _serve(websocket: WebSocket, line: PageLine, topics: Topics) -> None:
    sending = asyncio.create_task(_send(line, topics))
    leaving = asyncio.create_task(_listen(line))
    try:
        await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not leaving.done():
            with suppress(WebSocketDisconnect):  # it may go at the same moment
                await websocket.close(GOING_AWAY)
    finally:
        sending.cancel()
        leaving.cancel()
        for outcome in await asyncio.gather(sending, leaving, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome


async def _send(line: PageLine, topics: Topics) -> None:
    """Returns when the service stops or the page is gone."""
    with topics.following() as woken, suppress(WebSocketDisconnect):
        while not topics.closed and not line.dead:
            now = topics.numbers(line.role) if topics.begun else line.sent
            if now != line.sent:
                message: dict[str, object] = {"run": topics.run, "topics": now}
                if line.asked is not None and not line.sent:
                    ago = time.monotonic() - line.asked
                    message["changed"] = topics.changed_within(ago, line.role)
                line.sent = now
                await line.websocket.send_text(json.dumps(message))
                await asyncio.sleep(PAUSE)
                continue
            woken.clear()
            try:
                await asyncio.wait_for(woken.wait(), BEAT)
            except TimeoutError:
                await line.websocket.send_text(BEAT_MESSAGE)


async def _listen(line: PageLine) -> None:
    """Returns when the page has disconnected. Whatever it sends is an answer."""
    while (await line.websocket.receive())["type"] != "websocket.disconnect":
        line.answered = time.monotonic()
