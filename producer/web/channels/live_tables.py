"""Keeps the channels of live tables up to date with the feed.

A table's channel follows its feed unless a producer has put a graphic on it; clearing that graphic
resumes following.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from overlay.stage import Stage
from producer.feeds import Received, Refused
from producer.games.line import Deal, DealKey
from producer.release import Gate, StoreError
from producer.release.by_hand import take_of
from producer.stages import NotDrawable, table_stage
from producer.stages.gallery import sample
from producer.stages.style import Style
from producer.stages.table_cut import Reveal
from producer.web.channels.live import (
    CLEAR,
    TABLE,
    Channel,
    ChannelContent,
    Channels,
    Drawing,
    draw,
)
from producer.web.onair.audit_log import Logbook
from producer.web.ops.errors import error_location

EXIT = "channel:/live/{channel}"
KIND = "live"
EVERY = 0.5
"""Seconds between polls for changes that do not come through the feed, such as files and delays."""

log = logging.getLogger("duplicast.web")


@dataclass(frozen=True, slots=True)
class Drawn:
    """The last drawing of a table. ``source``: what the gate released for it."""

    source: object
    shown: ChannelContent
    drawing: Drawing


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
        """Entered while a page watches the channel ``name``. A table's channel is drawn before the
        page is sent anything, and cleared when the last page disconnects: what it showed may be
        sealed by the time the next page connects (RULES P11)."""
        table, channel = name.removeprefix(TABLE), self.channels[name]
        if name.startswith(TABLE) and _follows(channel):
            drawn = asyncio.get_running_loop().create_future()
            self._awaited.setdefault(table, []).append(drawn)
            self._enqueue([table])
            await drawn
        try:
            yield
        finally:
            if name.startswith(TABLE) and not channel.pages and _is_automatic(channel):
                channel.show(None, CLEAR)

    def receive(self, items: Iterable[Received | Refused]) -> None:
        """Redraws the watched tables of these events, which are on disk."""
        names = {
            item.event.table for item in items if isinstance(item, Received) and item.event.table
        }
        self._enqueue(name for name in names if _follows(self.channels.get(TABLE + name)))

    def _enqueue(self, tables: Iterable[str]) -> None:
        self._queue.update(dict.fromkeys(tables))
        if self._queue and (self._drawing is None or self._drawing.done()):
            self._drawing = asyncio.create_task(self._work())

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._queue:
            await asyncio.to_thread(self._draw_queued, loop)

    def _draw_queued(self, loop: asyncio.AbstractEventLoop) -> None:
        """Draws the queued tables, longest wait first; runs outside the event loop. Events that
        arrive for a queued table share one drawing."""
        while self._queue:
            table, _ = self._queue.popitem(last=False)
            awaited = self._awaited.pop(table, [])
            try:
                shown, drawing = self._drawn(table)
            except StoreError as error:
                log.warning("table %s cannot be followed: %s", table, error)
            except Exception as error:  # noqa: BLE001 - logged; the other tables go on
                # The last drawing is out of date, perhaps of another deal: clear it.
                why = error if isinstance(error, NotDrawable) else error_location(error)
                log.error("table %s cannot be followed: %s", table, why)
                loop.call_soon_threadsafe(self._show, table, None, CLEAR)
            else:
                loop.call_soon_threadsafe(self._show, table, shown, drawing)
            loop.call_soon_threadsafe(self._release, awaited)

    def _show(self, table: str, shown: ChannelContent | None, drawing: Drawing) -> None:
        channel = self.channels[TABLE + table]
        if _follows(channel) and (drawing != channel.now.drawing or shown != channel.now.shown):
            channel.show(shown, drawing)
            self._note(table, shown)

    def _release(self, awaited: list[asyncio.Future[None]]) -> None:
        for each in awaited:
            if not each.done():
                each.set_result(None)

    def _note(self, table: str, shown: ChannelContent | None) -> None:
        """Writes one audit entry per deal, without waiting for the disk."""
        if shown is None or shown.deal is None or self._noted.get(table) == shown.deal:
            return
        self._noted[table] = shown.deal
        to = f"graphics {TABLE}{table}"
        self.logbook.note(take_of(self.gate, shown.deal, shown.tables, KIND, to, "the feed"))

    def _drawn(self, table: str) -> tuple[ChannelContent | None, Drawing]:
        source = self.gate.on_table(table, EXIT)
        if source is None:
            return None, CLEAR
        last = self._last.get(table)
        if last is None or last.source != source:
            deal, open_cards, said = source
            stage, moves = live_stage(deal, table, self.style, open_cards=open_cards)
            now = ChannelContent(deal.key, (table,), f"{moves} moves", KIND, said=said)
            last = self._last[table] = Drawn(source, now, draw(stage))
        return last.shown, last.drawing

    async def _poll(self) -> None:
        while True:
            watched = [
                name.removeprefix(TABLE)
                for name, channel in self.channels.items()
                if name.startswith(TABLE) and _follows(channel)
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


def warm(style: Style) -> None:
    """Draws the most frequent graphics once: the first drawing of a process reads fonts and
    templates, and takes a hundred times as long as the next."""
    for name in ("table-end", "two-up-decision"):
        draw(sample(name, style=style).stage)


def live_stage(deal: Deal, table: str, style: Style, *, open_cards: bool) -> tuple[Stage, int]:
    """The table's stage as its device reports it, and the number of moves. Raises NotDrawable.

    Board cards that arrive before the betting has reached their street stay hidden.
    """
    play = next(play for play in deal.plays if play.table == table)
    reveal: Reveal = "at once" if open_cards else "never"
    moves = len(play.line)
    return table_stage(deal, table, moves, reveal, board="dealt", style=style), moves


def _follows(channel: Channel | None) -> bool:
    """Whether the channel is watched and shows its table automatically."""
    return channel is not None and bool(channel.pages) and _is_automatic(channel)


def _is_automatic(channel: Channel) -> bool:
    """Whether no producer has put a graphic on the channel."""
    return channel.now.shown is None or channel.now.shown.kind == KIND
