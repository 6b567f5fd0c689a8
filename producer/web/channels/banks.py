"""The banks' graphics channels, and the channels ``program`` and ``preview`` that mirror them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from producer.obs import BANKS, Bank, channel, other
from producer.obs.director.takes import Drawn
from producer.web.channels.live import (
    CLEAR,
    SEGMENT,
    Channel,
    ChannelContent,
    Channels,
    ChannelState,
    Drawing,
    Moving,
    Start,
)

PROGRAM, PREVIEW = "program", "preview"


class Banks:
    """Use it in the event loop only. ``on_air``: the bank on program. ``clip_on_air``: a segment's
    clip is there instead."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels
        self.on_air: Bank = "B"
        self._clip_on_air = False
        for bank in BANKS:
            self.channel(bank).on_change = self._follow
        channels[SEGMENT].on_change = self._follow

    def channel(self, bank: Bank) -> Channel:
        return self._channels[channel(bank)]

    def behind(self, name: str) -> str:
        """The name of the channel to change: the bank's for ``program`` and ``preview``."""
        names = {PROGRAM: channel(self.on_air), PREVIEW: channel(other(self.on_air))}
        return names.get(name, name)

    def switch(self, bank: Bank) -> None:
        """Puts ``bank`` on program."""
        self.on_air = bank
        self._follow()

    def put_clip_on_air(self, *, on_air: bool) -> None:
        """``program`` follows the graphics over the clip, or the bank again."""
        self._clip_on_air = on_air
        self._follow()

    def _follow(self) -> None:
        segment = self._channels[SEGMENT]
        self._channels[PROGRAM].mirror(segment if self._clip_on_air else self.channel(self.on_air))
        self._channels[PREVIEW].mirror(self.channel(other(self.on_air)))


@dataclass(slots=True)
class Showing:
    """Shows content on a bank's channel; called on the director's thread. ``channel``: a bank's
    channel in one OBS. ``on_air``: the bank that is on air there, for a take, which moves from what
    that one shows; a preview is loaded without motion.

    ``undo`` restores what the channel showed before, after a failed preview or take.
    """

    loop: asyncio.AbstractEventLoop
    channel: Callable[[Bank], Channel]
    shown: ChannelContent | None
    drawing: Drawing | Moving
    on_air: Callable[[], Bank | None] | None = None
    _before: list[tuple[Channel, ChannelState]] = field(default_factory=list)

    def __call__(self, bank: Bank) -> Drawn:
        on = self.channel(bank)
        seq = self._in_loop(self._put(on, self._start(bank)))

        def drawn(seconds: float) -> bool:
            return bool(self._in_loop(on.drawn(seq, seconds)))

        return drawn

    def undo(self) -> None:
        for on, state in self._before:
            on.restore(state)

    def settle(self) -> None:
        for on, _ in self._before:
            on.settle()

    async def _put(self, on: Channel, start: Start) -> int:
        """Leaves a channel that already shows the content alone, unless it moves: its pages have
        drawn it."""
        if callable(self.drawing):
            self._before.append((on, on.state()))
            return on.run(self.shown, self.drawing, start).seq
        same = (on.now.shown, on.now.drawing) == (self.shown, self.drawing)
        if not same or start not in ("cut", self.drawing):
            self._before.append((on, on.state()))
            on.show(self.shown, self.drawing, start)
        return on.now.seq

    def _start(self, bank: Bank) -> Start:
        """Over the same pictures, graphics animate from what is on air; over others they start
        afresh."""
        if self.on_air is None:
            return "cut"
        if self.on_air() != other(bank):
            return CLEAR
        now, shown = self.channel(other(bank)).now, self.shown
        if now.shown is None or shown is None:
            return CLEAR
        stay = (now.shown.kind, now.shown.tables) == (shown.kind, shown.tables)
        return now.drawing if stay else CLEAR

    def _in_loop(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()
