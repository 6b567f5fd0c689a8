"""Plants about all tables of a deal: cooler, the one who escaped, same disaster everywhere.

``H`` is the hero, ``V`` the villain, ``W`` a third player.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from planted_drafts import Draft, Group, Maker, Seating, draft, told
from planted_hands import aces_over_kings, three_in_order, winner
from planted_roads import Order

Road = Callable[[Order, int], str]

# Ways for two players to put everything in, hero against villain, all from one opening.


def called_down(order: Order, to: int) -> str:
    """The villain bets three times."""
    return order.opened(to) + "".join(order.bets("V", size, H="c") for size in (75, 100, 100))


def paid_off(order: Order, to: int) -> str:
    """The hero bets three times."""
    return order.opened(to) + "".join(order.bets("H", size, V="c") for size in (75, 100, 100))


def reraised_down(order: Order, to: int) -> str:
    """A second raise before the flop, two bets after it."""
    start = order.reraised(to, 3 * to + 100)
    return start + order.bets("V", 66, H="c") + order.bets("V", 100, H="c")


def raised_on_flop(order: Order, to: int) -> str:
    """A pot raised twice, a bet and a raise on the flop."""
    return order.reraised(to, 3 * to + 100) + order.bets("H", 66, V="r100") + " Hc"


def turn_raised_back(order: Order, to: int) -> str:
    """A call on the flop, a bet and a raise on the turn, the rest on the river."""
    start = order.opened(to) + order.bets("V", 75, H="c")
    return start + order.bets("V", 75, H="r40") + " Vc" + order.bets("V", 100, H="c")


def all_in_at_once(order: Order, to: int) -> str:
    """Five bets before the flop."""
    first, last = order.before
    return f"{first}r={to} {last}r={3 * to + 100} {first}r={2300 + to} {last}r=5000 {first}c"


JAMS = (called_down, paid_off, reraised_down, raised_on_flop, turn_raised_back)


def jams(rng: Random, order: Order, to: int, tables: int) -> tuple[Group, ...]:
    """``tables`` tables where all went in, on two or three different roads."""
    roads = rng.sample(JAMS, rng.choice((2, 3)))
    counts = [1] * len(roads)
    for _ in range(tables - len(roads)):
        counts[rng.randrange(len(roads))] += 1
    return tuple(told(road(order, to), n) for road, n in zip(roads, counts, strict=True))


# Ways for the hero to come off lightly.


def folded_turn(order: Order, to: int) -> str:
    """A fold to the second bet."""
    return order.opened(to) + order.bets("V", 75, H="c") + order.bets("V", 100, H="f")


def checked_down(order: Order, to: int) -> str:
    """One small bet in the whole hand."""
    return order.opened(to) + order.checks() + order.bets("V", 50, H="c")


def pushed_out(order: Order, to: int) -> str:
    """A raise on the flop makes the villain fold."""
    return order.opened(to) + order.bets("V", 75, H="r100") + " Vf"


def folded_before(order: Order, to: int) -> str:
    """Before the flop one of the two folds."""
    return order.stolen(to)


def folded_river(order: Order, to: int) -> str:
    """A fold to a small bet and then a large one."""
    start = order.opened(to) + order.bets("V", 75, H="c") + order.checks()
    return start + order.bets("V", 100, H="f")


LIGHTLY = (folded_turn, checked_down, pushed_out, folded_before, folded_river)


def cooler_everywhere(rng: Random, seating: Seating) -> Draft:
    """All six tables lose everything, on different roads."""
    order, to = seating.anywhere("V", "H"), rng.choice((250, 300))
    return draft(winner(rng), "VH", *jams(rng, order, to, 6))


def cooler_before(rng: Random, seating: Seating) -> Draft:
    """High pairs: all in before the flop at some tables, later at the others."""
    order, to = seating.anywhere("V", "H"), rng.choice((250, 300))
    at_once = rng.choice((2, 3, 4))
    groups = (told(all_in_at_once(order, to), at_once), told(reraised_down(order, to), 6 - at_once))
    return draft(aces_over_kings(rng), "VH", *groups)


def cooler_but_for(lightly: Road) -> Maker:
    """Five tables lose everything and the sixth does not."""

    def make(rng: Random, seating: Seating) -> Draft:
        order, to = seating.anywhere("V", "H"), rng.choice((250, 300))
        return draft(winner(rng), "VH", *jams(rng, order, to, 5), Group(lightly(order, to), 1))

    return make


def cooler_with_a_dear_fold(rng: Random, seating: Seating) -> Draft:
    """Five tables lose everything; the sixth folds to the last bet, having paid much."""
    order, to = seating.beyond_blinds("V", "H"), 350
    dear = order.opened(to) + order.bets("V", 100, H="c") + order.bets("V", 100, H="c")
    five = jams(rng, order, to, 5)
    return draft(winner(rng), "VH", *five, Group(dear + order.bets("V", 100, H="f"), 1))


def escaped_by(lightly: Road) -> Maker:
    """One table came off lightly or won, five lost everything."""

    def make(rng: Random, seating: Seating) -> Draft:
        order, to = seating.anywhere("V", "H"), rng.choice((250, 300))
        five = [Group(group.road, group.tables) for group in jams(rng, order, to, 5)]
        return draft(winner(rng), "VH", told(lightly(order, to)), *five)

    return make


def dear_fold(order: Order, to: int) -> str:
    """A fold to the last of three bets of the whole pot."""
    start = order.opened(to) + order.bets("V", 100, H="c") + order.bets("V", 100, H="c")
    return start + order.bets("V", 100, H="f")


def dear_check(order: Order, to: int) -> str:
    """Two bets of the whole pot, then a checked river."""
    start = order.opened(to) + order.bets("V", 100, H="c") + order.bets("V", 100, H="c")
    return start + order.checks()


def reraised_fold(order: Order, to: int) -> str:
    """A pot raised twice, the whole pot called on the flop, a fold on the turn."""
    start = order.reraised(to, 3 * to + 100) + order.bets("V", 100, H="c")
    return start + order.bets("V", 100, H="f")


def own_bluff(order: Order, to: int) -> str:
    """The hero bets the pot twice and folds to a raise."""
    start = order.opened(to) + order.bets("H", 100, V="c") + order.bets("H", 100, V="r100")
    return start + " Hf"


DEAR = (dear_fold, dear_check, reraised_fold, own_bluff)


def disaster_in_many_ways(rng: Random, seating: Seating) -> Draft:
    """Some lose everything, some about two thirds of it."""
    order, to = seating.beyond_blinds("V", "H"), 350
    dear = rng.choice((1, 2, 3))
    roads = [told(road(order, to)) for road in rng.choices(DEAR, k=dear)]
    return draft(winner(rng), "VH", *roads, *jams(rng, order, to, 6 - dear))


def disaster_alike(rng: Random, seating: Seating) -> Draft:
    """Everything lost at every table, on two or three roads."""
    order, to = seating.anywhere("V", "H"), rng.choice((250, 300))
    return draft(winner(rng), "VH", *jams(rng, order, to, 6))


def disaster_at_two_hands(rng: Random, seating: Seating) -> Draft:
    """Three see the flop; the hero loses to one at some tables and to the other elsewhere."""
    to = rng.choice((300, 350))
    order = seating.anywhere("V", "W", "H")
    start = order.opened(to) + order.bets("H", 75, V="c", W="c")
    to_one = start + order.bets("H", 75, V="c", W="f") + order.bets("H", 100, V="c")
    to_other = start + order.bets("H", 75, V="f", W="c") + order.bets("H", 100, W="c")
    folded = start + order.bets("H", 75, V="r100", W="f") + " Hf"
    shares = rng.choice(((2, 2, 2), (3, 2, 1), (1, 4, 1), (2, 3, 1), (3, 1, 2)))
    groups = [told(r, n) for r, n in zip((to_one, to_other, folded), shares, strict=True)]
    return draft(three_in_order(rng), "VWH", *groups)


def disaster_mostly_dear(rng: Random, seating: Seating) -> Draft:
    """No showdown at most tables: folds after much was paid."""
    order, to = seating.beyond_blinds("V", "H"), 350
    dear = rng.choice((4, 5))
    roads = [told(road(order, to)) for road in rng.choices(DEAR, k=dear)]
    rest = [told(road(order, to)) for road in rng.sample(JAMS, 6 - dear)]
    return draft(winner(rng), "VH", *roads, *rest)


COOLER = (
    cooler_but_for(folded_turn),
    cooler_everywhere,
    cooler_but_for(pushed_out),
    cooler_with_a_dear_fold,
    cooler_before,
    cooler_but_for(checked_down),
)
ESCAPED = tuple(escaped_by(lightly) for lightly in LIGHTLY)
DISASTER = (
    disaster_in_many_ways,
    disaster_at_two_hands,
    disaster_alike,
    disaster_mostly_dear,
)
