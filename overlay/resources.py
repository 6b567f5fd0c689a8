"""Where templates, themes and what packages are made of are: in the wheel, else the checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Resource = Literal["graphics", "themes", "graphic"]

_PACKAGE = Path(__file__).parent
_CHECKOUT: dict[Resource, str] = {
    "graphics": "templates/graphics",
    "themes": "assets/themes",
    "graphic": "assets/graphic",
}


def resource(name: Resource) -> Path:
    """The folder of SVG templates, of themes, or of what packages are made of; the module of
    these, ``graphic.mjs``, stands beside their folder. Raises FileNotFoundError."""
    return data_folder(_PACKAGE, name, _CHECKOUT[name])


def data_folder(package: Path, name: str, checkout: str) -> Path:
    """A package's folder of data: ``_data/name`` in a wheel, else ``checkout`` beside the package.

    Raises FileNotFoundError where neither is there.
    """
    data = package / "_data"
    folder = data / name if data.is_dir() else package.parent / checkout
    if not folder.is_dir():
        raise FileNotFoundError(
            f"{folder}: the installation lacks this folder; install the package again"
        )
    return folder
