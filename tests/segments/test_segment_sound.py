"""What is heard, and when: clicks at every whole second of the recordings, read back."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from small_recordings import recorded, recording, write_recording

from producer.segments.compositor.loudness import levelled, levelling, measured
from producer.segments.compositor.pace import at_pace
from producer.segments.compositor.sound import Samples, mix
from producer.segments.recordings.placed import TableRecording
from producer.segments.timeline import Side, SideShot, SoundSpan, Timeline

RATE = 48_000
START = Fraction(1000)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> TableRecording:
    path = write_recording(tmp_path_factory.mktemp("sound") / "a.mp4", 100)
    return recording("1", recorded(path))


def received(
    table: TableRecording,
    shots: tuple[SideShot, ...],
    *sound: SoundSpan,
    rate: Fraction = Fraction(25),
    frames: int = 50,
) -> Samples:
    sides = (Side("1", shots),)
    timeline = Timeline("two-up", rate, frames, 320, 180, sides, (), (), (), sound)
    return np.concatenate(list(mix(timeline, {"1": table})))


def click_times(samples: Samples) -> list[float]:
    """Seconds at which something loud begins."""
    loud = np.flatnonzero(np.abs(samples[:, 0]) > 0.2)
    starts = loud[np.flatnonzero(np.diff(loud, prepend=-RATE) > RATE // 10)]
    return [float(start) / RATE for start in starts]


def test_sound_is_in_step_with_the_picture_to_a_fraction_of_a_frame(table: TableRecording) -> None:
    """From 0.52 s on the clicks of seconds 1 and 2 come after 0.48 and 1.48 s."""
    play = (SideShot(0, 50, "play", START + Fraction(52, 100)),)
    samples = received(table, play, SoundSpan("1", 0, 50))
    assert len(samples) == 2 * RATE
    assert click_times(samples) == pytest.approx([0.48, 1.48], abs=0.001)


def test_after_a_cut_the_sound_is_that_of_the_new_picture(table: TableRecording) -> None:
    shots = (
        SideShot(0, 20, "play", START + Fraction(1, 2)),
        SideShot(20, 30, "play", START + Fraction(27, 10)),
    )
    times = click_times(received(table, shots, SoundSpan("1", 0, 50)))
    assert times == pytest.approx([0.5, 1.1], abs=0.001)


def test_a_picture_that_stands_or_runs_fast_is_silent(table: TableRecording) -> None:
    stands = (SideShot(0, 25, "freeze", START), SideShot(25, 25, "play", START, speed=2))
    assert not received(table, stands, SoundSpan("1", 0, 50)).any()


def test_what_is_heard_while_a_picture_stands_can_be_named(table: TableRecording) -> None:
    stands = (SideShot(0, 50, "freeze", START),)
    at = START + Fraction(6, 10)
    times = click_times(received(table, stands, SoundSpan("1", 0, 50, at=at)))
    assert times == pytest.approx([0.4, 1.4], abs=0.001)


def test_sound_fades_over_five_frames_at_both_ends(table: TableRecording) -> None:
    """The click at 1 s is three frames after the start of the span: at half of a five-frame fade
    and more; without the fade it is as loud as it was recorded."""
    play = (SideShot(0, 50, "play", START + Fraction(8, 10)),)
    faded = received(table, play, SoundSpan("1", 2, 40))
    whole = received(table, play, SoundSpan("1", 0, 50))
    click = slice(int(0.2 * RATE), int(0.202 * RATE))
    ratio = np.abs(faded[click]).max() / np.abs(whole[click]).max()
    assert ratio == pytest.approx(3 / 5, abs=0.02)


def test_gain_is_in_decibels(table: TableRecording) -> None:
    play = (SideShot(0, 50, "play", START + Fraction(1, 2)),)
    quiet = received(table, play, SoundSpan("1", 0, 50, gain=-6.0206))
    loud = received(table, play, SoundSpan("1", 0, 50))
    assert np.abs(quiet).max() / np.abs(loud).max() == pytest.approx(0.5, abs=0.001)


def test_silence_before_the_recording_and_after_it(table: TableRecording) -> None:
    play = (SideShot(0, 50, "play", START - Fraction(1, 2)),)
    times = click_times(received(table, play, SoundSpan("1", 0, 50)))
    assert times == pytest.approx([0.5, 1.5], abs=0.001)
    late = (SideShot(0, 50, "play", START + Fraction(35, 10)),)
    assert len(received(table, late, SoundSpan("1", 0, 50))) == 2 * RATE


@pytest.mark.parametrize("rate", [Fraction(30000, 1001), Fraction(24000, 1001), Fraction(50)])
def test_the_sound_is_as_long_as_the_frames(table: TableRecording, rate: Fraction) -> None:
    play = (SideShot(0, 33, "play", START),)
    samples = received(table, play, SoundSpan("1", 0, 33), rate=rate, frames=33)
    assert len(samples) == int(33 * RATE / rate)


def tone(level: float, seconds: int = 20) -> list[Samples]:
    wave = 10 ** (level / 20) * np.sin(2 * np.pi * 1000 * np.arange(seconds * RATE) / RATE)
    both = np.repeat(wave[:, None], 2, axis=1).astype(np.float32)
    return [both[start : start + RATE] for start in range(0, len(both), RATE)]


@pytest.mark.parametrize("level", [-23.0, -33.0])
def test_loudness_is_that_of_the_signals_of_ebu_3341(level: float) -> None:
    """Cases 1 and 2 of EBU Tech 3341: a stereo tone of 1 kHz reads as loud as its peak says."""
    assert measured(tone(level)).level == pytest.approx(level, abs=0.1)


def test_peaks_stay_below_one_decibel_and_the_loudness_is_right() -> None:
    quiet = tone(-40.0)
    for block in quiet:
        block[1000:1003] += 0.5
    how = levelling(lambda: quiet)
    assert how is not None
    assert how.limited
    after = list(levelled(quiet, how))
    assert sum(map(len, after)) == 20 * RATE
    found = measured(after)
    assert found.level == pytest.approx(-23.0, abs=0.5)
    assert found.peak <= -1.0


def test_silence_stays_silence() -> None:
    nothing = [np.zeros((RATE, 2), np.float32)] * 3
    assert levelling(lambda: nothing) is None
    assert not np.concatenate(list(levelled(nothing, None))).any()


def test_sound_follows_the_picture_where_the_cameras_clock_runs_fast(tmp_path: Path) -> None:
    """A clock that gains half a millisecond a second shows a minute 30 ms early: the click of its
    second 59 was at the house's 58.9705."""
    path = write_recording(tmp_path / "fast.mp4", 300, rate=Fraction(5), size=(64, 36))
    drift = Fraction(500, 1_000_000)
    file = replace(recorded(path, rate=Fraction(5), length=Fraction(60)), drift=drift)
    play = (SideShot(0, 1490, "play", START),)
    samples = received(recording("1", file), play, SoundSpan("1", 0, 1490), frames=1490)
    times = click_times(samples)
    assert [times[0], times[-1]] == pytest.approx([1 / 1.0005, 59 / 1.0005], abs=0.001)
    assert len(samples) == 1490 * RATE // 25


@pytest.mark.parametrize("hertz", [440, 8000])
@pytest.mark.parametrize("step", [Fraction(2001, 2000), Fraction(9999, 10000)])
def test_a_tone_at_another_pace_is_a_clean_tone_at_another_pitch(
    hertz: int, step: Fraction
) -> None:
    wave = np.sin(2 * np.pi * hertz * np.arange(RATE) / RATE)
    both = np.repeat(wave[:, None], 2, axis=1).astype(np.float32)
    made = np.concatenate(list(at_pace(np.array_split(both, 13), step)))
    assert len(made) == pytest.approx(RATE / step, abs=1)
    ideal = np.sin(2 * np.pi * hertz * float(step) * np.arange(len(made)) / RATE)
    assert np.abs(made[100:-100, 0] - ideal[100:-100]).max() < 0.002
