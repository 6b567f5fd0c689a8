"""Finds the folders of templates, themes, flags and package parts, in a wheel or in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Resource = Literal["graphics", "themes", "flags", "graphic"]

_PACKAGE = Path(__file__).parent
_CHECKOUT: dict[Resource, str] = {
    "graphics": "templates/graphics",
    "themes": "assets/themes",
    "flags": "assets/flags",
    "graphic": "assets/graphic",
}


def resource(name: Resource) -> Path:
    """The folder of SVG templates (``graphics``), of themes, of flags, or of the parts of packages
    (``graphic``); the packages' module ``graphic.mjs`` is beside that folder.

    Raises FileNotFoundError.
    """
    return data_folder(_PACKAGE, name, _CHECKOUT[name])


def data_folder(package: Path, name: str, checkout: str) -> Path:
    """A package's data folder: ``_data/name`` in a wheel, else ``checkout`` beside the package.

    Raises FileNotFoundError if it is missing.
    """
    data = package / "_data"
    folder = data / name if data.is_dir() else package.parent / checkout
    if not folder.is_dir():
        raise FileNotFoundError(
            f"{folder}: this folder is missing from the installation; install the package again"
        )
    return folder
