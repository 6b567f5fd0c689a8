"""A hand of hold'em as cels: cards face down, chips on their way to the pot, the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from producer.events import HandAction, HandBoard, HandFinished, HandStarted
from producer.games.cards import parse_cards
from producer.games.line import acting_order
from producer.simulate.footage.cels import CHIPS, LYING, Cel, FilmClock, SeatedPlayer, TableTop
from producer.simulate.footage.pieces import CardBack, CardFace, ChipPile, DealerButton, change
from producer.simulate.footage.places import DEALER, MUCK, POT, board_place, places_of
from producer.simulate.table_hands import DIRECTION, TableHand

BOARD_WIDTH, SHOWN_WIDTH = 98, 76


def poker_cels(
    hand: TableHand, players: Mapping[int, SeatedPlayer], clock: FilmClock, span: range
) -> tuple[Cel, ...]:
    """The cels of a hand. ``span``: the frames that belong to it."""
    play = _PokerTable(players, clock, span, places_of(players, DIRECTION), hand=hand)
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
class _PokerTable(TableTop):
    hand: TableHand = field(kw_only=True)
    bets: dict[int, int] = field(default_factory=dict)
    put_in: dict[int, int] = field(default_factory=dict)
    board: int = 0
    mucked: int = 0

    def set_up(self) -> None:
        """Plates, stacks and the button; the blinds are posted before the cards are dealt."""
        first, hand = self.span[0], self.hand
        for seat in self.players:
            self.plate(first, seat, "in")
            self._stack(first, seat)
        self.lay("button", DealerButton(), CHIPS, first, self.places[hand.deck.button].button)
        start = self.clock.frame_at(hand.happened[0][0])
        blinds = {seat: chips for seat, chips in hand.played.spots[0].street_bets.items() if chips}
        for number, (seat, chips) in enumerate(sorted(blinds.items(), key=lambda each: each[1])):
            self._bet(start - self.frames(3 - 0.7 * number), seat, chips)

    def deal_cards(self, frame: int) -> None:
        order = acting_order(tuple(self.players), self.hand.deck.button, DIRECTION)
        for number, (round_, seat) in enumerate((r, s) for r in (0, 1) for s in order):
            thrown = frame + self.frames(0.08 * number)
            self.slide(
                thrown, 0.24, CardBack(self._turned(seat, round_)), LYING,
                DEALER, self.places[seat].cards[round_], ("card", seat, round_),
            )  # fmt: skip
        self._wait_for(frame + self.frames(0.3), 0)

    def act(self, frame: int, n: int) -> None:
        move, spot = self.hand.played.line[n], self.hand.played.spots[n]
        self.lift("light", frame)
        self.plate(frame, move.seat, "out" if move.action == "fold" else "in")
        self.reach(frame, move.seat, self.places[move.seat].hand, taps=move.action == "check")
        if move.action == "fold":
            self._fold(frame, move.seat)
        elif move.to is not None:
            self._bet(frame, move.seat, move.to - spot.street_bets.get(move.seat, 0))
        line = self.hand.played.line
        if n + 1 < len(line) and line[n + 1].street == move.street:
            self._wait_for(frame + self.frames(0.2), n + 1)
        elif self.bets:
            self._gather(frame + self.frames(1.0))
        if n + 1 == len(line):
            self._show_down(frame + self.frames(1.9))

    def open_board(self, frame: int, cards: tuple[int, ...]) -> None:
        """Cards come from the dealer face down and are turned where they lie."""
        for number, card in enumerate(cards):
            thrown, place = frame + self.frames(0.16 * number), self.board
            key, at = ("board", place), board_place(place)
            landed = self.slide(thrown, 0.3, CardBack(0.0), LYING, DEALER, at, key)
            self.lift(key, landed + 1)
            self.lay(key, CardFace(card, BOARD_WIDTH), LYING, landed + 1, at)
            self.board += 1
        streets = {"flop": 3, "turn": 4, "river": 5}
        line = self.hand.played.line
        street = next(name for name, most in streets.items() if most == self.board)
        first = next((n for n, move in enumerate(line) if move.street == street), None)
        if first is not None:
            self._wait_for(frame + self.frames(0.9), first)

    def pay(self, frame: int) -> None:
        """The pot goes to the winners, then the cards to the dealer."""
        result = self.hand.played.result or {}
        pot = self.lying.get("pot")
        self.lift("pot", frame)
        paid = {seat: int(result[seat]) + chips for seat, chips in self.put_in.items()}
        for seat in (seat for seat, chips in sorted(paid.items()) if chips > 0):
            centre = POT if pot is None else pot.at
            pile, to = ChipPile(change(paid[seat])), self.places[seat].stack
            landed = self.slide(frame, 0.8, pile, CHIPS, centre, to, ("paid", seat))
            self.lift(("paid", seat), landed)
            self.put_in[seat] -= paid[seat]
            self._stack(landed, seat)
        cleared = frame + self.frames(2.0)
        self.clear(cleared, [key for key in self.lying if _is_card(key)])
        for seat in self.players:
            self.plate(cleared, seat, "in")

    def _turned(self, seat: int, card: int) -> float:
        return round(self.places[seat].turned) + (-7.0, 8.0)[card]

    def _stack(self, frame: int, seat: int) -> None:
        self.lift(("stack", seat), frame)
        left = self.hand.stacks[seat] - self.put_in.get(seat, 0)
        if left > 0:
            pile = ChipPile(change(left))
            self.lay(("stack", seat), pile, CHIPS, frame, self.places[seat].stack)

    def _wait_for(self, frame: int, n: int) -> None:
        """Marks the player of move ``n``."""
        seat = self.hand.played.line[n].seat
        places = self.places[seat]
        (x, y), (in_x, in_y) = places.cards[0], places.inward
        self.wait_for(frame, seat, (x + 30 * in_x, y + 30 * in_y))

    def _fold(self, frame: int, seat: int) -> None:
        for card in (0, 1):
            lay = self.lying[("card", seat, card)]
            self.lift(("card", seat, card), frame)
            spread = 23 * self.mucked
            to = (MUCK[0] + spread * 7 % 90 - 45, MUCK[1] + spread * 5 % 26 - 13)
            turned = float(spread * 11 % 180)
            self.slide(frame, 0.5, CardBack(turned), LYING, lay.at, to, ("muck", self.mucked))
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
        landed = self.slide(
            frame, 0.5, ChipPile(change(chips)), CHIPS, places.stack, places.bet, pushed
        )
        self.lift(pushed, landed)
        self.lift(("bet", seat), landed)
        self.lay(("bet", seat), ChipPile(change(self.bets[seat])), CHIPS, landed, places.bet)

    def _gather(self, frame: int) -> None:
        """All bets go to the pot."""
        landed = frame
        for seat, chips in self.bets.items():
            self.lift(("bet", seat), frame)
            pile, at = ChipPile(change(chips)), self.places[seat].bet
            landed = self.slide(frame, 0.6, pile, CHIPS, at, POT, ("gathered", seat))
            self.lift(("gathered", seat), landed)
        self.bets.clear()
        self.lift("pot", landed)
        self.lay("pot", ChipPile(change(sum(self.put_in.values()))), CHIPS, landed, POT)

    def _show_down(self, frame: int) -> None:
        for number, seat in enumerate(self.hand.played.shown):
            shown = frame + self.frames(0.7 * number)
            for card in (0, 1):
                self.lift(("card", seat, card), shown)
                face = CardFace(self.hand.deck.cards[seat][card], SHOWN_WIDTH, 5.0 * card - 2.5)
                place = self.places[seat].shown[card]
                self.lay(("card", seat, card), face, LYING, shown, place)


def _is_card(key: object) -> bool:
    return isinstance(key, tuple) and key[0] in {"card", "board", "muck"}
