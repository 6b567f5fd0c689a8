"""A pick is about its own seat: what two other seats won or lost changes nothing of it."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from hypothesis import given
from test_properties import DEALS, SEATS, played

from producer.compare import compare
from producer.compare.model import Comparison, Pick
from producer.games.line import Deal


def exchanged(deal: Deal, one: int, other: int) -> Deal:
    """At every table, the one seat has the result of the other. Nobody belongs to a team, whose
    points would move with it."""
    swap = {one: other, other: one}
    plays = tuple(
        replace(
            play,
            result={swap.get(seat, seat): chips for seat, chips in play.result.items()},
            players={
                seat: player.model_copy(update={"team": None})
                for seat, player in play.players.items()
            },
        )
        for play in deal.plays
    )
    return replace(deal, plays=plays)


def of_seat(found: Comparison, seat: int) -> Mapping[str, Pick]:
    """The seat's picks by id."""
    return {pick.id: pick for pick in found.picks if pick.seat == seat}


@given(DEALS)
def test_exchanging_the_results_of_two_other_seats_changes_nothing_of_a_pick(deal: Deal) -> None:
    usual = compare(exchanged(deal, 0, 0))
    for one, other in combinations(SEATS, 2):
        found = compare(exchanged(deal, one, other))
        (seat,) = {*SEATS} - {one, other}
        forks = [
            {id_: pick for id_, pick in of_seat(each, seat).items() if pick.fork is not None}
            for each in (usual, found)
        ]
        assert forks[0] == forks[1]


def test_exchanging_its_own_result_changes_it() -> None:
    """Else the check above could not fail."""
    deal = next(
        deal
        for deal in (played(seed, 6) for seed in range(50))
        if (best := compare(deal).best) is not None and best.gap and best.seat == 1
    )
    before, after = (compare(exchanged(deal, *seats)) for seats in ((0, 0), (1, 2)))
    assert of_seat(before, 1).keys() & of_seat(after, 1).keys()
    assert of_seat(before, 1) != of_seat(after, 1)
