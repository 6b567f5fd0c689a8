"""Reads what a still's address asks for: the two tables, and the moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from producer.compare.model import Comparison
from producer.stages.moment import MOST_TEXT, Moment, read_moment
from producer.web.ops.errors import Refusal

AskedMoment = Annotated[
    Moment,
    BeforeValidator(read_moment),
    WithJsonSchema({"type": "string", "maxLength": MOST_TEXT, "default": "decision"}),
]


class PairQuery(BaseModel):
    """The query of a picture of two tables; any other parameter is refused. ``tables``: two names,
    or ``A,B``, by default the suggested pair. ``scale``: 1 is 1920x1080."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    moment: AskedMoment = read_moment("decision")
    tables: Annotated[tuple[str, ...], Field(max_length=2)] = ()
    scale: Annotated[float, Field(ge=0.25, le=2)] = 1


def pair_of(comparison: Comparison, tables: Sequence[str]) -> tuple[str, str]:
    """The tables on the left and right: those named, else the suggested pair.

    ``tables``: two names, or one text ``A,B`` as on the command line. Raises Refusal if there are
    not two names, or if none are named and there is no suggested pair.
    """
    if not tables:
        if len(comparison.pairing) != 2:
            raise Refusal(
                409,
                "This deal has no pick, so there is no split screen to show.",
                "Choose another deal.",
            )
        return comparison.pairing[0], comparison.pairing[1]
    names = tables[0].split(",") if len(tables) == 1 else list(tables)
    if len(names) != 2 or not all(names):
        raise Refusal(422, "tables: name two tables.", "Write tables=A,B.")
    return names[0], names[1]
