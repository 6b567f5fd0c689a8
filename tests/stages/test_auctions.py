"""The graphic of two auctions: calls, contract, lead and result, each at its moment."""

import pytest

from overlay.contexts import Auctions, SuitText
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


def calls(column: int, shown: Auctions) -> list[str]:
    return [f"{c.text}{c.suit}" for row in shown.columns[column].rows for c in row if c.text]


def test_before_the_decision_both_columns_are_alike(match: Comparison) -> None:
    left, right = (calls(n, drawn(match, BEFORE)) for n in (0, 1))
    assert left == right == ["Pass", "1c", "Pass", "1s", "Pass", "3s", "Pass"]
    assert all(column.part is None for column in drawn(match, BEFORE).columns)


def test_at_the_decision_nothing_of_the_contract_is_there(match: Comparison) -> None:
    shown = drawn(match, DECISION)
    assert [calls(n, shown)[-1] for n in (0, 1)] == ["4NT", "4s"]
    assert [column.part for column in shown.columns] == [(1, 3), (1, 3)]
    assert shown.parts == "where the tables part"
    assert not drawn(match, BEFORE).parts
    for column in shown.columns:
        later = column.by, column.leads, column.made, column.points, column.winner
        assert not any(later)
    assert shown.ahead is None
    assert not shown.total


def test_contract_and_lead_come_before_the_result(match: Comparison) -> None:
    """In the open room four more calls and three passes follow 4NT, in the closed one three."""
    contract = drawn(match, Moment(4, (("Open", 8),)))
    assert [(c.contract, c.by, c.leads) for c in contract.columns] == [
        (SuitText("6", "s"), "by South", ""), (SuitText("4", "s"), "by South", ""),
    ]  # fmt: skip
    lead = drawn(match, Moment(5, (("Open", 9),)))
    assert [(c.leads, c.lead) for c in lead.columns] == [("West leads", SuitText("10", "d"))] * 2
    assert not any(c.points or c.made for c in lead.columns)


def test_the_end_adds_up_to_the_imps_of_the_slam(match: Comparison) -> None:
    """Vulnerable: 1430 for the slam, 680 for the game with two over; 750 are 13 IMPs (B2, B3)."""
    shown = drawn(match, END)
    assert [(c.winner, c.points, c.made) for c in shown.columns] == [
        ("ARGENTINA", "+1430", "made"), ("BRAZIL", "+680", "made +2"),
    ]  # fmt: skip
    assert [c.best for c in shown.columns] == [True, False]
    assert shown.total == "750 points = 13 IMPs"
    assert shown.ahead is not None
    assert (shown.ahead.who, shown.ahead.amount) == ("ARGENTINA", "13")


def test_in_the_other_order_the_same_team_is_ahead(match: Comparison) -> None:
    (graphic,) = auctions(match, ("Closed", "Open"), END).graphics
    assert isinstance(graphic.context, Auctions)
    assert graphic.context.total == "750 points = 13 IMPs"
    assert graphic.context.ahead is not None
    assert (graphic.context.ahead.who, graphic.context.ahead.amount) == ("ARGENTINA", "13")


def test_one_room_may_have_ended_before_the_other(match: Comparison) -> None:
    shown = drawn(match, Moment(1, (("Closed", None),)))
    assert [c.points for c in shown.columns] == ["", "+680"]
    assert shown.ahead is None
    assert not shown.total


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", ("NS", "West leads", "750 points")),
        ("es", ("NS", "Oeste sale con", "750 puntos")),
        ("el", ("ΒΝ", "Δύση: αντάμ", "750 πόντοι")),
    ],
)
def test_in_every_language(match: Comparison, code: str, words: tuple[str, ...]) -> None:
    shown = drawn(match, END, Style(language(code)))
    column = shown.columns[0]
    assert (column.pairs[0].seats, column.leads, shown.total.partition(" =")[0]) == words


def test_another_game_is_refused() -> None:
    with pytest.raises(NotDrawable, match="the auctions are bridge's, and this is holdem"):
        auctions(compare(split_deal("plain")), (), END)
