"""Standings and draws at their edges: three seats at a table, one team, no number of deals."""

import re
from dataclasses import replace

import pytest
from made import deal_of, pairs_of

from producer.scoring import reach, tally_of
from producer.scoring.draw import CannotDraw, draw
from producer.scoring.draw_check import check_draw
from producer.scoring.leverage import Moved


def test_with_three_seats_a_player_can_win_the_cap_of_two_others() -> None:
    """At each seat the team can come first of three, though at seat 1 it is 250 behind: up by
    twice the cap it has -50, and the others, down by the cap, -100."""
    roster = pairs_of("ABC", seats=3)
    (table,) = [name for name, seats in roster.items() if seats[1].team == "A"]
    scores = {name: {1: -250 if name == table else 0} for name in roster}
    got = reach(tally_of([deal_of(1, scores, roster)]), 1, 100)
    assert got["A"].most == 3 + 3 + 3


@pytest.mark.parametrize(
    ("moved", "weight"),
    [
        (Moved(places=3, points=9, sides=3), 1),
        (Moved(places=0, points=9, sides=3), 0.5),
        (Moved(places=9, points=0, sides=3), 0.5),
    ],
)
def test_places_and_points_are_clipped_at_one_per_side(moved: Moved, weight: float) -> None:
    assert moved.weight == weight


def test_a_draw_of_one_team_is_refused() -> None:
    with pytest.raises(CannotDraw, match=re.escape("1 team: a draw needs at least two")):
        draw(["A"], 1)
    with pytest.raises(CannotDraw, match=re.escape("no teams: a draw needs at least two")):
        draw([], 1)


def test_a_draw_without_a_number_of_deals_has_those_of_its_orders() -> None:
    unsaid = replace(draw("ABC", 7, deals=5), deals=None)
    assert check_draw(unsaid) == ()
    short = replace(unsaid, orders={**unsaid.orders, "1": (1, 2, 3, 4)}, seed=None)
    assert check_draw(short) == ("table 1 never plays deal 5",)
