"""A hand of open-face Chinese as cels: cards come face down and are set face up in three rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from producer.events import HandAction, HandFinished, HandStarted
from producer.games.line import acting_order
from producer.games.ofc.placing import FIRST
from producer.games.ofc.rows import Rows, is_foul, placement
from producer.simulate.footage.cels import CHIPS, LYING, Cel, FilmClock, SeatedPlayer, TableTop
from producer.simulate.footage.pieces import CardBack, CardFace, DealerButton
from producer.simulate.footage.places import (
    DEALER,
    ROW_CARD,
    RowPlaces,
    places_of,
    row_places_of,
)
from producer.simulate.table_hands import DIRECTION, PlacedHand


def open_face_cels(
    hand: PlacedHand, players: Mapping[int, SeatedPlayer], clock: FilmClock, span: range
) -> tuple[Cel, ...]:
    """The cels of a hand. ``span``: the frames that belong to it."""
    places, rows = places_of(players, DIRECTION), row_places_of(players, DIRECTION)
    play = _OpenFaceTable(players, clock, span, places, hand=hand, row_places=rows)
    play.set_up()
    for time, entry in hand.happened:
        frame = clock.frame_at(time)
        match entry:
            case HandStarted():
                play.deal_five(frame)
            case HandAction(n=n):
                play.place(frame, n - 1)
            case HandFinished():
                play.end(frame)
    return tuple(play.finished())


@dataclass(slots=True)
class _OpenFaceTable(TableTop):
    """``waiting``: the cards dealt to each seat that it has not set."""

    hand: PlacedHand = field(kw_only=True)
    row_places: Mapping[int, RowPlaces] = field(kw_only=True)
    rows: dict[int, Rows] = field(default_factory=dict)
    waiting: dict[int, int] = field(default_factory=dict)

    def set_up(self) -> None:
        first = self.span[0]
        for seat in self.players:
            self.rows[seat], self.waiting[seat] = Rows(), 0
            self.plate(first, seat, "in")
        at = self.places[self.hand.deck.button].button
        self.lay("button", DealerButton(), CHIPS, first, at)

    def deal_five(self, frame: int) -> None:
        """To everybody, before the first acts (RULES O1)."""
        order = acting_order(tuple(self.players), self.hand.deck.button, DIRECTION)
        for number, seat in enumerate(seat for _ in range(FIRST) for seat in order):
            self._deal(frame + self.frames(0.08 * number), seat)
        self._wait_for(frame + self.frames(0.3), 0)

    def place(self, frame: int, n: int) -> None:
        """The cards are taken up and set; then the next player's card is dealt."""
        move = self.hand.line[n]
        seat, places = move.seat, self.row_places[move.seat]
        self.lift("light", frame)
        self.plate(frame, seat, "in")
        for card in range(self.waiting[seat]):
            self.lift(("dealt", seat, card), frame)
        self.waiting[seat] = 0
        placed = placement(str(move.detail))
        number = 0
        for row, cards in placed.items():
            for card in cards:
                at = places.rows[row][len(self.rows[seat].of(row))]
                self.rows[seat] = self.rows[seat].with_cards({row: (card,)})
                face, start = CardFace(card, ROW_CARD), frame + self.frames(0.16 * number)
                self.slide(start, 0.3, face, LYING, places.dealt, at, ("row", seat, card))
                number += 1
        self.reach(frame, seat, at)
        if n + 1 < len(self.hand.line):
            following = self.hand.line[n + 1]
            if not self.waiting[following.seat]:
                self._deal(frame + self.frames(1.0), following.seat)
            self._wait_for(frame + self.frames(0.6), n + 1)

    def end(self, frame: int) -> None:
        """Who has fouled is greyed; the rows lie for some seconds more."""
        for seat, rows in self.rows.items():
            if is_foul(rows):
                self.plate(frame, seat, "out")
        cleared = frame + self.frames(4.0)
        self.clear(
            cleared, [key for key in self.lying if isinstance(key, tuple) and key[0] == "row"]
        )
        for seat in self.players:
            self.plate(cleared, seat, "in")

    def _deal(self, frame: int, seat: int) -> None:
        """A card from the dealer, face down."""
        number = self.waiting[seat]
        (x, y), back = self.row_places[seat].dealt, CardBack(7.0 * number - 14.0)
        at = (x + 5.0 * number - 10, y)
        self.slide(frame, 0.3, back, LYING, DEALER, at, ("dealt", seat, number))
        self.waiting[seat] += 1

    def _wait_for(self, frame: int, n: int) -> None:
        """Marks the player of move ``n``."""
        seat = self.hand.line[n].seat
        self.wait_for(frame, seat, self.row_places[seat].dealt)
