"""What the camera sees of a hand, as cels: pieces that lie or move on the table for some frames.

As in drawn films, a picture is a background with cels over it. Frames are numbered from the
session's first second; a change that happens between two frames is first seen in the later one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction

from producer.events import HandAction, HandBoard, HandFinished, HandStarted
from producer.games.cards import parse_cards
from producer.games.line import acting_order
from producer.simulate.footage.pieces import (
    SKINS,
    CardBack,
    CardFace,
    ChipPile,
    DealerButton,
    NamePlate,
    Piece,
    PlayersHand,
    SpotLight,
    change,
)
from producer.simulate.footage.places import (
    DEALER,
    MUCK,
    POT,
    Point,
    SeatPlaces,
    board_place,
    places_of,
)
from producer.simulate.simulated_clock import BEGINNING
from producer.simulate.table_hands import DIRECTION, TableHand

LIGHT, LYING, CHIPS, HANDS, PLATES = range(5)
"""Layers, the lowest first."""

BOARD_WIDTH, SHOWN_WIDTH = 98, 76


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


def hand_cels(
    hand: TableHand, players: Mapping[int, SeatedPlayer], clock: FilmClock, span: range
) -> tuple[Cel, ...]:
    """The cels of a hand. ``span``: the frames that belong to it."""
    play = _TableTop(hand, players, clock, span, places_of(players, DIRECTION))
    play.set_up()
    for time, entry in hand.happened:
        frame = clock.frame_at(time)
        match entry:
            case HandStarted():
                play.deal_cards(frame)
            case HandAction(n=n):
                play.act(frame, n - 1)
            case HandBoard(cards=cards):
                play.open_board(frame, parse_cards(cards))
            case HandFinished():
                play.pay(frame)
    return tuple(play.finished())


@dataclass(slots=True)
class _TableTop:
    """The table while a hand is played; pieces that lie on it are named until they move."""

    hand: TableHand
    players: Mapping[int, SeatedPlayer]
    clock: FilmClock
    span: range
    places: Mapping[int, SeatPlaces]
    done: list[Cel] = field(default_factory=list)
    lying: dict[object, Cel] = field(default_factory=dict)
    bets: dict[int, int] = field(default_factory=dict)
    put_in: dict[int, int] = field(default_factory=dict)
    board: int = 0
    mucked: int = 0

    def set_up(self) -> None:
        """Plates, stacks and the button; the blinds are posted before the cards are dealt."""
        first, hand = self.span[0], self.hand
        for seat in self.players:
            self._plate(first, seat, "in")
            self._stack(first, seat)
        self._lay("button", DealerButton(), CHIPS, first, self.places[hand.deck.button].button)
        start = self.clock.frame_at(hand.happened[0][0])
        blinds = {seat: chips for seat, chips in hand.played.spots[0].street_bets.items() if chips}
        for number, (seat, chips) in enumerate(sorted(blinds.items(), key=lambda each: each[1])):
            self._bet(start - self._frames(3 - 0.7 * number), seat, chips)

    def deal_cards(self, frame: int) -> None:
        order = acting_order(tuple(self.players), self.hand.deck.button, DIRECTION)
        for number, (round_, seat) in enumerate((r, s) for r in (0, 1) for s in order):
            thrown = frame + self._frames(0.08 * number)
            self._slide(
                thrown, 0.24, CardBack(self._turned(seat, round_)), LYING,
                DEALER, self.places[seat].cards[round_], ("card", seat, round_),
            )  # fmt: skip
        self._wait_for(frame + self._frames(0.3), 0)

    def act(self, frame: int, n: int) -> None:
        move, spot = self.hand.played.line[n], self.hand.played.spots[n]
        self._lift("light", frame)
        self._plate(frame, move.seat, "out" if move.action == "fold" else "in")
        self._reach(frame, move.seat, taps=move.action == "check")
        if move.action == "fold":
            self._fold(frame, move.seat)
        elif move.to is not None:
            self._bet(frame, move.seat, move.to - spot.street_bets.get(move.seat, 0))
        line = self.hand.played.line
        if n + 1 < len(line) and line[n + 1].street == move.street:
            self._wait_for(frame + self._frames(0.2), n + 1)
        elif self.bets:
            self._gather(frame + self._frames(1.0))
        if n + 1 == len(line):
            self._show_down(frame + self._frames(1.9))

    def open_board(self, frame: int, cards: tuple[int, ...]) -> None:
        """Cards come from the dealer face down and are turned where they lie."""
        for number, card in enumerate(cards):
            thrown, place = frame + self._frames(0.16 * number), self.board
            key, at = ("board", place), board_place(place)
            landed = self._slide(thrown, 0.3, CardBack(0.0), LYING, DEALER, at, key)
            self._lift(key, landed + 1)
            self._lay(key, CardFace(card, BOARD_WIDTH), LYING, landed + 1, at)
            self.board += 1
        streets = {"flop": 3, "turn": 4, "river": 5}
        line = self.hand.played.line
        street = next(name for name, most in streets.items() if most == self.board)
        first = next((n for n, move in enumerate(line) if move.street == street), None)
        if first is not None:
            self._wait_for(frame + self._frames(0.9), first)

    def pay(self, frame: int) -> None:
        """The pot goes to the winners, then the cards to the dealer."""
        result = self.hand.played.result or {}
        pot = self.lying.get("pot")
        self._lift("pot", frame)
        paid = {seat: int(result[seat]) + chips for seat, chips in self.put_in.items()}
        for seat in (seat for seat, chips in sorted(paid.items()) if chips > 0):
            centre = POT if pot is None else pot.at
            pile, to = ChipPile(change(paid[seat])), self.places[seat].stack
            landed = self._slide(frame, 0.8, pile, CHIPS, centre, to, ("paid", seat))
            self._lift(("paid", seat), landed)
            self.put_in[seat] -= paid[seat]
            self._stack(landed, seat)
        cleared = frame + self._frames(2.0)
        for number, key in enumerate([key for key in self.lying if _is_card(key)]):
            lay = self.lying[key]
            start = cleared + self._frames(0.03 * number)
            self._lift(key, start)
            self._slide(start, 0.5, CardBack(9.0 * number), LYING, lay.at, DEALER, ("gone", number))
            self._lift(("gone", number), start + self._frames(0.5))
        for seat in self.players:
            self._plate(cleared, seat, "in")

    def finished(self) -> Iterator[Cel]:
        """All cels within the span, in the order in which they were laid."""
        for key in list(self.lying):
            self._lift(key, self.span.stop)
        for cel in self.done:
            cut = replace(cel, last=min(cel.last, self.span.stop)) if cel.to is None else cel
            if cut.first < cut.last and cut.first < self.span.stop:
                yield cut

    def _frames(self, seconds: float) -> int:
        return self.clock.frames(seconds)

    def _lay(self, key: object, piece: Piece, layer: int, first: int, at: Point) -> None:
        self.lying[key] = Cel(piece, layer, first, self.span.stop, at)

    def _lift(self, key: object, frame: int) -> None:
        cel = self.lying.pop(key, None)
        if cel is not None and cel.first < frame:
            self.done.append(replace(cel, last=frame))

    def _slide(
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
        last = first + max(1, self._frames(seconds))
        self.done.append(Cel(piece, layer, first, last, at, to))
        self._lay(key, piece, layer, last, to)
        return last

    def _turned(self, seat: int, card: int) -> float:
        return round(self.places[seat].turned) + (-7.0, 8.0)[card]

    def _plate(self, frame: int, seat: int, state: str) -> None:
        player = self.players[seat]
        self._lift(("plate", seat), frame)
        plate = NamePlate(player.name, player.team, player.colour, state)
        self._lay(("plate", seat), plate, PLATES, frame, self.places[seat].plate)

    def _stack(self, frame: int, seat: int) -> None:
        self._lift(("stack", seat), frame)
        left = self.hand.stacks[seat] - self.put_in.get(seat, 0)
        if left > 0:
            pile = ChipPile(change(left))
            self._lay(("stack", seat), pile, CHIPS, frame, self.places[seat].stack)

    def _wait_for(self, frame: int, n: int) -> None:
        """Marks the player of move ``n``."""
        seat = self.hand.played.line[n].seat
        places = self.places[seat]
        self._plate(frame, seat, "acting")
        self._lift("light", frame)
        at = tuple(a + 30 * b for a, b in zip(places.cards[0], places.inward, strict=True))
        self._lay("light", SpotLight(), LIGHT, frame, (at[0], at[1]))

    def _reach(self, frame: int, seat: int, *, taps: bool) -> None:
        """The player's forearm comes in and goes back, or taps twice."""
        places, player = self.places[seat], self.players[seat]
        arm = PlayersHand(sleeve_of(player.colour), skin_of(player.name), round(places.turned))
        out = self._outward(seat, 430)
        near = self._outward(seat, 18)
        steps = [(out, places.hand, 0.36)]
        if taps:
            steps += [(places.hand, near, 0.12), (near, places.hand, 0.1)] * 2
        start = frame
        for at, to, seconds in [*steps, (places.hand, out, 0.4)]:
            last = start + max(1, self._frames(seconds))
            self.done.append(Cel(arm, HANDS, start, last, at, to))
            start = last

    def _outward(self, seat: int, pixels: float) -> Point:
        """From where the player's hand comes to, so far back."""
        (x, y), (in_x, in_y) = self.places[seat].hand, self.places[seat].inward
        return (x - pixels * in_x, y - pixels * in_y)

    def _fold(self, frame: int, seat: int) -> None:
        for card in (0, 1):
            lay = self.lying[("card", seat, card)]
            self._lift(("card", seat, card), frame)
            spread = 23 * self.mucked
            to = (MUCK[0] + spread * 7 % 90 - 45, MUCK[1] + spread * 5 % 26 - 13)
            turned = float(spread * 11 % 180)
            self._slide(frame, 0.5, CardBack(turned), LYING, lay.at, to, ("muck", self.mucked))
            self.mucked += 1

    def _bet(self, frame: int, seat: int, chips: int) -> None:
        """Chips go from the stack to the bet."""
        if chips <= 0:
            return
        self.bets[seat] = self.bets.get(seat, 0) + chips
        self.put_in[seat] = self.put_in.get(seat, 0) + chips
        self._stack(frame, seat)
        places = self.places[seat]
        pushed = ("pushed", seat)
        landed = self._slide(
            frame, 0.5, ChipPile(change(chips)), CHIPS, places.stack, places.bet, pushed
        )
        self._lift(pushed, landed)
        self._lift(("bet", seat), landed)
        self._lay(("bet", seat), ChipPile(change(self.bets[seat])), CHIPS, landed, places.bet)

    def _gather(self, frame: int) -> None:
        """All bets go to the pot."""
        landed = frame
        for seat, chips in self.bets.items():
            self._lift(("bet", seat), frame)
            pile, at = ChipPile(change(chips)), self.places[seat].bet
            landed = self._slide(frame, 0.6, pile, CHIPS, at, POT, ("gathered", seat))
            self._lift(("gathered", seat), landed)
        self.bets.clear()
        self._lift("pot", landed)
        self._lay("pot", ChipPile(change(sum(self.put_in.values()))), CHIPS, landed, POT)

    def _show_down(self, frame: int) -> None:
        for number, seat in enumerate(self.hand.played.shown):
            shown = frame + self._frames(0.7 * number)
            for card in (0, 1):
                self._lift(("card", seat, card), shown)
                face = CardFace(self.hand.deck.cards[seat][card], SHOWN_WIDTH, 5.0 * card - 2.5)
                place = self.places[seat].shown[card]
                self._lay(("card", seat, card), face, LYING, shown, place)


def _is_card(key: object) -> bool:
    return isinstance(key, tuple) and key[0] in {"card", "board", "muck"}
