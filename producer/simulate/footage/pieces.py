"""The pieces on the table as small pictures: cards, chips, plates, hands, light.

Every piece is drawn once for each scale; sizes are in pixels of a picture of 1080 lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape

import cv2
import numpy as np
import numpy.typing as npt

from overlay.contexts import Board
from overlay.raster import rasterize
from overlay.stage import Box, Graphic
from overlay.svg import XMLNS, graphic_svg
from overlay.texts.fonts import face_for, first_face
from overlay.texts.text import fit, fit_name
from producer.stages.words import faces

Layers = npt.NDArray[np.floating[Any]]
"""Height x width x 4: blue, green, red, each multiplied by alpha, and alpha; 0 to 1."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece as it is laid over a picture. ``x``, ``y``: from its place to its upper left corner,
    in pixels of the picture."""

    pixels: Layers
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class CardBack:
    turned: float


@dataclass(frozen=True, slots=True)
class CardFace:
    """``width``: of the card, in pixels."""

    card: int
    width: int
    turned: float = 0.0


@dataclass(frozen=True, slots=True)
class ChipPile:
    """``columns``: of each, the worth of its chips and their number."""

    columns: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class DealerButton:
    pass


@dataclass(frozen=True, slots=True)
class NamePlate:
    """``colour``: of the team, as ``#RRGGBB``. ``state``: what the player does."""

    name: str
    team: str
    colour: str
    state: str


@dataclass(frozen=True, slots=True)
class SpotLight:
    """The light in front of the player who has to act."""


@dataclass(frozen=True, slots=True)
class PlayersHand:
    """A forearm that reaches in. ``colour``: of the sleeve. ``skin``: from 0."""

    colour: str
    skin: int
    turned: float


Piece = CardBack | CardFace | ChipPile | DealerButton | NamePlate | SpotLight | PlayersHand

WORTHS = (5_000, 1_000, 500, 100, 50, 25)
_CHIP_COLOURS = dict(
    zip(WORTHS, ("#C46A1E", "#C9A227", "#6A3FA0", "#22262E", "#A8323A", "#1F7A52"), strict=True)
)
_CHIP, _THICK, _HIGHEST = 40, 5, 10
"""A chip's diameter, the part of its edge that is seen, and the chips of a column."""

_BACK_WIDTH, _BACK_HEIGHT = 56, 78
_PLATE_WIDTH, _PLATE_HEIGHT = 236, 62
SKINS = ("#B98F74", "#A07250", "#7A4E33", "#BF9F88", "#573726", "#AB8264")
_FINER = 2
"""Pieces are drawn this much larger, turned, and then reduced."""


def change(amount: int) -> tuple[tuple[int, int], ...]:
    """The chips of an amount, large ones first, in columns of at most ten: as people stack them,
    with small change for large amounts.

    >>> change(10_000)
    ((1000, 4), (500, 9), (100, 10), (50, 10))
    >>> change(350), change(25)
    (((100, 3), (50, 1)), ((25, 1),))
    """
    left = amount // 50 * 50
    columns = [(25, (amount - left) // 25)]
    for worth, larger, reserve in ((50, 100, 3_000), (100, 500, 4_000), (500, 1_000, 6_000)):
        count = left % larger // worth
        while amount >= reserve and count + larger // worth <= _HIGHEST:
            count += larger // worth
        columns.append((worth, count))
        left -= count * worth
    large, thousands = divmod(left // 1_000, 5) if left >= 15_000 else (0, left // 1_000)
    for worth, count in ((1_000, thousands), (5_000, large)):
        full, rest = divmod(count, _HIGHEST)
        columns += [(worth, rest), *[(worth, _HIGHEST)] * full]
    return tuple(column for column in reversed(columns) if column[1])


@lru_cache(maxsize=2048)
def sprite_of(piece: Piece, scale: float) -> Sprite:
    """The piece for a picture of ``scale`` x 1080 lines."""
    match piece:
        case SpotLight():
            return _light(scale)
        case CardFace(card, width, turned):
            return _flat(_face_svg(card), scale * width / 108, turned, shadow=scale)
        case CardBack(turned):
            return _flat(_back_svg(), scale, turned)
        case PlayersHand(colour, skin, turned):
            return _flat(_hand_svg(colour, SKINS[skin]), scale, turned, soft=1.6)
    return _flat(_upright_svg(piece), scale)


def _upright_svg(piece: ChipPile | DealerButton | NamePlate) -> str:
    match piece:
        case ChipPile(columns):
            return _pile_svg(columns)
        case DealerButton():
            return _button_svg()
        case NamePlate():
            return _plate_svg(piece)


def _flat(
    svg: str, scale: float, turned: float = 0.0, *, shadow: float | None = None, soft: float = 0.0
) -> Sprite:
    """A drawing turned round its middle, with a soft shadow below it. ``soft``: pixels by which it
    is out of focus."""
    drawn = premultiplied(rasterize(svg, scale * _FINER))
    if soft:
        drawn = _blurred(drawn, soft * scale * _FINER)
    margin = round(14 * (shadow or scale)) + 2
    height, width = drawn.shape[:2]
    across = int(np.ceil(np.hypot(height, width) / _FINER / 2)) + margin
    turning = cv2.getRotationMatrix2D((width / 2, height / 2), -turned, 1.0)
    turning[:, 2] += across * _FINER - np.array([width / 2, height / 2])
    side = 2 * across * _FINER
    placed = cv2.warpAffine(drawn, turning, (side, side), flags=cv2.INTER_LINEAR)
    small = cv2.resize(placed, (2 * across, 2 * across), interpolation=cv2.INTER_AREA)
    return _trimmed(_with_shadow(small.astype(np.float32, copy=False), shadow or scale), across)


def _with_shadow(drawn: Layers, scale: float) -> Layers:
    shadow = cv2.GaussianBlur(drawn[..., 3], (0, 0), 4 * scale + 0.3)
    moved = np.array([[1, 0, 3 * scale], [0, 1, 6 * scale]], np.float32)
    shadow = cv2.warpAffine(shadow, moved, (drawn.shape[1], drawn.shape[0]))
    under = np.zeros_like(drawn)
    under[..., 3] = 0.55 * shadow
    return drawn + under * (1 - drawn[..., 3:])


def _trimmed(drawn: Layers, across: int) -> Sprite:
    """Without its empty margins. ``across``: from the corner to its place, in x and in y."""
    rows = np.flatnonzero(drawn[..., 3].max(axis=1) > 0.004)
    columns = np.flatnonzero(drawn[..., 3].max(axis=0) > 0.004)
    top, left = int(rows[0]), int(columns[0])
    pixels = np.ascontiguousarray(drawn[top : rows[-1] + 1, left : columns[-1] + 1])
    pixels.setflags(write=False)
    return Sprite(pixels, left - across, top - across)


def premultiplied(pixels: npt.NDArray[np.uint8]) -> Layers:
    """Straight 8-bit BGRA as Layers."""
    layers = pixels.astype(np.float32) / 255
    layers[..., :3] *= layers[..., 3:]
    return layers


def _blurred(drawn: Layers, sigma: float) -> Layers:
    margin = int(3 * sigma) + 1
    wider = cv2.copyMakeBorder(drawn, *(margin,) * 4, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    return cv2.GaussianBlur(wider, (0, 0), sigma).astype(np.float32, copy=False)


def _light(scale: float) -> Sprite:
    radius = round(150 * scale)
    y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1] / radius
    strength = np.clip(1 - np.hypot(x, y), 0, 1) ** 1.6 * 0.34
    layers = np.zeros((*strength.shape, 4), np.float32)
    layers[..., :3] = strength[..., None] * np.array([0.62, 0.88, 1.0])
    layers[..., 3] = strength * 0.35
    return Sprite(layers, -radius, -radius)


def svg_element(width: float, height: float, body: str) -> str:
    return (
        f'<svg xmlns="{XMLNS}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{body}</svg>'
    )


def _face_svg(card: int) -> str:
    """A card of 108 x 148 as the graphics draw it."""
    return graphic_svg(Graphic("card", "board", Board(faces((card,))), Box(0, 0, 108, 148)))


def _back_svg() -> str:
    w, h = _BACK_WIDTH, _BACK_HEIGHT
    lines = "".join(
        f'<path d="M{x} {h}L{x + h} 0" stroke="#C9D4EA" stroke-opacity="0.30" stroke-width="1.4"/>'
        f'<path d="M{x} 0L{x + h} {h}" stroke="#C9D4EA" stroke-opacity="0.30" stroke-width="1.4"/>'
        for x in range(-h, w, 9)
    )
    return svg_element(
        w,
        h,
        f'<rect width="{w}" height="{h}" rx="5" fill="#E6E4DC"/>'
        f'<svg x="4" y="4" width="{w - 8}" height="{h - 8}" viewBox="4 4 {w - 8} {h - 8}">'
        f'<rect x="4" y="4" width="{w - 8}" height="{h - 8}" rx="3" fill="#23366B"/>{lines}'
        f'<circle cx="{w / 2}" cy="{h / 2}" r="11" fill="#23366B" stroke="#C9D4EA" '
        f'stroke-opacity="0.7" stroke-width="1.6"/>'
        f'<path d="M{w / 2} {h / 2 - 7}l5 7l-5 7l-5 -7z" fill="#C9D4EA" fill-opacity="0.8"/></svg>',
    )


def _pile_svg(columns: tuple[tuple[int, int], ...]) -> str:
    """Columns in two rows, the higher ones behind; the middle is between the feet of the rows."""
    ordered = sorted(columns, key=lambda column: (-column[1], column[0]))
    behind = ordered[: (len(ordered) + 1) // 2] if len(ordered) > 2 else ordered
    front = ordered[len(behind) :]
    step, half = _CHIP + 2, _HIGHEST * _THICK + _CHIP
    width, drawn = step * len(behind), []
    for row, foot in ((behind, half - 6 if front else half), (front, half + _CHIP - 12)):
        start = (width - step * len(row)) / 2 + step / 2
        for number, (worth, count) in enumerate(row):
            x, turned = start + number * step, 37 * number + worth
            drawn += [
                _chip(x, foot - _THICK * level, worth, turned + 37 * level, top=level == count - 1)
                for level in range(count)
            ]
    return svg_element(width, 2 * half, "".join(drawn))


def _chip(x: float, y: float, worth: int, turned: int, *, top: bool) -> str:
    """A chip with light marks on its edge; only the top one shows its face."""
    radius = _CHIP / 2 - 1
    colour = _CHIP_COLOURS[worth]
    around = 2 * 3.14159 * (radius - 2.6)
    marks = (
        f'<circle cx="{x}" cy="{y}" r="{radius - 2.6}" fill="none" stroke="#EFE9DA" '
        f'stroke-width="5.2" stroke-dasharray="{around / 12:.2f} {around / 12:.2f}" '
        f'transform="rotate({turned} {x} {y})"/>'
    )
    side = (
        f'<circle cx="{x}" cy="{y + _THICK - 1}" r="{radius}" fill="#000" fill-opacity="0.55"/>'
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>{marks}'
    )
    if not top:
        return side + f'<circle cx="{x}" cy="{y}" r="{radius}" fill="#000" fill-opacity="0.18"/>'
    return (
        f'{side}<circle cx="{x}" cy="{y}" r="{radius - 5.6}" fill="{colour}" stroke="#EFE9DA" '
        f'stroke-opacity="0.75" stroke-width="1.2"/>'
        f'<path d="M{x - 9} {y - 6}A11 11 0 0 1 {x + 7} {y - 8}" stroke="#FFF" fill="none" '
        f'stroke-opacity="0.28" stroke-width="2.4" stroke-linecap="round"/>'
    )


def _button_svg() -> str:
    return svg_element(
        52,
        52,
        '<circle cx="26" cy="27" r="24" fill="#8C8A82"/><circle cx="26" cy="25" r="24" '
        'fill="#F3F1EA"/><circle cx="26" cy="25" r="20" fill="none" stroke="#20242C" '
        'stroke-width="1.6"/>' + text_svg("DEALER", 26, 29.5, 11.5, 800, "#20242C"),
    )


def _plate_svg(plate: NamePlate) -> str:
    """Name over team, on dark metal with an edge in the team's colour; lit in amber to act."""
    w, h = _PLATE_WIDTH, _PLATE_HEIGHT
    acting, out = plate.state == "acting", plate.state == "out"
    name = fit_name(plate.name, 700, 27, 19, w - 34)
    team = fit(plate.team.upper(), 600, 17, 14, w - 34)
    edge = "#FFC24A" if acting else "#3A414E"
    ground = "#3B2A0C" if acting else "#10141C"
    white, grey = ("#737A88", "#565D6A") if out else ("#F4F6FA", "#AEB8C9")
    return svg_element(
        w,
        h,
        f'<rect x="1.5" y="1.5" width="{w - 3}" height="{h - 3}" rx="7" fill="{ground}" '
        f'stroke="{edge}" stroke-width="{3 if acting else 1.6}"/>'
        f'<rect x="7" y="8" width="7" height="{h - 16}" rx="2" fill="{plate.colour}" '
        f'fill-opacity="{0.4 if out else 1}"/>'
        f'<rect x="3" y="3" width="{w - 6}" height="{h * 0.4}" rx="5" fill="#FFF" '
        f'fill-opacity="0.05"/>'
        + text_svg(name.text, 23, 31, name.size, 700, white, "start")
        + text_svg(team.text, 23, 53, team.size, 600, grey, "start"),
    )


def text_svg(
    text: str, x: float, y: float, size: float, weight: int, fill: str, anchor: str = "middle"
) -> str:
    """A line of text in the graphics' family, or in one that has its letters."""
    face = face_for(text, first_face())
    return (
        f'<text x="{x}" y="{y}" font-family="{face.family}" font-size="{size * face.size}" '
        f'font-weight="{weight}" fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _hand_svg(sleeve: str, skin: str) -> str:
    """A forearm from below, the hand at the top, its middle at the fingers' root."""
    return svg_element(
        130,
        660,
        '<g transform="translate(0 100)">'
        f'<path d="M42 240C34 300 22 420 18 560H112C108 420 98 300 88 240Z" fill="{sleeve}"/>'
        f'<path d="M42 240C34 300 22 420 18 560H54C54 420 56 300 60 240Z" fill="#000" '
        f'fill-opacity="0.25"/>'
        f'<path d="M45 252C42 232 36 222 35 206C34 192 40 184 48 186C50 176 58 174 62 180C66 172 '
        f'75 172 77 180C82 176 89 180 89 188C95 194 94 212 91 222C88 234 87 242 86 252Z" '
        f'fill="{skin}"/>'
        f'<path d="M35 206C28 202 24 212 28 222C32 232 40 240 46 244Z" fill="{skin}"/>'
        f'<path d="M62 181L61 204M77 181L75 204M48 188L50 206" stroke="#000" '
        f'stroke-opacity="0.28" stroke-width="2.4" fill="none" stroke-linecap="round"/>'
        f'<rect x="40" y="240" width="50" height="12" rx="5" fill="{sleeve}"/>'
        f'<rect x="40" y="240" width="50" height="5" rx="2.5" fill="#FFF" fill-opacity="0.2"/></g>',
    )
