"""A deal of bridge in progress: the auction, then the play."""

from __future__ import annotations

from collections.abc import Mapping

from producer.games.bridge import auction
from producer.games.bridge.auction import Auction
from producer.games.bridge.contracts import Contract, contract_of
from producer.games.bridge.seats import NAMES, SEATS
from producer.games.bridge.tricks import CardPlay
from producer.games.cards import CARD_NAMES, Cards
from producer.games.game import Conditions, Situation
from producer.games.line import IllegalLine, Move

CALLS = ("pass", "bid", "double", "redouble")


class BridgeHand:
    """``contract``: as the auction stands, or ended. ``cards``: where a hand is known, a card of
    another hand and a revoke are refused at once; where it is not, a revoke is refused once a later
    card proves it.

    An archive that does not have the auction gives the contract alone: one move ``contract`` of
    declarer instead of all calls.
    """

    def __init__(self, conditions: Conditions, cards: Mapping[int, Cards] | None = None) -> None:
        if sorted(conditions.stacks) != list(SEATS) or conditions.direction != "ascending":
            raise IllegalLine(
                1,
                "bridge is played by seats 1 to 4, North, East, South and West, in this order",
                "four players and ascending seats",
            )
        self._hands = {
            seat: {CARD_NAMES[card] for card in own} for seat, own in (cards or {}).items() if own
        }
        self.auction = Auction.opened(conditions.button)
        self._contract: Contract | None = None
        self.card_play: CardPlay | None = None
        self.phase = auction.PHASE
        self.turn: int | None = conditions.button

    @property
    def contract(self) -> Contract | None:
        return self._contract or self.auction.contract

    @property
    def is_over(self) -> bool:
        return self.turn is None

    @property
    def is_shown(self) -> bool:
        return False

    @property
    def tricks(self) -> int:
        """Declarer's, so far or as claimed."""
        return self.card_play.tricks if self.card_play else 0

    @property
    def awaited(self) -> str:
        """What would be legal next, in words."""
        if self.card_play is None:
            return self.auction.legal
        return f"a card of {NAMES[self.card_play.turn]}, or a claim"

    def situation(self) -> Situation:
        return Situation(self.phase, self.turn)

    def step(self, move: Move, n: int) -> Move:
        """Makes the next move, its number from 1. Raises IllegalLine."""
        if self.turn is None:
            raise IllegalLine(n, f"{move.action} after the end of the deal", "no further move")
        if move.phase != self.phase:
            raise IllegalLine(n, f"{move.action} in the {move.phase}", f"the {self.phase}")
        if self.card_play is not None:
            self._play(self.card_play, move, n)
        elif move.action == "contract":
            self._declare(move, n)
        else:
            self._call(move, n)
        return move

    def _call(self, move: Move, n: int) -> None:
        self.auction.call(move, n)
        if not self.auction.is_over:
            self.turn = self.auction.turn
        elif (contract := self.auction.contract) is None:
            self.turn = None
        else:
            self._begin_play(contract)

    def _begin_play(self, contract: Contract) -> None:
        self.card_play = CardPlay.after_auction(contract, self._hands)
        self.phase, self.turn = "lead", self.card_play.turn

    def _declare(self, move: Move, n: int) -> None:
        text = move.detail if isinstance(move.detail, str) else ""
        contract = contract_of(text, move.seat)
        if self.auction.calls or contract is None or move.seat not in SEATS:
            expected = "calls, or a contract such as 4SX by its declarer instead of all calls"
            raise IllegalLine(n, f"contract {move.detail!r}", expected)
        self._contract = contract
        self._begin_play(contract)

    def _play(self, card_play: CardPlay, move: Move, n: int) -> None:
        if move.action == "play":
            card_play.play(move, n)
            self.phase = "play"
        elif move.action == "claim":
            card_play.claim(move, n)
        else:
            raise IllegalLine(n, f"{move.action} after the auction", self.awaited)
        self.turn = None if card_play.is_over else card_play.turn
