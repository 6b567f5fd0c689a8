"""The frame that was filmed at a time: read back from the number in its pixels."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from small_recordings import HEIGHT, WIDTH, read_number, recorded, recording, write_recording

from producer.segments.compositor.reader import BadRecording, FrameReader
from producer.segments.recordings.placed import RecordedFile

START = Fraction(1000)
WHOLE = (0, 0, WIDTH, HEIGHT)


def numbers(file: RecordedFile, times: list[Fraction], *, smooth: bool = False) -> list[int]:
    found = []
    with FrameReader(recording("1", file), smooth=smooth) as reader:
        for time in times:
            seen = reader.planes_at(START + time)
            assert seen is not None
            found.append(read_number(seen[1].y, WHOLE))
    return found


def backwards_and_forwards(frames: int, rate: Fraction) -> tuple[list[Fraction], list[int]]:
    order = [*range(frames - 1, -1, -3), *range(0, frames, 2), frames // 2]
    return [n / rate for n in order], order


def test_every_frame_is_found_across_open_groups(tmp_path: Path) -> None:
    options = {"preset": "veryfast", "x264-params": "open-gop=1:keyint=12:bframes=3"}
    file = recorded(write_recording(tmp_path / "a.mp4", 60, options=options))
    times, order = backwards_and_forwards(60, Fraction(25))
    assert numbers(file, times) == order


@pytest.mark.parametrize("smooth", [False, True])
def test_every_frame_of_interlaced_pictures_is_found(tmp_path: Path, smooth: bool) -> None:
    options = {"x264-params": "tff=1:keyint=25"}
    path = write_recording(tmp_path / "a.mp4", 50, options=options)
    times, order = backwards_and_forwards(50, Fraction(25))
    assert numbers(recorded(path, interlaced=True), times, smooth=smooth) == order


def test_the_nearest_frame_is_shown_at_another_rate(tmp_path: Path) -> None:
    rate = Fraction(24000, 1001)
    path = write_recording(tmp_path / "a.mp4", 48, rate=rate)
    times = [Fraction(n, 25) for n in range(40)]
    shown = numbers(recorded(path, rate=rate, length=Fraction(2)), times)
    assert all(
        abs(n / rate - time) <= Fraction(21, 1000) for n, time in zip(shown, times, strict=True)
    )


def test_pictures_at_a_varying_rate_stand_until_the_next(tmp_path: Path) -> None:
    """Frame 2 comes a second after frame 1; half a second before, it would be far too early."""
    path = write_recording(tmp_path / "a.mp4", 4, pts=[0, 1, 26, 27])
    times = [Fraction(n, 100) for n in (0, 4, 60, 103, 104, 108)]
    assert numbers(recorded(path, rate=None), times) == [0, 1, 1, 2, 2, 3]


def test_a_turned_picture_stands_upright(tmp_path: Path) -> None:
    path = write_recording(tmp_path / "a.mp4", 3)
    with FrameReader(recording("1", recorded(path, turned=90)), smooth=False) as reader:
        seen = reader.planes_at(START)
        assert seen is not None
        assert seen[1].size == (HEIGHT, WIDTH)
        # Clockwise: the row of blocks, above the middle, becomes a column right of the middle.
        column = seen[1].y[:, round(HEIGHT * 0.555)]
        assert column.min() < 40 < column.mean()


def test_files_in_a_row_and_the_gap_between_them(tmp_path: Path) -> None:
    first = write_recording(tmp_path / "a.mp4", 25)
    second = write_recording(tmp_path / "b.mp4", 25, first=100)
    both = recording(
        "1",
        recorded(first, length=Fraction(1)),
        recorded(second, start=START + 2, length=Fraction(1)),
    )
    with FrameReader(both, smooth=False) as reader:
        assert reader.frame_at(START + Fraction(3, 2)) is None
        seen = reader.planes_at(START + 2 + Fraction(3, 25))
        assert seen is not None
        assert read_number(seen[1].y, WHOLE) == 103
        seen = reader.planes_at(START + Fraction(24, 25))
        assert seen is not None
        assert read_number(seen[1].y, WHOLE) == 24


def test_a_damaged_recording_is_named_with_the_reason_and_the_fix(tmp_path: Path) -> None:
    path = tmp_path / "table7.mp4"
    path.write_bytes(b"no film at all" * 100)
    with (
        FrameReader(recording("7", recorded(path)), smooth=False) as reader,
        pytest.raises(
            BadRecording, match=r"table 7: .*table7\.mp4: invalid data.*Replace the file"
        ),
    ):
        reader.frame_at(START)


def test_a_recording_that_ends_long_before_it_should_is_named(tmp_path: Path) -> None:
    file = recorded(write_recording(tmp_path / "a.mp4", 25), length=Fraction(60))
    with (
        FrameReader(recording("1", file), smooth=False) as reader,
        pytest.raises(BadRecording, match="no frame within 2 s of 30"),
    ):
        reader.frame_at(START + 30)
