"""A segment with everything that edit lists get wrong, and random ones."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from hypothesis import strategies as st

from producer.segments.exports.packed_files import PackedFile, planned_files
from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.timeline import (
    BeatSpan,
    LowerThirdSpan,
    Side,
    SideShot,
    SoundSpan,
    Timeline,
    TimelineMark,
)

NTSC, FILM = Fraction(30000, 1001), Fraction(24000, 1001)

NOON = Fraction(20_000 * 86_400 + 12 * 3_600)
"""A day at 12:00:00 UTC."""

Recordings = dict[str, TableRecording]


def recorded(
    name: str,
    start: Fraction,
    length: Fraction,
    rate: Fraction | None = Fraction(25),
    **more: object,
) -> RecordedFile:
    file = RecordedFile(Path("/footage") / name, start, length, rate, 1920, 1080, sound=True)
    return replace(file, **more)  # type: ignore[arg-type]


def segment(rate: Fraction, sides: tuple[Side, ...], frames: int, **more: object) -> Timeline:
    timeline = Timeline("two-up", rate, frames, 1920, 1080, sides, (), ())
    return replace(timeline, **more)  # type: ignore[arg-type]


def whole_case() -> tuple[Timeline, Recordings, tuple[PackedFile, ...]]:
    """At 25, from 10:00:00:00. Table 1 plays, stands, runs four times as fast, goes from a file
    with timecode (01:00:00:00) into one without, then into a gap; table 2 is drawn."""
    first = recorded("a.mov", NOON, Fraction(100), timecode=90_000)
    second = recorded("b.mov", NOON + 100, Fraction(20))
    shots = (
        SideShot(0, 100, "play", NOON + 10),
        SideShot(100, 50, "freeze", NOON + 14),
        SideShot(150, 50, "play", NOON + 14, speed=4),
        SideShot(200, 100, "play", NOON + 98),
        SideShot(300, 50, "play", NOON + 119),
        SideShot(350, 50, "hold", NOON + 119, waiting_for=("2",)),
    )
    timeline = segment(
        Fraction(25),
        (Side("1", shots), Side("2", (SideShot(0, 400, "drawn", NOON),))),
        400,
        beats=(
            BeatSpan("question", 0, 100, "Kings against a raise: call & see, or <fold>?"),
            BeatSpan("ending-left", 200, 200, "He folds."),
        ),
        lower_thirds=(LowerThirdSpan(120, 60, "Fifth hand in a row", "Anna"),),
        sound=(SoundSpan("1", 20, 80, -6.0), SoundSpan("1", 100, 25, at=NOON + 14)),
        marks=(TimelineMark("flop", 50), TimelineMark("fork", 160)),
        first_timecode=900_000,
    )
    recordings = {"1": TableRecording("1", (first, second)), "2": TableRecording("2", ())}
    return timeline, recordings, planned_files(timeline, recordings, {})


@st.composite
def segments(
    draw: st.DrawFn, rates: st.SearchStrategy[Fraction | None]
) -> tuple[Timeline, Recordings, tuple[PackedFile, ...]]:
    """One side, of any shots, over files in a row with and without gaps; ``rates``: of the files,
    ``None`` for the timeline's."""
    rate = draw(st.sampled_from([Fraction(25), Fraction(50), FILM, NTSC]))
    files, at = [], NOON
    for number in range(draw(st.integers(1, 3))):
        own = draw(rates) or rate
        length = draw(st.integers(2, 400)) / own
        files.append(
            recorded(
                f"{number}.mov",
                at,
                length,
                own,
                timecode=draw(st.none() | st.integers(0, 80_000)),
                first=draw(st.sampled_from([Fraction(0), Fraction(1, 12)])),
            )
        )
        at += files[-1].first + length + draw(st.sampled_from([Fraction(0), Fraction(7, 10)]))
    shots: list[SideShot] = []
    frame = 0
    for kind in draw(st.lists(st.sampled_from(["play", "freeze", "hold", "drawn"]), min_size=1)):
        frames = draw(st.integers(1, 150))
        begins = NOON + Fraction(draw(st.integers(-500, 20_000)), 1000)
        speed = draw(st.sampled_from([1, 1, 2, 4])) if kind == "play" else 1
        shots.append(SideShot(frame, frames, kind, begins, speed))  # type: ignore[arg-type]
        frame += frames
    timeline = segment(rate, (Side("1", tuple(shots)),), frame, first_timecode=80_000)
    recordings = {"1": TableRecording("1", tuple(files))}
    return timeline, recordings, planned_files(timeline, recordings, {})


def shown(
    timeline: Timeline, recordings: Recordings, frame: int
) -> tuple[RecordedFile, int] | None:
    """Which frame of which file table 1 shows, by looking for the one nearest in time."""
    shot = timeline.sides[0].shot_at(frame)
    if shot.kind == "drawn":
        return None
    found = recordings["1"].locate(shot.time_of(frame, timeline.rate))
    if found is None:
        return None
    file, position = found
    rate = file.rate or timeline.rate
    count = int(file.length * rate)
    near = int((position - file.first) * rate)
    return file, min(
        (number for number in range(near - 1, near + 2) if 0 <= number < count),
        key=lambda number: (abs(file.first + number / rate - position), number),
    )
