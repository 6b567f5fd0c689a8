"""Matches a table's recording with another table's by the sound in their files."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

from producer.segments.recordings.by_sound import (
    CommonClock,
    NoCommonSound,
    Samples,
    clap_onset,
    common_clock,
)
from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.recordings.probe import UnreadableRecording

RATE = 16_000
"""Samples a second; speech and bells have nothing above 8 kHz that is needed here."""

STRETCH = 60
"""Seconds of sound compared, at the beginning and at the end of what both recorded."""

NEAR = 2
"""Seconds round a clap that are searched for it."""


@dataclass(frozen=True, slots=True)
class SoundPoint:
    """``at``: house time by the first recording's clock. ``position``: seconds from the first
    picture of the other recording's file, where it was recorded. ``late``: seconds by which the
    other one shows it later than its own clock says. ``clock``: how sure it is."""

    at: Fraction
    position: Fraction
    late: float
    clock: CommonClock


def match_by_sound(
    one: TableRecording, other: TableRecording, within: float
) -> tuple[RecordedFile, tuple[SoundPoint, ...]]:
    """The file of ``other`` that ran longest together with one of ``one``, and one or two points in
    it. ``within``: seconds by which the clocks may be apart.

    Raises NoCommonSound where they do not match, UnreadableRecording where a file has no sound.
    """
    pairs = [(mine, its) for mine in one.files for its in other.files if mine.sound and its.sound]
    if not pairs:
        raise NoCommonSound(
            f"tables {one.table} and {other.table}: not both have a recording with sound. Use "
            "points that are seen in both"
        )
    mine, its = max(pairs, key=lambda pair: _together(*pair)[1] - _together(*pair)[0])
    begin, end = _together(mine, its)
    length = min(Fraction(STRETCH), end - begin)
    if length < STRETCH / 4:
        raise NoCommonSound(
            f"tables {one.table} and {other.table}: their recordings ran together for less than "
            f"{STRETCH // 4} s. Check the starts, or use points that are seen in both"
        )
    starts = [begin] if end - begin < 3 * STRETCH else [begin, end - length]
    points = [_point(mine, its, start, length, within) for start in starts]
    return its, tuple(points)


def find_clap(path: Path, near: float, metres: float) -> float:
    """Seconds from pts 0 of the file at which a clap sounded, ``metres`` from the microphone.

    Raises NoCommonSound and UnreadableRecording.
    """
    begin = max(Fraction(near) - NEAR, Fraction(0))
    sound = read_sound(path, begin, Fraction(near) + NEAR - begin, RATE)
    return float(begin) + clap_onset(sound, RATE, metres=metres)


def read_sound(path: Path, first: Fraction, length: Fraction, rate: int) -> Samples:
    """One channel from ``first``, in seconds from pts 0, for ``length``; silence where there is
    none. Raises UnreadableRecording."""
    sound = np.zeros(round(length * rate))
    try:
        with av.open(path, metadata_errors="replace") as container:
            if not container.streams.audio:
                raise UnreadableRecording(f"{path}: it has no sound. Use points that are seen")
            stream = container.streams.audio[0]
            # The first packet after a seek may be decoded wrongly.
            container.seek(int(max(first - 1, Fraction(0)) * av.time_base))
            resampler = av.AudioResampler(format="dbl", layout="mono", rate=rate)
            for frame in container.decode(stream):
                for part in resampler.resample(frame):
                    if part.pts is None or part.time_base is None:
                        continue
                    place = round((part.pts * part.time_base - first) * rate)
                    _put(sound, part.to_ndarray()[0], place)
                if frame.time is not None and frame.time > first + length:
                    break
    except av.FFmpegError as error:
        raise UnreadableRecording(
            f"{path}: its sound cannot be read ({error.strerror}). Use points that are seen"
        ) from error
    return sound


def _put(sound: Samples, part: Samples, place: int) -> None:
    """Writes ``part`` into ``sound`` from ``place`` on, as far as it lies inside."""
    begin, end = max(place, 0), min(place + len(part), len(sound))
    if begin < end:
        sound[begin:end] = part[begin - place : end - place]


def _together(one: RecordedFile, other: RecordedFile) -> tuple[Fraction, Fraction]:
    """From when to when both ran, by the house clock."""
    return max(one.begins, other.begins), min(one.ends, other.ends)


def _point(
    mine: RecordedFile, its: RecordedFile, start: Fraction, length: Fraction, within: float
) -> SoundPoint:
    margin = Fraction(within)
    first = its.position_of(start) - margin
    found = common_clock(
        read_sound(mine.path, mine.position_of(start), length, RATE),
        read_sound(its.path, first, length + 2 * margin, RATE),
        RATE,
        expected=within,
        within=within,
    )
    middle = length / 2
    at = start + middle / (1 + mine.drift)
    lies = first + middle + Fraction(found.shift + found.drift * float(middle))
    return SoundPoint(at, lies - its.first, float(lies - its.position_of(at)), found)
