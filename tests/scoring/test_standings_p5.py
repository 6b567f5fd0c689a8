"""Standings by the guide's scoring (RULES P3-P5, P9)."""

from fractions import Fraction
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import GAME, GUIDE_ROSTER, deal_of, pairs_of, play_of

from producer.events import Player
from producer.games.line import Deal, DealKey
from producer.scoring import add, hand_of, standings, tally_of
from producer.scoring.result_rows import rows
from producer.scoring.tally import (
    NotOnRoster,
    Tally,
    empty_tally,
    hands_of,
    leave_out,
    remove,
    restore,
    roster_of,
)

# What the kings in seat 5 win from the jacks in seat 3 at each table of the guide's draw.
KINGS = {"1": 60, "2": 55, "3": 40, "4": 35, "5": 20, "6": 10}


def kings_and_jacks(number: int = 1, won: dict[str, int] = KINGS) -> Deal:
    return deal_of(number, {table: {5: chips, 3: -chips} for table, chips in won.items()})


def by_hand(tally: Tally, deals: list[Deal]) -> Tally:
    return reduce(add, (hand for deal in deals for hand in hands_of(deal)), tally)


def test_p5_the_six_teams_of_the_guide_worked_out_by_hand() -> None:
    """Seat 5: B 60, D 55, E 40, A 35, C 20, F 10. Seat 3: A -10, E -20, D -35, B -40, F -55, C -60.

    The four other seats are level, so every team has 4 x 3.5 points from them.
    """
    got = standings(tally_of([kings_and_jacks()]))
    assert {line.team: line.points for line in got.teams} == {
        "A": 14 + 3 + 6, "B": 14 + 6 + 3, "C": 14 + 2 + 1, "D": 14 + 5 + 4, "E": 14 + 4 + 5,
        "F": 14 + 1 + 2,
    }  # fmt: skip
    assert {line.team: line.chips for line in got.teams} == {
        "A": 35 - 10, "B": 60 - 40, "C": 20 - 60, "D": 55 - 35, "E": 40 - 20, "F": 10 - 55,
    }  # fmt: skip
    assert [(line.rank, line.team) for line in got.teams] == [
        (1, "A"), (2, "B"), (2, "D"), (2, "E"), (5, "C"), (6, "F"),
    ]  # fmt: skip
    first = got.seats[5][0]
    assert (first.rank, first.table, first.team, first.player) == (1, "1", "B", "B1")
    assert (first.chips, first.points) == (60, 6)
    assert not got.provisional
    assert got.missing == ()


def test_p5_players_over_all_seats_by_points_then_chips_against_the_seats_average() -> None:
    got = standings(tally_of([kings_and_jacks()])).players
    assert len(got) == 36
    # Both have 6 points; seat 3's average is -220/6, so losing 10 there is 26.7 above it, while
    # winning 60 in seat 5 is 23.3 above its average of 220/6.
    assert [(line.rank, line.player, line.points) for line in got[:2]] == [
        (1, "A6", 6), (2, "B1", 6),
    ]  # fmt: skip
    assert got[0].against_average == Fraction(220, 6) - 10
    assert got[1].against_average == 60 - Fraction(220, 6)


def test_p4_chip_scores_add_up_over_the_deals() -> None:
    got = standings(tally_of([kings_and_jacks(1), kings_and_jacks(2, {**KINGS, "1": -100})]))
    kings = {line.table: line.chips for line in got.seats[5]}
    assert kings == {"1": -40, "2": 110, "3": 80, "4": 70, "5": 40, "6": 20}
    assert got.counted == dict.fromkeys(range(1, 7), 2)


def test_p9_a_seat_is_compared_over_the_deals_all_its_tables_have_finished() -> None:
    half = kings_and_jacks(2, {"1": 4000, "4": -4000})
    got = standings(tally_of([kings_and_jacks(1), half]))
    assert got.provisional
    assert got.counted[5] == 1
    assert {line.table: line.chips for line in got.seats[5]} == KINGS
    (missing,) = got.missing
    assert (missing.deal.number, missing.tables, missing.why) == (
        2, ("2", "3", "5", "6"), "not finished",
    )  # fmt: skip


def test_p9_unreleased_deals_make_the_standings_provisional() -> None:
    got = standings(tally_of([kings_and_jacks(1), kings_and_jacks(4)]), deals=5)
    assert [(gone.deal.number, gone.last, gone.tables, gone.why) for gone in got.missing] == [
        (2, 3, (), "not released"), (5, 5, (), "not released"),
    ]  # fmt: skip
    assert [gone.count for gone in got.missing] == [2, 1]


def test_a_run_of_unreleased_deals_is_one_entry() -> None:
    got = standings(tally_of([kings_and_jacks(7)]), deals=2**53 - 1)
    assert [(gone.deal.number, gone.last) for gone in got.missing] == [(1, 6), (8, 2**53 - 1)]


def test_p9_a_table_without_a_finished_hand_leaves_every_seat_incomplete() -> None:
    roster = pairs_of("AB", seats=2)
    deal = deal_of(1, {"1": {1: 10, 2: -10}}, roster)
    tally = tally_of([deal])
    assert tally.roster["2"] == {1: None, 2: None}
    got = standings(tally)
    assert got.counted == {1: 0, 2: 0}
    assert {line.chips for line in got.seats[1]} == {0}
    assert got.missing[0].tables == ("2",)


def test_corrections_replace_hands_and_voids_remove_them() -> None:
    first, second = kings_and_jacks(1), kings_and_jacks(2)
    tally = tally_of([first, second])
    wrong = hand_of(second.key, play_of("1", {**dict.fromkeys(range(1, 7), 0), 5: 999, 3: -999}))
    assert add(tally, wrong).sums[5]["1"] == 60 + 999
    assert add(add(tally, wrong), hands_of(second)[0]) == tally
    torn = remove(tally, second.key, "3")
    assert torn.sums == tally_of([first]).sums
    assert standings(torn).missing[0].tables == ("3",)
    assert add(torn, hands_of(second)[2]).sums == tally.sums


def test_a_later_attempt_counts_and_an_earlier_one_changes_nothing() -> None:
    deal = kings_and_jacks(1)
    again = play_of("1", {**dict.fromkeys(range(1, 7), 0), 5: 7, 3: -7}, attempt=2)
    tally = add(tally_of([deal]), hand_of(deal.key, again))
    assert tally.sums[5]["1"] == 7
    assert add(tally, hands_of(deal)[0]) == tally
    both = Deal(deal.key, 6, {}, (), (again, *deal.plays), deal.tables)
    assert tally_of([both]).sums == tally.sums


def test_of_the_same_attempt_the_hand_named_last_counts() -> None:
    """A correction replaces the hand that it corrects."""
    deal = kings_and_jacks(1)
    corrected = play_of("1", {**dict.fromkeys(range(1, 7), 0), 5: 7, 3: -7})
    both = Deal(deal.key, 6, {}, (), (*deal.plays, corrected), deal.tables)
    assert tally_of([both]).sums[5]["1"] == 7
    assert tally_of([both]) == add(tally_of([deal]), hand_of(deal.key, corrected))


def test_void_deals_do_not_count_and_are_not_missing() -> None:
    first, second = kings_and_jacks(1), kings_and_jacks(2)
    tally = leave_out(tally_of([first, second]), second.key, "void")
    assert tally.sums == tally_of([first]).sums
    assert not standings(tally, deals=2).provisional
    assert restore(tally, second.key) == tally_of([first, second])


def test_deals_under_review_are_left_out_until_cleared() -> None:
    first, second = kings_and_jacks(1), kings_and_jacks(2)
    tally = leave_out(tally_of([first, second]), second.key, "under review")
    got = standings(tally)
    assert got.provisional
    assert [(gone.deal.number, gone.why) for gone in got.missing] == [(2, "under review")]
    assert got.counted[5] == 1
    corrected = hand_of(second.key, play_of("1", {**dict.fromkeys(range(1, 7), 0), 5: 1, 3: -1}))
    assert restore(add(tally, corrected), second.key).sums[5]["1"] == 61


def test_tables_under_different_rules_are_scored_in_big_blinds() -> None:
    double = GAME.model_copy(update={"big_blind": 200, "small_blind": 100})
    roster = pairs_of("AB", seats=2)
    plays = (
        play_of("1", {1: 300, 2: -300}, roster),
        play_of("2", {1: 300, 2: -300}, roster, game=double),
    )
    got = standings(tally_of([Deal(DealKey("s", "A", 1), 1, {}, (), plays, ("1", "2"))]))
    assert got.unit == "bb"
    assert [(line.table, line.chips) for line in got.seats[1]] == [("1", 3), ("2", Fraction(3, 2))]


def test_split_pots_stay_exact() -> None:
    roster = pairs_of("ABC", seats=3)
    third = Fraction(100, 3)
    results = {"1": {1: third, 2: third, 3: -2 * third}, "2": {}, "3": {1: third, 2: -third}}
    got = standings(tally_of([deal_of(n, results, roster) for n in (1, 2, 3)]))
    assert got.seats[1][0].chips == 100
    assert [line.points for line in got.seats[1]] == [Fraction(5, 2), Fraction(5, 2), 1]


def test_without_teams_the_seats_are_still_ranked() -> None:
    roster = {table: {1: Player(name=table), 2: Player(name="BR")} for table in ("x", "y")}
    got = standings(tally_of([deal_of(1, {"x": {1: 5, 2: -5}, "y": {}}, roster)]))
    assert got.teams == ()
    assert [(line.player, line.points) for line in got.seats[1]] == [("x", 2), ("y", 1)]


def test_a_substitute_has_the_seat_from_the_last_hand_on() -> None:
    roster = pairs_of("AB", seats=2)
    second = {**roster, "1": {**roster["1"], 1: Player(name="Sub", team="B")}}
    deals = [deal_of(2, {"1": {}, "2": {}}, second), deal_of(1, {"1": {}, "2": {}}, roster)]
    assert roster_of(deals)["1"][1] == Player(name="Sub", team="B")


def test_hands_off_the_roster_are_refused_in_words() -> None:
    tally = tally_of([kings_and_jacks()])
    with pytest.raises(NotOnRoster, match="table 9 is not on the roster of s/A"):
        add(tally, hand_of(DealKey("s", "A", 1), play_of("9", {1: 0})))
    with pytest.raises(NotOnRoster, match="table 1: seat 7 is not on the roster"):
        add(tally, hand_of(DealKey("s", "A", 1), play_of("1", {7: 0})))
    with pytest.raises(NotOnRoster, match="deal s/A/1: table 6 is not on the roster"):
        tally_of([kings_and_jacks()], {table: GUIDE_ROSTER[table] for table in "12345"})
    with pytest.raises(ValueError, match="no deals"):
        tally_of([])


def test_the_rows_of_a_team_and_a_player_are_their_hands() -> None:
    got = standings(
        tally_of([kings_and_jacks(1), kings_and_jacks(2), kings_and_jacks(3, {"1": 9})])
    )
    brazils = [row for row in rows(got.tally) if row.team == "B"]
    assert {(row.seat, row.table) for row in brazils} == {
        (5, "1"), (4, "2"), (3, "3"), (2, "4"), (1, "5"), (6, "6"),
    }  # fmt: skip
    brazil = next(line for line in got.teams if line.team == "B")
    assert sum(row.chips for row in brazils if row.counts) == brazil.chips == 2 * (60 - 40)
    holder = [row for row in rows(got.tally) if (row.seat, row.table) == (5, "1")]
    kings = holder[0]
    assert (kings.deal.number, kings.hand, kings.chips, kings.rank) == (1, 1, 60, 1)
    assert kings.average == Fraction(220, 6)
    assert [row.counts for row in holder] == [True, True, False]


tables6 = st.permutations(sorted(GUIDE_ROSTER))
amounts = st.integers(-5000, 5000)


@st.composite
def sessions(draw: st.DrawFn) -> list[Deal]:
    """Up to five deals at some of the guide's six tables, two seats of each exchanging chips."""
    deals = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        results = {}
        for table in draw(st.lists(st.sampled_from(sorted(GUIDE_ROSTER)), min_size=3, unique=True)):
            one, other = draw(st.permutations(range(1, 7)))[:2]
            chips = draw(amounts)
            results[table] = {one: chips, other: -chips}
        deals.append(deal_of(number, results))
    return deals


@given(sessions(), tables6)
def test_p5_permuting_the_tables_changes_no_ranking(deals: list[Deal], order: list[str]) -> None:
    roster = {table: GUIDE_ROSTER[table] for table in order}
    plain, moved = standings(tally_of(deals, GUIDE_ROSTER)), standings(tally_of(deals, roster))
    assert plain.teams == moved.teams
    for seat, lines in plain.seats.items():
        assert set(lines) == set(moved.seats[seat])
    assert set(plain.players) == set(moved.players)


@given(sessions())
def test_p5_points_and_chips_add_up(deals: list[Deal]) -> None:
    got = standings(tally_of(deals, GUIDE_ROSTER))
    for lines in got.seats.values():
        assert sum(line.points for line in lines) == 21
    assert sum(line.points for line in got.teams) == 126
    assert sum(line.chips for line in got.teams) == 0
    for line in got.teams:
        own = [row for row in rows(got.tally) if row.team == line.team and row.counts]
        assert sum(row.chips for row in own) == line.chips


@given(sessions(), st.randoms(use_true_random=False))
def test_p9_hand_by_hand_in_any_order_is_the_same_as_all_at_once(
    deals: list[Deal], lots: object
) -> None:
    hands = [hand for deal in deals for hand in hands_of(deal)]
    lots.shuffle(hands)
    grown = reduce(add, hands, empty_tally("s", "A", GUIDE_ROSTER))
    assert grown.sums == tally_of(deals, GUIDE_ROSTER).sums
    assert standings(grown) == standings(tally_of(deals, GUIDE_ROSTER))
