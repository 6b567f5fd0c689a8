"""A player of open-face Chinese that follows simple rules of thumb, always in the same way.

It looks at its own rows and at which cards are gone, places each card where the rows look best,
and keeps stronger rows behind weaker ones. The simulator plays with it, and it plays hands on to
their end where the rest of a hand is counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from producer.games.cards import Cards
from producer.games.ofc.risks import placements
from producer.games.ofc.rows import HAND, SIZES, Rows, in_wrong_order

FOUL = 100.0
NAMES = tuple(SIZES)


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
    """The placement it makes."""
    return max(placements(rows, cards), key=lambda placed: _worth(rows.with_cards(placed), taste))


def _worth(rows: Rows, taste: Taste) -> float:
    if in_wrong_order(rows):
        return -FOUL
    made = [_made(rows.of(row)) for row in SIZES]
    drawn = [taste.draws * _draw(rows.of(row), SIZES[row]) for row in ("back", "middle")]
    worth = made[0] + made[1] * 0.95 + made[2] * taste.front + drawn[0] + 0.5 * drawn[1]
    left = list(rows.open.values())
    for place in (1, 2):
        lead = made[place] - made[place - 1] - drawn[place - 1]
        if lead > 0 and rows.of(NAMES[place]):
            worth -= taste.caution * (1.0 + lead) * 4 / (1 + left[place - 1])
    return worth - 0.3 * len(rows.front) * (len(rows.cards) < HAND - 4)


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
