"""The play of the cards: turns, suits followed, tricks won, claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from producer.games.bridge.contracts import Contract
from producer.games.bridge.seats import NAMES, SEATS, after
from producer.games.line import IllegalLine, Move
from producer.texts import number_of

TRICKS = 13
RANKS = "23456789TJQKA"
_ORDER = {rank: place for place, rank in enumerate(RANKS)}
_CARDS = frozenset(rank + suit for rank in RANKS for suit in "CDHS".lower())


@dataclass(slots=True)
class CardPlay:
    """``turn``: the seat whose card is next, dummy's included. ``trick``: the cards on the table by
    seat, in the order played. ``won``: by declarer's side; ``ended``: tricks completed.
    ``claimed``: declarer's tricks as agreed by a claim. ``hands``: the cards not played yet by
    seat, where they are known. ``led``: the suit of the trick, ``best``: the card that wins it so
    far, with its seat; empty and ``None`` before its first card. ``without``: by seat, suits that
    it did not follow, with the number of the move.
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
    led: str = ""
    best: tuple[int, str] | None = None

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
            raise IllegalLine(
                n, f"a claim of {number_of(int(move.to), 'trick')} for declarer", expected
            )
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
        if self.best is None:
            self.best, self.led = (move.seat, card), card[1]
        elif beats(card, self.best[1], self.contract.trump):
            self.best = move.seat, card
        if len(self.trick) == len(SEATS):
            self._end_trick(self.best[0])
        else:
            self.turn = after(self.turn)

    def _follow(self, seat: int, card: str, n: int) -> None:
        """The card leaves its hand. Raises IllegalLine if it may not be played to the trick."""
        hand, led = self.hands.get(seat), self.led
        discards = bool(led) and card[1] != led
        if hand is not None:
            if card not in hand:
                raise IllegalLine(
                    n, f"{NAMES[seat]} does not hold {card}", f"a card of {NAMES[seat]}"
                )
            if discards and any(own[1] == led for own in hand):
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
        if discards:
            self.without.setdefault((seat, led), n)

    def _end_trick(self, seat: int) -> None:
        """``seat`` has won it."""
        self.turn = seat
        self.ended += 1
        if seat % 2 == self.contract.declarer % 2:
            self.won += 1
        self.trick, self.led, self.best = {}, "", None


def winner(trick: Mapping[int, str], trump: str | None) -> int:
    """The seat that wins a trick, given by seat in the order played.

    >>> winner({4: "Kh", 1: "2h", 2: "3s", 3: "Ah"}, "S"), winner({4: "Kh", 1: "Ac"}, None)
    (2, 4)
    """
    cards = iter(trick.items())
    best, highest = next(cards)
    for seat, card in cards:
        if beats(card, highest, trump):
            best, highest = seat, card
    return best


def beats(card: str, highest: str, trump: str | None) -> bool:
    """Whether a card wins over the highest of those before it in a trick."""
    if card[1] == highest[1]:
        return _ORDER[card[0]] > _ORDER[highest[0]]
    return trump is not None and card[1] == trump.lower()
