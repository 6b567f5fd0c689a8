"""Stories planted blind are found: named at their seat, their deals the ten best of the session.

The sessions come from ``planted``, which was written from docs/interest.md alone.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import planted
from effort import counts

from producer.compare import compare

SESSIONS = counts(2, planted.SESSIONS)
SHARE = 0.95


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one plant: named or not, and its deal's place by merit, from 1."""

    session: int
    plant: planted.Plant
    named: bool
    place: int
    stories: tuple[tuple[str, int], ...]

    @property
    def well(self) -> bool:
        return self.named and self.place <= planted.PLANTS


@lru_cache(maxsize=1)
def outcomes() -> tuple[list[Outcome], list[tuple[int, int, int, float]]]:
    """Every plant's outcome, and the decoys among the first ten: session, deal, place, merit."""
    plants, intruders = [], []
    for number in range(SESSIONS):
        made = planted.session(number)
        compared = {deal.key.number: compare(deal) for deal in made.deals}
        ranking = sorted(compared, key=lambda deal: (-compared[deal].merit, deal))
        places = {deal: place for place, deal in enumerate(ranking, 1)}
        for plant in made.plants:
            stories = tuple((s.name, s.seat) for s in compared[plant.deal].stories)
            named = (plant.story, plant.seat) in stories
            plants.append(Outcome(number, plant, named, places[plant.deal], stories))
        taken = {plant.deal for plant in made.plants}
        best = [deal for deal in ranking[: planted.PLANTS] if deal not in taken]
        intruders += [(number, deal, places[deal], compared[deal].merit) for deal in best]
    return plants, intruders


def by_kind(plants: list[Outcome]) -> str:
    """Counts a kind and its constructions, and the first failures of each."""
    lines = []
    for story in planted.MAKERS:
        mine = [each for each in plants if each.plant.story == story]
        named = sum(each.named for each in mine)
        high = sum(each.place <= planted.PLANTS for each in mine)
        lines.append(f"{story}: {len(mine)} planted, {named} named, {high} in the first ten")
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


def test_planted_stories_are_named_and_among_the_ten_best_of_their_session() -> None:
    plants, _ = outcomes()
    assert len(plants) == SESSIONS * planted.PLANTS
    assert sum(each.well for each in plants) >= SHARE * len(plants), "\n" + by_kind(plants)


def test_no_decoy_is_among_the_ten_best_of_its_session() -> None:
    plants, intruders = outcomes()
    told = [f"session {s} deal {d}: place {p}, merit {m:.3f}" for s, d, p, m in intruders]
    assert not intruders, "\n" + "\n".join([*told, by_kind(plants)])
