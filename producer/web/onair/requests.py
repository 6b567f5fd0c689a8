"""What a preview or a take asks for: a playhead, its scene in OBS, and how it is to be taken."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Body
from pydantic import BaseModel, ConfigDict, Field

from producer.stages.catalogue import BREAK, channel_kinds
from producer.web.channels.requests import CLEAR, CLEAR_KIND, Playhead, playhead, read_as
from producer.web.ops.errors import Refusal


class How(BaseModel):
    """``id``: of a take, so that asking twice takes once. ``sound``: the table in focus, ``""`` for
    none; the first in the picture where it is not named. ``transition``: for this take only."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: Annotated[str, Field(max_length=100)] = ""
    sound: Annotated[str, Field(max_length=200)] | None = None
    transition: Annotated[str, Field(max_length=200)] = ""


@dataclass(frozen=True, slots=True)
class TakeRequest:
    """``wanted``: ``None`` for what is on preview. ``text``: to tell one request from another."""

    how: How
    wanted: Playhead | None
    text: str


def asked(body: Annotated[dict[str, Any], Body()]) -> TakeRequest:
    """From a request's body. Raises RequestValidationError."""
    how = read_as(How, body)
    rest = {key: value for key, value in body.items() if key not in How.model_fields}
    text = json.dumps([rest, how.sound], sort_keys=True)
    kind = rest.get("kind")
    if kind in ("preview", "break"):
        return TakeRequest(how, None if kind == "preview" else CLEAR, text)
    return TakeRequest(how, playhead(rest), text)


def layout_of(wanted: Playhead, tables: int) -> str:
    """The scene for a playhead with so many pictures. Raises Refusal where it has none."""
    if wanted.kind == CLEAR_KIND:
        return BREAK.name
    layout = channel_kinds()[wanted.kind].layout(tables)
    if layout is None:
        raise Refusal(
            409,
            f"A {wanted.kind} has no scene of its own.",
            "Put it on the channel lower-third, over whatever is on air.",
        )
    return layout.name
