"""Planted stories are found: picked at their seat, in the top ten of their session.

The sessions come from ``planted``, which was written from docs/interest.md alone.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import planted
import pytest
from effort import counts

from producer.compare import compare
from producer.compare.ranking import ranked

SESSIONS = counts(2, planted.SESSIONS)
SHARE = 0.95
pytestmark = pytest.mark.xdist_group("planted")  # the sessions are compared once for all tests


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one plant: whether a pick of its seat and its tables tells it, and its deal's
    place by the best pick, from 1."""

    session: int
    plant: planted.Plant
    picked: bool
    place: int
    stories: tuple[tuple[str, int], ...]

    @property
    def well(self) -> bool:
        return self.picked and self.place <= planted.PLANTS


@dataclass(frozen=True, slots=True)
class Proof:
    """All plants' outcomes; of the decoys in words those ranked too high, and what was told."""

    plants: list[Outcome]
    high_decoys: list[str]
    told_of_decoys: list[str]


@lru_cache(maxsize=1)
def proof() -> Proof:
    """Every session compared and ranked by merit."""
    done = Proof([], [], [])
    for number in range(SESSIONS):
        made = planted.session(number)
        compared = {deal.key.number: compare(deal) for deal in made.deals}
        ranking = [each.deal.key.number for each in ranked(compared.values())]
        plants = {plant.deal: plant for plant in made.plants}
        for place, deal in enumerate(ranking, 1):
            stories = tuple((s.name, s.seat) for s in compared[deal].stories)
            where = f"session {number} deal {deal}"
            if deal in plants:
                plant = plants[deal]
                picked = any(
                    plant.seat == pick.seat
                    and plant.story in [story.name for story in pick.stories]
                    and set(pick.pairing) & set(plant.tables)
                    for pick in compared[deal].picks
                )
                done.plants.append(Outcome(number, plant, picked, place, stories))
                continue
            if place <= planted.PLANTS:
                done.high_decoys.append(f"{where}: place {place}, merit {compared[deal].merit:.3f}")
            if stories:
                done.told_of_decoys.append(f"{where}: {stories}")
    return done


def by_kind(plants: list[Outcome]) -> str:
    """Counts a kind and its constructions, and the first failures of each."""
    lines = []
    for story in planted.MAKERS:
        mine = [each for each in plants if each.plant.story == story]
        picked = sum(each.picked for each in mine)
        high = sum(each.place <= planted.PLANTS for each in mine)
        lines.append(f"{story}: {len(mine)} planted, {picked} picked, {high} in the first ten")
        failed = [each for each in mine if not each.well]
        makers = Counter(each.plant.maker for each in failed)
        lines += [f"    construction {maker}: {n} fail" for maker, n in sorted(makers.items())]
        for each in failed[:2]:
            plant = each.plant
            lines.append(
                f"    e.g. session {each.session} deal {plant.deal} seat {plant.seat}"
                f" tables {','.join(plant.tables)}: place {each.place}, told {each.stories}"
            )
    return "\n".join(lines)


def test_planted_stories_are_picked_and_among_the_ten_best_of_their_session() -> None:
    plants = proof().plants
    assert len(plants) == SESSIONS * planted.PLANTS
    assert sum(each.well for each in plants) >= SHARE * len(plants), "\n" + by_kind(plants)


def test_no_decoy_is_among_the_ten_best_of_its_session() -> None:
    high = proof().high_decoys
    assert not high, "\n".join(["", *high, by_kind(proof().plants)])


def test_decoys_have_no_stories() -> None:
    assert proof().told_of_decoys == []
