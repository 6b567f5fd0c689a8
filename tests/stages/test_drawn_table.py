"""A table drawn from above: as many moves as it is given, and no more."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from overlay.contexts import DrawnTable
from overlay.stage import Box, Stage
from producer.stages.samples.deals import split_deal
from producer.stages.tables.drawn_table import drawn_table, empty_table

PLACE = Box(968, 0, 952, 1080)


def context(stage: Stage) -> DrawnTable:
    assert (stage.width, stage.height) == (952, 1080)
    (graphic,) = stage.graphics
    assert isinstance(graphic.context, DrawnTable)
    return graphic.context


@pytest.mark.parametrize(
    ("moves", "pot", "bets"),
    [(1, "4.5", ["3"]), (6, "7", ["3", "3"]), (8, "13", ["6"]), (9, "19", ["6", "6"])],
)
def test_the_pot_and_the_bets_are_those_of_the_moves_made(
    moves: int, pot: str, bets: list[str]
) -> None:
    """The guide's kings and jacks: 3 big blinds to open, both blinds dead or in, then 6 and 6."""
    drawn = context(drawn_table(split_deal("plain"), "1", moves, PLACE))
    assert drawn.pot == ("POT", pot)
    assert [seat.bet for seat in drawn.seats if seat.bet] == bets


def test_who_has_folded_who_is_to_act_and_where_the_button_is() -> None:
    drawn = context(drawn_table(split_deal("plain"), "1", 11, PLACE))
    assert sum(seat.look == "folded" for seat in drawn.seats) == 4
    assert [seat.short for seat in drawn.seats if seat.look == "to act"] == ["BRA"]
    assert [seat.backs for seat in drawn.seats if seat.look != "folded"] == [2, 2]
    assert sum(seat.button for seat in drawn.seats) == 1


def test_nothing_later_is_in_it() -> None:
    """Tables 1 and 6 differ from the kings' choice on, so until then they are drawn alike."""
    deal = split_deal("plain")
    plays = {play.table: play for play in deal.plays}
    other = replace(plays["1"], line=plays["6"].line, result=plays["6"].result)
    changed = replace(deal, plays=(other, *(play for play in deal.plays if play.table != "1")))
    assert drawn_table(deal, "1", 11, PLACE) == drawn_table(changed, "1", 11, PLACE)


def test_a_table_of_which_nothing_is_known_is_empty() -> None:
    empty = context(empty_table("9", Fraction(5), PLACE))
    assert empty.pot is None
    assert not any(seat.bet or seat.short or seat.backs for seat in empty.seats)
