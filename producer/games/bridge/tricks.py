"""The play of the cards: turns, suits followed, tricks won, claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from producer.games.bridge.contracts import Contract
from producer.games.bridge.seats import NAMES, SEATS, after
from producer.games.line import IllegalLine, Move
from producer.messages import counted, message

TRICKS = 13
RANKS = "23456789TJQKA"
PACK = frozenset(rank + suit for rank in RANKS for suit in "cdhs")


@dataclass(slots=True)
class CardPlay:
    """``turn``: the seat whose card is next, dummy's included. ``trick``: the cards on the table by
    seat, in the order played. ``won``: by declarer's side; ``ended``: tricks completed.
    ``claimed``: declarer's tricks as agreed by a claim. ``hands``: the cards not played yet by
    seat, where they are known. ``led``: the suit of the trick, empty before its first card.
    ``best``: the seat that wins it so far; ``better``: the cards that would win it from there.
    ``without``: by seat, suits that it did not follow, with the number of the move.
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
    best: int = 0
    better: frozenset[str] = PACK

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
        expected = message("declarer's tricks in all, {least} to {most}", least=least, most=most)
        if move.seat not in SEATS or move.to is None:
            raise IllegalLine(n, message("a claim without a number of tricks"), expected)
        if not least <= move.to <= most:
            raise IllegalLine(
                n,
                counted(
                    "a claim of {n} trick for declarer",
                    "a claim of {n} tricks for declarer",
                    int(move.to),
                ),
                expected,
            )
        self.claimed = move.to

    def play(self, move: Move, n: int) -> None:
        """Plays a card from the hand whose turn it is. Raises IllegalLine."""
        seat, card = move.seat, move.detail
        hand = self.hands.get(seat)
        if (
            not isinstance(card, str)
            or seat != self.turn
            or card in self.played
            or card not in (PACK if hand is None else hand)
        ):
            raise self._refused(move, n)
        suit = card[1]
        if hand is None and (seat, suit) in self.without:
            since = self.without[seat, suit]
            raise IllegalLine(
                n,
                message(
                    "{seat} plays {card}, but did not follow that suit in move {since}",
                    seat=NAMES[seat],
                    card=card,
                    since=since,
                ),
                message("a card of another suit than {suit}", suit=suit),
            )
        if not self.led:
            self.led = suit
        elif suit != self.led:
            self._discard(seat, card, n)
        self.played.add(card)
        if hand is not None:
            hand.remove(card)
        self.trick[seat] = card
        if card in self.better:
            self.best, self.better = seat, beating(card, self.contract.trump)
        if len(self.trick) == len(SEATS):
            self._end_trick()
        else:
            self.turn = after(seat)

    def _refused(self, move: Move, n: int) -> IllegalLine:
        """Why a card may not be played, whatever was led."""
        card, name = move.detail, NAMES.get(move.seat, move.seat)
        if not isinstance(card, str) or card not in PACK:
            return IllegalLine(
                n, message("{card} is no card", card=repr(card)), message("a card such as As or Td")
            )
        if move.seat != self.turn:
            words = message("{seat} plays {card} out of turn", seat=name, card=card)
            return IllegalLine(n, words, message("a card of {seat}", seat=NAMES[self.turn]))
        if card in self.played:
            return IllegalLine(
                n, message("{card} is played twice", card=card), message("a card not played yet")
            )
        return IllegalLine(
            n,
            message("{seat} does not hold {card}", seat=name, card=card),
            message("a card of {seat}", seat=name),
        )

    def _discard(self, seat: int, card: str, n: int) -> None:
        """The seat does not follow. Raises IllegalLine if it is known that it could."""
        if any(own[1] == self.led for own in self.hands.get(seat, ())):
            raise IllegalLine(
                n,
                message("{seat} revokes with {card}", seat=NAMES[seat], card=card),
                message("a card of the suit led, {suit}", suit=self.led),
            )
        self.without.setdefault((seat, self.led), n)

    def _end_trick(self) -> None:
        self.turn = self.best
        self.ended += 1
        self.won += self.best % 2 == self.contract.declarer % 2
        self.trick, self.led, self.better = {}, "", PACK


def winner(trick: Mapping[int, str], trump: str | None) -> int:
    """The seat that wins a trick, given by seat in the order played.

    >>> winner({4: "Kh", 1: "2h", 2: "3s", 3: "Ah"}, "S"), winner({4: "Kh", 1: "Ac"}, None)
    (2, 4)
    """
    best, better = 0, PACK
    for seat, card in trick.items():
        if card in better:
            best, better = seat, beating(card, trump)
    return best


@cache
def beating(highest: str, trump: str | None) -> frozenset[str]:
    """The cards that win over the highest of those before them in a trick.

    >>> sorted(beating("Qh", None)), len(beating("Qh", "S"))
    (['Ah', 'Kh'], 15)
    """
    suit = highest[1]
    above = {rank + suit for rank in RANKS[RANKS.index(highest[0]) + 1 :]}
    trumps = {card for card in PACK if trump and card[1] == trump.lower() != suit}
    return frozenset(above | trumps)
