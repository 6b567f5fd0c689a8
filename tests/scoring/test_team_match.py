"""Two team matches of bridge worked out by hand (RULES B3, B4)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from made import deal_of

from producer.events import Player
from producer.scoring import tally_of
from producer.scoring.tally import Tally
from producer.scoring.team_match import (
    Match,
    match_scores,
    matches_of,
    one_match,
    standings_by_butler,
    standings_by_imps,
    standings_by_matchpoints,
)
from producer.stages.programme.show import standings_of
from producer.stages.style import PLAIN

# Tables 1 and 2: A against B. Tables 3 and 4: C against D.
SIDES = {"1": "ABAB", "2": "BABA", "3": "CDCD", "4": "DCDC"}
ROSTER = {
    table: {seat: Player(name=f"{team}{seat}", team=team) for seat, team in enumerate(row, 1)}
    for table, row in SIDES.items()
}


def boards(*of_north: dict[str, int]) -> Tally:
    """By board, what North and South scored at each table."""
    return tally_of(
        [
            deal_of(
                number,
                {t: {1: own, 2: -own, 3: own, 4: -own} for t, own in scores.items()},
                ROSTER,
            )
            for number, scores in enumerate(of_north, 1)
        ],
        ROSTER,
    )


@pytest.fixture
def match() -> Tally:
    """Board 1: 250 to A, 6 IMPs, and 30 to D, 1. Board 2: 150 to B, 4, and level. Board 3: 220 to
    C, 6; table 2 has not finished it. A brings 3 from an earlier segment."""
    played = boards(
        {"1": 420, "2": 170, "3": 600, "4": 630},
        {"1": -50, "2": 100, "3": 0, "4": 0},
        {"1": 1430, "3": 110, "4": -110},
    )
    return replace(played, carried={"A": 3})


def test_b3_a_match_is_two_tables_with_the_same_teams_the_other_way_round(match: Tally) -> None:
    assert matches_of(match) == (Match("A", "B", "1", "2"), Match("C", "D", "3", "4"))
    unmatched = {**ROSTER, "2": ROSTER["1"]}
    assert matches_of(replace(match, roster=unmatched)) == (Match("C", "D", "3", "4"),)
    alone = {"1": dict.fromkeys(range(1, 5), Player(name="x", team="A"))}
    assert matches_of(replace(match, roster=alone)) == ()
    twice = {**ROSTER, "3": ROSTER["1"], "4": ROSTER["2"]}
    assert [(each.open, each.closed) for each in matches_of(replace(match, roster=twice))] == [
        ("1", "2"),
        ("3", "4"),
    ]


def test_b3_imps_of_the_boards_that_both_rooms_have_finished(match: Tally) -> None:
    first, second = match_scores(match)
    assert [*first.deals.values()] == [6, -4]
    assert (first.home, first.visitors) == (3 + 6, 4)
    assert [*second.deals.values()] == [-1, 0, 6]
    assert (second.home, second.visitors) == (6, 1)


def test_a_board_that_is_left_out_is_in_no_match(match: Tally) -> None:
    (board, *_) = match.hands
    first, second = match_scores(replace(match, left_out={board: "void"}))
    assert (first.home, first.visitors, second.home, second.visitors) == (3, 4, 6, 0)


def test_b3_teams_rank_by_imps_less_the_opponents(match: Tally) -> None:
    """Both matches are 5 apart. Points of the boards that all tables have finished: each pair's
    once, 370 less 270 for A, 600 less 630 for C."""
    standings = standings_by_imps(match)
    assert [
        (line.rank, line.team, line.points, line.net, line.chips) for line in standings.teams
    ] == [(1, "A", 9, 5, 100), (1, "C", 6, 5, -30), (3, "B", 4, -5, -100), (3, "D", 1, -5, 30)]
    assert standings.in_imps
    assert standings.counted == dict.fromkeys(range(1, 5), 2)


def test_b4_players_by_imps_against_every_other_table(match: Tally) -> None:
    """North of table 1: 6, -5 and -5 on board 1, -4, -2 and -2 on board 2, a third each."""
    north = {line.table: line for line in standings_by_imps(match).seats[1]}
    assert north["1"].points == Fraction(6 - 5 - 5, 3) + Fraction(-4 - 2 - 2, 3)
    assert (north["4"].points, north["4"].rank) == (Fraction(5 + 10 + 1 + 2 - 3, 3), 1)
    assert [line.rank for line in standings_by_imps(match).players][:2] == [1, 1]


def test_b4_players_by_butler(match: Tally) -> None:
    """The datums are 460, the mean of 455 with halves away from 0, and 10, the mean of 12.5."""
    north = {line.table: line.points for line in standings_by_butler(match).seats[1]}
    assert north == {"1": -1 - 2, "2": -7 + 3, "3": 4 + 0, "4": 5 + 0}
    assert standings_by_butler(match).teams == standings_by_imps(match).teams


def test_b4_teams_by_the_matchpoints_of_each_pair_once(match: Tally) -> None:
    """North of table 4 beats three, then one with one equal: 6 and 3. East of table 3 beats one,
    then one with one equal: 2 and 3."""
    standings = standings_by_matchpoints(match)
    points = {(seat, line.table): line.points for seat in (1, 2) for line in standings.seats[seat]}
    assert (points[1, "4"], points[2, "3"]) == (6 + 3, 2 + 3)
    teams = {line.team: line.points for line in standings.teams}
    assert teams["D"] == 6 + 3 + 2 + 3
    # 2 boards, 6 comparisons each, 2 points a comparison, for North and East
    assert sum(teams.values()) == 2 * 6 * 2 * 2
    assert not standings.in_imps


def test_b5_a_table_of_bots_is_the_other_room_and_has_no_line() -> None:
    """Table 1 alone, A against B. Board 1: North and South 420, the bots -50: 470, 10 IMPs to A.
    Board 2: -100, the bots 100: 200, 5 IMPs to B."""
    roster = {
        "1": ROSTER["1"],
        "Bots": {seat: Player(name="Bot") for seat in (1, 2, 3, 4)},
    }
    deals = [
        deal_of(number, {t: {1: own, 2: -own, 3: own, 4: -own} for t, own in each.items()}, roster)
        for number, each in enumerate(({"1": 420, "Bots": -50}, {"1": -100, "Bots": 100}), 1)
    ]
    tally = replace(tally_of(deals), by_bots=frozenset({"Bots"}))
    assert matches_of(tally) == (Match("A", "B", "1", "Bots"),)
    found = standings_by_imps(tally)
    assert [(line.team, line.points, line.net) for line in found.teams] == [
        ("A", 10, 5), ("B", 5, -5),
    ]  # fmt: skip
    assert {line.table for lines in found.seats.values() for line in lines} == {"1"}
    assert {line.player for line in found.players} == {"A1", "B2", "A3", "B4"}
    assert [line.points for line in found.seats[1]] == [5]
    assert found.reference == ("Bots",)


@pytest.mark.parametrize(
    ("pair", "counts"), [("12", True), ("43", True), ("13", False), ("24", False)]
)
def test_b3_only_tables_of_one_match_count_against_each_other(pair: str, *, counts: bool) -> None:
    deal = deal_of(1, {table: {1: 50, 2: -50, 3: 50, 4: -50} for table in ROSTER}, ROSTER)
    assert one_match(deal, (pair[0], pair[1])) is counts


def test_b3_two_tables_without_teams_are_a_match_and_two_of_four_are_not() -> None:
    unnamed = {table: dict.fromkeys((1, 2, 3, 4), Player(name="N")) for table in "1234"}
    scores = {table: {1: 50, 2: -50, 3: 50, 4: -50} for table in unnamed}
    four = deal_of(1, scores, unnamed)
    two = replace(four, tables=("1", "2"), plays=four.plays[:2])
    assert not one_match(four, ("1", "2"))
    assert one_match(two, ("1", "2"))


def test_b5_a_table_of_bots_counts_against_every_table() -> None:
    deal = deal_of(1, {table: {1: 50, 2: -50, 3: 50, 4: -50} for table in ROSTER}, ROSTER)
    assert one_match(replace(deal, by_bots=("3",)), ("1", "3"))


def test_the_picture_says_over_how_many_deals_the_matches_are(match: Tally) -> None:
    """A and B have finished two boards, C and D all three: nobody stands after two deals alone."""
    found = standings_by_imps(match)
    assert found.ranked_after == (2, 3)
    assert standings_of(found, {}, 16, PLAIN).note == "after 2–3 of 16 deals"
    level = standings_by_imps(boards({"1": 420, "2": 170, "3": 600, "4": 630}))
    assert standings_of(level, {}, 0, PLAIN).note == "after 1 deal"
