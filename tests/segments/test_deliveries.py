"""The delivered files, written from small recordings and read by Debian's ffprobe and ffmpeg."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from producer.segments.compositor.encode import OutputFile
from producer.segments.compositor.planes import new_frame
from producer.segments.compositor.sound import sample_of
from producer.segments.deliveries.files import deliveries
from producer.segments.deliveries.presets import PresetName
from producer.segments.timecode import RATES, frames_of
from producer.segments.timeline import Side, SideShot, Timeline

NO_WARNING = ("Unsupported codec with id 0", "Guessed Channel Layout")
needs_ffmpeg = pytest.mark.skipif(
    shutil.which("ffprobe") is None or shutil.which("ffmpeg") is None,
    reason="needs ffprobe and ffmpeg",
)
DROP = frames_of("10:00:00;00", RATES["59.94"])


PERIOD = 240


def timeline(rate: Fraction, frames: int, first: int, size: tuple[int, int]) -> Timeline:
    side = Side("1", (SideShot(0, frames, "play", Fraction(0)),))
    whole = Timeline("two-up", rate, frames, *size, (side,), (), ())
    return replace(whole, first_timecode=first, drop_frame=rate in {RATES["29.97"], RATES["59.94"]})


def written(name: PresetName, own: Timeline, folder: Path, bar: int = 0) -> Path:
    """Light bars, one every ``PERIOD`` pixels, go right by ``bar`` pixels a frame; a tone of a
    quarter of full scale on the left, silence on the right."""
    (wanted,) = deliveries([name], "kings", folder, textless=False)
    file: OutputFile = wanted.open(wanted.path, own)
    for number in range(own.frames):
        frame, planes = new_frame(own.width, own.height)
        planes.fill((100, 128, 128))
        planes.y[:, (np.arange(own.width) - bar * number) % PERIOD < PERIOD // 2] = 220
        file.add_picture(frame)
        first, end = (sample_of(each, own.rate) for each in (number, number + 1))
        tone = np.sin(2 * np.pi * 1000 * np.arange(first, end) / 48_000) / 4
        file.add_sound(np.stack([tone, np.zeros(end - first)], axis=1).astype(np.float32))
    file.finish()
    return wanted.path


def probed(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    """The picture, the sounds and the whole file, as ffprobe reads them without a warning."""
    done = subprocess.run(
        ["ffprobe", "-v", "warning", "-count_packets", "-show_streams", "-show_format",
         "-of", "json", str(path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    must_be_quiet(done.stderr)
    found = json.loads(done.stdout)
    streams = found["streams"]
    picture = next(each for each in streams if each["codec_type"] == "video")
    return picture, [each for each in streams if each["codec_type"] == "audio"], found["format"]


def must_be_quiet(said: str) -> None:
    lines = [line for line in said.splitlines() if line.strip()]
    assert [line for line in lines if not any(known in line for known in NO_WARNING)] == []


def colours(picture: dict[str, Any]) -> list[str]:
    return [
        picture[key] for key in ("color_primaries", "color_transfer", "color_space", "color_range")
    ]


def test_programmes_have_a_textless_twin_and_the_viewing_copy_has_none() -> None:
    found = deliveries(["prores", "viewing"], "kings", Path("pack"), textless=True)
    assert [(each.path.name, each.texted) for each in found] == [
        ("kings-texted-prores422hq.mov", True),
        ("kings-textless-prores422hq.mov", False),
        ("kings-viewing.mp4", True),
    ]


@needs_ffmpeg
@pytest.mark.parametrize(
    ("rate", "first", "timecode"),
    [("25", 900_000, "10:00:00:00"), ("59.94", DROP, "10:00:00;00")],
)
def test_prores_is_422_hq_of_ten_bits_with_timecode_and_24_bit_sound(
    rate: str, first: int, timecode: str, tmp_path: Path
) -> None:
    path = written("prores", timeline(RATES[rate], 10, first, (320, 180)), tmp_path)
    assert path.name == "kings-texted-prores422hq.mov"
    picture, sounds, _ = probed(path)
    assert (picture["codec_name"], picture["profile"]) == ("prores", "HQ")
    assert picture["pix_fmt"] == "yuv422p10le"
    assert picture["tags"]["timecode"] == timecode
    assert picture["nb_read_packets"] == "10"
    assert Fraction(picture["r_frame_rate"]) == RATES[rate]
    assert colours(picture) == ["bt709", "bt709", "bt709", "tv"]
    assert [(each["codec_name"], each["channels"]) for each in sounds] == [("pcm_s24le", 2)]
    with av.open(str(path)) as container:
        frame = next(container.decode(video=0))
        grey = np.frombuffer(frame.planes[0], np.uint16).reshape(frame.height, -1)[90, 180]
    # Ten bits count four times what eight count.
    assert abs(int(grey) - 400) <= 4


@needs_ffmpeg
@pytest.mark.parametrize(
    ("rate", "first", "timecode"),
    [("23.976", 864_000, "10:00:00:00"), ("29.97", DROP // 2, "10:00:00;00")],
)
def test_xdcam_is_progressive_constant_and_has_eight_channels(
    rate: str, first: int, timecode: str, tmp_path: Path
) -> None:
    path = written("xdcam", timeline(RATES[rate], 6, first, (1920, 1080)), tmp_path)
    picture, sounds, whole = probed(path)
    assert (picture["codec_name"], picture["profile"], picture["pix_fmt"]) == (
        "mpeg2video", "4:2:2", "yuv422p",
    )  # fmt: skip
    assert (picture["field_order"], picture["bit_rate"]) == ("progressive", "50000000")
    assert picture["nb_read_packets"] == "6"
    assert Fraction(picture["r_frame_rate"]) == RATES[rate]
    assert colours(picture) == ["bt709", "bt709", "bt709", "tv"]
    assert whole["tags"]["timecode"] == timecode
    assert [(each["codec_name"], each["channels"]) for each in sounds] == [("pcm_s24le", 1)] * 8


@needs_ffmpeg
def test_the_first_two_channels_are_left_and_right_and_the_others_are_silent(
    tmp_path: Path,
) -> None:
    path = written("xdcam", timeline(Fraction(25), 12, 0, (1920, 1080)), tmp_path)
    loudest = []
    with av.open(str(path)) as container:
        for number in range(8):
            container.seek(0)
            received = [frame.to_ndarray() for frame in container.decode(audio=number)]
            loudest.append(np.abs(np.concatenate(received, axis=1)).max() / 2**31)
    assert loudest[0] == pytest.approx(0.25, abs=0.0001)
    assert loudest[1:] == [0] * 7


@needs_ffmpeg
@pytest.mark.parametrize(
    ("name", "rate", "first", "timecode"),
    [
        ("1080i25", "50", 1_800_000, "10:00:00:00"),
        ("1080i29.97", "59.94", DROP, "10:00:00;00"),
    ],
)
def test_of_50_and_59_94_each_field_is_a_picture_of_its_own_the_upper_one_first(
    name: PresetName, rate: str, first: int, timecode: str, tmp_path: Path
) -> None:
    path = written(name, timeline(RATES[rate], 13, first, (1920, 1080)), tmp_path, bar=24)
    picture, _, whole = probed(path)
    assert (picture["field_order"], picture["nb_read_packets"]) == ("tt", "7")
    assert Fraction(picture["r_frame_rate"]) == RATES[rate] / 2
    assert whole["tags"]["timecode"] == timecode
    with av.open(str(path)) as container:
        lumas = [frame.to_ndarray(format="gray") for frame in container.decode(video=0)]
    assert len(lumas) == 7
    fields = [luma[lines, :].mean(axis=0) for luma in lumas for lines in (np.s_[0::2], np.s_[1::2])]
    bars = [int(np.diff(field)[240:480].argmax()) + 1 for field in fields]
    # The thirteenth picture has no second one and stands.
    expected = [24 * number % PERIOD for number in [*range(13), 12]]
    assert np.abs(np.array(bars) % PERIOD - expected).max() <= 2
    assert order_found_by_ffmpeg(path) == "TFF"


@needs_ffmpeg
def test_of_25_both_fields_are_one_picture(tmp_path: Path) -> None:
    path = written("1080i25", timeline(Fraction(25), 5, 0, (1920, 1080)), tmp_path, bar=24)
    picture, _, _ = probed(path)
    assert (picture["field_order"], picture["nb_read_packets"]) == ("tt", "5")
    with av.open(str(path)) as container:
        luma = [frame.to_ndarray(format="gray") for frame in container.decode(video=0)][2]
    upper, lower = (luma[lines, :].mean(axis=0) for lines in (np.s_[0::2], np.s_[1::2]))
    assert np.abs(upper - lower).max() < 4


def order_found_by_ffmpeg(path: Path) -> str:
    """The field order that ffmpeg sees in the pictures themselves."""
    done = subprocess.run(
        ["ffmpeg", "-v", "info", "-i", str(path), "-an", "-vf", "idet", "-f", "null", "-"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    line = next(x for x in done.stderr.splitlines() if "Multi frame detection" in x)
    counts = {
        word: int(line.split(f"{word}:")[1].split()[0])
        for word in ("TFF", "BFF", "Progressive", "Undetermined")
    }
    return max(counts, key=lambda word: counts[word])


@needs_ffmpeg
def test_the_viewing_copy_is_small_and_every_frame_says_another_timecode(tmp_path: Path) -> None:
    own = timeline(Fraction(25), 4, 900_000, (1280, 720))
    path = written("viewing", own, tmp_path)
    picture, _, _ = probed(path)
    assert (picture["width"], picture["height"]) == (640, 360)
    assert picture["tags"]["timecode"] == "10:00:00:00"
    with av.open(str(path)) as container:
        lumas = [frame.to_ndarray(format="gray") for frame in container.decode(video=0)]
    line = [luma[8:26, 8:200].astype(int) for luma in lumas]
    # White digits on black, and only the last one is another one from frame to frame.
    assert line[0][:, :100].min() < 30
    assert line[0][:, :100].max() > 200
    for one, two in pairwise(line):
        columns = np.flatnonzero(np.abs(one - two).max(axis=0) > 60)
        assert 3 <= np.ptp(columns) <= 12
        assert columns.min() > 80
