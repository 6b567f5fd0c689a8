"""The headline of a deal: at most ten words, each of them true of the actions alone."""

from __future__ import annotations

from collections import Counter

from producer.compare.model import Comparison, Fork
from producer.games.cards import Cards

_RANKS = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack",
          "queen", "king", "ace")  # fmt: skip
_PLURALS = {"six": "sixes"}
_STREETS = {
    "preflop": "before the flop",
    "flop": "on the flop",
    "turn": "on the turn",
    "river": "on the river",
}
_PAST = {"fold": "folded", "check": "checked", "call": "called", "bet": "bet", "raise": "raised"}


def hand_name(cards: Cards) -> str:
    """Two hole cards as a viewer says them; ``""`` where they are not two.

    >>> hand_name((44, 47)), hand_name((51, 46))
    ('kings', 'ace-king')
    """
    if len(cards) != 2:
        return ""
    high, low = sorted((card // 4 for card in cards), reverse=True)
    if high == low:
        return _PLURALS.get(_RANKS[high], _RANKS[high] + "s")
    return f"{_RANKS[high]}-{_RANKS[low]}"


def headline(comparison: Comparison) -> str:
    """What the tables did with the same cards in the same spot, at most ten words."""
    fork = comparison.key_fork
    if fork is not None:
        return f"{_who(fork)} {_STREETS[fork.street]}: {_choices(fork)}"
    tables = len(comparison.deal.plays)
    if tables < 2:
        return "One table has finished this deal"
    return f"Played alike at all {tables} tables"


def _who(fork: Fork) -> str:
    return hand_name(fork.cards).capitalize() or f"Seat {fork.seat}"


def _choices(fork: Fork) -> str:
    kinds: Counter[str] = Counter()
    for branch in fork.branches:
        kinds[branch.move.action] += len(branch.tables)
    if len(kinds) == 1:
        return f"{len(fork.branches)} sizes of {next(iter(kinds))}"
    return ", ".join(f"{count} {_PAST[kind]}" for kind, count in kinds.most_common(3))
