"""A theme's logo: a PNG or SVG that stands on a ground of its own, so that it is always seen."""

from __future__ import annotations

import base64
import io
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

LARGEST = 200_000
"""Bytes: the logo is part of every graphic that shows it."""

MARGIN = 32
"""Pixels of ground left and right of it: where a tile stands at the edge of a graphic, the logo
keeps to the safe area."""

_MARK, _WIDEST = 0.68, 2.6
"""How much of a tile's height the logo takes, and its greatest width by that height."""

_BREADTHS = 0.2, 6.0
_LENGTH = re.compile(r"\s*([\d.]+)\s*(px)?\s*")


class BadLogo(ValueError):
    """A file that cannot stand as a logo; the message is the reason and the mend."""


@dataclass(frozen=True, slots=True)
class Logo:
    """``href``: the whole file as a data address; ``breadth``: its width by its height;
    ``ground``: what it stands on."""

    href: str
    breadth: float
    ground: str

    def mark(self, height: float) -> tuple[float, float]:
        """Width and height of the logo itself on a tile of this height."""
        high = height * _MARK
        wide = min(high * self.breadth, height * _WIDEST)
        return round(wide, 1), round(wide / self.breadth, 1)

    def wide(self, height: float) -> float:
        """Width of a tile of this height."""
        return round(self.mark(height)[0] + 2 * MARGIN)


def read_logo(path: Path, ground: str) -> Logo:
    """Raises BadLogo."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadLogo(f"{path} cannot be read ({error.strerror}); give a path from the theme's "
                      "own folder") from error  # fmt: skip
    if len(data) > LARGEST:
        raise BadLogo(f"{path} has {len(data):,} bytes; make it smaller than {LARGEST:,}")
    kind, breadth = _png(path, data) if data[:4] == b"\x89PNG" else _svg(path, data)
    if not _BREADTHS[0] <= breadth <= _BREADTHS[1]:
        raise BadLogo(
            f"{path} is {breadth:.1f} times as wide as high; crop it to between "
            f"{_BREADTHS[0]} and {_BREADTHS[1]:g} times"
        )
    coded = base64.b64encode(data).decode()
    return Logo(f"data:image/{kind};base64,{coded}", round(breadth, 4), ground)


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
        raise BadLogo(f"{path} is neither PNG nor SVG ({error}); export it as one") from error
    if not root.tag.endswith("svg"):
        raise BadLogo(f"{path} is no SVG but {root.tag}; export it as PNG or SVG")
    for element in root.iter():
        name = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
        if name in ("script", "foreignObject"):
            raise BadLogo(f"{path} holds <{name}>; export it as plain SVG")
        if name == "text":
            raise BadLogo(f"{path} holds text, whose font is not there on air; make it paths")
        for key, value in element.attrib.items():
            if key.endswith("href") and not value.startswith(("#", "data:")):
                raise BadLogo(f"{path} fetches {value}; embed what it shows")
    return "svg+xml", _breadth(path, root)


def _breadth(path: Path, root: ET.Element) -> float:
    box = (root.get("viewBox") or "").replace(",", " ").split()
    sides = box[2:] if len(box) == 4 else [root.get("width", ""), root.get("height", "")]
    found = [_LENGTH.fullmatch(side) for side in sides]
    if all(found) and all(float(each[1]) > 0 for each in found if each):
        width, height = (float(each[1]) for each in found if each)
        return width / height
    raise BadLogo(f"{path} does not say how large it is; give it a viewBox")
