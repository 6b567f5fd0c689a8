"""Live graphics channels: the current snapshot of each, and the WebSocket that sends changes.

A page gets the whole snapshot on connecting, then only the graphics that changed; a slow page
skips to the newest. A page that reports what it has drawn gets a beat every second and answers
with the same report, so both ends notice a connection that dies without a close. Moving graphics,
such as a clock, are drawn from the service's time, so that every page shows the same.
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

from fastapi import WebSocket, WebSocketDisconnect

from overlay.motion import enter, wave
from overlay.stage import Box, Stage
from overlay.svg import graphic_svg
from producer.games.line import DealKey
from producer.json_text import read_json
from producer.release import Gate, Mark

CLEAN, LOWER_THIRD, SEGMENT = "clean", "lower-third", "segment"
CHANNELS = ("program", "preview", "bank-a", "bank-b", SEGMENT, LOWER_THIRD, CLEAN)
"""``program`` and ``preview`` follow the banks; ``segment`` has the graphics over the clip on air,
and ``program`` follows it then; nothing is ever shown on ``clean``. In addition
every table has a channel ``table-NAME``, and every tournament those of ``TOURNAMENT``."""

RUN = "run"
"""Query parameter of the pages given to OBS. Its value is a key, so that only pages in OBS can
report that they have drawn a snapshot."""

LONGEST_REPORT = 100
"""Characters of a message from a page."""

BEAT = 1.0
"""Seconds between two beats. The page's own limit is in ``assets/web/line.js``."""

MOST_UNANSWERED = 2
"""Unanswered beats after which a connection counts as dead at the next one: within 3 s."""

BEAT_MESSAGE = '{"beat":true}'

TABLE = "table-"
TOURNAMENT = ("clock-", "chips-", "payouts-", "season-")
"""How the names of channels begin that follow a tournament; the name of its session comes after."""

TERRITORY = "territory-"
"""How the names of channels begin that show a territory's sponsor and notice, and nothing else."""

FOLLOWING = (TABLE, *TOURNAMENT)
UNKNOWN_CHANNEL = 4404
"""Close code for a channel that does not exist: the page must not reconnect."""
GOING_AWAY = 1001

Drawing = dict[str, Any]

CLEAR: Drawing = {"width": 1920, "height": 1080, "graphics": []}

Start = Drawing | Literal["shown", "cut"]
"""How pages change to a new drawing: animated from what they show, animated from this drawing, or
by a cut."""


@dataclass(frozen=True, slots=True)
class ChannelContent:
    """What a channel's stage was made from. ``deal``: ``None`` for a graphic without a deal, such
    as a clock. ``moment``: as spelt in requests, or the number of moves shown of a table's hand;
    ``as_of``: the same in words.
    ``pictures``: the tables whose pictures it leaves room for, in order. ``said``: by table, the
    deal's marks when the stage was made. ``missing_letters``: letters of its texts that none of our
    fonts has. ``note``: the id of the note that it is. ``pick``: the pick that it is about, empty
    where it is about none."""

    deal: DealKey | None
    tables: tuple[str, ...]
    moment: str
    kind: str = "two-up"
    pictures: tuple[str, ...] = ()
    said: Mapping[str, Mark] = field(default_factory=dict)
    missing_letters: str = ""
    as_of: str = ""
    note: str = ""
    pick: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A channel at one time. ``seq`` grows with every change; ``drawing`` is what pages draw."""

    seq: int
    shown: ChannelContent | None
    drawing: Drawing

    def message(self, before: Snapshot | None = None) -> dict[str, Any]:
        """The message for a page that has ``before``: the changes, or everything for ``None``."""
        size = {name: self.drawing[name] for name in ("width", "height")}
        if before is None:
            return {"seq": self.seq, **size, "graphics": self.drawing["graphics"]}
        previous = {graphic["key"]: graphic for graphic in before.drawing["graphics"]}
        graphics = self.drawing["graphics"]
        return {
            "seq": self.seq,
            **size,
            "keys": [graphic["key"] for graphic in graphics],
            "changed": [each for each in graphics if previous.get(each["key"]) != each],
        }


def draw(stage: Stage) -> Drawing:
    """A stage as pages draw it: for each graphic its box in pixels of the canvas, its SVG, and how
    it enters."""
    return {
        "width": stage.width,
        "height": stage.height,
        "graphics": [
            {
                "key": graphic.key,
                "box": _box(graphic.box),
                "svg": graphic_svg(graphic, stage.theme),
                "wave": wave(graphic),
                "enter": enter(graphic, stage.width),
            }
            for graphic in stage.graphics
        ],
    }


def _box(box: Box) -> dict[str, int]:
    return {"x": box.x, "y": box.y, "width": box.width, "height": box.height}


Moving = Callable[[float], Drawing]
"""The drawing at a time in seconds since 1970; it changes at most once a second."""


class ChannelState(NamedTuple):
    """What a channel shows; ``moving`` where it changes with time."""

    snapshot: Snapshot
    moving: Moving | None


@dataclass(eq=False, slots=True)
class Page:
    """A connected page. ``in_obs``: it was opened by OBS. ``sent``: the last snapshot sent to it.
    ``drawn``: the newest that it has reported, ``None`` before its first report. ``unanswered``:
    beats since its last report."""

    in_obs: bool = False
    sent: Snapshot | None = None
    drawn: int | None = None
    beat_due: bool = False
    unanswered: int = 0
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def beat(self) -> bool:
        """Sends the page a beat; returns whether its connection still counts as alive."""
        if self.drawn is None:
            return True  # it has not reported yet, and may never
        self.unanswered += 1
        self.beat_due = True
        self.woken.set()
        return self.unanswered <= MOST_UNANSWERED


@dataclass(eq=False, slots=True)
class Channel:
    """A named output: its current snapshot and its connected pages. Use it in the event loop only.

    ``on_change`` is called after every change.
    """

    now: Snapshot = Snapshot(0, None, CLEAR)
    pages: set[Page] = field(default_factory=set)
    closed: bool = False
    clock: Callable[[], float] = time.time
    on_change: Callable[[], None] | None = None
    _reported: asyncio.Event = field(default_factory=asyncio.Event)
    _moving: Moving | None = None
    _start: Start = "shown"
    _messages: dict[int, str] = field(default_factory=dict)

    def show(
        self, shown: ChannelContent | None, drawing: Drawing, start: Start = "shown"
    ) -> Snapshot:
        """Shows a fixed drawing."""
        self._moving = None
        return self._replace(shown, drawing, start)

    def run(self, shown: ChannelContent | None, moving: Moving, start: Start = "shown") -> Snapshot:
        """Shows a drawing that changes with time."""
        self._moving = moving
        return self._replace(shown, moving(self.clock()), start)

    def mirror(self, other: Channel) -> None:
        """Shows what another channel shows."""
        self._moving = other._moving
        if (self.now.shown, self.now.drawing) != (other.now.shown, other.now.drawing):
            start = other._start if other._start in ("cut", CLEAR) else "shown"
            self._replace(other.now.shown, other.now.drawing, start)

    def settle(self) -> None:
        """Drops the drawing that pages animate from: it must not be sent any more."""
        if self._start != "cut":
            self._start, self._messages = "shown", {}

    def report_drawn(self, page: Page, seq: int) -> None:
        """Records that a page has drawn snapshot ``seq``. Ignores a ``seq`` not sent yet."""
        page.unanswered = 0
        if seq > self.now.seq:
            return
        page.drawn = seq
        self._reported.set()
        self._reported = asyncio.Event()

    async def drawn(self, seq: int, seconds: float) -> bool:
        """Waits up to ``seconds`` for a page in OBS to draw snapshot ``seq`` or a newer one, and
        returns whether one has."""
        return await self._drawn_by(
            lambda: [page for page in self.pages if page.in_obs], seq, seconds
        )

    async def drawn_anywhere(self, seq: int, seconds: float) -> bool:
        """As ``drawn``, by any page. Does not wait where no page reports."""
        if all(page.drawn is None for page in self.pages):
            return False
        return await self._drawn_by(lambda: self.pages, seq, seconds)

    async def _drawn_by(
        self, pages: Callable[[], Iterable[Page]], seq: int, seconds: float
    ) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not any(page.drawn is not None and page.drawn >= seq for page in pages()):
                    await self._reported.wait()
                return True
        return False

    def state(self) -> ChannelState:
        return ChannelState(self.now, self._moving)

    def restore(self, state: ChannelState) -> Snapshot:
        """Shows an earlier state again, as a new snapshot."""
        if state.moving is not None:
            return self.run(state.snapshot.shown, state.moving, "cut")
        return self.show(state.snapshot.shown, state.snapshot.drawing, "cut")

    def message(self, newest: Snapshot, before: Snapshot | None) -> str:
        """The JSON message for a page that has ``before``; shared by all pages that have it."""
        if newest is not self.now:
            return _json(newest.message(before))
        if before is None:
            seq, how = -1, {}
        else:
            seq, how = before.seq, self._how()
        if seq not in self._messages:
            self._messages[seq] = _json(newest.message(before) | how)
        return self._messages[seq]

    def _how(self) -> dict[str, Any]:
        if self._start == "shown":
            return {}
        return {"cut": True} if self._start == "cut" else {"start": self._start["graphics"]}

    def close(self) -> None:
        """Ends every page's ``snapshots``: the service is stopping."""
        self.closed = True
        for page in self.pages:
            page.woken.set()

    async def snapshots(self, page: Page) -> AsyncIterator[Snapshot]:
        """Yields the current snapshot, then every newer one until the channel is closed, and the
        same again for a beat. The caller sets ``page.sent`` after sending."""
        while not self.closed:
            self._redraw_moving()
            if page.sent is not self.now or page.beat_due:
                page.beat_due = False
                yield self.now
                continue
            page.woken.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(page.woken.wait(), self._seconds_to_next_move())

    def _redraw_moving(self) -> None:
        if self._moving is None:
            return
        drawing = self._moving(self.clock())
        if drawing != self.now.drawing:
            self._replace(self.now.shown, drawing, "cut")  # digits that tick would blink

    def _seconds_to_next_move(self) -> float | None:
        return None if self._moving is None else 1 - self.clock() % 1

    def _replace(self, shown: ChannelContent | None, drawing: Drawing, start: Start) -> Snapshot:
        self.now, self._start = Snapshot(self.now.seq + 1, shown, drawing), start
        self._messages = {}
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
    """The channel of this name, or ``None``. The channel of a table or a tournament is created on
    first use.

    Use it in the event loop only. Names of tables and sessions are public, so this reveals nothing
    sealed.
    """
    if name not in channels and name.startswith(FOLLOWING):
        opened = await asyncio.to_thread(gate.sessions)
        kind, _, of = name.partition("-")
        if any(
            of in each.tables
            if f"{kind}-" == TABLE
            else each.tournament is not None and each.session == of
            for each in opened
        ):
            channels.setdefault(name, Channel())
    return channels.get(name)


NO_WATCH: AbstractAsyncContextManager[None] = nullcontext()


async def follow(
    websocket: WebSocket,
    channel: Channel,
    watched: AbstractAsyncContextManager[None] = NO_WATCH,
    key: str = "",
) -> None:
    """Sends changes until the page disconnects, its connection is dead or the service stops.
    ``key``: see ``RUN``; only a page that has it counts as opened by OBS."""
    run = websocket.query_params.get(RUN, "")
    page = Page(in_obs=key != "" and compare_digest(run.encode(), key.encode()))
    channel.pages.add(page)
    try:
        async with watched:
            try:
                await _serve(websocket, channel, page)
            finally:
                channel.pages.discard(page)
    finally:
        channel.pages.discard(page)


async def _serve(websocket: WebSocket, channel: Channel, page: Page) -> None:
    """Sends and listens until either ends, or the page no longer answers. A handler that only
    sends never learns that its page has disconnected, and would keep the service from stopping."""
    sending = asyncio.create_task(_send(websocket, channel, page))
    leaving = asyncio.create_task(_listen(websocket, channel, page))
    try:
        done: set[asyncio.Task[None]] = set()
        while not done and page.beat():
            done, _ = await asyncio.wait(
                {sending, leaving}, timeout=BEAT, return_when=asyncio.FIRST_COMPLETED
            )
        if channel.closed and not leaving.done():
            with suppress(WebSocketDisconnect):  # it may go at the same moment
                await websocket.close(GOING_AWAY)
    finally:
        sending.cancel()
        leaving.cancel()
        for outcome in await asyncio.gather(sending, leaving, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome


async def _send(websocket: WebSocket, channel: Channel, page: Page) -> None:
    try:
        async for newest in channel.snapshots(page):
            again = page.sent is newest
            await websocket.send_text(BEAT_MESSAGE if again else channel.message(newest, page.sent))
            page.sent = newest
    except WebSocketDisconnect:
        return  # the page disconnected during the send


async def _listen(websocket: WebSocket, channel: Channel, page: Page) -> None:
    """Returns when the page has disconnected."""
    while (message := await websocket.receive())["type"] != "websocket.disconnect":
        seq = _reported_seq(message.get("text"))
        if seq is not None:
            channel.report_drawn(page, seq)


def _reported_seq(text: str | None) -> int | None:
    """The number in ``{"seq": 7}``; ``None`` for anything else.

    >>> _reported_seq('{"seq": 7}'), _reported_seq("hello"), _reported_seq(None)
    (7, None, None)
    """
    if text is None or len(text) > LONGEST_REPORT:
        return None
    try:
        report = read_json(text)
    except ValueError:
        return None
    seq = report.get("seq") if isinstance(report, dict) else None
    return seq if isinstance(seq, int) and not isinstance(seq, bool) else None
