"""Scorings of other real events (RULES P13 a and b)."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from made import GUIDE_ROSTER, deal_of, pairs_of

from producer.games.line import Deal
from producer.scoring import standings_by_hands, standings_by_peers, tally_of
from producer.scoring.variants import deal_points, peer_places, percentile

TWO = pairs_of("ABC", seats=2)
"""Table 1: seats B C; table 2: C A; table 3: A B."""


def first() -> Deal:
    return deal_of(1, {"1": {1: 30, 2: -30}, "2": {1: 10, 2: -10}, "3": {1: -5, 2: 5}}, TWO)


def second() -> Deal:
    return deal_of(2, {"1": {1: -8, 2: 8}, "2": {1: 900, 2: -900}, "3": {}}, TWO)


def test_p13a_every_hand_ranks_the_teams_by_their_chips_in_it() -> None:
    """Deal 1: B 30+5, C 10-30, A -5-10. Deal 2: C 8+900, B -8, A -900."""
    tally = tally_of([first(), second()])
    assert {team: place.points for team, place in deal_points(tally)[first().key].items()} == {
        "B": 3, "A": 2, "C": 1,
    }  # fmt: skip
    got = standings_by_hands(tally)
    assert [(line.rank, line.team, line.points, line.chips) for line in got.teams] == [
        (1, "B", 3 + 2, 27), (2, "C", 1 + 3, 888), (3, "A", 2 + 1, -915),
    ]  # fmt: skip


def test_p13a_a_monster_pot_is_worth_no_more_than_the_hand() -> None:
    small = deal_of(2, {"1": {1: -1, 2: 2}, "2": {1: 1, 2: -2}, "3": {}}, TWO)
    points = {
        line.team: line.points for line in standings_by_hands(tally_of([first(), small])).teams
    }
    assert points == {"B": 5, "C": 4, "A": 3}


def test_p13a_teams_tied_in_a_hand_share_points_as_in_2013() -> None:
    """The event's tables print scores such as 191.5 and 400.5."""
    roster = pairs_of("ABCDEFGHIJKLMN", seats=6)
    level = deal_of(1, {t: {1: 10, 2: -10} if t in ("1", "2") else {} for t in roster}, roster)
    placed = deal_points(tally_of([level], roster))[level.key]
    assert sum(place.points for place in placed.values()) == 14 * 15 // 2
    # Table 1 seats B and C, table 2 C and D in seats 1 and 2: B wins 10, D loses 10, C breaks even.
    assert (placed["B"].points, placed["D"].points) == (14, 1)
    assert placed["C"].points == placed["A"].points == Fraction(15, 2)


def test_p13a_seat_prizes_by_chips_and_player_of_the_tournament_against_the_average() -> None:
    got = standings_by_hands(tally_of([first(), second()]))
    assert [(line.player, line.chips, line.points) for line in got.seats[1]] == [
        ("C1", 910, None), ("B1", 22, None), ("A1", -5, None),
    ]  # fmt: skip
    best = got.players[0]
    assert (best.rank, best.player) == (1, "C1")
    assert best.against_average == 910 - Fraction(910 + 22 - 5, 3)


def test_p13b_every_hand_ranks_a_player_among_those_of_the_seat() -> None:
    tally = tally_of([first(), second()])
    assert {t: p.points for t, p in peer_places(tally)[second().key, 1].items()} == {
        "2": 3, "3": 2, "1": 1,
    }  # fmt: skip
    got = standings_by_peers(tally)
    # Seat 1, deal 1: B 3, C 2, A 1; deal 2: C 3, A 2, B 1.
    assert [(line.rank, line.player, line.points) for line in got.seats[1]] == [
        (1, "C1", 5), (2, "B1", 4), (3, "A1", 3),
    ]  # fmt: skip
    shares = {line.player: line.percentile for line in got.players}
    assert shares["C1"] == 75  # beat one of two, then both
    assert shares["A1"] == 25  # beat none of two, then one
    # Seat 2, deal 1: B 5, A -10, C -30; deal 2: C 8, B 0, A -900.
    assert shares["B2"] == 75
    assert shares["C2"] == 50
    assert {line.team: line.points for line in got.teams} == {"B": 9, "C": 5 + 4, "A": 3 + 3}


def test_p13b_tied_results_count_as_half_beaten() -> None:
    roster = pairs_of("ABC", seats=1)
    got = standings_by_peers(tally_of([deal_of(1, {"1": {}, "2": {}, "3": {1: -1}}, roster)]))
    assert [line.percentile for line in got.players] == [75, 75, 0]


def test_p13b_before_the_first_deal_there_is_no_percentile() -> None:
    assert percentile(0, 0, 6) is None
    assert percentile(3, 3, 1) is None


def test_p13b_of_two_players_the_first_has_beaten_all_others() -> None:
    assert [percentile(points, 1, 2) for points in (2, Fraction(3, 2), 1)] == [100, 50, 0]


def test_p13_deals_that_do_not_count_are_in_no_scoring() -> None:
    partly = deal_of(3, {"1": {1: 4000, 2: -4000}}, TWO)
    for scoring in (standings_by_hands, standings_by_peers):
        got = scoring(tally_of([first(), partly]), 4)
        alone = scoring(tally_of([first()]))
        assert (got.teams, got.seats) == (alone.teams, alone.seats)
        assert [(gone.deal.number, gone.why) for gone in got.missing] == [
            (2, "not released"), (3, "not finished"), (4, "not released"),
        ]  # fmt: skip


@given(st.lists(st.lists(st.integers(-50, 50), min_size=6, max_size=6), min_size=1, max_size=4))
def test_p13_points_of_every_hand_add_up(won: list[list[int]]) -> None:
    deals = [
        deal_of(n, {t: {5: chips, 3: -chips} for t, chips in zip(GUIDE_ROSTER, row, strict=True)})
        for n, row in enumerate(won, start=1)
    ]
    tally = tally_of(deals)
    assert sum(line.points for line in standings_by_hands(tally).teams) == 21 * len(won)
    peers = standings_by_peers(tally)
    assert sum(line.points for line in peers.teams) == 126 * len(won)
    shares = [line.percentile for line in peers.players if line.seat == 5]
    assert sum(shares) == 300
