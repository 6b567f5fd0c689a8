"""A finished play of bridge, replayed, with what sentences and graphics ask of its steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from producer.games.bridge.contracts import Contract
from producer.games.bridge.hand import BridgeHand
from producer.games.bridge.seats import SEATS
from producer.games.cards import Cards
from producer.games.game import Conditions
from producer.games.line import Deal, Line, Play


class BridgeStep(NamedTuple):
    """The situation before a move. ``contract``: as the auction stands. ``tricks``: won by
    declarer's side and by the other so far; ``trick``: the cards on the table by seat."""

    turn: int | None
    contract: Contract | None
    tricks: tuple[int, int] = (0, 0)
    trick: Mapping[int, str] = MappingProxyType({})

    @property
    def live(self) -> tuple[int, ...]:
        return SEATS

    @property
    def pot(self) -> int:
        return 0

    @property
    def to_call(self) -> int:
        return 0

    @property
    def street_bets(self) -> Mapping[int, int]:
        return {}


@dataclass(frozen=True, slots=True)
class ReplayedBridge:
    """``contract``: ``None`` if the deal was passed out. ``tricks``: declarer's."""

    play: Play
    spots: tuple[BridgeStep, ...]
    contract: Contract | None
    tricks: int

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
        return False

    @property
    def over(self) -> int:
        """Tricks over the contract, negative if it went down; 0 if passed out."""
        return self.tricks - self.contract.needs if self.contract else 0

    def board_after(self, _: int | None) -> Cards:
        return ()


def replayed(deal: Deal, play: Play) -> ReplayedBridge:
    """A play that was judged to be legal."""
    hand = BridgeHand(
        Conditions(play.game, deal.key.number, deal.button, deal.direction, play.stacks)
    )
    steps = []
    for n, move in enumerate(play.line, 1):
        steps.append(step_of(hand))
        hand.step(move, n)
    return ReplayedBridge(play, tuple(steps), hand.contract, hand.tricks)


def step_of(hand: BridgeHand) -> BridgeStep:
    cards = hand.card_play
    if cards is None:
        return BridgeStep(hand.turn, hand.contract)
    won = cards.won, cards.ended - cards.won
    return BridgeStep(hand.turn, hand.contract, won, dict(cards.trick))
