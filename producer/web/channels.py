"""Graphics to a channel alone: for an OBS that is driven by hand, and for other playouts."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import JSONResponse

from producer.stages.style import style_of
from producer.web.errors import NO_SUCH_PAGE, Refusal
from producer.web.kinds import Playhead
from producer.web.live import CLEAN, Channels, channel_of
from producer.web.playhead import found, playhead
from producer.web.standing import warning
from producer.web.takes import Takes, note, words_of

SHOW = "route:/api/channels/{channel}"


def routes(takes: Takes, channels: Channels) -> APIRouter:
    router = APIRouter()
    usual = style_of(takes.settings.graphics)

    @router.post("/api/channels/{channel}")
    async def show(
        request: Request, channel: str, wanted: Annotated[Playhead, Depends(playhead)]
    ) -> JSONResponse:
        on = await asyncio.to_thread(channel_of, channels, takes.banks.behind(channel), takes.gate)
        if on is None:
            raise Refusal(404, *NO_SUCH_PAGE)
        if channel == CLEAN:
            raise Refusal(409, "Nothing is put on the clean channel.", "Choose another channel.")
        async with takes.one_at_a_time:
            shown, drawing = await asyncio.to_thread(found, takes.gate, wanted, SHOW, usual)
            warned = await asyncio.to_thread(warning, takes.gate, shown, SHOW)
            now = on.run(shown, drawing) if callable(drawing) else on.show(shown, drawing)
            by = request.scope["who"].by
            await asyncio.to_thread(note, takes.gate, shown, f"graphics {channel}", by)
        told = f"On the graphics page: {words_of(shown)}. OBS was not touched."
        return JSONResponse({"told": told, "seq": now.seq, "warning": warned})

    return router
