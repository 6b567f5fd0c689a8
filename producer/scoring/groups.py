"""Several sessions and groups: their sums, and the teams of the final (RULES P10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from producer.games.line import Chips, Deal
from producer.scoring.places import whole
from producer.scoring.standings import Standings, TeamLine, rank_teams


def by_group(deals: Iterable[Deal]) -> dict[tuple[str, str], tuple[Deal, ...]]:
    """The deals of each (session, group), groups and deals in order."""
    groups: dict[tuple[str, str], list[Deal]] = {}
    for deal in sorted(deals, key=lambda deal: deal.key):
        groups.setdefault((deal.key.session, deal.key.group), []).append(deal)
    return {key: tuple(group) for key, group in groups.items()}


def over_sessions(sessions: Sequence[Standings]) -> tuple[TeamLine, ...]:
    """The teams over several sessions of one group: points and chips added, ranked as in P5.

    A team that missed a session has the points of the others. To rank each seat once over all
    sessions instead, tally the deals of all sessions together.
    """
    points: dict[str, Chips] = {}
    chips: dict[str, Chips] = {}
    for line in (line for session in sessions for line in session.teams):
        points[line.team] = whole(points.get(line.team, 0) + line.points)
        chips[line.team] = whole(chips.get(line.team, 0) + line.chips)
    return rank_teams(points, chips)


@dataclass(frozen=True, slots=True)
class Finalist:
    """A team of the final: its group and its line there."""

    group: str
    line: TeamLine


class NotDecided(ValueError):
    """The finalists are not decided: deals are missing, or two teams are tied."""


def finalists(
    groups: Sequence[Standings], *, each: int = 1, others: int = 0
) -> tuple[Finalist, ...]:
    """The teams of the final (P10): the first ``each`` of every group, then the best ``others``.

    First all winners in the order of the groups, then all seconds, and so on. The others are the
    best over all groups by points, then chips; the groups should have the same size. Raises
    NotDecided while a group is provisional or tied teams straddle the cut, and ValueError if
    there are not enough teams.
    """
    for group in groups:
        if group.provisional:
            deals = sum(missing.count for missing in group.missing)
            raise NotDecided(f"group {group.group}: {deals} deals are missing")
        if len(group.teams) < each:
            raise ValueError(f"group {group.group} has {len(group.teams)} teams, {each} are wanted")
        _decided(group.teams, each, f"group {group.group}")
    chosen = [Finalist(group.group, group.teams[n]) for n in range(each) for group in groups]
    rest = [Finalist(group.group, line) for group in groups for line in group.teams[each:]]
    if len(rest) < others:
        raise ValueError(f"{others} more teams are wanted, the groups have {len(rest)}")
    rest.sort(key=lambda other: (other.line.points, other.line.chips), reverse=True)
    _decided([other.line for other in rest], others, "the best of the others")
    return (*chosen, *rest[:others])


def _decided(lines: Sequence[TeamLine], taken: int, where: str) -> None:
    """Raises NotDecided if the cut falls between two teams tied on points and chips."""
    if not 0 < taken < len(lines):
        return
    last, first = lines[taken - 1], lines[taken]
    if (last.points, last.chips) == (first.points, first.chips):
        raise NotDecided(
            f"{where}: {last.team} and {first.team} are tied on points and chips, "
            "and only one of them advances"
        )
