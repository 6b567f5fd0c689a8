"""The folders of page templates, page scripts and styles, and the demo's hands."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from overlay.resources import data_folder

Resource = Literal["pages", "web", "demo"]

_CHECKOUT: dict[Resource, str] = {
    "pages": "templates/pages",
    "web": "assets/web",
    "demo": "assets/demo",
}


def resource(name: Resource) -> Path:
    """The folder of page templates, of page scripts and styles, or of the demo's hands.

    Raises FileNotFoundError where the installation lacks it.
    """
    return data_folder(Path(__file__).parent, name, _CHECKOUT[name])
