"""The frame that was filmed at a time: read back from the number in its pixels."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from av.video.reformatter import VideoReformatter
from small_recordings import HEIGHT, WIDTH, read_number, recorded, recording, write_recording

from producer.segments.compositor.planes import fitting, frame_planes
from producer.segments.compositor.reader import BadRecording, FrameReader
from producer.segments.recordings.placed import RecordedFile

START = Fraction(1000)
WHOLE = (0, 0, WIDTH, HEIGHT)


def number_at(reader: FrameReader, at: Fraction) -> int:
    frame = reader.frame_at(at)
    assert frame is not None
    return read_number(frame_planes(frame).y, WHOLE)


def numbers(file: RecordedFile, times: list[Fraction], *, smooth: bool = False) -> list[int]:
    with FrameReader(recording("1", file), smooth=smooth) as reader:
        return [number_at(reader, START + time) for time in times]


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
    """Clockwise: the row of blocks, above the middle, becomes a column right of the middle."""
    path = write_recording(tmp_path / "a.mp4", 3)
    with FrameReader(recording("1", recorded(path, turned=90)), smooth=False) as reader:
        frame = reader.frame_at(START)
        assert frame is not None
        for size in ((HEIGHT, WIDTH), (HEIGHT // 2 * 2 // 3 * 2, WIDTH // 3 * 2)):
            picture = fitting(frame, reader.turned, reader.aspect, size, VideoReformatter())
            assert picture.size == size
            column = picture.y[:, round(size[0] * 0.555)]
            assert column.min() < 40 < column.mean()


def test_a_picture_covers_its_place_and_is_cropped_evenly(tmp_path: Path) -> None:
    """Half as large it fits at once; at other sizes, and with pixels twice as wide as high, it is
    scaled: the number stays in the middle."""
    path = write_recording(tmp_path / "a.mp4", 10)
    with FrameReader(recording("1", recorded(path)), smooth=False) as reader:
        frame = reader.frame_at(START + Fraction(9, 25))
        assert frame is not None
        for width, height in ((160, 90), (120, 90), (200, 60), (104, 90), (640, 360), (320, 180)):
            picture = fitting(frame, 0, 1.0, (width, height), VideoReformatter())
            assert picture.size == (width, height)
            assert read_number(picture.y, (0, 0, width, height)) == 9
        wide = fitting(frame, 0, 2.0, (320, 90), VideoReformatter())
        assert wide.size == (320, 90)
        block = wide.y[round(90 * 0.44), 160 - 8 * 8 + 8]
        assert int(block) > 200


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
        assert number_at(reader, START + 2 + Fraction(3, 25)) == 103
        assert number_at(reader, START + Fraction(24, 25)) == 24


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


def test_a_file_that_is_being_written_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    whole = write_recording(tmp_path / "whole.mkv", 60).read_bytes()
    growing = tmp_path / "growing.mkv"
    growing.write_bytes(whole[: len(whole) * 3 // 4])
    times, order = backwards_and_forwards(30, Fraction(25))
    assert numbers(recorded(growing, length=Fraction(6, 5)), times) == order
