"""The split in edit lists: an editor that follows their numbers gets the programme's pictures."""

from __future__ import annotations

import json
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import numpy as np
import opentimelineio as otio
import pytest
from small_recordings import lumas, recorded, recording, write_recording

from overlay.stage import Box
from producer.segments.compositor.render import RenderFiles, render
from producer.segments.exports.fcp7_xml import fcp7_xml
from producer.segments.exports.otio_timeline import otio_text
from producer.segments.exports.packed_files import PackedFile, planned_files
from producer.segments.exports.placement import Placement
from producer.segments.recordings.placed import TableRecording
from producer.segments.timeline import Crop, GraphicSpan, Side, SideShot, Timeline
from producer.stages.gallery import sample
from producer.stages.moment import BEFORE

START = Fraction(1000)
SIZE = 640, 360
needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs ffmpeg")

Planned = tuple[Timeline, dict[str, TableRecording], tuple[PackedFile, ...]]


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> Planned:
    """Both tables for eight frames, then table 5 alone. Of table 1 the lower right part is
    shown."""
    folder = tmp_path_factory.mktemp("tables")
    recordings = {
        name: recording(name, recorded(write_recording(folder / f"{name}.mp4", 30, first=first)))
        for name, first in (("1", 150), ("5", 60))
    }
    shots = (SideShot(0, 12, "play", START),)
    sides = (Side("1", shots, Crop(0.3, 0.3, 0.7, 0.7)), Side("5", shots))
    graphics = (
        GraphicSpan(0, 8, "two-up", ("1", "5"), BEFORE),
        GraphicSpan(8, 4, "table", ("5",), BEFORE),
    )
    timeline = Timeline("two-up", Fraction(25), 12, *SIZE, sides, graphics, ())
    return timeline, recordings, planned_files(timeline, recordings, {})


def clips(planned: Planned, track: int) -> list[Element]:
    timeline, recordings, files = planned
    root = fromstring(fcp7_xml(timeline, recordings, files, "x", None))
    return root.findall(f"sequence/media/video/track[{track}]/clipitem")


def value(clip: Element, effect: str, parameter: str, part: str = "") -> Fraction:
    effects = {each.findtext("effectid"): each for each in clip.findall("filter/effect")}
    values = {
        each.findtext("parameterid"): each.find("value")
        for each in effects[effect].findall("parameter")
    }
    found = values[parameter]
    assert found is not None
    return Fraction((found.findtext(part) if part else found.text) or "")


def test_a_clip_is_cut_where_its_picture_moves_and_is_off_while_it_is_not_shown(
    planned: Planned,
) -> None:
    for track, on in ((1, ["TRUE", "FALSE"]), (2, ["TRUE", "TRUE"])):
        found = clips(planned, track)
        assert [clip.findtext("start") for clip in found] == ["0", "8"]
        assert [clip.findtext("enabled") for clip in found] == on
        assert [clip.findtext("in") for clip in found] == ["0", "8"]


def test_positions_are_shares_of_the_recording_s_size_as_premiere_writes_them() -> None:
    """Premiere wrote 0.961995 and -0.657718 for a picture of 842x596 whose middle is 810 pixels
    right of and 392 above that of a sequence of 1920x1080."""
    whole = Box(0, 0, 842, 596)
    box = Box(960 + 810 - 421, 540 - 392 - 298, 842, 596)
    across, down = Placement(box, whole, (842, 596)).offset(1920, 1080)
    assert round(float(across / 842), 6) == 0.961995
    assert round(float(down / 596), 6) == -0.657718


@needs_ffmpeg
def test_an_edit_by_the_numbers_of_the_xml_shows_the_clean_split(
    planned: Planned, tmp_path: Path
) -> None:
    """ffmpeg crops, sizes and places the recordings as the XML says."""
    timeline, recordings, _ = planned
    out = RenderFiles(tmp_path / "programme.mp4", tmp_path / "clean.mp4")
    stage = sample("two-up-question").stage
    render(timeline, recordings, lambda _: stage, out, lambda _done, _all: None, lambda: False)
    clean = lumas(tmp_path / "clean.mp4")
    for track, clip, frame in ((1, 0, 3), (2, 0, 3), (2, 1, 9)):
        item = clips(planned, track)[clip]
        table = timeline.sides[track - 1].table
        shown, picture = edited(item, recordings[table].files[0].path, frame, tmp_path)
        apart = np.abs(picture[shown].astype(int) - clean[frame][shown].astype(int))
        assert apart.mean() < 2, (track, clip)
        assert np.ptp(picture[shown]) > 100


def edited(
    clip: Element, file: Path, frame: int, folder: Path
) -> tuple[tuple[slice, slice], np.ndarray]:
    """The place in the sequence, and its brightness with the picture there."""
    width, height = 320, 180
    left, right = (width * value(clip, "crop", edge) / 100 for edge in ("left", "right"))
    top, bottom = (height * value(clip, "crop", edge) / 100 for edge in ("top", "bottom"))
    scale = value(clip, "basic", "scale") / 100
    middle_x = Fraction(SIZE[0], 2) + width * value(clip, "basic", "center", "horiz")
    middle_y = Fraction(SIZE[1], 2) + height * value(clip, "basic", "center", "vert")
    x = round(middle_x - scale * (Fraction(width, 2) - left))
    y = round(middle_y - scale * (Fraction(height, 2) - top))
    part = round(width - left - right), round(height - top - bottom)
    size = round(part[0] * scale), round(part[1] * scale)
    filters = (
        f"select=eq(n\\,{frame}),setpts=0,crop={part[0]}:{part[1]}:{round(left)}:{round(top)},"
        f"scale={size[0]}:{size[1]}:flags=bicubic[a];color=black:{SIZE[0]}x{SIZE[1]}[b];"
        f"[b][a]overlay={x}:{y}"
    )
    raw = folder / "frame.gray"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-i", str(file), "-filter_complex", filters,
         "-frames:v", "1", "-pix_fmt", "yuv420p", "-f", "rawvideo", str(raw)],
        check=True,
    )  # fmt: skip
    luma = np.frombuffer(raw.read_bytes(), np.uint8)[: SIZE[0] * SIZE[1]].reshape(SIZE[::-1])
    rows = slice(max(y, 0) + 2, min(y + size[1], SIZE[1]) - 2)
    return (rows, slice(max(x, 0) + 2, min(x + size[0], SIZE[0]) - 2)), luma


def test_the_otio_says_which_pixels_fill_which_place(planned: Planned) -> None:
    timeline, recordings, files = planned
    read = otio.adapters.read_from_string(
        otio_text(timeline, recordings, files, "x", None), "otio_json"
    )
    first, second = read.video_tracks()[1]
    assert [clip.enabled for clip in read.video_tracks()[0]] == [True, False]
    picture = json.loads(json.dumps(dict(first.metadata["duplicast"]["picture"]), default=list))
    # Half the screen without the seam, and what of 16:9 fits it, at twice the size.
    assert picture == {
        "box": [322, 0, 318, 360], "part": [80, 0, 160, 180], "recording": [320, 180],
        "scale": 2.0,
    }  # fmt: skip
    assert list(second.metadata["duplicast"]["picture"]["recording"]) == [320, 180]
