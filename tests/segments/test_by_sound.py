"""Common sound and claps, against sound that was made with known shifts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from producer.segments.recordings.by_sound import (
    CommonSound,
    NoCommonSound,
    clap_onset,
    common_clock,
    common_sound,
)

RATE = 8_000
Sound = npt.NDArray[np.float64]


def room(seconds: float, seed: int) -> Sound:
    """Noise like a hall's: more bass than treble, louder and softer by the second."""
    chance = np.random.default_rng(seed)
    count = round(seconds * RATE)
    spectrum = np.fft.rfft(chance.normal(size=count))
    spectrum /= np.sqrt(1 + np.arange(len(spectrum)) / len(spectrum) * 50)
    loudness = np.interp(
        np.arange(count) / RATE, np.arange(seconds + 2), chance.uniform(0.3, 1, int(seconds) + 2)
    )
    sound = np.fft.irfft(spectrum, count) * loudness
    return sound / np.abs(sound).max()


def resampled(sound: Sound, shift: float, parts_a_million: float, seconds: float) -> Sound:
    """As a microphone records it that began ``shift`` seconds earlier, and whose clock is fast."""
    own = np.arange(round(seconds * RATE)) / RATE
    house = own / (1 + parts_a_million / 1e6) - shift
    return np.interp(house * RATE, np.arange(len(sound)), sound, left=0, right=0)


def mixed(sound: Sound, seed: int, decibels: float) -> Sound:
    """With other sound of its own that is ``decibels`` softer."""
    other = room(len(sound) / RATE, seed)
    loud = np.sqrt(np.mean(sound**2) / np.mean(other**2)) * 10 ** (-decibels / 20)
    return sound + loud * other


@pytest.mark.parametrize("shift", [0.0, 0.25, -0.75, 1.5])
def test_a_shift_is_found_to_a_tenth_of_a_millisecond(shift: float) -> None:
    hall = room(8, 1)
    one, other = (
        mixed(resampled(hall, -2, 0, 4), 2, 6),
        mixed(resampled(hall, shift - 2, 0, 4), 3, 6),
    )
    found = common_sound(one, other, RATE)
    assert found.shift == pytest.approx(shift, abs=0.0001)
    assert found.matched
    assert found.ratio > 3


def test_the_common_sound_may_be_as_soft_as_the_rest() -> None:
    hall = room(8, 4)
    one, other = mixed(resampled(hall, -2, 0, 4), 5, 0), mixed(resampled(hall, -1.5, 0, 4), 6, 0)
    found = common_sound(one, other, RATE)
    assert found.shift == pytest.approx(0.5, abs=0.001)
    assert found.matched


@pytest.mark.parametrize("seed", range(10, 20))
def test_unrelated_sound_does_not_match(seed: int) -> None:
    found = common_sound(room(4, seed), room(4, seed + 100), RATE)
    assert not found.matched
    assert found.ratio < 1.5


@pytest.mark.parametrize(("parts", "shift"), [(50.0, 1.25), (-20.0, -0.5), (0.0, 0.0)])
def test_the_drift_of_two_clocks_is_found(parts: float, shift: float) -> None:
    hall = room(75, 7)
    one = mixed(resampled(hall, -2, 0, 70), 8, 3)
    other = mixed(resampled(hall, shift - 2, parts, 70), 9, 3)
    found = common_clock(one, other, RATE)
    assert found.drift * 1e6 == pytest.approx(parts, abs=2)
    # At the beginning of the first recording the second one's clock already runs apart.
    assert found.shift == pytest.approx(shift * (1 + parts / 1e6), abs=0.0005)
    assert found.windows > found.looked_at * 0.8
    assert found.spread < 0.001


def test_a_shift_far_away_is_found_where_it_is_expected() -> None:
    hall = room(70, 11)
    one, other = resampled(hall, 0, 0, 30), resampled(hall, 30.5, 0, 65)
    found = common_clock(mixed(one, 12, 3), mixed(other, 13, 3), RATE, expected=30)
    assert found.shift == pytest.approx(30.5, abs=0.0005)


def test_recordings_without_common_sound_say_so() -> None:
    with pytest.raises(NoCommonSound, match=r"same sound in 0 of 5 windows\. Use a clap"):
        common_clock(room(20, 21), room(20, 22), RATE)


def test_silence_is_no_match() -> None:
    with pytest.raises(NoCommonSound, match="a microphone was silent"):
        common_sound(room(4, 1), np.zeros(4 * RATE), RATE)
    with pytest.raises(NoCommonSound, match="same sound in 0 of"):
        common_clock(np.zeros(20 * RATE), room(20, 1), RATE)


def test_a_match_needs_twice_the_second_peak() -> None:
    assert CommonSound(0.0, 2.0).matched
    assert not CommonSound(0.0, 1.99).matched


def clap(at: float, loud: float, seed: int) -> Sound:
    """Five seconds of a room in which somebody claps."""
    sound = room(5, seed) * 0.05
    begin = round(at * RATE)
    chance = np.random.default_rng(seed)
    fade = np.exp(-np.arange(RATE // 5) / (RATE * 0.02))
    sound[begin : begin + len(fade)] += loud * fade * chance.choice([-1.0, 1.0], len(fade))
    return sound


@pytest.mark.parametrize("at", [0.5, 2.0, 3.217])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_clap_is_found_where_it_begins(at: float, seed: int) -> None:
    assert clap_onset(clap(at, 0.8, seed), RATE) == pytest.approx(at, abs=0.001)


def test_the_distance_of_the_microphone_is_taken_off() -> None:
    """Ten metres are 29 ms, more than half a frame at 25."""
    received = clap_onset(clap(2.0, 0.8, 1), RATE)
    assert received - clap_onset(clap(2.0, 0.8, 1), RATE, metres=10) == pytest.approx(0.029)


def test_without_a_clap_there_is_none() -> None:
    with pytest.raises(NoCommonSound, match="no clap stands out"):
        clap_onset(room(5, 1), RATE)
    with pytest.raises(NoCommonSound, match="too short or silent"):
        clap_onset(np.zeros(5 * RATE), RATE)
