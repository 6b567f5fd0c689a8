"""A deal of bridge in progress: the auction, then the play."""

from __future__ import annotations

from collections.abc import Mapping

from producer.games.bridge import auction
from producer.games.bridge.auction import Auction
from producer.games.bridge.contracts import Contract, contract_of
from producer.games.bridge.seats import NAMES, SEATS
from producer.games.bridge.tricks import TRICKS, CardPlay
from producer.games.cards import CARD_NAMES, Cards
from producer.games.game import Conditions, Situation
from producer.games.line import IllegalLine, Move
from producer.messages import message

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
                message(
                    "bridge is played by seats 1 to 4, North, East, South and West, in this order"
                ),
                message("four players and ascending seats"),
            )
        self._hands = {
            seat: {CARD_NAMES[card] for card in own} for seat, own in (cards or {}).items() if own
        }
        self.auction = Auction.opened(conditions.button)
        self.contract: Contract | None = None
        self.card_play: CardPlay | None = None
        self.phase = auction.PHASE
        self.turn: int | None = conditions.button

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
        return message("a card of {seat}, or a claim", seat=NAMES[self.card_play.turn])

    def situation(self) -> Situation:
        return Situation(self.phase, self.turn)

    def step(self, move: Move, n: int) -> Move:
        """Makes the next move, its number from 1. Raises IllegalLine."""
        if self.turn is None:
            raise IllegalLine(
                n,
                message("{action} after the end of the deal", action=message(move.action)),
                message("no further move"),
            )
        if move.phase != self.phase:
            raise IllegalLine(
                n,
                message(
                    "{action} in the {phase}",
                    action=message(move.action),
                    phase=message(move.phase),
                ),
                message("the {phase}", phase=message(self.phase)),
            )
        if (cards := self.card_play) is None:
            self._call(move, n)
        elif move.action == "play":
            cards.play(move, n)
            self.phase, self.turn = "play", None if cards.ended == TRICKS else cards.turn
        elif move.action == "claim":
            cards.claim(move, n)
            self.turn = None
        else:
            raise IllegalLine(
                n, message("{action} after the auction", action=message(move.action)), self.awaited
            )
        return move

    def _call(self, move: Move, n: int) -> None:
        if move.action == "contract":
            self._begin_play(self._declared(move, n))
            return
        auction = self.auction
        auction.call(move, n)
        self.turn, self.contract = auction.turn, auction.contract
        if auction.is_over:
            self._begin_play(self.contract)

    def _begin_play(self, contract: Contract | None) -> None:
        self.contract = contract
        if contract is None:
            self.turn = None
            return
        self.card_play = CardPlay.after_auction(contract, self._hands)
        self.phase, self.turn = "lead", self.card_play.turn

    def _declared(self, move: Move, n: int) -> Contract:
        text = move.detail if isinstance(move.detail, str) else ""
        contract = contract_of(text, move.seat)
        if self.auction.calls or contract is None or move.seat not in SEATS:
            expected = message(
                "calls, or a contract such as 4SX by its declarer instead of all calls"
            )
            raise IllegalLine(n, message("contract {detail}", detail=repr(move.detail)), expected)
        return contract
