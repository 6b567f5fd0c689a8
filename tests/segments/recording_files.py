"""Tiny real recordings, as cameras and recorders write them; a picture's grey is its number."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import numpy.typing as npt

PAL, NTSC = Fraction(25), Fraction(30000, 1001)
FRAGMENTED = {"movflags": "frag_keyframe+empty_moov"}


@dataclass(frozen=True)
class Camera:
    """What a recorder is set to. ``times``: of the pictures in milliseconds, where the rate
    varies. ``heard``: 48,000 samples a second, within -1 to 1; without it there is silence.
    ``noise``: over the grey, so that every picture takes room in the file."""

    rate: Fraction = PAL
    frames: int = 20
    size: tuple[int, int] = (64, 36)
    timecode: str = ""
    sound: bool = True
    codec: str = "libx264"
    options: dict[str, str] = field(default_factory=dict)
    times: Sequence[int] = ()
    interlaced: bool = False
    heard: npt.NDArray[np.float64] | None = None
    noise: bool = False


@contextmanager
def recording(path: Path, camera: Camera, container: str | None = None) -> Iterator[Recorder]:
    """A recording that is still written; it is closed at the end."""
    options = {**camera.options, "flush_packets": "1"}
    with av.open(path, "w", format=container, options=options) as output:
        yield Recorder(output, camera)


class Recorder:
    """Writes pictures into an open recording."""

    def __init__(self, output: Any, camera: Camera) -> None:
        self.output, self.camera, self.written = output, camera, 0
        mxf = output.format.name == "mxf"
        self.video = output.add_stream(camera.codec, rate=camera.rate)
        self.video.width, self.video.height = camera.size
        self.video.pix_fmt = "yuv422p" if mxf else "yuv420p"
        fast = {"preset": "ultrafast", "tune": "zerolatency", "g": "5"}
        self.video.options = {"g": "5", "b": "2000000"} if mxf else fast
        if camera.interlaced:
            self.video.options = {**self.video.options, "x264-params": "tff=1"}
        if camera.times:
            self.video.codec_context.time_base = Fraction(1, 1000)
        if camera.timecode:
            self.video.metadata["timecode"] = camera.timecode
        self.audio = None
        if camera.sound:
            self.audio = output.add_stream("pcm_s16le" if mxf else "aac", rate=48000)
            self.audio.layout = "mono"

    def write(self, frames: int) -> None:
        width, height = self.camera.size
        for number in range(self.written, self.written + frames):
            grey = np.full((height, width), 16 + number % 200, np.uint8)
            if self.camera.noise:
                grey += np.random.default_rng(number).integers(0, 40, grey.shape, np.uint8)
            picture = av.VideoFrame.from_ndarray(grey, format="gray").reformat(
                format=self.video.pix_fmt
            )
            picture.time_base = 1 / self.camera.rate
            picture.pts = number
            if self.camera.times:
                picture.time_base, picture.pts = Fraction(1, 1000), self.camera.times[number]
            self.output.mux(self.video.encode(picture))
            if self.audio is not None:
                self._sound(number)
        self.written += frames

    def _sound(self, number: int) -> None:
        assert self.audio is not None
        first, last = (int(48000 * each / self.camera.rate) for each in (number, number + 1))
        form = self.audio.codec_context.format.name
        kind = np.float32 if form == "fltp" else np.int16
        samples = np.zeros((1, last - first), kind)
        if self.camera.heard is not None:
            samples[0] = self.camera.heard[first:last]
        frame = av.AudioFrame.from_ndarray(samples, format=form, layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = 48000, first, Fraction(1, 48000)
        self.output.mux(self.audio.encode(frame))

    def finish(self) -> None:
        self.output.mux(self.video.encode(None))
        if self.audio is not None:
            self.output.mux(self.audio.encode(None))


def record(path: Path, camera: Camera, container: str | None = None) -> Path:
    """A whole recording, closed."""
    with recording(path, camera, container) as recorder:
        recorder.write(camera.frames)
        recorder.finish()
    return path


def say_drop_frame(path: Path) -> None:
    """Sets the flag of drop frame in the timecode track, as some phones do at 24 and 30."""
    content = bytearray(path.read_bytes())
    entry = content.rindex(b"tmcd")
    assert content[entry - 8 : entry - 4] == b"\0\0\0\1", "the entry of a sample description"
    content[entry + 19] |= 1
    path.write_bytes(content)


def turn_clockwise(path: Path) -> None:
    """Says in the first track's header that its pictures are to be turned by 90 degrees."""
    content = bytearray(path.read_bytes())
    matrix = content.index(b"tkhd") + 44
    assert struct.unpack_from(">9i", content, matrix)[:2] == (0x10000, 0)
    struct.pack_into(">9i", content, matrix, 0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000)
    path.write_bytes(content)
