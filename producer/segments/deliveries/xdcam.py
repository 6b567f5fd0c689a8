"""XDCAM HD422 in MXF, progressive or in fields: what stations take in."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.audio.stream import AudioStream
from av.container import OutputContainer
from av.video.stream import VideoStream

from producer.segments.compositor.encode import BT709, LIMITED
from producer.segments.compositor.sound import RATE, Samples, sample_of
from producer.segments.deliveries.fields import FORMAT, woven
from producer.segments.deliveries.pcm import mono_frame, pcm_of
from producer.segments.timecode import timecode_of
from producer.segments.timeline import Timeline

CHANNELS = 8
"""The first two are the programme's left and right, the others are silent."""

_BITS = 50_000_000
_BUFFER = "17825792"
_FIELDS = "+ildct+ilme"
_SLOWEST_OF_TWO = 30
"""Frames a second above which two frames of the segment make one of the file."""


class XdcamFile:
    """An MXF (generic OP1a) that is being written: constant 50 Mb/s, closed groups, the timecode of
    its first frame in the file and in the pictures.

    In fields, a segment of 50 or 59.94 frames a second gives two pictures a frame, the earlier one
    in the top field; of a slower one both fields are the same picture.
    """

    def __init__(self, path: Path, timeline: Timeline, *, fields: bool) -> None:
        """Raises TimecodeRefused for a rate without timecode."""
        self._weaves = fields and timeline.rate > _SLOWEST_OF_TWO
        rate = timeline.rate / 2 if self._weaves else timeline.rate
        first = timeline.first_timecode // (2 if self._weaves else 1)
        self._rate, self._base, self._fields = rate, 1 / rate, fields
        self._container = av.open(str(path), "w", format="mxf")
        timecode = timecode_of(first, rate, timeline.drop_frame)
        options = _options(timecode, rate, fields=fields)
        picture = self._container.add_stream("mpeg2video", rate=rate, options=options)
        assert isinstance(picture, VideoStream)
        picture.width, picture.height, picture.pix_fmt = timeline.width, timeline.height, FORMAT
        picture.time_base = self._base
        context = picture.codec_context
        context.bit_rate = _BITS
        context.color_primaries = context.color_trc = context.colorspace = BT709
        context.color_range = LIMITED
        picture.metadata["timecode"] = timecode
        self._picture = picture
        self._sounds = [_channel(self._container) for _ in range(CHANNELS)]
        self._marked = _top_first(timeline.width, timeline.height, self._base) if fields else None
        self._waiting: av.VideoFrame | None = None
        self._frames = self._samples = 0

    def add_picture(self, frame: av.VideoFrame) -> None:
        """The next frame of the segment; it is kept until its frame is whole."""
        if not self._weaves:
            self._write(frame.reformat(format=FORMAT))
        elif self._waiting is None:
            self._waiting = frame
        else:
            self._write(woven(self._waiting, frame))
            self._waiting = None

    def _write(self, frame: av.VideoFrame) -> None:
        frame.pts, frame.time_base = self._frames, self._base
        self._frames += 1
        if self._marked is not None:
            self._marked.vpush(frame)
            frame = self._marked.vpull()
        self._container.mux(self._picture.encode(frame))

    def add_sound(self, samples: Samples) -> None:
        """The next samples."""
        if not len(samples):
            return
        pcm = pcm_of(samples)
        silent = np.zeros(len(pcm), np.int32)
        for channel, stream in enumerate(self._sounds):
            one = pcm[:, channel] if channel < pcm.shape[1] else silent
            self._container.mux(stream.encode(mono_frame(one, self._samples)))
        self._samples += len(pcm)

    def finish(self) -> None:
        """Writes what the encoders still have, and the index. A last picture without a second one
        is both fields."""
        if self._waiting is not None:
            self._write(woven(self._waiting, self._waiting))
            self._waiting = None
            missing = sample_of(self._frames, self._rate) - self._samples
            self.add_sound(np.zeros((missing, 2), np.float32))
        self._container.mux(self._picture.encode(None))
        for sound in self._sounds:
            self._container.mux(sound.encode(None))
        self._container.close()

    def close(self) -> None:
        self._container.close()


def _channel(container: OutputContainer) -> AudioStream:
    stream = container.add_stream("pcm_s24le", rate=RATE, layout="mono")
    assert isinstance(stream, AudioStream)
    return stream


def _options(timecode: str, rate: Fraction, *, fields: bool) -> dict[str, str]:
    own = {"flags": f"{_FIELDS}+cgop", "field_order": "tt"} if fields else {"flags": "+cgop"}
    return own | {
        "profile": "0",
        "level": "2",
        "b": str(_BITS),
        "minrate": str(_BITS),
        "maxrate": str(_BITS),
        "bufsize": _BUFFER,
        "rc_init_occupancy": _BUFFER,
        "g": "15" if rate > 25 else "12",
        "bf": "2",
        "gop_timecode": timecode,
        "non_linear_quant": "1",
        "intra_vlc": "1",
        "qmin": "1",
        "qmax": "12",
        "sc_threshold": "1000000000",
    }


def _top_first(width: int, height: int, base: Fraction) -> av.filter.Graph:
    """Marks frames as two fields, the upper one first: a frame's own mark cannot be written."""
    graph = av.filter.Graph()
    form = av.VideoFormat(FORMAT, width, height)
    source = graph.add_buffer(width=width, height=height, format=form, time_base=base)
    graph.link_nodes(source, graph.add("setfield", "tff"), graph.add("buffersink")).configure()
    return graph
