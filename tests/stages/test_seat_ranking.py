"""The ranking with the same cards: headers, positions, and lines only for those who moved."""

from dataclasses import replace

import pytest
from guide_deal import ENDS, guide_deal
from measured import texts

from overlay.contexts import Shifts
from overlay.svg import stage_svg
from producer.compare import compare
from producer.games.line import Deal
from producer.scoring import standings, tally_of
from producer.stages.matrix import seat_name
from producer.stages.seat_ranking import seat_shifts_stage
from producer.stages.style import PLAIN, Style
from producer.stages.tournament import payouts_stage
from producer.wording.language import language as speak


def numbered(deal: Deal, number: int) -> Deal:
    return replace(deal, key=deal.key._replace(number=number))


def shifts(second: Deal) -> tuple[Shifts, str]:
    """The kings' seat before and after ``second``, which follows the guide's deal."""
    first, second = guide_deal(), numbered(second, 2)
    before, after = standings(tally_of([first])), standings(tally_of([first, second]))
    stage = seat_shifts_stage(
        before, after, 5, 2, first.teams, position=seat_name(compare(second), 5, PLAIN)
    )
    context = stage.graphics[0].context
    assert isinstance(context, Shifts)
    return context, stage_svg(stage)


def test_where_nobody_moved_no_line_is_drawn_and_words_say_so() -> None:
    shown, svg = shifts(guide_deal())
    assert shown.unmoved == ("NOBODY", "MOVED")
    assert "stroke=" not in svg


def test_only_those_who_moved_have_a_line() -> None:
    """Table 5 lost 21 big blinds and now wins 51; table 6 lost 9 twice: they change places."""
    shown, svg = shifts(guide_deal((*ENDS[:4], ENDS[0], ENDS[5])))
    assert shown.unmoved == ()
    assert [(row.places, row.up) for row in shown.rows if row.up] == [
        (("6", "5"), 1),
        (("5", "6"), -1),
    ]
    assert svg.count("stroke=") == 2


def test_lines_of_tables_that_keep_their_place_never_cross() -> None:
    """Who ties with others keeps the order of the other ranking."""
    shown, _ = shifts(guide_deal((ENDS[1],) * 6))
    same = [row for row in shown.rows if not row.up]
    assert [row.lines[0] for row in same] == sorted(row.lines[0] for row in same)


def test_numbers_have_headers_and_the_seat_its_position() -> None:
    first = guide_deal()
    before = standings(tally_of([first]))
    after = standings(tally_of([first, numbered(first, 2)]))
    stage = seat_shifts_stage(before, after, 5, 2, first.teams, position="SMALL BLIND")
    said = [text.content for text in texts(stage)]
    assert said.count("POINTS") == 2
    assert "DEAL 2: SMALL BLIND" in said
    assert not any("SEAT" in each for each in said)


@pytest.mark.parametrize(
    ("language", "prize"),
    [
        ("en", "€125,000"),
        ("es", "125.000\N{NO-BREAK SPACE}€"),
        ("el", "125.000\N{NO-BREAK SPACE}€"),
    ],
)
def test_a_prize_has_its_currency_where_the_language_writes_it(language: str, prize: str) -> None:
    stage = payouts_stage([125_000], "€", style=Style(speak(language)))
    assert prize in [text.content for text in texts(stage)]
