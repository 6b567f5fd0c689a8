"""The sound of a segment in parts, a file each: every table that is heard, and the commentary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import av
from av.error import FFmpegError

from producer.files import plain_name, replacing
from producer.segments.compositor.sound import RATE, Samples, mix
from producer.segments.deliveries.pcm import pcm_of, stereo_frame
from producer.segments.exports.sounds import COMMENTARY, stem_name
from producer.segments.recordings.placed import TableRecording
from producer.segments.timeline import Timeline


def write_stems(
    timeline: Timeline, recordings: Mapping[str, TableRecording], folder: Path, name: str
) -> None:
    """Writes ``NAME-stem-table-T.wav`` and ``NAME-stem-commentary.wav``, each as long as the
    timeline: 24 bits, stereo, 48 kHz. Together they are the programme's sound before its loudness
    is changed. Raises BadRecording, BadCommentary and OSError."""
    for part, own in stems(timeline):
        _write(mix(own, recordings), folder / stem_name(name, part))


def stems(timeline: Timeline) -> Iterator[tuple[str, Timeline]]:
    """The parts by name, each as a timeline on which nothing else is heard."""
    for table in dict.fromkeys(span.table for span in timeline.sound):
        own = tuple(span for span in timeline.sound if span.table == table)
        yield plain_name(f"table-{table}"), replace(timeline, sound=own, commentary=None)
    if timeline.commentary is not None:
        yield COMMENTARY, replace(timeline, sound=())


def _write(blocks: Iterator[Samples], path: Path) -> None:
    try:
        with replacing(path) as beside, av.open(str(beside), "w", format="wav") as file:
            stream = file.add_stream("pcm_s24le", rate=RATE, layout="stereo")
            place = 0
            for block in blocks:
                file.mux(stream.encode(stereo_frame(pcm_of(block), place)))
                place += len(block)
            file.mux(stream.encode(None))
    except FFmpegError as error:
        raise OSError(error.errno, error.strerror) from error
