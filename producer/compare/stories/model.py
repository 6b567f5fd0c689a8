"""A story: one of the patterns of docs/interest.md, found in a deal, with its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from producer.compare.accounts import Account
from producer.compare.model import Fork, Story
from producer.games.line import Chips, Deal


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a detector sees: the deal, its forks, every table carried out, and the cap."""

    deal: Deal
    forks: tuple[Fork, ...]
    tables: Mapping[str, Account]
    cap: Chips

    def result(self, table: str, seat: int) -> Chips:
        return self.tables[table].result[seat]

    def of_cap(self, chips: Chips) -> float:
        """An amount as a share of the cap, not clipped."""
        return float(chips / self.cap)


__all__ = ["Scene", "Story"]
