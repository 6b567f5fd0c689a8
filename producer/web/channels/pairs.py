"""Reads what a still's address asks for: the two tables, and the moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import Query

from producer.compare.model import Comparison
from producer.stages.moment import MOST_TEXT, Moment, read_moment
from producer.web.ops.errors import Refusal


def pair_of(comparison: Comparison, tables: Sequence[str] | None) -> tuple[str, str]:
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


def asked_moment(
    moment: Annotated[str, Query(max_length=MOST_TEXT)] = "decision",
) -> Moment:
    """Raises Refusal if it is misspelt."""
    try:
        return read_moment(moment)
    except ValueError as error:
        raise Refusal(422, f"moment: {error}.") from error
