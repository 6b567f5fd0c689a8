"""What the camera sees of a hand, as cels: pieces that lie or move on the table for some frames.

As in drawn films, a picture is a background with cels over it. Frames are numbered from the
session's first second; a change that happens between two frames is first seen in the later one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction

from producer.simulate.footage.pieces import (
    SKINS,
    CardBack,
    NamePlate,
    Piece,
    PlayersHand,
    SpotLight,
)
from producer.simulate.footage.places import DEALER, Point, SeatPlaces
from producer.simulate.simulated_clock import BEGINNING

LIGHT, LYING, CHIPS, HANDS, PLATES = range(5)
"""Layers, the lowest first."""


@dataclass(frozen=True, slots=True)
class Cel:
    """A piece from frame ``first`` up to, not including, ``last``. It moves from ``at`` to ``to``,
    fast at first; in its first frame it has left ``at``. ``to`` is ``None`` where it lies."""

    piece: Piece
    layer: int
    first: int
    last: int
    at: Point
    to: Point | None = None

    def place(self, frame: int) -> Point:
        if self.to is None:
            return self.at
        done = 1 - (1 - (frame - self.first + 1) / (self.last - self.first)) ** 3
        (x, y), (to_x, to_y) = self.at, self.to
        return (x + (to_x - x) * done, y + (to_y - y) * done)


@dataclass(frozen=True, slots=True)
class FilmClock:
    """Which frame shows a time. ``rate``: frames a second."""

    rate: Fraction

    def frame_at(self, time: datetime) -> int:
        """The first frame at or after ``time``."""
        passed = Fraction((time - BEGINNING) // _MICROSECOND, 1_000_000)
        return -(-passed * self.rate // 1)

    def seconds(self, frame: int) -> Fraction:
        """The time of a frame, in seconds since 1970."""
        return Fraction(int(BEGINNING.timestamp())) + frame / self.rate

    def frames(self, seconds: float) -> int:
        """About so many seconds."""
        return round(seconds * self.rate)


_MICROSECOND = datetime.resolution


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """``colour``: the team's, as ``#RRGGBB``."""

    name: str
    team: str
    colour: str


def sleeve_of(colour: str) -> str:
    """The team's colour as a jacket has it in a dim room.

    >>> sleeve_of("#FFFFFF")
    '#454850'
    """
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    mixed = (round(0.18 * part + tone) for part, tone in zip(parts, (23, 26, 34), strict=True))
    return "#" + "".join(f"{part:02X}" for part in mixed)


def skin_of(name: str) -> int:
    """A player's, always the same."""
    return random.Random(name).randrange(len(SKINS))


@dataclass(slots=True)
class TableTop:
    """The table while a hand is played; pieces that lie on it are named until they move."""

    players: Mapping[int, SeatedPlayer]
    clock: FilmClock
    span: range
    places: Mapping[int, SeatPlaces]
    done: list[Cel] = field(default_factory=list)
    lying: dict[object, Cel] = field(default_factory=dict)

    def finished(self) -> Iterator[Cel]:
        """All cels within the span, in the order in which they were laid."""
        for key in list(self.lying):
            self.lift(key, self.span.stop)
        for cel in self.done:
            cut = replace(cel, last=min(cel.last, self.span.stop)) if cel.to is None else cel
            if cut.first < cut.last and cut.first < self.span.stop:
                yield cut

    def frames(self, seconds: float) -> int:
        return self.clock.frames(seconds)

    def lay(self, key: object, piece: Piece, layer: int, first: int, at: Point) -> None:
        self.lying[key] = Cel(piece, layer, first, self.span.stop, at)

    def lift(self, key: object, frame: int) -> None:
        cel = self.lying.pop(key, None)
        if cel is not None and cel.first < frame:
            self.done.append(replace(cel, last=frame))

    def slide(
        self,
        first: int,
        seconds: float,
        piece: Piece,
        layer: int,
        at: Point,
        to: Point,
        key: object,
    ) -> int:
        """A piece moves from ``at`` to ``to`` and stays there as ``key``; the frame of its rest."""
        last = first + max(1, self.frames(seconds))
        self.done.append(Cel(piece, layer, first, last, at, to))
        self.lay(key, piece, layer, last, to)
        return last

    def plate(self, frame: int, seat: int, state: str) -> None:
        player = self.players[seat]
        self.lift(("plate", seat), frame)
        plate = NamePlate(player.name, player.team, player.colour, state)
        self.lay(("plate", seat), plate, PLATES, frame, self.places[seat].plate)

    def wait_for(self, frame: int, seat: int, light: Point) -> None:
        """Marks the player whose turn it is."""
        self.plate(frame, seat, "acting")
        self.lift("light", frame)
        self.lay("light", SpotLight(), LIGHT, frame, light)

    def reach(self, frame: int, seat: int, to: Point, *, taps: bool = False) -> None:
        """The player's forearm comes in to a place and goes back, or taps there twice."""
        player, inward = self.players[seat], self.places[seat].inward
        turned = round(self.places[seat].turned)
        arm = PlayersHand(sleeve_of(player.colour), skin_of(player.name), turned)
        out, near = _further_out(to, inward, 430), _further_out(to, inward, 18)
        steps = [(out, to, 0.36)]
        if taps:
            steps += [(to, near, 0.12), (near, to, 0.1)] * 2
        start = frame
        for at, end, seconds in [*steps, (to, out, 0.4)]:
            last = start + max(1, self.frames(seconds))
            self.done.append(Cel(arm, HANDS, start, last, at, end))
            start = last

    def clear(self, frame: int, keys: Iterable[object]) -> None:
        """Cards go to the dealer, one after the other."""
        for number, key in enumerate(keys):
            lay = self.lying[key]
            start = frame + self.frames(0.03 * number)
            self.lift(key, start)
            self.slide(start, 0.5, CardBack(9.0 * number), LYING, lay.at, DEALER, ("gone", number))
            self.lift(("gone", number), start + self.frames(0.5))


def _further_out(at: Point, inward: Point, pixels: float) -> Point:
    """So far from a place towards the player."""
    return (at[0] - pixels * inward[0], at[1] - pixels * inward[1])
