"""The H.264 files of a segment."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, Self

import av

from producer.segments.compositor.loudness import audio_frame
from producer.segments.compositor.planes import FORMAT
from producer.segments.compositor.sound import RATE, Samples
from producer.segments.timecode import timecode_of
from producer.segments.timeline import Timeline

BT709, LIMITED = 1, 1

FAST, FASTER = "veryfast", "superfast"
"""Presets of x264: the second takes two thirds of the time for a file that is half as large again
and looks the same."""

_X264 = {"crf": "20", "profile": "high", "sc_threshold": "0"}
_AAC = 256_000
TIMESCALE = "240000"
"""Ticks a second in which durations are exact at all rates and for samples; usual are 1,000."""


class RenderCancelled(Exception):
    """The rendering was cancelled; nothing was written."""


class OutputFile(Protocol):
    """A file of pictures and sound that is being written."""

    def add_picture(self, frame: av.VideoFrame) -> None: ...

    def add_sound(self, samples: Samples) -> None: ...

    def finish(self) -> None: ...

    def close(self) -> None: ...


class ProgrammeFile:
    """An MP4 that is being written: H.264 with a key frame each second, the timecode of its first
    frame, and stereo AAC."""

    def __init__(self, path: Path, timeline: Timeline, preset: str = FAST) -> None:
        """Raises TimecodeRefused for a rate without timecode."""
        rate = timeline.rate
        timecode = timecode_of(timeline.first_timecode, rate, timeline.drop_frame)
        options = {"movflags": "+faststart+write_colr", "movie_timescale": TIMESCALE}
        self._container = av.open(str(path), "w", format="mp4", options=options)
        self._base = 1 / rate
        picture = self._container.add_stream(
            "libx264", rate=rate, options=_X264 | {"preset": preset}
        )
        picture.width, picture.height, picture.pix_fmt = timeline.width, timeline.height, FORMAT
        picture.time_base = self._base
        context = picture.codec_context
        context.gop_size = round(rate)
        context.color_primaries = context.color_trc = context.colorspace = BT709
        context.color_range = LIMITED
        picture.metadata["timecode"] = timecode
        self._picture = picture
        self._sound = self._container.add_stream("aac", rate=RATE, layout="stereo")
        self._sound.bit_rate = _AAC
        self._frames = self._samples = 0

    def add_picture(self, frame: av.VideoFrame) -> None:
        """The next frame; the encoder keeps it."""
        frame.pts, frame.time_base = self._frames, self._base
        self._frames += 1
        self._container.mux(self._picture.encode(frame))

    def add_sound(self, samples: Samples) -> None:
        """The next samples."""
        if len(samples):
            self._container.mux(self._sound.encode(audio_frame(samples, self._samples)))
            self._samples += len(samples)

    def finish(self) -> None:
        """Writes what the encoders still have, and the index."""
        for stream in (self._picture, self._sound):
            self._container.mux(stream.encode(None))
        self._container.close()

    def close(self) -> None:
        self._container.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
