"""Whole segments, written and read back: from their pixels, and by Debian's ffprobe and ffmpeg."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from small_recordings import (
    lumas,
    read_number,
    recorded,
    recording,
    write_recording,
)

from overlay.stage import Stage
from producer.segments.compositor.encode import RenderCancelled
from producer.segments.compositor.reader import BadRecording
from producer.segments.compositor.render import RenderFiles, render
from producer.segments.recordings.placed import TableRecording
from producer.segments.timeline import (
    GraphicSpan,
    LowerThirdSpan,
    Side,
    SideShot,
    SoundSpan,
    Timeline,
)
from producer.stages.gallery import SAMPLES, sample
from producer.stages.moment import BEFORE

START = Fraction(1000)
NO_WARNING = ("Unsupported codec with id 0",)
PLACES = {
    # Where pictures of 16:9 are at 640x360: a third of the boxes of docs/graphics.md.
    "two-up": [(0, 0, 318, 360), (322, 0, 318, 360)],
}
needs_ffmpeg = pytest.mark.skipif(
    shutil.which("ffprobe") is None or shutil.which("ffmpeg") is None,
    reason="needs ffprobe and ffmpeg",
)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableRecording]:
    folder = tmp_path_factory.mktemp("tables")
    return {
        name: recording(name, recorded(write_recording(folder / f"{name}.mp4", 100)))
        for name in ("1", "5")
    }


def two_up(rate: Fraction = Fraction(25), frames: int = 40) -> Timeline:
    """Table 1 plays, stands from frame 10 to 20, goes on after a cut; table 5 plays from 1 s on."""
    one = (
        SideShot(0, 10, "play", START),
        SideShot(10, 10, "freeze", START + Fraction(10, 25)),
        SideShot(20, frames - 20, "play", START + 2),
    )
    sides = Side("1", one), Side("5", (SideShot(0, frames, "play", START + 1),))
    graphics = (GraphicSpan(4, frames - 4, "two-up", ("1", "5"), BEFORE),)
    sound = (SoundSpan("5", 0, frames),)
    return Timeline("two-up", rate, frames, 640, 360, sides, graphics, (), (), sound)


def stage_of(span: GraphicSpan | LowerThirdSpan) -> Stage:
    assert isinstance(span, GraphicSpan)
    name = next(name for name in SAMPLES if name.startswith(span.graphic))
    return sample(name).stage


def rendered(timeline: Timeline, tables: dict[str, TableRecording], folder: Path) -> RenderFiles:
    out = RenderFiles(folder / "programme.mp4", folder / "clean.mp4")
    render(timeline, tables, stage_of, out, lambda _done, _all: None, lambda: False)
    return out


def test_each_side_shows_the_frame_of_its_time(
    tables: dict[str, TableRecording], tmp_path: Path
) -> None:
    out = rendered(two_up(), tables, tmp_path)
    left = [*range(10), *[10] * 10, *range(50, 70)]
    right = list(range(25, 65))
    assert out.clean is not None
    for path in (out.programme, out.clean):
        pictures = lumas(path)
        assert [read_number(luma, PLACES["two-up"][0]) for luma in pictures] == left
        assert [read_number(luma, PLACES["two-up"][1]) for luma in pictures] == right


def test_graphics_are_on_the_programme_from_their_frame_on_and_never_on_the_clean_file(
    tables: dict[str, TableRecording], tmp_path: Path
) -> None:
    out = rendered(two_up(), tables, tmp_path)
    assert out.clean is not None
    texted, clean = lumas(out.programme), lumas(out.clean)
    # The plate of the cards, at the top in the middle.
    plate = np.s_[14:76, 140:500]
    change = [
        np.abs(a[plate].astype(int) - b[plate]).mean() for a, b in zip(texted, clean, strict=True)
    ]
    assert max(change[:4]) < 3
    assert 3 < change[5] < change[8] < change[12]
    assert min(change[12:]) > 60


def test_the_side_that_is_not_talked_about_is_half_as_bright(
    tables: dict[str, TableRecording], tmp_path: Path
) -> None:
    timeline = two_up()
    lit = replace(timeline.graphics[0], lit="1")
    out = rendered(replace(timeline, graphics=(lit,)), tables, tmp_path)
    assert out.clean is not None
    texted, clean = lumas(out.programme)[30], lumas(out.clean)[30]
    # The left edge of the one picture, the right edge of the other; black is 16.
    assert texted[180, 10] == pytest.approx(int(clean[180, 10]), abs=2)
    assert texted[180, 630] - 16 == pytest.approx((int(clean[180, 630]) - 16) / 2, abs=3)


def test_a_table_without_a_recording_is_drawn(
    tables: dict[str, TableRecording], tmp_path: Path
) -> None:
    out = rendered(two_up(), {"1": tables["1"]}, tmp_path)
    assert out.clean is not None
    clean = lumas(out.clean)[12]
    # The felt of the drawn table is darker than the grey recording, and the left side is filmed.
    assert read_number(clean, PLACES["two-up"][0]) == 10
    assert clean[150, 480] < 90


def test_pictures_that_go_on_below_the_screen_are_cropped_there(
    tables: dict[str, TableRecording], tmp_path: Path
) -> None:
    """The lower pictures of four tables begin at y 281 of 360 and are 137 high."""
    shots = (SideShot(0, 3, "play", START),)
    sides = tuple(Side(name, shots) for name in "1256")
    timeline = Timeline("four-up", Fraction(25), 3, 640, 360, sides, (), ())
    four = {name: replace(tables["1"], table=name) for name in "1256"}
    clean = rendered(timeline, four, tmp_path).clean
    assert clean is not None
    lower = lumas(clean)[2]
    assert read_number(lower, (0, 0, 318, 138)) == 2
    assert read_number(lower, (0, 281, 318, 138)) == 2


def test_sound_and_picture_of_the_file_are_together(
    tables: dict[str, TableRecording], tmp_path: Path
) -> None:
    """Table 5 plays from 1.0 s on, so that its click at 2 s is at frame 25 of the programme."""
    out = rendered(two_up(), tables, tmp_path)
    with av.open(str(out.programme)) as container:
        blocks = [frame.to_ndarray()[0] for frame in container.decode(audio=0)]
    received = np.abs(np.concatenate(blocks))
    loud = np.flatnonzero(received[24_000:] > 0.2)[0] + 24_000
    shown = [read_number(luma, PLACES["two-up"][1]) for luma in lumas(out.programme)].index(50)
    assert abs(loud / 48_000 - shown / 25) < 0.020


@needs_ffmpeg
@pytest.mark.parametrize(
    ("rate", "timecode", "drop"),
    [
        (Fraction(24000, 1001), "10:00:00:00", False),
        (Fraction(25), "10:00:00:00", False),
        (Fraction(30000, 1001), "10:00:00;00", True),
        (Fraction(50), "10:00:00:00", False),
    ],
)
def test_ffprobe_reads_what_was_asked_for(
    tables: dict[str, TableRecording], tmp_path: Path, rate: Fraction, timecode: str, drop: bool
) -> None:
    ten = {Fraction(24000, 1001): 864_000, Fraction(25): 900_000, Fraction(50): 1_800_000}
    timeline = replace(
        two_up(rate, 41),
        first_timecode=ten.get(rate, 1_078_920),
        drop_frame=drop,
    )
    path = rendered(timeline, tables, tmp_path).programme
    picture, sound, code = probed(path)["streams"]
    assert (picture["codec_name"], picture["profile"], picture["pix_fmt"]) == (
        "h264", "High", "yuv420p",
    )  # fmt: skip
    assert picture["r_frame_rate"] == f"{rate.numerator}/{rate.denominator}"
    assert picture["nb_read_frames"] == "41"
    assert float(picture["duration"]) == pytest.approx(float(41 / rate), abs=1e-5)
    assert {picture[key] for key in ("color_primaries", "color_transfer", "color_space")} == {
        "bt709"
    }
    assert picture["color_range"] == "tv"
    assert picture["tags"]["timecode"] == code["tags"]["timecode"] == timecode
    assert float(sound["duration"]) == pytest.approx(float(41 / rate), abs=1 / 48_000)
    assert (sound["codec_name"], sound["channels"]) == ("aac", 2)


@needs_ffmpeg
def test_ffmpeg_decodes_the_files_without_a_warning(
    tables: dict[str, TableRecording], tmp_path: Path
) -> None:
    out = rendered(two_up(), tables, tmp_path)
    for path in (out.programme, out.clean):
        done = subprocess.run(
            ["ffmpeg", "-v", "warning", "-i", str(path), "-f", "null", "-"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        lines = [line for line in done.stderr.splitlines() if not line.endswith(NO_WARNING)]
        assert lines == []


@needs_ffmpeg
def test_there_is_a_key_frame_each_second(
    tables: dict[str, TableRecording], tmp_path: Path
) -> None:
    path = rendered(two_up(frames=60), tables, tmp_path).programme
    packets = probed(path, "-show_packets", "-select_streams", "v")["packets"]
    keys = [float(packet["pts_time"]) for packet in packets if "K" in packet["flags"]]
    assert keys == [0.0, 1.0, 2.0]


@needs_ffmpeg
def test_the_index_is_before_the_pictures(
    tables: dict[str, TableRecording], tmp_path: Path
) -> None:
    content = rendered(two_up(), tables, tmp_path).programme.read_bytes()
    assert 0 < content.index(b"moov") < content.index(b"mdat")


def test_cancelled_leaves_nothing(tables: dict[str, TableRecording], tmp_path: Path) -> None:
    done: list[int] = []
    out = RenderFiles(tmp_path / "programme.mp4", tmp_path / "clean.mp4")
    with pytest.raises(RenderCancelled):
        render(
            two_up(), tables, stage_of, out, lambda number, _all: done.append(number),
            lambda: len(done) == 7,
        )  # fmt: skip
    assert done == [1, 2, 3, 4, 5, 6, 7]
    assert list(tmp_path.iterdir()) == []


def test_an_older_file_stays_when_a_recording_is_damaged(
    tables: dict[str, TableRecording], tmp_path: Path
) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(tables["5"].files[0].path.read_bytes()[:200])
    damaged = {"1": tables["1"], "5": recording("5", recorded(film))}
    programme = tmp_path / "programme.mp4"
    programme.write_bytes(b"older")
    with pytest.raises(BadRecording, match=r"table 5: .*film\.mp4"):
        render(
            two_up(),
            damaged,
            stage_of,
            RenderFiles(programme),
            lambda _done, _all: None,
            lambda: False,
        )
    assert programme.read_bytes() == b"older"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["film.mp4", "programme.mp4"]


def test_a_file_that_cannot_be_written_is_named(
    tables: dict[str, TableRecording], tmp_path: Path
) -> None:
    out = RenderFiles(tmp_path / "missing" / "programme.mp4")
    with pytest.raises(OSError, match="It was not written") as raised:
        render(two_up(), tables, stage_of, out, lambda _done, _all: None, lambda: False)
    assert raised.value.filename == str(out.programme)


def probed(path: Path, *options: str) -> dict[str, list[dict]]:  # type: ignore[type-arg]
    done = subprocess.run(
        ["ffprobe", "-v", "error", *(options or ("-show_streams", "-count_frames")),
         "-of", "json", str(path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


def test_the_overlay_over_the_clean_split_is_the_programme(
    tables: dict[str, TableRecording], tmp_path: Path
) -> None:
    """With straight alpha, in a fade, at rest, and with a side that is drawn."""
    out = RenderFiles(tmp_path / "a.mp4", tmp_path / "b.mp4", tmp_path / "c-straight-alpha.mov")
    drawn = replace(two_up().sides[1], shots=(SideShot(0, 40, "drawn", START),))
    timeline = replace(two_up(), sides=(two_up().sides[0], drawn))
    lit = (replace(timeline.graphics[0], lit="5"),)
    timeline = replace(timeline, graphics=lit)
    render(timeline, tables, stage_of, out, lambda _done, _all: None, lambda: False)
    assert out.clean is not None
    assert out.overlay is not None
    with av.open(str(out.overlay)) as container:
        over = [
            [
                np.frombuffer(frame.planes[at], np.uint16).reshape(360, -1)[:, :640] / 4095
                for at in (0, 3)
            ]
            for frame in container.decode(video=0)
        ]
    texted, clean = lumas(out.programme), lumas(out.clean)
    for frame in (0, 7, 30):
        luma, alpha = over[frame]
        expected = luma * 4095 / 16 * alpha + clean[frame] * (1 - alpha)
        # The two are encoded apart: compared where neither has an edge.
        assert np.abs(expected - texted[frame]).mean() < 2
