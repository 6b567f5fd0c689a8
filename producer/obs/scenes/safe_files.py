"""The files of the safe scene: its slide, and a quiet chord so that safe is not silent."""

from __future__ import annotations

import io
import wave
from functools import lru_cache
from pathlib import Path

import numpy as np

from producer.obs.scenes.graphics_files import write_for_obs

SLIDE, CHORD = "safe.png", "safe.wav"

RATE, SECONDS = 48_000, 12
CHORD_HZ = (110.0, 164.75, 220.0, 277.25)
"""A, E, A, C sharp, each a whole number of waves in ``SECONDS``, so that the loop has no click."""

PEAK = 0.12
"""Share of full scale, about -18 dBFS: quiet enough to talk over."""


def write_safe_files(folder: Path, slide: bytes) -> None:
    """Writes what is missing or different. Raises NotWritten."""
    for name, content in ((SLIDE, slide), (CHORD, quiet_chord())):
        path = folder.resolve() / name
        if not path.is_file() or path.read_bytes() != content:
            write_for_obs(path, content)


def existing(folder: Path, name: str) -> Path | None:
    """The file for OBS, if it has been written."""
    path = folder.resolve() / name
    return path if path.is_file() else None


@lru_cache(maxsize=1)
def quiet_chord() -> bytes:
    """A mono WAV that can be looped."""
    at = np.arange(RATE * SECONDS) / RATE
    swell = 0.75 - 0.25 * np.cos(2 * np.pi * at / SECONDS)
    sound = swell * sum(np.sin(2 * np.pi * hertz * at) for hertz in CHORD_HZ) / len(CHORD_HZ)
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((sound * PEAK * 32767).astype("<i2").tobytes())
    return out.getvalue()
