"""Standings as in the guide (RULES P4-P5): seats ranked over the tables, teams by points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from producer.games.line import Chips, DealKey
from producer.scoring.places import places, ranked, whole
from producer.scoring.tally import Sums, Tally, averages


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team's place: the sums of its players' points and chip scores over all seats. ``net``: its
    points less its opponents', where teams are ranked by them."""

    rank: int
    team: str
    points: Chips
    chips: Chips
    net: Chips | None = None


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A player's place in the seat; ``points`` is ``None`` in scorings without seat points."""

    rank: int
    table: str
    team: str | None
    player: str | None
    chips: Chips
    points: Chips | None


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player's place among all players of the group.

    ``against_average``: chip score minus the mean of the seat over its tables. ``percentile``: 0
    to 100, only in scoring by peers (P13 b).
    """

    rank: int
    seat: int
    table: str
    team: str | None
    player: str | None
    points: Chips | None
    chips: Chips
    against_average: Chips
    percentile: Chips | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """A deal that is not in the standings yet, and why.

    ``"not finished"``: by ``tables``. ``"under review"``: until the review ends. ``"wrong deck"``:
    until the producer decides which deck was right. ``"not released"``: stands for the deals from
    this one to number ``last``; ``tables`` is empty and does not say who has finished them. For
    the other reasons ``last`` is the deal's own number.
    """

    deal: DealKey
    tables: tuple[str, ...]
    why: Literal["not finished", "under review", "wrong deck", "not released"]
    last: int

    @property
    def count(self) -> int:
        """The number of deals it stands for."""
        return self.last - self.deal.number + 1


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a group and the tally they come from.

    ``seats``: by seat, best first. ``counted``: by seat, the number of deals counted: those that
    all tables of the seat have finished. ``teams``: empty if no player has a team. ``pending``:
    what else may change them, in words. ``in_imps``: points are IMPs. ``reference``: the tables
    that bots played (RULES B5): others are compared with them, and they have no line.
    ``match_deals``: in team matches, of how many deals each match has the IMPs.
    """

    session: str
    group: str
    unit: str
    teams: tuple[TeamLine, ...]
    seats: Mapping[int, tuple[SeatLine, ...]]
    players: tuple[PlayerLine, ...]
    counted: Mapping[int, int]
    missing: tuple[Missing, ...]
    tally: Tally = field(repr=False, compare=False)
    pending: tuple[str, ...] = ()
    in_imps: bool = False
    reference: tuple[str, ...] = ()
    match_deals: tuple[int, ...] = ()

    @property
    def ranked_after(self) -> tuple[int, int]:
        """The fewest and the most deals that the ranking is of: a match has those that its two
        tables have finished, and may be ahead of others."""
        counted = self.match_deals or (max(self.counted.values(), default=0),)
        return min(counted), max(counted)

    @property
    def provisional(self) -> bool:
        """Whether deals are missing, or something else may change the standings."""
        return bool(self.missing or self.pending)


def standings(tally: Tally, deals: int = 0) -> Standings:
    """The guide's standings (P5). ``deals``: how many the session has, 0 if unknown.

    In each seat the players of its n tables get n, n-1, ..., 1 points by chip score. A team has
    the points of its players; teams tied on points are separated by the sum of their chip scores,
    and share the rank if tied on that too. Players over all seats: by points, then by chips
    against the seat's average.
    """
    seats = seat_lines(tally)
    return Standings(
        session=tally.session,
        group=tally.group,
        unit=tally.unit,
        teams=rank_teams(team_points(tally), team_chips(tally)),
        seats=seats,
        players=_players(tally, seats),
        counted=tally.counted,
        missing=missing(tally, deals),
        tally=tally,
    )


def seat_lines(tally: Tally) -> dict[int, tuple[SeatLine, ...]]:
    """By seat, the players of its tables by chip score, with their points (P5)."""
    seats = {}
    for seat, scores in tally.sums.items():
        placed = places(scores)
        lines = [
            SeatLine(
                placed[table].rank, table, *who(tally, table, seat), chips, placed[table].points
            )
            for table, chips in scores.items()
        ]
        seats[seat] = tuple(sorted(lines, key=lambda line: line.rank))
    return seats


def team_points(tally: Tally) -> dict[str, Chips]:
    """By team, the points of its players over all seats (P5)."""
    points = {seat: {t: p.points for t, p in places(s).items()} for seat, s in tally.sums.items()}
    return by_team(tally, points)


def team_chips(tally: Tally) -> dict[str, Chips]:
    """By team, the sum of its players' chip scores (P5)."""
    return by_team(tally, tally.sums)


def by_team(tally: Tally, values: Sums) -> dict[str, Chips]:
    """Values by seat and table added up by team; players without a team are ignored."""
    totals: dict[str, Chips] = {}
    for seat, scores in values.items():
        for table, value in scores.items():
            team, _ = who(tally, table, seat)
            if team is not None:
                totals[team] = totals.get(team, 0) + value
    return {team: whole(total) for team, total in totals.items()}


def rank_teams(points: Mapping[str, Chips], chips: Mapping[str, Chips]) -> tuple[TeamLine, ...]:
    """Teams by points, then chips (P5). Tied on both: shared rank, names in order.

    >>> rank_teams({"France": 22, "Brazil": 22}, {"France": 4620, "Brazil": 6350})[0].team
    'Brazil'
    """
    ordered = ranked(sorted(points), key=lambda team: (points[team], chips[team]))
    return tuple(TeamLine(rank, team, points[team], chips[team]) for rank, team in ordered)


def missing(tally: Tally, deals: int = 0) -> tuple[Missing, ...]:
    """The deals that are not counted and not void, in order. ``deals``: how many the session has.

    Consecutive deals that are not released are one entry.
    """
    gaps: list[Missing] = []
    next_number = 1
    for deal in sorted({*tally.hands, *tally.left_out}):
        gaps += _not_released(tally, next_number, min(deal.number - 1, deals))
        next_number = deal.number + 1
        if deal in tally.left_out:
            reason = tally.left_out[deal]
            if reason != "void":
                gaps.append(Missing(deal, (), reason, deal.number))
        elif waiting := _waiting(tally, deal):
            gaps.append(Missing(deal, waiting, "not finished", deal.number))
    return (*gaps, *_not_released(tally, next_number, deals))


def _not_released(tally: Tally, first: int, last: int) -> list[Missing]:
    key = DealKey(tally.session, tally.group, first)
    return [Missing(key, (), "not released", last)] if first <= last else []


def who(tally: Tally, table: str, seat: int) -> tuple[str | None, str | None]:
    """Team and name of the player in a seat, ``None`` if the roster does not say."""
    player = tally.roster[table][seat]
    return (None, None) if player is None else (player.team, player.name)


def against_average(tally: Tally) -> dict[int, dict[str, Chips]]:
    """By seat, then table, the chip score minus the seat's mean over its tables."""
    means = averages(tally.sums)
    return {
        seat: {table: whole(chips - means[seat]) for table, chips in scores.items()}
        for seat, scores in tally.sums.items()
    }


def _waiting(tally: Tally, deal: DealKey) -> tuple[str, ...]:
    hands = tally.hands[deal]
    return tuple(
        table
        for table, players in tally.roster.items()
        if table not in hands or not players.keys() <= hands[table].chips.keys()
    )


def _players(tally: Tally, seats: Mapping[int, tuple[SeatLine, ...]]) -> tuple[PlayerLine, ...]:
    versus = against_average(tally)
    rows = [(line, seat, versus[seat][line.table]) for seat, own in seats.items() for line in own]
    ordered = ranked(rows, key=lambda row: (Fraction(row[0].points or 0), row[2]))
    return tuple(
        PlayerLine(
            rank, seat, line.table, line.team, line.player, line.points, line.chips, difference
        )
        for rank, (line, seat, difference) in ordered
    )
