"""A theme's logo: a PNG or SVG on its own background colour, so that it is always visible."""

from __future__ import annotations

import base64
import io
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

LARGEST = 200_000
"""Bytes; the file is embedded in every graphic that shows the logo."""

MARGIN = 32
"""Pixels of background left and right of the logo: keeps it in the safe area even when the tile is
at the edge of a graphic."""

_HEIGHT, _MOST_WIDTH = 0.68, 2.6
"""The logo's height and greatest width, in tile heights."""

_ASPECTS = 0.2, 6.0
_LENGTH = re.compile(r"\s*([\d.]+)\s*(px)?\s*")


class BadLogo(ValueError):
    """A file that cannot be used as a logo; the message has the reason, then the fix."""


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


def read_logo(path: Path, ground: str) -> Logo:
    """Raises BadLogo."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadLogo(
            f"{path} cannot be read ({error.strerror}); give a path relative to the theme's folder"
        ) from error
    if len(data) > LARGEST:
        raise BadLogo(f"{path} has {len(data):,} bytes; make it smaller than {LARGEST:,}")
    kind, aspect = _png(path, data) if data[:4] == b"\x89PNG" else _svg(path, data)
    if not _ASPECTS[0] <= aspect <= _ASPECTS[1]:
        raise BadLogo(
            f"{path} is {aspect:.1f} times as wide as it is high; crop it to between "
            f"{_ASPECTS[0]} and {_ASPECTS[1]:g} times"
        )
    coded = base64.b64encode(data).decode()
    return Logo(f"data:image/{kind};base64,{coded}", round(aspect, 4), ground)


def _png(path: Path, data: bytes) -> tuple[str, float]:
    try:
        with Image.open(io.BytesIO(data)) as image:
            image.verify()
            return "png", image.width / image.height
    except (OSError, SyntaxError) as error:
        raise BadLogo(f"{path} is a damaged PNG ({error}); export it again") from error


def _svg(path: Path, data: bytes) -> tuple[str, float]:
    try:
        root = ET.fromstring(data)
    except ET.ParseError as error:
        raise BadLogo(f"{path} is not a PNG or SVG ({error}); export it as one") from error
    if not root.tag.endswith("svg"):
        raise BadLogo(f"{path} is not an SVG but {root.tag}; export it as PNG or SVG")
    for element in root.iter():
        name = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
        if name in ("script", "foreignObject"):
            raise BadLogo(f"{path} contains <{name}>; export it as plain SVG")
        if name == "text":
            raise BadLogo(f"{path} contains text; convert it to paths, its font is missing on air")
        for key, value in element.attrib.items():
            if key.endswith("href") and not value.startswith(("#", "data:")):
                raise BadLogo(f"{path} links to {value}; embed it")
    return "svg+xml", _aspect(path, root)


def _aspect(path: Path, root: ET.Element) -> float:
    box = (root.get("viewBox") or "").replace(",", " ").split()
    sides = box[2:] if len(box) == 4 else [root.get("width", ""), root.get("height", "")]
    lengths = [float(match[1]) for side in sides if (match := _LENGTH.fullmatch(side))]
    if len(lengths) == 2 and all(lengths):
        return lengths[0] / lengths[1]
    raise BadLogo(f"{path} has no size; give it a viewBox")
