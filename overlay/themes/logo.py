"""A logo, of the theme or a sponsor, on its own background colour, so that it is always visible."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from overlay.themes.pictures import LOGO, read_picture

MARGIN = 32
"""Pixels of background left and right of the logo: keeps it in the safe area even when the tile is
at the edge of a graphic."""

_HEIGHT, _MOST_WIDTH = 0.68, 2.6
"""The logo's height and greatest width, in tile heights."""


@dataclass(frozen=True, slots=True)
class Logo:
    """``href``: the file as a data URL. ``aspect``: width over height. ``ground``: the background
    colour, ``#RRGGBB``."""

    href: str
    aspect: float
    ground: str

    def size(self, height: float) -> tuple[float, float]:
        """Width and height of the logo on a tile of this height, in pixels."""
        width = min(height * _HEIGHT * self.aspect, height * _MOST_WIDTH)
        return round(width, 1), round(width / self.aspect, 1)

    def tile_width(self, height: float) -> float:
        """Width of a tile of this height, in pixels."""
        return round(self.size(height)[0] + 2 * MARGIN)


def read_logo(path: Path, folder: Path, ground: str) -> Logo:
    """Raises BadPicture."""
    picture = read_picture(path, folder, LOGO, ground)
    return Logo(picture.href, picture.aspect, ground)
