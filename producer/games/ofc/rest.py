"""What a position is worth: a seat's points on average over the cards that nobody has seen yet.

From there on every seat places by the rules of thumb of ``simple_player``: a number about the
position, not about what the players at the table would do.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice, permutations

from producer.events import OpenFaceGame
from producer.games.cards import DECK, Cards
from producer.games.ofc.placing import FIRST
from producer.games.ofc.points import FinishedRows, dues, pay
from producer.games.ofc.risks import placements
from producer.games.ofc.rows import HAND, Rows
from producer.games.ofc.simple_player import place

MOST_ORDERS = 1_000
"""Up to so many orders of the cards to come are all played out; of more, a sample."""

SAMPLE = 60


@dataclass(frozen=True, slots=True)
class Position:
    """A hand after a move. ``order``: the seats that play it, in order of position; ``rows`` and
    ``stacks`` (points at the start): theirs, in this order; ``lost``: seats that lost the hand."""

    game: OpenFaceGame
    order: tuple[int, ...]
    rows: tuple[Rows, ...]
    stacks: tuple[int | None, ...]
    lost: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Worth:
    """``points``: the mean over ``orders`` of the cards to come; ``error``: its standard error, 0
    if these are all orders there are."""

    points: Fraction
    error: float
    orders: int

    @property
    def exact(self) -> bool:
        return not self.error


@lru_cache(maxsize=1024)
def worth(position: Position, seat: int, seed: str) -> Worth:
    """What a position is worth to a seat. ``seed`` chooses the orders where they are too many."""
    seen = {card for rows in position.rows for card in rows.cards}
    unseen = tuple([card for card in DECK if card not in seen])
    needed = sum(
        HAND - len(rows.cards)
        for each, rows in zip(position.order, position.rows, strict=True)
        if each not in position.lost
    )
    orders: Iterable[Cards] = permutations(unseen, needed)
    everything = math.perm(len(unseen), needed) <= MOST_ORDERS
    if not everything:
        orders = islice(_samples(unseen, needed, random.Random(seed)), SAMPLE)
    won = [_played_out(position, cards)[seat] for cards in orders]
    mean = Fraction(sum(won), len(won))
    spread = math.sqrt(sum(float(each - mean) ** 2 for each in won) / max(1, len(won) - 1))
    return Worth(mean, 0.0 if everything else spread / math.sqrt(len(won)), len(won))


def _samples(unseen: Cards, needed: int, lots: random.Random) -> Iterator[Cards]:
    while True:
        yield tuple(lots.sample(unseen, needed))


def _played_out(position: Position, cards: Cards) -> Mapping[int, int]:
    """The result by seat if the cards come in this order."""
    rows, coming = dict(zip(position.order, position.rows, strict=True)), iter(cards)
    playing = [seat for seat in position.order if seat not in position.lost]
    while waiting := [seat for seat in playing if not rows[seat].is_full]:
        # whoever has fewest cards acts next, in order of position
        seat = min(waiting, key=lambda each: len(rows[each].cards))
        given = tuple(islice(coming, 1 if rows[seat].cards else FIRST))
        rows[seat] = rows[seat].with_cards(_placed(rows[seat], given))
    hands = {seat: None if seat in position.lost else rows[seat] for seat in position.order}
    owed = dues(position.game, FinishedRows(hands))
    stacks = dict(zip(position.order, position.stacks, strict=True))
    return pay(owed, position.order, stacks).result


def _placed(rows: Rows, cards: Cards) -> Mapping[str, Cards]:
    only = list(islice(placements(rows, cards), 2))
    return only[0] if len(only) == 1 else place(rows, cards)
