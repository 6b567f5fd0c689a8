"""Draws cels over the empty table, picture by picture: only what changes is drawn again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from overlay.raster import rasterize
from producer.simulate.footage.cels import Cel
from producer.simulate.footage.pieces import Layers, Sprite, sprite_of, svg_element, text_svg
from producer.simulate.footage.places import HEIGHT, WIDTH

Plane = npt.NDArray[np.uint8]

_BGR_TO_YCC = np.array(
    [
        [0.0722, 0.7152, 0.2126, 0.0],
        [0.5, -0.7152 / 1.8556, -0.2126 / 1.8556, 0.0],
        [-0.0722 / 1.5748, -0.7152 / 1.5748, 0.5, 0.0],
    ],
    np.float32,
) * np.array([[219], [224], [224]], np.float32)
_BGR_TO_YCC[:, 3] = (16, 128, 128)
"""Blue, green, red, 0 to 1, into BT.709 with 16 to 235 for black to white."""


@dataclass(frozen=True, slots=True)
class FilmPlanes:
    """A picture as luma and the two chroma planes of half its size; ``whole``: the same memory, one
    plane after the other, as rows of the luma's width."""

    luma: Plane
    blue: Plane
    red: Plane
    whole: Plane


@dataclass(frozen=True, slots=True)
class _Area:
    """Columns ``left`` up to ``right``, rows ``top`` up to ``bottom``; all even."""

    left: int
    top: int
    right: int
    bottom: int

    def touches(self, other: _Area) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def joined(self, other: _Area) -> _Area:
        return _Area(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def draw(ground: Layers, cels: Sequence[Cel], frames: range) -> Iterator[FilmPlanes]:
    """The picture of each of the consecutive ``frames``.

    ``ground``: see ``empty_table``. Every picture is the same planes, changed: use it or copy it
    before asking for the next.
    """
    height, width = ground.shape[:2]
    planes = _planes(width, height)
    whole = _Area(0, 0, width, height)
    starting, ending = _by_frame(cels, frames)
    shown: dict[int, tuple[Cel, _Area]] = {}
    for frame in frames:
        changed = [shown.pop(number)[1] for number in ending[frame] if number in shown]
        for number, (cel, area) in shown.items():
            if cel.to is not None:
                shown[number] = (cel, _area_of(cel, frame, width, height))
                changed += [area, shown[number][1]]
        for number in starting[frame]:
            shown[number] = (cels[number], _area_of(cels[number], frame, width, height))
            changed.append(shown[number][1])
        on_top = sorted(shown, key=lambda number: (cels[number].layer, number))
        for area in [whole] if frame == frames[0] else _apart(changed):
            part = ground[area.top : area.bottom, area.left : area.right].copy()
            for number in on_top:
                if shown[number][1].touches(area):
                    _lay(part, area, *_placed(cels[number], frame, width, height))
            _put(planes, area, part)
        yield planes


def _by_frame(
    cels: Sequence[Cel], frames: range
) -> tuple[defaultdict[int, list[int]], defaultdict[int, list[int]]]:
    """By frame, the numbers of the cels that start and that end there."""
    starting: defaultdict[int, list[int]] = defaultdict(list)
    ending: defaultdict[int, list[int]] = defaultdict(list)
    for number, cel in enumerate(cels):
        if cel.first < frames.stop and cel.last > frames.start:
            starting[max(cel.first, frames.start)].append(number)
            ending[cel.last].append(number)
    return starting, ending


def _placed(cel: Cel, frame: int, width: int, height: int) -> tuple[Sprite, int, int]:
    """The cel's sprite and the pixel of its upper left corner."""
    scale = height / HEIGHT
    x, y = cel.place(frame)
    sprite = sprite_of(cel.piece, scale)
    left = round((x - WIDTH / 2) * scale + width / 2) + sprite.x
    return sprite, left, round(y * scale) + sprite.y


def _area_of(cel: Cel, frame: int, width: int, height: int) -> _Area:
    """What the cel covers, within the picture."""
    sprite, x, y = _placed(cel, frame, width, height)
    high, wide = sprite.pixels.shape[:2]
    return _Area(
        min(max(x // 2 * 2, 0), width),
        min(max(y // 2 * 2, 0), height),
        min(max((x + wide + 1) // 2 * 2, 0), width),
        min(max((y + high + 1) // 2 * 2, 0), height),
    )


def _apart(areas: Sequence[_Area]) -> list[_Area]:
    """Areas that cover all of ``areas``, none touching another."""
    joined: list[_Area] = []
    for area in areas:
        if area.left >= area.right or area.top >= area.bottom:
            continue
        touching = [each for each in joined if each.touches(area)]
        while touching:
            joined = [each for each in joined if each not in touching]
            for each in touching:
                area = area.joined(each)  # noqa: PLW2901 - it grows until it touches nothing
            touching = [each for each in joined if each.touches(area)]
        joined.append(area)
    return joined


def _lay(part: Layers, area: _Area, sprite: Sprite, x: int, y: int) -> None:
    high, wide = sprite.pixels.shape[:2]
    left, right = max(x, area.left), min(x + wide, area.right)
    top, bottom = max(y, area.top), min(y + high, area.bottom)
    if left >= right or top >= bottom:
        return
    over = sprite.pixels[top - y : bottom - y, left - x : right - x]
    under = part[top - area.top : bottom - area.top, left - area.left : right - area.left]
    under *= 1 - over[..., 3:]
    under += over[..., :3]


def _planes(width: int, height: int) -> FilmPlanes:
    whole = np.empty((height * 3 // 2, width), np.uint8)
    flat, pixels = whole.reshape(-1), width * height
    half = (height // 2, width // 2)
    return FilmPlanes(
        luma=flat[:pixels].reshape(height, width),
        blue=flat[pixels : pixels * 5 // 4].reshape(half),
        red=flat[pixels * 5 // 4 :].reshape(half),
        whole=whole,
    )


def _put(planes: FilmPlanes, area: _Area, part: Layers) -> None:
    luma, blue, red = ycc(part)
    planes.luma[area.top : area.bottom, area.left : area.right] = luma
    rows = slice(area.top // 2, area.bottom // 2)
    columns = slice(area.left // 2, area.right // 2)
    planes.blue[rows, columns] = blue
    planes.red[rows, columns] = red


def ycc(part: Layers) -> tuple[Plane, Plane, Plane]:
    """Luma and chroma of blue, green, red, 0 to 1; the part's sides are even."""
    height, width = part.shape[:2]
    converted = cv2.transform(np.clip(part, 0, 1), _BGR_TO_YCC)
    chroma = cv2.resize(converted[..., 1:], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    luma = np.rint(converted[..., 0]).astype(np.uint8)
    small = np.rint(chroma).astype(np.uint8)
    return luma, small[..., 0], small[..., 1]


@dataclass(frozen=True, slots=True)
class ClockFace:
    """A burnt-in clock: the table's name, then a timecode, with one tile for each character."""

    label: tuple[Plane, Plane, Plane]
    edge: tuple[Plane, Plane, Plane]
    tiles: dict[str, tuple[Plane, Plane, Plane]]
    x: int
    y: int


_CLOCK_HEIGHT, _TILE, _CLOCK_TOP = 50, 20, 16


def clock_face(table: str, width: int, height: int) -> ClockFace:
    """The clock in the middle of the picture's top, where framings keep it."""
    scale = height / HEIGHT
    name = f"TABLE {table}"
    label_width = 34 + 16 * len(name)
    label = _tile(name, label_width, "#FFC24A", scale)
    tiles = {letter: _tile(letter, _TILE, "#F4F6FA", scale) for letter in "0123456789:;"}
    edge = _tile("", 12, "#F4F6FA", scale)
    wide = label[0].shape[1] + 11 * tiles["0"][0].shape[1] + edge[0].shape[1]
    return ClockFace(label, edge, tiles, (width - wide) // 4 * 2, round(_CLOCK_TOP * scale / 2) * 2)


@lru_cache(maxsize=256)
def _tile(text: str, width: int, colour: str, scale: float) -> tuple[Plane, Plane, Plane]:
    """Text on the clock's ground, with even sides."""
    wide, high = (round(side * scale / 2) * 2 for side in (width, _CLOCK_HEIGHT))
    ground = f'<rect width="{width}" height="{_CLOCK_HEIGHT}" fill="#090B0F"/>'
    drawn = rasterize(
        svg_element(width, _CLOCK_HEIGHT, ground + text_svg(text, width / 2, 37, 34, 700, colour)),
        scale,
    )
    fitted = cv2.resize(drawn[..., :3], (wide, high), interpolation=cv2.INTER_AREA)
    return ycc(fitted.astype(np.float32) / 255)


def put_clock(planes: FilmPlanes, face: ClockFace, timecode: str) -> None:
    tiles = [face.label, *(face.tiles[letter] for letter in timecode), face.edge]
    for plane, number, half in ((planes.luma, 0, 1), (planes.blue, 1, 2), (planes.red, 2, 2)):
        row = np.concatenate([tile[number] for tile in tiles], axis=1)
        y, x = face.y // half, face.x // half
        plane[y : y + row.shape[0], x : x + row.shape[1]] = row


def put_strip(planes: FilmPlanes, strip: Plane, x: int, y: int) -> None:
    """``strip``: brightness 0 to 255, see ``strip_picture``."""
    height, width = strip.shape
    luma = np.rint(strip.astype(np.float32) * (219 / 255) + 16).astype(np.uint8)
    planes.luma[y : y + height, x : x + width] = luma
    for plane in (planes.blue, planes.red):
        plane[y // 2 : (y + height + 1) // 2, x // 2 : (x + width + 1) // 2] = 128
