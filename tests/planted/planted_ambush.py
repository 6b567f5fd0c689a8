"""Plants about strength hidden: slow-play and trap. ``H`` is the hero, ``V`` the villain."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from planted_drafts import Draft, Group, Maker, Seating, aside, draft, opening, told
from planted_hands import FLOPPED, set_overpair_top_pair, three_in_order, winner
from planted_roads import Order

Pair = Callable[[Random, Seating], tuple[Order, int, str, str]]
"""Order, opening, and the roads of those who waited and of those who did not."""


def checked_flop_raised_turn(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """The flop is checked through; the turn is raised and the river bet."""
    order, to = seating.anywhere("H", "V"), opening(rng)
    slow = order.opened(to) + order.checks() + order.bets("V", 75, H="r100") + " Vc"
    slow += order.bets("H", 66, V=rng.choice("cf"))
    return order, to, slow, _fast(rng, order, to)


def called_flop_raised_river(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Two calls and a raise on the river, where others raised the flop and won little."""
    order, to = seating.anywhere("H", "V"), opening(rng)
    start = order.opened(to)
    slow = start + order.bets("V", 66, H="c") + order.bets("V", 66, H="c")
    slow += order.bets("V", 50, H="r100") + rng.choice((" Vc", " Vf"))
    return order, to, slow, start + order.bets("V", 66, H="r100") + " Vf"


def check_called_turn(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Out of position: bet, then check and call, then the pot on the river."""
    order, to = seating.after("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("H", 66, V="c")
    slow = start + order.bets("V", 75, H="c") + order.bets("H", 100, V="c")
    return order, to, slow, start + order.bets("H", 66, V="f")


def called_turn_raised_river(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """A call of the turn bet where others raised it and won the pot there."""
    order, to = seating.anywhere("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("V", 66, H="c")
    slow = start + order.bets("V", 66, H="c") + order.bets("V", 33, H="r100") + " Vc"
    return order, to, slow, start + order.bets("V", 66, H="r66") + " Vf"


def checked_flop_in_large_pot(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """A pot raised twice: a checked flop, then all of it; the bet on the flop took little."""
    order, to = seating.anywhere("H", "V"), opening(rng)
    start = order.reraised(to, 3 * to + 100)
    slow = start + order.checks() + order.bets("H", 66, V="c") + order.bets("H", 100, V="c")
    return order, to, slow, start + order.bets("H", 66, V="f")


def checked_among_three(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Three players: a checked flop, a raise of bet and call on the turn."""
    order, to = seating.after("H", "V", "W"), rng.choice((250, 300))
    start = order.opened(to)
    slow = start + order.checks() + order.bets("V", 66, W="c", H="r100") + " Vc Wf"
    return order, to, slow, start + order.bets("H", 66, V="c", W="f") + order.checks("W")


def _fast(rng: Random, order: Order, to: int) -> str:
    flop = order.opened(to) + order.bets("H", 66, V="c")
    return flop + rng.choice(
        (
            order.bets("H", 66, V="f"),
            order.bets("H", 66, V="c") + order.bets("H", 66, V="f"),
            order.checks() + order.bets("H", 50, V="f"),
        )
    )


def slow_by(pair: Pair) -> Maker:
    """A strong hand that waited at few tables."""

    def make(rng: Random, seating: Seating) -> Draft:
        order, to, slow, fast = pair(rng, seating)
        few, many = rng.choice(((1, 5), (1, 3), (2, 4), (3, 3), (2, 2), (4, 2), (1, 2), (1, 1)))
        three = "W" in order.after
        hands = set_overpair_top_pair if three else rng.choice(FLOPPED)
        rest = aside(rng, order, to, 6 - few - many)
        return draft(hands(rng), "HVW"[: 2 + three], told(slow, few), Group(fast, many), *rest)

    return make


def flop_trap(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Check, bet and raise on the flop, more on the turn."""
    order, to = seating.after("H", "V"), rng.choice((200, 250))
    trap = order.opened(to) + order.bets("V", 66, H="r100") + " Vc" + order.bets("H", 50, V="c")
    return order, to, trap, _led(rng, order, order.opened(to))


def turn_trap(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Call the flop; check, bet and raise on the turn."""
    order, to = seating.after("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("V", 66, H="c")
    return order, to, start + order.bets("V", 75, H="r100") + " Vc", _led(rng, order, start)


def river_trap(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Check, bet and raise on the river."""
    order, to = seating.after("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("H", 66, V="c") + order.checks()
    trap = start + order.bets("V", 66, H="r100") + " Vc"
    return order, to, trap, start + order.bets("H", 50, V=rng.choice("cf"))


def trap_for_two(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Check, bet, call and raise on the flop."""
    order, to = seating.after("H", "V", "W"), rng.choice((250, 300))
    start = order.opened(to)
    trap = start + order.bets("V", 66, W="c", H="r100") + " Vc Wf"
    return order, to, trap, start + order.bets("H", 66, V="c", W="f") + order.checks("W")


def trap_behind_a_check(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Two checks and the last one bets; the first raises."""
    order, to = seating.after("H", "W", "V"), rng.choice((300, 350))
    start = order.opened(to)
    trap = start + order.bets("V", 75, H="r100", W="f") + " Vc" + order.bets("H", 50, V="c")
    return order, to, trap, start + order.bets("H", 66, V="f", W="f")


def trap_in_large_pot(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """A pot raised twice: check, bet and all in on the flop."""
    order, to = seating.after("H", "V"), opening(rng)
    start = order.reraised(to, 3 * to + 100)
    trap = start + order.bets("V", 66, H="r100") + " Vc"
    return order, to, trap, start + order.bets("H", 66, V="f")


def _led(rng: Random, order: Order, start: str) -> str:
    street = start + order.bets("H", 66, V="c")
    return street + rng.choice((order.checks(), order.bets("H", 66, V="f")))


def trap_by(pair: Pair) -> Maker:
    """A check that meant a raise, at few tables, where others bet."""

    def make(rng: Random, seating: Seating) -> Draft:
        order, to, trap, led = pair(rng, seating)
        few, many = rng.choice(((1, 5), (1, 3), (2, 4), (3, 3), (2, 2), (4, 2), (1, 2), (1, 1)))
        three = "W" in order.after
        hands = three_in_order if three else winner
        rest = aside(rng, order, to, 6 - few - many)
        return draft(hands(rng), "HVW"[: 2 + three], told(trap, few), Group(led, many), *rest)

    return make


SLOW_PLAY = tuple(
    slow_by(pair)
    for pair in (
        checked_flop_raised_turn,
        called_flop_raised_river,
        check_called_turn,
        called_turn_raised_river,
        checked_flop_in_large_pot,
        checked_among_three,
    )
)
TRAP = tuple(
    trap_by(pair)
    for pair in (
        flop_trap,
        turn_trap,
        river_trap,
        trap_for_two,
        trap_behind_a_check,
        trap_in_large_pot,
    )
)
