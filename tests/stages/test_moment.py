"""Cuts of the guide's deal at a moment, against numbers computed by hand."""

from fractions import Fraction

from guide_deal import ENDS, OPENED, TEAMS, guide_deal

from producer.compare import compare
from producer.events import Player, Team
from producer.games.cards import format_cards
from producer.games.line import Deal
from producer.stages.comparisons.branches import decision_point
from producer.stages.comparisons.comparison_cut import ChoiceSeen, PlaceSeen, SplitSeen, split
from producer.stages.moment import read_moment


def of(deal: Deal, tables: tuple[str, str], moment: str) -> SplitSeen:
    found = compare(deal)
    fork = next(each for each in found.forks if each.seat == 5)
    return split(found, decision_point(found, fork), tables, read_moment(moment))


def test_fork_shows_cards_board_and_price_before_the_choice() -> None:
    known = of(guide_deal(), ("1", "5"), "decision")
    assert format_cards(known.cards) == "KcKs"
    assert format_cards(known.board) == "Td5s9h5h"
    for side in known.sides:
        assert (side.to_call, side.pot) == (12, 31)
        assert side.outcome is None


def test_choices_are_as_made_and_the_cap_is_not_all_in() -> None:
    """P2: where chips remain behind, the state is called cap."""
    capped = of(guide_deal(), ("1", "5"), "decision")
    left, right = (side.choice for side in capped.sides)
    assert left == ChoiceSeen("raise", Fraction(41), Fraction(41), "cap")
    assert right == ChoiceSeen("call", Fraction(12), Fraction(12), "")
    all_in = of(guide_deal(stack=5000), ("1", "5"), "decision").sides[0].choice
    assert all_in == ChoiceSeen("raise", Fraction(41), Fraction(41), "all-in")


def test_the_kings_of_a_team_meet_the_jacks_of_the_draw() -> None:
    """P6: seat 3 against seat 5 is China-Brazil at table 1 and Ecuador-China at table 5. China is
    shown itself, so the opponents stand without their teams."""
    known = of(guide_deal(), ("1", "5"), "decision")
    for side, actor, opponent in (
        (known.sides[0], "B", "C-player"),
        (known.sides[1], "C", "E-player"),
    ):
        assert side.player.team == actor
        (one,) = side.opponents
        assert (one.player.team, one.player.name, format_cards(one.cards)) == (
            None,
            opponent,
            "JhJc",
        )


def test_end_has_results_against_average_with_rank_and_chips() -> None:
    known = of(guide_deal(), ("1", "5"), "end")
    left, right = known.sides[0].outcome, known.sides[1].outcome
    assert left is not None
    assert right is not None
    average = Fraction(10700, 600)
    assert (left.place, left.chips) == (PlaceSeen(51 - average, 1, 6), 51)
    assert (right.place, right.chips) == (PlaceSeen(-21 - average, 6, 6), -21)


def test_end_shows_the_board_as_far_as_either_table_went() -> None:
    board = {
        tables: format_cards(of(guide_deal(), tables, "end").board)
        for tables in (("2", "6"), ("2", "3"), ("1", "6"))
    }
    assert board[("2", "6")] == "Td5s9h5h"  # both ended by a fold on the turn
    assert board[("2", "3")] == "Td5s9h5h4d"  # the second was checked down
    assert board[("1", "6")] == "Td5s9h5h4d"  # all in on the turn: the river was dealt


def test_all_live_opponents_are_known_at_the_fork() -> None:
    opened = OPENED.replace(
        "preflop 4 fold; flop 5 check;", "preflop 4 call 300; flop 5 check; flop 4 check;"
    )
    opened = opened.replace("flop 5 call 600;", "flop 5 call 600; flop 4 call 600;")
    opened = opened.replace("turn 5 check;", "turn 5 check; turn 4 check;")
    ends = (
        "turn 5 fold; turn 4 fold",
        "turn 5 call 1200; turn 4 fold; river 5 check; river 3 check",
    )
    known = of(guide_deal(ends, opened=opened), ("1", "2"), "decision")
    names = {one.player.name for one in known.sides[0].opponents}
    assert names == {"C-player", "F-player"}
    assert known.sides[0].pot == 39


def test_teams_may_be_missing() -> None:
    known = of(guide_deal(teams={}), ("1", "5"), "decision")
    assert known.sides[0].player == Player(name="B-player")


def test_the_sample_matches_its_text() -> None:
    won = [play.result[5] for play in guide_deal().plays]
    assert won == [5100, 2200, 2200, 4200, -2100, -900]
    assert len(ENDS) == len(TEAMS) == 6
    assert TEAMS["B"] == Team(name="Brazil", colour="#009739")
