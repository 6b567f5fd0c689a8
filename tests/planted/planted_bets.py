"""Plants about a bet made or not made: bluff shown down, value missed, value extracted.

``H`` is the hero, ``V`` the villain, ``W`` a third player.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from planted_drafts import Draft, Group, Maker, Seating, aside, draft, opening, stab, told
from planted_hands import aces_over_kings, caught, three_in_order, winner
from planted_roads import Order

Pair = Callable[[Random, Seating], tuple[Order, int, str, str]]
"""Order, opening, and the roads of those who bet and of those who did not."""


def third_barrel(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Two bets are called; the third comes or does not."""
    order, to = seating.anywhere("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("H", stab(rng), V="c") + order.bets("H", 66, V="c")
    return order, to, start + order.bets("H", 66, V="c"), start + order.checks()


def late_bluff(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """A checked flop, a small bet on the turn, the pot on the river."""
    order, to = seating.anywhere("H", "V"), rng.choice((300, 350))
    start = order.opened(to) + order.checks() + order.bets("H", 60, V="c")
    return order, to, start + order.bets("H", 100, V="c"), start + order.checks()


def river_raise(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """The villain bets three times; the river bet is raised, or it wins."""
    order, to = seating.anywhere("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("V", 66, H="c") + order.bets("V", 66, H="c")
    bold = start + order.bets("V", 40, H="r100") + " Vc"
    return order, to, bold, start + order.bets("V", 40, H="f")


def river_check_raise(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """A check, a bet and a raise on the river, or a fold to the bet."""
    order, to = seating.after("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("H", 60, V="c") + order.checks()
    bold = start + order.bets("V", 66, H="r100") + " Vc"
    return order, to, bold, start + order.bets("V", 66, H="f")


def among_three(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Three to the river; one of the two callers goes, the other does not."""
    order, to = seating.anywhere("H", "V", "W"), rng.choice((250, 300, 350))
    start = order.opened(to) + order.bets("H", 60, V="c", W="c") + order.checks()
    return order, to, start + order.bets("H", 75, V="c", W="f"), start + order.checks()


def reraised_pot(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """A pot raised twice, a bet on the flop, a checked turn."""
    order, to = seating.anywhere("H", "V"), opening(rng)
    start = order.reraised(to, 3 * to + 100) + order.bets("H", 50, V="c") + order.checks()
    return order, to, start + order.bets("H", 66, V="c"), start + order.checks()


def given_up(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Out of position: the third barrel, or a check and a fold to a bet."""
    order, to = seating.after("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("H", 66, V="c") + order.bets("H", 75, V="c")
    return order, to, start + order.bets("H", 75, V="c"), start + order.bets("V", 50, H="f")


def bluff_by(pair: Pair) -> Maker:
    """A bluff on the river that was called, at one table or a few."""

    def make(rng: Random, seating: Seating) -> Draft:
        order, to, bold, meek = pair(rng, seating)
        few, many = rng.choice(((1, 5), (1, 4), (1, 3), (2, 4), (2, 3), (3, 3), (1, 1)))
        rest = aside(rng, order, to, 6 - few - many)
        return draft(caught(rng), "VH", told(bold, few), Group(meek, many), *rest)

    return make


def raised_or_called(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Facing a small bet on the river: raise, or only call."""
    order, to = seating.anywhere("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("V", 66, H="c") + order.bets("V", 66, H="c")
    much = start + order.bets("V", 33, H="r100") + " Vc"
    return order, to, much, start + order.bets("V", 33, H="c")


def bet_or_check_call(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Out of position: a pot-sized bet, or a check and a call of a small bet."""
    order, to = seating.after("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("H", 66, V="c") + order.bets("H", 66, V="c")
    return order, to, start + order.bets("H", 100, V="c"), start + order.bets("V", 25, H="c")


def check_raise_or_call(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """After check and bet on the river: raise, or only call."""
    order, to = seating.after("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("V", 75, H="c") + order.checks()
    much = start + order.bets("V", 50, H="r100") + " Vc"
    return order, to, much, start + order.bets("V", 50, H="c")


def missed_by(pair: Pair) -> Maker:
    """The best hand checked or called on the river where others were paid for a bet."""

    def make(rng: Random, seating: Seating) -> Draft:
        order, to, much, little = pair(rng, seating)
        few, many = rng.choice(((1, 5), (2, 4), (3, 3), (1, 3), (2, 2), (4, 2), (5, 1), (1, 1)))
        rest = aside(rng, order, to, 6 - few - many)
        three = "W" in order.after
        hands, dealt = (three_in_order, "HVW") if three else (winner, "HV")
        return draft(hands(rng), dealt, told(little, few), Group(much, many), *rest)

    return make


def large_or_small(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """The size of the last bet: the pot, or a third of it."""
    order, to = seating.anywhere("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("H", 75, V="c") + order.bets("H", 66, V="c")
    return order, to, start + order.bets("H", 100, V="c"), start + order.bets("H", 25, V="c")


def turn_or_river(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Two more bets, or a checked turn and half the pot on the river."""
    order, to = seating.anywhere("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("H", stab(rng), V="c")
    much = start + order.bets("H", 75, V="c") + order.bets("H", 100, V="c")
    return order, to, much, start + order.checks() + order.bets("H", 50, V="c")


def flop_raise_or_call(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """A raise on the flop and two more bets, or a call and one small bet on the river."""
    order, to = seating.anywhere("H", "V"), rng.choice((200, 250))
    start = order.opened(to)
    much = start + order.bets("V", 66, H="r100") + " Vc"
    much += order.bets("H", 50, V="c") + order.bets("H", 100, V="c")
    little = start + order.bets("V", 66, H="c") + order.checks() + order.bets("H", 50, V="c")
    return order, to, much, little


def reraise_or_call(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """A second raise before the flop and everything by the turn, or a call and a small pot."""
    order, to = seating.before("V", "H"), rng.choice((250, 300, 350))
    much = order.reraised(to, 3 * to + 100)
    much += order.bets("H", 66, V="c") + order.bets("H", 100, V="c")
    little = order.opened(to) + order.bets("V", 50, H="c") + order.checks()
    return order, to, much, little + order.bets("V", 33, H="c")


def turn_check_raise(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """A check and raise on the turn and the rest on the river, or a call and a checked river."""
    order, to = seating.after("H", "V"), rng.choice((200, 250))
    start = order.opened(to) + order.bets("V", 66, H="c")
    much = start + order.bets("V", 66, H="r66") + " Vc" + order.bets("H", 100, V="c")
    return order, to, much, start + order.bets("V", 66, H="c")


def all_in_before(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """The fifth bet before the flop is called, or the fourth is only called and little follows."""
    order, to = seating.before("V", "H"), opening(rng)
    start = f"Vr={to} Hr={3 * to + 100} Vr={2300 + to} "
    return order, to, start + "Hr=5000 Vc", start + "Hc"


def extracted_by(pair: Pair) -> Maker:
    """A bet or raise that earned much more than every other choice at its fork."""

    def make(rng: Random, seating: Seating) -> Draft:
        order, to, much, little = pair(rng, seating)
        few, many = rng.choice(((1, 5), (1, 3), (2, 4), (3, 3), (2, 2), (4, 2), (1, 2), (5, 1)))
        hands = aces_over_kings if pair is all_in_before else winner
        rest = aside(rng, order, to, 6 - few - many)
        return draft(hands(rng), "HV", told(much, few), Group(little, many), *rest)

    return make


BLUFF = tuple(
    bluff_by(pair)
    for pair in (
        third_barrel,
        late_bluff,
        river_raise,
        river_check_raise,
        among_three,
        reraised_pot,
        given_up,
    )
)
MISSED = tuple(
    missed_by(pair)
    for pair in (
        third_barrel,
        raised_or_called,
        bet_or_check_call,
        among_three,
        check_raise_or_call,
        reraised_pot,
    )
)
EXTRACTED = tuple(
    extracted_by(pair)
    for pair in (
        large_or_small,
        turn_or_river,
        flop_raise_or_call,
        reraise_or_call,
        turn_check_raise,
        all_in_before,
    )
)
