"""Openings of one session, which may come singly and in any order, merged into one. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from producer.events import SessionOpened, TableInfo
from producer.problems import Problem, problem


def merge(before: SessionOpened | None, told: SessionOpened) -> SessionOpened | Problem:
    """What both openings say together; a Problem where they contradict each other.

    Tables stand in the order told; those of an archive, whose files come in any order, by name.
    """
    if before is not None:
        found = _contradiction(before, told)
        if found:
            return problem("opening-contradicts", "data", detail=found)
        told = told.model_copy(
            update={
                "title": told.title or before.title,
                "deals": told.deals or before.deals,
                "credit": told.credit or before.credit,
                "teams": {**before.teams, **told.teams},
                "tables": {**before.tables, **told.tables},
            }
        )
    stranger = _stranger(told)
    if stranger:
        return stranger
    if told.kind == "archive":
        return told.model_copy(update={"tables": _by_name(told.tables)})
    return told


def _contradiction(before: SessionOpened, told: SessionOpened) -> str | None:
    if told.kind != before.kind:
        return f"the session was opened as {before.kind}, now as {told.kind}"
    if told.direction != before.direction:
        return f"the session was opened with {before.direction} seats, now {told.direction}"
    for name, table in told.tables.items():
        if before.tables.get(name, table) != table:
            what = "game" if before.tables[name].game != table.game else "players"
            return f"table {name} was opened with another {what}"
    for name, team in told.teams.items():
        if before.teams.get(name, team) != team:
            return f"team {name} was opened otherwise"
    return None


def _stranger(told: SessionOpened) -> Problem | None:
    for name, table in told.tables.items():
        for seat, player in table.players.items():
            if player.team is not None and player.team not in told.teams:
                at = f"data.tables.{name}.players.{seat}.team"
                return problem("unknown-team", at, table=name, seat=seat, team=player.team)
    return None


def _by_name(tables: Mapping[str, TableInfo]) -> dict[str, TableInfo]:
    return {name: tables[name] for name in sorted(tables, key=_natural)}


def _natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Numbers in a name count as numbers: table 2 comes before table 10."""
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+|[0-9]", name)
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)
