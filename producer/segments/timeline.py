"""A segment as one value: what each side shows, what is drawn over it, what is heard. Pure.

Positions and lengths on the timeline are whole frames of its rate. Times of the tables are seconds
since 1970 by the house clock, as fractions (`producer/release/recordings/hand_times.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

from producer.stages.moment import Moment

ShotKind = Literal["play", "freeze", "hold", "drawn"]
"""The recording runs; its frame stands; its frame stands until another table has come as far; there
is no recording, so the table is drawn."""


@dataclass(frozen=True, slots=True)
class SideShot:
    """What one side shows from ``start`` for ``frames`` frames.

    ``at``: the time at its table of the first frame. ``speed``: a whole factor, marked on screen
    where it is above 1; 0 where a drawn table stands. ``waiting_for``: the tables that it waits
    for, of a ``hold`` or of a drawn table that stands for one.
    """

    start: int
    frames: int
    kind: ShotKind
    at: Fraction
    speed: int = 1
    waiting_for: tuple[str, ...] = ()

    @property
    def end(self) -> int:
        return self.start + self.frames

    def time_of(self, frame: int, rate: Fraction) -> Fraction:
        """The time at the table that frame ``frame`` of the timeline shows."""
        if self.kind in {"freeze", "hold"}:
            return self.at
        return self.at + (frame - self.start) * self.speed / rate


@dataclass(frozen=True, slots=True)
class Crop:
    """The part of a recording's picture that is shown, as shares of its width and height as it is
    seen: a turned recording is turned first. What does not fit its place on the screen is cut off
    evenly at both ends of it."""

    x: float = 0.0
    y: float = 0.0
    width: float = 1.0
    height: float = 1.0


WHOLE = Crop()


@dataclass(frozen=True, slots=True)
class Side:
    """A table's part of the picture, from the first frame to the last without a gap. ``crop``: of
    its recording; a drawn table is shown whole."""

    table: str
    shots: tuple[SideShot, ...]
    crop: Crop = WHOLE

    def shot_at(self, frame: int) -> SideShot:
        """Raises LookupError outside the timeline."""
        for shot in self.shots:
            if shot.start <= frame < shot.end:
                return shot
        raise LookupError(f"table {self.table} shows nothing at frame {frame}")


@dataclass(frozen=True, slots=True)
class GraphicSpan:
    """One graphic of the catalogue over the picture. ``tables``: in the order of their pictures.
    ``lit``: the table that is talked about, the other pictures dimmed; empty for all. ``opened``:
    the last street of a whole hand whose cards are in the picture; empty before the first, and in
    other segments."""

    start: int
    frames: int
    graphic: str
    tables: tuple[str, ...]
    moment: Moment
    lit: str = ""
    opened: str = ""


@dataclass(frozen=True, slots=True)
class BeatSpan:
    """A beat on the timeline. ``sentence``: suggested to the commentator."""

    name: str
    start: int
    frames: int
    sentence: str


@dataclass(frozen=True, slots=True)
class LowerThirdSpan:
    """A note that is cleared for air."""

    start: int
    frames: int
    text: str
    author: str


@dataclass(frozen=True, slots=True)
class SoundSpan:
    """What is heard of a table's recording. ``gain``: in decibels; a span that is not there is
    silence. ``at``: the time at the table of its first frame where its picture stands; ``None``: in
    step with its picture."""

    table: str
    start: int
    frames: int
    gain: float = 0.0
    at: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Commentary:
    """A file with a commentator's voice, heard from frame ``start`` on."""

    path: Path
    start: int


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A named point, such as ``fork``."""

    name: str
    frame: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """``layout``: a split of the catalogue (``two-up`` and so on). ``rate``: frames a second.
    ``first_timecode``: of frame 0, in frames since midnight. ``handle``: how many of the ``frames``
    at each end an editor may cut away."""

    layout: str
    rate: Fraction
    frames: int
    width: int
    height: int
    sides: tuple[Side, ...]
    graphics: tuple[GraphicSpan, ...]
    beats: tuple[BeatSpan, ...]
    lower_thirds: tuple[LowerThirdSpan, ...] = ()
    sound: tuple[SoundSpan, ...] = ()
    marks: tuple[TimelineMark, ...] = ()
    first_timecode: int = 0
    drop_frame: bool = False
    handle: int = 0
    commentary: Commentary | None = None
