"""Picks made by a producer: any decision of a seat at two tables, or a reason why not."""

from dataclasses import replace

import pytest
from hand_made import deal

from producer.compare import NO_CONTEXT, compare, rate
from producer.compare.by_hand import NotPickable, by_hand, with_decisions
from producer.compare.model import MadePick, PickDecisions
from producer.wording import moment_line

DOWN = " / 2x 1x / 2x 1x / 2x 1x"
LINES = ["1r300 2c" + DOWN, "1r250 2c / 2b400 1f", "1f"]
MADE = compare(deal({1: "KcKs", 2: "JhJc"}, "Td5s9h5h4d", LINES))


def test_tables_with_different_lines_can_be_picked_by_hand() -> None:
    """Kings after a raise to 300 check; after 250 they fold to a bet of 400."""
    pick = by_hand(MADE, {"2": 3, "1": 3}, "  the fold that nobody made ")
    assert (pick.kind, pick.seat, pick.street, pick.reason) == (
        "made", 1, "flop", "the fold that nobody made",
    )  # fmt: skip
    assert (pick.pairing, pick.gap) == (("2", "1"), 550)
    assert [branch.move.action for branch in pick.branches] == ["fold", "check"]
    assert (pick.pot, pick.to_call) == (900, 400)


def test_its_moment_is_that_of_its_two_tables() -> None:
    made = by_hand(MADE, {"2": 3, "1": 3}, "the fold")
    said = moment_line(replace(MADE, picks=(made,)))
    assert said == "Kings on the flop: one folded, one checked"


def test_two_tables_that_chose_differently_at_one_fork_make_a_fork() -> None:
    """Raises to 300 and 250 and a fold before the flop: the pick has the fork's three tables."""
    pick = by_hand(MADE, {"3": 0, "1": 0}, "the fold")
    assert (pick.kind, pick.pairing, {*pick.tables}) == ("fork", ("3", "1"), {"1", "2", "3"})
    assert [branch.move.action for branch in pick.branches] == ["fold", "raise"]
    assert pick.fork is not None
    assert pick.id not in [each.id for each in MADE.picks]


def test_two_tables_with_equal_lines_make_a_same_line() -> None:
    alike = deal({1: "KcKs", 2: "JhJc"}, "Td5s9h5h4d", ["1r300 2c" + DOWN] * 2)
    pick = by_hand(compare(alike), {"1": 2, "2": 2}, "everybody checks kings")
    assert (pick.kind, pick.branches, pick.gap) == ("same line", (), 0)


def test_a_pick_made_by_hand_is_there_until_one_of_its_moves_is_corrected() -> None:
    found = MADE
    at = {"2": 3, "1": 3}
    pick = by_hand(found, at, "the fold")
    decisions = PickDecisions(made=(MadePick(pick.id, at, "the fold"),))
    there = rate(with_decisions(found, decisions), NO_CONTEXT)
    (own,) = (each for each in there.picks if each.id == pick.id)
    assert (own.kind, own.reason, own.merit > 0) == ("made", "the fold", True)
    other = deal({1: "KcKs", 2: "JhJc"}, "Td5s9h5h4d", [
        "1r300 2c" + DOWN, "1r260 2c / 2b400 1f", "1f",
    ])  # fmt: skip
    after = with_decisions(compare(other), decisions)
    assert pick.id not in [each.id for each in after.picks]
    assert after.gone == {pick.id: "made by hand: the fold"}


@pytest.mark.parametrize(
    ("at", "reason", "words"),
    [
        ({"1": 3, "2": 3}, " ", "needs a reason"),
        ({"1": 3}, "x", "name two tables that have finished deal s/A/1: 1, 2, 3"),
        ({"1": 3, "9": 3}, "x", "name two tables"),
        (
            {"1": 0, "3": 1},
            "x",
            "table 3 has no move 2; name the decision by its number in the line, 1 to 1",
        ),
        ({"1": 2, "2": 3}, "x", "seat 2 decides at table 1 there, seat 1 at table 2"),
    ],
)
def test_impossible_picks_give_the_reason(at: dict[str, int], reason: str, words: str) -> None:
    with pytest.raises(NotPickable, match=words):
        by_hand(MADE, at, reason)
