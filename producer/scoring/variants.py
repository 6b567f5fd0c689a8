"""Other scorings used at real events (RULES P13), besides the guide's.

Each returns ``Standings``; what ``points`` means is stated at each.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from producer.games.line import Chips, DealKey
from producer.scoring.places import Place, of_halves, places, ranked, whole
from producer.scoring.standings import (
    PlayerLine,
    SeatLine,
    Standings,
    against_average,
    by_team,
    missing,
    rank_teams,
    seat_lines,
    team_chips,
    who,
)
from producer.scoring.tally import Tally, counts


def standings_by_hands(tally: Tally, deals: int = 0) -> Standings:
    """European Nations Cup 2013 (P13 a): the teams score points in every deal.

    A team's points: over the deals, n to 1 by the sum of its seats' chip scores in that deal;
    teams tied on points are separated by their total chips. Seats: by total chips, no points.
    Players: by total chips minus the seat's average, so the first is the player of the
    tournament. Team points count only deals that count for every seat.
    """
    halves = dict.fromkeys(team_chips(tally), 0)
    for placed in deal_points(tally).values():
        for team, place in placed.items():
            halves[team] += place.halves
    seats = {
        seat: tuple(SeatLine(o.rank, o.table, o.team, o.player, o.chips, None) for o in own)
        for seat, own in seat_lines(tally).items()
    }
    return Standings(
        session=tally.session,
        group=tally.group,
        unit=tally.unit,
        teams=rank_teams({t: of_halves(h) for t, h in halves.items()}, team_chips(tally)),
        seats=seats,
        players=_by_average(tally),
        counted=tally.counted,
        missing=missing(tally, deals),
        tally=tally,
    )


def deal_points(tally: Tally) -> dict[DealKey, dict[str, Place]]:
    """By deal, then team, the place of the team's chips in that deal (P13 a)."""
    members = _members(tally)
    return {
        deal: places(
            {
                team: whole(sum(hands[table].chips[seat] for table, seat in own))
                for team, own in members.items()
            }
        )
        for deal, hands in tally.hands.items()
        if all(counts(tally, deal, seat) for seat in tally.sums)
    }


def standings_by_peers(tally: Tally, deals: int = 0) -> Standings:
    """Match Poker Online (P13 b): in every deal a player competes with the same seat's players.

    Points: over the deals, n to 1 by the chip score of that deal alone, since stacks are reset
    each hand. Percentile: the mean over the deals of the share of the seat's other players
    beaten, a tie counting half. Teams: points of their players. Seats and players: by
    percentile, which within a seat is the order of points.
    """
    halves = {seat: dict.fromkeys(scores, 0) for seat, scores in tally.sums.items()}
    for (_, seat), placed in peer_places(tally).items():
        for table, place in placed.items():
            halves[seat][table] += place.halves
    points = {s: {t: of_halves(h) for t, h in own.items()} for s, own in halves.items()}
    return Standings(
        session=tally.session,
        group=tally.group,
        unit=tally.unit,
        teams=rank_teams(by_team(tally, points), team_chips(tally)),
        seats={seat: _peers(tally, seat, own) for seat, own in points.items()},
        players=_by_percentile(tally, points),
        counted=tally.counted,
        missing=missing(tally, deals),
        tally=tally,
    )


def peer_places(tally: Tally) -> dict[tuple[DealKey, int], dict[str, Place]]:
    """By deal and seat, then table, the player's place in that deal alone (P13 b)."""
    return {
        (deal, seat): places({table: hands[table].chips[seat] for table in scores})
        for deal, hands in tally.hands.items()
        for seat, scores in tally.sums.items()
        if counts(tally, deal, seat)
    }


def percentile(points: Chips, deals: int, players: int) -> Chips | None:
    """Share of the others beaten, 0 to 100, ties half, from rank points over ``deals`` deals.

    With n players a place worth p points beats p-1 of the n-1 others. ``None`` before the first
    deal, or without another player.

    >>> percentile(6 + 5, 2, 6)
    90
    """
    if not deals or players < 2:
        return None
    return whole(100 * (Fraction(points) - deals) / (deals * (players - 1)))


def _members(tally: Tally) -> dict[str, list[tuple[str, int]]]:
    """By team, the tables and seats of its players."""
    members: dict[str, list[tuple[str, int]]] = {}
    for seat, scores in tally.sums.items():
        for table in scores:
            team, _ = who(tally, table, seat)
            if team is not None:
                members.setdefault(team, []).append((table, seat))
    return members


def _by_average(tally: Tally) -> tuple[PlayerLine, ...]:
    rows = [
        (difference, seat, table)
        for seat, own in against_average(tally).items()
        for table, difference in own.items()
    ]
    return tuple(
        PlayerLine(
            rank, seat, table, *who(tally, table, seat), None, tally.sums[seat][table], difference
        )
        for rank, (difference, seat, table) in ranked(rows, key=lambda row: row[0])
    )


def _peers(tally: Tally, seat: int, points: Mapping[str, Chips]) -> tuple[SeatLine, ...]:
    ordered = ranked(list(points), key=lambda table: points[table])
    return tuple(
        SeatLine(
            rank, table, *who(tally, table, seat), tally.sums[seat][table], whole(points[table])
        )
        for rank, table in ordered
    )


def _by_percentile(
    tally: Tally, points: Mapping[int, Mapping[str, Chips]]
) -> tuple[PlayerLine, ...]:
    versus = against_average(tally)
    rows = [
        (percentile(worth, tally.counted[seat], len(own)), seat, table)
        for seat, own in points.items()
        for table, worth in own.items()
    ]
    ordered = ranked(rows, key=lambda row: (row[0] or 0, versus[row[1]][row[2]]))
    return tuple(
        PlayerLine(
            rank,
            seat,
            table,
            *who(tally, table, seat),
            whole(points[seat][table]),
            tally.sums[seat][table],
            versus[seat][table],
            share,
        )
        for rank, (share, seat, table) in ordered
    )
