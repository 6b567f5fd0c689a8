"""Which part of a table's picture is shown: from the pixels, and from the command that sets it."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from av.video.reformatter import VideoReformatter
from planned_hands import hand, planned, side_of
from record_events import opened, received
from typer.testing import CliRunner, Result

from producer.cli import command_line
from producer.record import open_store
from producer.segments.compositor.planes import Plane, fitting, frame_planes, new_frame
from producer.segments.timeline import WHOLE, Crop


def slope(width: int, height: int) -> av.VideoFrame:
    """Brightness rises by 160 from the left edge to the right, colour from the top down."""
    frame, planes = new_frame(width, height)
    planes.y[:] = (40 + 160 * (np.arange(width) + 0.5) / width).astype(np.uint8)
    down = (40 + 160 * (np.arange(height // 2) + 0.5) / (height // 2)).astype(np.uint8)
    planes.u[:] = down[:, None]
    planes.v[:] = 128
    return frame


def share(value: float) -> float:
    """Where in the picture a brightness, or a colour, is from."""
    return (value + 0.5 - 40) / 160


def across(luma: Plane) -> tuple[float, float]:
    return share(luma[:, 0].mean()), share(luma[:, -1].mean())


@pytest.mark.parametrize("turn", [0, 180])
@pytest.mark.parametrize(
    ("crop", "size", "shown"),
    [
        # Left, top, right and bottom of what is to be seen, as shares of the picture.
        (Crop(0.25, 0.5, 0.5, 0.5), (320, 180), (0.25, 0.5, 0.75, 1.0)),
        (Crop(0.2, 0.1, 0.6, 0.6), (160, 90), (0.2, 0.1, 0.8, 0.7)),
        (Crop(0.2, 0.1, 0.6, 0.6), (640, 360), (0.2, 0.1, 0.8, 0.7)),
        # A square: the middle of the framed part, 9/16 as wide as high.
        (Crop(0.2, 0.1, 0.6, 0.6), (180, 180), (0.33125, 0.1, 0.66875, 0.7)),
        (Crop(0.0, 0.0, 0.3, 0.8), (180, 180), (0.0, 0.13333, 0.3, 0.66667)),
        (WHOLE, (318, 360), (0.2516, 0.0, 0.7484, 1.0)),
    ],
)
def test_the_framed_part_covers_its_place(
    crop: Crop, size: tuple[int, int], shown: tuple[float, float, float, float], turn: int
) -> None:
    """Turned upside down, the picture that is seen counts, not how it is stored."""
    frame = slope(640, 360)
    if turn:
        for plane in frame_planes(frame):
            plane[:] = plane[::-1, ::-1].copy()
    picture = fitting(frame, turn, 1.0, size, VideoReformatter(), crop)
    assert picture.size == size
    left, top, right, bottom = shown
    assert across(picture.y) == (pytest.approx(left, abs=0.012), pytest.approx(right, abs=0.012))
    ends = share(picture.u[0].mean()), share(picture.u[-1].mean())
    assert ends == (pytest.approx(top, abs=0.02), pytest.approx(bottom, abs=0.02))


def test_a_plan_crops_the_table_that_is_framed_and_no_other() -> None:
    hands = tuple(
        hand(table, start, [start + 5, start + 10, start + 15], {}, start + 30)
        for table, start in (("1", 100), ("2", 2000))
    )
    framed = Crop(0.2, 0.1, 0.6, 0.6)
    timeline = planned(hands, 1, crops={"2": framed}, rate=Fraction(25))
    assert [side_of(timeline, table).crop for table in ("1", "2")] == [WHOLE, framed]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    with open_store(tmp_path / "duplicast.db") as store:
        store.append(received(opened("1", "2", kind="live")))
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(command_line(words[0]), words)


@pytest.mark.usefixtures("folder")
def test_a_framing_is_in_the_audit_and_the_last_one_counts() -> None:
    for crop in ("0.2,0.1,0.6,0.6", "0.1,0,0.5,0.5"):
        done = run("recordings", "frame", "2", "--crop", crop)
        assert done.exit_code == 0, done.output
    assert done.output == "table 2: segments show the part 0.1,0,0.5,0.5 of the picture\n"
    entries = [each for each in json.loads(run("audit", "--json").stdout) if each["table"] == "2"]
    assert [each["what"] for each in entries] == ["framed a table's recordings"] * 2
    assert entries[0]["more"] == "x 0.2; y 0.1; width 0.6; height 0.6"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("table", "crop", "words"),
    [
        ("2", "0.5,0,0.6,1", "--crop 0.5,0,0.6,1: write X,Y,WIDTH,HEIGHT as shares"),
        ("2", "0,0,nan,1", "--crop 0,0,nan,1: write X,Y,WIDTH,HEIGHT as shares"),
        ("2", "0,0,1", "--crop 0,0,1: write X,Y,WIDTH,HEIGHT as shares"),
        ("2", "0,0,0.01,1", "width and height at least 0.1"),
        ("9", "0,0,1,1", "table 9: it is not in the roster"),
    ],
)
def test_what_cannot_be_framed_is_said(table: str, crop: str, words: str) -> None:
    refused = run("recordings", "frame", table, "--crop", crop)
    assert (refused.exit_code, words in refused.output) == (2, True), refused.output
