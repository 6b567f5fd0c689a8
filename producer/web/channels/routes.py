"""Graphics to a channel alone: for an OBS that is driven by hand, and for other playouts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import JSONResponse

from producer.stages.style import style_of
from producer.web.channels.live import CLEAN, Channels, channel_of
from producer.web.channels.playhead import found
from producer.web.channels.requests import Playhead, playhead
from producer.web.onair.audit_log import soon
from producer.web.onair.flags import warning
from producer.web.onair.takes import Takes, words_of
from producer.web.ops.errors import NO_SUCH_PAGE, Refusal

SHOW = "route:/api/channels/{channel}"


def routes(takes: Takes, channels: Channels) -> APIRouter:
    router = APIRouter()
    usual = style_of(takes.settings.graphics)

    @router.post("/api/channels/{channel}")
    async def show(
        request: Request, channel: str, wanted: Annotated[Playhead, Depends(playhead)]
    ) -> JSONResponse:
        if await channel_of(channels, channel, takes.gate) is None:
            raise Refusal(404, *NO_SUCH_PAGE)
        if channel == CLEAN:
            raise Refusal(409, "Nothing is put on the clean channel.", "Choose another channel.")
        async with takes.one_at_a_time:
            shown, drawing = await takes.beside(found, takes.gate, wanted, SHOW, usual)
            warned = await takes.beside(warning, takes.gate, shown, SHOW)
            on = channels[takes.banks.behind(channel)]  # as the banks are by now, after a take
            now = on.run(shown, drawing) if callable(drawing) else on.show(shown, drawing)
            noted = takes.note(shown, f"graphics {channel}", request.scope["who"].by)
        told = f"On the graphics page: {words_of(shown)}. OBS was not touched."
        warned = " ".join(filter(None, (warned, await soon(noted))))
        return JSONResponse({"told": told, "seq": now.seq, "warning": warned})

    return router
