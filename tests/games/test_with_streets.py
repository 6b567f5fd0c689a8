"""Actions without streets: whether the hand is over, and whether it goes to showdown."""

import pytest

from producer.events import HoldemGame
from producer.games.game import Conditions, carry_out
from producer.games.registry import rules_of

GAME = HoldemGame(betting="no-limit", small_blind=5, big_blind=10)
ALL_IN = [(3, "fold", None), (1, "raise", 1000), (2, "call", 1000)]


@pytest.mark.parametrize(
    ("result", "over", "showdown"),
    [(ALL_IN[:1], False, False), (ALL_IN[:2], False, False), (ALL_IN, True, True),
     ([*ALL_IN[:2], (2, "fold", None)], True, False)],
)  # fmt: skip
def test_there_is_no_showdown_while_a_seat_is_still_to_act(
    result: list[tuple[int, str, int | None]], over: bool, showdown: bool
) -> None:
    conditions = Conditions(GAME, 1, 3, "ascending", dict.fromkeys((1, 2, 3), 1000))
    played = carry_out(rules_of(GAME), conditions, result)
    assert [move.street for move in played.line] == ["preflop"] * len(result)
    assert (played.hand.is_over, played.hand.is_shown) == (over, showdown)
