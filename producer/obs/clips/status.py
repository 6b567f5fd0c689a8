"""How a finished segment stands, and what became of it: values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from producer.obs.clips import media
from producer.obs.clips.files import Film, FilmMark
from producer.obs.link.refusals import ObsRefusal

What = Literal["on air", "played", "paused", "ended", "off air"]


class NotCued(ObsRefusal):
    """There is no segment to play."""


@dataclass(frozen=True, slots=True)
class Playing:
    """How the film stands: ``cursor`` seconds at ``since`` (time.monotonic), moving while it plays.

    ``state``: ``nothing`` where every OBS that had the film is away. ``until``: the mark at which
    it is to be paused. ``note``: what else a person should know.
    """

    film: Film | None = None
    state: media.State = "nothing"
    cursor: float = 0.0
    length: float = 0.0
    since: float = 0.0
    on_air: bool = False
    until: FilmMark | None = None
    note: str = ""

    def at(self, now: float) -> float:
        moved = now - self.since if self.state == "playing" else 0.0
        return min(self.length, self.cursor + moved)

    def left(self, now: float) -> float:
        return self.length - self.at(now)

    def next_mark(self, now: float) -> tuple[FilmMark, float] | None:
        """The mark that comes next, and in how many seconds of film."""
        at = self.at(now)
        marks = self.film.marks if self.film else ()
        return next(((mark, mark.at - at) for mark in marks if mark.at > at), None)


@dataclass(frozen=True, slots=True)
class Run:
    """What became of a film, as OBS told it: ``what`` at ``cursor`` seconds of it."""

    film: Film
    what: What
    cursor: float


def clock(seconds: float) -> str:
    """
    >>> clock(72.9)
    '1:12'
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
