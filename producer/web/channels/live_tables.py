"""Keeps the channels of live tables and tournaments up to date with the feed.

Such a channel follows its feed unless a producer has put a graphic on it; clearing that graphic
resumes following.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from overlay.stage import Stage
from producer.events import Event
from producer.feeds import Received, Refused
from producer.games.line import Deal, DealKey
from producer.games.tournament_course import TournamentWinner
from producer.release import Gate, StoreError
from producer.release.by_hand import take_of
from producer.stages import NotDrawable, table_stage
from producer.stages.gallery import sample
from producer.stages.style import Style
from producer.stages.tables.table_cut import Reveal
from producer.tournament_events import TournamentEvent
from producer.web.channels.live import (
    CLEAR,
    FOLLOWING,
    TABLE,
    TOURNAMENT,
    Channel,
    ChannelContent,
    Channels,
    Drawing,
    Moving,
    draw,
)
from producer.web.channels.live_tournaments import tournament_drawing, tournament_source
from producer.web.onair.audit_log import Logbook
from producer.web.ops.errors import error_location

EXIT = "channel:/live/{channel}"
KIND = "live"
EVERY = 0.5
"""Seconds between polls for changes that do not come through the feed, such as files and delays."""

log = logging.getLogger("duplicast.web")


@dataclass(frozen=True, slots=True)
class Drawn:
    """The last drawing of a channel. ``source``: what the gate released for it. ``drawing``: a
    function of the time where it changes with time."""

    source: object
    shown: ChannelContent | None
    drawing: Drawing | Moving


NOTHING = Drawn(None, None, CLEAR)


@dataclass(slots=True)
class Following:
    """Use it in one event loop only."""

    gate: Gate
    channels: Channels
    style: Style
    logbook: Logbook
    _awaited: dict[str, list[asyncio.Future[None]]] = field(default_factory=dict)
    _queue: OrderedDict[str, None] = field(default_factory=OrderedDict)
    _drawing: asyncio.Task[None] | None = None
    _polling: asyncio.Task[None] | None = None
    _version: object = None
    _noted: dict[str, DealKey] = field(default_factory=dict)
    _last: dict[str, Drawn] = field(default_factory=dict)

    def start(self) -> None:
        self._polling = asyncio.create_task(self._poll())

    async def stop(self) -> None:
        self._queue.clear()
        for table in list(self._awaited):
            self._release(self._awaited.pop(table))
        tasks = [task for task in (self._polling, self._drawing) if task is not None]
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                log.error("following the tables failed: %s", error_location(ended))

    @asynccontextmanager
    async def watched(self, name: str) -> AsyncIterator[None]:
        """Entered while a page watches the channel ``name``. One that follows a feed is drawn
        before the page is sent anything, and cleared when the last page disconnects: what it showed
        may be sealed by the time the next page connects (RULES P11)."""
        channel = self.channels[name]
        if name.startswith(FOLLOWING) and _follows(channel):
            drawn = asyncio.get_running_loop().create_future()
            self._awaited.setdefault(name, []).append(drawn)
            self._enqueue([name])
            await drawn
        try:
            yield
        finally:
            if name.startswith(FOLLOWING) and not channel.pages and _is_automatic(channel):
                channel.show(None, CLEAR)

    def receive(self, items: Iterable[Received | Refused]) -> None:
        """Redraws the watched tables and tournaments of these events, which are on disk."""
        names = {
            name
            for item in items
            if isinstance(item, Received)
            for name in _channels_of(item.event)
        }
        self._enqueue(name for name in names if _follows(self.channels.get(name)))

    def _enqueue(self, names: Iterable[str]) -> None:
        self._queue.update(dict.fromkeys(names))
        if self._queue and (self._drawing is None or self._drawing.done()):
            self._drawing = asyncio.create_task(self._work())

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._queue:
            await asyncio.to_thread(self._draw_queued, loop)

    def _draw_queued(self, loop: asyncio.AbstractEventLoop) -> None:
        """Draws the queued channels, longest wait first; runs outside the event loop. Events that
        arrive for a queued channel share one drawing."""
        while self._queue:
            name, _ = self._queue.popitem(last=False)
            awaited = self._awaited.pop(name, [])
            try:
                drawn = self._drawn(name)
            except StoreError as error:
                log.warning("%s cannot be followed: %s", _words(name), error)
            except Exception as error:  # noqa: BLE001 - logged; the other channels go on
                # The last drawing is out of date, perhaps of another deal: clear it.
                why = error if isinstance(error, NotDrawable) else error_location(error)
                log.error("%s cannot be followed: %s", _words(name), why)
                loop.call_soon_threadsafe(self._show, name, NOTHING)
            else:
                loop.call_soon_threadsafe(self._show, name, drawn)
            loop.call_soon_threadsafe(self._release, awaited)

    def _show(self, name: str, drawn: Drawn) -> None:
        channel = self.channels[name]
        if not _follows(channel):
            return
        if callable(drawn.drawing):
            if channel.now.shown is not drawn.shown:
                channel.run(drawn.shown, drawn.drawing)
        elif drawn.drawing != channel.now.drawing or drawn.shown != channel.now.shown:
            channel.show(drawn.shown, drawn.drawing)
            self._note(name, drawn.shown)

    def _release(self, awaited: list[asyncio.Future[None]]) -> None:
        for each in awaited:
            if not each.done():
                each.set_result(None)

    def _note(self, name: str, shown: ChannelContent | None) -> None:
        """Writes one audit entry per deal, without waiting for the disk."""
        if shown is None or shown.deal is None or self._noted.get(name) == shown.deal:
            return
        self._noted[name] = shown.deal
        to = f"graphics {name}"
        self.logbook.note(take_of(self.gate, shown.deal, shown.tables, KIND, to, "the feed"))

    def _drawn(self, name: str) -> Drawn:
        last = self._last.get(name)
        if not name.startswith(TABLE):
            source = tournament_source(self.gate, name, EXIT)
            if source is None:
                return NOTHING
            if last is None or last.source != source:
                now = ChannelContent(None, (), "", KIND)
                last = self._last[name] = Drawn(source, now, tournament_drawing(source, self.style))
            return last
        table = name.removeprefix(TABLE)
        on_table = self.gate.on_table(table, EXIT)
        if on_table is None:
            return NOTHING
        deal, open_cards, said = on_table
        winner = self.gate.tournament_won(deal, EXIT)
        if last is None or last.source != (on_table, winner):
            stage, moves = live_stage(deal, table, self.style, open_cards=open_cards, winner=winner)
            now = ChannelContent(deal.key, (table,), f"{moves} moves", KIND, said=said)
            last = self._last[name] = Drawn((on_table, winner), now, draw(stage))
        return last

    async def _poll(self) -> None:
        while True:
            watched = [
                name
                for name, channel in self.channels.items()
                if name.startswith(FOLLOWING) and _follows(channel)
            ]
            if watched:
                try:
                    version = await asyncio.to_thread(self.gate.moved, EXIT), tuple(watched)
                except StoreError as error:
                    log.warning("the record cannot be read: %s", error.reason)
                except Exception as error:  # noqa: BLE001 - logged; the next poll may succeed
                    log.error("the watched tables cannot be read: %s", error_location(error))
                else:
                    if version != self._version:
                        self._version = version
                        self._enqueue(watched)
            await asyncio.sleep(EVERY)


def _channels_of(event: Event) -> Iterator[str]:
    """The channels that an event may change."""
    if event.table:
        yield TABLE + event.table
    elif isinstance(event, TournamentEvent):
        yield from (prefix + event.session for prefix in TOURNAMENT)


def _words(name: str) -> str:
    return f"table {name.removeprefix(TABLE)}" if name.startswith(TABLE) else f"channel {name}"


def warm(style: Style) -> None:
    """Draws the most frequent graphics once: the first drawing of a process reads fonts and
    templates, and takes a hundred times as long as the next."""
    for name in ("table-end", "two-up-decision"):
        draw(sample(name, style=style).stage)


def live_stage(
    deal: Deal,
    table: str,
    style: Style,
    *,
    open_cards: bool,
    winner: TournamentWinner | None = None,
) -> tuple[Stage, int]:
    """The table's stage as its device reports it, and the number of moves. Raises NotDrawable.

    Board cards that arrive before the betting has reached their street stay hidden.
    """
    play = next(play for play in deal.plays if play.table == table)
    reveal: Reveal = "at once" if open_cards else "never"
    moves = len(play.line)
    stage = table_stage(deal, table, moves, reveal, board="dealt", style=style, winner=winner)
    return stage, moves


def _follows(channel: Channel | None) -> bool:
    """Whether the channel is watched and follows its feed."""
    return channel is not None and bool(channel.pages) and _is_automatic(channel)


def _is_automatic(channel: Channel) -> bool:
    """Whether no producer has put a graphic on the channel."""
    return channel.now.shown is None or channel.now.shown.kind == KIND
