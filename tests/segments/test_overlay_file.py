"""The graphics alone: alpha and colours read back, by PyAV and by Debian's ffprobe."""

from __future__ import annotations

import json
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from overlay.raster import stage_pixels
from overlay.stage import Stage
from producer.segments.compositor.encode import RenderCancelled
from producer.segments.compositor.overlay_file import write_overlay
from producer.segments.timeline import GraphicSpan, LowerThirdSpan, Side, SideShot, Timeline
from producer.stages.gallery import sample
from producer.stages.moment import BEFORE
from producer.stages.style import PLAIN
from producer.stages.tables.drawn_table import empty_table

SIZE = 480, 270
PLAY = SideShot(0, 30, "play", Fraction(0))
DRAWN = SideShot(0, 30, "drawn", Fraction(0))


def stage_of(span: GraphicSpan | LowerThirdSpan) -> Stage:
    assert isinstance(span, GraphicSpan)
    return sample("two-up-question").stage


def written(path: Path, other: SideShot) -> Path:
    sides = Side("1", (PLAY,)), Side("5", (other,))
    graphics = (GraphicSpan(5, 20, "two-up", ("1", "5"), BEFORE),)
    timeline = Timeline("two-up", Fraction(25), 30, *SIZE, sides, graphics, ())
    write_overlay(timeline, stage_of, path, lambda: False, PLAIN, empty_table)
    return path


def alphas(path: Path) -> list[np.ndarray]:
    """Of each frame, 0 to 1."""
    with av.open(str(path)) as container:
        found = []
        for frame in container.decode(video=0):
            rows = np.frombuffer(frame.planes[3], np.uint16).reshape(frame.height, -1)
            found.append(rows[:, : frame.width] / 4095)
        return found


def test_alpha_is_that_of_the_drawing_and_comes_and_goes_with_it(tmp_path: Path) -> None:
    found = alphas(written(tmp_path / "a.mov", PLAY))
    drawing = stage_pixels(sample("two-up-question").stage, 0.25)[..., 3] / 255
    assert len(found) == 30
    assert found[4].max() == 0
    assert np.abs(found[20] - drawing).max() < 1 / 255
    solid = drawing == 1
    shares = [float(found[n][solid].mean()) for n in range(5, 13)]
    assert shares == sorted(shares)
    assert shares[0] < 0.1
    assert shares[-1] == pytest.approx(1, abs=0.001)


def test_a_drawn_table_is_in_it_wholly_and_a_filmed_one_is_not(tmp_path: Path) -> None:
    first = alphas(written(tmp_path / "a.mov", DRAWN))[0]
    # The largest of ten bits, in twelve.
    assert first[:, 244:].min() == 4092 / 4095
    # Left of it only the mark NO CAMERA would be drawn, and it is in the drawn picture.
    assert first[:, :236].max() == 0


def test_colours_are_straight_and_not_darkened_by_alpha(tmp_path: Path) -> None:
    """Half faded in, a light plate has the brightness that it has in the end."""
    path = written(tmp_path / "a.mov", PLAY)
    with av.open(str(path)) as container:
        lumas = [
            np.frombuffer(frame.planes[0], np.uint16).reshape(frame.height, -1)[:, : frame.width]
            for frame in container.decode(video=0)
        ]
    white = stage_pixels(sample("two-up-question").stage, 0.25)
    bright = (white[..., :3].min(axis=2) > 235) & (white[..., 3] == 255)
    assert bright.sum() > 50
    assert lumas[8][bright].mean() == pytest.approx(lumas[20][bright].mean(), rel=0.03)


def test_cancelled_leaves_no_overlay(tmp_path: Path) -> None:
    sides = Side("1", (PLAY,)), Side("5", (PLAY,))
    timeline = Timeline("two-up", Fraction(25), 30, *SIZE, sides, (), ())
    with pytest.raises(RenderCancelled):
        write_overlay(timeline, stage_of, tmp_path / "a.mov", lambda: True, PLAIN, empty_table)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(shutil.which("ffprobe") is None, reason="needs ffprobe")
def test_ffprobe_reads_an_overlay_as_long_as_the_segment(tmp_path: Path) -> None:
    path = written(tmp_path / "a.mov", PLAY)
    done = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", str(path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    picture = json.loads(done.stdout)["streams"][0]
    assert (picture["codec_name"], picture["profile"]) == ("prores", "4444")
    assert picture["pix_fmt"].startswith("yuva444p")
    assert (picture["nb_read_frames"], float(picture["duration"])) == ("30", 1.2)
    tags = [picture[key] for key in ("color_primaries", "color_transfer", "color_space")]
    assert tags == ["bt709"] * 3
    assert picture["tags"]["timecode"] == "00:00:00:00"
