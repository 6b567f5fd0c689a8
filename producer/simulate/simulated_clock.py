"""How long things take at a table. Seconds."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

BEGINNING = datetime(2026, 3, 14, 10, 0, tzinfo=UTC)
"""Cards in the air: always the same, so that the same seed gives the same bytes."""

_THINKING = {
    "fold": (2.0, 7.0),
    "check": (2.0, 6.0),
    "call": (4.0, 14.0),
    "bet": (5.0, 18.0),
    "raise": (6.0, 24.0),
}
_LATER_STREETS = {"preflop": 1.0, "flop": 1.2, "turn": 1.6, "river": 2.0}


class SimulatedClock:
    """A table's clock: runs only forward, by amounts drawn from the table's own lot."""

    def __init__(self, start: datetime, lot: random.Random) -> None:
        self._now = start
        self._lot = lot

    def after(self, least: float, most: float) -> datetime:
        """The time when something is done that takes between ``least`` and ``most`` seconds."""
        milliseconds = round(1000 * self._lot.uniform(least, most))
        self._now += timedelta(milliseconds=milliseconds)
        return self._now

    def decided(self, street: str, action: str) -> datetime:
        """The time of a move: folds are quick, raises and late streets take thought."""
        least, most = _THINKING[action]
        return self.after(least, most * _LATER_STREETS[street])
