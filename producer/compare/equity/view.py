"""The player's view: two hole cards against opponents with an assumed range."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np

from producer.compare.equity.model import PARTS, PLAYERS_VIEW, Equity, NotKnown
from producer.compare.equity.places import places_of
from producer.compare.equity.preflop import BOARDS, stored
from producer.compare.equity.ranges import ANY_TWO, called, hands_called, hands_in
from producer.compare.equity.sampled import sampled_view
from producer.games.cards import DECK, Cards

UNKNOWN = "unknown"
"""No range is assumed; the equity is not known."""


def players_view(
    hole: Cards, board: Cards, against: str = ANY_TWO, opponents: int = 1
) -> Equity | NotKnown:
    """The equity of a player who sees ``hole`` and ``board`` (0, 3, 4 or 5 cards) only.

    ``against``: the range of each opponent, a name of ``RANGES`` or ``UNKNOWN``; all combinations
    still possible are equally likely.
    Exact against one opponent; against more a sample, the same every time, with its ``error``.
    ``NotKnown`` without the player's two cards. Raises ValueError for an unknown range or a
    repeated card.
    """
    if len(set(hole + board)) < len(hole + board):
        raise ValueError("a card is both in the player's hand and on the board")
    if len(hole) != 2:
        return NotKnown("the player's own cards are not known")
    if against == UNKNOWN:
        return NotKnown("nothing is assumed of the opponents' hands")
    if not board:
        hole = hands_called(called(hole))[0]
    return _view(tuple(sorted(hole)), tuple(sorted(board)), against, opponents)


@lru_cache(maxsize=16384)
def _view(hole: Cards, board: Cards, against: str, opponents: int) -> Equity | NotKnown:
    """Cached: the same hands before the flop come up again and again."""
    theirs = hands_in(against)
    if opponents > 1:
        return sampled_view(hole, board, theirs, opponents, against)
    if not board:
        return _stored(hole, theirs, against)
    return _counted(hole, board, theirs, against)


def _stored(hole: Cards, theirs: tuple[Cards, ...], against: str) -> Equity:
    won, tied = stored(called(hole), against)
    possible = sum(not set(hole) & set(hand) for hand in theirs)
    return _equity(possible * BOARDS, won, tied, against)


def _counted(hole: Cards, board: Cards, theirs: tuple[Cards, ...], against: str) -> Equity:
    """Counts every hand of the range on every board still possible."""
    seen = set(hole + board)
    left = [card for card in DECK if card not in seen]
    drawn = np.array(list(combinations(left, 5 - len(board))), dtype=np.int64)
    boards = np.hstack([np.tile(np.array(board, dtype=np.int64), (len(drawn), 1)), drawn])
    taken = np.zeros((len(DECK), len(boards)), dtype=bool)
    taken[boards.T, np.arange(len(boards))] = True
    hands = np.array([hand for hand in theirs if not set(hand) & seen], dtype=np.int64)
    possible = ~(taken[hands[:, 0]] | taken[hands[:, 1]])
    own, other = places_of(boards, np.array(hole)), places_of(boards, hands[:, None])
    won = int((possible & (own < other)).sum())
    tied = int((possible & (own == other)).sum())
    return _equity(int(possible.sum()), won, tied, against)


def _equity(cases: int, won: int, tied: int, against: str) -> Equity:
    return Equity(PLAYERS_VIEW, cases, won, tied, won * PARTS + tied * PARTS // 2, against)
