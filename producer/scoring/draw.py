"""The seat draw and each table's order of deals (RULES P6, P8).

There are as many tables as teams, and each team has every seat number once. With as many seats
as teams the draw is a cyclic Latin square: every team always acts right after the same team.
With more teams than seats no table has two players of a team, and every table is a cyclic shift
of the first, chosen so that the teams meet as evenly as possible.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from random import Random
from typing import Literal

Direction = Literal["ascending", "descending"]
Seats = Mapping[str, Mapping[int, str]]
"""By table, then seat number: the team."""

MOST_SEATS = 10
MOST_DEALS = 10_000
_SHUFFLES = 400
_EXHAUSTIVE = 40_000


class CannotDraw(ValueError):
    """No draw is possible with these teams, seats or deals; the message says why."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A seat draw. ``teams``: with as many seats as teams, in the order of action.

    ``direction``: of play, as in ``session.opened``. ``orders``: by table, the deal numbers in
    the order that table plays them. ``blocks``: deals per block, each shuffled by itself, ``None``
    for one shuffle of all. ``seed``: draws the same again. ``deals``: how many every table plays,
    if stated.
    """

    teams: tuple[str, ...]
    direction: Direction
    seats: Seats
    orders: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    blocks: int | None = None
    seed: int | None = None
    deals: int | None = None


def draw(
    teams: Sequence[str],
    seed: int,
    *,
    seats: int | None = None,
    direction: Direction = "ascending",
    deals: int = 75,
    blocks: int | None = None,
) -> Draw:
    """Draws seats and orders at random; the same arguments always give the same draw.

    ``seats``: per table, by default one for every team, at most six. ``deals``: how many every
    table plays. Raises CannotDraw.
    """
    size = min(len(teams), 6) if seats is None else seats
    _check(teams, size, deals, blocks)
    rng = Random(seed)
    order = rng.sample(list(teams), len(teams))
    rows = seat_draw(order, None if size == len(order) else _offsets(len(order), size, rng))
    tables = {str(n): dict(enumerate(row, start=1)) for n, row in enumerate(rows, start=1)}
    orders = deal_orders(tuple(tables), deals, blocks, rng)
    acting = order if direction == "ascending" else order[::-1]
    return Draw(tuple(acting), direction, tables, orders, blocks, seed, deals)


def original_order(acting: Sequence[str], seed: int, direction: Direction) -> tuple[str, ...]:
    """The teams in the order given to ``draw``, from the order in which they act.

    >>> original_order(draw("ABC", 7).teams, 7, "ascending")
    ('A', 'B', 'C')
    """
    order = acting if direction == "ascending" else acting[::-1]
    drawn = Random(seed).sample(range(len(order)), len(order))
    return tuple(team for _, team in sorted(zip(drawn, order, strict=True)))


def seat_draw(
    order: Sequence[str], offsets: Sequence[int] | None = None
) -> tuple[tuple[str, ...], ...]:
    """The teams of every table by seat, each table shifted by one team in ``order``.

    ``offsets``: by seat, the index in ``order`` of the first table's team. By default all teams
    in order, which is a cyclic Latin square: a team always acts right after the same team. Raises
    CannotDraw if a team is named twice.

    >>> seat_draw("ABC")
    (('A', 'B', 'C'), ('B', 'C', 'A'), ('C', 'A', 'B'))
    """
    _once(order)
    n = len(order)
    seats = range(n) if offsets is None else offsets
    return tuple(tuple(order[(table + offset) % n] for offset in seats) for table in range(n))


def random_seats(teams: Sequence[str], rng: Random) -> tuple[tuple[str, ...], ...]:
    """A seat draw of as many seats as teams whose first table is random."""
    return seat_draw(rng.sample(list(teams), len(teams)))


def deal_orders(
    tables: Sequence[str], deals: int, blocks: int | None, rng: Random
) -> dict[str, tuple[int, ...]]:
    """By table, its order of the deals 1 to ``deals``, no two the same if that is possible.

    In blocks of 15 every table plays 1-15 in its own order, then 16-30, and so on. So all tables
    finish a deal, and it can be shown, while the session goes on.
    """
    size = blocks or deals
    parts = [
        list(range(first, min(first + size, deals + 1))) for first in range(1, deals + 1, size)
    ]
    possible = math.prod(math.factorial(len(part)) for part in parts)
    orders: dict[str, tuple[int, ...]] = {}
    for table in tables:
        order = _shuffled(parts, rng)
        while order in orders.values() and len(orders) < possible:
            order = _shuffled(parts, rng)
        orders[table] = order
    return orders


def acts_after(seats: Mapping[int, str], direction: str) -> dict[str, str]:
    """For each team at a table, the team it acts right after.

    >>> acts_after({1: "E", 2: "A", 3: "D"}, "descending")
    {'D': 'E', 'A': 'D', 'E': 'A'}
    """
    numbers = sorted(seats, reverse=direction == "descending")
    return {seats[seat]: seats[numbers[place - 1]] for place, seat in enumerate(numbers)}


def meetings(seats: Seats) -> dict[frozenset[str], int]:
    """By pair of teams, the number of tables at which both sit, 0 included."""
    teams = sorted({team for row in seats.values() for team in row.values()})
    met = dict.fromkeys((frozenset(pair) for pair in combinations(teams, 2)), 0)
    for row in seats.values():
        for pair in combinations(sorted(set(row.values())), 2):
            met[frozenset(pair)] += 1
    return met


def _check(teams: Sequence[str], size: int, deals: int, blocks: int | None) -> None:
    _once(teams)
    if any(not team.strip() for team in teams):
        raise CannotDraw("a team has no name")
    if len(teams) < 2:
        raise CannotDraw(f"{len(teams) or 'no'} team{'s' * (not teams)}: a draw needs at least two")
    if not 2 <= size <= MOST_SEATS:
        raise CannotDraw(f"{size} seats a table: hold'em is played by 2 to {MOST_SEATS} (H1)")
    if size > len(teams):
        raise CannotDraw(
            f"{len(teams)} teams at tables of {size} seats: some team would have two players at "
            f"a table; give at most {len(teams)} seats"
        )
    if not 1 <= deals <= MOST_DEALS:
        raise CannotDraw(f"{deals} deals: a session has 1 to {MOST_DEALS}")
    if blocks is not None and blocks < 1:
        raise CannotDraw(f"blocks of {blocks} deals: a block has at least one")


def _once(teams: Sequence[str]) -> None:
    twice = [team for team, times in Counter(teams).items() if times > 1]
    if twice:
        raise CannotDraw(f"team {twice[0]} is named twice in {', '.join(teams)}")


def _offsets(teams: int, size: int, rng: Random) -> tuple[int, ...]:
    """What to add, modulo ``teams``, to the table's number to get the team of each seat.

    Two teams meet as often as their distance occurs among the differences of the offsets, so the
    best offsets are those with the most evenly spread differences.
    """
    return _mixed(most_even(teams, size), teams, rng)


@cache
def most_even(teams: int, size: int) -> tuple[int, ...]:
    """The offsets with which the teams meet most evenly; the same for every seed.

    Searches all sets for up to 24 teams at six seats, a fixed sample beyond that.
    """
    return min(_candidates(teams, size), key=lambda offsets: _unevenness(offsets, teams))


def _unevenness(offsets: Sequence[int], teams: int) -> int:
    """Sum of the squared numbers of meetings; lowest when most even."""
    met = Counter((a - b) % teams for a in offsets for b in offsets if a != b)
    return sum(times * times for times in met.values())


def _candidates(teams: int, size: int) -> list[tuple[int, ...]]:
    """All sets of offsets that begin with 0, or a sample if there are too many."""
    if math.comb(teams - 1, size - 1) <= _EXHAUSTIVE:
        return [(0, *rest) for rest in combinations(range(1, teams), size - 1)]
    rng = Random(teams)
    return [(0, *sorted(rng.sample(range(1, teams), size - 1))) for _ in range(_EXHAUSTIVE)]


def _mixed(offsets: Sequence[int], teams: int, rng: Random) -> tuple[int, ...]:
    """The best of some random orders of the offsets: no team acts after the same one too often."""
    orders = [tuple(rng.sample(offsets, len(offsets))) for _ in range(_SHUFFLES)]
    return min(orders, key=lambda order: _repeats(order, teams))


def _repeats(offsets: Sequence[int], teams: int) -> int:
    after = Counter((offsets[n] - offsets[n - 1]) % teams for n in range(len(offsets)))
    return sum(times * times for times in after.values())


def _shuffled(parts: Sequence[Sequence[int]], rng: Random) -> tuple[int, ...]:
    return tuple(deal for part in parts for deal in rng.sample(part, len(part)))
