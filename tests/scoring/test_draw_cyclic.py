"""RULES P6: the guide's draw, and what must hold for every size of field."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from producer.scoring.draw import random_seats, seat_draw

GUIDE_P6 = ("EACFBD", "ACFBDE", "CFBDEA", "FBDEAC", "BDEACF", "DEACFB")
"""The one full draw that satisfies the guide, as RULES P6 writes it down."""

MEETINGS_P6 = ("CB", "FD", "BE", "DA", "EC", "AF")
"""Seat 3 against seat 5 at tables 1 to 6, as the guide prints them."""


def test_p6_the_guides_full_draw_exactly() -> None:
    assert tuple("".join(row) for row in seat_draw("EACFBD")) == GUIDE_P6


def test_p6_the_guides_meetings_of_kings_and_jacks() -> None:
    rows = seat_draw("EACFBD")
    assert tuple(row[2] + row[4] for row in rows) == MEETINGS_P6


def test_p6_brazil_acts_after_denmark_finland_after_brazil_china_after_finland() -> None:
    for row in seat_draw("EACFBD"):
        for later, earlier in ("BD", "FB", "CF"):
            # the action passes from a seat to the next lower one, from seat 1 to seat 6
            assert row[row.index(earlier) - 1] == later


@given(st.integers(2, 14), st.integers(0, 999))
def test_p6_every_table_and_every_seat_has_each_team_once(teams: int, seed: int) -> None:
    names = [f"team {n}" for n in range(teams)]
    rows = random_seats(names, random.Random(seed))
    assert len(rows) == teams
    for line in (*rows, *zip(*rows, strict=True)):
        assert sorted(line) == sorted(names)
    behind = {(row[seat], row[seat - 1]) for row in rows for seat in range(teams)}
    assert len(behind) == teams, "every team acts right after the same team at every table"


def test_a_team_named_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="Brazil, China, Brazil"):
        seat_draw(["Brazil", "China", "Brazil"])
