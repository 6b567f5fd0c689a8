"""What a recording is: its pictures' times, rate and size, its timecode; as far as it is written.

Files are only read. One that a recorder still writes gives a greater length when probed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
from av.container import InputContainer
from av.packet import Packet
from av.stream import Disposition
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from producer.segments.recordings.mp4_boxes import lacks_index, timecode_sample
from producer.segments.timecode import (
    DROP_FRAME_RATES,
    RATES,
    TimecodeRefused,
    frames_in_a_day,
    frames_of,
    is_drop_frame,
)

WINDOW = 48
"""Pictures at the start whose times say whether the rate varies."""

TAIL = 1_500_000
"""Microseconds before the end from which the last pictures' times are read."""

FAR = 2**62
"""Microseconds; later than the end of any recording."""

CLOSE = Fraction(1, 4000)
"""How far a rate may be written from the one that is meant; 29.97 and 30 are four times as far
apart."""

TOP_FIELD_FIRST, BOTTOM_FIELD_FIRST = (2, 4), (3, 5)
"""The orders of fields of an interlaced stream, as FFmpeg numbers them."""

READABLE_WHILE_OPEN = (
    "Set the recorder to MKV, to fragmented MP4 or MOV, or to a transport stream (.ts): these can "
    "be read while they are written"
)


class UnreadableRecording(ValueError):
    """A file that cannot be used as a recording; the message gives place, reason and fix."""


@dataclass(frozen=True, slots=True)
class ProbedFile:
    """``first``: seconds from pts 0 to its first picture, 0 in most files. ``length``: seconds from
    the first picture to the end of the last one, as far as written. ``rate``: frames a second,
    ``None`` where it varies. ``width``, ``height``: as stored, before it is turned. ``turned``:
    degrees clockwise that it must be turned. ``timecode``: of its first picture, in frames of
    ``timecode_rate`` since midnight; ``None`` without one. ``odd_timecode``: why its timecode could
    not be used. ``size``: bytes; a greater one later says that it is still written."""

    path: Path
    first: Fraction
    length: Fraction
    rate: Fraction | None
    width: int
    height: int
    sound: bool
    interlaced: bool
    turned: int
    timecode: int | None
    timecode_rate: Fraction | None
    drop_frame: bool
    odd_timecode: str
    size: int


def probe(path: Path) -> ProbedFile:
    """Reads what the file is. Raises UnreadableRecording."""
    try:
        size = path.stat().st_size
        unclosed = lacks_index(path)
    except OSError as error:
        raise UnreadableRecording(
            f"{path}: {error.strerror}. Check the name, and that the disk is connected"
        ) from error
    if unclosed:
        raise UnreadableRecording(
            f"{path}: it has no index: an ordinary MP4 or MOV gets it when the recorder closes the "
            f"file, and cannot be read before. {READABLE_WHILE_OPEN}; or wait until the recording "
            "is stopped"
        )
    if not size:
        raise UnreadableRecording(f"{path}: it is empty. Check that the recorder is recording")
    try:
        with av.open(path, metadata_errors="replace") as container:
            return _probed(path, container, size)
    except av.EOFError as error:
        raise UnreadableRecording(_nothing_yet(path)) from error
    except av.FFmpegError as error:
        raise UnreadableRecording(
            f"{path}: it cannot be read as a video ({error.strerror}). Check that it is a "
            "recording and was copied completely"
        ) from error


def _probed(path: Path, container: InputContainer, size: int) -> ProbedFile:
    video = _pictures(container)
    if video is None:
        raise UnreadableRecording(f"{path}: it is not a video. Name the file of the table's camera")
    head, frame = _head(container, video)
    base = video.time_base
    if frame is None or frame.pts is None or base is None or not head:
        raise UnreadableRecording(_nothing_yet(path))
    first = frame.pts * base
    head = [at for at in head if at >= first] or [first]
    tail, ends = _tail(container, video)
    last = max(tail, default=head[-1])
    tail = [at for at in tail if at > first]
    rate = _constant_rate(video, head[1:] or head, tail, last)
    if rate is None:
        length = max(ends, default=last) - first
    else:
        # Fragmented MP4 may show the first picture longer, where the sound begins earlier.
        first = head[1] - 1 / rate if len(head) > 1 else first
        length = (round((last - first) * rate) + 1) / rate
    if length <= 0:
        raise UnreadableRecording(f"{path}: its pictures have no times. Record it as MKV or MP4")
    timecode = _timecode(path, container, video, rate)
    return ProbedFile(
        path=path,
        first=first,
        length=length,
        rate=rate,
        width=frame.width,
        height=frame.height,
        sound=bool(container.streams.audio),
        interlaced=_is_interlaced(video, frame),
        turned=-frame.rotation % 360,
        timecode=timecode.frames,
        timecode_rate=timecode.rate,
        drop_frame=timecode.drop_frame,
        odd_timecode=timecode.odd,
        size=size,
    )


def _nothing_yet(path: Path) -> str:
    return (
        f"{path}: it has no picture yet that can be decoded. Check the recording; if it has only "
        "begun, try again"
    )


def _pictures(container: InputContainer) -> VideoStream | None:
    """The stream of moving pictures; covers of music and still pictures are none."""
    if container.format.name.endswith("_pipe") or container.format.name == "image2":
        return None
    covers = Disposition.attached_pic | Disposition.still_image
    return next((each for each in container.streams.video if not each.disposition & covers), None)


def _head(
    container: InputContainer, video: VideoStream
) -> tuple[list[Fraction], VideoFrame | None]:
    """The times of the first pictures in seconds, in order, and the first one decoded."""
    times: list[Fraction] = []
    frame: VideoFrame | None = None
    video.thread_type = "SLICE"  # threads by frame would decode many pictures for the first one
    for packet in _packets(container, video):
        if frame is None:
            try:
                frame = next((each for each in packet.decode() if each.pts is not None), None)
            except av.InvalidDataError:
                continue  # a recorder that starts between two key frames
        at = packet.pts if packet.pts is not None else packet.dts
        if at is not None and packet.time_base is not None and not packet.is_corrupt:
            times.append(at * packet.time_base)
        if frame is not None and len(times) >= WINDOW:
            break
    # The last ones may be shown after pictures that were not read.
    return sorted(times)[: max(len(times) - 4, 1) if len(times) >= WINDOW else None], frame


def _packets(container: InputContainer, video: VideoStream) -> Iterator[Packet[VideoStream]]:
    """Raises UnreadableRecording where a stream appears in the middle, which PyAV cannot read."""
    try:
        yield from container.demux(video)
    except IndexError as error:
        raise UnreadableRecording(
            f"{container.name}: its streams change in the middle. Copy it into an MKV first"
        ) from error


def _tail(container: InputContainer, video: VideoStream) -> tuple[list[Fraction], list[Fraction]]:
    """The times of the last pictures in seconds, in order, and their ends."""
    whole = container.duration
    near = FAR if whole is None else (container.start_time or 0) + max(whole - TAIL, 0)
    container.seek(near)
    times: list[Fraction] = []
    ends: list[Fraction] = []
    for packet in _packets(container, video):
        at = packet.pts if packet.pts is not None else packet.dts
        if at is not None and packet.time_base is not None and not packet.is_corrupt:
            times.append(at * packet.time_base)
            ends.append((at + (packet.duration or 0)) * packet.time_base)
    return sorted(times), ends


def _constant_rate(
    video: VideoStream,
    head: Sequence[Fraction],
    tail: Sequence[Fraction],
    last: Fraction,
) -> Fraction | None:
    """The rate that all times keep from the second picture on; ``None`` where they keep none. What
    the file says of its rate is only a guess: recordings of varying rate say nonsense."""
    tick = video.time_base or Fraction(0)
    for rate in _guesses(video):
        if not (_keeps(rate, head, tick) and _keeps(rate, tail, tick)):
            continue
        counted = (last - head[0]) * rate + 2
        if not video.frames or abs(counted - video.frames) < 2 + counted / 1000:
            return rate
    return None


def _guesses(video: VideoStream) -> Iterable[Fraction]:
    said = [rate for rate in (video.guessed_rate, video.average_rate) if rate]
    close = [known for known in map(_known, said) if known]
    return dict.fromkeys((*close, *RATES.values(), *said))


def _keeps(rate: Fraction, times: Sequence[Fraction], tick: Fraction) -> bool:
    """Whether each time is one frame after the one before, as near as ticks can say."""
    return all(abs(at - times[0] - number / rate) <= tick for number, at in enumerate(times))


def _is_interlaced(video: VideoStream, frame: VideoFrame) -> bool:
    order = video.codec_context.field_order
    return frame.interlaced_frame or order in TOP_FIELD_FIRST + BOTTOM_FIELD_FIRST


@dataclass(frozen=True, slots=True)
class _Timecode:
    frames: int | None = None
    rate: Fraction | None = None
    drop_frame: bool = False
    odd: str = ""


def _timecode(
    path: Path, container: InputContainer, video: VideoStream, rate: Fraction | None
) -> _Timecode:
    """The timecode of the first picture. A timecode track's own sample counts before its text:
    phones say drop frame at rates that have none, and the text made from that is wrong."""
    sample = timecode_sample(path) if "mp4" in container.format.name else None
    if sample is not None:
        counted = _known(sample.rate)
        if counted is None:
            return _Timecode(odd=f"timecode track: {sample.rate} frames a second have no timecode")
        drop = sample.drop_frame and counted in DROP_FRAME_RATES
        return _Timecode(sample.frames % frames_in_a_day(counted, drop), counted, drop)
    streams = [video, *container.streams.data]
    said = [each.metadata for each in streams] + [container.metadata]
    text = next((each[key] for each in said for key in ("timecode", "TIMECODE") if key in each), "")
    if not text:
        return _Timecode()
    if rate is None:
        return _Timecode(odd=f"timecode {text}: cannot be counted, as the rate varies")
    try:
        return _Timecode(frames_of(text, rate), rate, is_drop_frame(text))
    except TimecodeRefused as refused:
        return _Timecode(odd=str(refused))


def _known(rate: Fraction) -> Fraction | None:
    """The rate that has timecode and is meant by ``rate``, such as 2997/100."""
    return next((each for each in RATES.values() if abs(each / rate - 1) < CLOSE), None)
