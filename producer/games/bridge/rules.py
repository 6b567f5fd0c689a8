"""Bridge as the other rooms see it: the protocol of ``producer.games.game``."""

from __future__ import annotations

from collections.abc import Mapping

from producer.events import (
    DealCardsEvent,
    DealCorrectedEvent,
    Event,
    GameSettings,
    HandBoardEvent,
    HandCorrectedEvent,
    HandRecordedEvent,
)
from producer.game_names import ACTIONS, PHASES
from producer.games.bridge.contracts import Contract, score
from producer.games.bridge.hand import BridgeHand
from producer.games.bridge.played import ReplayedBridge, replayed
from producer.games.bridge.seats import NAMES, SEATS, SIDES, bridge, is_vulnerable
from producer.games.cards import Cards
from producer.games.game import Conditions, Settled
from producer.games.line import Deal, IllegalLine, Line, Play
from producer.messages import counted, message
from producer.problems import Problem, problem

HAND = 13
"""Cards of a seat."""

MOST_LOST = 7600
"""1NT or more redoubled, thirteen down and vulnerable: nothing costs more."""

_SHOWS_CARDS = HandRecordedEvent | HandCorrectedEvent | DealCardsEvent | DealCorrectedEvent


class Bridge:
    """The rules of duplicate bridge (RULES B)."""

    name = "bridge"
    phases = PHASES[name]
    actions = ACTIONS[name]

    def check_event(self, event: Event) -> Problem | None:
        if isinstance(event, HandBoardEvent):
            return _wrong(
                "type", message("bridge has no common cards"), message("Leave the event out")
            )
        if not isinstance(event, _SHOWS_CARDS):
            return None
        if event.data.board:
            return _wrong(
                "data.board", message("bridge has no common cards"), message("Leave data.board out")
            )
        for seat, cards in event.data.cards.items():
            at = f"data.cards.{seat}"
            if seat not in SEATS:
                return _wrong(
                    at,
                    message("there is no seat {seat} in bridge", seat=seat),
                    message("Use seats 1 to 4"),
                )
            if cards and len(cards) != 2 * HAND:
                return _wrong(
                    at,
                    counted(
                        "{seat} has {n} card, and a hand of bridge has {hand}",
                        "{seat} has {n} cards, and a hand of bridge has {hand}",
                        len(cards) // 2,
                        seat=NAMES[seat],
                        hand=HAND,
                    ),
                    message("Correct {at}", at=at),
                )
        return None

    def stack(self, _: GameSettings) -> int | None:
        return None

    def open_cards(self, _: str) -> int:
        return 0

    def begin(self, conditions: Conditions) -> BridgeHand:
        return BridgeHand(conditions)

    def settle(
        self, conditions: Conditions, cards: Mapping[int, Cards], _: Cards, line: Line
    ) -> Settled:
        hand = BridgeHand(conditions, cards)
        for n, move in enumerate(line, 1):
            hand.step(move, n)
        if not hand.is_over:
            raise IllegalLine(len(line) + 1, "the deal is not over", hand.awaited)
        return Settled(line, result_of(conditions, hand), dict.fromkeys(SEATS, MOST_LOST))

    def replay(self, deal: Deal, play: Play) -> ReplayedBridge:
        return replayed(deal, play)


def result_of(conditions: Conditions, hand: BridgeHand) -> dict[int, int]:
    """The points of every seat at the end: its side's score, and the other side's loss."""
    contract = hand.contract
    if contract is None:
        return dict.fromkeys(SEATS, 0)
    points = points_of(conditions.settings, conditions.deal, contract, hand.tricks)
    side = SIDES[contract.declarer]
    return {seat: points if SIDES[seat] == side else -points for seat in SEATS}


def points_of(settings: GameSettings, deal: int, contract: Contract, tricks: int) -> int:
    """The declaring side's points for a contract in a deal."""
    vulnerable = is_vulnerable(bridge(settings), deal, contract.declarer)
    return score(contract, tricks, vulnerable=vulnerable)


def _wrong(at: str, reason: str, hint: str) -> Problem:
    return problem("field", at, reason=message("{at}: {reason}", at=at, reason=reason), hint=hint)


BRIDGE = Bridge()
