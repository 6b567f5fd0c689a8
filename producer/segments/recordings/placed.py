"""Which file and which point in it shows a table at a given time. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

Sync = Literal["reported", "nudged", "points"]
"""Where a file's time is from: its start as a clock or timecode says, that start moved by hand, or
points in it whose time is known."""


@dataclass(frozen=True, slots=True)
class RecordedFile:
    """One file of a table's camera.

    ``start``: the time by the house clock of its pts 0. ``first``: seconds from pts 0 to its first
    picture, 0 in most files. ``length``: seconds from the first picture, as far as written.
    ``width``, ``height``: as stored, before it is turned.
    ``drift``: seconds by which its clock gains on the house clock in each second. ``rate``: frames
    a second, ``None`` where it varies. ``turned``: degrees clockwise that it must be turned.
    ``timecode``: of its first frame, in frames, as its own track says; ``None`` without one.
    ``sync``: where its time is from.
    """

    path: Path
    start: Fraction
    length: Fraction
    rate: Fraction | None
    width: int
    height: int
    sound: bool
    drift: Fraction = Fraction(0)
    interlaced: bool = False
    turned: int = 0
    timecode: int | None = None
    drop_frame: bool = False
    first: Fraction = Fraction(0)
    sync: Sync = "reported"

    @property
    def begins(self) -> Fraction:
        """The time by the house clock of its first picture."""
        return self.start + self.first / (1 + self.drift)

    @property
    def ends(self) -> Fraction:
        """The time by the house clock at which its last picture ends."""
        return self.start + (self.first + self.length) / (1 + self.drift)

    def position_of(self, at: Fraction) -> Fraction:
        """Seconds from pts 0 at the time ``at``; may lie outside the file."""
        return (at - self.start) * (1 + self.drift)


@dataclass(frozen=True, slots=True)
class TableRecording:
    """A table's files in the order of their starts."""

    table: str
    files: tuple[RecordedFile, ...]

    def locate(self, at: Fraction) -> tuple[RecordedFile, Fraction] | None:
        """The file that shows the time ``at`` and the seconds from its pts 0; ``None`` in a gap."""
        for file in reversed(self.files):
            position = file.position_of(at)
            if file.first <= position < file.first + file.length:
                return file, position
        return None
