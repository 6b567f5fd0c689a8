"""The stories of docs/interest.md: patterns of cards, actions and results over the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from producer.compare.model import Story
from producer.compare.stories import choices, outcomes, value
from producer.compare.stories.model import StoryInput

DETECTORS: Mapping[str, Callable[[StoryInput], Iterator[Story]]] = {
    "big fold": choices.big_fold,
    "big call": choices.big_call,
    "bluff shown down": value.bluff_shown_down,
    "everybody called but one": choices.everybody_but_one,
    "value missed": value.value_missed,
    "value extracted": value.value_extracted,
    "slow-play": value.slow_play,
    "cooler": outcomes.cooler,
    "trap": value.trap,
    "the one who escaped": outcomes.the_one_who_escaped,
    "same disaster everywhere": outcomes.same_disaster,
    "opposite results with one hand": outcomes.opposite_results,
    "different roads to one result": outcomes.different_roads,
}
"""By name, in the order of docs/interest.md."""

ALIKE = frozenset({"cooler", "same disaster everywhere"})
"""Those whose point is that the results are alike, however the tables played."""


def stories(story_input: StoryInput) -> tuple[Story, ...]:
    """All stories of a deal; each name once per seat, at its earliest fork. None without a fork."""
    if not story_input.forks:
        return ()
    found: dict[tuple[str, int], Story] = {}
    for detector in DETECTORS.values():
        for story in detector(story_input):
            found.setdefault((story.name, story.seat), story)
    return tuple(found.values())
