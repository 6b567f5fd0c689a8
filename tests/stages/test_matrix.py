"""The matrix: whose results, in which unit, only where tables differ, the best on top."""

from dataclasses import replace

import pytest
from guide_deal import ENDS, guide_deal
from measured import texts

from producer.compare import compare
from producer.compare.model import Comparison
from producer.games.line import Deal
from producer.stages.comparisons.matrix import matrix, matrix_stage
from producer.stages.moment import NotDrawable
from producer.stages.samples.deals import ten_deal
from producer.stages.style import Style
from producer.wording.language import language as speak


def compared(deal: Deal) -> Comparison:
    """With the kings' choice as the only pick."""
    found = compare(deal)
    kings = (pick for pick in found.picks if pick.fork and pick.fork.seat == 5)
    return replace(found, picks=tuple(kings)[:1])


def two_tables() -> Deal:
    deal = guide_deal()
    return replace(deal, plays=(deal.plays[0], deal.plays[2]), tables=("1", "3"))


def test_only_seats_whose_results_differ_have_a_column() -> None:
    """Everybody but kings and jacks folds before the flop at every table."""
    shown = matrix(compared(guide_deal()))
    assert [(column.seat, column.decided) for column in shown.columns] == [
        ("SMALL BLIND", True),
        ("AGAINST", False),
    ]
    jacks = [row.cells[1] for row in matrix(compared(guide_deal())).rows]
    assert [cell.forms for cell in jacks if cell] == [()] * 6, "the same with the other sign"


def test_the_best_result_with_the_cards_of_the_decision_is_on_top() -> None:
    """The kings win 51, 22, 22 and 42 big blinds, and lose 21 and 9: on average 17 5/6."""
    rows = matrix(compared(guide_deal())).rows
    kings = [row.cells[0] for row in rows]
    assert [cell.forms[0] for cell in kings if cell] == [
        "+33.2", "+24.2", "+4.2", "+4.2", "−26.8", "−38.8",
    ]  # fmt: skip
    assert [cell.place for cell in kings if cell] == ["1st", "2nd", "=3rd", "=3rd", "5th", "6th"]
    assert [cell.best for cell in kings if cell] == [True, *[False] * 5]
    assert [row.table for row in rows] == ["1", "4", "2", "3", "6", "5"]


def test_every_cell_says_whose_result_it_is() -> None:
    for row in matrix(compared(guide_deal())).rows:
        for cell in row.cells:
            assert cell is not None
            assert cell.team
            assert cell.short
    drawn = [text.content for text in texts(matrix_stage(compared(guide_deal())))]
    for country in ("BRAZIL", "CHINA"):
        assert drawn.count(country) == 2  # once with the kings, once with the jacks


@pytest.mark.parametrize(("chips", "unit"), [("bb", "BIG BLINDS"), ("number", "CHIPS")])
def test_the_head_says_what_is_measured_and_in_which_unit(chips: str, unit: str) -> None:
    shown = matrix(compared(guide_deal()), Style(chips=chips))  # type: ignore[arg-type]
    assert shown.note == f"{unit} ABOVE OR BELOW THE 6-TABLE AVERAGE"


def test_a_line_at_the_average_parts_those_above_it_from_those_below() -> None:
    """Four tables are above 17 5/6 big blinds, two below."""
    shown = matrix(compared(guide_deal()))
    assert (shown.average, shown.above) == ("6-TABLE AVERAGE", 4)
    by_content = {text.content: text.bottom for text in texts(matrix_stage(compared(guide_deal())))}
    assert by_content["+4.2"] < by_content["6-TABLE AVERAGE"] < by_content["−26.8"]


def test_two_tables_have_results_and_no_average() -> None:
    shown = matrix(compared(two_tables()))
    assert shown.note == "RESULTS, BIG BLINDS"
    assert shown.average == ""
    kings = [row.cells[0] for row in shown.rows]
    assert [cell.forms[0] for cell in kings if cell] == ["+51", "+22"]


def test_a_deal_with_equal_results_has_no_matrix() -> None:
    with pytest.raises(NotDrawable, match="the same result in every seat"):
        matrix(compare(guide_deal((ENDS[5],) * 6)))


def test_five_seats_are_shown_and_the_rest_counted() -> None:
    """Ten seats at two tables, none with the same result at both."""
    deal = ten_deal("plain")
    (play,) = deal.plays
    won = {seat: chips + 25_000 * (-1) ** seat for seat, chips in play.result.items()}
    plays = (play, replace(play, table="8", result=won))
    shown = matrix(compare(replace(deal, plays=plays, tables=("7", "8"))))
    assert len(shown.columns) == 5
    assert shown.shown == "5 of 10 seats"


@pytest.mark.parametrize(
    ("language", "title"),
    [("es", "MANO 1: RESULTADOS EN 6 MESAS"), ("el", "ΔΙΑΝΟΜΗ 1: ΑΠΟΤΕΛΕΣΜΑΤΑ ΣΕ 6 ΤΡΑΠΕΖΙΑ")],
)
def test_its_words_are_translated(language: str, title: str) -> None:
    assert matrix(compared(guide_deal()), Style(speak(language))).title == title
