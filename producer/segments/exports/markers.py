"""The markers of a segment, for every format: forks, streets, beats and notes. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from producer.segments.timeline import Timeline

MarkerKind = Literal["fork", "street", "beat", "note"]


@dataclass(frozen=True, slots=True)
class Marker:
    """``frames``: 0 for a point. ``comment``: the sentence of a beat, the author of a note."""

    kind: MarkerKind
    name: str
    frame: int
    frames: int = 0
    comment: str = ""


def markers(timeline: Timeline) -> tuple[Marker, ...]:
    """In order of time."""
    beats = {beat.name for beat in timeline.beats}
    found = [
        Marker("fork" if mark.name == "fork" else "street", mark.name, mark.frame)
        for mark in timeline.marks
        if mark.name not in beats
    ]
    found += [
        Marker("beat", beat.name, beat.start, beat.frames, beat.sentence) for beat in timeline.beats
    ]
    found += [
        Marker("note", note.text, note.start, note.frames, note.author)
        for note in timeline.lower_thirds
    ]
    return tuple(sorted(found, key=lambda marker: marker.frame))
