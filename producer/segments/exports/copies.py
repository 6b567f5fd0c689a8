"""Copies the part of a recording that a segment uses, as a MOV with its timecode.

Packets are copied as they are. Where the key frame from which the copy would have to begin lies in
a time at which the table may not be seen, the pictures up to the next one are encoded again; so are
all where the rate varies, or where a MOV cannot hold them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from pathlib import Path

import av
from av.audio.stream import AudioStream
from av.container import InputContainer, OutputContainer
from av.video.stream import VideoStream

from producer.files import replacing
from producer.release.recordings.hand_times import Span
from producer.segments.exports.copied_streams import (
    CopiedPictures,
    CopiedSound,
    CopyClock,
    EncodedPictures,
)
from producer.segments.exports.edits import source_rate
from producer.segments.exports.packed_files import PackedFile, seen_frames

PICTURES = {"h264", "hevc", "mpeg2video", "mpeg4", "prores", "dnxhd", "mjpeg", "dvvideo"}
"""What is copied; MOV holds it, and editing programs read it there."""

SOUND = {"aac", "ac3", "alac", "mp2", "mp3", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be"}

LONGEST_GROUP = Fraction(60)
"""Seconds that are gone back at most to find a key frame."""

DEEPEST_ORDER = 16
"""Frames by which a picture may be decoded before it is shown."""

APART = Fraction(2)
"""Seconds by which pictures and sound of one time may lie apart in a file."""


class CopyFailed(Exception):
    """A recording that cannot be copied; the message names it, says why and what to do."""

    def __init__(self, file: PackedFile, reason: str, fix: str) -> None:
        super().__init__(f"table {file.table}: {file.file.path}: {reason}. {fix}")


@dataclass(frozen=True, slots=True)
class _Seen:
    """A packet of pictures."""

    frame: int
    key: bool


def write_copy(
    planned: PackedFile, folder: Path, allowed: Span | None, rate: Fraction
) -> tuple[PackedFile, ...]:
    """Writes the file into ``folder`` and says which frames it has: at least those that are used.
    Where only its head or its tail has to be encoded, these are files of their own.

    ``allowed``: when the table may be seen; no picture and no sound of another time is written.
    ``rate``: of the timeline. Raises CopyFailed and OSError; nothing is then there.
    """
    clock = CopyClock(planned.file, source_rate(planned.file, rate))
    try:
        with av.open(planned.file.path, metadata_errors="replace") as source, ExitStack() as files:
            if not source.streams.video:
                fix = "Name the file of the table's camera"
                raise CopyFailed(planned, "it has no picture", fix)
            written = []
            for part, frames in _parts(source, planned, clock, allowed):
                beside = files.enter_context(replacing(folder / part.name))
                # With the usual 1000 the length would be rounded to milliseconds.
                scale = clock.rate.numerator * (1 if clock.rate.denominator > 1 else 1000)
                options = {"movie_timescale": str(scale)}
                with av.open(beside, "w", format="mov", options=options) as output:
                    written.append(_write(source, output, part, frames, clock, allowed))
            return tuple(written)
    except av.FFmpegError as error:
        reason = (error.strerror or str(error)).lower()
        fix = "Check the recording, and the space on the disk"
        raise CopyFailed(planned, reason, fix) from error


def _parts(
    source: InputContainer, planned: PackedFile, clock: CopyClock, allowed: Span | None
) -> list[tuple[PackedFile, tuple[int, ...]]]:
    """Each with the frames of its packets in decoding order; without frames if it is to be
    encoded."""
    stream = source.streams.video[0]
    _, seen = _packets(source, stream, planned, clock)
    copied: tuple[int, ...] = ()
    if planned.file.rate == clock.rate and stream.codec_context.name in PICTURES:
        copied = _copied_frames(seen, planned, *seen_frames(planned.file, clock.rate, allowed))
    if not copied:
        return [(planned, ())]
    first, end = copied[0], max(copied) + 1
    used, used_end = planned.first + planned.before, planned.end - planned.after
    name, ending = planned.name.rsplit(".", 1)
    body = replace(
        planned,
        first=first,
        frames=end - first,
        before=max(0, used - first),
        after=max(0, end - used_end),
    )
    parts = [(body, copied)]
    if first > used:
        head = replace(planned, frames=first - planned.first, after=0)
        parts.insert(0, (replace(head, name=f"{name}-head.{ending}"), ()))
    if end < used_end:
        tail = replace(planned, first=end, frames=planned.end - end, before=0)
        parts.append((replace(tail, name=f"{name}-tail.{ending}"), ()))
    return parts


def _packets(
    source: InputContainer, stream: VideoStream, planned: PackedFile, clock: CopyClock
) -> tuple[Fraction, list[_Seen]]:
    """The packets in decoding order from a key frame before the part, and the time in seconds to
    which to seek for the first of them: containers seek by decoding time, so that the key frame may
    be missed."""
    begins, earlier = clock.seconds(planned.first), Fraction(1)
    while True:
        target = max(Fraction(0), begins - earlier)
        source.seek(int(target / (stream.time_base or 1)), stream=stream, backward=True)
        seen: list[_Seen] = []
        for packet in source.demux(stream):
            if packet.pts is None or packet.dts is None:
                continue
            seen.append(_Seen(clock.frame(packet.pts * packet.time_base), packet.is_keyframe))
            if clock.frame(packet.dts * packet.time_base) > planned.end + DEEPEST_ORDER:
                break
        found = any(each.key and each.frame <= planned.first for each in seen)
        if found or not target or earlier > LONGEST_GROUP:
            return target, seen
        earlier = 2 * earlier + 1


def _copied_frames(
    seen: Sequence[_Seen], planned: PackedFile, least: int, most: int
) -> tuple[int, ...]:
    """The frames, in decoding order, of the packets that are copied: from a key frame in the
    handle, else from the one before it, else from the first one among the frames that are used;
    none if there is no key frame. ``least``, ``most``: the first that may be seen, and the one
    after the last."""
    used, used_end = planned.first + planned.before, planned.end - planned.after
    keys = [each.frame for each in seen if each.key]
    within = [key for key in keys if planned.first <= key <= used]
    before = [key for key in keys if least <= key < planned.first]
    later = [key for key in keys if used < key < used_end]
    starts = [*within[:1], *before[-1:], *later[:1]]
    if not starts:
        return ()
    first = starts[0]
    begins = next(place for place, each in enumerate(seen) if each.key and each.frame == first)
    frames = tuple(each.frame for each in seen[begins:] if each.frame >= first)
    if len(set(frames)) < len(frames):
        return ()
    counts = _whole_counts(frames)
    ends = [(max(frames[:count]) + 1, count) for count in counts]
    short = [each for each in ends if each[0] <= planned.end]
    longer = [each for each in ends if planned.end < each[0] <= most]
    enough = [each for each in short if each[0] >= used_end]
    best = [*enough[-1:], *longer[:1], *short[-1:]]
    return frames[: best[0][1]] if best else ()


def _whole_counts(frames: Sequence[int]) -> list[int]:
    """How many packets, from the first in decoding order, may be copied so that these are all
    frames before some frame: no frame is left out between others."""
    latest = list(accumulate(frames, max))
    earliest_left = [*[*accumulate(reversed(frames), min)][-2::-1], latest[-1] + 1]
    return [
        count
        for count, (before, after) in enumerate(zip(latest, earliest_left, strict=True), 1)
        if before < after
    ]


def _write(
    source: InputContainer,
    output: OutputContainer,
    part: PackedFile,
    frames: tuple[int, ...],
    clock: CopyClock,
    allowed: Span | None,
) -> PackedFile:
    stream = source.streams.video[0]
    target, _ = _packets(source, stream, part, clock)
    source.seek(int(target / (stream.time_base or 1)), stream=stream, backward=True)
    stream.codec_context.flush_buffers()
    pictures: CopiedPictures | EncodedPictures
    if frames:
        pictures = CopiedPictures(stream, output, part, frames, clock)
    else:
        pictures = EncodedPictures(stream, output, part, clock)
    end = clock.seconds(part.end)
    sounds = _sounds(source, output, part, clock, allowed)
    for packet in source.demux(stream, *source.streams.audio):
        if packet.dts is not None and packet.dts * packet.time_base > end + APART:
            break
        takes = sounds.get(packet.stream.index, pictures)
        for each in takes.packets(packet):
            output.mux(each)
    if isinstance(pictures, EncodedPictures):
        for each in pictures.last_packets():
            output.mux(each)
    if not pictures.complete:
        fix = "Wait until the recording is complete, or check it"
        raise CopyFailed(part, "not all pictures that the segment uses can be read", fix)
    channels = sum(audio.codec_context.channels for audio in source.streams.audio)
    return replace(part, channels=channels)


def _sounds(
    source: InputContainer,
    output: OutputContainer,
    part: PackedFile,
    clock: CopyClock,
    allowed: Span | None,
) -> dict[int, CopiedSound]:
    """By the number of their stream in the recording."""
    start, end = clock.seconds(part.first), clock.seconds(part.end)
    begins, last = start, None
    if allowed is not None and allowed.first is not None:
        begins = max(start, part.file.position_of(allowed.first))
    if allowed is not None and allowed.last is not None:
        last = part.file.position_of(allowed.last)
    for audio in source.streams.audio:
        _check_sound(audio, part)
    return {
        audio.index: CopiedSound(audio, output, start, (begins, end), last)
        for audio in source.streams.audio
    }


def _check_sound(audio: AudioStream, part: PackedFile) -> None:
    name = audio.codec_context.name
    if name not in SOUND:
        fix = "Set the recorder to AAC or PCM, or convert the recording"
        raise CopyFailed(part, f"its sound is {name}, which a MOV cannot hold", fix)
