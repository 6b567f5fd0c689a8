"""The question in words: what the rules allow at the decision, whatever the tables chose."""

import re

import pytest
from guide_deal import ENDS, OPENED, guide_deal

from overlay.svg import stage_svg
from producer.compare import compare
from producer.compare.model import Comparison, Fork
from producer.stages import field, n_up, two_up, upright
from producer.stages.moment import BEFORE, DECISION, Moment, read_moment

TO_THE_TURN = OPENED.split("turn 5 check;")[0]
LIMPED = """preflop 3 fold; preflop 2 fold; preflop 1 fold; preflop 6 fold; preflop 5 call 100; """
CHECKED = "; ".join(
    f"{street} {seat} check" for street in ("flop", "turn", "river") for seat in (5, 4)
)
QUESTIONS = {"CALL, RAISE OR FOLD?", "CALL OR FOLD?", "CHECK OR BET?", "CHECK OR RAISE?"}


def fork_of(found: Comparison, seat: int) -> Fork:
    return next(each for each in found.forks if each.seat == seat)


def asked(found: Comparison, fork: Fork, moment: Moment = BEFORE) -> list[str]:
    pair = fork.branches[0].tables[0], fork.branches[1].tables[0]
    words = re.findall(r">([^<>]+)</text>", stage_svg(two_up(found, pair, moment, fork)))
    return [each for each in words if each in QUESTIONS]


def test_raising_is_asked_for_though_nobody_raised() -> None:
    """Three tables call and three fold: the rules of pot-limit allow a raise to 41 (the cap)."""
    found = compare(guide_deal((*[ENDS[2]] * 3, *[ENDS[5]] * 3)))
    assert asked(found, fork_of(found, 5)) == ["CALL, RAISE OR FOLD?"]


@pytest.mark.parametrize(
    ("opened", "ends", "seat", "question"),
    [
        # nobody has bet on the turn yet
        (
            TO_THE_TURN,
            (
                "turn 5 check; turn 3 check; river 5 check; river 3 check",
                "turn 5 bet 1000; turn 3 fold",
            ),
            5,
            "CHECK OR BET?",
        ),
        # the big blind after a call: the blind is a bet, so that more is a raise
        (
            LIMPED,
            (f"preflop 4 check; {CHECKED}", "preflop 4 raise 300; preflop 5 fold"),
            4,
            "CHECK OR RAISE?",
        ),
        # the kings put in all that the cap allows: nobody may raise it
        (OPENED, ENDS, 3, "CALL OR FOLD?"),
    ],
)
def test_the_question_is_what_the_rules_allow(
    opened: str, ends: tuple[str, ...], seat: int, question: str
) -> None:
    found = compare(guide_deal(ends, opened=opened))
    assert asked(found, fork_of(found, seat)) == [question]


def test_it_stays_until_both_have_answered() -> None:
    found = compare(guide_deal())
    fork = fork_of(found, 5)
    first, second = fork.branches[0].tables[0], fork.branches[1].tables[0]
    half = read_moment(f"decision,{second}=before")
    shown = stage_svg(two_up(found, (first, second), half, fork))
    assert ">BRAZIL, TABLE 1: CALL, RAISE OR FOLD?<" in shown, "the one who has not answered"
    assert asked(found, fork, DECISION) == []
    assert asked(found, fork, read_moment(f"end,{first}=decision")) == []


def test_every_graphic_of_a_decision_asks() -> None:
    found = compare(guide_deal())
    fork = fork_of(found, 5)
    stages = {
        "three": n_up(found, ("3", "1", "6"), BEFORE, fork),
        "four": n_up(found, ("3", "1", "4", "6"), BEFORE, fork),
        "six": n_up(found, ("3", "4", "5", "1", "2", "6"), BEFORE, fork),
        "upright": upright(found, ("1", "6"), BEFORE, fork),
        "field": field(found, BEFORE, "1", fork),
    }
    for name, stage in stages.items():
        words = " ".join(re.findall(r">([^<>]+)</text>", stage_svg(stage)))
        assert words.count("CALL, RAISE OR FOLD?") == 1, name
