"""What OBS should have, as a value: our scene, the sources in it, where each is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal
from zlib import crc32

from overlay.stage import Box
from producer.obs.refusals import NotInObs

Setting = str | int | bool
Size = tuple[int, int]

STAGE: Size = (1920, 1080)
"""The canvas the picture boxes are given in."""

IMAGE: Final = "image_source"
BROWSER: Final = "browser_source"
COLOUR: Final = "color_source_v3"

PALETTE = (0x24406E, 0x6E2F2A, 0x2C5C45, 0x5A3A66, 0x6B5320, 0x1F5560, 0x7A3450, 0x454B57)
"""Red, green, blue: quiet colours on which white lettering can be read."""


@dataclass(frozen=True, slots=True)
class WantedItem:
    """One source in a scene, filling ``box`` (pixels of OBS's canvas).

    ``kind`` None: a source of the producer's own, which must exist and is never changed.
    ``fit``: ``cover`` keeps the picture's shape, fills the box and crops what sticks out, evenly
    on both sides; ``stretch`` fills the box.
    """

    source: str
    kind: str | None
    settings: Mapping[str, Setting]
    box: Box
    fit: Literal["cover", "stretch"]


@dataclass(frozen=True, slots=True)
class WantedScene:
    """``items`` from the lowest to the topmost."""

    name: str
    items: tuple[WantedItem, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """``hideable``: the producer's own sources that may stand in our scenes for a picture.

    An item of one of them, or of a source of ours, is hidden where it is not wanted; items of
    other sources stay as they are.
    """

    prefix: str
    scenes: tuple[WantedScene, ...]
    hideable: frozenset[str]


@dataclass(frozen=True, slots=True)
class GraphicsSource:
    """How the graphics come into OBS: by a page or by a picture, each a file OBS can read."""

    kind: Literal["image_source", "browser_source"]
    file: Path


def is_ours(name: str, prefix: str) -> bool:
    """Only names that begin with our prefix are ours to make, change and remove."""
    return name == prefix or name.startswith(f"{prefix} ")


def two_up_name(prefix: str) -> str:
    return f"{prefix} two-up"


def two_up(
    prefix: str,
    pictures: Mapping[str, str],
    tables: tuple[str, str],
    boxes: tuple[Box, Box],
    graphics: GraphicsSource,
    canvas: Size,
) -> Wanted:
    """The scene of two tables side by side under the graphics.

    ``pictures``: by table, a source of the producer's. ``boxes``: left and right, on STAGE; they
    are scaled to ``canvas``. Raises NotInObs where both sides would show one source.
    """
    sources = tuple(_picture_source(prefix, pictures, table) for table in tables)
    if sources[0] == sources[1]:
        raise NotInObs(
            f"both sides would show the source {sources[0]!r} (tables {tables[0]}, {tables[1]})",
            "Choose two tables, and give each its own source in the setting obs.pictures",
        )
    left, right = (scaled(box, canvas) for box in boxes)
    colours = table_colours(tables)
    return Wanted(
        prefix=prefix,
        scenes=(
            WantedScene(
                name=two_up_name(prefix),
                items=(
                    _picture(sources[0], tables[0] in pictures, left, colours[0]),
                    _picture(sources[1], tables[1] in pictures, right, colours[1]),
                    _graphics(prefix, graphics, canvas),
                ),
            ),
        ),
        hideable=frozenset(pictures.values()),
    )


def scaled(box: Box, canvas: Size) -> Box:
    """``box`` on STAGE as whole pixels of ``canvas``, at least one each way.

    Edges are rounded, not sizes, so that boxes that touch still touch.
    """
    across, down = canvas[0] / STAGE[0], canvas[1] / STAGE[1]
    x, y = round(box.x * across), round(box.y * down)
    right, bottom = round((box.x + box.width) * across), round((box.y + box.height) * down)
    return Box(x, y, max(1, right - x), max(1, bottom - y))


def table_colours(tables: tuple[str, str]) -> tuple[int, int]:
    """0xRRGGBB for each side: a table keeps its colour, and the two sides differ."""
    first, second = (crc32(table.encode()) % len(PALETTE) for table in tables)
    if first == second:
        second = (second + 1) % len(PALETTE)
    return PALETTE[first], PALETTE[second]


def obs_colour(rgb: int) -> int:
    """OBS keeps colours as 0xAABBGGRR."""
    red, green, blue = rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255
    return 0xFF000000 | blue << 16 | green << 8 | red


def _picture_source(prefix: str, pictures: Mapping[str, str], table: str) -> str:
    return pictures.get(table, f"{prefix} table {table}")


def _picture(source: str, existing: bool, box: Box, colour: int) -> WantedItem:
    if existing:
        return WantedItem(source, None, {}, box, "cover")
    settings = {"color": obs_colour(colour), "width": box.width, "height": box.height}
    return WantedItem(source, COLOUR, settings, box, "cover")


def _graphics(prefix: str, graphics: GraphicsSource, canvas: Size) -> WantedItem:
    settings: dict[str, Setting]
    if graphics.kind == BROWSER:
        settings = {
            "is_local_file": True,
            "local_file": str(graphics.file),
            "width": STAGE[0],
            "height": STAGE[1],
            "css": "",
            "shutdown": False,
            "restart_when_active": False,
        }
    else:
        settings = {"file": str(graphics.file), "unload": False}
    # Two names, because a source cannot change its kind and both may be tried on one OBS.
    name = f"{prefix} graphics ({'page' if graphics.kind == BROWSER else 'image'})"
    return WantedItem(name, graphics.kind, settings, Box(0, 0, *canvas), "stretch")
