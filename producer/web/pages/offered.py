"""The graphics that pages offer: for a deal on its page, and as scenes beside the monitors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from producer.stages.catalogue import BREAK, CATALOGUE
from producer.stages.entry import CatalogueEntry, Layout, any_game


@dataclass(frozen=True, slots=True)
class OfferedGraphic:
    """``word``: the label. ``body``: of the request, as JSON, to which the page adds the ``fields``
    it has, a list separated by spaces. ``key``: beside the monitors. ``drawn_for``: whether it is
    offered for a deal of this game."""

    name: str
    word: str
    body: str
    fields: str
    key: str = ""
    drawn_for: Callable[[str], bool] = any_game


def graphics_of_deal() -> list[OfferedGraphic]:
    """The graphics that need at most a deal, its group and its tables."""
    return [
        OfferedGraphic(
            _value(entry, layout),
            _title(entry, layout),
            *_request(entry, layout),
            drawn_for=entry.drawn_for,
        )
        for entry in CATALOGUE.values()
        for layout in _layouts(entry)
        if _needs_a_deal_at_most(entry)
    ]


def scenes() -> list[OfferedGraphic]:
    """The scenes beside the monitors, each with the first graphic that has it."""
    offered: dict[str, OfferedGraphic] = {}
    for entry in CATALOGUE.values():
        for layout in entry.layouts:
            if layout.button and layout != BREAK and _needs_a_deal_at_most(entry):
                word, key = layout.button
                made = OfferedGraphic(layout.name, word, *_request(entry, layout), key)
                offered.setdefault(layout.name, made)
    word, key = BREAK.button or (BREAK.name, "")
    body = json.dumps({"kind": BREAK.name})
    return [*offered.values(), OfferedGraphic(BREAK.name, word, body, "", key)]


def _needs_a_deal_at_most(entry: CatalogueEntry) -> bool:
    needed = {name for name, each in entry.fields.model_fields.items() if each.is_required()}
    return bool(entry.channel_kinds and entry.context) and needed <= {"deal"}


def _layouts(entry: CatalogueEntry) -> Iterator[Layout | None]:
    """The layouts that are offered one by one, for their number of tables; else ``None``."""
    yield from entry.layouts if "count" in entry.fields.model_fields else (None,)


def _value(entry: CatalogueEntry, layout: Layout | None) -> str:
    return entry.name if layout is None else f"{entry.name}-{len(layout.pictures)}"


def _title(entry: CatalogueEntry, layout: Layout | None) -> str:
    return entry.title if layout is None else layout.title


def _request(entry: CatalogueEntry, layout: Layout | None) -> tuple[str, str]:
    """The body, and the fields that the page may add; a count replaces tables."""
    body: dict[str, object] = {"kind": entry.channel_kinds[0]}
    fields = list(entry.fields.model_fields)
    if layout is not None and "count" in fields:
        body["count"] = len(layout.pictures)
        fields.remove("tables")
    return json.dumps(body), " ".join(fields)
