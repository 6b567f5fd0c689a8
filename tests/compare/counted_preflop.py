"""Counts the table of ``producer.compare.equity.preflop`` anew; as a program, prints it (hours).

First the column of any two cards, which makes the order, then those of the ranges cut from it.
"""

import sys
from collections import Counter
from collections.abc import Collection
from itertools import combinations, permutations

from producer.compare.equity import SpotKey, hand_equities
from producer.games.cards import DECK, RANKS, Cards

BOTH = SpotKey("preflop", frozenset((1, 2)))


def hands_of(name: str) -> list[Cards]:
    """All hands called so: ``"AA"``, ``"AKs"``, ``"AKo"``."""
    high, low = (RANKS.index(rank) for rank in name[:2])
    pairs = [(4 * high + a, 4 * low + b) for a in range(4) for b in range(4)]
    if high == low:
        return [(a, b) for a, b in pairs if a > b]
    return [(a, b) for a, b in pairs if (a % 4 == b % 4) == name.endswith("s")]


def names() -> list[str]:
    found = []
    for high in range(12, -1, -1):
        for low in range(high, -1, -1):
            pair = RANKS[high] + RANKS[low]
            found += [pair] if high == low else [pair + "s", pair + "o"]
    return found


def alike(mine: Cards, theirs: Collection[Cards]) -> Counter[Cards]:
    """Opponents' hands that differ only by names of suits, counted at one of them."""
    renamings = [
        suits
        for suits in permutations(range(4))
        if {card // 4 * 4 + suits[card % 4] for card in mine} == set(mine)
    ]
    found: Counter[Cards] = Counter()
    for hand in theirs:
        if not set(hand) & set(mine):
            forms = (
                tuple(sorted(card // 4 * 4 + suits[card % 4] for card in hand))
                for suits in renamings
            )
            found[min(forms)] += 1
    return found


def counted(name: str, theirs: Collection[Cards]) -> tuple[int, int]:
    """Boards won and tied by ``name`` over all of an opponent's hands, each with every board."""
    mine = hands_of(name)[0]
    won = tied = 0
    for hand, times in alike(mine, theirs).items():
        own = hand_equities({1: mine, 2: hand}, (), [BOTH])[BOTH][1]
        won += own.won * times
        tied += own.tied * times
    return won, tied


def main() -> None:
    everything = list(combinations(DECK, 2))
    columns = [{name: counted(name, everything) for name in names()}]
    order = sorted(
        columns[0], key=lambda name: (-2 * columns[0][name][0] - columns[0][name][1], name)
    )
    for per_cent in (40, 20, 10):
        theirs, room = [], 1326 * per_cent / 100
        for name in order:
            room -= len(hands_of(name))
            if room < 0:
                break
            theirs += hands_of(name)
        columns.append({name: counted(name, theirs) for name in names()})
    for name in order:
        numbers = [str(number) for column in columns for number in column[name]]
        sys.stdout.write(" ".join([name, *numbers]) + "\n")


if __name__ == "__main__":
    main()
