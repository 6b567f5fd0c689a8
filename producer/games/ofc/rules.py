"""Open-face Chinese as the other rooms see it: the protocol of ``producer.games.game``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from producer.events import (
    DealCardsEvent,
    DealCorrectedEvent,
    Event,
    GameSettings,
    HandActionEvent,
    HandBoardEvent,
    HandCorrectedEvent,
    HandRecordedEvent,
)
from producer.game_names import ACTIONS
from producer.games.cards import Cards
from producer.games.game import Conditions, Settled
from producer.games.line import Deal, IllegalLine, Line, Play
from producer.games.ofc.placing import ROUNDS, OpenFaceHand, open_face, players
from producer.games.ofc.points import FinishedRows, Settlement, dues, pay
from producer.games.ofc.rest import Position
from producer.games.ofc.rows import HAND, Rows, is_foul
from producer.messages import counted, message
from producer.problems import Problem, problem

MOST_LOST = 1_000
"""Points that a seat can lose in a hand without a limit: more than three opponents with the
largest royalties could win from it."""


@dataclass(frozen=True, slots=True)
class OpenFaceStep:
    """Before a move. ``live``: the seats that play the hand, in order of action; ``rows``: of every
    seat; ``given``: the cards that the seat is about to place."""

    live: tuple[int, ...]
    rows: Mapping[int, Rows]
    given: Cards = ()
    pot: int = 0
    to_call: int = 0
    street_bets: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReplayedOpenFace:
    """A finished play with its steps. ``rows``: at the end; ``finished`` and ``settlement``: how it
    was scored and paid."""

    play: Play
    spots: tuple[OpenFaceStep, ...]
    rows: Mapping[int, Rows]
    finished: FinishedRows
    settlement: Settlement

    @property
    def line(self) -> Line:
        return self.play.line

    @property
    def marks(self) -> tuple[str, ...]:
        return ("",) * len(self.line)

    @property
    def put_in(self) -> int:
        return 0

    @property
    def showdown(self) -> bool:
        """Whether two hands were compared row by row, whoever won."""
        return sum(hand is not None for hand in self.finished.hands.values()) > 1

    def board_after(self, _: int | None) -> Cards:
        return ()

    def fouled(self, seat: int) -> bool:
        """Whether the seat's hand is a foul, or was lost."""
        if seat not in self.finished.hands:
            return False
        hand = self.finished.hands[seat]
        return hand is None or (hand.is_full and is_foul(hand))

    def rows_after(self, moves: int | None) -> Mapping[int, Rows]:
        """By seat, the rows when so many moves had been made; ``None``: at the end."""
        return self.rows if moves is None or moves >= len(self.spots) else self.spots[moves].rows

    def position_after(self, moves: int) -> Position:
        """The hand as it stood after so many moves, for what it is worth then."""
        gone = {move.seat for move in self.line[:moves] if move.action in ("time-out", "leave")}
        away = {move.seat for move in self.line[:moves] if move.action == "absent"}
        order = tuple(seat for seat in self.rows if seat not in away)
        rows = self.rows_after(moves)
        return Position(
            open_face(self.play.game),
            order,
            tuple([rows[seat] for seat in order]),
            tuple([self.play.stacks.get(seat) for seat in order]),
            frozenset(gone),
        )


class OpenFace:
    """The rules of open-face Chinese (RULES O)."""

    name = "open-face"
    phases = ROUNDS
    actions = ACTIONS["open-face"]

    def check_event(self, event: Event) -> Problem | None:
        if isinstance(event, HandBoardEvent):
            return problem(
                "field", "type", reason="open-face Chinese has no board", hint="Leave the event out"
            )
        if isinstance(event, HandActionEvent) and event.data.to is not None:
            return _amount("data.to")
        if isinstance(event, HandRecordedEvent | HandCorrectedEvent):
            for place, move in enumerate(event.data.line or ()):
                if move.to is not None:
                    return _amount(f"data.line.{place}.to")
        if isinstance(
            event, HandRecordedEvent | HandCorrectedEvent | DealCardsEvent | DealCorrectedEvent
        ):
            return _cards_fault(event.data.cards, event.data.board or "")
        return None

    def stack(self, settings: GameSettings) -> int | None:
        return open_face(settings).stack

    def open_cards(self, _: str) -> int:
        return 0

    def begin(self, conditions: Conditions) -> OpenFaceHand:
        return OpenFaceHand(conditions, {})

    def settle(
        self, conditions: Conditions, cards: Mapping[int, Cards], _: Cards, line: Line
    ) -> Settled:
        hand = OpenFaceHand(conditions, cards)
        moves = tuple([hand.step(move, n) for n, move in enumerate(line, 1)])
        if not hand.is_over:
            raise IllegalLine(len(line) + 1, message("the hand is not over"), hand.legal())
        paid = _paid(conditions, hand)
        seats = conditions.stacks
        at_stake = {seat: MOST_LOST if (most := seats[seat]) is None else most for seat in seats}
        return Settled(moves, {seat: paid.result.get(seat, 0) for seat in sorted(seats)}, at_stake)

    def replay(self, deal: Deal, play: Play) -> ReplayedOpenFace:
        conditions = Conditions(
            play.game, deal.key.number, deal.button, deal.direction, play.stacks, play.ruled
        )
        hand = OpenFaceHand(conditions, {})
        steps = []
        for n, move in enumerate(play.line, 1):
            before = dict(hand.rows)
            live = hand.active
            hand.step(move, n)
            given = hand.rows[move.seat].cards
            placed = tuple(sorted(set(given) - set(before[move.seat].cards), reverse=True))
            steps.append(OpenFaceStep(live, before, placed))
        return ReplayedOpenFace(
            play, tuple(steps), dict(hand.rows), hand.finished(), _paid(conditions, hand)
        )


def _paid(conditions: Conditions, hand: OpenFaceHand) -> Settlement:
    owed = dues(open_face(conditions.settings), hand.finished())
    return pay(owed, players(conditions), conditions.stacks)


def _amount(at: str) -> Problem:
    reason = message(
        "{at}: a move of open-face Chinese has no amount; placements go into `detail`", at=at
    )
    hint = message("Remove {at} and send the event again", at=at)
    return problem("field", at, reason=reason, hint=hint)


def _cards_fault(cards: Mapping[int, str], board: str) -> Problem | None:
    for seat, own in cards.items():
        if own and len(own) != 2 * HAND:
            at = f"data.cards.{seat}"
            reason = counted(
                "{at}: {n} card; a seat is dealt {hand}, in the order dealt",
                "{at}: {n} cards; a seat is dealt {hand}, in the order dealt",
                len(own) // 2,
                at=at,
                hand=HAND,
            )
            hint = message("Correct {at} and send it again", at=at)
            return problem("field", at, reason=reason, hint=hint)
    if board:
        return problem(
            "field", "data.board", reason=message("data.board: open-face Chinese has no board"),
            hint=message("Remove {at} and send the event again", at="data.board"),
        )  # fmt: skip
    return None


OPEN_FACE = OpenFace()
