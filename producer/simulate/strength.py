"""How strong a player's two cards are, without any other seat's cards."""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import combinations

from phevaluator import evaluate_cards

from producer.games.cards import DECK, Cards, format_cards

SAMPLES = 150
"""Random opponents and run-outs that a hand is measured against after the flop."""

_HIGH = {12: 10.0, 11: 8.0, 10: 7.0, 9: 6.0}
_GAP = (0.0, -1.0, -2.0, -4.0)


def starting_points(hole: Cards) -> float:
    """Chen's points for a starting hand: high card, pair, suit, gap.

    >>> starting_points((51, 47))
    12.0
    """
    high, low = sorted((card // 4 for card in hole), reverse=True)
    points = _HIGH.get(high, (high + 2) / 2)
    if high == low:
        return max(5.0, 2 * points)
    gap = high - low - 1
    points += _GAP[gap] if gap < len(_GAP) else -5.0
    if hole[0] % 4 == hole[1] % 4:
        points += 2
    if gap < 2 and high < 10:
        points += 1
    return points


@lru_cache(maxsize=1)
def _all_points() -> list[float]:
    return sorted(starting_points(hole) for hole in combinations(DECK, 2))


@lru_cache(maxsize=4096)
def before_flop(hole: Cards) -> float:
    """The share of all 1,326 starting hands that this one beats, ties half; 0 to 1."""
    ranked, points = _all_points(), starting_points(hole)
    return (bisect_left(ranked, points) + bisect_right(ranked, points)) / (2 * len(ranked))


@lru_cache(maxsize=65536)
def on_board(hole: Cards, board: Cards) -> float:
    """The chance to beat one random hand over the rest of the board; 0 to 1, ties half.

    Sampled, with the cards as the seed, so that it is always the same for the same cards.
    """
    rng = random.Random(format_cards(hole + board))
    unseen = [card for card in DECK if card not in hole and card not in board]
    to_come = 5 - len(board)
    won = 0.0
    for _ in range(SAMPLES):
        drawn = rng.sample(unseen, 2 + to_come)
        full = (*board, *drawn[2:])
        mine, theirs = evaluate_cards(*hole, *full), evaluate_cards(*drawn[:2], *full)
        won += 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
    return won / SAMPLES
