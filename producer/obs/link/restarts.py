"""When OBS began to draw: later than before tells that it was started again."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from producer.obs.link.connection import Link

LATER = 1.0
"""Seconds; OBS takes longer to be started again, and its count of frames is not so wrong."""

PROMPT, TRIES = 0.5, 3
"""Seconds within which an answer tells it well; how often it is asked for such a one."""


@dataclass(frozen=True, slots=True)
class Birth:
    """Not before ``earliest`` and not after ``latest`` (time.monotonic)."""

    earliest: float
    latest: float

    @property
    def exact(self) -> bool:
        return self.latest - self.earliest <= PROMPT

    def is_after(self, other: Birth) -> bool:
        """Whether it is that of another OBS, however late both answers were."""
        return self.earliest - other.latest > LATER


def birth(link: Link, tries: int = 1) -> Birth:
    """OBS counts the frames that it had no time to draw too, so that their number is its age: that
    of some moment between question and answer. A busy one answers late, and may be asked again."""
    found = _asked(link)
    for _ in range(tries - 1):
        if found.exact:
            break
        found = min(found, _asked(link), key=lambda each: each.latest - each.earliest)
    return found


def _asked(link: Link) -> Birth:
    asked = monotonic()
    stats, video = link.batch([("GetStats", {}), ("GetVideoSettings", {})])
    answered = monotonic()
    age = int(stats["renderTotalFrames"]) * video["fpsDenominator"] / video["fpsNumerator"]
    return Birth(asked - age, answered - age)
