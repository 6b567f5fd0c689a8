"""Small recordings whose frames carry their number, in blocks of brightness, and whose sound clicks
at every whole second."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt

from producer.segments.recordings.placed import RecordedFile, TableRecording

WIDTH, HEIGHT = 320, 180
BITS = 8
ROW = 0.4
"""Where the blocks are, as a share of the height."""


def write_recording(
    path: Path,
    frames: int,
    *,
    rate: Fraction = Fraction(25),
    first: int = 0,
    sound: bool = True,
    options: Mapping[str, str] | None = None,
    size: tuple[int, int] = (WIDTH, HEIGHT),
    pts: list[int] | None = None,
) -> Path:
    """Frame n carries the number ``first`` + n. ``pts``: in frames of ``rate``, where they are not
    one after another."""
    with av.open(str(path), "w") as container:
        picture = container.add_stream("libx264", rate=rate, options=_options(options))
        picture.width, picture.height, picture.pix_fmt = *size, "yuv420p"
        picture.time_base = 1 / rate
        received = container.add_stream("aac", rate=48_000, layout="stereo") if sound else None
        for number in range(frames):
            frame = av.VideoFrame(*size, "yuv420p")
            _fill(frame, numbered(first + number, size))
            frame.pts = pts[number] if pts else number
            frame.time_base = 1 / rate
            container.mux(picture.encode(frame))
        if received:
            for block in clicks(int(frames * 48_000 / rate)):
                container.mux(received.encode(block))
            container.mux(received.encode(None))
        container.mux(picture.encode(None))
    return path


def _options(own: Mapping[str, str] | None) -> dict[str, str]:
    return {"preset": "ultrafast", "g": "25", "crf": "18", **(own or {})}


def numbered(number: int, size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """Grey with the number in the middle: the lowest bit first, light for 1."""
    width, height = size
    luma = np.full((height, width), 110, np.uint8)
    block = width // 20
    left, top = width // 2 - BITS * block // 2, round(height * ROW)
    for bit in range(BITS):
        column = slice(left + bit * block, left + (bit + 1) * block)
        luma[top : top + block, column] = 230 if number >> bit & 1 else 20
    return luma


def _fill(frame: av.VideoFrame, luma: npt.NDArray[np.uint8]) -> None:
    for plane, value in zip(frame.planes, (luma, 128, 128), strict=True):
        rows = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)
        rows[:, : plane.width] = value


def clicks(samples: int) -> list[av.AudioFrame]:
    """Two milliseconds of noise at the start of every second, silence between."""
    wave = np.zeros((samples, 2), np.float32)
    for start in range(0, samples, 48_000):
        wave[start : start + 96] = 0.7
    frames = []
    for start in range(0, samples, 1024):
        part = np.ascontiguousarray(wave[start : start + 1024]).reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(part, format="flt", layout="stereo")
        frame.sample_rate, frame.pts, frame.time_base = 48_000, start, Fraction(1, 48_000)
        frames.append(frame)
    return frames


def read_number(luma: npt.NDArray[np.uint8], box: tuple[int, int, int, int]) -> int:
    """The number in a picture of 16:9 that covers ``box`` (x, y, width, height)."""
    x, y, width, height = box
    scale = max(width / WIDTH, height / HEIGHT)
    part = luma[max(y, 0) : y + height, x : x + width]
    block = WIDTH // 20 * scale
    middle = y + height / 2 + (round(HEIGHT * ROW) - HEIGHT / 2) * scale + block / 2 - max(y, 0)
    left = width / 2 - BITS * block / 2
    number = 0
    for bit in range(BITS):
        centre = left + (bit + 0.5) * block
        reach = max(1, round(block / 5))
        rows = slice(round(middle) - reach, round(middle) + reach)
        seen = part[rows, round(centre) - reach : round(centre) + reach]
        number |= int(seen.mean() > 118) << bit
    return number


def lumas(path: Path) -> list[npt.NDArray[np.uint8]]:
    """The brightness of every frame of a file."""
    found = []
    with av.open(str(path)) as container:
        for frame in container.decode(video=0):
            plane = frame.planes[0]
            rows = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)
            found.append(rows[:, : plane.width].copy())
    return found


def recorded(
    path: Path, *, start: Fraction = Fraction(1000), rate: Fraction | None = Fraction(25),
    length: Fraction = Fraction(4), sound: bool = True, turned: int = 0, interlaced: bool = False,
) -> RecordedFile:  # fmt: skip
    return RecordedFile(
        path, start, length, rate, WIDTH, HEIGHT, sound, turned=turned, interlaced=interlaced
    )


def recording(table: str, *files: RecordedFile) -> TableRecording:
    return TableRecording(table, files)
