"""How far a deal moved the standings, and how far they can still move."""

from hypothesis import given
from hypothesis import strategies as st
from made import deal_of, pairs_of

from producer.events import Player
from producer.games.line import Deal
from producer.scoring import moved, moves, reach, standings, tally_of
from producer.scoring.leverage import Moved
from producer.scoring.tally import leave_out

ONE = pairs_of("ABC", seats=1)
"""One seat at three tables: A at table 3, B at table 1, C at table 2."""


def deal(number: int, a: int, b: int, c: int) -> Deal:
    return deal_of(number, {"1": {1: b}, "2": {1: c}, "3": {1: a}}, ONE)


def test_a_deal_that_reverses_the_order_moves_places_and_points() -> None:
    """Before: A 3, B 2, C 1. With it C leads: C 3, A 2, B 1."""
    got = moved([deal(1, 20, 10, 0)], deal(2, 0, 0, 50))
    assert got == Moved(places=1 + 1 + 2, points=2, sides=3)
    assert got.weight == (1 + 2 / 3) / 2


def test_a_deal_that_changes_no_order_moves_nothing() -> None:
    assert moved([deal(1, 20, 10, 0)], deal(2, 500, 0, -500)) == Moved(0, 0, 3)


def test_the_first_deal_moves_all_teams_from_a_tie() -> None:
    """Everybody begins with 2 points and rank 1."""
    assert moved([], deal(1, 20, 10, 0)) == Moved(places=0 + 1 + 2, points=1, sides=3)


def test_a_deal_not_finished_by_all_moves_nothing() -> None:
    half = deal_of(2, {"1": {1: 5000}}, ONE)
    assert moved([deal(1, 20, 10, 0)], half) == Moved(0, 0, 3)
    assert Moved(0, 0, 0).weight == 0


def test_the_deal_itself_among_the_others_is_not_counted_twice() -> None:
    deals = [deal(1, 20, 10, 0), deal(2, 0, 0, 50)]
    assert moved(deals, deals[1]) == moved(deals[:1], deals[1])


def test_without_teams_the_players_of_a_seat_are_the_sides() -> None:
    roster = {table: {1: Player(name=table)} for table in "xyz"}
    deals = [deal_of(1, {"x": {1: 3}, "y": {1: 2}, "z": {1: 1}}, roster)]
    swap = deal_of(2, {"x": {}, "y": {1: 2}, "z": {}}, roster)
    assert moved(deals, swap) == Moved(places=2, points=1, sides=3)


triples = st.tuples(st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9))


@given(st.lists(triples, min_size=1, max_size=5))
def test_all_deals_at_once_as_one_by_one(rows: list[tuple[int, int, int]]) -> None:
    deals = [deal(number, *row) for number, row in enumerate(rows, start=1)]
    tally = tally_of(deals)
    together = moves(tally)
    for one in deals:
        assert together[one.key] == moved([other for other in deals if other != one], one)
        without = standings(leave_out(tally, one.key, "void"))
        points = {line.team: line.points for line in without.teams}
        shift = sum(abs(line.points - points[line.team]) for line in standings(tally).teams)
        assert together[one.key].points * 2 == shift


def test_only_deals_that_count_and_were_asked_for_are_answered() -> None:
    first, second, third = deals = [deal(1, 20, 10, 0), deal(2, 0, 0, 50), deal(3, 9, 0, 0)]
    tally = leave_out(tally_of(deals), second.key, "void")
    assert set(moves(tally)) == {first.key, third.key}
    assert set(moves(tally, {second.key, third.key})) == {third.key}


def test_with_no_deal_left_the_reach_is_the_standings() -> None:
    got = reach(tally_of([deal(1, 20, 10, 0)]), remaining=0, cap=50)
    assert [(got[t].best, got[t].worst, got[t].least, got[t].most) for t in "ABC"] == [
        (1, 1, 3, 3), (2, 2, 2, 2), (3, 3, 1, 1),
    ]  # fmt: skip


def test_one_deal_of_a_small_cap_cannot_pass_a_big_lead() -> None:
    """Heads-up tables, cap 50: one deal is worth at most 50 either way."""
    roster = pairs_of("ABC", seats=2)
    far = deal_of(1, {"1": {1: 500, 2: -500}, "2": {}, "3": {1: -40, 2: 40}}, roster)
    # Seat 1: B 500, C 0, A -40. Seat 2: B 40, A 0, C -500.
    got = reach(tally_of([far]), remaining=1, cap=50)
    assert (got["B"].best, got["B"].worst) == (1, 1)
    assert (got["B"].least, got["B"].most) == (3 + 2, 3 + 3)
    assert (got["A"].least, got["A"].most) == (1 + 2, 2 + 3)
    # C can still have A's 3 points, but not its chips: at best 50 - 450 against -90 - 50.
    assert (got["C"].least, got["C"].most) == (1 + 1, 2 + 1)
    assert (got["A"].best, got["A"].worst) == (2, 2)
    assert (got["C"].best, got["C"].worst) == (3, 3)


def test_two_deals_of_a_small_cap_are_worth_it_twice() -> None:
    """Heads-up tables, cap 50: 100 either way. Seat 1: B 500, C 0, A -180; seat 2: B 180, A 0, C
    -500. A can just pass C at seat 1, and B at seat 2."""
    roster = pairs_of("ABC", seats=2)
    far = deal_of(1, {"1": {1: 500, 2: -500}, "2": {}, "3": {1: -180, 2: 180}}, roster)
    got = reach(tally_of([far]), remaining=2, cap=50)
    assert {team: (own.least, own.most) for team, own in got.items()} == {
        "A": (1 + 2, 2 + 3), "B": (3 + 2, 3 + 3), "C": (1 + 1, 2 + 1),
    }  # fmt: skip


def test_without_a_cap_every_rank_stays_open() -> None:
    roster = pairs_of("ABC", seats=2)
    far = deal_of(1, {"1": {1: 500, 2: -500}, "2": {}, "3": {1: -40, 2: 40}}, roster)
    got = reach(tally_of([far]), remaining=1, cap=None)
    assert {(own.best, own.worst) for own in got.values()} == {(1, 3)}


@given(st.lists(triples, min_size=1, max_size=3), st.lists(triples, max_size=3))
def test_nobody_ever_ends_outside_the_reach(
    past: list[tuple[int, int, int]], future: list[tuple[int, int, int]]
) -> None:
    roster = pairs_of("ABC", seats=2)
    deals = [
        deal_of(n, {t: {1: won, 2: -won} for t, won in zip("123", row, strict=True)}, roster)
        for n, row in enumerate([*past, *future], start=1)
    ]
    bounds = reach(tally_of(deals[: len(past)]), len(future), cap=9)
    for line in standings(tally_of(deals)).teams:
        bound = bounds[line.team]
        assert bound.best <= line.rank <= bound.worst
        assert bound.least <= line.points <= bound.most
