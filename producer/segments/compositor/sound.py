"""The sound of a segment: what the timeline says is heard of each table, mixed to stereo."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Self

import av
import numpy as np
import numpy.typing as npt
from av.error import FFmpegError

from producer.segments.compositor.pace import at_pace
from producer.segments.compositor.reader import BadRecording
from producer.segments.recordings.damage import decoded, warn, warn_of_commentary
from producer.segments.recordings.placed import TableRecording
from producer.segments.timeline import SoundSpan, Timeline

RATE = 48_000
FADE = 5
"""Frames over which sound begins and ends."""

CLICK = RATE // 100
"""Samples over which it begins and ends at a cut within a span."""

BLOCK = RATE

Samples = npt.NDArray[np.float32]
"""Samples x 2: left and right, full scale 1."""

_EARLIER = Fraction(1, 5)
"""Seconds that are decoded before what is wanted: the first frame after a seek is wrong."""

_GAP = RATE // 50
"""Samples between two frames of a file from which on they count as a gap."""


class BadCommentary(Exception):
    """A commentary file that cannot be read; the message names it, says why and what to do."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"{path}: {reason}. Replace the file, or make the segment without --commentary"
        )


@dataclass(frozen=True, slots=True)
class Heard:
    """Sound of a table from sample ``start`` of the programme to ``end``; its first sample was
    recorded ``at``. ``fade_in`` and ``fade_out`` in samples. ``gain``: a factor."""

    table: str
    start: int
    end: int
    at: Fraction
    gain: float
    fade_in: int
    fade_out: int


def sample_of(frame: int, rate: Fraction) -> int:
    """The first sample of a frame."""
    return int(frame * RATE / rate)


def heard(timeline: Timeline) -> tuple[Heard, ...]:
    """What is heard, cut where the picture is cut. A picture that runs faster is silent, and so is
    one that stands, unless its span says what is heard. Pure."""
    return tuple(part for span in timeline.sound for part in _parts(timeline, span))


def _parts(timeline: Timeline, span: SoundSpan) -> Iterator[Heard]:
    rate, end = timeline.rate, min(span.start + span.frames, timeline.frames)
    if span.at is not None:
        yield _part(span, rate, (span.start, end), span.at)
        return
    shots = [
        shot
        for side in timeline.sides
        if side.table == span.table
        for shot in side.shots
        if shot.kind in {"play", "drawn"} and shot.speed == 1
        and shot.start < end and span.start < shot.end
    ]  # fmt: skip
    for shot in shots:
        first, last = max(shot.start, span.start), min(shot.end, end)
        cut = (
            any(each.end == first for each in shots),
            any(each.start == last for each in shots),
        )
        yield _part(span, rate, (first, last), shot.time_of(first, rate), cut)


def _part(
    span: SoundSpan,
    rate: Fraction,
    frames: tuple[int, int],
    at: Fraction,
    cut: tuple[bool, bool] = (False, False),
) -> Heard:
    """``cut``: whether the same span's sound is right before and right after."""
    start, end = (sample_of(frame, rate) for frame in frames)
    fades = (CLICK if each else sample_of(FADE, rate) for each in cut)
    fade_in, fade_out = (min(fade, (end - start) // 2) for fade in fades)
    return Heard(span.table, start, end, at, 10 ** (span.gain / 20), fade_in, fade_out)


def mix(timeline: Timeline, recordings: Mapping[str, TableRecording]) -> Iterator[Samples]:
    """The sound of the timeline in blocks of ``BLOCK`` samples, the last one shorter; together
    exactly as long as its frames. Raises BadRecording and BadCommentary."""
    tables = _tables_mixed(timeline, recordings)
    if timeline.commentary is None:
        yield from tables
        return
    spoken = timeline.commentary
    start, total = (sample_of(n, timeline.rate) for n in (spoken.start, timeline.frames))
    fade = min(sample_of(FADE, timeline.rate), total - start)
    part = Heard("", start, total, Fraction(0), 1, 0, fade)
    voice = _SoundFile(
        spoken.path,
        Fraction(0),
        Fraction(0),
        partial(BadCommentary, spoken.path),
        partial(warn_of_commentary, spoken.path),
    )
    try:
        place = 0
        for block in tables:
            first, place = max(start, place), place + len(block)
            if first < place:
                block[first - place :] += voice.read(place - first) * _gains(part, first, place)
            yield block
    finally:
        voice.close()


def _tables_mixed(
    timeline: Timeline, recordings: Mapping[str, TableRecording]
) -> Iterator[Samples]:
    parts, total = heard(timeline), sample_of(timeline.frames, timeline.rate)
    open_parts: dict[Heard, SoundReader] = {}
    try:
        for start in range(0, total, BLOCK):
            end = min(start + BLOCK, total)
            block = np.zeros((end - start, 2), np.float32)
            for part in parts:
                first, last = max(part.start, start), min(part.end, end)
                if first >= last or part.table not in recordings:
                    continue
                if part not in open_parts:
                    open_parts[part] = SoundReader(recordings[part.table], part.at)
                samples = open_parts[part].read(last - first)
                block[first - start : last - start] += samples * _gains(part, first, last)
            for part in [part for part in open_parts if part.end <= end]:
                open_parts.pop(part).close()
            yield block
    finally:
        for reader in open_parts.values():
            reader.close()


def _gains(part: Heard, first: int, last: int) -> Samples:
    places = np.arange(first, last, dtype=np.float32)
    rising = (places - part.start + 0.5) / max(part.fade_in, 1)
    falling = (part.end - places - 0.5) / max(part.fade_out, 1)
    level = np.clip(np.minimum(rising, falling), 0, 1) * part.gain
    return level[:, None].astype(np.float32)


class SoundReader:
    """Reads a table's sound from a time on, sample after sample; silence where there is none."""

    def __init__(self, recording: TableRecording, at: Fraction) -> None:
        self._recording, self._at = recording, at
        self._file: _SoundFile | None = None
        self._left = 0

    def read(self, count: int) -> Samples:
        """The next ``count`` samples. Raises BadRecording."""
        pieces: list[Samples] = []
        while count:
            if not self._left:
                self._next_stretch()
            take = min(count, self._left)
            pieces.append(self._file.read(take) if self._file else silence(take))
            self._left -= take
            self._at += Fraction(take, RATE)
            count -= take
        return np.concatenate(pieces) if pieces else silence(0)

    def _next_stretch(self) -> None:
        """Opens the file with the sound at this time; in a gap, silence for a little while."""
        self.close()
        found = self._recording.locate(self._at)
        if found is None or not found[0].sound:
            self._left = RATE // 100
            return
        file, position = found
        bad = partial(BadRecording, self._recording.table, file.path)
        damaged = partial(warn, self._recording.table, file)
        self._file = _SoundFile(file.path, position, file.drift, bad, damaged)
        left = (file.first + file.length - position) / (1 + file.drift)
        self._left = max(1, int(left * RATE))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _SoundFile:
    """One file's sound from a position on."""

    def __init__(
        self,
        path: Path,
        position: Fraction,
        drift: Fraction,
        bad: Callable[[str], Exception],
        damaged: Callable[[Fraction], None],
    ) -> None:
        """``drift``: of its clock. ``bad``: makes the error for a reason that it cannot be read.
        ``damaged``: as of ``decoded``."""
        self._bad, self._damaged = bad, damaged
        try:
            self._container = av.open(str(path), metadata_errors="replace")
            self._stream = self._container.streams.audio[0]
            start = (position - _EARLIER) / _base(self._stream)
            self._container.seek(int(start), stream=self._stream)
        except (FFmpegError, IndexError) as error:
            raise bad(f"its sound cannot be read: {error}") from error
        self._wanted = round(position * RATE)
        decoded = self._decoded()
        self._pieces = at_pace(decoded, 1 + drift) if drift else decoded
        self._rest = silence(0)

    def read(self, count: int) -> Samples:
        """Silence after the end of the file."""
        pieces, had = [self._rest[:count]], min(count, len(self._rest))
        self._rest = self._rest[count:]
        while had < count:
            piece = next(self._pieces, None)
            if piece is None:
                pieces.append(silence(count - had))
                break
            pieces.append(piece[: count - had])
            self._rest = piece[count - had :]
            had += len(pieces[-1])
        return np.concatenate(pieces)

    def _decoded(self) -> Generator[Samples]:
        """Samples from the wanted one on, with silence in gaps of the file."""
        place: int | None = None
        for first, samples in self._resampled():
            if place is None or abs(first - place) > _GAP:
                place = first
            if place > self._wanted:
                yield silence(place - self._wanted)
                self._wanted = place
            fresh = samples[self._wanted - place :] if self._wanted > place else samples
            place += len(samples)
            if len(fresh):
                self._wanted = place
                yield fresh

    def _resampled(self) -> Iterator[tuple[int, Samples]]:
        """The place of each piece in the file, in samples, and the piece."""
        try:
            mono = self._stream.codec_context.channels == 1
            resampler = av.AudioResampler(
                format="flt", layout="mono" if mono else "stereo", rate=RATE
            )
            for frame in self._frames():
                for part in resampler.resample(frame):
                    assert part.pts is not None
                    assert part.time_base is not None
                    samples = part.to_ndarray().reshape(-1, 1 if mono else 2)
                    yield (
                        round(part.pts * part.time_base * RATE),
                        np.repeat(samples, 2 if mono else 1, axis=1),
                    )
        except FFmpegError as error:
            raise self._bad(f"its sound cannot be read: {error}") from error

    def _frames(self) -> Iterator[av.AudioFrame]:
        for frame in decoded(self._container, (self._stream,), self._damaged):
            if isinstance(frame, av.AudioFrame) and frame.pts is not None:
                yield frame

    def close(self) -> None:
        self._pieces.close()
        self._container.close()


def _base(stream: av.AudioStream) -> Fraction:
    assert stream.time_base is not None
    return stream.time_base


def silence(count: int) -> Samples:
    """So many samples of it."""
    return np.zeros((count, 2), np.float32)
