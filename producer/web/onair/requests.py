"""Requests for previews and takes: a playhead, its scene in OBS, and the options of the take."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Body
from pydantic import BaseModel, ConfigDict, Field

from producer.stages.catalogue import BREAK, channel_kinds
from producer.web.channels.requests import CLEAR, CLEAR_KIND, Playhead, playhead, read_as
from producer.web.languages import _
from producer.web.ops.errors import Refusal


class How(BaseModel):
    """Options of a take. ``id``: repeated requests with one id take once. ``sound``: the table in
    focus, ``""`` for none; the default is the first in the picture. ``transition``: for this take
    only. ``preview``: the id of the preview that the producer saw, for a take of the preview.
    ``confirm``: a segment whose times are not verified may go on air. ``expect``: the number of the
    last act that the requester saw; after another one, the take is refused."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: Annotated[str, Field(max_length=100)] = ""
    sound: Annotated[str, Field(max_length=200)] | None = None
    transition: Annotated[str, Field(max_length=200)] = ""
    preview: Annotated[str, Field(max_length=100)] = ""
    confirm: bool = False
    expect: Annotated[int, Field(ge=0)] | None = None


@dataclass(frozen=True, slots=True)
class TakeRequest:
    """``wanted``: ``None`` for what is on preview. ``text``: equal for equal requests."""

    how: How
    wanted: Playhead | None
    text: str


def asked(body: Annotated[dict[str, Any], Body()]) -> TakeRequest:
    """Reads a request's body. Raises RequestValidationError."""
    how = read_as(How, body)
    rest = {key: value for key, value in body.items() if key not in How.model_fields}
    text = json.dumps([rest, how.sound], sort_keys=True)
    kind = rest.get("kind")
    if kind in ("preview", "break"):
        return TakeRequest(how, None if kind == "preview" else CLEAR, text)
    return TakeRequest(how, playhead(rest), text)


def layout_of(wanted: Playhead, tables: int) -> str:
    """The scene for a playhead with this many pictures. Raises Refusal if it has none."""
    if wanted.kind == CLEAR_KIND:
        return BREAK.name
    layout = channel_kinds()[wanted.kind].layout(tables)
    if layout is None:
        raise Refusal(
            409,
            _("A {kind} has no scene of its own.", kind=wanted.kind),
            _("Show it on the channel lower-third, over the picture on air."),
        )
    return layout.name
