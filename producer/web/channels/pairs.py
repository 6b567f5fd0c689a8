"""Which two tables are meant."""

from __future__ import annotations

from collections.abc import Sequence

from producer.compare.model import Comparison
from producer.web.ops.errors import Refusal


def pair_of(comparison: Comparison, tables: Sequence[str] | None) -> tuple[str, str]:
    """Left and right: as named, else the suggested pair.

    Two names, or, as the command line takes it, one text ``A,B``. Raises Refusal where they are
    not two, and where nothing is suggested.
    """
    if not tables:
        if len(comparison.pairing) != 2:
            raise Refusal(
                409,
                "At no spot of this deal did tables choose differently: there is nothing to split.",
                "Choose another deal.",
            )
        return comparison.pairing[0], comparison.pairing[1]
    names = tables[0].split(",") if len(tables) == 1 else list(tables)
    if len(names) != 2 or not all(names):
        raise Refusal(422, "tables: two tables are needed.", "Name them as tables=A,B.")
    return names[0], names[1]
