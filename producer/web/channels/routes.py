"""The channels' routes: what each shows, and putting a graphic on one without touching OBS."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Annotated

from fastapi import Depends, WebSocket
from starlette.responses import JSONResponse

from overlay.stage import Stage
from producer.web.access.roles import SCREENS, TAKERS
from producer.web.access.router import Routes
from producer.web.air_bar.holder import DeskId
from producer.web.channels.banks import PROGRAM
from producer.web.channels.live import (
    CLEAN,
    LOWER_THIRD,
    SEGMENT,
    TERRITORY,
    UNKNOWN_CHANNEL,
    Channel,
    channel_of,
    follow,
)
from producer.web.channels.playhead import drawing_of, on_stage
from producer.web.channels.requests import CLEAR_KIND, Playhead, playhead
from producer.web.onair.audit_log import soon
from producer.web.onair.clearing import CLEARED, channels_behind, clear
from producer.web.onair.flags import warning
from producer.web.onair.simulated import must_be_real
from producer.web.onair.takes import words_of
from producer.web.ops.errors import NO_SUCH_PAGE, Refusal
from producer.web.services import Injected, Services, Visitor

SHOW = "route:/api/channels/{channel}"

PAGE_PATIENCE = 1.0
"""Seconds that an answer waits for a page to have drawn the change."""

routes = Routes()


@routes.websocket("/live/{channel}", roles=SCREENS, exit="stages to the graphics pages")
async def live(websocket: WebSocket, services: Injected, channel: str) -> None:
    await websocket.accept()
    watched = await channel_of(services.channels, channel, services.gate)
    if watched is None:
        await websocket.close(UNKNOWN_CHANNEL, "no such channel")
        return
    following = services.following.watched(channel)
    await follow(websocket, watched, following, services.door.keys.overlay)


@routes.post("/api/channels/{channel}", roles=TAKERS, exit="a stage to its channel")
async def show(
    services: Injected,
    who: Visitor,
    desk: DeskId,
    channel: str,
    wanted: Annotated[Playhead, Depends(playhead)],
) -> JSONResponse:
    """For an OBS that is operated by hand, and for other playout systems."""
    takes, gate = services.takes, services.gate
    if await channel_of(services.channels, channel, gate) is None:
        raise Refusal(404, *NO_SUCH_PAGE)
    if channel == CLEAN:
        raise Refusal(409, "Nothing is put on the clean channel.", "Choose another channel.")
    if channel.startswith(TERRITORY):
        raise Refusal(
            409,
            "A territory's channel always shows its sponsor and notice.",
            "Choose another channel.",
        )
    if channel == SEGMENT and wanted.kind != CLEAR_KIND:
        raise Refusal(409, "The segment's graphics follow its clip.", "Choose another channel.")
    on_air = (PROGRAM, LOWER_THIRD, *channels_behind(takes, PROGRAM))
    if channel in on_air:
        services.holder.must_hold("Not shown", desk)
    if wanted.kind == CLEAR_KIND:
        return await _cleared(services, channel, who.by)
    async with takes.one_at_a_time:
        shown, stage = await takes.beside(on_stage, gate, wanted, SHOW, takes.style())
        if shown and shown.deal:
            await takes.beside(must_be_real, gate, [shown.deal], "Not shown")
        drawing = await takes.beside(drawing_of, stage)
        warned = await takes.beside(warning, gate, shown, SHOW)
        behind = services.banks.behind(channel)  # read now, as a take changes banks
        on = services.channels[behind]
        now = on.run(shown, drawing) if callable(drawing) else on.show(shown, drawing)
        noted = takes.note(shown, words_of(shown), f"graphics {channel}", who.by)
        if channel in on_air:
            services.sequence.done("showed graphics", who.by)
        if channel == LOWER_THIRD and isinstance(stage, Stage):
            await takes.lower_third(stage)
    watched = {services.channels[channel], on}
    unseen, unnoted = await asyncio.gather(unshown(channel, watched), soon(noted))
    words = f"On the channel {channel}: {words_of(shown)}. OBS was not touched."
    warnings = " ".join(filter(None, (warned, unseen, unnoted)))
    return JSONResponse({"message": words, "seq": now.seq, "warning": warnings})


async def _cleared(services: Services, channel: str, by: str) -> JSONResponse:
    """Overtakes a take under way, and clears what OBS shows as well."""
    takes = services.takes
    names = channels_behind(takes, channel)
    banks, problem = await clear(takes, services.channels, names, CLEARED)
    noted = takes.note(None, words_of(None), f"graphics {channel}", by)
    unseen, unnoted = await asyncio.gather(
        unshown(channel, {services.channels[each] for each in (channel, *names)}), soon(noted)
    )
    if any(banks.values()):
        unseen = f"Not in OBS: {problem}." if problem else ""
    in_obs = " and in OBS" if any(banks.values()) and not problem else ""
    return JSONResponse(
        {
            "message": f"Cleared on the channel {channel}{in_obs}.",
            "seq": services.channels[names[0]].now.seq,
            "warning": " ".join(filter(None, (unseen, unnoted))),
        }
    )


async def unshown(name: str, channels: Iterable[Channel]) -> str:
    """The warning that no page has drawn what these channels show, or ``""``. ``name``: of the
    channel that was changed."""
    drawn = [each.drawn_anywhere(each.now.seq, PAGE_PATIENCE) for each in channels]
    if any(await asyncio.gather(*drawn)):
        return ""
    return f"No page shows the channel {name}: open /graphics/{name} in OBS or a browser."
