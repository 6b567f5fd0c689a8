"""Preview, take and safe in OBS."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.responses import JSONResponse

from producer.obs import ObsRefusal, TakeResult
from producer.web.access.roles import TAKERS
from producer.web.access.router import Routes
from producer.web.onair.audit_log import soon
from producer.web.onair.card_safe import unsafe_words
from producer.web.onair.requests import How, TakeRequest, asked
from producer.web.onair.takes import not_done
from producer.web.ops.errors import Refusal
from producer.web.services import Injected, Visitor

routes = Routes()


@routes.post("/api/preview", roles=TAKERS, exit="a stage to the bank that is off air")
async def preview(services: Injected, ask: Annotated[TakeRequest, Depends(asked)]) -> JSONResponse:
    """Loads the bank that is off air; program stays as it is."""
    async with services.takes.one_at_a_time:
        ready, tables = await services.takes.preview(ask)
    words = f"On preview: {ready.shot.words}, in the scene {ready.scene}."
    unsafe = f"It could not be taken now: {unsafe_words(tables)}." if tables else ""
    warning = " ".join(filter(None, (unsafe, ready.shot.warning)))
    return JSONResponse({"message": words, "scene": ready.scene, "warning": warning})


@routes.post("/api/take", roles=TAKERS, exit="a stage to its bank's graphics and to OBS")
async def take(
    services: Injected, who: Visitor, ask: Annotated[TakeRequest, Depends(asked)]
) -> JSONResponse:
    """To program. ``{"kind": "preview"}`` takes what is on preview."""
    takes = services.takes
    async with takes.one_at_a_time:
        earlier = takes.taken(ask.how.id)
        if earlier is not None:
            _must_be_the_same(earlier, ask)
            return _answer(earlier)
        result, shown = await takes.take(ask)
        noted = takes.note(shown, f"program, {result.scene}", who.by)
    return _answer(result, await soon(noted))


@routes.post("/api/safe", roles=TAKERS, exit="the safe scene in OBS")
async def safe(services: Injected, how: How | None = None) -> JSONResponse:
    """Cuts to the safe scene, ahead of takes that wait."""
    try:
        return _answer(await services.takes.safe(how.id if how else ""))
    except ObsRefusal as refusal:
        raise not_done("Not safe", refusal) from refusal


def _must_be_the_same(taken: TakeResult, ask: TakeRequest) -> None:
    if ask.wanted is not None and (taken.shot is None or taken.shot.request != ask.text):
        raise Refusal(
            409, "Not taken: another take had the same id.", "Give every take its own id."
        )


def _answer(taken: TakeResult, unnoted: str = "") -> JSONResponse:
    """The same for every request of one take, except for ``unnoted``, a warning about the audit."""
    words = f"{taken.shot.words}, in the scene {taken.scene}" if taken.shot else "the safe scene"
    against = taken.shot.warning if taken.shot else ""
    on_program = f"On program: {words}." + (f" {taken.note}." if taken.note else "")
    return JSONResponse(
        {
            "id": taken.id,
            "message": on_program,
            "scene": taken.scene,
            "seconds": taken.seconds,
            "warning": " ".join(filter(None, (against, unnoted))),
        }
    )
