"""A player of open-face Chinese that follows simple rules of thumb, always in the same way.

It looks at its own rows and at which cards are gone, places each card where the rows look best,
and keeps stronger rows behind weaker ones. The simulator plays with it, and it plays hands on to
their end where the rest of a hand is counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from producer.games.cards import Cards
from producer.games.ofc.rows import SIZES, Rows, in_wrong_order

FOUL = 100.0


@dataclass(frozen=True, slots=True)
class Taste:
    """``caution``: how much it dislikes a row that is stronger than the one behind it; below 1 it
    takes more risks. ``draws``: how much it likes straights and flushes in the making; ``front``:
    how much it likes strong cards in front."""

    caution: float = 1.0
    draws: float = 1.0
    front: float = 0.8


USUAL = Taste()


def place(rows: Rows, cards: Cards, taste: Taste = USUAL) -> Mapping[str, Cards]:
    """The placement it makes. What each row is worth is looked up by which cards it gets, because
    five cards can be placed in 232 ways."""
    chosen = [
        tuple([card for n, card in enumerate(cards) if which >> n & 1])
        for which in range(1 << len(cards))
    ]
    backs, middles, fronts = ([rows.of(row) + own for own in chosen] for row in SIZES)
    made = [[_made(own) for own in row] for row in (backs, middles, fronts)]
    drawn = [[taste.draws * _draw(own, 5) for own in row] for row in (backs, middles)]

    def worth(way: tuple[int, int, int]) -> float:
        back, middle, front = way
        after = Rows(backs[back], middles[middle], fronts[front])
        own = made[0][back], made[1][middle], made[2][front]
        return _worth(after, own, (drawn[0][back], drawn[1][middle]), taste)

    best = max(_ways(tuple(rows.open.values()), len(cards)), key=worth)
    return {row: chosen[which] for row, which in zip(SIZES, best, strict=True) if which}


@lru_cache(maxsize=256)
def _ways(left: tuple[int, ...], cards: int) -> tuple[tuple[int, int, int], ...]:
    """Every way to place so many cards where rows have ``left`` places: by row which cards, as
    bits."""
    ways = []
    for rows in product(range(len(SIZES)), repeat=cards):
        if all(rows.count(row) <= places for row, places in enumerate(left)):
            back, middle, front = (
                sum(1 << n for n, each in enumerate(rows) if each == row) for row in range(3)
            )
            ways.append((back, middle, front))
    return tuple(ways)


def _worth(
    rows: Rows, made: tuple[float, float, float], drawn: tuple[float, float], taste: Taste
) -> float:
    left = 5 - len(rows.back), 5 - len(rows.middle), 3 - len(rows.front)
    if not all(left) and in_wrong_order(rows):
        return -FOUL
    worth = made[0] + made[1] * 0.95 + made[2] * taste.front + drawn[0] + 0.5 * drawn[1]
    for place, there in ((1, rows.middle), (2, rows.front)):
        lead = made[place] - made[place - 1] - drawn[place - 1]
        if lead > 0 and there:
            worth -= taste.caution * (1.0 + lead) * 4 / (1 + left[place - 1])
    return worth - 0.3 * len(rows.front) * (sum(left) > 4)


@lru_cache(maxsize=1 << 16)
def _made(cards: Cards) -> float:
    """What the pairs, threes and high cards of a row are worth."""
    ranks = [card // 4 for card in cards]
    if not ranks:
        return 0.0
    worth = 0.0
    for rank in set(ranks):
        count = ranks.count(rank)
        worth += {1: 0.0, 2: 2.0, 3: 7.0, 4: 18.0}[count] + (rank / 12 if count > 1 else 0.0)
    return worth + max(ranks) / 24


@lru_cache(maxsize=1 << 16)
def _draw(cards: Cards, size: int) -> float:
    """What a straight or flush, made or still possible, is worth in a row."""
    if len(cards) < 2:
        return 0.0
    ranks = {card // 4 for card in cards}
    if len(ranks) < len(cards):
        return 0.0
    share = len(cards) / size
    suited = len({card % 4 for card in cards}) == 1
    near = max(ranks) - min(ranks) < size
    return (11.0 * share**3 if suited else 0.0) + (8.0 * share**4 if near else 0.0)
