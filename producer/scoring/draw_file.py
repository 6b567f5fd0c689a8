"""A draw as JSON: what ``duplicast draw`` writes and checks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from producer.bounds import LARGEST_SEED, MOST_TABLES
from producer.json_text import fault_words, read_model
from producer.scoring.draw import MOST_DEALS, Draw
from producer.values import Name, SeatKey, Version

Deal = Annotated[int, Field(ge=1, le=MOST_DEALS)]


LONGEST_FILE = 16 << 20
"""Bytes: a thousand tables with three thousand deals each."""


class UnreadableDraw(ValueError):
    """A text that is not a draw in JSON; the message says where and why."""


class _DrawTable(BaseModel):
    model_config = ConfigDict(extra="forbid")

    seats: dict[SeatKey, Name] = Field(min_length=1)
    order: Annotated[tuple[Deal, ...], Field(max_length=MOST_DEALS)] = ()


class _DrawFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    v: Version = 1
    teams: Annotated[tuple[Name, ...], Field(max_length=MOST_TABLES)] = ()
    direction: Literal["ascending", "descending"] = "ascending"
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)] | None = None
    deals: Deal | None = None
    blocks: Deal | None = None
    tables: dict[Name, _DrawTable] = Field(min_length=1, max_length=MOST_TABLES)


def draw_answer(draw: Draw) -> dict[str, Any]:
    """The draw as JSON; ``draw_of`` reads it back.

    ``{v, teams, direction, seed, deals, blocks, tables: {table: {seats: {seat: team}, order}}}``
    """
    return {
        "v": 1,
        "teams": list(draw.teams),
        "direction": draw.direction,
        "seed": draw.seed,
        "deals": draw.deals or max(map(len, draw.orders.values()), default=None),
        "blocks": draw.blocks,
        "tables": {
            table: {
                "seats": {str(seat): team for seat, team in sorted(row.items())},
                "order": list(draw.orders.get(table, ())),
            }
            for table, row in draw.seats.items()
        },
    }


def read_draw(path: Path) -> Draw:
    """``draw_of`` the file, of which at most LONGEST_FILE bytes are read. Raises OSError and
    UnreadableDraw."""
    with path.open("rb") as file:
        text = file.read(LONGEST_FILE + 1)
    if len(text) > LONGEST_FILE:
        raise UnreadableDraw(f"the file is longer than {LONGEST_FILE >> 20} MiB, and so no draw")
    return draw_of(text)


def draw_of(text: str | bytes) -> Draw:
    """Reads a draw; only ``tables`` and their ``seats`` are required. Raises UnreadableDraw.

    Without ``teams``, the teams are those that have seats. ``check_draw`` checks the rules.
    """
    try:
        file = read_model(_DrawFile, text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part != "[key]") or "the text"
        raise UnreadableDraw(f"{place}: {fault_words(first)}") from error
    seats = {table: dict(own.seats) for table, own in file.tables.items()}
    teams = file.teams or tuple(dict.fromkeys(t for row in seats.values() for t in row.values()))
    orders = {table: own.order for table, own in file.tables.items() if own.order}
    return Draw(teams, file.direction, seats, orders, file.blocks, file.seed, file.deals)
