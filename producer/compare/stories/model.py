"""A story: one of the patterns of docs/interest.md, found in a deal, with its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from producer.compare.model import Fork, Story
from producer.games.holdem.played import ReplayedPlay
from producer.games.line import Chips, Deal


@dataclass(frozen=True, slots=True)
class StoryInput:
    """What detectors read: the deal, its forks, every table replayed, and the cap in chips."""

    deal: Deal
    forks: tuple[Fork, ...]
    tables: Mapping[str, ReplayedPlay]
    cap: Chips

    def result(self, table: str, seat: int) -> Chips:
        return self.tables[table].result[seat]

    def of_cap(self, chips: Chips) -> float:
        """An amount as a share of the cap, not clipped."""
        return float(chips / self.cap)


__all__ = ["Story", "StoryInput"]
