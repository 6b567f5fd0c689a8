"""The banks' graphics channels, and the names ``program`` and ``preview`` that follow them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from producer.obs import BANKS, Bank, channel, other
from producer.obs.director.takes import Drawn
from producer.web.channels.live import Before, Channel, ChannelContent, Channels, Drawing, Moving

PROGRAM, PREVIEW = "program", "preview"


class Banks:
    """In the event loop only. ``on_air``: the bank that program means."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels
        self.on_air: Bank = "B"
        for bank in BANKS:
            self.channel(bank).on_change = self._follow

    def channel(self, bank: Bank) -> Channel:
        return self._channels[channel(bank)]

    def behind(self, name: str) -> str:
        """The channel that is changed where ``name`` is to change."""
        names = {PROGRAM: channel(self.on_air), PREVIEW: channel(other(self.on_air))}
        return names.get(name, name)

    def switch(self, bank: Bank) -> None:
        """``bank`` is on air from now on."""
        self.on_air = bank
        self._follow()

    def _follow(self) -> None:
        self._channels[PROGRAM].mirror(self.channel(self.on_air))
        self._channels[PREVIEW].mirror(self.channel(other(self.on_air)))


@dataclass(slots=True)
class Showing:
    """Something to be put on the channel of a bank, from the director's thread. ``channel``: of
    the bank of one OBS.

    ``undo`` puts back what was there, where it came to nothing.
    """

    loop: asyncio.AbstractEventLoop
    channel: Callable[[Bank], Channel]
    shown: ChannelContent | None
    drawing: Drawing | Moving
    _before: list[tuple[Channel, Before]] = field(default_factory=list)

    def __call__(self, bank: Bank) -> Drawn:
        on = self.channel(bank)
        seq = self._in_loop(self._put(on))

        def drawn(seconds: float) -> bool:
            return bool(self._in_loop(on.drawn(seq, seconds)))

        return drawn

    def undo(self) -> None:
        for on, before in self._before:
            on.put_back(before)

    async def _put(self, on: Channel) -> int:
        """What is there already is not put there again: its pages have drawn it."""
        if callable(self.drawing):
            self._before.append((on, on.as_it_is()))
            return on.run(self.shown, self.drawing).seq
        if (on.now.shown, on.now.drawing) != (self.shown, self.drawing):
            self._before.append((on, on.as_it_is()))
            on.show(self.shown, self.drawing)
        return on.now.seq

    def _in_loop(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()
