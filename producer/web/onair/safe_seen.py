"""Notices that OBS has cut to the safe scene without Duplicast: by its hotkey, or by hand."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

OURS = 10.0
"""Seconds after a safe of ours in which the cut to the safe scene is counted as ours."""


@dataclass(slots=True)
class SafeSeen:
    """Use it in the event loop only. ``at``: when OBS last did it. ``now``: seconds of a clock that
    runs evenly."""

    at: datetime | None = None
    now: Callable[[], float] = time.monotonic
    _asked: float = float("-inf")
    _program: str = ""

    def asked(self) -> None:
        """Duplicast cuts to safe."""
        self._asked = self.now()

    def saw(self, program: str, safe: str) -> bool:
        """Notes what OBS has on ``program``, ``""`` while it is offline. Returns whether it has
        just cut to the safe scene without Duplicast."""
        cut = program == safe and self._program not in ("", safe)
        self._program = program
        if not cut or self.now() - self._asked < OURS:
            return False
        self.at = datetime.now(UTC)
        return True
