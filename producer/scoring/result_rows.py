"""The results behind the standings: one row per player and hand."""

from __future__ import annotations

from dataclasses import dataclass

from producer.games.line import Chips, DealKey
from producer.scoring.places import places, whole
from producer.scoring.standings import who
from producer.scoring.tally import Tally, averages, counts


@dataclass(frozen=True, slots=True)
class Row:
    """One player's result of one hand.

    ``hand``: the device's running number at the table; ``attempt``: which play of the deal it was.
    ``chips``: the chip score; ``average``: of the seat over the tables that have finished the
    deal; ``rank``: among those, 1 the best. ``counts``: whether the row counts in the standings.
    """

    seat: int
    table: str
    team: str | None
    player: str | None
    deal: DealKey
    hand: int
    attempt: int
    chips: Chips
    average: Chips
    against_average: Chips
    rank: int
    counts: bool


def rows(tally: Tally) -> tuple[Row, ...]:
    """All results of the group, by seat, then table in the roster's order, then deal.

    The chips of a team's, seat's or player's rows that count add up to its chips in the standings.
    """
    results = [row for deal in sorted(tally.hands) for row in deal_rows(tally, deal)]
    order = {name: number for number, name in enumerate(tally.roster)}
    return tuple(sorted(results, key=lambda row: (row.seat, order[row.table])))


def deal_rows(tally: Tally, deal: DealKey) -> tuple[Row, ...]:
    """One deal's results, by seat, then table."""
    hands = tally.hands[deal]
    scores = {
        seat: {
            name: hands[name].chips[seat]
            for name in of
            if name in hands and seat in hands[name].chips
        }
        for seat, of in tally.sums.items()
    }
    means = averages({seat: own for seat, own in scores.items() if own})
    ranks = {seat: places(own) for seat, own in scores.items()}
    return tuple(
        Row(
            seat=seat,
            table=name,
            team=who(tally, name, seat)[0],
            player=who(tally, name, seat)[1],
            deal=deal,
            hand=hands[name].number,
            attempt=hands[name].attempt,
            chips=chips,
            average=means[seat],
            against_average=whole(chips - means[seat]),
            rank=ranks[seat][name].rank,
            counts=counts(tally, deal, seat),
        )
        for seat, own in scores.items()
        for name, chips in own.items()
    )
