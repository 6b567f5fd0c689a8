"""When OBS started to render; a later start time means that it was restarted."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from producer.obs.link.connection import Link

RESTART_GAP = 1.0
"""Seconds. OBS takes longer than this to restart, and its frame count is more accurate."""

EXACT, TRIES = 0.5, 3
"""Seconds of uncertainty that count as exact; attempts to get such a reading."""


@dataclass(frozen=True, slots=True)
class StartTime:
    """Between ``earliest`` and ``latest`` (time.monotonic)."""

    earliest: float
    latest: float

    @property
    def exact(self) -> bool:
        return self.latest - self.earliest <= EXACT

    def is_after(self, other: StartTime) -> bool:
        """Whether OBS was restarted after ``other``, however late both readings came."""
        return self.earliest - other.latest > RESTART_GAP


def start_time(link: Link, tries: int = 1) -> StartTime:
    """Reads the start time up to ``tries`` times, because a busy OBS answers late; keeps the best.

    OBS counts skipped frames too, so its frame count gives its age at some moment between request
    and response.
    """
    best = _reading(link)
    for _ in range(tries - 1):
        if best.exact:
            break
        best = min(best, _reading(link), key=lambda each: each.latest - each.earliest)
    return best


def _reading(link: Link) -> StartTime:
    sent = monotonic()
    stats, video = link.batch([("GetStats", {}), ("GetVideoSettings", {})])
    received = monotonic()
    age = int(stats["renderTotalFrames"]) * video["fpsDenominator"] / video["fpsNumerator"]
    return StartTime(sent - age, received - age)
