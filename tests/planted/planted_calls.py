"""Plants about a bet faced: big fold, big call, everybody called but one.

``H`` is the hero, ``V`` the villain, ``W`` a third player.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from planted_drafts import Draft, Group, Seating, aside, draft, opening, stab, told
from planted_hands import (
    aces_over_kings,
    caught,
    pair_over_big_ace,
    three_in_order,
    winner,
)
from planted_roads import Order

# Tables at the fork that folded and that stayed, for a fold that was right at few tables.
_FEW_FOLD = ((1, 2), (1, 3), (2, 2), (2, 3), (2, 4), (3, 3), (1, 5), (1, 4))
# The same for a call that was right at few tables: callers first.
_FEW_CALL = ((1, 2), (1, 3), (2, 2), (1, 5), (2, 4), (3, 3), (2, 3), (1, 4))

Roads = Callable[[Random, Order, int], tuple[str, str]]
"""The road of those who fold and of those who call, from one spot of the hero."""


def river_shove(rng: Random, order: Order, to: int) -> tuple[str, str]:
    """Three barrels; the last one decides."""
    flop, turn, size = rng.choice((66, 75)), rng.choice((66, 75)), rng.choice((75, 100))
    start = order.opened(to) + order.bets("V", flop, H="c") + order.bets("V", turn, H="c")
    return start + order.bets("V", size, H="f"), start + order.bets("V", size, H="c")


def turn_raised(rng: Random, order: Order, to: int) -> tuple[str, str]:
    """The hero bets flop and turn and is raised."""
    flop, turn = rng.choice((60, 66, 75)), rng.choice((60, 66, 75))
    start = order.opened(to) + order.bets("H", flop, V="c") + order.bets("H", turn, V="r100")
    return start + " Hf", start + " Hc"


def flop_raised(rng: Random, order: Order, to: int) -> tuple[str, str]:
    """A pot raised twice before the flop; the hero bets and is raised all in."""
    start = order.reraised(to, 3 * to + 100) + order.bets("H", rng.choice((50, 66)), V="r100")
    return start + " Hf", start + " Hc"


def river_raised(rng: Random, order: Order, to: int) -> tuple[str, str]:
    """The hero bets three times and is raised on the river."""
    half = rng.choice((40, 50))
    start = order.opened(to) + order.bets("H", half, V="c") + order.bets("H", half, V="c")
    start += order.bets("H", 33, V="r100")
    return start + " Hf", start + " Hc"


def turn_shove(_rng: Random, order: Order, to: int) -> tuple[str, str]:
    """A pot raised twice before the flop; the second barrel is all in."""
    start = order.reraised(to, 3 * to + 150) + order.bets("V", 66, H="c")
    return start + order.bets("V", 100, H="f"), start + order.bets("V", 100, H="c")


def small_pot_large_bet(_rng: Random, order: Order, to: int) -> tuple[str, str]:
    """A quiet turn, then the whole pot on the river."""
    start = order.opened(max(to, 250)) + order.bets("V", 75, H="c") + order.checks()
    return start + order.bets("V", 100, H="f"), start + order.bets("V", 100, H="c")


def four_bet(_rng: Random, order: Order, to: int) -> tuple[str, str]:
    """The villain opens, is raised and raises again; the rest goes in on the flop."""
    start = f"Vr={to} Hr={3 * to + 100} Vr={2500 + to} "
    return start + "Hf", start + "Hc" + order.bets("V", 100, H="c")


def big_fold_by(roads: Roads) -> Callable[[Random, Seating], Draft]:
    """A fold that few tables found, on the given road, with the better hand at the villain's."""

    def make(rng: Random, seating: Seating) -> Draft:
        to = opening(rng)
        four = roads is four_bet
        order = seating.before("V", "H") if four else seating.anywhere("V", "H")
        folded, stayed = roads(rng, order, to)
        few, many = rng.choice(_FEW_FOLD)
        hands = aces_over_kings(rng) if four else winner(rng)
        rest = aside(rng, order, to, 6 - few - many)
        return draft(hands, "VH", told(folded, few), Group(stayed, many), *rest)

    return make


def big_fold_before_five_bets(rng: Random, seating: Seating) -> Draft:
    """Faced with the fourth bet some fold, some call, some move all in."""
    to = opening(rng)
    order = seating.before("V", "H")
    folded, called = four_bet(rng, order, to)
    jammed = f"Vr={to} Hr={3 * to + 100} Vr={2500 + to} Hr=5000 Vc"
    few = rng.choice((1, 2))
    groups = (told(folded, few), Group(called, 2), Group(jammed, 2))
    return draft(aces_over_kings(rng), "VH", *groups, *aside(rng, order, to, 2 - few))


def big_fold_between_two(rng: Random, seating: Seating) -> Draft:
    """Three see the flop; a bet and a raise come before the hero's turn."""
    to = rng.choice((250, 300, 350))
    order = seating.after(*rng.choice((("V", "W", "H"), ("H", "V", "W"))))
    start = order.opened(to)
    folded = start + order.bets("V", 66, W="r100", H="f") + " Vf"
    called = start + order.bets("V", 66, W="r100", H="c") + " Vf" + order.bets("W", 100, H="c")
    few, many = rng.choice(_FEW_FOLD)
    rest = aside(rng, order, to, 6 - few - many)
    return draft(three_in_order(rng), "WHV", told(folded, few), Group(called, many), *rest)


def big_call_by(roads: Roads) -> Callable[[Random, Seating], Draft]:
    """A call that few tables made, on the given road, against a bluff or a worse hand."""

    def make(rng: Random, seating: Seating) -> Draft:
        to = opening(rng)
        four = roads is four_bet
        order = seating.before("V", "H") if four else seating.anywhere("V", "H")
        folded, called = roads(rng, order, to)
        few, many = rng.choice(_FEW_CALL)
        against = pair_over_big_ace if four else rng.choice((caught, caught, winner))
        rest = aside(rng, order, to, 6 - few - many)
        return draft(against(rng), "HV", told(called, few), Group(folded, many), *rest)

    return make


def one_folded_flop(rng: Random, seating: Seating) -> Draft:
    """One fold to the first bet; the others win a large pot, in several ways."""
    to = opening(rng)
    order = seating.anywhere("H", "V")
    size = stab(rng)
    start = order.opened(to) + order.bets("V", size, H="c")
    barrels = start + order.bets("V", 75, H="c") + order.bets("V", 100, H="c")
    raised = start + order.bets("V", 75, H="r100") + " Vc"
    quiet = start + order.bets("V", 75, H="c") + order.checks()
    alone = told(order.opened(to) + order.bets("V", size, H="f"))
    others = rng.choice(((3, 1, 1), (2, 2, 0), (4, 1, 0), (3, 0, 0), (2, 1, 1)))
    groups = [Group(r, n) for r, n in zip((barrels, raised, quiet), others, strict=True)]
    return draft(winner(rng), "HV", alone, *groups, *aside(rng, order, to, 5 - sum(others)))


def one_folded_turn(rng: Random, seating: Seating) -> Draft:
    """One fold to the second bet; the others pay to the end."""
    to = opening(rng)
    order = seating.anywhere("V", "H")
    start = order.opened(to) + order.bets("V", stab(rng), H="c")
    alone = told(start + order.bets("V", 75, H="f"))
    paid = start + order.bets("V", 75, H="c") + order.bets("V", 100, H="c")
    raised = start + order.bets("V", 75, H="r100") + " Vc"
    few = rng.choice((0, 1, 2))
    many = rng.choice((3, 4, 5)) - few
    rest = aside(rng, order, to, 5 - few - many)
    return draft(winner(rng), "VH", alone, Group(paid, many), Group(raised, few), *rest)


def one_folded_before(rng: Random, seating: Seating) -> Draft:
    """One fold to the second raise before the flop; the others win everything."""
    to = opening(rng)
    order = seating.before("H", "V")
    again = 3 * to + 150
    alone = told(f"Hr={to} Vr={again} Hf")
    paid = order.reraised(to, again) + order.bets("V", 66, H="c") + order.bets("V", 100, H="c")
    raised = order.reraised(to, again) + order.bets("V", 66, H="r100") + " Vc"
    few = rng.choice((1, 2))
    many = rng.choice((3, 4, 5)) - few
    rest = aside(rng, order, to, 5 - few - many)
    return draft(winner(rng), "HV", alone, Group(paid, many), Group(raised, few), *rest)


def one_never_played(rng: Random, seating: Seating) -> Draft:
    """One lets the opening go by; the others call and lose everything."""
    to = opening(rng)
    order = seating.before("V", "H")
    paid = order.opened(to)
    for size in (75, 100, 100):
        paid += order.bets("V", size, H="c")
    raised = order.opened(to) + order.bets("V", 75, H="r100") + " Vc"
    few = rng.choice((0, 1, 2))
    return draft(
        winner(rng), "VH", told(order.stolen(to)), Group(paid, 5 - few), Group(raised, few)
    )


def one_folded_river(rng: Random, seating: Seating) -> Draft:
    """One fold to the last bet, where the others call and are right, or call and are wrong."""
    to = opening(rng)
    order = seating.anywhere("V", "H")
    folded, called = river_shove(rng, order, to)
    many = rng.choice((3, 4, 5))
    hands, dealt = rng.choice(((winner, "VH"), (caught, "HV"), (winner, "HV")))
    rest = aside(rng, order, to, 5 - many)
    return draft(hands(rng), dealt, told(folded), Group(called, many), *rest)


def one_folded_among_three(rng: Random, seating: Seating) -> Draft:
    """Bet and call before the hero: one fold, the others call, hit and are paid by both."""
    to = rng.choice((250, 300))
    order = seating.after("V", "W", "H")
    alone = order.opened(to) + order.bets("V", 66, W="c", H="f") + order.checks("H")
    start = order.opened(to) + order.bets("V", 66, W="c", H="c")
    paid = start + order.bets("V", 66, W="f", H="c") + order.bets("V", 100, H="c")
    many = rng.choice((3, 4, 5))
    rest = aside(rng, order, to, 5 - many)
    return draft(three_in_order(rng), "HVW", told(alone), Group(paid, many), *rest)


BIG_FOLD = (
    big_fold_by(river_shove),
    big_fold_by(turn_raised),
    big_fold_by(four_bet),
    big_fold_by(flop_raised),
    big_fold_between_two,
    big_fold_by(river_raised),
    big_fold_before_five_bets,
)
BIG_CALL = (
    big_call_by(river_shove),
    big_call_by(turn_shove),
    big_call_by(four_bet),
    big_call_by(flop_raised),
    big_call_by(small_pot_large_bet),
    big_call_by(river_raised),
)
ALL_BUT_ONE = (
    one_folded_flop,
    one_folded_turn,
    one_folded_before,
    one_never_played,
    one_folded_river,
    one_folded_among_three,
)
