"""What the actor faces at a spot: pots, price, equity, stacks (P2, H4)."""

from __future__ import annotations

from fractions import Fraction

from written_lines import moves

from producer.events import HoldemGame
from producer.games.holdem import Pot, Spot, replay
from producer.games.spots import (
    Price,
    in_big_blinds,
    left_under_cap,
    pots_at,
    price,
    required_equity,
    stack_left,
)

GAME = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5000)


def spot_after(stacks: dict[int, int], *streets: str, game: HoldemGame = GAME) -> Spot:
    spot = replay(game, max(stacks), "ascending", stacks, {}, (), moves(*streets)).to_act
    assert spot is not None
    return spot


def test_price_and_required_equity_of_a_pot_sized_raise() -> None:
    """Into 150 a raise to 350: 350 to win 500, so 350/850 = 7/17 of the pot after the call."""
    six = dict.fromkeys(range(1, 7), 20000)
    spot = spot_after(six, "3r350", game=GAME)
    assert price(spot) == Price(350, 500)
    assert required_equity(spot) == Fraction(7, 17)


def test_a_check_costs_nothing() -> None:
    spot = spot_after({1: 20000, 2: 20000}, "2c100 1k")
    assert price(spot) is None
    assert required_equity(spot) is None


def test_the_price_counts_only_what_the_caller_can_win() -> None:
    """Seat 1 calls with its last 200: from each of the others it wins at most 250."""
    stacks = {1: 250, 2: 20000, 3: 20000}
    spot = spot_after(stacks, "3r350")
    assert (spot.seat, spot.to_call) == (1, 200)
    assert price(spot) == Price(200, 250 + 100 + 50)


def test_h4_pots_during_a_hand_and_who_can_win_them() -> None:
    no_limit = GAME.model_copy(update={"betting": "no-limit", "cap": None})
    stacks = {1: 700, 2: 5000, 3: 5000, 4: 5000}
    spot = spot_after(stacks, "3r700 4c700 1c700 2c700", "2b500 3c500", game=no_limit)
    assert spot.seat == 4
    assert pots_at(spot) == (Pot(2800, (1, 2, 3, 4)), Pot(1000, (2, 3, 4)))


def test_stacks_in_chips_and_big_blinds_and_what_the_cap_leaves() -> None:
    stacks = {1: 20000, 2: 20000, 3: 7000}
    spot = spot_after(stacks, "3r350 1c350")
    assert stack_left(spot, 3) == 6650
    assert in_big_blinds(GAME, 6650) == Fraction(133, 2)
    assert (left_under_cap(GAME, spot, 3), spot.behind[3]) == (4650, 4650)
    assert left_under_cap(GAME.model_copy(update={"cap": None}), spot, 3) is None
