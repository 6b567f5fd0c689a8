"""Standings of duplicate bridge: team matches in IMPs, pairs by IMPs, Butler or matchpoints.

A team match is two tables at which the same two teams sit the other way round, or one table and the
reference that bots played (RULES B5), who stand for each team's other pair. Each returns
``Standings``; what ``points`` means is stated at each; chips are points of the deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from producer.games.line import Chips, Deal, DealKey, Play
from producer.scoring.comparisons import butler, cross_imps, imps, matchpoints
from producer.scoring.places import ranked, whole
from producer.scoring.standings import (
    PlayerLine,
    SeatLine,
    Standings,
    TeamLine,
    against_average,
    by_team,
    missing,
    rank_teams,
    team_chips,
    who,
)
from producer.scoring.tally import Tally, counts

_NORTH, _EAST = 1, 2
UNIT = "score"

OfDeal = Callable[[Mapping[str, Chips]], Mapping[str, Chips]]
"""What each table's score in one deal is worth against the other tables'."""


@dataclass(frozen=True, slots=True)
class Match:
    """``home`` sits North and South at ``open``, East and West at ``closed``."""

    home: str
    visitors: str
    open: str
    closed: str


@dataclass(frozen=True, slots=True)
class MatchScore:
    """``deals``: by deal, the IMPs that the home team won, negative if the visitors did. ``home``
    and ``visitors``: the IMPs of each, with those carried over."""

    match: Match
    deals: Mapping[DealKey, int]
    home: Chips
    visitors: Chips


def matches_of(tally: Tally) -> tuple[Match, ...]:
    """The pairs of tables with the same teams the other way round, in the roster's order."""
    sides = {
        table: (_team(tally, table, _NORTH), _team(tally, table, _EAST)) for table in tally.roster
    }
    found: list[Match] = []
    for table, (north, east) in sides.items():
        for other, turned in sides.items():
            used = {name for match in found for name in (match.open, match.closed)}
            if (
                north is not None
                and east is not None
                and north != east
                and turned == (east, north)
                and used.isdisjoint((table, other))
            ):
                found.append(Match(north, east, table, other))
    for bots in tally.by_bots:
        for table, (north, east) in sides.items():
            if table not in tally.by_bots and north is not None and east not in (None, north):
                found.append(Match(north, east, table, bots))
    return tuple(found)


def one_match(deal: Deal, tables: Sequence[str]) -> bool:
    """Whether the difference of these tables counts in a match (B3): they are two, and the same
    teams sit the other way round, or bots stand for them (B5). Where no teams are named, two tables
    alone are a match."""
    if len(tables) != 2:
        return False
    if any(table in deal.by_bots for table in tables):
        return True
    plays = {play.table: play for play in deal.plays}
    first, second = ([_team_of(plays[table], seat) for seat in (_NORTH, _EAST)] for table in tables)
    if None in (*first, *second):
        return len(deal.tables) == 2
    return first == second[::-1]


def _team_of(play: Play, seat: int) -> str | None:
    player = play.players.get(seat)
    return None if player is None else player.team


def match_scores(tally: Tally) -> tuple[MatchScore, ...]:
    """Every match over the deals that both of its rooms have finished (B3)."""
    return tuple(_scored(tally, match) for match in matches_of(tally))


def _scored(tally: Tally, match: Match) -> MatchScore:
    swings = {
        deal: imps(hands[match.open].chips[_NORTH] - hands[match.closed].chips[_NORTH])
        for deal, hands in tally.hands.items()
        if deal not in tally.left_out and match.open in hands and match.closed in hands
    }
    home = sum(swing for swing in swings.values() if swing > 0)
    visitors = -sum(swing for swing in swings.values() if swing < 0)
    return MatchScore(
        match,
        swings,
        whole(tally.carried.get(match.home, 0) + home),
        whole(tally.carried.get(match.visitors, 0) + visitors),
    )


def standings_by_imps(tally: Tally, deals: int = 0) -> Standings:
    """Teams: IMPs of their matches (B3), ranked by IMPs less the opponents'. Seats and players: the
    mean IMPs against every other table (B4)."""
    return _by_matches(tally, deals, cross_imps)


def standings_by_butler(tally: Tally, deals: int = 0) -> Standings:
    """Teams as in ``standings_by_imps``. Seats and players: IMPs against the datum (B4)."""
    return _by_matches(tally, deals, butler)


def standings_by_matchpoints(tally: Tally, deals: int = 0) -> Standings:
    """Seats and players: matchpoints against the other tables (B4). Teams: those of their players,
    each pair once."""
    points = _points(tally, matchpoints)
    pairs = {seat: own for seat, own in points.items() if seat in (_NORTH, _EAST)}
    return _standings(tally, deals, matchpoints, rank_teams(by_team(tally, pairs), _chips(tally)))


def _by_matches(tally: Tally, deals: int, worth: OfDeal) -> Standings:
    scores = match_scores(tally)
    found = _standings(tally, deals, worth, _match_teams(tally, scores))
    return replace(found, in_imps=True, match_deals=tuple(len(each.deals) for each in scores))


def _match_teams(tally: Tally, scores: Sequence[MatchScore]) -> tuple[TeamLine, ...]:
    points: dict[str, Chips] = {}
    lead: dict[str, Chips] = {}
    for score in scores:
        home, visitors = score.match.home, score.match.visitors
        for team, own, other in (
            (home, score.home, score.visitors),
            (visitors, score.visitors, score.home),
        ):
            points[team] = whole(points.get(team, 0) + own)
            lead[team] = whole(lead.get(team, 0) + own - other)
    chips = _chips(tally)
    ordered = ranked(sorted(points), key=lambda team: lead[team])
    return tuple(
        TeamLine(rank, team, points[team], chips[team], lead[team]) for rank, team in ordered
    )


def _chips(tally: Tally) -> dict[str, Chips]:
    """By team, its points of the deals, each pair once."""
    return {team: whole(Fraction(chips) / 2) for team, chips in team_chips(tally).items()}


def _points(tally: Tally, worth: OfDeal) -> dict[int, dict[str, Chips]]:
    """By seat, then table, what its scores are worth, over the deals that count for the seat."""
    points = {seat: dict.fromkeys(own, Fraction(0)) for seat, own in tally.sums.items()}
    for deal, hands in tally.hands.items():
        for seat, own in points.items():
            if counts(tally, deal, seat):
                for table, value in worth({t: hands[t].chips[seat] for t in own}).items():
                    own[table] += value
    return {seat: {t: whole(p) for t, p in own.items()} for seat, own in points.items()}


def _standings(tally: Tally, deals: int, worth: OfDeal, teams: tuple[TeamLine, ...]) -> Standings:
    points = _points(tally, worth)
    return Standings(
        session=tally.session,
        group=tally.group,
        unit=UNIT,
        teams=teams,
        seats={seat: tuple(_seat(tally, seat, own)) for seat, own in points.items()},
        players=_players(tally, points),
        counted=tally.counted,
        missing=missing(tally, deals),
        tally=tally,
        reference=tuple(sorted(tally.by_bots)),
    )


def _seat(tally: Tally, seat: int, points: Mapping[str, Chips]) -> Iterator[SeatLine]:
    people = [table for table in points if table not in tally.by_bots]
    for rank, table in ranked(people, key=lambda table: points[table]):
        chips = tally.sums[seat][table]
        yield SeatLine(rank, table, *who(tally, table, seat), chips, points[table])


def _players(tally: Tally, points: Mapping[int, Mapping[str, Chips]]) -> tuple[PlayerLine, ...]:
    versus = against_average(tally)
    rows = [
        (worth, seat, table)
        for seat, own in points.items()
        for table, worth in own.items()
        if table not in tally.by_bots
    ]
    return tuple(
        PlayerLine(
            rank,
            seat,
            table,
            *who(tally, table, seat),
            worth,
            tally.sums[seat][table],
            versus[seat][table],
        )
        for rank, (worth, seat, table) in ranked(rows, key=lambda row: row[0])
    )


def _team(tally: Tally, table: str, seat: int) -> str | None:
    return who(tally, table, seat)[0] if seat in tally.roster[table] else None
