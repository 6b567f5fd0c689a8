"""Main pot and side pots, and how a pot is divided (RULES H4, H5).

Players are positions in the order after the button: 0 acts first after the flop, the last is the
button. Amounts are whole smallest units, shares ints or exact Fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.games.line import Chips


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot: its chips and the seats that can win it; the first of several is the main pot."""

    amount: int
    seats: tuple[int, ...]


Layer = tuple[int, tuple[int, ...]]


def layers(
    paid: Sequence[int], live: Sequence[int], dead: int = 0, able: Sequence[int] = ()
) -> list[Layer]:
    """The pots, main pot first: amount, and the positions that can win it (H4).

    ``paid``: what each position put in that others had to match; ``live``: who has not folded;
    ``dead``: chips of the main pot that need not be matched (a big blind ante, a dead blind);
    ``able``: who can still put in more, and so does not split off a side pot yet. There is one
    pot for each distinct amount among the others, folded players' chips included. Uncalled chips
    are still in it.

    >>> layers([70, 100, 100], [0, 1, 2])
    [(210, (0, 1, 2)), (60, (1, 2))]
    """
    pots: list[Layer] = []
    below = 0
    for height in sorted({paid[position] for position in live if position not in able}):
        amount = sum(min(chips, height) - below for chips in paid if chips > below)
        contenders = tuple(p for p in live if paid[p] >= height or p in able)
        pots.append((amount, contenders))
        below = height
    above = sum(chips - below for chips in paid if chips > below)
    if able and (above or not pots):
        pots.append((above, tuple(p for p in live if p in able)))
        above = 0
    pots[-1] = (pots[-1][0] + above, pots[-1][1])
    pots[0] = (pots[0][0] + dead, pots[0][1])
    return pots


def uncalled(paid: Sequence[int], live: Sequence[int]) -> tuple[int, int]:
    """Position and amount of the uncalled chips, which are returned (H4); 0 if all were called."""
    owner = max(live, key=paid.__getitem__)
    matched = max((*paid[:owner], *paid[owner + 1 :]), default=0)
    return owner, max(0, paid[owner] - matched)


def divide(amount: Chips, parts: int, fractions: bool) -> list[Chips]:
    """``amount`` in ``parts`` shares: exact, or whole chips with odd chips to the first (H5).

    >>> divide(100, 3, False)
    [34, 33, 33]
    >>> divide(100, 3, True)
    [Fraction(100, 3), Fraction(100, 3), Fraction(100, 3)]
    """
    if parts == 1:
        return [amount]
    if fractions:
        return [exact(Fraction(amount) / parts)] * parts
    whole, odd = divmod(int(amount), parts)
    shares: list[Chips] = [whole + 1] * odd
    return shares + [whole] * (parts - odd)


def exact(chips: Chips) -> Chips:
    """The same amount, as an int if it is whole."""
    return int(chips) if chips.denominator == 1 else chips


def best(contenders: Sequence[int], places: Sequence[int]) -> list[int]:
    """The ``contenders`` with the best hand; ``places``: by position, from ``ranks.rank``."""
    top = min([places[position] for position in contenders])
    return [position for position in contenders if places[position] == top]
