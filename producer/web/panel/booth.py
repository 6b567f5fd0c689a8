"""Messages from the desk to the booth: one line at a time, such as 'stretch 20', and its answer."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from producer.web.access.roles import DESK, TAKERS
from producer.web.access.router import Routes
from producer.web.languages import _
from producer.web.ops.errors import Refusal
from producer.web.services import Injected, Visitor
from producer.web.updates.topics import AIR

MOST_LETTERS = 60

routes = Routes()


class NewMessage(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    text: Annotated[str, Field(min_length=1, max_length=MOST_LETTERS, pattern=r"^[^\r\n]+$")]


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    number: Annotated[int, Field(ge=1)]


@routes.post("/api/booth", roles=TAKERS)
async def say(services: Injected, who: Visitor, wanted: NewMessage) -> JSONResponse:
    services.booth.say(wanted.text, who.by, datetime.now(UTC))
    services.topics.changed(AIR)
    return JSONResponse({"message": _("To the booth: {text}", text=wanted.text)})


@routes.post("/api/booth/answer", roles=DESK)
async def answer(services: Injected, who: Visitor, wanted: Answer) -> JSONResponse:
    if not services.booth.answer(wanted.number, who.by, datetime.now(UTC)):
        raise Refusal(409, _("Not answered: there is a newer message."), _("Read that one."))
    services.topics.changed(AIR)
    return JSONResponse({"message": _("The desk sees that you have read it.")})
