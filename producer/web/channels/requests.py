"""Reads request bodies that put a graphic on a channel, by their ``kind``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Body
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, ValidationError

from producer.json_text import read_model
from producer.stages.catalogue import DEFAULT, channel_kinds
from producer.stages.requests import GraphicRequest

Read = TypeVar("Read", bound=BaseModel)

CLEAR_KIND = "clear"
"""Empties the channel: the one kind that is not a graphic."""


@dataclass(frozen=True, slots=True)
class Playhead:
    """A graphic to show. ``kind``: one of ``channel_kinds``, or ``clear``."""

    kind: str
    fields: GraphicRequest


class _Nothing(BaseModel):
    model_config = ConfigDict(extra="forbid")


CLEAR = Playhead(CLEAR_KIND, GraphicRequest())


def playhead(body: Annotated[dict[str, Any], Body()]) -> Playhead:
    """Reads a body by its ``kind``; the default is the catalogue's first graphic.

    Raises RequestValidationError naming the field at fault, for the requested kind only.
    """
    kinds = channel_kinds()
    kind = body.get("kind", DEFAULT)
    fields = {name: value for name, value in body.items() if name != "kind"}
    if kind == CLEAR_KIND:
        read_as(_Nothing, fields)
        return CLEAR
    if not isinstance(kind, str) or kind not in kinds:
        words = f"Input should be one of {', '.join((*kinds, CLEAR_KIND))}"
        raise RequestValidationError([{"type": "kind", "loc": ("body", "kind"), "msg": words}])
    return Playhead(kind, read_as(kinds[kind].fields, fields))


def read_as(model: type[Read], body: Mapping[str, Any]) -> Read:
    """Reads a body as ``model``. Raises RequestValidationError naming the field at fault."""
    try:
        return read_model(model, json.dumps(body))
    except ValidationError as error:
        errors = error.errors(include_url=False, include_context=False)
        raise RequestValidationError(
            [{**each, "loc": ("body", *each["loc"])} for each in errors]
        ) from error
