"""The graphic of two auctions: calls, contract, lead and result, each at its moment."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace

import pytest
from bridge_boards import board

from overlay.contexts import Auctions, MadeCall, SuitText
from overlay.svg import graphic_svg, stage_svg
from producer.compare import compare
from producer.compare.model import Comparison
from producer.stages.bridge.auctions import auctions
from producer.stages.moment import BEFORE, DECISION, END, Moment, NotDrawable
from producer.stages.samples.deals import bridge_deal, split_deal
from producer.stages.style import PLAIN, Style
from producer.wording.language import language


@pytest.fixture(scope="module")
def match() -> Comparison:
    """Ten calls are the same in both rooms; then 4NT leads to a slam, 4S ends in game."""
    return compare(bridge_deal("plain"))


def drawn(match: Comparison, moment: Moment, style: Style = PLAIN) -> Auctions:
    (graphic,) = auctions(match, ("Open", "Closed"), moment, style=style).graphics
    assert isinstance(graphic.context, Auctions)
    return graphic.context


def said(made: tuple[MadeCall, ...]) -> list[str]:
    """Seat and call; a dot for a pass."""
    return [f"{call.seat} {call.said.text}{call.said.suit}" for call in made]


SAME = ["W Pass", "N 1c", "E Pass", "S 1s", "W Pass", "N 3s", "E Pass"]


def test_before_the_decision_all_calls_are_those_of_both_tables(match: Comparison) -> None:
    shown = drawn(match, BEFORE)
    assert said(shown.common) == SAME
    assert [said(column.calls) for column in shown.columns] == [["S ?"], ["S ?"]]
    assert not shown.parts


def test_at_the_decision_nothing_of_the_contract_is_there(match: Comparison) -> None:
    shown = drawn(match, DECISION)
    assert said(shown.common) == SAME
    assert [said(column.calls) for column in shown.columns] == [["S 4NT"], ["S 4s"]]
    assert all(column.calls[0].parts for column in shown.columns)
    assert shown.parts == "where the tables part"
    for column in shown.columns:
        later = column.by, column.needs, column.leads, column.wins, column.points, column.winner
        assert not any(later)
    assert shown.ahead is None


def test_one_table_may_have_answered_before_the_other(match: Comparison) -> None:
    """The call that one has made is gold, and that of the other is still asked for."""
    shown = drawn(match, Moment(0, (("Open", 1),)))
    assert said(shown.common) == SAME
    left, right = shown.columns
    assert (said(left.calls), left.calls[0].parts) == (["S 4NT"], True)
    assert (said(right.calls), right.calls[0].parts) == (["S ?"], False)


def test_a_table_shows_its_own_calls_without_the_last_passes(match: Comparison) -> None:
    left, right = drawn(match, END).columns
    assert said(left.calls) == ["S 4NT", "W Pass", "N 5h", "E Pass", "S 6s"]
    assert [call.parts for call in left.calls] == [True, False, False, False, False]
    assert said(right.calls) == ["S 4s"]


def test_each_column_is_of_the_pair_that_decides(match: Comparison) -> None:
    """South decides: Argentina's pair in the open room, Brazil's in the closed one."""
    found = [(column.table, column.pair.name, column.against.name)
             for column in drawn(match, BEFORE).columns]  # fmt: skip
    assert found == [
        ("OPEN ROOM", "ARGENTINA", "BRAZIL"), ("CLOSED ROOM", "BRAZIL", "ARGENTINA"),
    ]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), [("p 1S p p p, 7", "1S p p p, 8")])
def test_a_pass_where_the_tables_part_is_a_word(one: str, other: str) -> None:
    """From the first call on: there is nothing that both tables did."""
    (graphic,) = auctions(compare(board(one, other)), ("1", "2"), END).graphics
    shown = graphic.context
    assert isinstance(shown, Auctions)
    assert shown.common == ()
    assert [(said(column.calls)[0], column.calls[0].parts) for column in shown.columns] == [
        ("N Pass", True), ("N 1s", True),
    ]  # fmt: skip
    assert not shown.columns[0].calls[0].said.quiet


def test_of_a_long_auction_the_call_at_which_the_tables_part_stays() -> None:
    """What does not fit is left out after it, and the last call is there."""
    bids = [f"{level}{strain}" for level in (2, 3, 4, 5) for strain in ("C", "D", "H", "S")]
    long = f"1NT p {' p '.join(bids)} p 5NT p p p, 11"
    words = re.findall(
        r">([^<>]+)</text>",
        stage_svg(auctions(compare(board(long, "1S p p p, 8")), ("1", "2"), END)),
    )
    left_out = words.index("…")
    assert words[left_out - 2 : left_out] == ["N", "1NT"]
    assert "5NT" in words[left_out:]


def test_contract_and_lead_come_before_the_result(match: Comparison) -> None:
    """In the open room four more calls and three passes follow 4NT, in the closed one three."""
    contract = drawn(match, Moment(4, (("Open", 8),)))
    assert [(c.contract, c.by, c.leads) for c in contract.columns] == [
        (SuitText("6", "s"), "by South", ""), (SuitText("4", "s"), "by South", ""),
    ]  # fmt: skip
    lead = drawn(match, Moment(5, (("Open", 9),)))
    assert [(c.leads, c.lead) for c in lead.columns] == [("West leads", SuitText("10", "d"))] * 2
    assert not any(c.points or c.wins for c in lead.columns)


def test_the_end_adds_up_to_the_imps_of_the_slam(match: Comparison) -> None:
    """Vulnerable: 1430 for the slam, 680 for the game with two over; 750 are 13 IMPs (B2, B3)."""
    shown = drawn(match, END)
    assert [(c.winner, c.points, c.needs, c.wins) for c in shown.columns] == [
        ("ARGENTINA", "+1430", "needs 12 tricks", "wins 12 tricks"),
        ("BRAZIL", "+680", "needs 10 tricks", "wins 12 tricks"),
    ]  # fmt: skip
    assert [c.best for c in shown.columns] == [True, False]
    assert shown.ahead is not None
    assert (shown.ahead.who, shown.ahead.amount, shown.ahead.words) == ("ARGENTINA", "+13", "IMPs")
    assert shown.ahead.below == "points of the match, for 750 more on this deal"


def test_tables_of_different_matches_are_apart_in_points(match: Comparison) -> None:
    """As above, but Chile and Peru play at the second table: no IMPs are won or lost (B3)."""
    first, second = match.deal.plays
    others = {
        seat: player.model_copy(update={"team": ("Chile", "Peru")[seat % 2]})
        for seat, player in second.players.items()
    }
    plays = first, replace(second, players=others)
    apart = replace(match, deal=replace(match.deal, plays=plays))
    shown = drawn(apart, END)
    assert shown.ahead is not None
    assert (shown.ahead.who, shown.ahead.amount, shown.ahead.words) == (
        "ARGENTINA", "+750", "POINTS",
    )  # fmt: skip
    assert shown.ahead.below == "on this deal; the two tables play different matches"


def test_the_hand_that_decides_is_there_from_the_start(match: Comparison) -> None:
    """South's thirteen cards, and that the last bid is the contract as long as there is none."""
    shown = drawn(match, BEFORE)
    assert shown.hand is not None
    assert (shown.hand.seat, shown.hand.ranks) == ("SOUTH", ("K J 10 5 2", "A 6", "K 7 4", "A 5 3"))
    assert shown.rule == "The last bid is the contract"
    assert drawn(match, DECISION).rule
    assert not drawn(match, Moment(1, (("Closed", None),))).rule
    assert not drawn(match, END).rule


def test_the_player_who_bids_is_named(match: Comparison) -> None:
    left, right = drawn(match, DECISION).columns
    assert (left.caller, right.caller) == (
        ("Li Na, South, bids", "South, bids"), ("Luz Vega, South, bids", "South, bids"),
    )  # fmt: skip
    assert drawn(match, BEFORE).columns[0].caller == ("Li Na, South", "South")


@pytest.mark.parametrize(("tricks", "said"), [(9, "wins 9, 1 down"), (10, "wins 10 tricks")])
def test_tricks_needed_and_won(tricks: int, said: str) -> None:
    """Four of a suit needs ten (B2)."""
    (graphic,) = auctions(compare(board("4S p p p, 10", f"4H p p p, {tricks}")), (), END).graphics
    assert isinstance(graphic.context, Auctions)
    (column,) = (each for each in graphic.context.columns if each.contract.suit == "h")
    assert (column.needs, column.wins) == ("needs 10 tricks", said)


def test_in_the_other_order_the_same_team_is_ahead(match: Comparison) -> None:
    (graphic,) = auctions(match, ("Closed", "Open"), END).graphics
    assert isinstance(graphic.context, Auctions)
    assert graphic.context.ahead is not None
    assert (graphic.context.ahead.who, graphic.context.ahead.amount) == ("ARGENTINA", "+13")


def test_one_room_may_have_ended_before_the_other(match: Comparison) -> None:
    shown = drawn(match, Moment(1, (("Closed", None),)))
    assert [c.points for c in shown.columns] == ["", "+680"]
    assert shown.ahead is None


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", ("AT BOTH TABLES", "against", "West leads",
                "points of the match, for 750 more on this deal")),
        ("es", ("EN LAS DOS MESAS", "contra", "Oeste sale con",
                "puntos del partido, por 750 más en esta mano")),
        ("el", ("ΚΑΙ ΣΤΑ ΔΥΟ ΤΡΑΠΕΖΙΑ", "απέναντι:", "Δύση: αντάμ",
                "πόντοι του αγώνα, για 750 παραπάνω στη διανομή")),
    ],
)  # fmt: skip
def test_in_every_language(match: Comparison, code: str, words: tuple[str, ...]) -> None:
    shown = drawn(match, END, Style(language(code)))
    assert shown.ahead is not None
    assert (shown.both, shown.versus, shown.columns[0].leads, shown.ahead.below) == words


def test_another_game_is_refused() -> None:
    with pytest.raises(NotDrawable, match="the auctions are bridge's, and this is holdem"):
        auctions(compare(split_deal("plain")), (), END)


@pytest.mark.parametrize("moment", [DECISION, END])
def test_gold_comes_and_goes_with_the_words_it_marks(match: Comparison, moment: Moment) -> None:
    """Else it lies for a moment over words of the picture before. Only the line above the columns,
    as wide as all, comes with the plates."""
    (graphic,) = auctions(match, ("Open", "Closed"), moment).graphics
    gold = [
        (each, any("data-whole" in one.attrib for one in (each, *outer)))
        for each, outer in walked(ET.fromstring(graphic_svg(graphic)))
        if each.get("fill") == PLAIN.theme.gold and each.tag.endswith(("rect", "path"))
    ]
    assert len(gold) >= 4
    assert [each.get("width") for each, word in gold if not word] == [str(graphic.box.width)]


def walked(
    element: ET.Element, *outer: ET.Element
) -> Iterator[tuple[ET.Element, tuple[ET.Element, ...]]]:
    """Each element under ``element``, with those around it."""
    for each in element:
        yield each, (*outer, element)
        yield from walked(each, *outer, element)
