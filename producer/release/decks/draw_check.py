"""Whether a file of ``duplicast draw`` is the draw of a session that is being played. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from producer.record import GroupState, HandEnd

Orders = Mapping[str, Sequence[int]]
"""By table, the numbers of its deals in the order in which it plays them."""

ENOUGH = 8
"""Pairs of consecutive hands needed before a table's order can be judged."""


def draw_mismatch(book: GroupState, ends: Sequence[HandEnd], orders: Orders) -> str:
    """Why ``orders`` cannot be the group's, in words; ``""`` where they can be.

    The tables and the number of deals must match, and of at least ``ENOUGH`` pairs of consecutive
    hands three in four must follow the order.
    """
    name = f"{book.session}/{book.group}"
    if set(orders) != set(book.tables):
        return (
            f"it has orders of deals for {_tables(orders)}, and {name} is played at "
            f"{_tables(book.tables)}"
        )
    deals = {len(order) for order in orders.values()}
    total = book.total or max(book.deals, default=0)
    if max(deals) != total if book.total else max(deals) < total:
        return f"it has orders of {max(deals)} deals, and {name} plays {total}"
    pairs = [pair for table in book.tables for pair in _played(table, ends, orders[table])]
    rising = sum(before < after for before, after in pairs)
    if len(pairs) >= ENOUGH and 4 * rising < 3 * len(pairs):
        return f"the tables of {name} have not played in its orders"
    return ""


def _played(table: str, ends: Sequence[HandEnd], order: Sequence[int]) -> list[tuple[int, int]]:
    """For every two consecutive hands of the table, their places in the order."""
    place = {deal: number for number, deal in enumerate(order)}
    own = sorted((end for end in ends if end.table == table), key=lambda end: end.at)
    return list(pairwise(place[end.deal] for end in own if end.deal in place))


def _tables(names: Orders | Sequence[str]) -> str:
    listed = ", ".join(sorted(names)[:12])
    return f"table{'s' if len(names) > 1 else ''} {listed}" if names else "no table"
