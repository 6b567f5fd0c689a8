"""The page of a package: what CasparCG and SPX load, and any browser source."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence

from overlay.ograf_lines import UpdatableField
from overlay.resources import resource


def page(name: str, fields: Sequence[UpdatableField], steps: int, module: str) -> str:
    """The page with the module in it: from a file, a browser does not load modules.

    Raises ValueError where the module would end its script.
    """
    if "</script" in module or "<!--" in module:
        raise ValueError("the module would end the script it stands in")
    text = (resource("graphic") / "page.html").read_text(encoding="utf-8")
    for place, filling in (
        ("{{ title }}", html.escape(name)),
        ("{{ definition }}", _definition(name, fields, steps)),
        ("{{ module }}", module),
    ):
        before, _, after = text.partition(place)
        text = before + filling + after
    return text


def _definition(name: str, fields: Sequence[UpdatableField], steps: int) -> str:
    """What SPX shows of the template; every value that is one is a text."""
    told = [
        {"field": each.name, "ftype": "textfield", "title": each.title, "value": each.value}
        for each in fields
    ] or [{"ftype": "instruction", "value": "Nothing of it can be updated."}]
    definition = {
        "description": name,
        "playserver": "OVERLAY",
        "playchannel": "1",
        "playlayer": "3",
        "webplayout": "3",
        "out": "manual",
        "dataformat": "json",
        "uicolor": "1",
        "steps": str(steps),
        "DataFields": told,
    }
    return json.dumps(definition, ensure_ascii=False, indent=1).replace("<", "\\u003c")
