"""What goes to air in OBS: preview, take, safe."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import JSONResponse

from producer.obs import ObsRefusal, TakeResult
from producer.web.onair.audit_log import soon
from producer.web.onair.card_safe import unsafe_words
from producer.web.onair.requests import How, TakeRequest, asked
from producer.web.onair.takes import Takes, not_done
from producer.web.ops.errors import Refusal


def routes(takes: Takes) -> APIRouter:
    router = APIRouter()

    @router.post("/api/preview")
    async def preview(ask: Annotated[TakeRequest, Depends(asked)]) -> JSONResponse:
        """Loads the bank that is off air; program stays as it is."""
        async with takes.one_at_a_time:
            ready, warned = await takes.preview(ask)
        told = f"On preview: {ready.shot.words}, in the scene {ready.scene}."
        unsafe = f"It could not be taken now: {unsafe_words(warned)}." if warned else ""
        warning = " ".join(filter(None, (unsafe, ready.shot.warning)))
        return JSONResponse({"told": told, "scene": ready.scene, "warning": warning})

    @router.post("/api/take")
    async def take(request: Request, ask: Annotated[TakeRequest, Depends(asked)]) -> JSONResponse:
        """To program; ``{"kind": "preview"}`` takes what is on preview."""
        async with takes.one_at_a_time:
            taken = takes.taken(ask.how.id)
            if taken is not None:
                _must_be_the_same(taken, ask)
                return _answer(taken)
            taken, shown = await takes.take(ask)
            noted = takes.note(shown, f"program, {taken.scene}", request.scope["who"].by)
        return _answer(taken, await soon(noted))

    @router.post("/api/safe")
    async def safe(how: How | None = None) -> JSONResponse:
        """Cuts to the safe scene, before any take that waits."""
        try:
            return _answer(await takes.safe(how.id if how else ""))
        except ObsRefusal as refusal:
            raise not_done("Not safe", refusal) from refusal

    return router


def _must_be_the_same(taken: TakeResult, ask: TakeRequest) -> None:
    if ask.wanted is not None and (taken.shot is None or taken.shot.request != ask.text):
        raise Refusal(
            409, "Not taken: another take had the same id.", "Give every take an id of its own."
        )


def _answer(taken: TakeResult, unnoted: str = "") -> JSONResponse:
    """The same for one take, however often it is asked for, but for what is still ``unnoted``."""
    words = f"{taken.shot.words}, in the scene {taken.scene}" if taken.shot else "the safe scene"
    against = taken.shot.warning if taken.shot else ""
    told = f"On program: {words}." + (f" {taken.note}." if taken.note else "")
    return JSONResponse(
        {
            "id": taken.id,
            "told": told,
            "scene": taken.scene,
            "seconds": taken.seconds,
            "warning": " ".join(filter(None, (against, unnoted))),
        }
    )
