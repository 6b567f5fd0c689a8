"""The graphics of live tables that play for themselves: they follow the feed, hand by hand.

A table's channel follows as long as nobody has put anything else on it; clearing it gives it back.
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
from producer.web.ops.errors import unforeseen

EXIT = "channel:/live/{channel}"
KIND = "live"
EVERY = 0.5
"""Seconds between looks at what came in by other ways than the network, or with time."""

log = logging.getLogger("duplicast.web")


@dataclass(frozen=True, slots=True)
class Drawn:
    """What was drawn last of a table, and what the gate had let out for it."""

    found: object
    shown: ChannelContent
    drawing: Drawing


@dataclass(slots=True)
class Following:
    """In one event loop only. ``deals``: how many a session plays, 0 where it does not tell."""

    gate: Gate
    channels: Channels
    style: Style
    logbook: Logbook
    _awaited: dict[str, list[asyncio.Future[None]]] = field(default_factory=dict)
    _touched: OrderedDict[str, None] = field(default_factory=OrderedDict)
    _working: asyncio.Task[None] | None = None
    _looking: asyncio.Task[None] | None = None
    _moved: object = None
    _noted: dict[str, DealKey] = field(default_factory=dict)
    _last: dict[str, Drawn] = field(default_factory=dict)

    def start(self) -> None:
        self._looking = asyncio.create_task(self._look())

    async def stop(self) -> None:
        self._touched.clear()
        for table in list(self._awaited):
            self._answer(self._awaited.pop(table))
        tasks = [task for task in (self._looking, self._working) if task is not None]
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                log.error("following ended: %s", unforeseen(ended))

    @asynccontextmanager
    async def watched(self, name: str) -> AsyncIterator[None]:
        """While a page watches the channel ``name``. A table's is drawn before the page is sent
        anything, and shows nothing while nobody watches it: what was right when the last page left
        may be sealed when the next one comes (RULES P11)."""
        table, channel = name.removeprefix(TABLE), self.channels[name]
        if name.startswith(TABLE) and _follows(channel):
            drawn = asyncio.get_running_loop().create_future()
            self._awaited.setdefault(table, []).append(drawn)
            self._touch([table])
            await drawn
        try:
            yield
        finally:
            if name.startswith(TABLE) and not channel.pages and _plays(channel):
                channel.show(None, CLEAR)

    def heard(self, items: Iterable[Received | Refused]) -> None:
        """These are on disk: their tables are drawn anew, where somebody watches them."""
        names = {
            item.event.table for item in items if isinstance(item, Received) and item.event.table
        }
        self._touch(name for name in names if _follows(self.channels.get(TABLE + name)))

    def _touch(self, tables: Iterable[str]) -> None:
        self._touched.update(dict.fromkeys(tables))
        if self._touched and (self._working is None or self._working.done()):
            self._working = asyncio.create_task(self._work())

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._touched:
            await asyncio.to_thread(self._draw, loop)

    def _draw(self, loop: asyncio.AbstractEventLoop) -> None:
        """Beside the loop: table after table, the one that waits longest first; what comes for one
        meanwhile is drawn together."""
        while self._touched:
            table, _ = self._touched.popitem(last=False)
            awaited = self._awaited.pop(table, [])
            try:
                shown, drawing = self._drawn(table)
            except StoreError as error:
                log.warning("table %s cannot be followed: %s", table, error)
            except Exception as error:  # noqa: BLE001 - logged; the other tables go on
                # What was drawn before is of a moment that is past, perhaps of another deal.
                why = error if isinstance(error, NotDrawable) else unforeseen(error)
                log.error("table %s cannot be followed: %s", table, why)
                loop.call_soon_threadsafe(self._show, table, None, CLEAR)
            else:
                loop.call_soon_threadsafe(self._show, table, shown, drawing)
            loop.call_soon_threadsafe(self._answer, awaited)

    def _show(self, table: str, shown: ChannelContent | None, drawing: Drawing) -> None:
        channel = self.channels[TABLE + table]
        if _follows(channel) and (drawing != channel.now.drawing or shown != channel.now.shown):
            channel.show(shown, drawing)
            self._note(table, shown)

    def _answer(self, awaited: list[asyncio.Future[None]]) -> None:
        for each in awaited:
            if not each.done():
                each.set_result(None)

    def _note(self, table: str, shown: ChannelContent | None) -> None:
        """Once for every deal; the other tables' pictures do not wait for the disk."""
        if shown is None or shown.deal is None or self._noted.get(table) == shown.deal:
            return
        self._noted[table] = shown.deal
        to = f"graphics {TABLE}{table}"
        self.logbook.note(take_of(self.gate, shown.deal, shown.tables, KIND, to, "the feed"))

    def _drawn(self, table: str) -> tuple[ChannelContent | None, Drawing]:
        found = self.gate.on_table(table, EXIT)
        if found is None:
            return None, CLEAR
        last = self._last.get(table)
        if last is None or last.found != found:
            deal, open_cards, said = found
            stage, moves = live_stage(deal, table, self.style, open_cards=open_cards)
            now = ChannelContent(deal.key, (table,), f"move {moves}", KIND, said=said)
            last = self._last[table] = Drawn(found, now, draw(stage))
        return last.shown, last.drawing

    async def _look(self) -> None:
        while True:
            watched = [
                name.removeprefix(TABLE)
                for name, channel in self.channels.items()
                if name.startswith(TABLE) and _follows(channel)
            ]
            if watched:
                try:
                    moved = await asyncio.to_thread(self.gate.moved, EXIT), tuple(watched)
                except StoreError as error:
                    log.warning("the record cannot be read: %s", error.reason)
                except Exception as error:  # noqa: BLE001 - logged; it may be over at the next look
                    log.error("what is to be followed cannot be told: %s", unforeseen(error))
                else:
                    if moved != self._moved:
                        self._moved = moved
                        self._touch(watched)
            await asyncio.sleep(EVERY)


def warm(style: Style) -> None:
    """Draws what is drawn most, for nobody: the first drawing of a process reads fonts and
    templates, and takes a hundred times as long as the next."""
    for name in ("table-end", "two-up-fork"):
        draw(sample(name, style=style).stage)


def live_stage(deal: Deal, table: str, style: Style, *, open_cards: bool) -> tuple[Stage, int]:
    """The table as its device has told it, and after how many moves. Raises NotDrawable.

    Board cards that the betting has not come to yet stay hidden, though they were told.
    """
    play = next(play for play in deal.plays if play.table == table)
    reveal: Reveal = "at once" if open_cards else "never"
    moves = len(play.line)
    return table_stage(deal, table, moves, reveal, board="told", style=style), moves


def _follows(channel: Channel | None) -> bool:
    """Whether somebody watches it, and nothing was put on it by hand."""
    return channel is not None and bool(channel.pages) and _plays(channel)


def _plays(channel: Channel) -> bool:
    """Whether nothing was put on it by hand."""
    return channel.now.shown is None or channel.now.shown.kind == KIND
