"""Segments against the ffmpeg command line: two, four and six tables of 1080p25 as one programme.

Both decode the same recordings, scale them by area, lay one picture of graphics over them and
encode with the same settings of x264, in turn. Processor time counts: wall time depends on what
else runs. ffmpeg is not asked for the clean split, which costs one more encoding.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median

from benchmarks.split_screen import (
    LAYOUTS,
    RATE,
    ffmpeg_seconds,
    split,
    stage_over,
    table_recording,
    tables_of,
)
from overlay.raster import stage_png
from producer.segments.compositor.render import RenderFiles, render
from producer.segments.recordings.placed import TableRecording

QUICK = "--quick" in sys.argv
FRAMES = 100 if QUICK else 250
ROUNDS = 1 if QUICK else 3
LENGTHS = (5, 20) if QUICK else (5, 60, 180)
"""Seconds of six tables whose memory is measured."""


def main() -> None:
    """Prints milliseconds of processor time a frame, and memory by length; says so where there is
    no ffmpeg."""
    ffmpeg = shutil.which("ffmpeg")
    if ffmpeg is None:
        print("  ffmpeg is not installed: only Duplicast is measured")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        frames = max(FRAMES, int(max(LENGTHS) * RATE))
        recordings = {str(n): table_recording(folder, n, frames) for n in range(1, 7)}
        for layout in LAYOUTS:
            tables = tables_of(layout, recordings)
            # Drawn for both before either is measured.
            (folder / f"{layout}.png").write_bytes(stage_png(stage_over(layout)))
            own, its, clean = [], [], []
            for _ in range(ROUNDS):
                own.append(_ours(folder, layout, tables, recordings, FRAMES))
                if ffmpeg:
                    its.append(ffmpeg_seconds(ffmpeg, folder, layout, tables, recordings, FRAMES))
                clean.append(_ours(folder, layout, tables, recordings, FRAMES, clean=True))
            said = f"  {layout}: {_ms(own)} ms a frame, with the clean split {_ms(clean)}"
            if its:
                said += f"; ffmpeg {_ms(its)}: {median(its) / median(own):.2f} times as fast"
            print(said, flush=True)
        for seconds in LENGTHS:
            most = _memory(folder, recordings, int(seconds * RATE))
            print(f"  memory, six-up for {seconds} s: {most:.0f} MB at most", flush=True)


def _ms(seconds: list[float]) -> str:
    return f"{1000 * median(seconds) / FRAMES:.1f}"


def _ours(
    folder: Path,
    layout: str,
    tables: list[str],
    recordings: Mapping[str, TableRecording],
    frames: int,
    *,
    clean: bool = False,
) -> float:
    """Seconds of processor time."""
    before = sum(os.times()[:2])
    out = RenderFiles(folder / "own.mp4", folder / "clean.mp4" if clean else None)
    render(
        split(layout, tables, frames), recordings, lambda _: stage_over(layout), out,
        lambda _done, _all: None, lambda: False,
    )  # fmt: skip
    return sum(os.times()[:2]) - before


def _memory(folder: Path, recordings: Mapping[str, TableRecording], frames: int) -> float:
    """The most megabytes that a process of its own took."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_most, (folder, dict(recordings), frames))


def _most(folder: Path, recordings: dict[str, TableRecording], frames: int) -> float:
    _ours(folder, "six-up", tables_of("six-up", recordings), recordings, frames)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
