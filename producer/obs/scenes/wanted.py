"""What OBS should have: our scenes, and the sources in them with their places. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from overlay.stage import Box
from producer.messages import message
from producer.obs.link.refusals import NotInObs
from producer.obs.scenes.banks import (
    BANKS,
    Bank,
    GraphicsSource,
    Shot,
    other,
    safe_name,
    scene_name,
)
from producer.obs.scenes.layouts import LAYOUTS, LayoutName
from producer.obs.scenes.table_pictures import MEDIA, Setting, colour, made, picture_source
from producer.settings import ObsSettings, PictureSource
from producer.stages.entry import UPRIGHT, WIDE, Size, fitted

IMAGE: Final = "image_source"
BROWSER: Final = "browser_source"

BACKDROP, SAFE = 0x0B1322, 0x24406E
"""0xRRGGBB: under graphics without pictures, and of the safe scene."""

UNCUT = (0, 0, 0, 0)
OFF_CANVAS = 16
"""Pixels right of the canvas where the other bank's page is placed, to be rendered and not seen."""


@dataclass(frozen=True, slots=True)
class WantedItem:
    """One source in a scene, in ``box`` (pixels of OBS's canvas).

    ``kind``: ``None`` for a source of the producer's, which must exist and is never changed.
    ``crop``: pixels of the source to crop at left, top, right, bottom before it is fitted. ``fit``:
    ``cover`` keeps the aspect ratio, fills the box and crops both sides evenly; ``contain`` keeps
    it and shows everything; ``stretch`` fills the box. ``shown``: ``False`` for a hidden item.
    ``heard_only``: it has sound and no picture.
    """

    source: str
    kind: str | None
    settings: Mapping[str, Setting]
    box: Box
    fit: Literal["cover", "contain", "stretch"]
    crop: tuple[int, int, int, int] = UNCUT
    shown: bool = True
    heard_only: bool = False


@dataclass(frozen=True, slots=True)
class WantedScene:
    """``items`` from bottom to top."""

    name: str
    items: tuple[WantedItem, ...]


@dataclass(frozen=True, slots=True)
class WantedScenes:
    """``hideable``: the producer's sources that the settings name as pictures of tables.

    An unwanted item of one of them, or of a source of ours, is hidden; items of other sources stay
    as they are.
    """

    prefix: str
    scenes: tuple[WantedScene, ...]
    hideable: frozenset[str]


@dataclass(frozen=True, slots=True)
class Rig:
    """What is the same for every take: the settings, OBS's canvas and its kinds of source, and the
    files of the safe scene and the lower third where there are any."""

    settings: ObsSettings
    canvas: Size
    kinds: frozenset[str]
    slide: Path | None = None
    chord: Path | None = None
    lower_third: GraphicsSource | None = None

    @property
    def prefix(self) -> str:
        return self.settings.prefix

    @property
    def pictures(self) -> Mapping[str, PictureSource]:
        return self.settings.pictures


Graphics = Mapping[Bank, GraphicsSource]


def is_ours(name: str, prefix: str) -> bool:
    """Whether a name has our prefix. We only create, change and remove such sources."""
    return name.startswith(f"{prefix} ")


def graphics_name(prefix: str, bank: Bank, kind: str) -> str:
    """Two names, because a source cannot change its kind and an OBS may have had both.

    >>> graphics_name("Duplicast", "A", IMAGE)
    'Duplicast graphics A (image)'
    """
    return f"{prefix} graphics {bank} ({'page' if kind == BROWSER else 'image'})"


def wanted(rig: Rig, scenes: tuple[WantedScene, ...]) -> WantedScenes:
    existing = {picture.source for picture in rig.pictures.values() if picture.source}
    return WantedScenes(rig.prefix, scenes, frozenset(existing))


def shot_scene(rig: Rig, bank: Bank, shot: Shot, graphics: Graphics) -> WantedScene:
    """The scene of ``shot`` in ``bank``: the pictures, and the bank's graphics over them.

    Raises NotInObs if the number of tables does not fit the layout, if two pictures would have the
    same source, or if OBS lacks a kind of source.
    """
    layout = LAYOUTS[shot.layout]
    _check_tables(rig, shot)
    boxes = (fitted(box, rig.canvas, layout.stage) for box in layout.pictures)
    pictures = (_picture(rig, *pair) for pair in zip(shot.tables, boxes, strict=True))
    under = () if layout.pictures else (_backdrop(rig),)
    over = _graphics(rig, bank, graphics[bank], layout.stage)
    return WantedScene(
        scene_name(rig.prefix, bank, shot.layout),
        (*under, *pictures, over, *_lower_third(rig), *_other_page(rig, other(bank), graphics)),
    )


def idle_scene(rig: Rig, bank: Bank, layout: LayoutName, graphics: Graphics) -> WantedScene:
    """A scene with nothing loaded, so that it shows nothing of any deal.

    It has the slow starters hidden in it: the page, cameras, files.
    """
    hidden: list[WantedItem] = []
    box = Box(0, 0, *rig.canvas)
    if layout == "table":
        each = (_picture(rig, table, box, shown=False) for table in rig.pictures)
        hidden += [item for item in each if item.kind is not None]
    if bank in graphics and graphics[bank].kind == BROWSER:
        hidden.append(replace(_graphics(rig, bank, graphics[bank], WIDE), shown=False))
    under = () if LAYOUTS[layout].pictures else (_backdrop(rig),)
    return WantedScene(scene_name(rig.prefix, bank, layout), (*under, *hidden))


def safe_scene(rig: Rig) -> WantedScene:
    """A scene that can always be shown: it needs no service and no table. It is the camera of the
    settings with its sound, or a slide with a quiet chord; under the slide is a colour, for an OBS
    that cannot read the files."""
    under = _under(rig, rig.settings.safe, "safe", SAFE)
    over = () if rig.settings.safe else tuple(_slide(rig))
    return WantedScene(safe_name(rig.prefix), (under, *over))


def _slide(rig: Rig) -> Iterator[WantedItem]:
    box = Box(0, 0, *rig.canvas)
    if rig.slide is not None:
        settings: dict[str, Setting] = {"file": str(rig.slide), "unload": False}
        yield WantedItem(f"{rig.prefix} safe slide", IMAGE, settings, box, "stretch")
    if rig.chord is not None and MEDIA in rig.kinds:
        settings = {"is_local_file": True, "local_file": str(rig.chord), "looping": True}
        settings |= {"restart_on_activate": True, "close_when_inactive": False}
        name = f"{rig.prefix} safe sound"
        yield WantedItem(name, MEDIA, settings, box, "stretch", heard_only=True)


def idle_scenes(rig: Rig, graphics: Graphics) -> list[WantedScene]:
    """Every scene of both banks with nothing loaded, and the safe scene."""
    banked = [idle_scene(rig, bank, layout, graphics) for bank in BANKS for layout in LAYOUTS]
    return [*banked, safe_scene(rig)]


def _check_tables(rig: Rig, shot: Shot) -> None:
    pictures = len(LAYOUTS[shot.layout].pictures)
    if len(shot.tables) != pictures:
        raise NotInObs(
            message(
                "the scene {layout} shows {pictures} tables, not {tables}",
                layout=shot.layout,
                pictures=pictures,
                tables=len(shot.tables),
            ),
            message("Name as many tables as it shows"),
        )
    seen: dict[str, str] = {}
    for table in shot.tables:
        source = picture_source(rig.prefix, rig.pictures, table)
        if source in seen:
            raise NotInObs(
                message(
                    "the source {source} would be shown twice (tables {other} and {table})",
                    source=repr(source),
                    other=seen[source],
                    table=table,
                ),
                message(
                    "Choose different tables, and give each its own source in the setting "
                    "obs.pictures"
                ),
            )
        seen[source] = table


def _picture(rig: Rig, table: str, box: Box, *, shown: bool = True) -> WantedItem:
    picture = rig.pictures.get(table)
    own = made(table, picture, rig.kinds, rig.canvas)
    return WantedItem(
        picture_source(rig.prefix, rig.pictures, table),
        own.kind if own else None,
        own.settings if own else {},
        box,
        picture.fit if picture else "cover",
        picture.crop if picture else UNCUT,
        shown,
    )


def _backdrop(rig: Rig) -> WantedItem:
    return _under(rig, rig.settings.backdrop, "backdrop", BACKDROP)


def _under(rig: Rig, existing: str, word: str, rgb: int) -> WantedItem:
    """A source of the producer's, or a colour of ours, that fills the canvas."""
    box = Box(0, 0, *rig.canvas)
    if existing:
        return WantedItem(existing, None, {}, box, "cover")
    own = colour(rgb, rig.canvas)
    return WantedItem(f"{rig.prefix} {word} colour", own.kind, own.settings, box, "stretch")


def _graphics(rig: Rig, bank: Bank, source: GraphicsSource, stage: Size) -> WantedItem:
    return over_all(rig, source, graphics_name(rig.prefix, bank, source.kind), stage)


def _lower_third(rig: Rig) -> list[WantedItem]:
    """One source in all scenes, over the graphics, so that it shows whatever is taken."""
    source = rig.lower_third
    if source is None:
        return []
    return [over_all(rig, source, lower_third_name(rig.prefix, source.kind))]


def over_all(rig: Rig, source: GraphicsSource, name: str, stage: Size = WIDE) -> WantedItem:
    """A picture of a stage over the whole canvas, or a page, which has the canvas's orientation and
    centres the stage in it, as ``fitted`` does."""
    settings: dict[str, Setting] = {"file": str(source.file), "unload": False}
    if source.kind == BROWSER:
        stage = WIDE if rig.canvas[0] >= rig.canvas[1] else UPRIGHT
        settings = _page_settings(source, stage)
    box = fitted(Box(0, 0, *stage), rig.canvas, stage)
    return WantedItem(name, source.kind, settings, box, "stretch")


def lower_third_name(prefix: str, kind: str) -> str:
    return f"{prefix} lower third ({'page' if kind == BROWSER else 'image'})"


def clip_graphics_name(prefix: str, kind: str) -> str:
    return f"{prefix} segment graphics ({'page' if kind == BROWSER else 'image'})"


def _page_settings(source: GraphicsSource, size: Size) -> dict[str, Setting]:
    return {
        "is_local_file": True,
        "local_file": str(source.file),
        "width": size[0],
        "height": size[1],
        "css": "",
        "shutdown": False,
        "restart_when_active": False,
    }


def _other_page(rig: Rig, bank: Bank, graphics: Graphics) -> list[WantedItem]:
    """The page of the other bank, placed off the canvas.

    OBS does not render a page that is in no active scene, so after a cut it would show its old
    content for a frame or two.
    """
    if bank not in graphics or graphics[bank].kind != BROWSER:
        return []
    page = _graphics(rig, bank, graphics[bank], WIDE)
    off_canvas = replace(page.box, x=rig.canvas[0] + OFF_CANVAS)
    return [replace(page, box=off_canvas)]
