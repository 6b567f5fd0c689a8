"""Acts of hardware controls, and the state that they show (docs/control.md)."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from functools import partial
from typing import Annotated

from fastapi import Body, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from producer.acts import ControlAction
from producer.web.access.roles import CONTROLS, Who
from producer.web.access.router import Routes
from producer.web.air_bar.routes import clear_graphics_now, lower_third_now, next_beat_now
from producer.web.control.state import ACTIONS, actions_of, control_state
from producer.web.onair.requests import How, TakeRequest
from producer.web.onair.routes import safe_now, take_now
from producer.web.ops.errors import Refusal
from producer.web.services import Injected, Services, Visitor

EVERY = 0.5
"""Seconds between two looks at the state: OBS can be changed by hand."""

routes = Routes()


class ControlRequest(BaseModel):
    """``id``: repeated requests with one id are done once. ``expect``: the ``seq`` of the state
    that the control saw."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Annotated[str, Field(max_length=100)] = ""
    expect: Annotated[int, Field(ge=0)] | None = None


PLAIN = ControlRequest()


@routes.get("/control/state", roles=CONTROLS, exit="what is on program and preview, in words")
async def state(services: Injected, who: Visitor) -> JSONResponse:
    return JSONResponse(control_state(services, who))


@routes.post("/control/{action}", roles=CONTROLS, exit="what a control's act did")
async def act(
    services: Injected,
    who: Visitor,
    action: str,
    wanted: Annotated[ControlRequest, Body()] = PLAIN,
) -> Response:
    named = next((each for each in ACTIONS if each == action), None)
    if named is None:
        raise Refusal(404, "There is no such action.", f"A control can do: {', '.join(ACTIONS)}.")
    if named not in actions_of(who):
        may = ", ".join(actions_of(who)) or "nothing"
        raise Refusal(403, f"This token may not do {named}: it is for {may}.", "Use another token.")
    work = partial(_done, services, who, named, wanted)
    if not wanted.id:
        return await work()
    return await services.controls.once((who.by, wanted.id), named, work)


@routes.websocket("/control/live", roles=CONTROLS, exit="the same, whenever it changes")
async def live(websocket: WebSocket, services: Injected, who: Visitor) -> None:
    await websocket.accept()
    sending = asyncio.create_task(_send(websocket, services, who))
    try:
        while (await websocket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        sending.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect):
            await sending


async def _send(websocket: WebSocket, services: Services, who: Who) -> None:
    """Sends the state at once, and whenever it has changed."""
    sent = ""
    with services.topics.following() as woken, suppress(WebSocketDisconnect):
        while not services.topics.closed:
            woken.clear()
            now = json.dumps(control_state(services, who))
            if now != sent:
                sent = now
                await websocket.send_text(now)
            with suppress(TimeoutError):
                await asyncio.wait_for(woken.wait(), EVERY)
        await websocket.close()


async def _done(
    services: Services, who: Who, action: ControlAction, wanted: ControlRequest
) -> Response:
    """Does what the air bar does. Raises Refusal."""
    if action == "safe":
        answer = await safe_now(services, who.by, "")
    else:
        desk = _desk(services, who)
        match action:
            case "take":
                answer = await _take(services, who, desk, wanted.expect)
            case "next-beat":
                answer = await next_beat_now(services, who.by, desk, wanted.expect)
            case "lower-third":
                answer = await lower_third_now(services, who, desk, wanted.expect)
            case "clear-graphics":
                answer = await clear_graphics_now(services, who.by, desk, wanted.expect)
    said = json.loads(bytes(answer.body))
    return JSONResponse(
        {
            "message": said["message"],
            "warning": said.get("warning", ""),
            "seq": services.sequence.seq,
        }
    )


async def _take(services: Services, who: Who, desk: str, expect: int | None) -> JSONResponse:
    services.sequence.must_be(expect, "Not taken")
    now = services.on_preview.now
    if now is None:
        raise Refusal(409, "Not taken: nothing is on preview.", "Cue something, then take it.")
    how = How(preview=now.id, expect=expect)
    return await take_now(services, who.by, desk, TakeRequest(how, None, ""))


def _desk(services: Services, who: Who) -> str:
    """The desk that holds air, for which the control acts; ``""`` while none does. Raises Refusal
    where the control belongs to another desk."""
    holder = services.holder.now
    if holder is None:
        return ""
    own = who.token.desk if who.token else ""
    if own and own != holder.name:
        raise Refusal(
            409, f"Not done: {holder.name} holds air, and this control is {own}'s.", "Ask for air."
        )
    return holder.id
