"""Logs views of sealed deals, and says what a sealed deal waits for."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from producer.acts import Act
from producer.games.line import DealKey
from producer.messages import in_a_row, message
from producer.release import Gate, Verdict, by_hand

LOGGED_EVERY = 600.0
"""Seconds before another view of the same deal by the same person is logged again."""


@dataclass(slots=True)
class SealedViews:
    """Logs who was shown which sealed deal with ``write``, once in ``LOGGED_EVERY`` seconds."""

    gate: Gate
    write: Callable[[Act], object]
    _logged: dict[tuple[str, DealKey], float] = field(default_factory=dict)

    def note(self, key: DealKey, by: str) -> None:
        now = time.monotonic()
        if now - self._logged.get((by, key), -LOGGED_EVERY) >= LOGGED_EVERY:
            self._logged[by, key] = now
            self.write(by_hand.seen_of(self.gate, key, by))


def waits_words(verdict: Verdict) -> str:
    """What a deal that is not released waits for, without the time it is expected at.

    >>> waits_words(Verdict("sealed", None, ("sealed by hand",), ("2", "4")))
    'table 2, table 4, sealed by hand'
    """
    tables = (message("table {name}", name=table) for table in verdict.tables)
    return in_a_row((*tables, *verdict.waits))
