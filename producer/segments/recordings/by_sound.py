"""Points that two recordings have in common, found by what both microphones heard. Pure.

The halls' loudspeakers, a gong, a bell are heard at every table. Sound takes 2.9 ms a metre, so the
distance of a microphone from the source is taken off where it is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float64]
"""One channel, any scale."""

WINDOW = 4.0
"""Seconds compared at once. In longer windows clocks that drift blur the peak; shorter ones hold
too little sound."""

MATCHED = 2.0
"""The least ratio of the highest peak to the second highest. Recordings with common sound gave 3.4
and more, unrelated ones about 1.1."""

SECONDS_A_METRE = 0.0029

ONSET = 4.0
"""By how much a clap is louder than all before it, in one step of a few milliseconds."""


@dataclass(frozen=True, slots=True)
class CommonSound:
    """``shift``: seconds by which the second recording's sound lies later in its file. ``ratio``:
    the highest peak to the second; from ``MATCHED`` on they heard the same."""

    shift: float
    ratio: float

    @property
    def matched(self) -> bool:
        return self.ratio >= MATCHED


@dataclass(frozen=True, slots=True)
class CommonClock:
    """``shift``: seconds by which the second recording's sound lies later in its file, at the
    beginning of the first. ``drift``: seconds that it gains in each second. ``windows``: how many
    of those looked at had the same sound. ``spread``: seconds, the largest distance of one of them
    from this."""

    shift: float
    drift: float
    windows: int
    looked_at: int
    spread: float


class NoCommonSound(ValueError):
    """The recordings do not share enough sound; the message says why and what to do."""


def common_sound(one: Samples, other: Samples, rate: int) -> CommonSound:
    """How far two stretches of sound lie apart. ``rate``: samples a second of both.

    Raises NoCommonSound where one of them is silent.
    """
    size = 1 << (len(one) + len(other) - 1).bit_length()
    spectrum = np.fft.rfft(_levelled(other), size) * np.conj(np.fft.rfft(_levelled(one), size))
    strength = np.abs(spectrum)
    if not strength.max():
        raise NoCommonSound("a microphone was silent. Check the recorder's input")
    # Only the phases count (PHAT): voices and rooms differ in strength, not in when.
    correlation = np.fft.irfft(spectrum / np.maximum(strength, strength.max() * 1e-9), size)
    # Shifts from -len(one) to len(other), in order.
    around = np.concatenate((correlation[-(len(one) - 1) :], correlation[: len(other)]))
    heights = np.abs(around)
    peak = int(heights.argmax())
    near = max(2, round(rate * 0.001))
    second = max(
        heights[: max(peak - near, 0)].max(initial=0), heights[peak + near + 1 :].max(initial=0)
    )
    shift = peak - (len(one) - 1) + _between(heights, peak)
    return CommonSound(shift / rate, float(heights[peak] / second) if second else float("inf"))


def common_clock(
    one: Samples, other: Samples, rate: int, *, expected: float = 0.0, within: float = 2.0
) -> CommonClock:
    """How far two recordings lie apart, and how fast their clocks part, from windows all over them.

    ``expected``: about how many seconds later the second one's sound lies, ``within`` how many.
    Raises NoCommonSound where fewer than two windows match, or they contradict each other.
    """
    length, margin = round(WINDOW * rate), round(within * rate)
    offset = round(expected * rate)
    places: list[float] = []
    shifts: list[float] = []
    looked_at = 0
    for begin in range(0, len(one) - length + 1, length):
        first = begin + offset - margin
        window = other[max(first, 0) : max(first, 0) + length + 2 * margin]
        if len(window) < length:
            continue
        looked_at += 1
        try:
            found = common_sound(one[begin : begin + length], window, rate)
        except NoCommonSound:
            continue
        if found.matched:
            places.append((begin + length / 2) / rate)
            shifts.append(found.shift + (max(first, 0) - begin) / rate)
    if len(places) < 2:
        raise NoCommonSound(
            f"the recordings have the same sound in {len(places)} of {looked_at} windows. Use a "
            "clap, or two points that are seen in both"
        )
    return _straight(places, shifts, looked_at)


def clap_onset(sound: Samples, rate: int, *, metres: float = 0.0) -> float:
    """Seconds from the first sample to the clap itself, ``metres`` from the microphone.

    Raises NoCommonSound where nothing rises above the sound before it like a clap.
    """
    step = max(rate // 1000, 1)
    levels = np.abs(sound[: len(sound) // step * step]).reshape(-1, step).max(axis=1)
    if len(levels) < 10 or not levels.any():
        raise NoCommonSound("the sound is too short or silent. Choose a part with the clap in it")
    loudest = int(levels.argmax())
    quiet = float(np.quantile(levels[: max(loudest - 5, 1)], 0.99))
    if levels[loudest] < ONSET * quiet:
        raise NoCommonSound("no clap stands out of the sound. Choose the part of the clap alone")
    # The clap begins where its rise leaves the level before it, not at its loudest.
    rise = max(quiet * 2, float(levels[loudest]) / 10)
    first = loudest
    while first > 0 and levels[first - 1] >= rise:
        first -= 1
    inside = np.abs(sound[first * step : (first + 1) * step]) >= rise
    return (first * step + int(inside.argmax())) / rate - metres * SECONDS_A_METRE


def _levelled(sound: Samples) -> Samples:
    """Without its mean, which is no sound."""
    return np.asarray(sound - sound.mean(), np.float64)


def _between(heights: Samples, peak: int) -> float:
    """Where the top of a parabola through the peak and its neighbours lies, in samples from it."""
    if not 0 < peak < len(heights) - 1:
        return 0.0
    before, top, after = (float(each) for each in heights[peak - 1 : peak + 2])
    bend = before - 2 * top + after
    return 0.0 if not bend else (before - after) / (2 * bend)


def _straight(places: Sequence[float], shifts: Sequence[float], looked_at: int) -> CommonClock:
    """The straight line through the shifts. A window that matched elsewhere is left out."""
    at, shift = np.array(places), np.array(shifts)
    middle = float(np.median(shift))
    agree = np.abs(shift - middle) < 0.05 + np.abs(at - np.median(at)) * 0.0005  # 500 ppm
    if agree.sum() < max(2, len(places) / 2):
        raise NoCommonSound(
            "the recordings have the same sound at several distances, as where it repeats. Use a "
            "clap, or two points that are seen in both"
        )
    at, shift = at[agree], shift[agree]
    drift, begin = np.polyfit(at, shift, 1) if len(at) > 1 else (0.0, shift[0])
    spread = float(np.abs(shift - (begin + drift * at)).max())
    return CommonClock(float(begin), float(drift), int(agree.sum()), looked_at, spread)
