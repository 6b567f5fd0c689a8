"""Deals whose results alone are known: no forks, gaps and ranks."""

from fractions import Fraction

from producer.compare.results_alone import cap, contrast
from producer.events import HoldemGame
from producer.games.line import Move, Play


def with_result(result: dict[int, int | Fraction]) -> Play:
    game = HoldemGame(betting="no-limit", small_blind=1, big_blind=2)
    return Play("1", 1, 1, game, {}, {}, (), result)


def test_the_most_to_lose_is_the_most_that_anybody_won_or_lost() -> None:
    assert cap(with_result({1: 30, 2: -50, 3: 20})) == 50
    assert cap(with_result({1: Fraction(41, 2), 2: Fraction(-41, 2)})) == 21
    assert cap(with_result({1: 0, 2: 0})) == 1
    assert cap(with_result({})) == 1


def test_no_move_differs_from_another() -> None:
    assert contrast(Move("", 1, "a"), Move("", 1, "b")) == 0
