"""The contract that simple bots play with four hands (RULES B5): each pair's bot counts its two
hands together, the stronger side declares, the other passes, nobody doubles. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from producer.games.bridge.auction import PHASE
from producer.games.bridge.contracts import Contract
from producer.games.bridge.seats import EAST, NORTH, SEATS, after, partner
from producer.games.line import Line, Move

Hands = Mapping[int, frozenset[str]]
"""By seat, its thirteen cards, such as ``As``."""

_HIGH = {"A": 4, "K": 3, "Q": 2, "J": 1}
_SHORT = {0: 5, 1: 3, 2: 1}
"""Points for few cards of a side suit, in the hand with fewer trumps."""
_SUITS = "shdc"
"""Highest first: of two fits of one length the higher suit is bid."""

_MAJORS = "sh"
_NOTRUMP_GAME, _SMALL_SLAM = 3, 6
_FIT = 8
"""Cards of a suit in two hands that make it trumps."""
_LEVELS = {
    "majors": (20, 23, 26, 30, 34, 39),
    "minors": (20, 23, 29, 29, 34, 39),
    "no-trumps": (22, 25, 33, 33, 33, 37),
}
"""The fewest points of the two hands for a contract of two, three, ... seven; what is worth no
more than the level below is left out."""


def high_card_points(hand: frozenset[str]) -> int:
    """Ace 4, king 3, queen 2, jack 1: 40 in a pack.

    >>> high_card_points(frozenset({"As", "Kh", "Td"}))
    7
    """
    return sum(_HIGH.get(card[0], 0) for card in hand)


def bot_contract(hands: Hands, dealer: int) -> Contract:
    """What the stronger side plays: that with more high cards; of two equal ones that with the
    longer fit, then that of the dealer."""

    def strength(seat: int) -> tuple[int, int, bool]:
        own = hands[seat], hands[partner(seat)]
        points = sum(map(high_card_points, own))
        return points, _fit(*own)[0], seat % 2 == dealer % 2

    seat = max((NORTH, EAST), key=strength)
    pair = seat, partner(seat)
    length, suit = _fit(*(hands[each] for each in pair))
    high = sum(high_card_points(hands[each]) for each in pair)
    held = {each: _length(hands[each], suit) for each in pair}
    longer = max(pair, key=lambda each: (held[each], high_card_points(hands[each]), -each))
    short = sum(
        _SHORT.get(_length(hands[partner(longer)], side), 0) for side in _SUITS if side != suit
    )
    in_suit = _level(high + short + length - _FIT, "majors" if suit in _MAJORS else "minors")
    without = _level(high, "no-trumps")
    if length >= _FIT and (suit in _MAJORS or in_suit >= _SMALL_SLAM or without < _NOTRUMP_GAME):
        return Contract(in_suit, suit.upper(), 0, longer)
    richer = max(pair, key=lambda each: (high_card_points(hands[each]), -each))
    return Contract(without, "NT", 0, richer)


def bot_auction(contract: Contract, dealer: int) -> Line:
    """Passes up to declarer, who bids the contract, and three passes."""
    turns = (declarer_turn := (contract.declarer - dealer) % len(SEATS)) + 4
    return tuple(
        Move(PHASE, after(dealer, turn), "bid", f"{contract.level}{contract.strain}")
        if turn == declarer_turn
        else Move(PHASE, after(dealer, turn), "pass")
        for turn in range(turns)
    )


def _level(points: int, kind: str) -> int:
    return 1 + sum(points >= least for least in _LEVELS[kind])


def _fit(one: frozenset[str], other: frozenset[str]) -> tuple[int, str]:
    """The longest suit of two hands, and how long it is."""
    return max(
        ((_length(one, suit) + _length(other, suit), suit) for suit in _SUITS),
        key=lambda each: (each[0], -_SUITS.index(each[1])),
    )


def _length(hand: frozenset[str], suit: str) -> int:
    return sum(card[1] == suit for card in hand)
