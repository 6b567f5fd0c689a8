"""The live channels: what each shows now, and what of it every page that watches has to change.

A channel's state is one value, its newest snapshot. A page gets it whole on connecting, then what
differs from what it was sent last; a page too slow for every change skips to the newest. What
moves by itself, such as a clock, is derived from the service's time whenever it is asked for, so
that a page opened late, hidden or reconnected shows the same as all others.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, MutableMapping
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from secrets import compare_digest
from typing import Any, Literal, NamedTuple

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from overlay.stage import Box, Stage
from overlay.svg import graphic_svg
from producer.games.line import DealKey
from producer.release import Gate, Mark

LIVE = "/live/"
CLEAN = "clean"
CHANNELS = ("program", "preview", "bank-a", "bank-b", "lower-third", CLEAN)
"""``program`` and ``preview`` follow the banks. Beside these every table of a session has one,
``table-NAME``. Nothing is ever put on the clean one: it is there to be pointed at."""

RUN = "run"
"""In the address of a page that OBS is given, with the key of this run of the service: what such a
page has drawn is on its way to air. Any other page could say so too."""

LONGEST_WORD = 100
"""Characters of what a page says."""

TABLE = "table-"
UNKNOWN_CHANNEL = 4404
"""Close code: a page of a channel that does not exist need not come back."""
GOING_AWAY = 1001

Moment = Literal["fork", "end"]
Drawing = dict[str, Any]

CLEAR: Drawing = {"width": 1920, "height": 1080, "graphics": []}


@dataclass(frozen=True, slots=True)
class ChannelContent:
    """A channel's playhead: what its stage was made of. ``deal`` is ``None`` where it is of none,
    as a clock; ``moment``: the fork, the end, or after how many moves of a table's hand.
    ``pictures``: the tables whose pictures it leaves room for, in order. ``said``: by table, what
    had been said of the deal afterwards when it was made. ``lacking``: letters of its texts that no
    font here has."""

    deal: DealKey | None
    tables: tuple[str, ...]
    moment: str
    kind: str = "two-up"
    pictures: tuple[str, ...] = ()
    said: Mapping[str, Mark] = field(default_factory=dict)
    lacking: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A channel at one time: ``seq`` grows with every change; ``drawing`` is what pages draw."""

    seq: int
    shown: ChannelContent | None
    drawing: Drawing

    def message(self, before: Snapshot | None = None) -> dict[str, Any]:
        """What a page is sent that was last sent ``before``: everything, where that is nothing."""
        size = {name: self.drawing[name] for name in ("width", "height")}
        if before is None:
            return {"seq": self.seq, **size, "graphics": self.drawing["graphics"]}
        known = {graphic["key"]: graphic for graphic in before.drawing["graphics"]}
        graphics = self.drawing["graphics"]
        return {
            "seq": self.seq,
            **size,
            "keys": [graphic["key"] for graphic in graphics],
            "changed": [each for each in graphics if known.get(each["key"]) != each],
        }


def draw(stage: Stage) -> Drawing:
    """A whole stage as pages draw it: boxes in pixels of the canvas, one SVG a graphic."""
    return {
        "width": stage.width,
        "height": stage.height,
        "graphics": [
            {
                "key": graphic.key,
                "box": _box(graphic.box),
                "svg": graphic_svg(graphic, stage.theme),
            }
            for graphic in stage.graphics
        ],
    }


def _box(box: Box) -> dict[str, int]:
    return {"x": box.x, "y": box.y, "width": box.width, "height": box.height}


Moving = Callable[[float], Drawing]
"""A drawing as of seconds since 1970, the same within each of them."""


class Before(NamedTuple):
    """What a channel showed, and how it moved if it did."""

    snapshot: Snapshot
    moving: Moving | None


@dataclass(eq=False, slots=True)
class Page:
    """A page that watches a channel. ``sent``: the snapshot it was sent last."""

    sent: Snapshot | None = None
    woken: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(slots=True)
class Channel:
    """A named output: its newest snapshot, and the pages that watch it.

    ``on_change`` is called with every change.
    """

    now: Snapshot = Snapshot(0, None, CLEAR)
    pages: set[Page] = field(default_factory=set)
    closed: bool = False
    clock: Callable[[], float] = time.time
    on_change: Callable[[], None] | None = None
    _drawn: dict[object, int] = field(default_factory=dict)
    _told: asyncio.Event = field(default_factory=asyncio.Event)
    _moving: Moving | None = None
    _words: dict[int, str] = field(default_factory=dict)

    def show(self, shown: ChannelContent | None, drawing: Drawing) -> Snapshot:
        """Puts a drawing on the channel. In the event loop only, like all of a channel."""
        self._moving = None
        return self._replace(shown, drawing)

    def run(self, shown: ChannelContent | None, moving: Moving) -> Snapshot:
        """Puts on the channel what changes by itself with every second."""
        self._moving = moving
        return self._replace(shown, moving(self.clock()))

    def mirror(self, other: Channel) -> None:
        """Shows what another channel shows, and moves as it does."""
        self._moving = other._moving
        if (self.now.shown, self.now.drawing) != (other.now.shown, other.now.drawing):
            self._replace(other.now.shown, other.now.drawing)

    def drew(self, page: object, seq: int) -> None:
        """A page in OBS reports that it has drawn the snapshot ``seq``; one that has not been shown
        yet cannot be drawn."""
        if seq > self.now.seq:
            return
        self._drawn[page] = seq
        self._told.set()
        self._told = asyncio.Event()

    def left(self, page: object) -> None:
        """The page has gone."""
        self._drawn.pop(page, None)

    async def drawn(self, seq: int, seconds: float) -> bool:
        """Whether a page in OBS has drawn the snapshot ``seq`` or a newer one, at the latest in
        so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while max(self._drawn.values(), default=-1) < seq:
                    await self._told.wait()
                return True
        return False

    def as_it_is(self) -> Before:
        """To be put back, should what comes next come to nothing."""
        return Before(self.now, self._moving)

    def put_back(self, before: Before) -> Snapshot:
        """Shows again what was shown before, as a newer snapshot; what moved moves on."""
        if before.moving is not None:
            return self.run(before.snapshot.shown, before.moving)
        return self.show(before.snapshot.shown, before.snapshot.drawing)

    def words(self, newest: Snapshot, before: Snapshot | None) -> str:
        """The message to a page that was last sent ``before``, made once for all such pages."""
        if newest is not self.now:
            return _json(newest.message(before))
        seq = -1 if before is None else before.seq
        if seq not in self._words:
            self._words[seq] = _json(newest.message(before))
        return self._words[seq]

    def close(self) -> None:
        """Ends every page's wait; the service is stopping."""
        self.closed = True
        for page in self.pages:
            page.woken.set()

    async def snapshots(self, page: Page) -> AsyncIterator[Snapshot]:
        """What the channel shows now, then every newer snapshot until the channel is closed.
        Whoever sends one to the page sets its ``sent``."""
        while not self.closed:
            self._derive()
            if page.sent is not self.now:
                yield self.now
                continue
            page.woken.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(page.woken.wait(), self._until_it_moves())

    def _derive(self) -> None:
        """What moves by itself, as of now."""
        if self._moving is None:
            return
        drawing = self._moving(self.clock())
        if drawing != self.now.drawing:
            self._replace(self.now.shown, drawing)

    def _until_it_moves(self) -> float | None:
        """Seconds; ``None`` where nothing moves."""
        return None if self._moving is None else 1 - self.clock() % 1

    def _replace(self, shown: ChannelContent | None, drawing: Drawing) -> Snapshot:
        self.now = Snapshot(self.now.seq + 1, shown, drawing)
        self._words = {}
        for page in self.pages:
            page.woken.set()
        if self.on_change is not None:
            self.on_change()
        return self.now


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

Channels = MutableMapping[str, Channel]


def open_channels(names: Iterable[str] = CHANNELS) -> dict[str, Channel]:
    return {name: Channel() for name in names}


async def channel_of(channels: Channels, name: str, gate: Gate) -> Channel | None:
    """The channel of this name, ``None`` where there is none; a table's from when it is asked for.
    In the event loop only, where others go through ``channels``.

    Which tables there are is no secret: their rosters are open.
    """
    if name not in channels and name.startswith(TABLE):
        table = name.removeprefix(TABLE)
        if any(table in session.tables for session in await asyncio.to_thread(gate.sessions)):
            channels.setdefault(name, Channel())
    return channels.get(name)


Watched = Callable[[str], AbstractAsyncContextManager[None]]
"""Is entered with a channel's name once a page of it is there, before anything is sent to it, and
left when the page has gone."""

ANYHOW: AbstractAsyncContextManager[None] = nullcontext()


def routes(channels: Channels, gate: Gate, watched: Watched, key: str) -> APIRouter:
    """``key``: of this run, see ``RUN``."""
    router = APIRouter()

    @router.websocket(f"{LIVE}{{channel}}")
    async def live(websocket: WebSocket, channel: str) -> None:
        await websocket.accept()
        found = await channel_of(channels, channel, gate)
        if found is not None:
            await follow(websocket, found, watched(channel), key)
        else:
            await websocket.close(UNKNOWN_CHANNEL, "no such channel")

    return router


async def follow(
    websocket: WebSocket,
    channel: Channel,
    watched: AbstractAsyncContextManager[None] = ANYHOW,
    key: str = "",
) -> None:
    """Sends what the page has to change until it leaves or the service stops. ``key``: of this run,
    see ``RUN``; without one nothing that the page reports counts."""
    page = Page()
    channel.pages.add(page)
    try:
        async with watched:
            try:
                await _talk(websocket, channel, page, key)
            finally:
                channel.pages.discard(page)
    finally:
        channel.pages.discard(page)


async def _talk(websocket: WebSocket, channel: Channel, page: Page, key: str) -> None:
    """A handler that only sends never learns that its page has gone, and keeps the service from
    stopping: so it listens as well, and ends when either side does."""
    sending = asyncio.create_task(_send(websocket, channel, page))
    leaving = asyncio.create_task(_listen(websocket, channel, key))
    try:
        await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not leaving.done():
            await websocket.close(GOING_AWAY)
    finally:
        channel.left(websocket)
        sending.cancel()
        leaving.cancel()
        for outcome in await asyncio.gather(sending, leaving, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome


async def _send(websocket: WebSocket, channel: Channel, page: Page) -> None:
    try:
        async for newest in channel.snapshots(page):
            await websocket.send_text(channel.words(newest, page.sent))
            page.sent = newest
    except WebSocketDisconnect:
        return  # the page left while it was being sent to


async def _listen(websocket: WebSocket, channel: Channel, key: str) -> None:
    """Returns when the page has gone; of what it says, only what a page in OBS has drawn counts."""
    shown = websocket.query_params.get(RUN, "")
    in_obs = key != "" and compare_digest(shown.encode(), key.encode())
    while (message := await websocket.receive())["type"] != "websocket.disconnect":
        seq = _told_seq(message.get("text"))
        if in_obs and seq is not None:
            channel.drew(websocket, seq)


def _told_seq(text: str | None) -> int | None:
    """The number in ``{"seq": 7}``; ``None`` for everything else.

    >>> _told_seq('{"seq": 7}'), _told_seq("hello"), _told_seq(None)
    (7, None, None)
    """
    if text is None or len(text) > LONGEST_WORD:
        return None
    try:
        told = json.loads(text)
    except ValueError:
        return None
    seq = told.get("seq") if isinstance(told, dict) else None
    return seq if isinstance(seq, int) and not isinstance(seq, bool) else None
