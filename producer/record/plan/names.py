"""Names of players, teams and tables that were wrong in the opening, as they are shown. Pure.

Rules and answers to devices go by the opening as sent; what people see goes by these.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from producer.events import Player, RosterCorrected, SessionOpened, Team
from producer.problems import Problem, problem


class Roster(NamedTuple):
    """A group's merged openings as ``sent``, and as they are ``shown``. ``tables``: by table, the
    name it is shown by where that was corrected."""

    sent: SessionOpened
    shown: SessionOpened
    tables: Mapping[str, str]


def merged(before: RosterCorrected | None, new: RosterCorrected) -> RosterCorrected:
    """Merges two corrections; where both correct a name, the later one counts."""
    if before is None:
        return new
    tables = before.players.keys() | new.players.keys()
    players = {
        table: {**before.players.get(table, {}), **new.players.get(table, {})}
        for table in sorted(tables)
    }
    return RosterCorrected.model_construct(
        reason=new.reason,
        players=players,
        teams={**before.teams, **new.teams},
        tables={**before.tables, **new.tables},
    )


def names_fault(opened: SessionOpened, names: RosterCorrected) -> Problem | None:
    """The problem that the corrected name is not in the opening."""
    for table, seats in names.players.items():
        if table not in opened.tables:
            return problem("no-such-table", f"data.players.{table}", table=table)
        for seat, player in seats.items():
            at = f"data.players.{table}.{seat}"
            if seat not in opened.tables[table].players:
                return problem("no-such-seat", at, table=table, seat=seat)
            if player.team is not None and player.team not in opened.teams:
                return problem("no-such-team", f"{at}.team", team=player.team)
    for team in names.teams:
        if team not in opened.teams:
            return problem("no-such-team", f"data.teams.{team}", team=team)
    for table in names.tables:
        if table not in opened.tables:
            return problem("no-such-table", f"data.tables.{table}", table=table)
    return _used_twice(opened, names)


def _used_twice(opened: SessionOpened, names: RosterCorrected) -> Problem | None:
    codes = [_code(team, names) or "" for team in opened.teams]
    tables = [names.tables.get(table, table) for table in opened.tables]
    for kind, all_names in (("team", codes), ("table", tables)):
        for name in all_names:
            if all_names.count(name) > 1:
                return problem("name-used-twice", f"data.{kind}s", kind=kind, name=name)
    return None


def roster(sent: SessionOpened, names: RosterCorrected | None) -> Roster:
    """The openings as sent, with the corrected names beside them."""
    if names is None:
        return Roster(sent, sent, {})
    tables = {
        table: info.model_copy(update={"players": _players(table, info.players, sent, names)})
        for table, info in sent.tables.items()
    }
    teams = {_code(code, names): _team(code, team, names) for code, team in sent.teams.items()}
    shown = sent.model_copy(update={"tables": tables, "teams": teams})
    return Roster(sent, shown, names.tables)


def shown_players(
    table: str, players: Mapping[int, Player], roster: Roster
) -> Mapping[int, Player]:
    """The players of one hand as they are shown: those of the roster with its corrections, a
    substitute that the hand names as it names him."""
    if roster.sent is roster.shown:
        return players
    sent, shown = roster.sent.tables[table].players, roster.shown.tables[table].players
    codes = dict(zip(roster.sent.teams, roster.shown.teams, strict=True))
    return {
        seat: shown[seat]
        if player == sent.get(seat)
        else player.model_copy(update={"team": codes.get(player.team or "", player.team)})
        for seat, player in players.items()
    }


def _players(
    table: str, players: Mapping[int, Player], sent: SessionOpened, names: RosterCorrected
) -> dict[int, Player]:
    corrected = {**players, **names.players.get(table, {})}
    return {
        seat: player.model_copy(
            update={"team": _code(player.team, names) if player.team in sent.teams else player.team}
        )
        for seat, player in corrected.items()
    }


def _code(code: str | None, names: RosterCorrected) -> str | None:
    team = names.teams.get(code or "")
    return team.code if team is not None and team.code else code


def _team(code: str, team: Team, names: RosterCorrected) -> Team:
    new = names.teams.get(code)
    if new is None:
        return team
    return Team(name=new.name, colour=new.colour or team.colour, flag=new.flag or team.flag)
