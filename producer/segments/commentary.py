"""A file with a commentator's voice: whether it can be used, and whether it is still the same."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import av
from av.error import FFmpegError

from producer.segments.wanted import NotPlanned

FIX = "name a file with sound that can be played, such as a WAV of the commentator's voice"


def commentary_length(path: Path) -> Fraction | None:
    """Seconds of sound; ``None`` where the file does not say. Raises NotPlanned if it cannot be
    used."""
    try:
        with av.open(str(path), metadata_errors="replace") as file:
            if not file.streams.audio:
                raise NotPlanned(f"commentary {path}: it has no sound", FIX)
            length = file.duration
    except FFmpegError as error:
        reason = (error.strerror or str(error)).lower()
        raise NotPlanned(f"commentary {path}: it cannot be read: {reason}", FIX) from error
    return None if length is None else Fraction(length, av.time_base)


def content_digest(path: Path) -> str | None:
    """A hash of what is in the file; ``None`` if it is not there."""
    try:
        state = path.stat()
        return _digest(path, state.st_mtime_ns, state.st_size)
    except FileNotFoundError:
        return None


@lru_cache(maxsize=100)
def _digest(path: Path, _written: int, _size: int) -> str:
    """Read again when the file was written since."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
