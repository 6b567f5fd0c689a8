"""Leverage: how far one deal moved the standings, and how far they could still move.

Both use the guide's scoring (RULES P5). The sides are the teams, or, where nobody has a team,
every player among those of the same seat.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.games.line import Chips, Deal, DealKey
from producer.scoring.places import places, whole
from producer.scoring.standings import by_team, rank_teams, team_chips, team_points
from producer.scoring.tally import Sums, Tally, leave_out, tally_of

Table = Mapping[Hashable, tuple[int, Chips]]
"""By side, its rank and its points."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What a deal did to the standings: with it, compared with without it.

    ``places``: the places all sides together went up or down; two neighbours that change places
    make 2. ``points``: the points that changed hands, that is half the sum of what every side
    won or lost, since all points together stay the same. ``sides``: how many sides there are.
    """

    places: int
    points: Chips
    sides: int

    @property
    def weight(self) -> float:
        """0 to 1 for merit: the mean of places and points a side, each clipped at one a side."""
        if not self.sides:
            return 0.0
        return (min(1.0, self.places / self.sides) + min(1.0, float(self.points / self.sides))) / 2


def moved(deals_before: Sequence[Deal], deal: Deal) -> Moved:
    """What ``deal`` does to the standings over ``deals_before``, all of one group.

    A deal that some table has not finished counts for nobody, and moves nothing. For all deals of
    a group at once ``moves`` is the quicker way.
    """
    tally = tally_of([*(other for other in deals_before if other.key != deal.key), deal])
    return _moved(table(leave_out(tally, deal.key, "void")), table(tally))


def moves(tally: Tally, wanted: Collection[DealKey] | None = None) -> dict[DealKey, Moved]:
    """By deal, what it did: the standings over all deals that count, with and without it.

    ``wanted``: of these deals only.
    """
    full = table(tally)
    return {
        deal: _moved(table(leave_out(tally, deal, "void")), full)
        for deal in tally.hands
        if deal not in tally.left_out and (wanted is None or deal in wanted)
    }


def table(tally: Tally) -> Table:
    """By side, its rank and its points."""
    points = team_points(tally)
    if points:
        lines = rank_teams(points, team_chips(tally))
        return {line.team: (line.rank, line.points) for line in lines}
    return {
        (seat, name): (place.rank, place.points)
        for seat, scores in tally.sums.items()
        for name, place in places(scores).items()
    }


def _moved(before: Table, after: Table) -> Moved:
    steps = sum(abs(after[side][0] - before[side][0]) for side in after)
    shift = sum(abs(Fraction(after[side][1] - before[side][1])) for side in after)
    return Moved(steps, whole(Fraction(shift) / 2), len(after))


@dataclass(frozen=True, slots=True)
class Reach:
    """Between which ranks and points a team can still end; never too narrow.

    The bounds take each rival at its own extreme. Not all extremes are possible together, so a
    bound need not be reachable; with no deal left both bounds are the standings.
    """

    best: int
    worst: int
    least: Chips
    most: Chips


def reach(tally: Tally, remaining: int, cap: Chips | None) -> dict[str, Reach]:
    """By team, where it can still end with ``remaining`` deals to come (1: what one deal can do).

    ``cap``: the most a player can lose in one hand, in the tally's unit; ``None`` without a limit.
    In a hand a player can lose the cap, or win the cap of every other player at the table.
    Without a limit every rank stays open while a deal remains.
    """
    if remaining < 0:
        raise ValueError(f"{remaining} deals remaining: there cannot be fewer than none")
    low, high = _bounds(tally, remaining, cap)
    least = _by_team(tally, _points_at(low, high), low)
    most = _by_team(tally, _points_at(high, low), high)
    return {
        team: Reach(
            best=1 + sum(least[other] > most[team] for other in least if other != team),
            worst=1 + sum(most[other] > least[team] for other in most if other != team),
            least=least[team][0],
            most=most[team][0],
        )
        for team in least
    }


def _bounds(tally: Tally, remaining: int, cap: Chips | None) -> tuple[Sums, Sums]:
    """The lowest and the highest chip scores that are still possible, by seat, then table."""
    if cap is None:
        cap = 1 + sum(abs(Fraction(chips)) for own in tally.sums.values() for chips in own.values())
    low: dict[int, dict[str, Chips]] = {}
    high: dict[int, dict[str, Chips]] = {}
    for seat, scores in tally.sums.items():
        low[seat] = {name: chips - remaining * cap for name, chips in scores.items()}
        high[seat] = {
            name: chips + remaining * cap * (len(tally.roster[name]) - 1)
            for name, chips in scores.items()
        }
    return low, high


def _points_at(own: Sums, others: Sums) -> dict[int, dict[str, Chips]]:
    """The points of every player at its ``own`` score while all others of the seat have theirs."""
    return {
        seat: {
            name: places({**others[seat], name: chips})[name].points for name, chips in of.items()
        }
        for seat, of in own.items()
    }


def _by_team(tally: Tally, points: Sums, chips: Sums) -> dict[str, tuple[Chips, Chips]]:
    totals, sums = by_team(tally, points), by_team(tally, chips)
    return {team: (totals[team], sums[team]) for team in totals}
