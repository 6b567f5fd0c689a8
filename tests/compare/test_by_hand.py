"""Picks made by a producer: any decision of a seat at two tables, or a reason why not."""

import pytest
from hand_made import deal

from producer.compare import compare
from producer.compare.by_hand import NotPickable, by_hand

DOWN = " / 2x 1x / 2x 1x / 2x 1x"
LINES = ["1r300 2c" + DOWN, "1r250 2c / 2b400 1f", "1f"]
MADE = compare(deal({1: "KcKs", 2: "JhJc"}, "Td5s9h5h4d", LINES))


def test_tables_with_different_lines_can_be_picked_by_hand() -> None:
    """Kings after a raise to 300 check; after 250 they fold to a bet of 400."""
    pick = by_hand(MADE, {"2": 3, "1": 3}, "  the fold that nobody made ")
    assert (pick.kind, pick.seat, pick.street, pick.reason) == (
        "producer", 1, "flop", "the fold that nobody made",
    )  # fmt: skip
    assert (pick.pairing, pick.gap) == (("2", "1"), 550)
    assert [branch.move.action for branch in pick.branches] == ["fold", "check"]
    assert (pick.pot, pick.to_call) == (900, 400)


@pytest.mark.parametrize(
    ("at", "reason", "words"),
    [
        ({"1": 3, "2": 3}, " ", "needs a reason"),
        ({"1": 3}, "x", "name two tables that have finished deal s/A/1: 1, 2, 3"),
        ({"1": 3, "9": 3}, "x", "name two tables"),
        ({"1": 0, "3": 1}, "x", "table 3 made 1 moves; name one of 0 to 0"),
        ({"1": 2, "2": 3}, "x", "seat 2 decides at table 1 there, seat 1 at table 2"),
    ],
)
def test_impossible_picks_give_the_reason(at: dict[str, int], reason: str, words: str) -> None:
    with pytest.raises(NotPickable, match=words):
        by_hand(MADE, at, reason)
