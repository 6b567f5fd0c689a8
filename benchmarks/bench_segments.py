"""Segments against the ffmpeg command line: two, four and six tables of 1080p25 as one programme.

Both decode the same recordings, scale them by area, lay one picture of graphics over them and
encode with the same settings of x264, in turn. Processor time counts: wall time depends on what
else runs. ffmpeg is not asked for the clean split, which costs one more encoding.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from statistics import median

import av
import cv2
import numpy as np

from overlay.raster import stage_png
from overlay.stage import Box, Stage
from producer.segments.compositor.render import RenderFiles, render
from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.timeline import GraphicSpan, Side, SideShot, Timeline
from producer.stages.catalogue import layouts
from producer.stages.gallery import SAMPLES, sample
from producer.stages.moment import BEFORE

QUICK = "--quick" in sys.argv
FRAMES = 100 if QUICK else 250
ROUNDS = 1 if QUICK else 3
RATE = Fraction(25)
SIZE = 1920, 1080
LAYOUTS = {"two-up": "two-up", "four-up": "four", "six-up": "six"}
"""The sample that is laid over each layout, by the beginning of its name."""

X264 = ("-preset", "veryfast", "-crf", "20", "-profile:v", "high", "-g", "25", "-sc_threshold", "0")


def main() -> None:
    """Prints milliseconds of processor time a frame; says so where there is no ffmpeg."""
    ffmpeg = shutil.which("ffmpeg")
    if ffmpeg is None:
        print("  ffmpeg is not installed: only Duplicast is measured")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        recordings = {str(n): _recording(folder, n) for n in range(1, 7)}
        for layout in LAYOUTS:
            tables = list(recordings)[: len(layouts()[layout].pictures)]
            # Drawn for both before either is measured.
            (folder / f"{layout}.png").write_bytes(stage_png(_stage(layout)))
            own, its, clean = [], [], []
            for _ in range(ROUNDS):
                own.append(_ours(folder, layout, tables, recordings, clean=False))
                if ffmpeg:
                    its.append(_ffmpeg(ffmpeg, folder, layout, tables, recordings))
                clean.append(_ours(folder, layout, tables, recordings, clean=True))
            said = f"  {layout}: {_ms(own)} ms a frame, with the clean split {_ms(clean)}"
            if its:
                said += f"; ffmpeg {_ms(its)}: {median(its) / median(own):.2f} times as fast"
            print(said, flush=True)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  memory: {most:.0f} MB at most")


def _ms(seconds: list[float]) -> str:
    return f"{1000 * median(seconds) / FRAMES:.1f}"


def _ours(
    folder: Path,
    layout: str,
    tables: list[str],
    recordings: dict[str, TableRecording],
    *,
    clean: bool,
) -> float:
    """Seconds of processor time."""
    before = sum(os.times()[:2])
    out = RenderFiles(folder / "own.mp4", folder / "clean.mp4" if clean else None)
    render(
        _timeline(layout, tables), recordings, lambda _: _stage(layout), out,
        lambda _done, _all: None, lambda: False,
    )  # fmt: skip
    return sum(os.times()[:2]) - before


def _timeline(layout: str, tables: list[str]) -> Timeline:
    shots = (SideShot(0, FRAMES, "play", Fraction(0)),)
    graphic = "two-up" if layout == "two-up" else "split"
    graphics = (GraphicSpan(0, FRAMES, graphic, tuple(tables), BEFORE),)
    sides = tuple(Side(table, shots) for table in tables)
    return Timeline(layout, RATE, FRAMES, *SIZE, sides, graphics, ())


def _stage(layout: str) -> Stage:
    name = next(name for name in SAMPLES if name.startswith(LAYOUTS[layout]))
    return sample(name).stage


def _ffmpeg(
    ffmpeg: str,
    folder: Path,
    layout: str,
    tables: list[str],
    recordings: dict[str, TableRecording],
) -> float:
    """Seconds of processor time of the command."""
    picture = folder / f"{layout}.png"
    inputs = [x for table in tables for x in ("-i", str(recordings[table].files[0].path))]
    command = [
        ffmpeg, "-v", "error", "-y", *inputs, "-loop", "1", "-i", str(picture),
        "-filter_complex", ";".join(_filters(layout, len(tables))), "-map", "[out]",
        "-frames:v", str(FRAMES), "-c:v", "libx264", *X264, "-pix_fmt", "yuv420p",
        "-movflags", "+faststart", str(folder / "its.mp4"),
    ]  # fmt: skip
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _filters(layout: str, count: int) -> Iterator[str]:
    """Each picture covers its box, then all on one frame, then the graphics."""
    boxes = [_inside(box) for box in layouts()[layout].pictures]
    for n, (full, box) in enumerate(boxes):
        yield (
            f"[{n}:v]scale={full.width}:{full.height}:force_original_aspect_ratio=increase:"
            f"flags=area,crop={box.width}:{box.height}:(iw-ow)/2:0[p{n}]"
        )
    names = "".join(f"[p{n}]" for n in range(count))
    places = "|".join(f"{box.x}_{box.y}" for _, box in boxes)
    yield f"{names}xstack=inputs={count}:layout={places}:fill=black[all]"
    yield f"[all]pad={SIZE[0]}:{SIZE[1]}[full];[full][{count}:v]overlay=0:0[out]"


def _inside(box: Box) -> tuple[Box, Box]:
    """The box with even edges, and what of it is on the frame."""
    even = Box(box.x // 2 * 2, box.y // 2 * 2, box.width // 2 * 2, box.height // 2 * 2)
    return even, Box(even.x, even.y, even.width, min(even.height, SIZE[1] - even.y))


def _recording(folder: Path, number: int) -> TableRecording:
    """A moving picture with noise at 20 Mb/s."""
    path, noise = folder / f"{number}.mp4", np.random.default_rng(number)
    grain = noise.integers(0, 24, (SIZE[1], SIZE[0] + 64), np.uint8)
    ground = cv2.resize(noise.integers(60, 180, (9, 16), np.uint8), SIZE)
    options = {"preset": "ultrafast", "b": "20000000", "g": "25"}
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=RATE, options=options)
        stream.width, stream.height, stream.pix_fmt = *SIZE, "yuv420p"
        for index in range(FRAMES):
            shift = index * 7 % 64
            luma = cv2.add(ground, grain[:, shift : shift + SIZE[0]])
            cv2.circle(luma, (300 + 5 * index, 500), 200, (230,), -1)
            frame = av.VideoFrame(*SIZE, "yuv420p")
            values = (luma, np.full_like(luma, 120), np.full_like(luma, 134))
            for plane, value in zip(frame.planes, values, strict=True):
                rows = np.asarray(memoryview(plane), np.uint8).reshape(-1, plane.line_size)
                rows[:, : plane.width] = value[: plane.height, : plane.width]
            frame.pts, frame.time_base = index, 1 / RATE
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    length = FRAMES / RATE
    file = RecordedFile(path, Fraction(0), length, RATE, *SIZE, sound=False)
    return TableRecording(str(number), (file,))


if __name__ == "__main__":
    main()
