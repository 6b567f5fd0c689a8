"""The play of the cards: turns, suits followed, tricks won, claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from producer.games.bridge.contracts import Contract
from producer.games.bridge.seats import NAMES, SEATS, after
from producer.games.line import IllegalLine, Move

TRICKS = 13
RANKS = "23456789TJQKA"
_ORDER = {rank: place for place, rank in enumerate(RANKS)}
_CARDS = frozenset(rank + suit for rank in RANKS for suit in "CDHS".lower())


@dataclass(slots=True)
class CardPlay:
    """``turn``: the seat whose card is next, dummy's included. ``trick``: the cards on the table by
    seat, in the order played. ``won``: by declarer's side; ``ended``: tricks completed.
    ``claimed``: declarer's tricks as agreed by a claim. ``hands``: the cards not played yet by
    seat, where they are known. ``without``: by seat, suits that it did not follow, with the number
    of the move.
    """

    contract: Contract
    turn: int
    hands: dict[int, set[str]]
    trick: dict[int, str] = field(default_factory=dict)
    won: int = 0
    ended: int = 0
    claimed: int | None = None
    played: set[str] = field(default_factory=set)
    without: dict[tuple[int, str], int] = field(default_factory=dict)

    @classmethod
    def after_auction(cls, contract: Contract, hands: Mapping[int, set[str]]) -> CardPlay:
        own = {seat: set(cards) for seat, cards in hands.items()}
        return cls(contract, after(contract.declarer), own)

    @property
    def is_over(self) -> bool:
        return self.claimed is not None or self.ended == TRICKS

    @property
    def tricks(self) -> int:
        """Declarer's, so far or by the claim."""
        return self.won if self.claimed is None else self.claimed

    def claim(self, move: Move, n: int) -> None:
        """Raises IllegalLine if the number of tricks cannot be."""
        least, most = self.won, TRICKS - (self.ended - self.won)
        expected = f"declarer's tricks in all, {least} to {most}"
        if move.seat not in SEATS or move.to is None:
            raise IllegalLine(n, "a claim without a number of tricks", expected)
        if not least <= move.to <= most:
            raise IllegalLine(n, f"a claim of {move.to} tricks for declarer", expected)
        self.claimed = move.to

    def play(self, move: Move, n: int) -> None:
        """Plays a card from the hand whose turn it is. Raises IllegalLine."""
        card = move.detail
        if not isinstance(card, str) or card not in _CARDS:
            raise IllegalLine(n, f"{card!r} is no card", "a card such as As or Td")
        if move.seat != self.turn:
            raise IllegalLine(
                n,
                f"{NAMES.get(move.seat, move.seat)} plays {card} out of turn",
                f"a card of {NAMES[self.turn]}",
            )
        if card in self.played:
            raise IllegalLine(n, f"{card} is played twice", "a card not played yet")
        self._follow(move.seat, card, n)
        self.played.add(card)
        self.trick[move.seat] = card
        if len(self.trick) == len(SEATS):
            self._end_trick()
        else:
            self.turn = after(self.turn)

    def _follow(self, seat: int, card: str, n: int) -> None:
        hand, led = self.hands.get(seat), self.led
        if hand is not None:
            if card not in hand:
                raise IllegalLine(
                    n, f"{NAMES[seat]} does not hold {card}", f"a card of {NAMES[seat]}"
                )
            if led and card[1] != led and any(own[1] == led for own in hand):
                raise IllegalLine(
                    n, f"{NAMES[seat]} revokes with {card}", f"a card of the suit led, {led}"
                )
            hand.discard(card)
        elif (seat, card[1]) in self.without:
            since = self.without[seat, card[1]]
            raise IllegalLine(
                n,
                f"{NAMES[seat]} plays {card}, but did not follow that suit in move {since}",
                f"a card of another suit than {card[1]}",
            )
        if led and card[1] != led:
            self.without.setdefault((seat, led), n)

    @property
    def led(self) -> str:
        """The suit of the trick; empty before its first card."""
        return next(iter(self.trick.values()))[1] if self.trick else ""

    def _end_trick(self) -> None:
        self.turn = winner(self.trick, self.contract.trump)
        self.ended += 1
        if self.turn in (self.contract.declarer, self.contract.dummy):
            self.won += 1
        self.trick = {}


def winner(trick: Mapping[int, str], trump: str | None) -> int:
    """The seat that wins a trick, given by seat in the order played.

    >>> winner({4: "Kh", 1: "2h", 2: "3s", 3: "Ah"}, "S"), winner({4: "Kh", 1: "Ac"}, None)
    (2, 4)
    """
    ruff = trump.lower() if trump else ""
    cards = iter(trick.items())
    best, highest = next(cards)
    for seat, card in cards:
        follows = card[1] == highest[1]
        if _ORDER[card[0]] > _ORDER[highest[0]] if follows else card[1] == ruff:
            best, highest = seat, card
    return best
