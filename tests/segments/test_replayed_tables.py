"""A table without a camera: as many moves as its device had sent by the time, and no more."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overlay.contexts import DrawnTable
from overlay.stage import Box, Stage
from producer.release.hand_times import ClockTime, HandTimes
from producer.segments.compositor.replayed import moves_made, replayed
from producer.stages.samples.deals import split_deal
from producer.stages.style import PLAIN

PLACE = Box(968, 0, 952, 1080)


def hand(*seconds: int | None) -> HandTimes:
    moves = tuple(
        None if each is None else ClockTime(Fraction(each), Fraction(3)) for each in seconds
    )
    return HandTimes("1", None, moves, (), None)


def context(stage: Stage) -> DrawnTable:
    (graphic,) = stage.graphics
    assert isinstance(graphic.context, DrawnTable)
    return graphic.context


@pytest.mark.parametrize(("at", "made"), [(9, 0), (10, 1), (14, 1), (20, 3), (99, 4)])
def test_a_move_without_a_time_was_made_before_the_next_one(at: int, made: int) -> None:
    assert moves_made(hand(10, None, 20, 30), Fraction(at)) == made


def test_the_pot_and_the_bets_are_those_of_the_moves_made() -> None:
    """The guide's kings and jacks at table 1: 3 big blinds before the flop, 6 and 12 after it."""
    deal = split_deal("plain")
    times = {"1": hand(*range(0, 130, 10))}
    drawn = replayed(deal, times, PLAIN)
    first = context(drawn("1", Fraction(0), PLACE))
    assert first.pot == ("POT", "4.5")
    assert [seat.bet for seat in first.seats if seat.bet] == ["3"]
    turn = context(drawn("1", Fraction(100), PLACE))
    assert turn.pot == ("POT", "31")
    assert [seat.bet for seat in turn.seats if seat.bet] == ["12"]
    assert sum(seat.look == "folded" for seat in turn.seats) == 4
    assert [seat.short for seat in turn.seats if seat.look == "to act"] == ["BRA"]


def test_a_table_of_which_no_time_is_known_is_drawn_empty() -> None:
    empty = context(replayed(split_deal("plain"), {}, PLAIN)("9", Fraction(5), PLACE))
    assert empty.pot is None
    assert not any(seat.bet for seat in empty.seats)
