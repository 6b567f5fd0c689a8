"""Picks without a fork on screen: tables that played alike, and two spots put side by side."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hand_made import deal

from overlay.stage import Stage
from producer.compare import compare
from producer.compare.by_hand import by_hand
from producer.compare.model import Comparison
from producer.stages import field, n_up, two_up, upright
from producer.stages.comparisons.branches import decision_point
from producer.stages.comparisons.comparison_cut import SplitSeen, split
from producer.stages.moment import BEFORE, DECISION, END, NoKeyFork, NotDrawable, read_moment
from producer.stages.programme.draw_programme import moves_by
from producer.stages.style import PLAIN
from producer.stages.words import no_fork

KINGS = {1: "KcKs", 2: "JhJc"}
BOARD = "Td5s9h5h4d"
ALL_IN = "1r300 2r1000 1r5000 2c"
"""Jacks call all in for 40 big blinds more, at a pot of 60 that has the 50 of the kings."""

DOWN = " / 2x 1x / 2x 1x / 2x 1x"
APART = compare(deal(KINGS, BOARD, ["1r300 2c" + DOWN, "1r250 2c / 2b400 1f", "1f"]))


def alike(tables: int = 6) -> Comparison:
    return compare(deal(KINGS, BOARD, [ALL_IN] * tables))


def two_spots() -> Comparison:
    """Kings face a bet of 4 at table 2 and fold; after another raise they check at table 1."""
    return replace(APART, picks=(by_hand(APART, {"2": 3, "1": 3}, "the fold"),))


def seen(found: Comparison, moment: str, tables: tuple[str, ...] = ()) -> SplitSeen:
    return split(found, decision_point(found), tables or found.pairing, read_moment(moment))


def texts(stage: Stage) -> str:
    return repr([each.context for each in stage.graphics])


def test_a_same_line_is_shown_at_the_last_decision_that_cost_its_seat_chips() -> None:
    found = alike()
    best = found.best
    assert best is not None
    assert (best.kind, best.seat, best.street) == ("same line", 2, "preflop")
    assert best.at == dict.fromkeys("123456", 3)
    assert (best.pot, best.to_call) == (6000, 4000)
    before, at, end = (seen(found, moment) for moment in ("before", "decision", "end"))
    assert [(side.to_call, side.pot, side.choice) for side in before.sides] == [(40, 60, None)] * 2
    assert [side.choice and (side.choice.action, side.choice.paid) for side in at.sides] == [
        ("call", 40)
    ] * 2
    assert [side.outcome and side.outcome.chips for side in end.sides] == [-50, -50]


def test_a_bet_that_was_given_up_later_is_the_decision_not_the_fold() -> None:
    line = "1r300 2c / 2b300 1c / 2b2400 1r4400 2f"
    best = compare(deal(KINGS, BOARD, [line] * 3)).best
    assert best is not None
    assert (best.seat, best.street, best.at["1"]) == (2, "turn", 4)


def test_that_all_played_alike_is_not_known_before_the_decision() -> None:
    found = alike()
    assert (seen(found, "before").alike, seen(found, "before").parts) == (None, True)
    assert seen(found, "decision,2=before").alike is None
    for moment in ("decision", "end", "end,2=decision"):
        assert (seen(found, moment).alike, seen(found, moment).parts) == ((6, 6), False)


def test_a_fork_parts_at_every_moment() -> None:
    assert APART.fork is not None
    for moment in ("before", "decision", "end"):
        assert (seen(APART, moment).alike, seen(APART, moment).parts) == (None, True)


def test_two_spots_have_each_its_own_price_and_do_not_part() -> None:
    found = two_spots()
    at = seen(found, "decision")
    assert [(side.table, side.to_call, side.pot) for side in at.sides] == [
        ("2", 4, 9), ("1", 0, 6),
    ]  # fmt: skip
    assert [side.choice and side.choice.action for side in at.sides] == ["fold", "check"]
    assert (at.alike, at.one_spot, at.parts) == (None, False, False)


def test_moments_count_from_each_tables_own_decision() -> None:
    """Seat 1 raises to 300 at table 1 as the first move; checks as the fourth at table 2."""
    lines = ["1r300 2c" + DOWN, "1r250 2c" + DOWN]
    made = compare(deal(KINGS, BOARD, lines))
    found = replace(made, picks=(by_hand(made, {"1": 0, "2": 3}, "raise and check"),))
    at = seen(found, "move:1,2=before")
    assert [side.choice and side.choice.action for side in at.sides] == ["raise", None]
    assert [side.pot_now for side in at.sides] == [6, None]
    assert len(at.board) == 3, "table 2 is on the flop"
    assert moves_by(found, "1", read_moment("move:1")) == (2, "seen")
    assert moves_by(found, "2", DECISION) == (4, "seen")


def test_two_tables_that_chose_alike_after_the_same_moves_are_alike() -> None:
    made = compare(deal(KINGS, BOARD, ["1r300 2c" + DOWN, "1r300 2c / 2b400 1f", "1f"]))
    found = replace(made, picks=(by_hand(made, {"1": 0, "2": 0}, "the raise"),))
    at = seen(found, "decision")
    assert (at.alike, at.one_spot) == ((2, 3), True)
    assert [side.choice and side.choice.to for side in at.sides] == [3, 3]


@pytest.mark.parametrize("moment", [BEFORE, DECISION, END])
@pytest.mark.parametrize("make", [two_up, upright])
@pytest.mark.parametrize("found", [alike(), two_spots()], ids=["alike", "two spots"])
def test_two_tables_are_drawn(make, moment, found) -> None:
    stage = make(found, (), moment)
    assert make(found, found.pairing, moment) == stage
    assert ("1st of" in texts(stage)) == (moment is END)


@pytest.mark.parametrize("count", [3, 4, 6])
def test_three_and_more_alike_have_no_gold_between_them(count: int) -> None:
    stage = n_up(alike(), tuple("123456"[:count]), END)
    (grid,) = (each.context for each in stage.graphics if each.template == "grid")
    assert grid.gold == ()


def test_the_field_of_a_same_line_is_one_group() -> None:
    (rows,) = (each.context for each in field(alike(), END).graphics if each.key == "rows")
    assert [(group.forms[0], group.count) for group in rows.groups] == [("CALL 40", "6 tables")]


def test_tables_elsewhere_are_not_put_beside_two_spots() -> None:
    with pytest.raises(NoKeyFork, match="table 3 is not at this decision"):
        two_up(two_spots(), ("1", "3"), DECISION)


def test_amounts_at_other_stakes_are_compared_in_units_of_these() -> None:
    assert Fraction(40) == seen(alike(2), "decision").sides[0].to_call


def test_the_strip_says_that_all_played_alike_from_the_decision_on() -> None:
    words = [[each.context for each in two_up(alike(), (), moment).graphics if each.key == "price"]
             for moment in (BEFORE, DECISION, END)]  # fmt: skip
    assert repr(words[0]).count("40") == 1, "the price is the question"
    said = [each[0].groups[0][0].text for each in words[1:]]
    assert said == ["SAME PLAY AT ALL 6 TABLES"] * 2
    lines = ["1r300 2c" + DOWN] * 3 + ["1f"]
    found = compare(deal(KINGS, BOARD, lines))
    three = replace(found, picks=(by_hand(found, {"1": 0, "2": 0}, "the raise"),))
    assert no_fork(seen(three, "decision"), PLAIN) == ("SAME PLAY", "AT 3 OF 4 TABLES")
    assert no_fork(seen(alike(2), "decision"), PLAIN) == ("SAME PLAY", "AT BOTH TABLES")


def test_two_spots_are_said_to_be_two() -> None:
    assert no_fork(seen(two_spots(), "before"), PLAIN) == ("DIFFERENT PLAY", "UP TO HERE")
    with pytest.raises(NotDrawable, match="did not come to it by the same moves"):
        field(two_spots(), DECISION)
