"""Clears graphics, on the channels and in every OBS; the pictures stay."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping

from producer.games.line import DealKey
from producer.obs import BANKS, Bank, Offline, channel, other
from producer.obs.director.outputs import Output
from producer.web.channels.banks import PREVIEW, PROGRAM
from producer.web.channels.live import CLEAR, LOWER_THIRD, Channels
from producer.web.channels.live_tables import KIND
from producer.web.onair.takes import Takes

Cleared = Mapping[str, Collection[Bank]]
"""By the name of the OBS, the banks whose graphics were cleared."""

CLEARED = "nothing: it was cleared"
"""What a bank holds then."""


def deals_shown(channels: Channels) -> dict[str, DealKey]:
    """By channel, the deal that it shows; not of a table's live graphics, nor of the channels that
    follow the banks."""
    return {
        name: content.deal
        for name, each in channels.items()
        if name not in (PROGRAM, PREVIEW)
        and (content := each.now.shown) is not None
        and content.kind != KIND
        and content.deal is not None
    }


async def clear(
    takes: Takes, channels: Channels, names: Collection[str], words: str
) -> tuple[Cleared, str]:
    """Clears these channels, and the graphics of their banks in OBS. ``words``: what the banks hold
    then. Also returns where it failed and why, in words."""
    for each in channels.values():
        each.settle()  # it may have moved from what is cleared now
    for name in names:
        channels[name].show(None, CLEAR)
    chosen = {id(channels[name]) for name in names}
    banks = {
        output: [bank for bank in BANKS if id(own(bank)) in chosen]
        for output, own in takes.channels.items()
    }
    problem = await takes.clear_in_obs(banks, words) if any(banks.values()) else ""
    if LOWER_THIRD in names:
        problem = "; ".join(filter(None, (problem, await takes.lower_third(None))))
    for bank in {bank for each in banks.values() for bank in each}:
        takes.loaded.pop(bank, None)
    return banks, problem


async def unload(takes: Takes, cleared: Cleared) -> str:
    """Empties the scenes of these banks where they are off air. Returns where it failed and why, in
    words."""

    def work(output: Output) -> None:
        state = output.director.state()
        on_air = None if isinstance(state, Offline) else state.bank
        for bank in cleared[output.name]:
            if bank != on_air:
                output.director.unload(bank)

    if not any(cleared.values()):
        return ""
    each = await asyncio.to_thread(takes.outputs.each, work)
    return each.missing()


def channels_behind(takes: Takes, name: str) -> list[str]:
    """The channels that ``name`` means, one of each OBS for ``program``, ``preview`` and a bank:
    every OBS may have another bank on program."""
    found = []
    for output in takes.outputs.outputs:
        state = output.director.state()
        on_air = None if isinstance(state, Offline) else state.bank
        bank = on_air or takes.banks.on_air
        banks = {PROGRAM: bank, PREVIEW: other(bank), **{channel(each): each for each in BANKS}}
        if name in banks:
            found.append(channel(banks[name], output.name))
    return found or [name]
