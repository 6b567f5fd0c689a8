"""The catalogue as docs/graphics.md and docs/ograf.md list it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from producer.stages.catalogue import CATALOGUE
from producer.stages.entry import CatalogueEntry
from producer.stages.packages import has_packages

DOCS = Path(__file__).parents[2] / "docs"


def row(entry: CatalogueEntry) -> str:
    """Its line in docs/graphics.md."""
    also = (entry.request and "still", has_packages(entry) and "package")
    spoken = ("language", "chips")
    fields = [name for name in entry.fields.model_fields if name not in spoken]
    columns = (
        _code([entry.name]),
        entry.shows,
        _code([entry.context.__name__]) if entry.context else "the request",
        ", ".join(entry.moments),
        ", ".join(map(str, entry.table_counts)),
        _code(layout.name for layout in entry.layouts),
        _code(entry.channel_kinds) and _code(fields),
        ", ".join(filter(None, also)),
    )
    return f"| {' | '.join(columns)} |"


def missing() -> list[str]:
    """The lines and names that the pages lack."""
    page = (DOCS / "graphics.md").read_text(encoding="utf-8").splitlines()
    lines = [line for line in map(row, CATALOGUE.values()) if line not in page]
    kinds = re.findall(r"^\| `([a-z-]+)` \|", (DOCS / "ograf.md").read_text(encoding="utf-8"), re.M)
    packed = [name for name, entry in CATALOGUE.items() if has_packages(entry)]
    return lines + [f"ograf.md: {name}" for name in packed if name not in kinds]


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
