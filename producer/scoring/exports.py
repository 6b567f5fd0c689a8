"""Standings and results as JSON and as CSV with stable column names."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from producer.events import chips_json
from producer.games.line import Chips
from producer.scoring.result_rows import Row, rows
from producer.scoring.standings import Missing, PlayerLine, SeatLine, Standings, TeamLine
from producer.scoring.tally import Tally
from producer.texts import visible

STANDINGS_COLUMNS = (
    "session", "group", "scoring", "provisional", "deals", "unit", "section", "rank", "seat",
    "table", "team", "player", "points", "chips", "against_average", "percentile",
)  # fmt: skip
"""``section``: ``team``, ``seat`` or ``player``; ``deals``: how many are in the line's figures."""

RESULTS_COLUMNS = (
    "session", "group", "deal", "seat", "table", "team", "player", "hand", "attempt", "unit",
    "chips", "average", "against_average", "rank", "counts",
)  # fmt: skip
"""One row a player and hand; ``counts`` says whether it is in the standings."""

Cell = Chips | str | bool | None

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_PLACES = 6


def standings_answer(standings: Standings) -> dict[str, Any]:
    """The published JSON of ``duplicast standings`` (docs/json.md); points as numbers."""
    return {
        "session": standings.session,
        "group": standings.group,
        "provisional": standings.provisional,
        "teams": [_team_answer(line) for line in standings.teams],
        "seats": {
            str(seat): [_seat_answer(line) for line in lines]
            for seat, lines in standings.seats.items()
        },
        "missing": [_missing_answer(gone) for gone in standings.missing],
        "pending": list(standings.pending),
    }


def results_answer(tally: Tally) -> list[dict[str, Any]]:
    """Every result of the group as JSON, the keys those of ``RESULTS_COLUMNS``, amounts exact."""
    return [{key: _exact(value) for key, value in row.items()} for row in result_rows(tally)]


def standings_rows(standings: Standings, scoring: str) -> Iterator[dict[str, Cell]]:
    """The lines of all three sections by column; a column that a section has not is absent."""
    shared: dict[str, Cell] = {
        "session": standings.session,
        "group": standings.group,
        "scoring": scoring,
        "provisional": standings.provisional,
        "unit": standings.unit,
    }
    counted = standings.counted
    for team in standings.teams:
        deals = min(counted.values(), default=0)
        yield {**shared, "section": "team", "deals": deals, **_line_cells(team)}
    for seat, lines in standings.seats.items():
        for line in lines:
            own: dict[str, Cell] = {"section": "seat", "deals": counted[seat], "seat": seat}
            yield {**shared, **own, **_line_cells(line)}
    for player in standings.players:
        deals = counted[player.seat]
        yield {**shared, "section": "player", "deals": deals, **_line_cells(player)}


def result_rows(tally: Tally) -> Iterator[dict[str, Cell]]:
    """Every result of the group by column."""
    for row in rows(tally):
        yield {
            "session": row.deal.session,
            "group": row.deal.group,
            "deal": row.deal.number,
            "seat": row.seat,
            "table": row.table,
            "team": row.team,
            "player": row.player,
            "hand": row.hand,
            "attempt": row.attempt,
            "unit": tally.unit,
            **_amounts(row),
            "rank": row.rank,
            "counts": row.counts,
        }


def csv_text(columns: tuple[str, ...], lines: Iterable[Mapping[str, Cell]]) -> str:
    """CSV with a header line, for spreadsheets: texts that would be taken for a formula begin
    with an apostrophe; amounts are decimals, rounded to six places where they must be; yes and
    no are ``true`` and ``false``; what is not known is empty.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    for line in lines:
        writer.writerow({column: _cell(line.get(column)) for column in columns})
    return text.getvalue()


def decimal(amount: Chips) -> str:
    """An amount as a decimal, exact up to six places, rounded half to even beyond.

    >>> decimal(Fraction(-9579, 2)), decimal(Fraction(100, 3)), decimal(12)
    ('-4789.5', '33.333333', '12')
    """
    if isinstance(amount, int):
        return str(amount)
    units = round(amount * 10**_PLACES)
    sign = "-" if units < 0 else ""
    whole, part = divmod(abs(units), 10**_PLACES)
    return f"{sign}{whole}.{part:0{_PLACES}d}".rstrip("0").rstrip(".")


def plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula and no terminal for an order: control
    characters, and marks of the direction of writing, stand as their escapes.

    >>> plain("=1+1"), plain("Brazil"), plain("A\\x1b[2J")
    ("'=1+1", 'Brazil', 'A\\\\x1b[2J')
    """
    seen = visible(text)
    return f"'{seen}" if text.startswith(_FORMULA) else seen


def _cell(value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return plain(value)
    return decimal(value)


def _points(points: Chips) -> int | float:
    """Points as a JSON number: shared places make halves at most, which a number holds exactly."""
    return points if isinstance(points, int) else float(points)


def _exact(value: Cell) -> object:
    return chips_json(value) if isinstance(value, Fraction) else value


def _team_answer(line: TeamLine) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "team": line.team,
        "points": _points(line.points),
        "chips": chips_json(line.chips),
    }


def _seat_answer(line: SeatLine) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "table": line.table,
        "team": line.team,
        "player": line.player,
        "chips": chips_json(line.chips),
        "points": None if line.points is None else _points(line.points),
    }


def _missing_answer(gone: Missing) -> dict[str, Any]:
    return {
        "deal": gone.deal.number,
        "last": gone.last,
        "tables": list(gone.tables),
        "why": gone.why,
    }


def _line_cells(line: TeamLine | SeatLine | PlayerLine) -> dict[str, Cell]:
    return {column: getattr(line, column) for column in STANDINGS_COLUMNS if hasattr(line, column)}


def _amounts(row: Row) -> dict[str, Cell]:
    return {
        "chips": row.chips,
        "average": row.average,
        "against_average": row.against_average,
    }
