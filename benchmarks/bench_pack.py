"""The pack of a two-up segment at 1080p25, by stage, against ffmpeg making its programme alone.

Processor time, in the same run. The goal is 1.6 times ffmpeg's for programme, clean split, overlay,
copied recordings, edit lists and captions; the viewing copy, checks and stills are shown beside.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from benchmarks.split_screen import RATE, ffmpeg_seconds, split, stage_over, table_recording
from overlay.raster import stage_png
from overlay.stage import Stage
from producer.segments.compositor.overlay_file import write_overlay
from producer.segments.compositor.render import RenderFiles, render
from producer.segments.deliveries.files import deliveries
from producer.segments.deliveries.posters import write_poster
from producer.segments.exports.copies import write_copy
from producer.segments.exports.pack import PackText, pack_files
from producer.segments.exports.packed_files import planned_files
from producer.segments.quality.measuring import measurements
from producer.segments.recordings.placed import TableRecording
from producer.segments.timeline import BeatSpan, GraphicSpan, LowerThirdSpan, Timeline
from producer.stages.gallery import sample
from producer.stages.moment import BEFORE, DECISION, END
from producer.stages.style import PLAIN
from producer.stages.tables.drawn_table import empty_table

SECONDS = 10 if "--quick" in sys.argv else 60
MOMENTS = {BEFORE: "two-up-question", DECISION: "two-up-decision", END: "two-up-end"}
GOAL = 1.6


def main() -> None:
    """Prints seconds of processor time by stage; without ffmpeg no ratio."""
    frames = int(SECONDS * RATE)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        recordings = {str(n): table_recording(folder, n, frames) for n in (1, 5)}
        timeline = _timeline(frames)
        (folder / "two-up.png").write_bytes(stage_png(stage_over("two-up")))
        alone = _measured(lambda: _render(folder, timeline, recordings, clean=False))
        stages = {
            "programme": alone,
            "clean split": _measured(lambda: _render(folder, timeline, recordings, clean=True))
            - alone,
            "overlay": _measured(lambda: _overlay(folder, timeline)),
            "copies": _measured(lambda: _copies(folder, timeline, recordings)),
            "edit lists, captions": _measured(lambda: _texts(timeline, recordings)),
        }
        after = {
            "viewing copy": _measured(lambda: _viewing(folder, timeline, recordings)) - alone,
            "checks": _measured(lambda: _checks(folder, timeline)),
            "stills": _measured(lambda: write_poster(folder / "own.mp4", 30, folder / "a.jpg")),
        }
        for what, seconds in (stages | after).items():
            print(f"  {what}: {seconds:.1f} s", flush=True)
        ffmpeg = shutil.which("ffmpeg")
        if ffmpeg is None:
            print("  ffmpeg is not installed: no ratio")
            return
        its = ffmpeg_seconds(ffmpeg, folder, "two-up", ["1", "5"], recordings, frames)
        whole = sum(stages.values())
        print(
            f"  pack of {SECONDS} s: {whole:.1f} s, ffmpeg's programme {its:.1f}: "
            f"{whole / its:.2f} times (goal {GOAL}), with the rest "
            f"{(whole + sum(after.values())) / its:.2f}"
        )


def _measured(work: Callable[[], None]) -> float:
    before = sum(os.times()[:2])
    work()
    return sum(os.times()[:2]) - before


def _timeline(frames: int) -> Timeline:
    """The question, what they chose, how it ended, each a third, lit one after the other."""
    whole = split("two-up", ["1", "5"], frames)
    part = frames // 6
    graphics = tuple(
        GraphicSpan(place * part, part, "two-up", ("1", "5"), moment, lit)
        for place, (moment, lit) in enumerate(
            (moment, lit) for moment in MOMENTS for lit in ("1", "5")
        )
    )
    beats = (BeatSpan("question", 0, frames, "Kings: call or fold?"),)
    return replace(whole, graphics=graphics, beats=beats, first_timecode=900_000)


def _stage(span: GraphicSpan | LowerThirdSpan) -> Stage:
    assert isinstance(span, GraphicSpan)
    return sample(MOMENTS[span.moment]).stage


def _render(
    folder: Path, timeline: Timeline, recordings: Mapping[str, TableRecording], *, clean: bool
) -> None:
    out = RenderFiles(folder / "own.mp4", folder / "clean.mp4" if clean else None)
    render(timeline, recordings, _stage, out, lambda _done, _all: None, lambda: False)


def _viewing(folder: Path, timeline: Timeline, recordings: Mapping[str, TableRecording]) -> None:
    wanted = deliveries(["viewing"], "own", folder, textless=False)
    out = RenderFiles(folder / "own.mp4", deliveries=wanted)
    render(timeline, recordings, _stage, out, lambda _done, _all: None, lambda: False)


def _overlay(folder: Path, timeline: Timeline) -> None:
    write_overlay(timeline, _stage, folder / "overlay.mov", lambda: False, PLAIN, empty_table)


def _copies(folder: Path, timeline: Timeline, recordings: Mapping[str, TableRecording]) -> None:
    for each in planned_files(timeline, recordings, {}, Fraction(0)):
        write_copy(each, folder, None, RATE)


def _texts(timeline: Timeline, recordings: Mapping[str, TableRecording]) -> None:
    files = planned_files(timeline, recordings, {}, Fraction(0))
    text = PackText("Kings", {}, {"en": timeline.beats})
    pack_files(timeline, recordings, files, "kings", text, "kings-overlay-straight.mov")


def _checks(folder: Path, timeline: Timeline) -> None:
    measurements(folder / "own.mp4", timeline, lambda _: None)


if __name__ == "__main__":
    main()
