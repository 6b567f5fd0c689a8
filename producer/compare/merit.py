"""How worth showing a deal is: named components, their weights, and the reasons in words."""

from __future__ import annotations

import math
from collections.abc import Mapping

from producer.compare.forks import share_of_cap
from producer.compare.model import Component, Fork
from producer.games.line import Chips

WEIGHTS: Mapping[str, float] = {
    "contrast": 0.25,
    "swing": 0.20,
    "explained": 0.15,
    "standings": 0.15,
    "clarity": 0.10,
    "drama": 0.10,
    "people": 0.05,
}
"""Default weights (DESIGN, comparison 4)."""

NOT_BUILT = Component(None, "not built yet")


def components(fork: Fork | None, swing: Mapping[int, Chips], cap: Chips) -> dict[str, Component]:
    """Every component by name; ``None`` values carry the reason why there is none."""
    gap = max(swing.values(), default=0)
    return {
        "contrast": _contrast(fork),
        "swing": Component(
            math.sqrt(share_of_cap(gap, cap)),
            f"largest gap of a seat between tables: {float(share_of_cap(gap, cap)):.0%} of the cap",
        ),
        "explained": _explained(fork),
        **dict.fromkeys(("standings", "clarity", "drama", "people"), NOT_BUILT),
    }


def _contrast(fork: Fork | None) -> Component:
    if fork is None:
        return Component(0.0, "the tables never chose differently in the same spot")
    kinds = sorted({branch.move.action for branch in fork.branches})
    if len(kinds) == 1:
        return Component(fork.contrast, f"one kind of action in different sizes: {kinds[0]}")
    return Component(fork.contrast, f"{' against '.join(kinds)} with the same information")


def _explained(fork: Fork | None) -> Component:
    if fork is None:
        return Component(0.0, "no fork that could explain the results")
    return Component(
        fork.explained,
        f"{fork.explained:.0%} of the difference of results goes with this choice",
    )


def merit(parts: Mapping[str, Component], *, forked: bool) -> float:
    """0 to 1: the weighted mean of the components that exist; 0 without a fork (comparison 4)."""
    if not forked:
        return 0.0
    known = {name: part.value for name, part in parts.items() if part.value is not None}
    weight = math.fsum(WEIGHTS[name] for name in known)
    return math.fsum(WEIGHTS[name] * value for name, value in known.items()) / weight
