"""Checks a draw (RULES P6, P8) and lists every fault."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from producer.scoring.draw import Draw, acts_after, meetings, most_even, original_order
from producer.scoring.draw import draw as draw_seats
from producer.texts import number_of

Key = TypeVar("Key", int, str)


def check_draw(draw: Draw) -> tuple[str, ...]:
    """The faults of ``draw`` in words; ``()`` for a valid draw.

    Required: as many tables as teams, the same seats at every table, no table with two players
    of a team, each team once in every seat number; with as many seats as teams, every team always
    acts right after the same team, with fewer seats, teams meet as evenly as ``draw`` makes them;
    every table plays all deals, in an order no other table has; and the seed, if given, draws the
    same again.
    """
    faults = [*_tables(draw), *_rows(draw), *_columns(draw)]
    if not faults:
        faults = [*_acting(draw), *_meetings(draw)]
    faults += _orders(draw)
    return tuple(faults or _seed(draw))


def _tables(draw: Draw) -> Iterator[str]:
    if len(draw.teams) < 2:
        yield f"{len(draw.teams)} teams: a draw needs at least two"
    if len(draw.seats) != len(draw.teams):
        yield (
            f"{len(draw.teams)} teams at {len(draw.seats)} tables: each team has every seat "
            "number once, so there must be as many tables as teams"
        )
    numbers = {table: sorted(row) for table, row in draw.seats.items()}
    first = next(iter(numbers), "")
    for table, seats in numbers.items():
        if seats != numbers[first]:
            yield f"table {table} has seats {_list(seats)}, table {first} {_list(numbers[first])}"


def _rows(draw: Draw) -> Iterator[str]:
    for table, row in draw.seats.items():
        for team, seats in _where(row).items():
            if team not in draw.teams:
                yield f"table {table}, seat {seats[0]}: {team} is not one of the teams"
            if len(seats) > 1:
                yield f"table {table} has {len(seats)} players of {team}, in seats {_list(seats)}"


def _columns(draw: Draw) -> Iterator[str]:
    for seat in sorted({seat for row in draw.seats.values() for seat in row}):
        teams = {table: row[seat] for table, row in draw.seats.items() if seat in row}
        absent = [team for team in draw.teams if team not in teams.values()]
        for team, tables in _where(teams).items():
            if len(tables) > 1:
                missing = f", and never {_list(absent)}" if absent else ""
                yield f"seat {seat} has {team} at tables {_list(tables)}{missing}"


def _acting(draw: Draw) -> Iterator[str]:
    """With as many seats as teams, every team always acts right after the same team."""
    first = next(iter(draw.seats))
    if len(draw.seats[first]) != len(draw.teams):
        return
    wanted = acts_after(draw.seats[first], draw.direction)
    for table, row in draw.seats.items():
        after = acts_after(row, draw.direction)
        for team in draw.teams:
            if after[team] != wanted[team]:
                yield (
                    f"{team} acts after {wanted[team]} at table {first} but after {after[team]} "
                    f"at table {table}; it should always act after the same team"
                )
                return


def _meetings(draw: Draw) -> Iterator[str]:
    met = meetings(draw.seats)
    low, high = min(met.values()), max(met.values())
    best = _possible(len(draw.teams), len(next(iter(draw.seats.values()))))
    if high - low > best[1] - best[0]:
        often = next(pair for pair, times in met.items() if times == high)
        rarely = next(pair for pair, times in met.items() if times == low)
        yield (
            f"{_list(sorted(often))} meet at {number_of(high, 'table')}, "
            f"{_list(sorted(rarely))} at {low}; "
            f"a draw with {best[0]} to {best[1]} meetings exists"
        )


def _possible(teams: int, size: int) -> tuple[int, int]:
    """The fewest and most meetings of two teams in the most even draw that ``draw`` finds."""
    if size == teams:
        return teams, teams
    offsets = most_even(teams, size)
    met = Counter((a - b) % teams for a in offsets for b in offsets if a != b)
    times = [met[distance] for distance in range(1, teams)]
    return min(times), max(times)


def _orders(draw: Draw) -> Iterator[str]:
    if not draw.orders:
        return
    for table in draw.seats:
        if table not in draw.orders:
            yield f"table {table} has no order of deals"
    for table in draw.orders:
        if table not in draw.seats:
            yield f"table {table} has an order of deals but no seats"
    deals = draw.deals or max(deal for order in draw.orders.values() for deal in order)
    for table, order in draw.orders.items():
        yield from _order(table, order, deals, draw.blocks)
    yield from _alike(draw.orders, deals)


def _order(table: str, order: tuple[int, ...], deals: int, blocks: int | None) -> Iterator[str]:
    times = Counter(order)
    beyond = max(order, default=deals)
    twice = sorted(deal for deal, count in times.items() if count > 1)
    absent = sorted(set(range(1, deals + 1)) - set(times))
    if twice:
        yield f"table {table} plays deal {twice[0]} {times[twice[0]]} times"
    if absent:
        yield f"table {table} never plays deal {absent[0]}"
    if beyond > deals:
        yield f"table {table} plays deal {beyond}, but the last is {deals}"
    if twice or absent or beyond > deals or blocks is None:
        return
    for place, deal in enumerate(order):
        if place // blocks != (deal - 1) // blocks:
            yield (
                f"table {table} plays deal {deal} in position {place + 1}, outside its block of "
                f"{blocks} deals"
            )
            return


def _seed(draw: Draw) -> Iterator[str]:
    """Drawing again from the seed and direction must give the same draw."""
    if draw.seed is None:
        return
    again = draw_seats(
        original_order(draw.teams, draw.seed, draw.direction),
        draw.seed,
        seats=len(next(iter(draw.seats.values()))),
        direction=draw.direction,
        deals=draw.deals or max(map(len, draw.orders.values()), default=1),
        blocks=draw.blocks,
    )
    if list(again.seats.values()) != list(draw.seats.values()):
        what = f"different seats, {draw.direction}"
    elif draw.orders and list(again.orders.values()) != [draw.orders[t] for t in draw.seats]:
        what = "different orders of deals"
    else:
        return
    yield f"seed {draw.seed} draws {what}; omit the seed if the draw was not made with it"


def _alike(orders: Mapping[str, tuple[int, ...]], deals: int) -> Iterator[str]:
    """Tables that play in the same order could overhear each other's hands (P8, P11)."""
    seen: dict[tuple[int, ...], str] = {}
    for table, order in orders.items():
        if order in seen and math.factorial(min(deals, 20)) >= len(orders):
            yield f"tables {seen[order]} and {table} play the deals in the same order"
        seen.setdefault(order, table)


def _where(row: Mapping[Key, str]) -> dict[str, list[Key]]:
    places: dict[str, list[Key]] = {}
    for key, team in row.items():
        places.setdefault(team, []).append(key)
    return places


def _list(items: Iterable[object]) -> str:
    return ", ".join(str(item) for item in items)
