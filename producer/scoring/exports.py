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
    "net",
)  # fmt: skip
"""``section``: ``team``, ``seat`` or ``player``; ``deals``: how many the line counts."""

RESULTS_COLUMNS = (
    "session", "group", "deal", "seat", "table", "team", "player", "hand", "attempt", "unit",
    "chips", "average", "against_average", "rank", "counts",
)  # fmt: skip
"""One row per player and hand; ``counts``: whether it counts in the standings."""

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
        "missing": [_missing_answer(missing) for missing in standings.missing],
        "pending": list(standings.pending),
        "by_bots": list(standings.reference),
    }


def results_answer(tally: Tally) -> list[dict[str, Any]]:
    """Every result of the group as JSON with the keys ``RESULTS_COLUMNS``, amounts exact."""
    return [{key: _exact(value) for key, value in row.items()} for row in result_rows(tally)]


def standings_rows(standings: Standings, scoring: str) -> Iterator[dict[str, Cell]]:
    """The lines of all three sections by column; columns that a section lacks are absent."""
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
    """CSV with a header line, for spreadsheets.

    Texts that look like a formula begin with an apostrophe; amounts are decimals of at most six
    places; booleans are ``true`` and ``false``; None is empty.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    for line in lines:
        writer.writerow({column: _cell(line.get(column)) for column in columns})
    return text.getvalue()


def decimal(amount: Chips) -> str:
    """An amount as a decimal, rounded half to even to six places.

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
    """A text that is safe in spreadsheets and terminals: a formula gets an apostrophe, control
    characters and text direction marks become escapes.

    >>> plain("=1+1"), plain("Brazil"), plain("A\\x1b[2J")
    ("'=1+1", 'Brazil', 'A\\\\x1b[2J')
    """
    escaped = visible(text)
    return f"'{escaped}" if text.startswith(_FORMULA) else escaped


def _cell(value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return plain(value)
    return decimal(value)


def _points(points: Chips) -> int | float:
    """Points as a JSON number. They are multiples of a half, so a float is exact."""
    return points if isinstance(points, int) else float(points)


def _exact(value: Cell) -> object:
    return chips_json(value) if isinstance(value, Fraction) else value


def _team_answer(line: TeamLine) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "team": line.team,
        "points": _points(line.points),
        "net": None if line.net is None else _points(line.net),
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


def _missing_answer(missing: Missing) -> dict[str, Any]:
    return {
        "deal": missing.deal.number,
        "last": missing.last,
        "tables": list(missing.tables),
        "why": missing.why,
    }


def _line_cells(line: TeamLine | SeatLine | PlayerLine) -> dict[str, Cell]:
    return {column: getattr(line, column) for column in STANDINGS_COLUMNS if hasattr(line, column)}


def _amounts(row: Row) -> dict[str, Cell]:
    return {
        "chips": row.chips,
        "average": row.average,
        "against_average": row.against_average,
    }
