"""Which tables go side by side: pairs, three, four and six tables, one seat, mirrored teams."""

from collections.abc import Mapping

import pytest
from hand_made import NO_LIMIT, deal, line

from producer.compare import Around, compare
from producer.compare.model import Branch, Fork
from producer.compare.pairing import in_focus, mirrored, suggest
from producer.events import Player
from producer.games.holdem import contrast
from producer.games.line import Deal, DealKey, Line, Move, Play


def fork(branches: Mapping[str, Mapping[str, int]], history: str = "1r300") -> Fork:
    """``{"2c": {"a": 100, ...}}``: the move of seat 2 and the actor's result by table."""
    before = line(history)
    drawn = []
    for text, results in branches.items():
        (move,) = line(text)
        drawn.append(Branch(move, tuple(results), results))
    return Fork("preflop", 2, (), before, tuple(drawn), 1.0, 1.0, 0)


def lines(of: Fork, replies: Mapping[str, str] | None = None) -> dict[str, Line]:
    """By table its line: the history, the choice, and what the opponent answered (a check)."""
    return {
        table: (
            *of.history,
            branch.move,
            Move("preflop", 1, (replies or {}).get(table, "check")),
        )
        for branch in of.branches
        for table in branch.tables
    }


KINGS_V_JACKS = {1: "KcKs", 2: "JhJc"}


CALLS = {"c1": 100, "c2": 300, "c3": 200}
FOLDS = {"f1": -100, "f2": -100}
RAISES = {"r1": 900}
SIX = fork({"2c": CALLS, "2f": FOLDS, "2r900": RAISES})


def test_a_pair_of_the_branches_furthest_apart_nearest_their_medians() -> None:
    """Fold against call and fold against raise both count 1; the former has more tables. The
    median of the calls is 200: c3."""
    assert suggest(SIX, lines(SIX), contrast) == ("c3", "f1")


def test_three_tables_one_a_branch() -> None:
    assert suggest(SIX, lines(SIX), contrast, tables=3) == ("c3", "f1", "r1")


def test_four_tables_the_largest_branch_again() -> None:
    """Of the calls c1 and c2 lie 100 from the median each: the first."""
    assert suggest(SIX, lines(SIX), contrast, tables=4) == ("c3", "c1", "f1", "r1")


def test_five_then_all_six() -> None:
    assert suggest(SIX, lines(SIX), contrast, tables=5) == ("c3", "c1", "f1", "f2", "r1")
    assert suggest(SIX, lines(SIX), contrast, tables=6) == ("c3", "c1", "c2", "f1", "f2", "r1")


def test_no_more_tables_than_stand_at_the_fork() -> None:
    assert sorted(suggest(SIX, lines(SIX), contrast, tables=9)) == sorted([*CALLS, *FOLDS, *RAISES])


def test_further_tables_prefer_the_same_reply_too() -> None:
    two = fork({"2c": {"c1": 100, "c2": 300, "c3": 200}, "2f": {"f1": -100}})
    replies = {"c1": "fold"}
    assert suggest(two, lines(two, replies), contrast, tables=3) == ("c3", "c2", "f1")


def test_of_equals_the_mirrored_pair() -> None:
    """Two results lie equally far from their median, so nothing else tells them apart."""
    two = fork({"2c": {"a": 100, "b": 300}, "2r900": {"c": 500, "d": 700}})
    assert suggest(two, lines(two), contrast) == ("a", "c")
    assert suggest(two, lines(two), contrast, mirrored=[("d", "a")]) == ("a", "d")
    assert suggest(two, lines(two), contrast, mirrored=[("b", "d")]) == ("b", "d")


def test_of_equals_a_featured_player_before_a_mirrored_pair() -> None:
    two = fork({"2c": {"a": 100, "b": 300}, "2r900": {"c": 500, "d": 700}})
    both = suggest(two, lines(two), contrast, mirrored=[("a", "c")], featured=["b"])
    assert both == ("b", "c")
    assert suggest(SIX, lines(SIX), contrast, featured=["c1"]) == ("c3", "f1")


def test_the_comparison_prefers_the_table_of_a_featured_player() -> None:
    made = deal(
        KINGS_V_JACKS,
        "Td5s9h5h4d",
        ["1r300 2f", "1r300 2f", "1r300 2c / 2x 1x / 2x 1x / 2x 1x"],
    )
    assert compare(made).pairing == ("1", "3")
    assert compare(made, Around(featured=frozenset({"2-1"}))).pairing == ("2", "3")


def test_a_mirrored_pair_does_not_make_an_extreme_of_a_median() -> None:
    assert suggest(SIX, lines(SIX), contrast, mirrored=[("c1", "f1")]) == ("c3", "f1")


GUIDE = {"1": "EACFBD", "2": "ACFBDE", "3": "CFBDEA", "4": "FBDEAC", "5": "BDEACF", "6": "DEACFB"}
"""The guide's draw (RULES P6): the teams of seats 1 to 6 at every table."""


def guide(turn: dict[str, str]) -> tuple[Deal, Fork]:
    """Seat 5 holds the kings and has just been bet into by seat 3, the jacks."""
    history = (Move("turn", 3, "bet", 1200), Move("turn", 4, "fold"))
    plays = []
    for table, action in turn.items():
        players = {
            seat: Player(name=f"{team}{table}", team=team)
            for seat, team in enumerate(GUIDE[table], start=1)
        }
        moves = (*history, Move("turn", 5, action, 3800 if action == "raise" else None))
        plays.append(Play(table, 1, 1, NO_LIMIT, {}, players, moves, dict.fromkeys(players, 0)))
    made = Deal(DealKey("s", "A", 1), 6, {}, (), tuple(plays), tuple(turn))
    branches = [
        Branch(move, tables, dict.fromkeys(tables, 0))
        for move in dict.fromkeys(play.line[-1] for play in plays)
        if (tables := tuple(play.table for play in plays if play.line[-1] == move))
    ]
    return made, Fork("turn", 5, (), history, tuple(branches), 1.0, 1.0, 0)


def test_mirrored_teams_of_the_guides_deal() -> None:
    """China has the kings at table 5 and the jacks at 1; Ecuador the kings at 3, the jacks at 5.
    Brazil, kings at 1 and jacks at 3, chose alike at both."""
    made, of = guide({"1": "call", "3": "call", "6": "call", "5": "raise"})
    assert set(mirrored(made, of)) == {("5", "1"), ("3", "5")}


def test_every_team_is_mirrored_once_where_all_six_stand_at_the_fork() -> None:
    """Kings at table T, jacks four tables further on: 1-3, 2-4, 3-5, 4-6, 5-1, 6-2."""
    odd = dict.fromkeys("1256", "call") | dict.fromkeys("34", "raise")
    made, of = guide(odd)
    assert set(mirrored(made, of)) == {("1", "3"), ("2", "4"), ("3", "5"), ("4", "6")}


def test_nobody_is_mirrored_at_the_first_move_or_without_teams() -> None:
    made = deal({1: "KcKs", 2: "JhJc"}, "Td5s9h5h4d", ["1f", "1c 2x / 2x 1x / 2x 1x / 2x 1x"])
    (first,) = compare(made).forks
    assert mirrored(made, first) == ()
    made = deal({1: "KcKs", 2: "JhJc"}, "Td5s9h5h4d", ["1r300 2f", "1r300 2c / 2b4700 1f"])
    (answer,) = compare(made).forks
    assert mirrored(made, answer) == ()


# one seat in focus

ON = "1r300 2c / 2x "


def test_a_seat_in_focus_is_shown_at_its_own_fork() -> None:
    """The key fork is the kings' (bet or check on the flop); the jacks chose on the turn, at the
    two tables that checked."""
    made = deal(
        KINGS_V_JACKS,
        "Td5s9h5h4d",
        [
            ON + "1b600 2c / 2x 1x / 2x 1x",
            ON + "1b600 2c / 2x 1x / 2x 1x",
            ON + "1x / 2b100 1c / 2x 1x",
            ON + "1x / 2x 1x / 2x 1x",
        ],
    )
    found = compare(made)
    assert found.key_fork is not None
    assert found.key_fork.seat == 1
    assert set(in_focus(found, 2, contrast)) == {"3", "4"}
    assert set(in_focus(found, 1, contrast, tables=4)) == {"1", "2", "3", "4"}


def test_a_seat_that_never_chose_differently_is_shown_by_its_results() -> None:
    """Seat 2 loses 100 where it had no choice, else what seat 1 bet: -1300, -1000, -400, -100."""
    made = deal(
        KINGS_V_JACKS,
        "Td5s9h5h4d",
        [
            "1c 2x / 2x 1x / 2x 1x / 2x 1x",
            ON + "1b100 2c / 2x 1x / 2x 1x",
            ON + "1b700 2c / 2x 1x / 2x 1x",
            ON + "1b1000 2c / 2x 1x / 2x 1x",
        ],
    )
    found = compare(made)
    assert {each.seat for each in found.forks} == {1}
    assert in_focus(found, 2, contrast) == ("1", "4")
    # -400 and -1000 lie 300 each from the nearest shown: the first
    assert in_focus(found, 2, contrast, tables=3) == ("1", "4", "2")


@pytest.mark.parametrize("tables", [2, 3, 4, 6])
def test_one_seat_over_any_number_of_tables_names_none_twice(tables: int) -> None:
    at = ["2f", "2c", "2r900 1f", "2c", "2f", "2r900 1c"]
    ends = {"2c": " / 2x 1x / 2x 1x / 2x 1x", "2r900 1c": " / 2x 1x / 2x 1x / 2x 1x"}
    made = deal(KINGS_V_JACKS, "Td5s9h5h4d", [f"1r300 {each}{ends.get(each, '')}" for each in at])
    shown = in_focus(compare(made), 2, contrast, tables)
    assert len(set(shown)) == tables
