"""Reads the files of recordings and places them. Files are only read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from producer.events import RecordingAdded
from producer.segments.recordings.placing import PlacedTable, place
from producer.segments.recordings.probe import ProbedFile, UnreadableRecording, probe


def read_recordings(
    recordings: Mapping[str, Sequence[RecordingAdded]], folder: Path
) -> dict[str, PlacedTable]:
    """By table, its recordings as far as they are written now. ``folder``: of files that are named
    without one. A file that cannot be read is among the problems."""
    placed = {}
    for table, of_table in recordings.items():
        paths = {name: folder / name for each in of_table for name in each.files}
        files = {name: _probed(path) for name, path in paths.items()}
        placed[table] = place(table, of_table, files, paths)
    return placed


def _probed(path: Path) -> ProbedFile | str:
    """The file as it is, or why it cannot be read."""
    try:
        now = path.stat()
    except OSError:
        now = None
    try:
        return probe(path) if now is None else _as_written(path, now.st_size, now.st_mtime_ns)
    except UnreadableRecording as error:
        return str(error)


@lru_cache(maxsize=500)
def _as_written(path: Path, size: int, written: int) -> ProbedFile:  # noqa: ARG001
    """``size``, ``written``: as of ``stat``; a file in which neither changed is not read again."""
    return probe(path)
