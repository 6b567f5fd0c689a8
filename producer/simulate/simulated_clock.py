"""How long things take at a simulated table."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

BEGINNING = datetime(2026, 3, 14, 10, 0, tzinfo=UTC)
"""The start of play, fixed so that the same seed gives the same bytes."""

_THINKING = {
    "fold": (2.0, 7.0),
    "check": (2.0, 6.0),
    "call": (4.0, 14.0),
    "bet": (5.0, 18.0),
    "raise": (6.0, 24.0),
}
_LATER_STREETS = {"preflop": 1.0, "flop": 1.2, "turn": 1.6, "river": 2.0}


class SimulatedClock:
    """A table's clock, advanced by random amounts."""

    def __init__(self, start: datetime, rng: random.Random) -> None:
        self._now = start
        self._rng = rng

    def after(self, least: float, most: float) -> datetime:
        """Advances by ``least`` to ``most`` seconds and returns the new time."""
        milliseconds = round(1000 * self._rng.uniform(least, most))
        self._now += timedelta(milliseconds=milliseconds)
        return self._now

    def decided(self, street: str, action: str) -> datetime:
        """Advances by the time a move takes, longer for raises and late streets."""
        least, most = _THINKING[action]
        return self.after(least, most * _LATER_STREETS[street])
