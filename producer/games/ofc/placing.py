"""A hand of open-face Chinese, move by move (RULES O1, O4)."""

from __future__ import annotations

from collections.abc import Mapping

from producer.events import GameSettings, OpenFaceGame
from producer.game_names import PHASES
from producer.games.cards import Cards, format_card, format_cards
from producer.games.game import Conditions, Situation
from producer.games.line import IllegalLine, Move, acting_order
from producer.games.ofc.points import FinishedRows
from producer.games.ofc.rows import SIZES, BadPlacement, Rows, placement, spelt
from producer.messages import counted, in_a_row, message

ROUNDS = PHASES["open-face"]
FIRST = 5
"""Cards of the first round; every later one has one."""

AT_ANY_TIME = frozenset({"show-early", "leave"})
"""What a seat may do though it is not its turn."""

MOST_PLAYERS = 4
"""Of five, the one at the button deals and sits out."""


def open_face(settings: GameSettings) -> OpenFaceGame:
    """``settings`` itself. Raises TypeError if they are another game's."""
    if not isinstance(settings, OpenFaceGame):
        raise TypeError(f"{settings.name} is not open-face Chinese")
    return settings


def players(conditions: Conditions) -> tuple[int, ...]:
    """The seats that are dealt in, in order of position. Raises IllegalLine."""
    seats = acting_order(tuple(conditions.stacks), conditions.button, conditions.direction)
    if len(seats) == MOST_PLAYERS + 1 and seats[-1] == conditions.button:
        return seats[:-1]
    if not 2 <= len(seats) <= MOST_PLAYERS:
        raise IllegalLine(
            1, counted("{n} seat plays", "{n} seats play", len(seats)),
            message("2 to 4 seats, or 5 of which the one at the button deals"),
        )  # fmt: skip
    return seats


def dealt_by(cards: Cards, made: int) -> Cards:
    """Those of a seat's cards, in the order dealt, that it gets for its placement ``made``, from
    0."""
    return cards[:FIRST] if made == 0 else cards[FIRST + made - 1 : FIRST + made]


class OpenFaceHand:
    """A hand in progress. ``rows``: by seat; ``cards``: those of each seat in the order dealt, as
    far as shown; ``over_for``: the seats that lost the hand by the clock or left; ``early``: how
    many cards a seat showed out of turn."""

    def __init__(self, conditions: Conditions, cards: Mapping[int, Cards]) -> None:
        self.seats = players(conditions)
        self.cards = cards
        self.rows: dict[int, Rows] = dict.fromkeys(self.seats, Rows())
        self.absent: set[int] = set()
        self.over_for: set[int] = set()
        self.early: dict[int, int] = {}
        self.round = 0
        self._waiting = list(self.seats)

    @property
    def phase(self) -> str:
        return ROUNDS[self.round]

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that play the hand and have not lost it."""
        return tuple(s for s in self.seats if s not in self.absent and s not in self.over_for)

    @property
    def is_over(self) -> bool:
        return not self._waiting

    @property
    def is_shown(self) -> bool:
        return self.is_over

    @property
    def next_seat(self) -> int | None:
        return self._waiting[0] if self._waiting else None

    def situation(self) -> Situation:
        return Situation(self.phase, self.next_seat)

    def finished(self) -> FinishedRows:
        """Of a hand that is over."""
        return FinishedRows(
            {
                seat: None if seat in self.over_for else self.rows[seat]
                for seat in self.seats
                if seat not in self.absent
            },
            frozenset(self.absent),
            dict(self.early),
        )

    def legal(self) -> str:
        """What would be legal now, in words."""
        seat = self.next_seat
        if seat is None:
            return message("no further action")
        rows = in_a_row(
            message("{n} in the {row}", n=left, row=message(row))
            for row, left in self.rows[seat].open.items()
            if left
        )
        return counted(
            "seat {seat} places {n} card; open: {rows}",
            "seat {seat} places {n} cards; open: {rows}",
            FIRST if self.round == 0 else 1,
            seat=seat,
            rows=rows,
        )

    def step(self, move: Move, n: int) -> Move:
        self._check(move, n)
        if move.action in AT_ANY_TIME:
            self._out_of_turn(move)
        elif move.action == "place":
            move = self._place(move, n)
        elif move.action == "absent":
            self.absent.add(move.seat)
        else:
            self.over_for.add(move.seat)
        if move.action != "show-early":
            self._waiting = [seat for seat in self._waiting if seat != move.seat]
            self._pass_on()
        return move

    def _check(self, move: Move, n: int) -> None:
        """Whether the seat may do this now, whatever it places."""
        if self.is_over:
            raise IllegalLine(n, message("seat {n} acts after the end", n=move.seat), self.legal())
        if move.seat not in self.seats:
            raise IllegalLine(n, message("seat {n} is not dealt in", n=move.seat), self.legal())
        if move.phase != self.phase:
            raise IllegalLine(
                n,
                message("'{phase}' out of order", phase=message(move.phase)),
                message("{phase}: {legal}", phase=message(self.phase), legal=self.legal()),
            )
        if move.seat not in self.active:
            raise IllegalLine(n, message("seat {n} is out of the hand", n=move.seat), self.legal())
        if move.seat != self.next_seat and move.action not in AT_ANY_TIME:
            raise IllegalLine(n, message("seat {n} acts out of turn", n=move.seat), self.legal())
        if move.action == "absent" and self.round:
            raise IllegalLine(
                n,
                message("seat {n} is absent after its first cards", n=move.seat),
                message("'{action}'", action=message("leave")),
            )
        if move.action != "place" and move.detail is not None:
            raise IllegalLine(
                n,
                message(
                    "'{action}' with '{detail}'", action=message(move.action), detail=move.detail
                ),
                message("no detail"),
            )

    def _out_of_turn(self, move: Move) -> None:
        if move.action == "leave":
            self.over_for.add(move.seat)
        else:
            self.early[move.seat] = self.early.get(move.seat, 0) + 1

    def _place(self, move: Move, n: int) -> Move:
        """Returns the move as it is compared with others (``rows.spelt``)."""
        seat, rows = move.seat, self.rows[move.seat]
        try:
            placed = placement(move.detail if isinstance(move.detail, str) else "")
        except BadPlacement as fault:
            raise IllegalLine(
                n, message("seat {n}: {fault}", n=seat, fault=fault.reason), self.legal()
            ) from None
        cards = tuple([card for own in placed.values() for card in own])
        if len(cards) != (FIRST if self.round == 0 else 1):
            raise IllegalLine(
                n,
                counted(
                    "seat {seat} places {n} card",
                    "seat {seat} places {n} cards",
                    len(cards),
                    seat=seat,
                ),
                self.legal(),
            )
        for row, own in placed.items():
            if len(own) > rows.open[row]:
                reason = message(
                    "seat {seat}: {n} cards in the {row}, which takes {most}",
                    seat=seat,
                    n=len(rows.of(row)) + len(own),
                    row=message(row),
                    most=SIZES[row],
                )
                raise IllegalLine(n, reason, self.legal())
        self._check_dealt(seat, cards, n)
        self.rows[seat] = rows.with_cards(placed)
        return move._replace(detail=spelt(placed))

    def _check_dealt(self, seat: int, cards: Cards, n: int) -> None:
        """That the cards are the seat's next ones, as far as its cards are known, and new."""
        due = dealt_by(self.cards.get(seat, ()), self.round)
        if due and set(due) != set(cards):
            raise IllegalLine(
                n,
                message("seat {seat} places {cards}", seat=seat, cards=format_cards(cards)),
                message("its cards, {cards}", cards=format_cards(due)),
            )
        before = {card for rows in self.rows.values() for card in rows.cards}
        twice = next((card for card in cards if card in before), None)
        if twice is not None:
            raise IllegalLine(
                n,
                message("seat {seat} places {cards}", seat=seat, cards=format_card(twice)),
                message("a card not yet placed"),
            )

    def _pass_on(self) -> None:
        """To the next round once everybody has acted. Nobody plays on alone against players who
        are absent; against players who lost the hand, royalties are still to be won."""
        if len(self.seats) - len(self.absent) < 2:
            self._waiting = []
        elif not self._waiting and self.round < len(ROUNDS) - 1 and self.active:
            self.round += 1
            self._waiting = list(self.active)
