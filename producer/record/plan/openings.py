"""Merges the openings of a session, which come one by one and in any order. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from producer.events import HoldemGame, SessionOpened, TableInfo
from producer.problems import Problem, problem


def merge(before: SessionOpened | None, new: SessionOpened) -> SessionOpened | Problem:
    """Merges two openings; a Problem if they contradict each other.

    Tables are in the order received; in an archive, whose files come in any order, by name.
    """
    if before is not None:
        if table := _other_stakes(before, new):
            return problem("other-stakes", "data", table=table)
        contradiction = _contradiction(before, new)
        if contradiction:
            return problem("opening-contradicts", "data", detail=contradiction)
        new = new.model_copy(
            update={
                "title": new.title or before.title,
                "deals": new.deals or before.deals,
                "credit": new.credit or before.credit,
                "simulated": new.simulated or before.simulated,
                "tournament": new.tournament or before.tournament,
                "teams": {**before.teams, **new.teams},
                "tables": {**before.tables, **new.tables},
                "recordings": with_recordings(before.recordings, _new_files(before, new)),
                "pronunciations": {**before.pronunciations, **new.pronunciations},
            }
        )
    fault = _game_fault(new) or _team_fault(new) or _recording_fault(new) or _tables_fault(new)
    if fault:
        return fault
    if new.kind == "archive":
        return new.model_copy(update={"tables": _by_name(new.tables)})
    return new


def with_recordings(
    before: Mapping[str, tuple[str, ...]], new: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """By table, the files of both; a file belongs to the table that named it last."""
    named = {file for files in new.values() for file in files}
    stay = {
        table: tuple(file for file in files if file not in named or file in new.get(table, ()))
        for table, files in before.items()
    }
    return {
        table: tuple(dict.fromkeys((*stay.get(table, ()), *new.get(table, ()))))
        for table in {**before, **new}
    }


def _new_files(before: SessionOpened, new: SessionOpened) -> dict[str, tuple[str, ...]]:
    """By table, the files that only the new opening names: no opening moves a file to another
    table."""
    named = {file for files in before.recordings.values() for file in files}
    return {
        table: tuple(file for file in files if file not in named)
        for table, files in new.recordings.items()
    }


def _other_stakes(before: SessionOpened, new: SessionOpened) -> str | None:
    """The first table of hold'em that was opened with other stakes."""
    for name, table in new.tables.items():
        both = before.tables.get(name, table).game, table.game
        if both[0] != both[1] and all(isinstance(game, HoldemGame) for game in both):
            return name
    return None


def _contradiction(before: SessionOpened, new: SessionOpened) -> str | None:
    if new.kind != before.kind:
        return f"the session was opened as {before.kind}, now as {new.kind}"
    if new.direction != before.direction:
        return f"the session was opened with {before.direction} seats, now {new.direction}"
    if new.tournament and before.tournament not in (None, new.tournament):
        return "the tournament was opened on other terms"
    for name, table in new.tables.items():
        if before.tables.get(name, table) != table:
            same_game = before.tables[name].game == table.game
            what = "other players" if same_game else "another game"
            return f"table {name} was opened with {what}"
    for name, team in new.teams.items():
        if before.teams.get(name, team) != team:
            return f"team {name} was opened with another name, colour or flag"
    return None


def _game_fault(new: SessionOpened) -> Problem | None:
    """The tables of a group play the same deals, so they play one game."""
    first: tuple[str, str] | None = None
    for table, info in new.tables.items():
        first = first or (table, info.game.name)
        if info.game.name != first[1]:
            detail = f"table {first[0]} plays {first[1]}, table {table} plays {info.game.name}"
            return problem("opening-contradicts", f"data.tables.{table}.game", detail=detail)
    return None


def _team_fault(new: SessionOpened) -> Problem | None:
    for name, table in new.tables.items():
        for seat, player in table.players.items():
            if player.team is not None and player.team not in new.teams:
                at = f"data.tables.{name}.players.{seat}.team"
                return problem("unknown-team", at, table=name, seat=seat, team=player.team)
    return None


def _recording_fault(new: SessionOpened) -> Problem | None:
    for name in new.recordings:
        if name not in new.tables:
            detail = f"there are recordings of table {name}, which is not in the session"
            return problem("opening-contradicts", f"data.recordings.{name}", detail=detail)
    return None


def _tables_fault(new: SessionOpened) -> Problem | None:
    """Tables of one group play the same cards, those of a tournament do not."""
    if new.tournament is None or len(new.tables) < 2:
        return None
    return problem("tournament-of-tables", "data.tables", tables=len(new.tables))


def _by_name(tables: Mapping[str, TableInfo]) -> dict[str, TableInfo]:
    return {name: tables[name] for name in sorted(tables, key=_natural)}


def _natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key by which table 2 comes before table 10."""
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+|[0-9]", name)
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)
