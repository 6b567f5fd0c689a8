"""Where templates, themes and what packages are made of are: in the wheel, else the checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Resource = Literal["graphics", "themes", "graphic"]

_PACKAGED = Path(__file__).parent / "_data"
_CHECKOUT = Path(__file__).parent.parent
_CHECKOUT_FOLDERS: dict[Resource, str] = {
    "graphics": "templates/graphics",
    "themes": "assets/themes",
    "graphic": "assets/graphic",
}


def resource(name: Resource) -> Path:
    """The folder of SVG templates, of themes, or of what packages are made of; the module of
    these, ``graphic.mjs``, stands beside their folder.

    Raises FileNotFoundError where neither a wheel's nor a checkout's folder is there.
    """
    folder = _PACKAGED / name if _PACKAGED.is_dir() else _CHECKOUT / _CHECKOUT_FOLDERS[name]
    if not folder.is_dir():
        raise FileNotFoundError(
            f"{folder}: the installation lacks this folder; install the package again"
        )
    return folder
