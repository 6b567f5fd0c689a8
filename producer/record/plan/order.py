"""Brings the events of a device at a table into the order of their ``seq``.

Early events wait until all before them have come or are declared lost. Positions are log positions:
waiting events are on disk already.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

Range = tuple[int, int]
"""First and last number, both included."""


class StreamKey(NamedTuple):
    """A device at a table, named by its ``source``."""

    session: str
    group: str
    table: str
    source: str


@dataclass(slots=True)
class Stream:
    """``next``: the lowest number that neither came nor is lost. ``lost``: lost ranges above it, in
    order. ``waiting``: positions of early events, by number. ``last``: the position of the latest
    event."""

    next: int = 1
    lost: list[Range] = field(default_factory=list)
    waiting: dict[int, int] = field(default_factory=dict)
    last: int = 0


def is_early(stream: Stream, seq: int) -> bool:
    return seq > stream.next


def is_late(stream: Stream, seq: int) -> bool:
    """Whether the number has come or was declared lost."""
    return seq < stream.next


def advance(stream: Stream, seq: int) -> None:
    """Notes that the event ``seq``, the next one, has come."""
    stream.next = seq + 1
    _skip_lost(stream)


def mark_lost(stream: Stream, first: int, last: int) -> None:
    """Declares the missing numbers from ``first`` to ``last`` lost."""
    stream.lost = _merged([*stream.lost, (first, last)])
    _skip_lost(stream)


def is_lost(stream: Stream, seq: int) -> bool:
    return any(first <= seq <= last for first, last in stream.lost)


def pop_ready(stream: Stream) -> int | None:
    """Removes the waiting event whose turn has come; its position, None if there is none."""
    return stream.waiting.pop(stream.next, None)


def gaps(stream: Stream) -> tuple[Range, ...]:
    """The missing numbers below the last waiting one; lost numbers are no gap."""
    return missing(stream.next, stream.waiting, stream.lost)


def missing(start: int, waiting: Iterable[int], lost: Iterable[Range]) -> tuple[Range, ...]:
    """Ranges from ``start`` to the last of ``waiting`` that are neither waiting nor lost."""
    ranges: list[Range] = []
    here = start
    covered = _merged([*((seq, seq) for seq in waiting), *lost])
    last = max(waiting, default=start - 1)
    for first, end in covered:
        if first > last:
            break
        if first > here:
            ranges.append((here, first - 1))
        here = max(here, end + 1)
    return tuple(ranges)


def still_lost(lost: Iterable[Range], came: Collection[int]) -> tuple[Range, ...]:
    """``lost`` without the numbers that came after all.

    >>> still_lost([(4, 6), (9, 9), (5, 7)], {5, 9})
    ((4, 4), (6, 7))
    """
    ranges: list[Range] = []
    for first, last in _merged(lost):
        here = first
        for seq in sorted(seq for seq in came if first <= seq <= last):
            if here < seq:
                ranges.append((here, seq - 1))
            here = seq + 1
        if here <= last:
            ranges.append((here, last))
    return tuple(ranges)


def ranges_text(ranges: Iterable[Range]) -> str:
    """
    >>> ranges_text([(117, 119), (121, 121)])
    '117-119, 121'
    """
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)


def _skip_lost(stream: Stream) -> None:
    """Moves ``next`` past lost numbers, unless their event has come after all."""
    if not stream.lost:
        return
    while stream.next not in stream.waiting:
        end = next((last for first, last in stream.lost if first <= stream.next <= last), None)
        if end is None:
            break
        came = [seq for seq in stream.waiting if stream.next <= seq <= end]
        stream.next = min(came, default=end + 1)
    stream.lost = [
        (max(first, stream.next), last) for first, last in stream.lost if last >= stream.next
    ]


def _merged(ranges: Iterable[Range]) -> list[Range]:
    """Sorts ranges and joins adjacent ones."""
    merged: list[Range] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(merged[-1][1], last)
        else:
            merged.append((first, last))
    return merged
