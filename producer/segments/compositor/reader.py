"""The frame of a table's recording that is nearest to a time."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Self

import av
from av.error import FFmpegError
from av.video.reformatter import ColorRange, Colorspace

from producer.segments.compositor.planes import FORMAT
from producer.segments.recordings.damage import decoded, warn
from producer.segments.recordings.placed import RecordedFile, TableRecording

AHEAD = Fraction(1, 40)
"""Seconds by which a frame may be shown early where it is the nearest. With a rate that varies a
frame may stand for long, and half of that would be too early."""

FORWARD = Fraction(2)
"""Seconds that are decoded rather than sought across."""

LOST = Fraction(2)
"""Seconds without a frame after which a recording counts as damaged."""

LONGEST_GROUP = Fraction(60)
"""Seconds that are gone back at most to find a key frame."""

_BT601 = (5, 6)
_SD_LINES = 576


class BadRecording(Exception):
    """A recording that cannot be read; the message names it, says why and what to do."""

    def __init__(self, table: str, path: Path, reason: str) -> None:
        super().__init__(
            f"table {table}: {path}: {reason}. Replace the file, or leave the table's recording "
            "out to have it drawn"
        )


class FrameReader:
    """Reads one table's recording; positions that go forward are read fastest."""

    def __init__(self, recording: TableRecording, *, smooth: bool) -> None:
        """``smooth``: makes a frame of each field of interlaced recordings."""
        self._recording, self._smooth = recording, smooth
        self._open: _FileReader | None = None

    def frame_at(self, at: Fraction) -> av.VideoFrame | None:
        """The frame nearest to the time ``at`` by the house clock; ``None`` where nothing was
        recorded. The same frame is the same object. Raises BadRecording."""
        found = self._recording.locate(at)
        if found is None:
            return None
        file, position = found
        try:
            if self._open is None or self._open.file != file:
                self.close()
                self._open = _FileReader(self._recording.table, file, smooth=self._smooth)
            return self._open.nearest(position)
        except FFmpegError as error:
            raise BadRecording(self._recording.table, file.path, _reason(error)) from error

    @property
    def turned(self) -> int:
        """Degrees clockwise by which the frames of the open file must be turned."""
        return self._open.file.turned if self._open else 0

    @property
    def aspect(self) -> float:
        """How wide a pixel of the open file is for its height, as it is turned."""
        return self._open.aspect if self._open else 1.0

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
        self._open = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _FileReader:
    """An open file, and the two frames between which the wanted position lies."""

    def __init__(self, table: str, file: RecordedFile, *, smooth: bool) -> None:
        self.file, self._table, self._smooth = file, table, smooth
        self._container = av.open(str(file.path), metadata_errors="replace")
        if not self._container.streams.video:
            self._container.close()
            raise BadRecording(table, file.path, "it has no picture")
        self._stream = self._container.streams.video[0]
        self._stream.codec_context.thread_count = 1  # so that damage is heard of
        ratio = float(self._stream.sample_aspect_ratio or 1)
        self.aspect = 1 / ratio if file.turned % 180 else ratio
        self._frames: Iterator[av.VideoFrame] | None = None
        self._now: av.VideoFrame | None = None
        self._next: av.VideoFrame | None = None

    def nearest(self, position: Fraction) -> av.VideoFrame:
        now = self._now
        if now is None or not _time(now) - AHEAD <= position <= _time(now) + FORWARD:
            now = self._seek(position)
        while self._next is not None and _is_nearer(self._next, now, position):
            now, self._next = self._next, self._following()
        self._now = now
        if self._next is None and position > _time(now) + LOST:
            raise BadRecording(
                self._table, self.file.path, f"no frame within {LOST} s of {float(position):.2f} s"
            )
        return now

    def _seek(self, position: Fraction) -> av.VideoFrame:
        """The first frame decoded, not after the position unless the file begins there: frames
        just before an open group's key frame are missed by seeking to them."""
        assert self._stream.time_base is not None
        earlier = Fraction(0)
        while True:
            target = position - earlier
            self._container.seek(
                int(target / self._stream.time_base), stream=self._stream, backward=True
            )
            self._frames = self._decoded()
            first = self._following()
            at_start = target < 0 or earlier > LONGEST_GROUP
            if first is not None and (at_start or _time(first) <= position):
                break
            if at_start:
                raise BadRecording(self._table, self.file.path, "no frame in it can be decoded")
            earlier = 2 * earlier + 1
        self._next = self._following()
        return first

    def _following(self) -> av.VideoFrame | None:
        return next(self._frames, None) if self._frames else None

    def _decoded(self) -> Iterator[av.VideoFrame]:
        frames = self._readable()
        if not self.file.interlaced:
            return frames
        return deinterlaced(frames, self._stream, smooth=self._smooth)

    def _readable(self) -> Iterator[av.VideoFrame]:
        for frame in decoded(self._container, (self._stream,), self._damaged):
            if isinstance(frame, av.VideoFrame) and frame.pts is not None:
                yield frame

    def _damaged(self, position: Fraction) -> None:
        warn(self._table, self.file, position)

    def close(self) -> None:
        self._now = self._next = self._frames = None
        self._container.close()


def _time(frame: av.VideoFrame) -> Fraction:
    assert frame.pts is not None
    assert frame.time_base is not None
    return frame.pts * frame.time_base


def _is_nearer(later: av.VideoFrame, now: av.VideoFrame, position: Fraction) -> bool:
    early = _time(later) - position
    return early <= 0 or (early <= AHEAD and early < position - _time(now))


def deinterlaced(
    frames: Iterator[av.VideoFrame], stream: av.VideoStream, *, smooth: bool
) -> Iterator[av.VideoFrame]:
    """Whole frames of interlaced ones; two of each if ``smooth``."""
    graph = av.filter.Graph()
    source = graph.add_buffer(template=stream)
    weave = graph.add("bwdif", f"mode={'send_field' if smooth else 'send_frame'}")
    sink = graph.add("buffersink")
    graph.link_nodes(source, weave, sink).configure()
    for frame in frames:
        graph.vpush(frame)
        yield from _pulled(graph)
    graph.vpush(None)
    yield from _pulled(graph)


def _pulled(graph: av.filter.Graph) -> Iterator[av.VideoFrame]:
    while True:
        try:
            yield graph.vpull()
        except (BlockingIOError, EOFError):
            return


def as_bt709(frame: av.VideoFrame) -> av.VideoFrame:
    """In ``FORMAT``, BT.709 and limited range; the same frame where it is so already."""
    old = frame.colorspace in _BT601 or (frame.colorspace == 2 and frame.height <= _SD_LINES)
    full = frame.color_range == ColorRange.JPEG or frame.format.name.startswith("yuvj")
    if frame.format.name == FORMAT and not old and not full:
        return frame
    return frame.reformat(
        format=FORMAT,
        src_colorspace=Colorspace.ITU601 if old else Colorspace.ITU709,
        dst_colorspace=Colorspace.ITU709,
        src_color_range=ColorRange.JPEG if full else ColorRange.MPEG,
        dst_color_range=ColorRange.MPEG,
    )


def _reason(error: FFmpegError) -> str:
    return (error.strerror or str(error)).lower()
