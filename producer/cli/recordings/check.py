"""``duplicast recordings list --check``: decodes every recording, to find damage inside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import av
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from producer.cli.common import people
from producer.segments.recordings.damage import damage_in, damage_words
from producer.segments.recordings.placed import RecordedFile
from producer.segments.recordings.placing import PlacedTable


def with_damage(placed: Mapping[str, PlacedTable]) -> dict[str, PlacedTable]:
    """The tables with the damage of their files among their problems. Shows progress."""
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeRemainingColumn(),
        console=people,
        transient=True,
        disable=not people.is_terminal,
    )
    with bar:
        return {
            table: replace(
                each,
                problems=(
                    *each.problems,
                    *(
                        words
                        for file in each.recording.files
                        for words in _damage(table, file, _shown(bar, file))
                    ),
                ),
            )
            for table, each in placed.items()
        }


def _shown(bar: Progress, file: RecordedFile) -> Callable[[float, float], None]:
    task = bar.add_task(f"checking {file.path.name}", total=None)
    return lambda done, of: bar.update(task, completed=done, total=of or None)


def _damage(table: str, file: RecordedFile, progress: Callable[[float, float], None]) -> list[str]:
    try:
        return [damage_words(table, file, seconds) for seconds in damage_in(file.path, progress)]
    except av.FFmpegError as error:
        reason = (error.strerror or str(error)).lower()
        return [f"table {table}: {file.path}: it cannot be decoded: {reason}. Copy the file again"]
