"""Hold'em as the other rooms see it: the protocol of ``producer.games.game``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from producer.events import (
    DealCardsEvent,
    DealCorrectedEvent,
    Event,
    GameSettings,
    HandActionEvent,
    HandCorrectedEvent,
    HandRecordedEvent,
)
from producer.games.cards import Cards
from producer.games.game import Conditions, Settled, Situation
from producer.games.holdem.betting import (
    STREETS,
    BettingState,
    apply_move,
    awaited,
    call_to,
    matched,
)
from producer.games.holdem.played import ReplayedPlay, replayed_play
from producer.games.holdem.replays import (
    BOARD_CARDS,
    dead_chips,
    dealt_stacks,
    scores_of,
    seated,
    spot_of,
    unfinished,
)
from producer.games.holdem.settings import holdem
from producer.games.holdem.showdown import NO_FACTS, ShowdownFacts, settle
from producer.games.line import Chips, Deal, Line, Move, Play
from producer.games.pots import uncalled
from producer.problems import Problem, problem

CardEvent = HandRecordedEvent | HandCorrectedEvent | DealCardsEvent | DealCorrectedEvent

HOLE_CARDS = 2


@dataclass(frozen=True, slots=True)
class HoldemHand:
    """A hand in progress."""

    betting: BettingState
    dealt: Mapping[int, int | None]

    @property
    def phase(self) -> str:
        return self.betting.street_name

    @property
    def is_over(self) -> bool:
        return not self.betting.pending

    @property
    def is_shown(self) -> bool:
        return self.is_over and len(self.betting.live) > 1

    @property
    def to_match(self) -> int:
        """The highest total of the street so far."""
        return self.betting.level

    @property
    def to_call(self) -> int:
        """What the next to act must add to stay in; 0 when the hand is over."""
        if not self.betting.pending:
            return 0
        return max(0, self.call_total - self.betting.bet[self.betting.pending[0]])

    @property
    def call_total(self) -> int:
        """The street total of a call by the next to act; 0 when the hand is over."""
        pending = self.betting.pending
        return call_to(self.betting, pending[0]) if pending else 0

    def step(self, move: Move, n: int) -> Move:
        return _step(self.betting, move, n)

    def scores(
        self, cards: Mapping[int, Cards], board: Cards, mucked: tuple[int, ...] = ()
    ) -> Mapping[int, Chips] | None:
        """The chips of every seat, once it is over; ``None`` if unknown cards leave them open.
        ``mucked``: seats that showed nothing down and lost."""
        facts = ShowdownFacts(mucked=mucked) if mucked else NO_FACTS
        return scores_of(self.betting, settle(self.betting, cards, board, facts, 1))

    def put_in(self) -> tuple[Mapping[int, int], Mapping[int, int]]:
        """What each seat put into the pots, and the uncalled chips that came back (H4)."""
        betting = self.betting
        put = dict(zip(betting.seats, betting.put, strict=True))
        position, chips = uncalled(matched(betting), betting.live)
        owner = betting.seats[position]
        put[owner] -= chips
        return put, {owner: chips} if chips else {}

    def situation(self) -> Situation:
        spot = spot_of(self.betting, self.dealt, dead_chips(self.betting))
        if spot is None:
            return Situation(self.phase, None, self.betting.pot)
        cap = self.betting.game.cap
        capped = frozenset(
            seat
            for seat, stack in self.dealt.items()
            if cap is not None and (stack is None or stack > cap)
        )
        return Situation(spot.street, spot.seat, spot.pot, spot.to_call, spot.behind, capped)


class Holdem:
    """The rules of hold'em (RULES P, H)."""

    name = "holdem"
    phases = STREETS
    actions = ("fold", "check", "call", "bet", "raise")

    def check_event(self, event: Event) -> Problem | None:
        if isinstance(event, HandActionEvent) and event.data.detail is not None:
            return _detail("data.detail")
        if isinstance(event, HandRecordedEvent | HandCorrectedEvent):
            for place, move in enumerate(event.data.line or ()):
                if move.detail is not None:
                    return _detail(f"data.line.{place}.detail")
        return _cards_fault(event) if isinstance(event, CardEvent) else None

    def stack(self, settings: GameSettings) -> int | None:
        return holdem(settings).stack

    def open_cards(self, phase: str) -> int:
        return BOARD_CARDS[phase]

    def begin(self, conditions: Conditions) -> HoldemHand:
        betting = _betting(conditions, {})
        return HoldemHand(betting, dealt_stacks(betting, conditions.stacks))

    def settle(
        self, conditions: Conditions, cards: Mapping[int, Cards], board: Cards, line: Line
    ) -> Settled:
        betting = _betting(conditions, cards)
        moves = tuple([_step(betting, move, n) for n, move in enumerate(line, 1)])
        if betting.pending:
            raise unfinished(len(line), awaited(betting))
        ending = settle(betting, cards, board, NO_FACTS, len(line) + 1)
        live = {betting.seats[position] for position in betting.live}
        return Settled(
            moves,
            scores_of(betting, ending),
            dict(zip(betting.seats, betting.put, strict=True)),
            frozenset(betting.seats) - live,
        )

    def replay(self, deal: Deal, play: Play) -> ReplayedPlay:
        return replayed_play(deal, play)


def _step(betting: BettingState, move: Move, n: int) -> Move:
    """Makes the move; of a call without an amount, returns it with the amount."""
    if move.action == "call" and move.to is None and betting.pending:
        to = call_to(betting, betting.pending[0])
        apply_move(betting, move, n)
        return Move(move.street, move.seat, "call", to)
    apply_move(betting, move, n)
    return move


def _cards_fault(event: CardEvent) -> Problem | None:
    for seat, hole in event.data.cards.items():
        if hole and len(hole) != 2 * HOLE_CARDS:
            at = f"data.cards.{seat}"
            return problem("too-many-cards", at, seat=seat, cards=len(hole) // 2)
    dealt = len(event.data.board or "") // 2
    if dealt not in BOARD_CARDS.values():
        return problem("board-length", "data.board", cards=dealt)
    return None


def _detail(at: str) -> Problem:
    reason = f"{at}: a move of hold'em has only an amount, in `to`"
    return problem("field", at, reason=reason, hint=f"Remove {at} and send the event again")


def _betting(conditions: Conditions, cards: Mapping[int, Cards]) -> BettingState:
    return seated(
        holdem(conditions.settings),
        conditions.button,
        conditions.direction,
        conditions.stacks,
        cards,
        conditions.ruled,
    )


HOLDEM = Holdem()
