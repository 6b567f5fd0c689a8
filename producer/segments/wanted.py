"""What a producer asks of a segment, besides its beats. Pure values, and their check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Literal

from producer.release.recordings.hand_times import Span
from producer.segments.timecode import DROP_FRAME_RATES, RATES, rate_name
from producer.segments.timeline import Crop

SyncMode = Literal["decision", "street", "clock"]
"""The tables start together at the decision; at every street; at the fork, and run in real time
from there."""

SoundChoice = Literal["focus", "mix", "none"]
"""The table that is talked about; all tables; nothing of the tables."""

LONGEST_HANDLE = Fraction(2)


class NotPlanned(ValueError):
    """A segment that cannot be planned: the reason, and how to fix it."""

    def __init__(self, reason: str, hint: str) -> None:
        self.reason, self.hint = reason, hint
        super().__init__(f"{reason}; {hint}")


@dataclass(frozen=True, slots=True)
class LowerThirdWanted:
    """A note cleared for air, ``after`` so many seconds of a ``beat``, for so many ``seconds``."""

    text: str
    author: str
    beat: str
    after: Fraction
    seconds: Fraction


@dataclass(frozen=True, slots=True)
class Wanted:
    """Times are in seconds, by table where a mapping.

    ``moves_before``: how many moves of the table's line come before the decision.
    ``longest_think``: what a longer think is cut down to. ``fastest``: the whole factor up to which
    dead time is played faster instead of cut; 1 for cuts only. ``handle``: at both ends, up to 2.
    ``first_timecode``: of frame 0, in frames since midnight. ``sound_in_freeze``: the table goes on
    being heard while its picture is frozen at the question. ``bed``: a commentator speaks over the
    tables, so that these are 12 dB lower. ``commentary``: a file with the commentator's voice from
    the first beat on. ``muted``: times at a table of which nothing is heard. ``nudges``: in frames
    of ``rate``; a positive one moves every time of the table later. ``crops``: of the recordings
    that are not shown whole.
    """

    layout: str
    rate: Fraction
    width: int
    height: int
    moves_before: Mapping[str, int]
    sync: SyncMode = "decision"
    longest_think: Fraction = Fraction(4)
    fastest: int = 1
    handle: Fraction = Fraction(0)
    first_timecode: int = 0
    drop_frame: bool = False
    sound: SoundChoice = "focus"
    sound_in_freeze: bool = False
    bed: bool = False
    commentary: Path | None = None
    muted: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    nudges: Mapping[str, int] = field(default_factory=dict)
    crops: Mapping[str, Crop] = field(default_factory=dict)
    lower_thirds: tuple[LowerThirdWanted, ...] = ()

    def must_be_possible(self, tables: Sequence[str]) -> None:
        """Raises NotPlanned, with what to write instead."""
        if self.rate not in RATES.values():
            raise NotPlanned(f"a segment cannot have {self.rate} frames a second", _ONE_OF)
        if self.drop_frame and self.rate not in DROP_FRAME_RATES:
            raise NotPlanned(
                f"there is no drop frame at {rate_name(self.rate)} frames a second",
                "ask for it at 29.97 or 59.94 only",
            )
        if not 0 <= self.handle <= LONGEST_HANDLE:
            raise NotPlanned(
                f"a handle cannot be {float(self.handle):g} s long", "ask for 0 to 2 s"
            )
        if self.longest_think < 0 or self.fastest < 1:
            raise NotPlanned(
                f"a think cannot be cut down to {float(self.longest_think):g} s, nor played "
                f"{self.fastest} times as fast",
                "ask for 0 s or more, and a whole factor from 1",
            )
        unplaced = [table for table in tables if table not in self.moves_before]
        if unplaced:
            raise NotPlanned(
                f"table {unplaced[0]} has no decision in this segment",
                "say how many moves of its line come before it, or leave the table out",
            )


_ONE_OF = f"choose one of {', '.join(RATES)}"
