"""Posters and packages of a pack: the right frame, in true colours; packages valid and in steps."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
from small_recordings import HEIGHT, WIDTH, read_number, write_recording

from producer.segments.deliveries.graphic_packages import graphic_packages
from producer.segments.deliveries.posters import poster_frame, write_poster
from producer.segments.timeline import (
    BeatSpan,
    GraphicSpan,
    LowerThirdSpan,
    Side,
    SideShot,
    Timeline,
    TimelineMark,
)
from producer.stages.gallery import sample
from producer.stages.moment import BEFORE, DECISION

SIDE = Side("1", (SideShot(0, 60, "play", Fraction(0)),))
WHOLE = Timeline("two-up", Fraction(25), 60, WIDTH, HEIGHT, (SIDE,), (), ())


def test_on_the_poster_nobody_has_chosen() -> None:
    beats = BeatSpan("cards", 0, 20, ""), BeatSpan("question", 20, 30, "")
    marks = (TimelineMark("flop", 10), TimelineMark("fork", 50))
    assert poster_frame(replace(WHOLE, beats=beats, marks=marks)) == 35
    assert poster_frame(replace(WHOLE, beats=beats[:1], marks=marks)) == 49
    assert poster_frame(WHOLE) == 0


def test_a_poster_shows_its_frame(tmp_path: Path) -> None:
    video = write_recording(tmp_path / "a.mp4", 60)
    write_poster(video, 37, tmp_path / "a.jpg")
    luma = cv2.imread(str(tmp_path / "a.jpg"), cv2.IMREAD_GRAYSCALE)
    assert luma is not None
    assert read_number(np.asarray(luma, np.uint8), (0, 0, WIDTH, HEIGHT)) == 37


def test_a_poster_has_the_colours_of_bt_709(tmp_path: Path) -> None:
    """63, 102, 240 is pure red in BT.709 with limited range; in BT.601 it would be another."""
    with av.open(str(tmp_path / "red.mp4"), "w") as container:
        stream = container.add_stream("libx264", rate=25, options={"crf": "4"})
        stream.width, stream.height, stream.pix_fmt = 64, 64, "yuv420p"
        frame = av.VideoFrame(64, 64, "yuv420p")
        for plane, value in zip(frame.planes, (63, 102, 240), strict=True):
            plane.update(bytes([value]) * plane.buffer_size)
        frame.pts = 0
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    write_poster(tmp_path / "red.mp4", 0, tmp_path / "red.jpg")
    seen = cv2.imread(str(tmp_path / "red.jpg"))
    assert seen is not None
    assert np.abs(seen[32, 32].astype(int) - (0, 0, 255)).max() <= 6


def test_a_package_has_a_step_whenever_its_graphic_changes() -> None:
    question, decision = sample("two-up-question").stage, sample("two-up-decision").stage
    spans = (
        GraphicSpan(0, 10, "two-up", ("1", "5"), BEFORE),
        GraphicSpan(10, 10, "two-up", ("1", "5"), BEFORE, "1"),
        GraphicSpan(20, 10, "two-up", ("1", "5"), DECISION),
    )
    note = LowerThirdSpan(5, 10, "Fifth hand in a row", "Anna")
    timeline = replace(WHOLE, graphics=spans, lower_thirds=(note,))
    stages = dict(zip(spans, (question, question, decision), strict=True))
    files = graphic_packages(
        timeline, {**stages, note: sample("note").stage}, "Kings", "Deal 7", "s/g/7"
    )
    manifests = {name: json.loads(files[name]) for name in files if name.endswith(".ograf.json")}
    assert [(each["id"], each["stepCount"]) for each in manifests.values()] == [
        ("duplicast.kings-two-up-1-5", 2),
        ("duplicast.kings-note-1", 1),
    ]
    assert {name.split("/")[1] for name in files} == {"two-up-1-5", "note-1"}
    assert "ograf/two-up-1-5/graphic.mjs" in files
