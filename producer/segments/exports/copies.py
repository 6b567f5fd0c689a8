"""Copies the part of a recording that a segment uses, as a MOV with its timecode.

Packets are copied as they are. Where the key frame from which the copy would have to begin lies in
a time at which the table may not be seen, where the rate varies, or where a MOV cannot hold the
pictures, they are encoded again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from pathlib import Path

import av
from av.audio.stream import AudioStream
from av.container import InputContainer, OutputContainer
from av.video.stream import VideoStream

from producer.files import replacing
from producer.release.hand_times import Span
from producer.segments.exports.copied_streams import (
    CopiedPictures,
    CopiedSound,
    EncodedPictures,
    FrameClock,
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
) -> PackedFile:
    """Writes the file into ``folder`` and says which frames it has: at least those that are used.

    ``allowed``: when the table may be seen; no picture and no sound of another time is written.
    ``rate``: of the timeline. Raises CopyFailed and OSError; nothing is then there.
    """
    clock = FrameClock(planned.file, source_rate(planned.file, rate))
    try:
        with av.open(planned.file.path) as source, replacing(folder / planned.name) as beside:
            if not source.streams.video:
                fix = "Name the file of the table's camera"
                raise CopyFailed(planned, "it has no picture", fix)
            stream = source.streams.video[0]
            target, seen = _packets(source, stream, planned, clock)
            part, frames = _copied_part(stream, seen, planned, clock, allowed)
            source.seek(int(target / (stream.time_base or 1)), stream=stream, backward=True)
            # With the usual 1000 the length would be rounded to milliseconds.
            scale = clock.rate.numerator * (1 if clock.rate.denominator > 1 else 1000)
            options = {"movie_timescale": str(scale)}
            with av.open(beside, "w", format="mov", options=options) as output:
                return _write(source, stream, output, part, frames, clock, allowed)
    except av.FFmpegError as error:
        reason = (error.strerror or str(error)).lower()
        fix = "Check the recording, and the space on the disk"
        raise CopyFailed(planned, reason, fix) from error


def _packets(
    source: InputContainer, stream: VideoStream, planned: PackedFile, clock: FrameClock
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


def _copied_part(
    stream: VideoStream,
    seen: Sequence[_Seen],
    planned: PackedFile,
    clock: FrameClock,
    allowed: Span | None,
) -> tuple[PackedFile, tuple[int, ...]]:
    """What is copied, and the frames of its packets in decoding order; no frames if the pictures
    are to be encoded again."""
    again = (planned, ())
    if planned.file.rate != clock.rate or stream.codec_context.name not in PICTURES:
        return again
    least, most = seen_frames(planned.file, clock.rate, allowed)
    used, used_end = planned.first + planned.before, planned.end - planned.after
    keys = [each.frame for each in seen if each.key]
    within = [key for key in keys if planned.first <= key <= used]
    before = [key for key in keys if least <= key < planned.first]
    if not within and not before:
        return again
    first = min(within) if within else max(before)
    begins = next(place for place, each in enumerate(seen) if each.key and each.frame == first)
    frames = tuple(each.frame for each in seen[begins:] if each.frame >= first)
    ends = [count for count in _whole_counts(frames) if max(frames[:count]) < most]
    short = [count for count in ends if used_end <= max(frames[:count]) + 1 <= planned.end]
    longer = [count for count in ends if max(frames[:count]) + 1 > planned.end]
    if len(set(frames)) < len(frames) or not short + longer:
        return again
    frames = frames[: max(short) if short else min(longer)]
    end = max(frames) + 1
    part = replace(
        planned, first=first, frames=end - first, before=used - first, after=end - used_end
    )
    return part, frames


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
    stream: VideoStream,
    output: OutputContainer,
    part: PackedFile,
    frames: tuple[int, ...],
    clock: FrameClock,
    allowed: Span | None,
) -> PackedFile:
    pictures: CopiedPictures | EncodedPictures
    if frames:
        pictures = CopiedPictures(stream, output, part, frames, clock)
    else:
        pictures = EncodedPictures(stream, output, part, clock)
    start, end = clock.seconds(part.first), clock.seconds(part.end)
    within = _within(part, (start, end), allowed)
    sounds: dict[int, CopiedSound] = {}
    for audio in source.streams.audio:
        _check_sound(audio, part)
        sounds[audio.index] = CopiedSound(audio, output, start, within)
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


def _within(
    part: PackedFile, extent: tuple[Fraction, Fraction], allowed: Span | None
) -> tuple[Fraction, Fraction]:
    """When the sound may be heard, in seconds from pts 0."""
    start, end = extent
    if allowed is not None and allowed.first is not None:
        start = max(start, part.file.position_of(allowed.first))
    if allowed is not None and allowed.last is not None:
        end = min(end, part.file.position_of(allowed.last))
    return start, end


def _check_sound(audio: AudioStream, part: PackedFile) -> None:
    name = audio.codec_context.name
    if name not in SOUND:
        fix = "Set the recorder to AAC or PCM, or convert the recording"
        raise CopyFailed(part, f"its sound is {name}, which a MOV cannot hold", fix)
