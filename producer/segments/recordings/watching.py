"""What changed in a folder that a recorder writes to: new parts, a recording that stands. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

SUFFIXES = frozenset({".mkv", ".mp4", ".mov", ".ts", ".mts", ".m2ts", ".mxf"})

SPLIT = 2.0
"""Seconds between the end of a part and the beginning of the next where the recorder only split the
recording; after a longer break it was stopped and started again."""


@dataclass(frozen=True, slots=True)
class Growth:
    """``size``: in bytes. ``since``: when it was first seen, ``appeared``: when the file was, in
    seconds of any clock that runs evenly."""

    size: int
    since: float
    appeared: float

    @property
    def grew(self) -> bool:
        return self.since > self.appeared


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """``written``: when it was last written to, ``length``: of what it shows; both in seconds."""

    written: float
    length: float


def growth(before: Mapping[str, Growth], sizes: Mapping[str, int], now: float) -> dict[str, Growth]:
    """Of every file of a folder, as of ``now``."""
    seen = {}
    for name, size in sizes.items():
        earlier = before.get(name)
        if earlier is None:
            seen[name] = Growth(size, now, now)
        else:
            same = earlier.size == size
            seen[name] = earlier if same else Growth(size, now, earlier.appeared)
    return seen


def standing(seen: Mapping[str, Growth], now: float, patience: float) -> str | None:
    """The file that grew last, if no file has grown for ``patience`` seconds; ``None`` also before
    one has grown at all."""
    grown = {name: each for name, each in seen.items() if each.grew}
    if not grown:
        return None
    last = max(seen.values(), key=lambda each: each.since).since
    return max(grown, key=lambda name: grown[name].since) if now - last > patience else None


def next_parts(files: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """Of a folder's files, those whose names come after a recording's last part, in order.

    >>> next_parts(["part-8.mkv", "part-9.mkv"], ["part-10.mkv", "part-9.mkv", "old.mkv"])
    ('part-10.mkv',)
    """
    last = _in_order(files[-1])
    return tuple(sorted((name for name in names if _in_order(name) > last), key=_in_order))


def goes_on(before: WrittenFile, after: WrittenFile) -> bool:
    """Whether ``after`` began when ``before`` ended."""
    return abs(after.written - after.length - before.written) <= SPLIT


def _in_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key by which part 2 comes before part 10."""
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+", name)
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)
