"""Plants about two results set side by side: opposite results, different roads to one result.

``H`` is the hero, ``V`` and ``W`` two others; at opposite results ``V`` beats ``H`` beats ``W``.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from planted_drafts import Draft, Group, Maker, Seating, aside, draft, opening, told
from planted_hands import aces_over_kings, flush_set_two_pair, three_in_order, winner
from planted_roads import Order

Pair = Callable[[Random, Seating], tuple[Order, int, str, str]]
"""Order, opening, and two roads from one fork of the hero."""


def alone_or_three(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """A second raise drives out the hand that beats the hero; a call lets it in."""
    order, to = seating.before("W", "H", "V"), rng.choice((250, 300, 350))
    up = f"Wr={to} Hr={3 * to + 150} Vf Wc"
    up += order.bets("H", 66, W="c") + order.bets("H", 100, W="c")
    down = f"Wr={to} Hc Vc" + order.bets("H", 66, V="r100", W="f") + " Hc"
    return order, to, up, down + order.bets("V", 100, H="c")


def raise_drives_out(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """On the flop a raise drives out the draw; a call lets it in, and it comes."""
    order, to = seating.before("W", "H", "V"), rng.choice((250, 300, 350))
    start = order.opened(to)
    up = start + order.bets("W", 66, H="r100", V="f") + " Wc" + order.bets("H", 100, W="c")
    down = start + order.bets("W", 66, H="c", V="c")
    down += order.bets("H", 75, V="r100", W="f") + " Hc"
    return order, to, up, down


def turn_raise_folds_all(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """On the turn a raise makes the better hand fold; a call loses everything to it."""
    order, to = seating.anywhere("V", "H", "W"), rng.choice((300, 350))
    start = order.opened(to) + order.bets("V", 75, H="c", W="c")
    up = start + order.bets("V", 60, H="r100", W="f") + " Vf"
    down = start + order.bets("V", 60, H="c", W="f") + order.bets("V", 100, H="c")
    return order, to, up, down


def bet_or_check_turn(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """On the turn a bet isolates the worse hand; a check lets the better one bet it out."""
    order, to = seating.after("H", "V", "W"), rng.choice((300, 350))
    start = order.opened(to) + order.bets("H", 75, V="c", W="c")
    up = start + order.bets("H", 75, V="f", W="c") + order.bets("H", 100, W="c")
    down = start + order.bets("V", 75, H="c", W="f") + order.bets("V", 100, H="c")
    return order, to, up, down


def opposite_by(pair: Pair) -> Maker:
    """One choice won much, another lost much."""

    def make(rng: Random, seating: Seating) -> Draft:
        order, to, up, down = pair(rng, seating)
        ups, downs = rng.choice(((1, 5), (1, 3), (2, 4), (3, 3), (2, 2), (4, 2), (5, 1), (1, 1)))
        hands = flush_set_two_pair if pair is raise_drives_out else three_in_order
        rest = aside(rng, order, to, 6 - ups - downs)
        return draft(hands(rng), "VHW", told(up, ups), told(down, downs), *rest)

    return make


def dear_fold_or_call(rng: Random, seating: Seating) -> Draft:
    """Two thirds of the cap are in: some fold the best hand to the last bet, some call and win."""
    order = seating.beyond_blinds("H", "V")
    start = order.opened(350) + order.bets("V", 100, H="c") + order.bets("V", 100, H="c")
    ups = rng.choice((1, 2, 3, 4))
    downs = rng.choice((1, 2))
    groups = (
        told(start + order.bets("V", 100, H="c"), ups),
        told(start + order.bets("V", 100, H="f"), downs),
    )
    return draft(winner(rng), "HV", *groups, *aside(rng, order, 350, 6 - ups - downs))


def led_or_called(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Out of position: a bet that is called, or a check and a call of the same bet."""
    order, to = seating.after("H", "V"), rng.choice((300, 350))
    size, after = rng.choice((66, 75, 100)), order.bets("H", 66, V="c") + order.checks()
    start = order.opened(to)
    one = start + order.bets("H", size, V="c") + after
    return order, to, one, start + order.bets("V", size, H="c") + after


def led_or_called_river(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """The same on the river."""
    order, to = seating.after("H", "V"), opening(rng)
    start = order.opened(to) + order.bets("V", 66, H="c") + order.bets("V", 75, H="c")
    return order, to, start + order.bets("H", 50, V="c"), start + order.bets("V", 50, H="c")


def raised_or_called_flop(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """A raise on the flop or three calls: everything goes in."""
    order, to = seating.anywhere("H", "V"), rng.choice((300, 350))
    start = order.opened(to)
    one = start + order.bets("V", 75, H="r100") + " Vc" + order.bets("H", 100, V="c")
    two = start + order.bets("V", 75, H="c")
    two += order.bets("V", 100, H="c") + order.bets("V", 100, H="c")
    return order, to, one, two


def jammed_or_called_before(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """Five bets before the flop, or a call of the fourth and the rest on the flop."""
    order, to = seating.before("V", "H"), opening(rng)
    start = f"Vr={to} Hr={3 * to + 100} Vr={2300 + to} "
    return order, to, start + "Hr=5000 Vc", start + "Hc" + order.bets("V", 100, H="c")


def raised_or_called_turn(rng: Random, seating: Seating) -> tuple[Order, int, str, str]:
    """All in on the turn, or a call there and the rest on the river."""
    order, to = seating.anywhere("H", "V"), opening(rng)
    start = order.reraised(to, 3 * to + 100) + order.bets("V", 50, H="c")
    one = start + order.bets("V", 40, H="r100") + " Vc"
    return order, to, one, start + order.bets("V", 40, H="c") + order.bets("V", 100, H="c")


def roads_by(pair: Pair, *, pure: bool) -> Maker:
    """Two ways to one result; ``pure``: at all tables, else others did better or worse."""

    def make(rng: Random, seating: Seating) -> Draft:
        order, to, one, two = pair(rng, seating)
        ones = rng.choice((1, 2, 3)) if pure else rng.choice((1, 2))
        twos = 6 - ones if pure else rng.choice((1, 2, 3))
        hands = aces_over_kings if pair is jammed_or_called_before else winner
        dealt = rng.choice(("HV", "VH"))
        rest = aside(rng, order, to, 6 - ones - twos)
        return draft(hands(rng), dealt, told(one, ones), told(two, twos), *rest)

    return make


def two_win_alike_one_folds(rng: Random, seating: Seating) -> Draft:
    """Two roads win or lose everything, and some folded to the first bet."""
    order, to, one, two = raised_or_called_flop(rng, seating)
    size = order.bets("V", 75, H="f")
    folds = rng.choice((1, 2))
    ones = rng.choice((1, 2, 3))
    groups = (told(one, ones), told(two, 6 - folds - ones), Group(order.opened(to) + size, folds))
    return draft(winner(rng), rng.choice(("HV", "VH")), *groups)


OPPOSITE = (
    opposite_by(alone_or_three),
    opposite_by(raise_drives_out),
    dear_fold_or_call,
    opposite_by(turn_raise_folds_all),
    opposite_by(bet_or_check_turn),
)
ROADS = (
    roads_by(led_or_called, pure=False),
    roads_by(raised_or_called_flop, pure=False),
    two_win_alike_one_folds,
    roads_by(jammed_or_called_before, pure=False),
    roads_by(raised_or_called_turn, pure=True),
    roads_by(led_or_called_river, pure=False),
)
