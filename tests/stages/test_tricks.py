"""The play at two tables: hands, trick, tricks won and the result, each at its moment."""

from dataclasses import replace

import pytest

from overlay.contexts import SuitText, Tricks, TrickTable
from overlay.stage import Stage
from overlay.svg import stage_svg
from producer.compare import compare
from producer.compare.model import Comparison
from producer.stages.bridge.tricks import tricks
from producer.stages.moment import BEFORE, DECISION, END, Moment, NotDrawable
from producer.stages.samples.deals import bridge_deal, bridge_play, split_deal
from producer.stages.style import PLAIN, Style
from producer.wording.language import language

WEST, NORTH, EAST, SOUTH = range(4)


@pytest.fixture(scope="module")
def match() -> Comparison:
    """Seven spades by South in both rooms. Two tricks are the same; then South plays the ten of
    spades in the open room, the three of clubs in the closed one."""
    return compare(bridge_play("plain"))


def drawn(match: Comparison, moment: Moment, style: Style = PLAIN) -> tuple[TrickTable, ...]:
    return context(match, moment, style).tables


def context(match: Comparison, moment: Moment, style: Style = PLAIN) -> Tricks:
    (graphic,) = tricks(match, ("Open", "Closed"), moment, style=style).graphics
    assert isinstance(graphic.context, Tricks)
    return graphic.context


def trick(table: TrickTable) -> list[str]:
    return [f"{hand.said.text}{hand.said.suit}" for hand in table.hands]


def test_before_the_decision_both_tables_are_alike(match: Comparison) -> None:
    """The second trick lies there; South, who won it, is asked for a card."""
    left, right = drawn(match, BEFORE)
    assert trick(left) == trick(right) == ["6s", "4s", "3s", "?"]
    assert [hand.turn for hand in left.hands] == [False, False, False, True]
    assert left.hands[SOUTH].ranks == right.hands[SOUTH].ranks
    assert [(each.words, each.reached) for each in left.won] == [
        ("2 of 13", False), ("0 of 1", False),
    ]  # fmt: skip
    assert (left.contract, left.by) == (SuitText("7", "s"), "by South")
    assert (left.made, left.points) == ("", "")


def test_the_card_chosen_is_marked_and_gone_from_the_hand(match: Comparison) -> None:
    left, right = drawn(match, DECISION)
    assert [trick(each)[SOUTH] for each in (left, right)] == ["10s", "3c"]
    assert [each.hands[SOUTH].parts for each in (left, right)] == [True, True]
    assert [each.hands[SOUTH].ranks for each in (left, right)] == [
        ("J 5 2", "A 6", "7 4", "A 5 3"), ("J 10 5 2", "A 6", "7 4", "A 5"),
    ]  # fmt: skip
    assert trick(left)[:SOUTH] == ["", "", ""], "the trick before is turned over"


def test_a_trick_counts_for_its_winner_once_it_is_complete(match: Comparison) -> None:
    """The queen of trumps is not played: South's ten holds the trick against the nine."""
    moments = (Moment(3), Moment(4))
    counts = [[each.words for each in drawn(match, moment)[0].won] for moment in moments]
    assert counts == [["2 of 13", "0 of 1"], ["3 of 13", "0 of 1"]]


def test_the_end_shows_the_hands_as_dealt_and_what_came_of_them(match: Comparison) -> None:
    """Vulnerable: 2210 for the grand slam, 100 for one down; 2310 points are 20 IMPs (B2, B3)."""
    shown = context(match, END)
    left, right = shown.tables
    assert [(each.made, each.points) for each in (left, right)] == [
        ("made", "NS +2210"), ("1 down", "EW +100"),
    ]  # fmt: skip
    assert [(each.words, each.reached) for each in right.won] == [
        ("12 of 13", False), ("1 of 1", True),
    ]  # fmt: skip
    assert left.hands[NORTH].ranks == ("A Q 7 4", "K 8 3", "A 5", "K Q 6 2")
    assert shown.ahead is not None
    assert shown.ahead.amount == "+20"
    assert shown.ahead.below == "points of the match, for 2310 more on this deal"


def test_nothing_of_the_end_is_there_while_one_room_plays(match: Comparison) -> None:
    shown = stage_svg(tricks(match, ("Open", "Closed"), Moment(1, (("Closed", None),))))
    assert "2210" not in shown
    assert "IMP" not in shown
    assert "EW +100" in shown


def test_in_the_auction_the_last_calls_lie_on_the_table() -> None:
    """The rooms part at South's fourth call; there is no contract and no trick yet."""
    auction = compare(bridge_deal("plain"))
    left, right = drawn(auction, DECISION)
    assert [trick(each) for each in (left, right)] == [
        ["Pass", "3s", "Pass", "4NT"], ["Pass", "3s", "Pass", "4s"],
    ]  # fmt: skip
    assert (left.contract, left.by, left.won) == (SuitText(""), "", ())
    assert left.hands[EAST].ranks == ("9 3", "Q J 10 4", "Q J 8 6", "J 7 4")


@pytest.mark.parametrize(("code", "words"), [("es", "NS: bazas"), ("el", "ΒΝ: χαρτωσιές")])
def test_tricks_are_counted_in_every_language(match: Comparison, code: str, words: str) -> None:
    assert drawn(match, END, Style(language(code)))[0].won[0].side == words


def test_another_game_has_no_tricks() -> None:
    with pytest.raises(NotDrawable, match="tricks are bridge's, and this is holdem"):
        tricks(compare(split_deal("plain")), (), END)


@pytest.mark.parametrize("code", ["en", "es", "el"])
def test_a_table_of_bots_is_called_a_reference_in_full(match: Comparison, code: str) -> None:
    bots = replace(match, deal=replace(match.deal, by_bots=("Closed",)))
    style = Style(language(code))
    (_, closed) = drawn(bots, END, style)
    (graphic,) = tricks(bots, ("Open", "Closed"), END, style=style).graphics
    assert closed.table.endswith("BOTS")
    assert closed.table in stage_svg(Stage(1920, 1080, (graphic,), style.theme))
