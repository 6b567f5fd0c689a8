"""Decoys: deals that every table plays alike, or differently without consequence.

``A`` and ``B`` have nothing much, and ``A`` the better of it at the river; ``Z`` acts after both.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from planted_cards import Situation
from planted_drafts import Draft, Group, Seating, draft, opening
from planted_hands import modest, winner

from producer.games.cards import DECK

Roads = Callable[[Random, Seating], list[str]]


def sizes_of_a_steal(rng: Random, seating: Seating) -> list[str]:
    """Somebody opens for one size or another and everybody folds."""
    order = seating.anywhere("A", "B")
    return [order.stolen(to) for to in rng.sample((200, 250, 300, 350), rng.choice((1, 2, 3)))]


def limp_or_least_raise(rng: Random, seating: Seating) -> list[str]:
    """A limp that is checked or bet once, or the least raise; nobody has anything."""
    order = seating.before("A", "B", "Z")
    limped = "Ac Bf Z" + ("x" if _is_big_blind(seating, "Z") else "f")
    bet = limped + " / Zx Ab50 Zf" if limped.endswith("x") else limped
    return rng.choice(([order.stolen(200), limped], [limped, bet], [limped, order.stolen(200)]))


def bet_or_check_down(rng: Random, seating: Seating) -> list[str]:
    """A small bet on the flop takes it, or all is checked down."""
    order = seating.anywhere("A", "B")
    first, second = order.before
    start = order.opened(200)
    roads = [start + order.bets(first, rng.choice((33, 50)), **{second: "f"}), start]
    if first == "A":
        roads.append(start + order.bets(first, 33, **{second: "c"}))
    rng.shuffle(roads)
    return roads


def defended_or_not(rng: Random, seating: Seating) -> list[str]:
    """A call before the flop that folds on it, or a fold at once."""
    order = seating.anywhere("A", "B")
    first, second = order.before
    roads = [order.stolen(200), order.opened(200) + order.bets(first, 50, **{second: "f"})]
    rng.shuffle(roads)
    return roads


def reraised_or_called(rng: Random, seating: Seating) -> list[str]:
    """A second raise takes it before the flop, in one size or another, or a call gives it up."""
    order = seating.anywhere("A", "B")
    first, second = order.before
    again = [f"{first}r=200 {second}r={to} {first}f" for to in (550, 600, 700)]
    called = order.opened(200) + order.bets(first, 50, **{second: "f"})
    return rng.choice((again[:2], again, [again[1], called], [called, again[0]]))


def thin_bet_or_none(rng: Random, seating: Seating) -> list[str]:
    """A third or half of a small pot on the river, called, against a check."""
    order = seating.anywhere("A", "B")
    start = order.opened(rng.choice((200, 250))) + order.checks() + order.checks()
    roads = [start, start + order.bets("A", rng.choice((33, 50)), B="c")]
    rng.shuffle(roads)
    return roads


def sooner_or_later(rng: Random, seating: Seating) -> list[str]:
    """One bet takes the pot, on the flop, the turn or the river."""
    order = seating.anywhere("A", "B")
    first, second = order.before
    start = order.opened(opening(rng))
    taken = order.bets(first, rng.choice((33, 50, 66)), **{second: "f"})
    roads = [start + taken, start + order.checks() + taken]
    roads.append(start + order.checks() + order.checks() + taken)
    rng.shuffle(roads)
    return roads[: rng.choice((2, 3))]


def sizes_on_two_streets(rng: Random, seating: Seating) -> list[str]:
    """The same two bets called, in slightly different sizes, and a checked river."""
    order = seating.anywhere("A", "B")
    bettor, caller = rng.choice(("AB", "BA"))
    start = order.opened(rng.choice((250, 300)))
    return [
        start + order.bets(bettor, flop, **{caller: "c"}) + order.bets(bettor, 33, **{caller: "c"})
        for flop in rng.sample((40, 50, 60), rng.choice((2, 3)))
    ]


def sizes_of_a_bet(rng: Random, seating: Seating) -> list[str]:
    """A turn bet of some size, and a fold."""
    order = seating.anywhere("A", "B")
    first, second = order.before
    start = order.opened(opening(rng)) + order.bets(first, 50, **{second: "c"})
    return [
        start + order.bets(first, size, **{second: "f"}) for size in rng.sample((50, 66, 75), 2)
    ]


def one_opener_or_another(rng: Random, seating: Seating) -> list[str]:
    """One opens, or passes and the next opens; everybody folds."""
    seating.before("A", "B", "Z")
    to = rng.choice((200, 250))
    roads = [f"Ar={to} Bf Zf", f"Af Br={to} Zf"]
    rng.shuffle(roads)
    return roads


def limpers(rng: Random, seating: Seating) -> list[str]:
    """Two limp; it is checked down, or a bet of half the pot takes it."""
    order = seating.before("A", "B", "Z")
    last = "x" if _is_big_blind(seating, "Z") else "f"
    start = f"Ac Bc Z{last}"
    out = () if last == "x" else ("Z",)
    others = {role: "f" for role in "BZ" if role not in out}
    roads = [start, start + order.bets("A", 50, **others)]
    rng.shuffle(roads)
    return roads


def _is_big_blind(seating: Seating, role: str) -> bool:
    return seating.big_blind() == seating.roles[role]


SMALL: tuple[Roads, ...] = (
    sizes_of_a_steal,
    limp_or_least_raise,
    bet_or_check_down,
    defended_or_not,
    reraised_or_called,
    thin_bet_or_none,
    sooner_or_later,
    sizes_on_two_streets,
    sizes_of_a_bet,
    one_opener_or_another,
    limpers,
)


def differs(rng: Random, seating: Seating) -> Draft:
    """A small difference between the tables."""
    roads = list(dict.fromkeys(rng.choice(SMALL)(rng, seating)))
    return draft(modest(rng), "AB", *_shared(rng, roads))


def alike(rng: Random, seating: Seating) -> Draft:
    """One of those lines, at every table."""
    roads = rng.choice(SMALL)(rng, seating)
    return draft(modest(rng), "AB", Group(rng.choice(roads), 6))


def everybody_folds(rng: Random, _seating: Seating) -> Draft:
    """To the big blind, at every table."""
    return draft(Situation((), tuple(rng.sample(DECK, 5))), "", Group("", 6))


def large_and_alike(rng: Random, seating: Seating) -> Draft:
    """A large pot, the same to the last chip at every table."""
    order = seating.anywhere("A", "B")
    first, second = order.before
    short = order.opened(opening(rng)) + order.bets(first, 75, **{second: "c"})
    long = short + order.bets("B", 75, A="c")
    folded = long + order.bets("A", 75, B="f")
    called = long + order.bets("A", 100, B="c")
    return draft(winner(rng), "AB", Group(rng.choice((short, long, folded, called)), 6))


def _shared(rng: Random, roads: list[str]) -> list[Group]:
    """Six tables on the roads, the first the usual one."""
    counts = [1] * len(roads)
    counts[0] = 6 if len(roads) == 1 else rng.choice((5, 4, 3)) if len(roads) == 2 else 3
    for _ in range(6 - sum(counts)):
        counts[rng.randrange(1, len(roads))] += 1
    return [Group(road, n) for road, n in zip(roads, counts, strict=True)]


def decoy(rng: Random, seating: Seating) -> Draft:
    """Half of the decoys differ a little between the tables, the others not at all."""
    makers = (differs, alike, everybody_folds, large_and_alike)
    (maker,) = rng.choices(makers, weights=(50, 25, 12, 13))
    return maker(rng, seating)
