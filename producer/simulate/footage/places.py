"""Where things are on the table, seen from above. Pure.

Points are in pixels of a picture of 1920 x 1080, angles in degrees clockwise from upright.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from producer.games.ofc.rows import SIZES

WIDTH, HEIGHT = 1920, 1080
MIDDLE = (960.0, 545.0)
STRAIGHT = 375.0
"""Half the length of the table's straight sides; its ends are half circles."""

OUTER, INNER = 435.0, 362.0
"""From the line between the middles of the ends to the outer and inner edge of the rail."""

_PLATES, _PEOPLE, _CARDS, _BETS, _BUTTON = 400.0, 486.0, 286.0, 198.0, 222.0
_DEALER = 315.0
"""Half the length of the edge that the dealer needs."""

Point = tuple[float, float]

BOARD_Y, POT, MUCK, DEALER = 463.0, (960.0, 604.0), (960.0, 757.0), (960.0, 846.0)
BOARD_STEP = 108.0

ROW_CARD = 58
"""The width of a card in a row of open-face Chinese."""

_ROW_STEP, _CARD_STEP = 84.0, 63.0
_ROWS_FROM_MIDDLE: Mapping[int, tuple[Point, ...]] = {
    2: ((-240, 0), (240, 0)),
    3: ((-320, 60), (0, -214), (320, 60)),
    4: ((-240, 108), (-240, -214), (240, -214), (240, 108)),
}
"""The middle of each player's rows, clockwise, by the number of players: within the half of the
picture that a split of two tables shows."""


@dataclass(frozen=True, slots=True)
class RowPlaces:
    """``rows``: of each row's cards, by its name. ``dealt``: where a card waits to be set."""

    rows: Mapping[str, tuple[Point, ...]]
    dealt: Point


@dataclass(frozen=True, slots=True)
class SeatPlaces:
    """``turned``: the angle at which a card looks from the seat to the middle. ``inward``: the
    direction of the middle, of length 1."""

    plate: Point
    person: Point
    cards: tuple[Point, Point]
    shown: tuple[Point, Point]
    stack: Point
    bet: Point
    button: Point
    hand: Point
    turned: float
    inward: Point


def board_place(card: int) -> Point:
    """Of the board's card ``card``, from 0."""
    return (MIDDLE[0] + (card - 2) * BOARD_STEP, BOARD_Y)


def places_of(seats: Collection[int], direction: str) -> Mapping[int, SeatPlaces]:
    """By seat, clockwise in the order of action from the dealer's left hand."""
    clockwise = _clockwise(seats, direction)
    length = 4 * STRAIGHT + 2 * math.pi * _CARDS
    gap = _DEALER * length / (4 * STRAIGHT + 2 * math.pi * OUTER)
    step = (length - 2 * gap) / len(clockwise)
    return {
        seat: _places(*_on_edge(gap + (number + 0.5) * step))
        for number, seat in enumerate(clockwise)
    }


def row_places_of(seats: Collection[int], direction: str) -> Mapping[int, RowPlaces]:
    """The rows of two to four players of open-face Chinese, by seat: the front one nearest to the
    middle of the table."""
    clockwise = _clockwise(seats, direction)
    middles = _ROWS_FROM_MIDDLE[len(clockwise)]
    return {seat: _row_places(*at) for seat, at in zip(clockwise, middles, strict=True)}


def _row_places(right: float, down: float) -> RowPlaces:
    """Of a player the middle of whose rows is so far from the table's."""
    x, y = MIDDLE[0] + right, MIDDLE[1] + down
    towards = 1 if down < -100 else -1
    rows = {
        row: tuple(
            (x + (card - (count - 1) / 2) * _CARD_STEP, y + number * towards * _ROW_STEP)
            for card in range(count)
        )
        for number, (row, count) in enumerate(SIZES.items(), -1)
    }
    return RowPlaces(rows, (x + math.copysign(214, right), y))


def _clockwise(seats: Collection[int], direction: str) -> list[int]:
    """From the dealer's left hand on."""
    return sorted(seats, reverse=direction == "descending")


def _on_edge(along: float) -> tuple[Point, Point]:
    """The point of the table's middle line, and the direction outward, ``along`` pixels clockwise
    from the dealer on the line of the hole cards."""
    arc = math.pi * _CARDS
    if along < STRAIGHT:
        return (-along, 0.0), (0.0, 1.0)
    if along < STRAIGHT + arc:
        angle = (along - STRAIGHT) / _CARDS
        return (-STRAIGHT, 0.0), (-math.sin(angle), math.cos(angle))
    if along < 3 * STRAIGHT + arc:
        return (along - 2 * STRAIGHT - arc, 0.0), (0.0, -1.0)
    if along < 3 * STRAIGHT + 2 * arc:
        angle = (along - 3 * STRAIGHT - arc) / _CARDS
        return (STRAIGHT, 0.0), (math.sin(angle), -math.cos(angle))
    return (4 * STRAIGHT + 2 * arc - along, 0.0), (0.0, 1.0)


def _places(base: Point, outward: Point) -> SeatPlaces:
    """``base``: relative to the middle of the table."""
    (x, y), (out_x, out_y) = (MIDDLE[0] + base[0], MIDDLE[1] + base[1]), outward
    right_x, right_y = out_y, -out_x

    def at(out: float, right: float = 0.0) -> Point:
        return (x + out * out_x + right * right_x, y + out * out_y + right * right_y)

    shown = at(_CARDS - 16)
    return SeatPlaces(
        plate=at(_PLATES),
        person=at(_PEOPLE),
        cards=(at(_CARDS, -17), at(_CARDS - 3, 19)),
        shown=((shown[0] - 41, shown[1]), (shown[0] + 41, shown[1])),
        stack=at(_CARDS + 4, 118),
        bet=at(_BETS, 24),
        button=at(_BUTTON, -82),
        hand=at(_CARDS - 70, 40),
        turned=math.degrees(math.atan2(-out_x, out_y)) % 360,
        inward=(-out_x, -out_y),
    )
