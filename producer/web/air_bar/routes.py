"""The acts of the air bar beside take and safe: next beat, lower third, clear graphics, and air
itself, asked for and handed over."""

from __future__ import annotations

import json
from dataclasses import replace

from pydantic import BaseModel, ConfigDict
from starlette.responses import JSONResponse

from producer.obs import Offline
from producer.web.access.roles import TAKERS, Who
from producer.web.access.router import Routes
from producer.web.air_bar.holder import DeskId
from producer.web.air_bar.next_beat import advanced, beats_on_air
from producer.web.channels.banks import PROGRAM
from producer.web.channels.live import LOWER_THIRD, ChannelContent
from producer.web.channels.playhead import drawing_of, on_stage
from producer.web.channels.requests import Playhead
from producer.web.languages import _
from producer.web.onair.audit_log import soon
from producer.web.onair.clearing import CLEARED, channels_behind, clear
from producer.web.onair.requests import TakeRequest
from producer.web.onair.segments import PlayRequest, now_of, to_program
from producer.web.onair.takes import words_of
from producer.web.ops.errors import Refusal
from producer.web.pages.notes import put_on_air
from producer.web.services import Injected, Services, Visitor
from producer.web.updates.topics import AIR

NEXT_BEAT = "route:/api/air/next-beat"

routes = Routes()


class AirAnswer(BaseModel):
    """``accept``: whether air goes to the desk that asks for it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    accept: bool


@routes.post("/api/air/ask", roles=TAKERS, exit="who holds air")
async def ask(services: Injected, desk: DeskId) -> JSONResponse:
    if not desk:
        raise Refusal(422, _("Only a desk can hold air."), _("Open the desk in a browser."))
    got = services.holder.ask(desk)
    services.topics.changed(AIR)
    holder = services.holder.now
    words = (
        _("This desk holds air.")
        if got
        else _("Asked {name} for air.", name=holder.name if holder else "")
    )
    return JSONResponse({"message": words})


@routes.post("/api/air/answer", roles=TAKERS, exit="who holds air")
async def answer(services: Injected, desk: DeskId, given: AirAnswer) -> JSONResponse:
    services.holder.answer(desk, accept=given.accept)
    services.topics.changed(AIR)
    holder = services.holder.now
    return JSONResponse(
        {"message": _("{name} holds air.", name=holder.name) if holder else _("Nobody holds air.")}
    )


@routes.post("/api/air/next-beat", roles=TAKERS, exit="the next beat of the pick on air")
async def next_beat(services: Injected, who: Visitor, desk: DeskId) -> JSONResponse:
    """Shows the next moment of the pick on air; a segment on air plays to its next mark."""
    return await next_beat_now(services, who.by, desk)


async def next_beat_now(
    services: Services, by: str, desk: str, expect: int | None = None
) -> JSONResponse:
    """``expect``: as in ``AirSequence.must_be``. Raises Refusal."""
    services.holder.must_hold("Not shown", desk)
    async with services.sequence.one_at_a_time:
        services.sequence.must_be(expect, "Not shown")
        answer = await _next_beat(services, by)
        services.sequence.done("showed the next beat", by)
    services.topics.changed(AIR)
    return answer


async def _next_beat(services: Services, by: str) -> JSONResponse:
    playing = now_of(services.player.now())
    if playing is not None and playing["on_air"]:
        if playing["next"] is None:
            raise Refusal(409, _("No next beat: the segment has no further mark."))
        return await to_program(services, PlayRequest(until=playing["next"]["mark"], confirm=True))
    takes = services.takes
    async with takes.one_at_a_time:
        asked, shown = _on_air(services)
        if asked.wanted is None:
            raise Refusal(
                409, _("No next beat: nothing of a pick is on air."), _("Cue a pick, take it.")
            )
        made = await takes.beside(beats_on_air, services.gate, asked.wanted, shown, NEXT_BEAT)
        wanted = advanced(asked.wanted, made)
        now, stage = await takes.beside(on_stage, services.gate, wanted, NEXT_BEAT, takes.style())
        drawing = await takes.beside(drawing_of, stage)
        for name in channels_behind(takes, PROGRAM):
            channel = services.channels[name]
            channel.run(now, drawing) if callable(drawing) else channel.show(now, drawing)
        problem = await takes.advance(now, stage)
        takes.loaded[services.banks.on_air] = _at(asked, wanted, now.moment if now else "")
        noted = takes.note(now, words_of(now), "program, next beat", by)
    not_in_obs = f"Not in OBS: {problem}." if problem else ""
    warning = " ".join(filter(None, (not_in_obs, await soon(noted))))
    return JSONResponse(
        {"message": _("On program: {what}.", what=words_of(now)), "warning": warning}
    )


@routes.post("/api/air/lower-third", roles=TAKERS, exit="a cleared note to the lower third")
async def lower_third(services: Injected, who: Visitor, desk: DeskId) -> JSONResponse:
    """Shows the note that is ready on the lower third, or clears the lower third if it shows
    anything."""
    return await lower_third_now(services, who, desk)


async def lower_third_now(
    services: Services, who: Who, desk: str, expect: int | None = None
) -> JSONResponse:
    """``expect``: as in ``AirSequence.must_be``. Raises Refusal."""
    services.holder.must_hold("Not shown", desk)
    async with services.sequence.one_at_a_time:
        services.sequence.must_be(expect, "Not shown")
        answer = await _lower_third(services, who)
        services.sequence.done("switched the lower third", who.by)
    services.topics.changed(AIR)
    return answer


async def _lower_third(services: Services, who: Who) -> JSONResponse:
    if services.channels[LOWER_THIRD].now.shown is not None:
        return await _cleared(services, who.by, [LOWER_THIRD], "Lower third off.")
    if not services.on_preview.note:
        raise Refusal(
            409, _("No lower third is ready."), _("Clear a note for air on its deal's page.")
        )
    return await put_on_air(services, who, services.on_preview.note)


@routes.post("/api/air/clear-graphics", roles=TAKERS, exit="that graphics were cleared")
async def clear_graphics(services: Injected, who: Visitor, desk: DeskId) -> JSONResponse:
    """Clears program's graphics and the lower third; the cameras stay."""
    return await clear_graphics_now(services, who.by, desk)


async def clear_graphics_now(
    services: Services, by: str, desk: str, expect: int | None = None
) -> JSONResponse:
    """``expect``: as in ``AirSequence.must_be``. Raises Refusal."""
    services.holder.must_hold("Not cleared", desk)
    async with services.sequence.one_at_a_time:
        services.sequence.must_be(expect, "Not cleared")
        answer = await _clear_graphics(services, by)
        services.sequence.done("cleared graphics", by)
    services.topics.changed(AIR)
    return answer


async def _clear_graphics(services: Services, by: str) -> JSONResponse:
    names = [*channels_behind(services.takes, PROGRAM), LOWER_THIRD]
    return await _cleared(services, by, names, "Graphics cleared; the pictures stay.")


async def _cleared(services: Services, by: str, names: list[str], words: str) -> JSONResponse:
    _, problem = await clear(services.takes, services.channels, names, CLEARED)
    noted = services.takes.note(None, words_of(None), f"graphics {', '.join(names)}", by)
    not_in_obs = f"Not in OBS: {problem}." if problem else ""
    warning = " ".join(filter(None, (not_in_obs, await soon(noted))))
    return JSONResponse({"message": words, "warning": warning})


def _on_air(services: Services) -> tuple[TakeRequest, ChannelContent]:
    """What is on program and the request that put it there. Raises Refusal where there is none."""
    director = services.outputs.main.director
    state, bank = director.state(), services.banks.on_air
    asked, shown = services.takes.loaded.get(bank), services.banks.channel(bank).now.shown
    if isinstance(state, Offline) or state.bank is None or asked is None or shown is None:
        raise Refusal(409, _("No next beat: no pick is on program."), _("Cue a pick, and take it."))
    return asked, shown


def _at(asked: TakeRequest, wanted: Playhead, moment: str) -> TakeRequest:
    """The request as if it had been made for this moment."""
    rest, sound = json.loads(asked.text)
    text = json.dumps([{**rest, "moment": moment}, sound], sort_keys=True)
    return replace(asked, wanted=wanted, text=text)
