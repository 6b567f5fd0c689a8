"""A progress bar that moves on while a file is read, not only after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.progress import Progress, TaskID

from producer.feeds import Received, Refused

STEP = 1 << 16
"""Bytes after which the bar moves."""


def size_of(file: Path) -> int:
    """Bytes of a file; 0 if it cannot be asked, which reading it will report."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def moving(
    items: Iterable[Received | Refused], bar: Progress, task: TaskID, most: int
) -> Iterator[Received | Refused]:
    """``items``, while the bar moves by the bytes that they were read from, and in the end by
    ``most`` in all: a file has bytes that are in none of its hands, and a packed one fewer than
    they have."""
    seen = shown = 0
    for item in items:
        yield item
        seen = min(most, seen + len(item.raw) + 1)
        if seen - shown >= STEP:
            bar.advance(task, seen - shown)
            shown = seen
    bar.advance(task, most - shown)
