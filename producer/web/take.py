"""What goes to air: a two-up to its graphics channel alone, or with a take to OBS as well."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from overlay.stage import Stage
from producer.obs import Director, Graphics, ObsRefusal, Offline, Online, Taken
from producer.obs.wanted import two_up_name
from producer.release import Gate
from producer.release import hand as by_hand
from producer.settings import Settings
from producer.stages import two_up
from producer.web.errors import NO_SUCH_PAGE, Refusal
from producer.web.live import Channel, Channels, Moment, Shown, draw
from producer.web.pairs import pair_of
from producer.web.rehearsal import picture_of

TAKE, SHOW, AIR = "route:/api/take", "route:/api/channels/{channel}", "route:/api/air"
TWO_UP = "two-up"
Table = Annotated[str, Field(min_length=1, max_length=200)]


class TwoUp(BaseModel):
    """``deal`` as ``N`` or ``SESSION/GROUP/N``; without ``tables`` the suggested pair."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    deal: Annotated[str, Field(min_length=1, max_length=500)]
    tables: tuple[Table, Table] | None = None
    moment: Moment = "fork"


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

    def staged(wanted: TwoUp, exit_: str) -> tuple[Shown, Stage]:
        comparison = gate.comparison(wanted.deal, exit_)
        pair = pair_of(comparison, wanted.tables)
        stage = two_up(comparison, pair, wanted.moment)
        return Shown(comparison.deal.key, pair, wanted.moment), stage

    def noted(shown: Shown, to: str, request: Request) -> None:
        by = request.scope["who"].by
        by_hand.note_take(gate, shown.deal, shown.tables, shown.moment, to, by)

    @router.post("/api/channels/{channel}")
    async def show(request: Request, channel: str, wanted: TwoUp) -> JSONResponse:
        if channel not in channels:
            raise Refusal(404, *NO_SUCH_PAGE)
        async with one_at_a_time:
            shown, stage = await asyncio.to_thread(staged, wanted, SHOW)
            drawing = await asyncio.to_thread(draw, stage)
            now = channels[channel].show(shown, drawing)
            await asyncio.to_thread(noted, shown, f"graphics {channel}", request)
        told = f"On the graphics page: {_words(shown)}. OBS was not touched."
        return JSONResponse({"told": told, "seq": now.seq})

    @router.post("/api/take")
    async def take(request: Request, wanted: TwoUp) -> JSONResponse:
        async with one_at_a_time:
            shown, stage = await asyncio.to_thread(staged, wanted, TAKE)
            _must_be_online(director.state())
            drawing = await asyncio.to_thread(draw, stage)
            graphics = Graphics(page, lambda: picture(stage, 1.0))
            taken = await _with_graphics(
                channels[TWO_UP],
                shown,
                drawing,
                lambda: asyncio.to_thread(director.take, graphics, shown.tables),
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
            "deal": str(shown.deal),
            "number": shown.deal.number,
            "tables": list(shown.tables),
            "moment": shown.moment,
        },
    }


def _words(shown: Shown) -> str:
    moment = "the fork" if shown.moment == "fork" else "the end"
    left, right = shown.tables
    return f"deal {shown.deal.number} at {moment}, table {left} beside table {right}"
