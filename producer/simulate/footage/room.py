"""What never changes before a table's camera: the dim room, the players, the rail and the felt."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from overlay.raster import rasterize
from producer.simulate.footage.cels import SeatedPlayer, skin_of, sleeve_of
from producer.simulate.footage.pieces import SKINS, Layers, premultiplied, svg_element, text_svg
from producer.simulate.footage.places import (
    BOARD_STEP,
    HEIGHT,
    INNER,
    MIDDLE,
    OUTER,
    ROW_CARD,
    STRAIGHT,
    WIDTH,
    Point,
    board_place,
    places_of,
    row_places_of,
)
from producer.simulate.table_hands import DIRECTION

Light = npt.NDArray[np.floating[Any]]

_FELT = np.array((0.225, 0.345, 0.075), np.float32)
_FELT_EDGE = np.array((0.085, 0.145, 0.028), np.float32)
_LINE = np.array((0.62, 0.78, 0.80), np.float32)
_WOOD = np.array((0.10, 0.19, 0.33), np.float32)
_RAIL = np.array((0.085, 0.078, 0.082), np.float32)
_FLOOR = np.array((0.075, 0.055, 0.06), np.float32)
"""Blue, green, red."""

_BETTING_LINE, _HAIR = 238.0, ("#17120F", "#2B1D14", "#4A3421", "#6B6762", "#0E0E12", "#3A2A1E")


def empty_table(felt: str, players: Mapping[int, SeatedPlayer], width: int, height: int) -> Layers:
    """The table before the first card, height x width x 3: blue, green, red, 0 to 1. ``felt``: what
    is printed on it, as SVG of 1920 x 1080."""
    scale = height / HEIGHT
    x, y = _positions(width, height)
    out = np.hypot(np.maximum(np.abs(x - MIDDLE[0]) - STRAIGHT, 0), y - MIDDLE[1])
    grain = _grain(width, height)
    picture = _floor(x, y, grain)
    picture *= 1 - 0.75 * _soft(out, OUTER + 36, 60)[..., None]
    _over(picture, _people(players, out))
    picture = _mixed(picture, _rail(x, y, out, grain), _soft(out, OUTER, 1.2 / scale))
    wood = _WOOD * (0.75 + 0.5 * np.clip((MIDDLE[1] - y) / INNER, -1, 1))[..., None]
    picture = _mixed(picture, wood, _soft(out, INNER + 3, 1.2 / scale))
    picture = _mixed(picture, _felt(x, y, out, grain), _soft(out, INNER - 9, 1.2 / scale))
    line = np.exp(-(((out - _BETTING_LINE) / (1.6 + 0.5 / scale)) ** 2)) * 0.30
    picture = _mixed(picture, _LINE, line)
    _over(picture, premultiplied(_scaled(felt, width, height)))
    return np.clip(picture * _lamps(x, y)[..., None], 0, 1).astype(np.float32)


def _positions(width: int, height: int) -> tuple[Light, Light]:
    """Of each pixel's middle, in pixels of 1920 x 1080; wider or narrower pictures show more or
    less of the room."""
    scale = height / HEIGHT
    x = (np.arange(width, dtype=np.float32) + 0.5 - width / 2) / scale + WIDTH / 2
    y = (np.arange(height, dtype=np.float32) + 0.5) / scale
    across, down = np.meshgrid(x, y)
    return across, down


def _grain(width: int, height: int) -> Light:
    """Noise of cloth, the same for every picture; about -1 to 1."""
    fine = np.random.default_rng(1).normal(0, 1, (height, width)).astype(np.float32)
    coarse = cv2.GaussianBlur(fine, (0, 0), 2.2) * 3.2
    mixed: Light = 0.55 * cv2.GaussianBlur(fine, (0, 0), 0.6) + 0.45 * coarse
    return mixed


def _soft(out: Light, edge: float, width: float) -> Light:
    """1 within ``edge``, 0 beyond it."""
    within: Light = np.clip((edge - out) / width + 0.5, 0, 1)
    return within


def _mixed(below: Layers, above: Layers, share: Light) -> Layers:
    return below + (above - below) * share[..., None]


def _over(picture: Layers, drawn: Layers) -> None:
    picture *= 1 - drawn[..., 3:]
    picture += drawn[..., :3]


def _floor(x: Light, y: Light, grain: Light) -> Layers:
    weave = 0.5 + 0.5 * np.sin(x / 21) * np.sin(y / 21)
    tone = 0.8 + 0.25 * weave + 0.10 * grain
    return _FLOOR * tone[..., None]


def _rail(x: Light, y: Light, out: Light, grain: Light) -> Layers:
    """A padded rail of dark leather: round, lit from above."""
    across = np.clip((out - INNER) / (OUTER - INNER), 0, 1)
    round_ = np.clip(np.sin(across * np.pi), 0, 1) ** 0.8
    shine = np.exp(-(((across - 0.46) / 0.13) ** 2)) * (0.75 + 0.25 * np.cos(x / 260))
    seam = np.exp(-(((across - 0.14) / 0.018) ** 2)) * (0.5 + 0.5 * np.sign(np.sin((x + y) / 4.2)))
    tone = 0.35 + 0.9 * round_ + 1.15 * shine + 0.06 * grain
    rail: Layers = _RAIL * tone[..., None] + 0.10 * seam[..., None]
    return rail


def _felt(x: Light, y: Light, out: Light, grain: Light) -> Layers:
    away = np.hypot((x - MIDDLE[0]) / (STRAIGHT + INNER), (y - MIDDLE[1]) / INNER)
    bright = np.clip(1 - away, 0, 1)[..., None] ** 0.8
    cloth = _FELT_EDGE + (_FELT - _FELT_EDGE) * bright
    shade = 1 - 0.55 * np.exp(-(((out - INNER + 6) / 22) ** 2))
    felt: Layers = cloth * ((1 + 0.055 * grain) * shade)[..., None]
    return felt


def _lamps(x: Light, y: Light) -> Light:
    """A lamp over the middle of the table; the corners of the room are dark."""
    away = np.hypot((x - MIDDLE[0]) / 1120, (y - MIDDLE[1] + 60) / 760)
    return 1.16 - 0.72 * np.clip(away, 0, 1.2) ** 1.7


def _people(players: Mapping[int, SeatedPlayer], out: Light) -> Layers:
    """Players and dealer from above, out of focus, darker further out."""
    height, width = out.shape
    drawn = [
        _person(places.person, places.turned, sleeve_of(players[seat].colour), players[seat].name)
        for seat, places in places_of(players, DIRECTION).items()
    ]
    drawn.append(_person((MIDDLE[0], 1052.0), 0.0, "#1C1E24", "dealer"))
    people = premultiplied(_scaled(svg_element(WIDTH, HEIGHT, "".join(drawn)), width, height))
    blurred = cv2.GaussianBlur(people, (0, 0), 4.5 * height / HEIGHT).astype(np.float32)
    blurred[..., :3] *= (1.05 - 0.75 * _soft(-out, -OUTER - 60, 150))[..., None]
    return blurred


def _person(at: tuple[float, float], turned: float, jacket: str, name: str) -> str:
    chosen = random.Random(f"hair of {name}")
    hair, skin = chosen.choice(_HAIR), SKINS[skin_of(name)]
    cap = chosen.random() < 0.3
    head = jacket if cap else hair
    brim = f'<path d="M-27 -30Q0 -62 27 -30Z" fill="{jacket}"/>' if cap else ""
    return (
        f'<g transform="translate({at[0]:.1f} {at[1]:.1f}) rotate({turned:.1f})">'
        f'<path d="M-104 66C-116 6 -84 -22 -44 -28L44 -28C84 -22 116 6 104 66Z" fill="{jacket}"/>'
        f'<path d="M-100 20C-112 -30 -96 -66 -84 -92L-62 -84C-66 -56 -66 -30 -60 0Z" '
        f'fill="{jacket}"/>'
        f'<path d="M100 20C112 -30 96 -66 84 -92L62 -84C66 -56 66 -30 60 0Z" fill="{jacket}"/>'
        f'<path d="M-44 -28Q0 22 44 -28Z" fill="#000" fill-opacity="0.35"/>'
        f'<ellipse cx="-74" cy="-98" rx="15" ry="18" fill="{skin}"/>'
        f'<ellipse cx="74" cy="-98" rx="15" ry="18" fill="{skin}"/>'
        f'<ellipse cx="0" cy="-16" rx="36" ry="40" fill="{skin}"/>{brim}'
        f'<ellipse cx="0" cy="-8" rx="38" ry="41" fill="{head}"/>'
        f'<ellipse cx="-8" cy="-20" rx="17" ry="16" fill="#FFF" fill-opacity="0.07"/></g>'
    )


def _scaled(svg: str, width: int, height: int) -> npt.NDArray[np.uint8]:
    """A drawing of 1920 x 1080 for the picture: filled, and cut or widened at its sides."""
    drawn = rasterize(svg, height / HEIGHT)
    wide = cv2.copyMakeBorder(
        drawn, 0, 1, width, width, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0)
    ).astype(np.uint8, copy=False)
    left = (wide.shape[1] - width) // 2
    return wide[:height, left : left + width]


def board_print(table: str, _: Collection[int]) -> str:
    """The felt of hold'em: five places for the board."""
    slots = [_slot(board_place(card), BOARD_STEP - 6, 140) for card in range(5)]
    return _print(slots, ("D U P L I C A S T", 688), (f"TABLE {table}", 366))


def rows_print(table: str, seats: Collection[int]) -> str:
    """The felt of open-face Chinese: a place for each card of every player."""
    places = row_places_of(seats, DIRECTION).values()
    slots = [
        _slot(at, ROW_CARD, ROW_CARD * 148 / 108)
        for each in places
        for row in each.rows.values()
        for at in row
    ]
    return _print(slots, ("D U P L I C A S T", 545), (f"TABLE {table}", 585))


def _slot(at: Point, width: float, height: float) -> str:
    return (
        f'<rect x="{at[0] - width / 2}" y="{at[1] - height / 2}" width="{width}" '
        f'height="{height}" rx="9" fill="#000" fill-opacity="0.07" stroke="#CFE6DA" '
        'stroke-opacity="0.20" stroke-width="2"/>'
    )


def _print(slots: Sequence[str], words: tuple[str, float], number: tuple[str, float]) -> str:
    """What is printed on the felt, and the dealer's tray. ``words``, ``number``: each a text and
    where its line is."""
    named = text_svg(words[0], 960, words[1], 30, 700, "#D9C27A")
    numbered = text_svg(number[0], 960, number[1], 26, 700, "#CFE6DA")
    rule = words[1] - 10
    return svg_element(
        WIDTH,
        HEIGHT,
        f'{"".join(slots)}<g opacity="0.42">{named}</g><g opacity="0.34">{numbered}</g>'
        f'<path d="M800 {rule}H836M1084 {rule}H1120" stroke="#D9C27A" stroke-opacity="0.3" '
        f'stroke-width="2"/>{_tray()}',
    )


def _tray() -> str:
    """The house's chips in front of the dealer."""
    colours = ("#A8323A", "#22262E", "#6A3FA0", "#C9A227", "#C46A1E", "#A8323A", "#22262E")
    rows = []
    for number, colour in enumerate(colours):
        x = 818 + number * 41
        rows.append(
            f'<rect x="{x}" y="822" width="37" height="58" rx="5" fill="#05070A"/>'
            f'<rect x="{x + 3}" y="{824 + number * 5 % 9}" width="31" '
            f'height="{52 - number * 5 % 9}" fill="{colour}"/>'
        )
        rows += [
            f'<rect x="{x + 3}" y="{827 + step * 6}" width="31" height="2" fill="#EFE9DA" '
            'fill-opacity="0.45"/>'
            for step in range(8)
        ]
        rows.append(
            f'<rect x="{x + 3}" y="824" width="9" height="54" fill="#000" fill-opacity="0.3"/>'
            f'<rect x="{x + 16}" y="824" width="6" height="54" fill="#FFF" fill-opacity="0.12"/>'
        )
    return (
        '<rect x="804" y="812" width="312" height="78" rx="10" fill="#0B0D11"/>'
        '<rect x="804.8" y="812.8" width="310.4" height="76.4" rx="9.5" fill="none" '
        f'stroke="#59606E" stroke-opacity="0.8" stroke-width="1.6"/>{"".join(rows)}'
    )
