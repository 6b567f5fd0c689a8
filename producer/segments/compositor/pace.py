"""Sound of a camera whose clock runs fast or slow, brought to the house clock. Pure."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable
from fractions import Fraction
from itertools import chain

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float32]
"""Samples x channels."""

TAPS = 16
"""Samples from which one between two of them is made."""

PHASES = 4096
"""Places between two samples that are told apart; nearer ones differ by less than -75 dB."""


def _kernels() -> Samples:
    """For each phase the weight of every tap: a sinc within a Hann window."""
    taps = np.arange(1 - TAPS // 2, TAPS // 2 + 1)
    away = taps - np.arange(PHASES + 1)[:, None] / PHASES
    weights = np.sinc(away) * np.cos(np.pi * away / (TAPS + 1)) ** 2
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)


KERNELS = _kernels()


def at_pace(pieces: Iterable[Samples], step: Fraction) -> Generator[Samples]:
    """The sound, where ``step`` of its samples take the time of one: more than 1 for a clock that
    runs fast, so that the sound becomes shorter. The first sample stays the first."""
    channels = 2
    waiting: Samples = np.zeros((TAPS // 2 - 1, channels), np.float32)
    first, done = 1 - TAPS // 2, 0  # of what is waiting; samples that were made
    end_of_sound = np.zeros((TAPS // 2, channels), np.float32)
    for piece in chain(pieces, [end_of_sound]):
        waiting = np.concatenate([waiting, piece])
        usable = first + len(waiting) - TAPS // 2
        count = math.ceil(usable / step) - done
        if count > 0:
            yield _between(waiting, first, done, count, step)
            done += count
            past = math.floor(done * step) + 1 - TAPS // 2 - first
            waiting, first = waiting[past:], first + past


def _between(waiting: Samples, first: int, done: int, count: int, step: Fraction) -> Samples:
    numbers = np.arange(count)
    start = done * step
    # Whole samples apart from the rest, so that nothing is lost in long recordings.
    places = float(start - math.floor(start)) + numbers * float(step)
    whole = np.floor(places).astype(np.int64)
    phase = np.rint((places - whole) * PHASES).astype(np.int64)
    taps = np.arange(1 - TAPS // 2, TAPS // 2 + 1)
    rows = np.minimum(whole + math.floor(start) - first, len(waiting) - 1 - TAPS // 2)
    windows = waiting[rows[:, None] + taps]
    return np.asarray(np.einsum("ntc,nt->nc", windows, KERNELS[phase]), np.float32)
