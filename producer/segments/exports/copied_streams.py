"""The streams of a copy: pictures as packets or encoded again, and sound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import av
from av.audio.stream import AudioStream
from av.container import OutputContainer
from av.filter import Graph
from av.packet import Packet
from av.video.codeccontext import VideoCodecContext
from av.video.frame import PictureType, VideoFrame
from av.video.stream import VideoStream

from producer.segments.exports.edits import first_timecode, nearest
from producer.segments.exports.packed_files import PackedFile
from producer.segments.recordings.placed import RecordedFile
from producer.segments.timecode import timecode_of

FORMATS = {"yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le"}
"""In which pictures are encoded as they are; others become the first."""

QUALITY = {"crf": "14", "preset": "veryfast"}

LAST = Fraction(1)
"""How long the last picture is shown where the rate varies, in seconds."""

_BOTTOM_FIRST = (3, 5)

_TURNS: dict[int, tuple[tuple[str, str], ...]] = {
    90: (("transpose", "clock"),),
    180: (("hflip", ""), ("vflip", "")),
    270: (("transpose", "cclock"),),
}


@dataclass(frozen=True, slots=True)
class CopyClock:
    """Counts the frames of a file, ``rate`` a second, from its first."""

    file: RecordedFile
    rate: Fraction

    def frame(self, seconds: Fraction) -> int:
        """Which frame is nearest to a time in seconds from pts 0."""
        return nearest((seconds - self.file.first) * self.rate)

    def seconds(self, frame: int) -> Fraction:
        """From pts 0."""
        return self.file.first + frame / self.rate


class CopiedPictures:
    """Packets as they are, with new times."""

    def __init__(
        self,
        source: VideoStream,
        output: OutputContainer,
        part: PackedFile,
        frames: Sequence[int],
        clock: CopyClock,
    ) -> None:
        """``frames``: of the packets, in decoding order."""
        self._stream = output.add_stream_from_template(source)
        self._stream.time_base = 1 / clock.rate
        _say_timecode(self._stream, part, clock.rate)
        self._part, self._clock = part, clock
        shown = sorted(frames)
        # Decoding times of their own: left out packets would leave gaps in the old ones.
        delay = max(at - frame for at, frame in zip(shown, frames, strict=True))
        self._decoded = iter([at - delay - part.first for at in shown])
        self._wanted = iter(frames)
        self._next = next(self._wanted, None)

    @property
    def complete(self) -> bool:
        """Whether all its packets have come."""
        return self._next is None

    def packets(self, packet: Packet[Any]) -> Iterator[Packet[Any]]:
        if packet.pts is None or self._next is None:
            return
        frame = self._clock.frame(packet.pts * packet.time_base)
        if frame != self._next or (frame == self._part.first and not packet.is_keyframe):
            return
        self._next = next(self._wanted, None)
        packet.time_base = 1 / self._clock.rate
        packet.pts, packet.dts = frame - self._part.first, next(self._decoded)
        packet.duration = 1
        packet.stream = self._stream
        yield packet


class EncodedPictures:
    """Pictures encoded again as H.264: those nearest to the times of the part's frames, upright."""

    def __init__(
        self, source: VideoStream, output: OutputContainer, part: PackedFile, clock: CopyClock
    ) -> None:
        context = source.codec_context
        options = dict(QUALITY)
        if part.file.interlaced:
            first = "bff=1" if context.field_order in _BOTTOM_FIRST else "tff=1"
            options["x264-params"] = first
        self._stream = output.add_stream("libx264", rate=clock.rate, options=options)
        turned = part.file.turned % 360
        size = (context.width, context.height)
        self._stream.width, self._stream.height = size[::-1] if turned in {90, 270} else size
        wanted = context.pix_fmt or ""
        self._format = wanted if wanted in FORMATS else "yuv420p"
        self._stream.pix_fmt = self._format
        _same_colours(context, self._stream.codec_context)
        _say_timecode(self._stream, part, clock.rate)
        self._turned = turned
        self._turn: Graph | None = None
        self._part, self._clock = part, clock
        self._frame = part.first
        self._now: VideoFrame | None = None
        self._now_at = Fraction(0)

    @property
    def complete(self) -> bool:
        """Whether all its frames have been encoded."""
        return self._frame == self._part.end

    def packets(self, packet: Packet[Any]) -> Iterator[Packet[Any]]:
        try:
            decoded = packet.decode()
        except av.InvalidDataError:
            # A file that is still written may end within a packet.
            return
        for frame in decoded:
            if frame.pts is not None and frame.time_base is not None:
                yield from self._until(frame, frame.pts * frame.time_base)

    def last_packets(self) -> Iterator[Packet[Any]]:
        """After the last packet of the recording: its last picture stands for a moment."""
        yield from self._until(None, self._now_at + (LAST if self._part.file.rate is None else 0))
        yield from self._stream.encode(None)

    def _until(self, following: VideoFrame | None, seconds: Fraction) -> Iterator[Packet[Any]]:
        """Encodes the frames to whose times the picture at hand is nearer than the following one,
        which is at ``seconds``; without one, those up to ``seconds``."""
        while self._now is not None and self._frame < self._part.end:
            at = self._clock.seconds(self._frame)
            late = at > seconds if following is None else seconds - at < at - self._now_at
            if late:
                break
            picture = self._upright(self._now)
            picture.pts = self._frame - self._part.first
            picture.time_base = 1 / self._clock.rate
            # Otherwise the old key frames would be key frames again.
            picture.pict_type = PictureType.NONE
            yield from self._stream.encode(picture)
            self._frame += 1
        self._now, self._now_at = following, seconds

    def _upright(self, frame: VideoFrame) -> VideoFrame:
        picture = frame.reformat(format=self._format)
        if self._turned not in _TURNS:
            return picture
        if self._turn is None:
            self._turn = _turning(picture, _TURNS[self._turned])
        self._turn.vpush(picture)
        return self._turn.vpull()


class CopiedSound:
    """Packets of sound that begin between two times."""

    def __init__(
        self,
        source: AudioStream,
        output: OutputContainer,
        start: Fraction,
        between: tuple[Fraction, Fraction],
        last: Fraction | None,
    ) -> None:
        """``start``: seconds from pts 0 at which the copy begins. ``between``: those at which a
        packet may begin. ``last``: nothing of what is heard from then on is copied."""
        self._stream = output.add_stream_from_template(source)
        self._start, self._between, self._last = start, between, last

    def packets(self, packet: Packet[Any]) -> Iterator[Packet[Any]]:
        if packet.pts is None:
            return
        base = packet.time_base
        first = packet.pts * base
        # A packet of AAC has traces of the sound that comes after it, for as long as itself.
        ends = first + 2 * (packet.duration or 0) * base
        if not self._between[0] <= first < self._between[1]:
            return
        if self._last is not None and ends > self._last:
            return
        packet.pts = packet.dts = nearest((first - self._start) / base)
        packet.stream = self._stream
        yield packet


def _turning(picture: VideoFrame, steps: Sequence[tuple[str, str]]) -> Graph:
    graph = Graph()
    nodes = [
        graph.add_buffer(
            width=picture.width,
            height=picture.height,
            format=picture.format,
            time_base=picture.time_base,
        ),
        *(graph.add(name, options or None) for name, options in steps),
        graph.add("buffersink"),
    ]
    graph.link_nodes(*nodes).configure()
    return graph


def _say_timecode(stream: VideoStream, part: PackedFile, rate: Fraction) -> None:
    begins, drop = first_timecode(part.file, rate)
    stream.metadata["timecode"] = timecode_of(begins + part.first, rate, drop)


def _same_colours(source: VideoCodecContext, copy: VideoCodecContext) -> None:
    copy.color_primaries = source.color_primaries
    copy.color_trc = source.color_trc
    copy.colorspace = source.colorspace
    copy.color_range = source.color_range
    if source.sample_aspect_ratio:
        copy.sample_aspect_ratio = source.sample_aspect_ratio
