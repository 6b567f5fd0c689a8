"""Reads a finished programme once and measures it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import av
import cv2
import numpy as np

from producer.segments.compositor.loudness import Loudness, measured
from producer.segments.compositor.planes import FORMAT, Plane, frame_planes
from producer.segments.compositor.scenes import scenes
from producer.segments.compositor.sound import RATE, Samples
from producer.segments.quality.flashes import FlashCounter, brightness_of
from producer.segments.quality.gamut import share_outside
from producer.segments.quality.stills import Still, StillFinder
from producer.segments.timeline import Timeline

SMALL = 160
"""Pixels of the longer side at which pictures are compared."""

BLACK = 32
"""Brightness, 16 to 235, above which a picture is not black anywhere."""


@dataclass(frozen=True, slots=True)
class FrameRun:
    """From frame ``start`` up to ``end``."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class GamutSample:
    """The share of a frame's pixels that are outside the levels allowed."""

    frame: int
    outside: float


@dataclass(frozen=True, slots=True)
class Measurements:
    """``frames``: how many the file has. ``flashes``: the frames that end a second
    with too many. ``gamut``: one frame a second."""

    frames: int
    black: tuple[FrameRun, ...]
    stills: tuple[Still, ...]
    flashes: tuple[FrameRun, ...]
    gamut: tuple[GamutSample, ...]
    loudness: Loudness


def measurements(video: Path, timeline: Timeline, progress: Callable[[int], None]) -> Measurements:
    """Of the programme of a timeline. ``progress``: is given the frames done, no more than the
    timeline has. Raises OSError where the file cannot be read."""
    every, number = round(timeline.rate), 0
    stills, flashes = StillFinder(timeline, scenes(timeline)), FlashCounter(timeline.rate)
    black, flashing, gamut = [], [], []
    with av.open(str(video)) as container:
        container.streams.video[0].thread_type = "AUTO"
        for number, frame in enumerate(container.decode(video=0), 1):
            planes = frame_planes(
                frame if frame.format.name == FORMAT else frame.reformat(format=FORMAT)
            )
            small = _small(planes.y)
            if number <= timeline.frames:
                stills.add(small)
            if flashes.add(brightness_of(small)):
                flashing.append(number - 1)
            if small.max() < BLACK:
                black.append(number - 1)
            if number % every == 1:
                gamut.append(GamutSample(number - 1, share_outside(planes)))
            progress(min(number, timeline.frames))
    loudness = measured(_sound(video))
    return Measurements(
        number,
        _runs(black),
        stills.finish(),
        _runs(flashing),
        tuple(gamut),
        loudness,
    )


def _small(luma: Plane) -> Plane:
    height, width = luma.shape
    share = SMALL / max(width, height)
    size = max(1, round(width * share)), max(1, round(height * share))
    return np.asarray(cv2.resize(luma, size, interpolation=cv2.INTER_AREA), np.uint8)


def _runs(frames: list[int]) -> tuple[FrameRun, ...]:
    """Frames in a row, as runs.

    >>> _runs([3, 4, 9])
    (FrameRun(start=3, end=5), FrameRun(start=9, end=10))
    """
    found: list[FrameRun] = []
    for frame in frames:
        if found and found[-1].end == frame:
            found[-1] = FrameRun(found[-1].start, frame + 1)
        else:
            found.append(FrameRun(frame, frame + 1))
    return tuple(found)


def _sound(video: Path) -> Iterator[Samples]:
    resampler = av.AudioResampler(format="flt", layout="stereo", rate=RATE)
    with av.open(str(video)) as container:
        for frame in container.decode(audio=0):
            for part in resampler.resample(frame):
                yield part.to_ndarray().reshape(-1, 2).astype(np.float32)
