"""A limit on how often wrong tokens may be tried."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

TRIES, WITHIN = 5, 60.0
"""Wrong tokens allowed per address in this many seconds; ten times as many from all addresses."""

MOST_ADDRESSES = 10_000


@dataclass(slots=True)
class SignInAttempts:
    """Recent wrong tokens by address. ``clock``: monotonic seconds."""

    clock: Callable[[], float] = time.monotonic
    wrong: OrderedDict[str, list[float]] = field(default_factory=OrderedDict)

    def wait(self, address: str) -> float:
        """Seconds until ``address`` may try again, 0 if it may now."""
        own = self._recent(address)
        everybody = sum(len(self._recent(each)) for each in list(self.wrong))
        if len(own) < TRIES and everybody < 10 * TRIES:
            return 0.0
        return max(1.0, own[0] + WITHIN - self.clock() if own else 1.0)

    def note(self, address: str) -> None:
        """Counts a wrong token."""
        self.wrong.setdefault(address, []).append(self.clock())
        while len(self.wrong) > MOST_ADDRESSES:
            self.wrong.popitem(last=False)

    def _recent(self, address: str) -> list[float]:
        since = self.clock() - WITHIN
        recent = [at for at in self.wrong.get(address, ()) if at > since]
        if recent:
            self.wrong[address] = recent
        else:
            self.wrong.pop(address, None)
        return recent
