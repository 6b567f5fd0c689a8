"""The live channels: what each shows now, sent whole to every page that watches it.

A channel's state is one value, its newest snapshot. A page gets it on connecting and again
whenever it changes; a page too slow for every change gets the newest and skips the rest.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from overlay.stage import Stage
from overlay.svg import graphic_svg
from producer.games.line import DealKey

CHANNELS = ("two-up",)
UNKNOWN_CHANNEL = 4404
"""Close code: a page of a channel that does not exist need not come back."""
GOING_AWAY = 1001

Moment = Literal["fork", "end"]
Drawing = dict[str, Any]

CLEAR: Drawing = {"width": 1920, "height": 1080, "graphics": []}


@dataclass(frozen=True, slots=True)
class Shown:
    """What a channel's stage was made of."""

    deal: DealKey
    tables: tuple[str, str]
    moment: Moment


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A channel at one time: ``seq`` grows with every change; ``drawing`` is what pages draw."""

    seq: int
    shown: Shown | None
    drawing: Drawing

    @property
    def message(self) -> dict[str, Any]:
        return {"seq": self.seq, **self.drawing}


def draw(stage: Stage) -> Drawing:
    """A whole stage as pages draw it: boxes in pixels of the canvas, one SVG a graphic."""
    return {
        "width": stage.width,
        "height": stage.height,
        "graphics": [
            {"key": graphic.key, "box": asdict(graphic.box), "svg": graphic_svg(graphic)}
            for graphic in stage.graphics
        ],
    }


@dataclass(slots=True)
class Channel:
    """A named output: its newest snapshot, and the pages that wait for the next."""

    now: Snapshot = Snapshot(0, None, CLEAR)
    pages: int = 0
    closed: bool = False
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def show(self, shown: Shown, drawing: Drawing) -> Snapshot:
        """Puts a drawing on the channel. In the event loop only, like all of a channel."""
        return self._replace(shown, drawing)

    def put_back(self, before: Snapshot) -> Snapshot:
        """Shows again what an earlier snapshot showed, as a newer one."""
        return self._replace(before.shown, before.drawing)

    def close(self) -> None:
        """Ends every page's wait; the service is stopping."""
        self.closed = True
        self._wake()

    async def snapshots(self) -> AsyncIterator[Snapshot]:
        """What the channel shows now, then every newer snapshot, until it is closed."""
        sent = -1
        while not self.closed:
            if self.now.seq > sent:
                sent = self.now.seq
                yield self.now
            else:
                await self._changed.wait()

    def _replace(self, shown: Shown | None, drawing: Drawing) -> Snapshot:
        self.now = Snapshot(self.now.seq + 1, shown, drawing)
        self._wake()
        return self.now

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


Channels = Mapping[str, Channel]


def open_channels(names: Iterable[str] = CHANNELS) -> dict[str, Channel]:
    return {name: Channel() for name in names}


def routes(channels: Channels) -> APIRouter:
    router = APIRouter()

    @router.websocket("/live/{channel}")
    async def live(websocket: WebSocket, channel: str) -> None:
        await websocket.accept()
        if channel in channels:
            await _follow(websocket, channels[channel])
        else:
            await websocket.close(UNKNOWN_CHANNEL, "no such channel")

    return router


async def _follow(websocket: WebSocket, channel: Channel) -> None:
    """Sends whole snapshots until the page leaves or the service stops.

    A handler that only sends never learns that its page has gone, and keeps the service from
    stopping: so it listens as well, and ends when either side does.
    """
    channel.pages += 1
    sending = asyncio.create_task(_send(websocket, channel))
    leaving = asyncio.create_task(_listen(websocket))
    try:
        await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not leaving.done():
            await websocket.close(GOING_AWAY)
    finally:
        channel.pages -= 1
        sending.cancel()
        leaving.cancel()
        for outcome in await asyncio.gather(sending, leaving, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome


async def _send(websocket: WebSocket, channel: Channel) -> None:
    try:
        async for newest in channel.snapshots():
            await websocket.send_json(newest.message)
    except WebSocketDisconnect:
        return  # the page left while it was being sent to


async def _listen(websocket: WebSocket) -> None:
    """Returns when the page has gone; what it says is not for us."""
    while (await websocket.receive())["type"] != "websocket.disconnect":
        pass
