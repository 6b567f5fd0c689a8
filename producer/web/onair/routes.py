"""Preview, take, safe and clear in OBS."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from producer.obs import ObsRefusal, TakeResult
from producer.release import by_hand
from producer.web.access.roles import TAKERS
from producer.web.access.router import Routes
from producer.web.air_bar.holder import DeskId
from producer.web.languages import _
from producer.web.onair.audit_log import soon
from producer.web.onair.card_safe import unsafe_words
from producer.web.onair.clearing import CLEARED, clear, deals_shown
from producer.web.onair.cued import clear_preview
from producer.web.onair.requests import How, TakeRequest, asked
from producer.web.onair.segments import PlayRequest, to_program
from producer.web.onair.takes import not_done
from producer.web.ops.errors import Refusal
from producer.web.services import Injected, Services, Visitor
from producer.web.updates.topics import AIR

DealName = Annotated[str, Field(min_length=1, max_length=500)]

routes = Routes()


class WhichDeals(BaseModel):
    """``deals``: their full names."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    deals: Annotated[tuple[DealName, ...], Field(min_length=1, max_length=100)]


@routes.post("/api/preview", roles=TAKERS, exit="a stage to the bank that is off air")
async def preview(
    services: Injected, who: Visitor, ask: Annotated[TakeRequest, Depends(asked)]
) -> JSONResponse:
    """Loads the bank that is off air; program stays as it is."""
    async with services.takes.one_at_a_time:
        services.on_preview.clear()
        ready, tables = await services.takes.preview(ask)
        now = services.on_preview.load("scene", ready.shot.words, who.by)
    services.topics.changed(AIR)
    words = f"On preview: {ready.shot.words}, in the scene {ready.scene}."
    unsafe = f"It could not be taken now: {unsafe_words(tables)}." if tables else ""
    warning = " ".join(filter(None, (unsafe, ready.shot.warning)))
    return JSONResponse(
        {"message": words, "scene": ready.scene, "preview": now.id, "warning": warning}
    )


@routes.post("/api/take", roles=TAKERS, exit="a stage to its bank's graphics and to OBS")
async def take(
    services: Injected,
    who: Visitor,
    desk: DeskId,
    ask: Annotated[TakeRequest, Depends(asked)],
) -> JSONResponse:
    """To program. ``{"kind": "preview"}`` takes what is on preview, with ``preview`` only if it is
    that one; a segment that is cued is played."""
    return await take_now(services, who.by, desk, ask)


async def take_now(services: Services, by: str, desk: str, ask: TakeRequest) -> JSONResponse:
    """Raises Refusal."""
    takes, on_preview = services.takes, services.on_preview
    services.holder.must_hold("Not taken", desk)
    async with takes.one_at_a_time:
        earlier = takes.taken(ask.how.id)
        if earlier is not None:
            _must_be_the_same(earlier, ask)
            return _answer(earlier)
        of_preview = ask.wanted is None and bool(ask.how.preview)
        if of_preview and ask.how.id and ask.how.id == on_preview.taken:
            return JSONResponse({"id": ask.how.id, "message": _("On program: the segment.")})
        services.sequence.must_be(ask.how.expect, "Not taken")
        if of_preview and on_preview.must_be(ask.how.preview).kind == "segment":
            played = await to_program(services, PlayRequest(confirm=ask.how.confirm))
            on_preview.clear()
            on_preview.taken = ask.how.id
            services.sequence.done("took", by)
            services.topics.changed(AIR)
            return played
        result, shown = await takes.take(ask)
        what = result.shot.words if result.shot else "the safe scene"
        noted = takes.note(shown, what, f"program, {result.scene}", by)
        on_preview.clear()
        services.sequence.done("took", by)
    services.topics.changed(AIR)
    return _answer(result, await soon(noted))


@routes.post("/api/safe", roles=TAKERS, exit="the safe scene in OBS")
async def safe(services: Injected, who: Visitor, how: How | None = None) -> JSONResponse:
    """Cuts to the safe scene, ahead of takes that wait."""
    return await safe_now(services, who.by, how.id if how else "")


async def safe_now(services: Services, by: str, id_: str) -> JSONResponse:
    """``id_``: repeated requests with one id cut once. Raises Refusal."""
    takes = services.takes
    earlier = takes.taken(id_)
    try:
        result = await takes.safe(id_)
    except ObsRefusal as refusal:
        raise not_done("Not safe", refusal) from refusal
    if earlier is not None:
        return _answer(result)
    noted = takes.note(None, "the safe scene", f"program, {result.scene}", by)
    services.sequence.done("went to safe", by)
    services.topics.changed(AIR)
    return _answer(result, await soon(noted))


@routes.post("/api/air/clear", roles=TAKERS, exit="which graphics were cleared")
async def clear_deals(
    services: Injected, who: Visitor, desk: DeskId, which: WhichDeals
) -> JSONResponse:
    """Clears the graphics of these deals wherever they are shown."""
    services.holder.must_hold("Not cleared", desk)
    takes = services.takes
    shown = {
        name: key for name, key in deals_shown(services.channels).items() if str(key) in which.deals
    }
    _, problem = await clear(takes, services.channels, tuple(shown), CLEARED)
    services.sequence.done("cleared graphics", who.by)
    unnoted = []
    for key in dict.fromkeys(shown.values()):
        names = [name for name, each in shown.items() if each == key]
        act = by_hand.taken_off(services.gate, key, names, "cleared by hand", who.by)
        unnoted.append(await soon(takes.logbook.note(act)))
    words = "Graphics cleared." if shown else "No graphics of this deal are shown."
    return JSONResponse({"message": words, "warning": " ".join(filter(None, (problem, *unnoted)))})


@routes.post("/api/preview/clear", roles=TAKERS, exit="whether the preview was cleared")
async def clear_the_preview(services: Injected, which: WhichDeals) -> JSONResponse:
    """Clears the preview of these deals, and their segment if it is cued; what is on air stays."""
    takes = services.takes
    async with takes.one_at_a_time:
        done, problem = await clear_preview(takes, services.channels, services.player, which.deals)
        if done:
            services.on_preview.clear()
    words = "Preview cleared." if done else "This deal is not in preview."
    return JSONResponse({"message": words, "warning": problem})


def _must_be_the_same(taken: TakeResult, ask: TakeRequest) -> None:
    if ask.wanted is not None and (taken.shot is None or taken.shot.request != ask.text):
        raise Refusal(
            409, _("Not taken: another take had the same id."), _("Give every take its own id.")
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
