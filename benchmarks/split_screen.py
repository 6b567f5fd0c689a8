"""What the benchmarks of segments share: recordings, a split screen, and ffmpeg making the same."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np

from overlay.stage import Box, Stage
from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.timeline import GraphicSpan, Side, SideShot, SoundSpan, Timeline
from producer.stages.catalogue import layouts
from producer.stages.gallery import SAMPLES, sample
from producer.stages.moment import BEFORE

RATE = Fraction(25)
SIZE = 1920, 1080
LAYOUTS = {"two-up": "two-up", "four-up": "four", "six-up": "six"}
"""The sample that is laid over each layout, by the beginning of its name."""

X264 = ("-preset", "veryfast", "-crf", "20", "-profile:v", "high", "-g", "25", "-sc_threshold", "0")

GROUND = 100
"""Different pictures in a recording; they come again."""


def stage_over(layout: str) -> Stage:
    name = next(name for name in SAMPLES if name.startswith(LAYOUTS[layout]))
    return sample(name).stage


def split(layout: str, tables: list[str], frames: int) -> Timeline:
    """All tables all the time with one graphic; the first one is heard."""
    shots = (SideShot(0, frames, "play", Fraction(0)),)
    graphic = "two-up" if layout == "two-up" else "split"
    graphics = (GraphicSpan(0, frames, graphic, tuple(tables), BEFORE),)
    sides = tuple(Side(table, shots) for table in tables)
    sound = (SoundSpan(tables[0], 0, frames),)
    return Timeline(layout, RATE, frames, *SIZE, sides, graphics, (), sound=sound)


def tables_of(layout: str, recordings: Mapping[str, TableRecording]) -> list[str]:
    return list(recordings)[: len(layouts()[layout].pictures)]


def ffmpeg_seconds(
    ffmpeg: str,
    folder: Path,
    layout: str,
    tables: list[str],
    recordings: Mapping[str, TableRecording],
    frames: int,
) -> float:
    """Seconds of processor time of ffmpeg making the programme, with ``folder/LAYOUT.png`` over
    it."""
    picture = folder / f"{layout}.png"
    inputs = [x for table in tables for x in ("-i", str(recordings[table].files[0].path))]
    command = [
        ffmpeg, "-v", "error", "-y", *inputs, "-loop", "1", "-i", str(picture),
        "-filter_complex", ";".join(_filters(layout, len(tables))), "-map", "[out]", "-map", "0:a",
        "-frames:v", str(frames), "-c:v", "libx264", *X264, "-pix_fmt", "yuv420p",
        "-c:a", "aac", "-b:a", "256k", "-t", str(float(frames / RATE)),
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


def table_recording(folder: Path, number: int, frames: int) -> TableRecording:
    """A moving picture with noise at 20 Mb/s, and a soft noise to hear. After ``GROUND`` pictures
    the same ones are muxed again, which takes no time."""
    path = folder / f"{number}.mp4"
    options = {"preset": "ultrafast", "b": "20000000", "g": "25", "bf": "0"}
    lots = np.random.default_rng(number)
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=RATE, options=options)
        stream.width, stream.height, stream.pix_fmt = *SIZE, "yuv420p"
        stream.time_base = 1 / RATE
        heard = container.add_stream("aac", rate=48_000, layout="stereo")
        packets = []
        for frame in _pictures(lots, min(frames, GROUND)):
            packets += [(bytes(each), each.is_keyframe) for each in stream.encode(frame)]
        packets += [(bytes(each), each.is_keyframe) for each in stream.encode(None)]
        for place in range(frames):
            content, key = packets[place % len(packets)]
            packet = av.Packet(content)
            packet.stream, packet.time_base, packet.is_keyframe = stream, 1 / RATE, key
            packet.pts = packet.dts = place
            packet.duration = 1
            container.mux(packet)
        for place in range(0, int(frames * 48_000 / RATE), 1024):
            noise = lots.normal(0, 0.02, (1, 2048)).astype(np.float32)
            sound = av.AudioFrame.from_ndarray(noise, format="flt", layout="stereo")
            sound.sample_rate, sound.pts, sound.time_base = 48_000, place, Fraction(1, 48_000)
            container.mux(heard.encode(sound))
        container.mux(heard.encode(None))
    file = RecordedFile(path, Fraction(0), frames / RATE, RATE, *SIZE, sound=True)
    return TableRecording(str(number), (file,))


def _pictures(lots: np.random.Generator, frames: int) -> Iterator[av.VideoFrame]:
    grain = lots.integers(0, 24, (SIZE[1], SIZE[0] + 64), np.uint8)
    ground = cv2.resize(lots.integers(60, 180, (9, 16), np.uint8), SIZE)
    for index in range(frames):
        shift = index * 7 % 64
        luma = cv2.add(ground, grain[:, shift : shift + SIZE[0]])
        cv2.circle(luma, (300 + 5 * index, 500), 200, (230,), -1)
        frame = av.VideoFrame(*SIZE, "yuv420p")
        colour = np.full((SIZE[1] // 2, SIZE[0] // 2), 120, np.uint8)
        for plane, value in zip(frame.planes, (luma, colour, colour + 14), strict=True):
            rows = np.asarray(memoryview(plane), np.uint8).reshape(-1, plane.line_size)
            rows[:, : plane.width] = value
        frame.pts, frame.time_base = index, 1 / RATE
        yield frame
