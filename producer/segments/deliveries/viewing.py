"""The copy that is sent round for approval: half the size, with its timecode in the picture."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import av
import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from overlay.stage import Box
from overlay.texts.fonts import font_file
from producer.segments.compositor.encode import ProgrammeFile
from producer.segments.compositor.planes import BLACK, Plane, Planes, frame_planes, new_frame
from producer.segments.compositor.sound import Samples
from producer.segments.timecode import timecode_of
from producer.segments.timeline import Timeline

SHARE = 20
"""The digits' box is so many times lower than the picture."""

_WHITE = 235
_WEIGHT = 700
_LETTERS = "0123456789:;"


class ViewingFile:
    """An MP4 that is being written; every frame says its timecode at the top on the left."""

    def __init__(self, path: Path, timeline: Timeline) -> None:
        """Raises TimecodeRefused for a rate without timecode."""
        small = replace(timeline, width=_half(timeline.width), height=_half(timeline.height))
        self._file, self._timeline, self._frames = ProgrammeFile(path, small), small, 0

    def add_picture(self, frame: av.VideoFrame) -> None:
        """The next frame; it is not kept."""
        own = self._timeline
        small, planes = new_frame(own.width, own.height)
        for plane, large in zip(planes, frame_planes(frame), strict=True):
            cv2.resize(large, plane.shape[1::-1], dst=plane, interpolation=cv2.INTER_AREA)
        number = own.first_timecode + self._frames
        stamp(planes, timecode_of(number, own.rate, own.drop_frame))
        self._file.add_picture(small)
        self._frames += 1

    def add_sound(self, samples: Samples) -> None:
        """The next samples."""
        self._file.add_sound(samples)

    def finish(self) -> None:
        """Writes what the encoders still have, and the index."""
        self._file.finish()

    def close(self) -> None:
        self._file.close()


def _half(side: int) -> int:
    """Half of it, even."""
    return max(16, side // 4 * 2)


def stamp(planes: Planes, text: str) -> None:
    """Writes digits and colons in white on black, at the top on the left."""
    width, height = planes.size
    tall = max(12, height // SHARE // 2 * 2)
    line = np.hstack([_letters(tall)[letter] for letter in text])
    line = line[:, : width - tall]
    box = Box(tall // 2 // 2 * 2, tall // 2 // 2 * 2, line.shape[1] // 2 * 2, tall)
    part = planes.part(box)
    part.fill(BLACK)
    part.y[:] = line[:, : box.width]


@lru_cache(maxsize=4)
def _letters(tall: int) -> dict[str, Plane]:
    """The brightness of each letter, ``tall`` pixels high, the digits equally wide."""
    font = ImageFont.truetype(str(font_file(_WEIGHT)), round(tall * 0.85))
    wide = round(max(font.getlength(digit) for digit in "0123456789")) + 2
    return {letter: _drawn(letter, font, wide, tall) for letter in _LETTERS}


def _drawn(letter: str, font: ImageFont.FreeTypeFont, wide: int, tall: int) -> Plane:
    image = Image.new("L", (wide if letter.isdigit() else wide // 2 + 1, tall), BLACK[0])
    middle = image.width / 2, tall / 2
    ImageDraw.Draw(image).text(middle, letter, fill=_WHITE, font=font, anchor="mm")
    return np.asarray(image, np.uint8)
