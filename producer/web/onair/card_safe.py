"""Pictures are exits too: a table playing a sealed deal is shown only in a card-safe picture."""

from __future__ import annotations

from collections.abc import Iterable

from producer.release import Gate
from producer.settings import ObsSettings
from producer.web.languages import _

PICTURES = "obs:pictures"


def unsafe(gate: Gate, settings: ObsSettings, tables: Iterable[str]) -> list[str]:
    """The ``tables`` whose live picture is not card-safe while their deal is sealed."""
    open_to_view = [
        table
        for table in tables
        if (picture := settings.pictures.get(table)) and picture.live and not picture.card_safe
    ]
    if not open_to_view:
        return []
    sealed = {state.table for state, is_sealed in gate.tables(PICTURES) if is_sealed}
    return [table for table in open_to_view if table in sealed]


def unsafe_words(tables: list[str]) -> str:
    """
    >>> unsafe_words(["3", "5"])
    'tables 3, 5 play sealed deals, and their pictures are not card-safe'
    """
    if len(tables) == 1:
        return _(
            "table {name} plays a sealed deal, and its picture is not card-safe", name=tables[0]
        )
    return _(
        "tables {names} play sealed deals, and their pictures are not card-safe",
        names=", ".join(tables),
    )
