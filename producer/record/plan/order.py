"""Whose turn it is: the events of one device at one table come in the order of their ``seq``. Pure.

What comes early waits until all before it have come, or are declared lost. Positions are those of
the log: what waits is on disk already.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

Range = tuple[int, int]
"""First and last, both included."""


class StreamKey(NamedTuple):
    """A device at a table, told by its ``source``."""

    session: str
    group: str
    table: str
    source: str


@dataclass(slots=True)
class Stream:
    """``next``: the lowest number that has neither come nor is lost; ``lost``: ranges from there
    on, in order; ``waiting``: positions of what came early, by number; ``last``: the position of
    what came last."""

    next: int = 1
    lost: list[Range] = field(default_factory=list)
    waiting: dict[int, int] = field(default_factory=dict)
    last: int = 0


def is_early(stream: Stream, seq: int) -> bool:
    return seq > stream.next


def is_late(stream: Stream, seq: int) -> bool:
    """Its number has come, or was declared lost."""
    return seq < stream.next


def advance(stream: Stream, seq: int) -> None:
    """The event ``seq``, whose turn it was, has come."""
    stream.next = seq + 1
    _skip_lost(stream)


def mark_lost(stream: Stream, first: int, last: int) -> None:
    """What is missing of ``first`` to ``last`` will not come."""
    stream.lost = _merged([*stream.lost, (first, last)])
    _skip_lost(stream)


def is_lost(stream: Stream, seq: int) -> bool:
    return any(first <= seq <= last for first, last in stream.lost)


def pop_ready(stream: Stream) -> int | None:
    """The position of what waited for its turn and has it now, taken out of the waiting."""
    return stream.waiting.pop(stream.next, None)


def gaps(stream: Stream) -> tuple[Range, ...]:
    """The numbers that have not come, up to the last that has; what is lost is no gap."""
    return missing(stream.next, stream.waiting, stream.lost)


def missing(start: int, waiting: Iterable[int], lost: Iterable[Range]) -> tuple[Range, ...]:
    """Ranges from ``start`` to the last of ``waiting`` that are neither waiting nor lost."""
    found: list[Range] = []
    here = start
    covered = _merged([*((seq, seq) for seq in waiting), *lost])
    last = max(waiting, default=start - 1)
    for first, end in covered:
        if first > last:
            break
        if first > here:
            found.append((here, first - 1))
        here = max(here, end + 1)
    return tuple(found)


def ranges_text(ranges: Iterable[Range]) -> str:
    """
    >>> ranges_text([(117, 119), (121, 121)])
    '117-119, 121'
    """
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)


def _skip_lost(stream: Stream) -> None:
    """Past what is lost, as far as nothing of it has come after all."""
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
    """In order, touching ones joined."""
    merged: list[Range] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(merged[-1][1], last)
        else:
            merged.append((first, last))
    return merged
