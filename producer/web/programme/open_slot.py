"""What an open slot of the rundown proposes: the best pick released by now. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from producer.compare.model import Comparison
from producer.games.line import DealKey


def proposals(ranking: Sequence[Comparison], used: Collection[DealKey]) -> Iterator[Comparison]:
    """The deals whose best pick may be shown, best first. ``used``: those that are planned or have
    aired. A pick with a veto or on hold is none: choosing it is the producer's."""
    for comparison in ranking:
        best = comparison.best
        if best is None or best.decision.dismissed or best.vetoes or best.holds:
            continue
        if comparison.deal.key not in used:
            yield comparison
