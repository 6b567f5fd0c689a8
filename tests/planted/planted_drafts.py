"""Drafts of planted deals and decoys, before they get table numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from planted_cards import Situation
from planted_roads import SEATS, Order, order_of

from producer.games.line import acting_order

TABLES = 6
OPENINGS = (200, 250, 300, 350)


@dataclass(frozen=True, slots=True)
class Seating:
    """A button, and whom to seat where; ``roles`` grows once, by one of the calls."""

    rng: Random
    button: int
    direction: str
    roles: dict[str, int] = field(default_factory=dict)

    def anywhere(self, *roles: str) -> Order:
        """Any seats."""
        return self._seated(self.rng.sample(SEATS, len(roles)), roles)

    def beyond_blinds(self, *roles: str) -> Order:
        """Any seats, but not the two blinds alone, whose first raise a pot-limit keeps small."""
        order = acting_order(SEATS, self.button, self.direction)
        seats = self.rng.sample(SEATS, len(roles))
        while set(seats) == set(order[:2]):
            seats = self.rng.sample(SEATS, len(roles))
        return self._seated(seats, roles)

    def after(self, *roles: str) -> Order:
        """Seats that act in the order of ``roles`` after the flop."""
        order = acting_order(SEATS, self.button, self.direction)
        places = sorted(self.rng.sample(range(6), len(roles)))
        return self._seated([order[place] for place in places], roles)

    def before(self, *roles: str) -> Order:
        """Seats that act in the order of ``roles`` before the flop."""
        order = acting_order(SEATS, self.button, self.direction)
        order = (*order[2:], *order[:2])
        places = sorted(self.rng.sample(range(6), len(roles)))
        return self._seated([order[place] for place in places], roles)

    def big_blind(self) -> int:
        """The seat of the big blind."""
        return acting_order(SEATS, self.button, self.direction)[1]

    def _seated(self, seats: list[int], roles: tuple[str, ...]) -> Order:
        self.roles.update(zip(roles, seats, strict=True))
        return order_of(self.roles, self.button, self.direction)


@dataclass(frozen=True, slots=True)
class Group:
    """``tables`` tables that went the same road; ``told``: the story is about them."""

    road: str
    tables: int
    told: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """``dealt``: the roles that hold the situation's hands, in its order; ``hero``: whose story."""

    situation: Situation
    dealt: str
    groups: tuple[Group, ...]
    hero: str = "H"


Maker = Callable[[Random, Seating], Draft]


def draft(situation: Situation, dealt: str, *groups: Group) -> Draft:
    """A draft of six tables. Raises ValueError for another number."""
    if sum(group.tables for group in groups) != TABLES:
        raise ValueError(f"not six tables: {groups}")
    return Draft(situation, dealt, tuple(group for group in groups if group.tables))


def told(road: str, tables: int = 1) -> Group:
    """Tables that the story is about."""
    return Group(road, tables, told=True)


def aside(rng: Random, order: Order, opening: int, tables: int) -> tuple[Group, ...]:
    """Tables that went another way early, in a small pot."""
    groups = []
    for _ in range(tables):
        to = opening + rng.choice((50, 100))
        first, *others = order.before
        little = order.bets(first, 33, **dict.fromkeys(others, "f"))
        road = rng.choice(
            (
                order.stolen(to),
                order.stolen(opening),
                order.opened(to) + order.checks(),
                order.opened(to) + little,
            )
        )
        groups.append(Group(road, 1))
    return tuple(groups)


def opening(rng: Random) -> int:
    """To how much the pot is opened."""
    return rng.choice(OPENINGS)


def stab(rng: Random) -> int:
    """A bet's share of the pot in percent, as most players size it."""
    return rng.choice((66, 75, 100))
