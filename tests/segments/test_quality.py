"""What is measured of a programme: by values of the standards, and beside ffmpeg's own filters."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt
import pytest

from producer.segments.compositor.loudness import audio_frame
from producer.segments.compositor.planes import Planes
from producer.segments.quality.flashes import FlashCounter, brightness_of
from producer.segments.quality.gamut import share_outside
from producer.segments.quality.measuring import FrameRun, measurements
from producer.segments.quality.report import QualityReport, as_json, as_text, quality_report
from producer.segments.timeline import BeatSpan, Side, SideShot, SoundSpan, Timeline

Luma = npt.NDArray[np.uint8]
RATE = Fraction(25)
WIDTH, HEIGHT = 320, 180
needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs ffmpeg")


def written(path: Path, lumas: Sequence[Luma], loud: float | None = None) -> Path:
    """A programme of grey pictures. ``loud``: dBFS of a tone of 1 kHz on both sides."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=RATE, options={"crf": "16"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        received = container.add_stream("aac", rate=48_000, layout="stereo")
        for number, luma in enumerate(lumas):
            frame = av.VideoFrame(WIDTH, HEIGHT, "yuv420p")
            for plane, value in zip(frame.planes, (luma, 128, 128), strict=True):
                rows = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)
                rows[:, : plane.width] = value
            frame.pts = number
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
        if loud is not None:
            places = np.arange(int(len(lumas) * 48_000 / RATE))
            tone = 10 ** (loud / 20) * np.sin(2 * np.pi * 1000 * places / 48_000)
            both = np.stack([tone, tone], axis=1).astype(np.float32)
            for start in range(0, len(both), 1024):
                container.mux(received.encode(audio_frame(both[start : start + 1024], start)))
            container.mux(received.encode(None))
    return path


def moving(count: int, seed: int) -> list[Luma]:
    """Large blocks of random brightness, other ones in each picture."""
    lots = np.random.default_rng(seed)
    blocks = lots.integers(90, 140, (count, HEIGHT // 20, WIDTH // 20), np.uint8)
    return [np.kron(block, np.ones((20, 20), np.uint8)) for block in blocks]


def timeline(*shots: SideShot, **more: object) -> Timeline:
    """Table 1 fills the picture but for a table 2 that is drawn."""
    frames = shots[-1].end
    drawn = Side("2", (SideShot(0, frames, "drawn", Fraction(0)),))
    whole = Timeline("two-up", RATE, frames, WIDTH, HEIGHT, (Side("1", shots), drawn), (), ())
    return replace(whole, **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One second moves, then 15 frames are black, 25 move, 60 stand, 25 move."""
    black = [np.full((HEIGHT, WIDTH), 16, np.uint8)] * 15
    still = moving(1, 9) * 60
    path = tmp_path_factory.mktemp("faulty") / "a.mp4"
    return written(path, [*moving(25, 1), *black, *moving(25, 2), *still, *moving(25, 3)], -20.0)


@needs_ffmpeg
def test_black_and_still_pictures_are_where_ffmpeg_finds_them(faulty: Path) -> None:
    filters = "blackdetect=d=0.04:pix_th=0.1,freezedetect=d=2"
    done = subprocess.run(
        ["ffmpeg", "-i", str(faulty), "-an", "-vf", filters, "-f", "null", "-"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    def at(word: str) -> int:
        found = re.search(rf"{word}: ?([0-9.]+)", done.stderr)
        assert found is not None
        return round(float(found[1]) * RATE)

    found = measurements(faulty, timeline(SideShot(0, 150, "play", Fraction(0))), lambda _: None)
    assert found.frames == 150
    assert found.black == (FrameRun(at("black_start"), at("black_end")),) == (FrameRun(25, 40),)
    (own,) = [still for still in found.stills if still.table == "1"]
    assert (own.start, own.end) == (at("freeze_start"), at("freeze_end")) == (65, 125)
    assert not own.planned


def test_a_planned_freeze_is_named_and_no_fault(faulty: Path) -> None:
    frozen = timeline(
        SideShot(0, 65, "play", Fraction(0)),
        SideShot(65, 60, "freeze", Fraction(2)),
        SideShot(125, 25, "play", Fraction(2)),
        beats=(BeatSpan("cards", 0, 65, ""), BeatSpan("question", 65, 60, "")),
        first_timecode=900_000,
    )
    found = quality_report(
        "a.mp4", frozen, measurements(faulty, frozen, lambda _: None), levelled=False
    )
    (still,) = [each for each in found.findings if "table 1" in each.words]
    assert still.planned
    assert still.words == "The picture of table 1 stands as planned (question)."
    said = json.loads(as_json(found))
    listed = next(each for each in said["findings"] if "table 1" in each["words"])
    assert (listed["from"], listed["to"]) == ("10:00:02:15", "10:00:05:00")
    assert "  10:00:02:15 10:00:05:00  The picture of table 1 stands as planned" in as_text(found)


def test_a_freeze_that_was_not_planned_and_black_are_faults(faulty: Path) -> None:
    plan = timeline(SideShot(0, 150, "play", Fraction(0)), first_timecode=900_000)
    found = quality_report(
        "a.mp4", plan, measurements(faulty, plan, lambda _: None), levelled=False
    )
    faults = {(each.check, each.start, each.end) for each in found.findings if not each.planned}
    assert faults == {("black", 25, 40), ("still", 65, 125)}
    assert not found.passed
    assert "! 10:00:01:00 10:00:01:15  The picture is black." in as_text(found)


@pytest.mark.parametrize(("level", "fault"), [(-23.0, False), (-20.0, True)])
def test_loudness_is_that_of_ebu_3341(level: float, fault: bool, tmp_path: Path) -> None:
    """A tone of 1 kHz of -23 dBFS on both sides is -23 LUFS."""
    path = written(tmp_path / "a.mp4", moving(75, 4), level)
    plan = timeline(SideShot(0, 75, "play", Fraction(0)), sound=(SoundSpan("1", 0, 75),))
    found = report(path, plan, levelled=True)
    assert found.measured.loudness.level == pytest.approx(level, abs=0.1)
    # AAC overshoots where the tone begins.
    assert level <= found.measured.loudness.peak <= level + 1
    assert ("loudness" in {each.check for each in found.findings}) == fault


def test_a_file_that_is_too_short_is_a_fault(tmp_path: Path) -> None:
    path = written(tmp_path / "a.mp4", moving(20, 5), -23.0)
    plan = timeline(SideShot(0, 25, "play", Fraction(0)))
    found = report(path, plan)
    assert [each.words for each in found.findings if each.check == "duration"] == [
        "The file has 20 frames, planned were 25."
    ]


def report(path: Path, plan: Timeline, *, levelled: bool = False) -> QualityReport:
    found = measurements(path, plan, lambda _done: None)
    return quality_report(path.name, plan, found, levelled=levelled)


def flagged(brightness: Callable[[int], Luma], frames: int = 50) -> bool:
    counter = FlashCounter(RATE)
    seen = [counter.add(brightness_of(brightness(number))) for number in range(frames)]
    return any(seen)


def flashing(hertz: float, area: float, light: int = 235, dark: int = 16) -> Callable[[int], Luma]:
    def picture(number: int) -> Luma:
        luma = np.full((90, 160), dark, np.uint8)
        if number * hertz / float(RATE) % 1 < 0.5:
            luma[:, : round(160 * area)] = light
        return luma

    return picture


@pytest.mark.parametrize(
    ("picture", "harmful"),
    [
        (flashing(5, 1.0), True),
        (flashing(5, 0.3), True),
        (flashing(5, 0.2), False),
        (flashing(2.5, 1.0), False),
        (flashing(12.5, 0.5), True),
        # From 95 to 105 cd/m2 is less than 20.
        (flashing(5, 1.0, 184, 177), False),
        # Between 164 and 200 cd/m2 neither is dark.
        (flashing(5, 1.0, 235, 218), False),
    ],
)
def test_more_than_three_flashes_a_second_over_a_quarter_are_harmful(
    picture: Callable[[int], Luma], harmful: bool
) -> None:
    assert flagged(picture) == harmful


def test_one_cut_to_black_and_back_is_no_flash() -> None:
    assert not flagged(lambda number: np.full((90, 160), 16 if number == 20 else 200, np.uint8))


@pytest.mark.parametrize(
    ("colour", "allowed"),
    [
        # In BT.709: white, red, blue; then whiter than 103 %, and red of 110 %.
        ((235, 128, 128), True),
        ((63, 102, 240), True),
        ((32, 240, 118), True),
        ((243, 128, 128), False),
        ((68, 99, 251), False),
    ],
)
def test_levels_outside_ebu_r103(colour: tuple[int, int, int], allowed: bool) -> None:
    planes = Planes(
        np.full((100, 200), 100, np.uint8),
        np.full((50, 100), 128, np.uint8),
        np.full((50, 100), 128, np.uint8),
    )
    for plane, value, columns in zip(planes, colour, (8, 4, 4), strict=True):
        plane[:, :columns] = value
    assert share_outside(planes) == pytest.approx(0 if allowed else 0.04)
