"""Ranks a poker hand: the best five of five to seven cards (RULES H5)."""

from __future__ import annotations

# The compiled functions: the public ones first look up the card's number, even if it is one
# already, which takes five times as long as the evaluation.
from phevaluator import _pheval

from producer.games.cards import Cards

# The lowest rank of each kind of hand among all 7,462 distinct hands, best first.
_KINDS = (
    (1, "royal flush"),
    (10, "straight flush"),
    (166, "four of a kind"),
    (322, "full house"),
    (1599, "flush"),
    (1609, "straight"),
    (2467, "three of a kind"),
    (3325, "two pair"),
    (6185, "pair"),
    (7462, "high card"),
)


_PLACE_OF = {5: _pheval.evaluate_5cards, 6: _pheval.evaluate_6cards, 7: _pheval.evaluate_7cards}


def rank(cards: Cards) -> int:
    """The rank of the best five of ``cards``: 1 (royal flush) to 7462, lower is better.

    Equal ranks split the pot (H5). Raises ValueError unless there are 5 to 7 cards.

    >>> from producer.games.cards import parse_cards
    >>> rank(parse_cards("AsKsQsJsTs2c2d"))
    1
    """
    if len(cards) not in _PLACE_OF:
        raise ValueError(f"{len(cards)} cards; a hand is the best five of 5 to 7")
    place: int = _PLACE_OF[len(cards)](*cards)
    return place


def kind(place: int) -> str:
    """The kind of hand that has a rank.

    >>> kind(1600)
    'straight'
    """
    return next(name for lowest, name in _KINDS if place <= lowest)
