"""A line as a scorer writes it. Blinds 50/100; heads-up, the button opens (RULES H1)."""

from __future__ import annotations

import pytest

from producer.events import HoldemGame
from producer.feeds.written_line import UnreadableLine, read_line, written
from producer.games.line import Move

GAME = HoldemGame(betting="no-limit", small_blind=50, big_blind=100, stack=10000)
STACKS = {1: 10000, 2: 10000}
LINE = (
    Move("preflop", 1, "raise", 300),
    Move("preflop", 2, "call", None),
    Move("flop", 2, "check", None),
    Move("flop", 1, "bet", 400),
    Move("flop", 2, "fold", None),
)


def test_a_line_is_read_street_by_street() -> None:
    sent = {"preflop": "raise 300, call", "flop": "check, bet 400, fold"}
    assert read_line(GAME, 1, "ascending", STACKS, sent) == LINE
    assert written(LINE) == sent


@pytest.mark.parametrize(
    "preflop", ["r 300; c", "Raises to 300,\ncalls", "seat 1 raise 300, 2 call", "1: raise 300, c"]
)
def test_short_words_seats_and_line_breaks_are_read(preflop: str) -> None:
    sent = {"preflop": preflop, "flop": "x, b 400, f"}
    assert read_line(GAME, 1, "ascending", STACKS, sent) == LINE


@pytest.mark.parametrize(
    ("sent", "street", "words"),
    [
        ({"preflop": "rise 300"}, "preflop", "move 1, 'rise 300', is no action: write fold, check"),
        ({"preflop": "raise"}, "preflop", "add the seat's total on this street, such as 'raise 3"),
        ({"preflop": "2 raise 300"}, "preflop", "it is the turn of seat 1"),
        ({"preflop": "fold 300"}, "preflop", "a fold has no amount"),
        ({"preflop": "raise 150"}, "preflop", "raise to 150 is below the minimum of 200. Expect"),
        ({"preflop": "raise 300"}, "preflop", "the hand is not over: seat 2 to act on the preflop"),
        ({}, "preflop", "the hand is not over: seat 1 to act on the preflop"),
        ({"preflop": "fold, call"}, "preflop", "'call' comes after the end of the hand: remove it"),
        (
            {"preflop": "raise 300, call, check, bet 400, fold"},
            "preflop",
            "the preflop is over before 'check': write it under flop",
        ),
        (
            {"preflop": "raise 300", "flop": "check"},
            "flop",
            "the preflop is not over: seat 2 to act on the preflop",
        ),
    ],
)
def test_what_cannot_be_read_names_the_street_and_the_fix(
    sent: dict[str, str], street: str, words: str
) -> None:
    with pytest.raises(UnreadableLine) as error:
        read_line(GAME, 1, "ascending", STACKS, sent)
    assert error.value.street == street
    assert words in str(error.value)
