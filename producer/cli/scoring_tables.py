"""Standings, results and draws as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.table import Table
from rich.text import Text

from producer.games.bridge.bot_play import MADE
from producer.games.line import Chips
from producer.scoring import Standings, Tally
from producer.scoring.draw import Draw, meetings
from producer.scoring.exports import decimal
from producer.scoring.result_rows import rows
from producer.texts import number_of

_LISTED = 12


def standings_tables(
    standings: Standings, scoring: str, names: Mapping[str, str]
) -> Iterator[Table | Text]:
    """Tables of teams and seats, and the deals missing from them. ``names``: full names of
    teams."""
    place = f"{standings.session}/{standings.group}"
    state = "provisional" if standings.provisional else "final"
    yield Text(f"{place}: {state} standings, scoring by {scoring}, {_deals(standings)}", "bold")
    points = "IMPs" if standings.in_imps else "points"
    if scoring == "matchpoints":
        points = scoring
    if any(standings.counted.values()):
        if standings.teams:
            yield _teams(standings, names, points)
        yield _seats(standings, names, points)
    else:
        yield Text("no deal counts yet, so there are no standings")
    for bots in standings.reference:
        yield Text(f"compared with table {bots}: {reference_words()}")
    if standings.missing:
        yield Text(_missing(standings))
    for reason in standings.pending:
        yield Text(f"provisional: {reason}")


def reference_words() -> str:
    """What a table of bots is (RULES B5)."""
    return f"a reference by bots, which make {round(100 * MADE)} % of their contracts"


def results_table(tally: Tally, unit: str) -> Table:
    """Every result of the group, one row per player and hand. ``unit``: of the results."""
    table = Table("deal", "seat", "table", "team", "player", "hand", unit, "average", "rank")
    for row in sorted(rows(tally), key=lambda row: row.deal):
        table.add_row(
            str(row.deal.number),
            str(row.seat),
            Text(row.table),
            Text(row.team or "-"),
            Text(row.player or "-"),
            str(row.hand),
            _signed(row.chips),
            _signed(row.average),
            str(row.rank),
        )
    return table


def draw_tables(draw: Draw) -> Iterator[Table | Text]:
    """The seats, the order of action or how often teams meet, and the orders of deals."""
    seats = sorted({seat for row in draw.seats.values() for seat in row})
    table = Table("table", *(f"seat {seat}" for seat in seats))
    for name, row in draw.seats.items():
        table.add_row(Text(name), *(Text(row[seat]) for seat in seats))
    yield table
    yield Text(f"{draw.direction} seat numbers in the order of action; seed {draw.seed}")
    if len(seats) == len(draw.teams):
        yield Text(f"order of action at every table: {' > '.join((*draw.teams, draw.teams[0]))}")
    else:
        met = meetings(draw.seats).values()
        yield Text(f"any two teams meet at {min(met)} to {number_of(max(met), 'table')}")
    for name, order in draw.orders.items():
        yield Text(f"table {name} plays {' '.join(str(deal) for deal in order)}")


def _teams(standings: Standings, names: Mapping[str, str], points: str) -> Table:
    net = any(line.net is not None for line in standings.teams)
    table = Table("", "team", points, *(("net",) if net else ()), standings.unit)
    for line in standings.teams:
        table.add_row(
            str(line.rank),
            Text(names.get(line.team, line.team)),
            _short(line.points),
            *(("-" if line.net is None else _signed(line.net),) if net else ()),
            _signed(line.chips),
        )
    return table


def _seats(standings: Standings, names: Mapping[str, str], points: str) -> Table:
    table = Table("seat", "", "player", "team", "table", standings.unit, points)
    for seat, lines in standings.seats.items():
        for line in lines:
            table.add_row(
                str(seat),
                str(line.rank),
                Text(line.player or "-"),
                Text(names.get(line.team or "", line.team or "-")),
                Text(line.table),
                _signed(line.chips),
                "-" if line.points is None else _short(line.points),
            )
        table.add_section()
    return table


def _deals(standings: Standings) -> str:
    counted = sorted(set(standings.counted.values()))
    if len(counted) > 1:
        return (
            f"each seat over the {counted[0]} to {counted[-1]} deals that all its tables finished"
        )
    if counted == [1]:
        return "over the one deal that all tables have finished"
    return f"over the {counted[0] if counted else 0} deals that all tables have finished"


def _missing(standings: Standings) -> str:
    parts = []
    for why in ("not finished", "under review", "wrong deck", "not released"):
        runs = [(gone.deal.number, gone.last) for gone in standings.missing if gone.why == why]
        if runs:
            parts.append(f"{why}: {_numbers(runs)}")
    return f"missing: {'; '.join(parts)}"


def _numbers(spans: Sequence[tuple[int, int]]) -> str:
    """Deal numbers as runs, adjacent ones joined: ``3, 7-9``."""
    runs: list[tuple[int, int]] = []
    for first, last in spans:
        if runs and first == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], last
        else:
            runs.append((first, last))
    texts = [str(first) if first == last else f"{first}-{last}" for first, last in runs]
    more = f" and {len(texts) - _LISTED} more runs" if len(texts) > _LISTED else ""
    return ", ".join(texts[:_LISTED]) + more


def _signed(amount: Chips) -> str:
    return f"+{_short(amount)}" if amount > 0 else _short(amount)


def _short(amount: Chips) -> str:
    """With two decimals, as people read it; CSV and JSON have all of it."""
    return decimal(amount if isinstance(amount, int) else round(amount, 2))
