"""Where a recording is damaged inside: what cannot be decoded as it was recorded.

FFmpeg hides most damage by guessing what is missing, and only says so: its words are listened to.
It says them in the thread that decodes, so a decoder that is listened to must have one thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import av
from av.container import InputContainer

from producer.segments.recordings.placed import RecordedFile
from producer.segments.recordings.wording import clock

log = logging.getLogger("duplicast.recordings")

TOGETHER = Fraction(2)
"""Seconds; damage nearer to the one before is the same."""


@contextmanager
def listening() -> Iterator[None]:
    """FFmpeg says what it cannot decode; without this it says nothing. Not within itself."""
    av.logging.set_level(av.logging.ERROR)
    try:
        with av.logging.Capture(local=False):
            yield
    finally:
        av.logging.set_level(None)


def decoded(
    container: InputContainer,
    streams: tuple[av.VideoStream | av.AudioStream, ...],
    damaged: Callable[[Fraction], None],
) -> Iterator[av.VideoFrame | av.AudioFrame]:
    """The frames of the streams. ``damaged``: is given the seconds from pts 0 of everything that
    was not decoded well, but for what comes before the first frame, as between two key frames, and
    at the end, where a recorder may be writing.

    Raises FFmpegError where nothing more can be read.
    """
    packets = container.demux(*streams)
    at, begun = Fraction(0), False
    doubtful: list[Fraction] = []
    while True:
        with av.logging.Capture() as said:
            packet = next(packets, None)
            if packet is None:
                return
            frames: list[av.VideoFrame | av.AudioFrame] = []
            well = not packet.is_corrupt
            try:
                for frame in packet.decode():
                    assert isinstance(frame, av.VideoFrame | av.AudioFrame)
                    frames.append(frame)
                    well = well and not frame.is_corrupt
            except av.InvalidDataError:
                well = False
        if packet.pts is not None and packet.time_base is not None:
            at = packet.pts * packet.time_base
        if begun and (said or not well):
            doubtful.append(at)
        elif frames:
            for each in doubtful:
                damaged(each)
            doubtful.clear()
        begun = begun or bool(frames)
        yield from frames


def damage_in(path: Path, progress: Callable[[float, float], None]) -> tuple[Fraction, ...]:
    """The places at which the file is damaged, in seconds from its first picture, ``TOGETHER``
    apart; all of it is decoded. ``progress``: is given seconds done and all seconds.

    Raises FFmpegError where the file cannot be read.
    """
    found: list[Fraction] = []
    with listening(), av.open(path, metadata_errors="replace") as container:
        streams: tuple[av.VideoStream | av.AudioStream, ...] = (
            container.streams.video[0],
            *container.streams.audio[:1],
        )
        for stream in streams:
            stream.codec_context.thread_count = 1
        whole = (container.duration or 0) / av.time_base
        first: Fraction | None = None
        for frame in decoded(container, streams, found.append):
            if isinstance(frame, av.VideoFrame) and frame.time is not None:
                if first is None and frame.pts is not None and frame.time_base is not None:
                    first = frame.pts * frame.time_base
                progress(frame.time, whole)
    return places([max(at - (first or 0), Fraction(0)) for at in found])


def places(found: list[Fraction]) -> tuple[Fraction, ...]:
    """
    >>> [float(at) for at in places([Fraction(9), Fraction(2), Fraction(3), Fraction(10)])]
    [2.0, 9.0]
    """
    apart: list[Fraction] = []
    last: Fraction | None = None
    for at in sorted(found):
        if last is None or at - last > TOGETHER:
            apart.append(at)
        last = at
    return tuple(apart)


def warn(table: str, file: RecordedFile, position: Fraction) -> None:
    """Logs that the file is damaged there. ``position``: seconds from pts 0."""
    words = damage_words(table, file, position - file.first)
    log.warning("%s", words, extra=_place(file.path, position))


def warn_of_commentary(path: Path, position: Fraction) -> None:
    """``position``: seconds from pts 0."""
    words = f"commentary {path}: damaged {float(position):.1f} s from its beginning. Listen to it"
    log.warning("%s", f"{words} there, or copy the file again", extra=_place(path, position))


def damage_words(table: str, file: RecordedFile, seconds: Fraction) -> str:
    """``seconds``: from its first picture."""
    at = file.begins + seconds / (1 + file.drift)
    return (
        f"table {table}: {file.path}: damaged {float(seconds):.1f} s from its beginning, at "
        f"{clock(at)}. Look at the picture there; copy the file again, or leave that part out"
    )


class DamageWarnings(logging.Handler):
    """Collects what is logged of damage while it is a handler of ``log``: each place once."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._places: dict[object, str] = {}

    @property
    def words(self) -> tuple[str, ...]:
        """In the order found."""
        return tuple(self._places.values())

    def emit(self, record: logging.LogRecord) -> None:
        self._places.setdefault(getattr(record, "damaged", record.msg), record.getMessage())


@contextmanager
def collected() -> Iterator[DamageWarnings]:
    """Listens to what cannot be decoded, and collects it instead of logging it."""
    warnings, before = DamageWarnings(), log.propagate
    log.addHandler(warnings)
    log.propagate = False
    try:
        with listening():
            yield warnings
    finally:
        log.removeHandler(warnings)
        log.propagate = before


def _place(path: Path, position: Fraction) -> dict[str, object]:
    return {"damaged": (path, position // TOGETHER)}
