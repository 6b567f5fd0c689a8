"""What goes to air: a two-up to its graphics channel alone, or with a take to OBS as well."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import JSONResponse

from producer.obs import Director, Graphics, ObsRefusal, Offline, Online, Taken
from producer.obs.wanted import two_up_name
from producer.release import Gate
from producer.release import hand as by_hand
from producer.settings import Settings
from producer.stages.style import style_of
from producer.web.errors import NO_SUCH_PAGE, Refusal
from producer.web.live import CLEAN, Channel, Channels, Shown, channel_of, draw
from producer.web.playhead import Playhead, TwoUp, found, playhead, staged
from producer.web.rehearsal import picture_of

TAKE, SHOW, AIR = "route:/api/take", "route:/api/channels/{channel}", "route:/api/air"
TWO_UP = "two-up"


def open_director(settings: Settings) -> Director:
    """OBS reads the graphics' files long after us, so they lie in the output folder."""
    return Director(settings.obs, Path(settings.out) / "obs")


def routes(
    gate: Gate, page: str, settings: Settings, channels: Channels, director: Director
) -> APIRouter:
    """``page``: the address of the two-up's graphics, as OBS gets it."""
    router = APIRouter()
    one_at_a_time = asyncio.Lock()
    picture = picture_of(settings)
    usual = style_of(settings.graphics)

    def noted(shown: Shown | None, to: str, request: Request) -> None:
        if shown is not None and shown.deal is not None:
            by = request.scope["who"].by
            by_hand.note_take(gate, shown.deal, shown.tables, shown.moment, to, by)

    @router.post("/api/channels/{channel}")
    async def show(
        request: Request, channel: str, wanted: Annotated[Playhead, Depends(playhead)]
    ) -> JSONResponse:
        on = await asyncio.to_thread(channel_of, channels, channel, gate)
        if on is None:
            raise Refusal(404, *NO_SUCH_PAGE)
        if channel == CLEAN:
            raise Refusal(409, "Nothing is put on the clean channel.", "Choose another channel.")
        async with one_at_a_time:
            shown, drawing = await asyncio.to_thread(found, gate, wanted, SHOW, usual)
            now = on.run(shown, drawing) if callable(drawing) else on.show(shown, drawing)
            await asyncio.to_thread(noted, shown, f"graphics {channel}", request)
        told = f"On the graphics page: {_words(shown)}. OBS was not touched."
        return JSONResponse({"told": told, "seq": now.seq})

    @router.post("/api/take")
    async def take(request: Request, wanted: TwoUp) -> JSONResponse:
        async with one_at_a_time:
            comparison = await asyncio.to_thread(gate.comparison, wanted.deal, TAKE)
            shown, stage = await asyncio.to_thread(staged, comparison, wanted, usual)
            pair = shown.tables[0], shown.tables[1]
            _must_be_online(director.state())
            drawing = await asyncio.to_thread(draw, stage)
            graphics = Graphics(page, lambda: picture(stage, 1.0))
            taken = await _with_graphics(
                channels[TWO_UP],
                shown,
                drawing,
                lambda: asyncio.to_thread(director.take, graphics, pair),
            )
            await asyncio.to_thread(noted, shown, f"program, {taken.scene}", request)
        told = f"On program: {_words(shown)}, in the scene {taken.scene}."
        return JSONResponse({"told": told, "scene": taken.scene, "seconds": taken.seconds})

    @router.get("/api/air")
    async def air() -> JSONResponse:
        """What OBS has on program by its own word, and what the graphics channels show."""
        return JSONResponse(
            {
                "obs": _obs(director.state(), two_up_name(settings.obs.prefix)),
                "channels": {name: _channel(channel) for name, channel in channels.items()},
            }
        )

    return router


async def _with_graphics(
    channel: Channel, shown: Shown, drawing: dict[str, Any], take: Callable[[], Awaitable[Taken]]
) -> Taken:
    """Graphics first, so that they are there when the scene comes; back where it does not."""
    before = channel.now
    channel.show(shown, drawing)
    try:
        return await take()
    except ObsRefusal as refusal:
        channel.put_back(before)
        raise _refused(refusal) from refusal


def _must_be_online(state: Online | Offline) -> None:
    if isinstance(state, Offline):
        raise _refused(state.refusal)


def _refused(refusal: ObsRefusal) -> Refusal:
    return Refusal(503, f"Not taken: {refusal.reason}.", f"{refusal.mend}.")


def _obs(state: Online | Offline, ours: str) -> dict[str, object]:
    if isinstance(state, Offline):
        return {"online": False, "reason": state.refusal.reason, "mend": state.refusal.mend}
    return {
        "online": True,
        "version": state.obs,
        "program": state.program,
        "ours": state.program == ours,
        "trouble": None if state.trouble is None else f"{state.trouble}",
    }


def _channel(channel: Channel) -> dict[str, object]:
    shown = channel.now.shown
    return {
        "seq": channel.now.seq,
        "pages": channel.pages,
        "shown": shown
        and {
            "kind": shown.kind,
            "deal": str(shown.deal) if shown.deal else None,
            "number": shown.deal.number if shown.deal else None,
            "tables": list(shown.tables),
            "moment": shown.moment,
        },
    }


def _words(shown: Shown | None) -> str:
    if shown is None:
        return "nothing"
    if shown.deal is None:
        kind = shown.kind.replace("-", " ")
        return f"a {kind}" if kind in ("clock", "note", "speaker") else kind
    moment = {"fork": "at the fork", "end": "at the end"}.get(shown.moment, f"at {shown.moment}")
    deal = f"deal {shown.deal.number} {moment}"
    if shown.kind == "two-up":
        left, right = shown.tables
        return f"{deal}, table {left} beside table {right}"
    tables = "tables" if len(shown.tables) > 1 else "table"
    return f"{deal}, {shown.kind}, {tables} {', '.join(shown.tables)}"
