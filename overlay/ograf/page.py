"""The HTML page of a package, for CasparCG, SPX and browser sources."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence

from overlay.ograf.lines import UpdatableField
from overlay.resources import resource

SPX_PLAYOUT = {
    "playserver": "OVERLAY",
    "playchannel": "1",
    "playlayer": "3",
    "webplayout": "3",
    "out": "manual",
    "uicolor": "1",
}
"""Where SPX plays a package of either format; without these it plays an OGraf graphic nowhere."""


def page(name: str, fields: Sequence[UpdatableField], steps: int, module: str) -> str:
    """The page with the module inside, because browsers do not load modules from ``file:``.

    Raises ValueError if the module contains a sequence that would end its script element.
    """
    if "</script" in module or "<!--" in module:
        raise ValueError("the module contains </script or <!--")
    text = (resource("graphic") / "page.html").read_text(encoding="utf-8")
    for placeholder, content in (
        ("{{ title }}", html.escape(name)),
        ("{{ definition }}", _definition(name, fields, steps)),
        ("{{ module }}", module),
    ):
        text = text.replace(placeholder, content, 1)
    return text


def _definition(name: str, fields: Sequence[UpdatableField], steps: int) -> str:
    """The template definition that SPX reads, as JSON; all its values are strings."""
    data_fields = [
        {"field": each.name, "ftype": "textfield", "title": each.title, "value": each.value}
        for each in fields
    ] or [{"ftype": "instruction", "value": "This graphic has no fields to update."}]
    definition = {
        "description": name,
        **SPX_PLAYOUT,
        "dataformat": "json",
        "steps": str(steps),
        "DataFields": data_fields,
    }
    return json.dumps(definition, ensure_ascii=False, indent=1).replace("<", "\\u003c")
