"""The one family all graphics are set in, as files: for measuring, for pixels, for the browser."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import fontpkg_fira_sans_condensed as _package

FAMILY = "Fira Sans Condensed"

_STYLES = {500: "Medium", 600: "SemiBold", 700: "Bold", 800: "ExtraBold"}

WEIGHTS = tuple(_STYLES)
"""The weights that graphics use, and so the ones a page must load before it draws."""


@lru_cache(maxsize=len(_STYLES))
def font_file(weight: int) -> Path:
    """The TrueType file of a weight of ``WEIGHTS``. Raises KeyError for any other."""
    return Path(_package.ROOT) / "files" / f"FiraSansCondensed-{_STYLES[weight]}.ttf"


def font_files() -> tuple[Path, ...]:
    """The files of all weights, lightest first."""
    return tuple(font_file(weight) for weight in WEIGHTS)
