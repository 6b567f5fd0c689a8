"""What FFmpeg does not say about an MP4 or MOV: whether its index is there, its timecode's sample.

Such a file is a row of boxes, each a length, a kind of four letters and its content; boxes may hold
boxes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import BinaryIO

TOP_LEVEL = frozenset(
    {b"ftyp", b"mdat", b"moov", b"wide", b"free", b"skip", b"pnot", b"uuid", b"styp", b"sidx"}
)
_DROP_FRAME = 1


@dataclass(frozen=True, slots=True)
class TimecodeSample:
    """``frames``: the number of the first picture, as the track has it. ``rate``: of the timecode,
    frames a second. ``drop_frame``: what the track says, also where its rate has none."""

    frames: int
    rate: Fraction
    drop_frame: bool


@dataclass(frozen=True, slots=True)
class _Box:
    """``start``, ``end``: of its content, in bytes from the file's start."""

    kind: bytes
    start: int
    end: int


def lacks_index(path: Path) -> bool:
    """Whether it is an MP4 or MOV whose index is not written, or not to its end. Raises OSError."""
    with path.open("rb") as file:
        size = path.stat().st_size
        kinds = []
        for box in _boxes(file, 0, size):
            if box.kind not in TOP_LEVEL:
                return False
            if box.kind == b"moov":
                return box.end > size
            kinds.append(box.kind)
    return bool(kinds)


def timecode_sample(path: Path) -> TimecodeSample | None:
    """The timecode of an MP4's or MOV's first picture; ``None`` without a timecode track, or where
    it is in a fragment. Raises OSError."""
    with path.open("rb") as file:
        whole = _Box(b"", 0, path.stat().st_size)
        for track in _inside(file, whole, b"moov", b"trak"):
            for table in _inside(file, track, b"mdia", b"minf", b"stbl"):
                found = _sample(file, table)
                if found is not None:
                    return found
    return None


def _sample(file: BinaryIO, table: _Box) -> TimecodeSample | None:
    parts = {box.kind: box for box in _boxes(file, table.start, table.end)}
    offsets, wide = parts.get(b"stco"), parts.get(b"co64")
    if b"stsd" not in parts or (offsets or wide) is None:
        return None
    # Version and count, then the first entry: length, kind, 12 bytes, flags, time scale, duration.
    entry = _read(file, parts[b"stsd"].start + 8, 32)
    if entry[4:8] != b"tmcd" or len(entry) < 32:
        return None
    flags, scale, duration = struct.unpack(">III", entry[20:32])
    if offsets is not None:
        place = _number(file, offsets.start + 8, 4) if _number(file, offsets.start + 4, 4) else None
    else:
        assert wide is not None
        place = _number(file, wide.start + 8, 8) if _number(file, wide.start + 4, 4) else None
    if not (scale and duration) or place is None:
        return None
    frames = _number(file, place, 4)
    if frames is None:
        return None
    return TimecodeSample(frames, Fraction(scale, duration), bool(flags & _DROP_FRAME))


def _inside(file: BinaryIO, box: _Box, kind: bytes, *deeper: bytes) -> Iterator[_Box]:
    """The boxes at a path of kinds inside ``box``."""
    for each in _boxes(file, box.start, box.end):
        if each.kind == kind and deeper:
            yield from _inside(file, each, *deeper)
        elif each.kind == kind:
            yield each


def _boxes(file: BinaryIO, start: int, end: int) -> Iterator[_Box]:
    """The boxes of a row; the last one may be longer than what is written."""
    while start + 8 <= end:
        head = _read(file, start, 16)
        length, kind = struct.unpack(">I4s", head[:8].ljust(8, b"\0"))
        begin = start + 8
        if length == 1 and len(head) == 16:
            (length,) = struct.unpack(">Q", head[8:])
            begin = start + 16
        elif length == 0:  # to the end of the file
            length = end - start
        if length < begin - start:
            return
        yield _Box(kind, begin, start + length)
        start += length


def _number(file: BinaryIO, place: int, length: int) -> int | None:
    """A whole number, the highest byte first; ``None`` behind the end."""
    content = _read(file, place, length)
    return int.from_bytes(content, "big") if len(content) == length else None


def _read(file: BinaryIO, place: int, length: int) -> bytes:
    file.seek(place)
    return file.read(length)
