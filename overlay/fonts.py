"""The families all graphics are set in, as files: for measuring, for pixels, for the browser."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path

import fontpkg_fira_sans_condensed as _package
import fontpkg_rubik as _other_package

FAMILY = "Fira Sans Condensed"
OTHER_FAMILY = "Rubik"
"""For Hebrew and Arabic, which the first family lacks. A text that holds any is set in it whole,
so that the browser and the rasterizer choose alike."""

_STYLES = {500: "Medium", 600: "SemiBold", 700: "Bold", 800: "ExtraBold"}

WEIGHTS = tuple(_STYLES)
"""The weights that graphics use, and so the ones a page must load before it draws."""

_RIGHT_TO_LEFT = frozenset({"R", "AL"})


@lru_cache(maxsize=len(_STYLES))
def font_file(weight: int) -> Path:
    """The TrueType file of a weight of ``WEIGHTS``. Raises KeyError for any other."""
    return Path(_package.ROOT) / "files" / f"FiraSansCondensed-{_STYLES[weight]}.ttf"


def other_font_file() -> Path:
    """The variable TrueType file of the other family, all weights in one."""
    return Path(_other_package.ROOT) / "files" / "Rubik[wght].ttf"


def font_files() -> tuple[Path, ...]:
    """The files of all weights, lightest first, then the other family's."""
    return (*(font_file(weight) for weight in WEIGHTS), other_font_file())


@lru_cache(maxsize=4096)
def right_to_left(text: str) -> bool:
    """Whether any of it is written from right to left.

    >>> right_to_left("Ana"), right_to_left("\u05d3\u05d5\u05d3")
    (False, True)
    """
    return any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)
