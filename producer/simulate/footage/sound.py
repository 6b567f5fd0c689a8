"""What a table's microphone hears: room tone, and a sharp sound at the time of every action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

RATE = 48_000
"""Samples a second."""

Samples = npt.NDArray[np.float32]
SoundKind = Literal["chips", "knock", "cards"]

_TONE_SECONDS, _TONE_LEVEL = 8, 0.0016
_LEVELS: dict[SoundKind, float] = {"chips": 0.42, "knock": 0.5, "cards": 0.3}
"""Peaks, 1 being full scale."""


@dataclass(frozen=True, slots=True)
class TableSound:
    """``at``: when it begins, in seconds from the first sample."""

    kind: SoundKind
    at: Fraction


def microphone(sounds: Sequence[TableSound], seed: int, first: int, count: int) -> Samples:
    """``count`` samples from sample ``first`` on, -1 to 1. ``seed``: of the room tone."""
    tone = _room_tone(seed)
    mixed = tone[np.arange(first, first + count) % len(tone)]
    for sound in sounds:
        begin = round(sound.at * RATE) - first
        wave = _wave(sound.kind)
        left, right = max(begin, 0), min(begin + len(wave), count)
        if left < right:
            mixed[left:right] += wave[left - begin : right - begin]
    return np.clip(mixed, -1, 1)


@lru_cache(maxsize=16)
def _room_tone(seed: int) -> Samples:
    """Air and voices far away, without a seam where it starts again."""
    count = _TONE_SECONDS * RATE
    noise = np.fft.rfft(np.random.default_rng(seed).normal(0, 1, count))
    pitch = np.fft.rfftfreq(count, 1 / RATE)
    shaped = noise / (1 + (pitch / 180) ** 1.1) * (pitch > 40)
    wave = np.fft.irfft(shaped, count)
    tone: Samples = (wave * (_TONE_LEVEL / wave.std())).astype(np.float32)
    return tone


@lru_cache(maxsize=8)
def _wave(kind: SoundKind) -> Samples:
    """A sound that is loudest at its start."""
    chance = np.random.default_rng(7)
    time = np.arange(int(0.5 * RATE)) / RATE
    wave = np.zeros(len(time))
    match kind:
        case "chips":
            for late in (0.0, 0.045, 0.082, 0.131, 0.17):
                strength = 1.0 if not late else chance.uniform(0.25, 0.55)
                pitches = chance.uniform(2400, 6200, 4)
                wave += _struck(time - late, pitches, 0.011, chance) * strength
        case "knock":
            for late in (0.0, 0.23):
                wave += _struck(time - late, np.array([170.0, 240.0, 900.0]), 0.03, chance)
        case "cards":
            sweep = chance.normal(0, 1, len(time)) * np.exp(-time / 0.035)
            wave += _struck(time, np.array([1500.0, 3100.0]), 0.006, chance) + 0.15 * sweep
    loud: Samples = (wave * (_LEVELS[kind] / np.abs(wave).max())).astype(np.float32)
    return loud


def _struck(
    time: npt.NDArray[np.float64],
    pitches: npt.NDArray[np.float64],
    decay: float,
    chance: np.random.Generator,
) -> npt.NDArray[np.float64]:
    """Something hard that is struck at time 0: cosines in Hz and a click, dying away in seconds."""
    after = np.where(time >= 0, np.exp(-np.maximum(time, 0) / decay), 0)
    rings = sum(np.cos(2 * np.pi * pitch * time) for pitch in pitches)
    click = chance.normal(0, 1, len(time)) * np.exp(-np.maximum(time, 0) / 0.002) * (time >= 0)
    struck: npt.NDArray[np.float64] = after * rings / len(pitches) + 0.5 * click
    return struck
