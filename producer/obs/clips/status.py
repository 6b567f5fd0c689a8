"""The status of the clip player, and what it reports: values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from producer.obs.clips.files import Clip
from producer.obs.clips.media_source import State
from producer.obs.link.refusals import ObsRefusal
from producer.segments.manifest import ClipMark

What = Literal["on air", "played", "paused", "ended", "off air"]


class NotCued(ObsRefusal):
    """There is no clip to play."""


@dataclass(frozen=True, slots=True)
class PlayerStatus:
    """The clip is at ``cursor`` seconds at ``since`` (time.monotonic), and moves while it plays.

    ``state``: ``nothing`` while every OBS that had the clip is offline. ``until``: the mark at
    which it will pause. ``note``: for the producer.
    """

    clip: Clip | None = None
    state: State = "nothing"
    cursor: float = 0.0
    length: float = 0.0
    since: float = 0.0
    on_air: bool = False
    until: ClipMark | None = None
    note: str = ""

    def at(self, now: float) -> float:
        moved = now - self.since if self.state == "playing" else 0.0
        return min(self.length, self.cursor + moved)

    def left(self, now: float) -> float:
        return self.length - self.at(now)

    def next_mark(self, now: float) -> tuple[ClipMark, float] | None:
        """The next mark, and the seconds of clip until then."""
        at = self.at(now)
        marks = self.clip.marks if self.clip else ()
        return next(((mark, mark.at - at) for mark in marks if mark.at > at), None)


@dataclass(frozen=True, slots=True)
class ClipEvent:
    """What OBS reported of a clip: ``what`` at ``cursor`` seconds of it."""

    clip: Clip
    what: What
    cursor: float


def clock(seconds: float) -> str:
    """
    >>> clock(72.9)
    '1:12'
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
