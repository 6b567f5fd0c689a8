"""When a table's hand was of a deal that is not released, or of an unknown one. Pure.

Only what is certain is left open: from the first time of a released hand to its last, and on to the
next hand's where the table's device has numbered everything in between and nothing is missing.
Everything else is sealed: before the first such hand and after the last, void and unusable hands,
hands that run, hands that never arrived. As devices are late, every border moves inwards by as
much as its time may be wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from producer.record import Nudges, PlayEvent, corrected_time
from producer.release.recordings.hand_times import ClockTime, Span, clock_time

LONGEST_SILENCE = Fraction(600)
"""In seconds. After a longer silence of its device it is not known what a table has played."""

CLOCK_CHANGED = Fraction(60)
"""In seconds. If a device's later entry is earlier by more, its clock was changed."""

Hand = tuple[int, int]
"""The number of the deal, and the table's number of the hand."""


@dataclass(frozen=True, slots=True)
class HandStamp:
    """An event of a hand at a table. ``time``: by the device; ``by_arrival``: the device gave none,
    so that it is only the time of arrival. ``used``: it counts in the record. ``starts`` and
    ``ends``: the hand."""

    hand: Hand
    source: str
    seq: int | None
    time: ClockTime
    by_arrival: bool
    used: bool
    starts: bool
    ends: bool
    repeats: bool = False


def sealed_spans(
    stamps: Sequence[HandStamp],
    released: Collection[Hand],
    clocks: Mapping[str, Collection[int]],
) -> tuple[Span, ...]:
    """Of one table, in order. ``stamps``: every event that it sent, in log order. ``released``: its
    plays of released deals. ``clocks``: by device, the numbers of its heartbeats."""
    shown = frozenset(released) - _out_of_order(stamps)
    numbers = {source: set(own) for source, own in clocks.items()}
    for each in stamps:
        if each.seq is not None and (each.used or each.repeats) and each.hand in shown:
            numbers.setdefault(each.source, set()).add(each.seq)
    stamps = _up_to_the_end([each for each in stamps if not each.repeats], shown)
    open_spans = [
        Span(run[0].time.at + run[0].time.uncertain, run[-1].time.at - run[-1].time.uncertain)
        for run in _runs(stamps, shown, numbers)
    ]
    return _rest(_without(open_spans, _hulls(stamps, shown)))


def _out_of_order(stamps: Sequence[HandStamp]) -> set[Hand]:
    """Hands during which their device's clock was changed, by the order of its numbers."""
    own: dict[tuple[Hand, str], list[HandStamp]] = {}
    for each in stamps:
        if each.used and each.seq is not None and not each.by_arrival:
            own.setdefault((each.hand, each.source), []).append(each)
    return {
        hand
        for (hand, _), found in own.items()
        for before, after in pairwise(sorted(found, key=lambda each: each.seq or 0))
        if before.time.at - after.time.at > CLOCK_CHANGED
    }


def _up_to_the_end(stamps: Sequence[HandStamp], shown: Collection[Hand]) -> list[HandStamp]:
    """Without what was entered of a released hand after its end, such as board cards: then the next
    hand may be on the table already."""
    ends: dict[Hand, Fraction] = {}
    for each in stamps:
        if each.ends and each.used and not each.by_arrival:
            ends[each.hand] = min(each.time.at, ends.get(each.hand, each.time.at))
    return [
        each
        for each in stamps
        if each.hand not in shown or each.time.at <= ends.get(each.hand, each.time.at)
    ]


def _runs(
    stamps: Sequence[HandStamp], shown: Collection[Hand], numbers: Mapping[str, Collection[int]]
) -> list[list[HandStamp]]:
    """Events of released hands, by their times, with nothing else between them."""
    ordered = sorted(
        (each for each in stamps if not each.by_arrival),
        key=lambda each: (each.time.at, each.seq or 0),
    )
    runs: list[list[HandStamp]] = []
    before: HandStamp | None = None
    for each in ordered:
        if not (each.used and each.hand in shown):
            before = None
            continue
        if before is not None and _joined(before, each, numbers):
            runs[-1].append(each)
        else:
            runs.append([each])
        before = each
    return runs


def _joined(before: HandStamp, after: HandStamp, numbers: Mapping[str, Collection[int]]) -> bool:
    """Whether nothing else was played between the two."""
    if after.time.at - before.time.at > LONGEST_SILENCE:
        return False
    if before.hand == after.hand:
        return True
    if before.source != after.source or before.seq is None or after.seq is None:
        return False
    came = numbers.get(before.source, ())
    return (
        before.ends
        and after.starts
        and after.hand[1] == before.hand[1] + 1
        and before.seq < after.seq
        and all(number in came for number in range(before.seq + 1, after.seq))
    )


def _hulls(stamps: Sequence[HandStamp], shown: Collection[Hand]) -> list[Span]:
    """Of every hand that is not released, from its first event to its last."""
    hulls: dict[Hand, tuple[Fraction, Fraction]] = {}
    for each in stamps:
        if each.hand in shown:
            continue
        first, last = each.time.at - each.time.uncertain, each.time.at + each.time.uncertain
        before = hulls.get(each.hand, (first, last))
        hulls[each.hand] = min(before[0], first), max(before[1], last)
    return [Span(*hull) for hull in hulls.values()]


def _without(spans: Iterable[Span], hulls: Sequence[Span]) -> list[tuple[Fraction, Fraction]]:
    """What is left of ``spans`` outside the ``hulls``, in order."""
    left: list[tuple[Fraction, Fraction]] = []
    todo = list(spans)
    while todo:
        span = todo.pop()
        if span.first is None or span.last is None or span.first >= span.last:
            continue
        for hull in hulls:
            if hull.overlaps(span):
                todo += [replace(span, last=hull.first), replace(span, first=hull.last)]
                break
        else:
            left.append((span.first, span.last))
    return sorted(left)


def _rest(open_spans: Sequence[tuple[Fraction, Fraction]]) -> tuple[Span, ...]:
    """The time outside the open spans."""
    firsts = [None, *(last for _, last in open_spans)]
    lasts = [*(first for first, _ in open_spans), None]
    return tuple(Span(first, last) for first, last in zip(firsts, lasts, strict=True))


def hand_stamps(
    events: Iterable[PlayEvent], nudges: Nudges, *, live: bool
) -> dict[str, list[HandStamp]]:
    """By table, in log order; without events whose time is not known."""
    found: dict[str, list[HandStamp]] = {}
    for event in events:
        time = clock_time(event, nudges, live=live)
        if time is None:
            continue
        stamp = HandStamp(
            hand=(event.deal, event.hand),
            source=event.source,
            seq=event.seq,
            time=time,
            by_arrival=corrected_time(event, nudges) is None,
            used=not event.aside,
            starts=event.type == "hand.started",
            ends=event.type in {"hand.finished", "hand.recorded"},
            repeats=event.aside == "same",
        )
        found.setdefault(event.table, []).append(stamp)
    return found


def numbers_of(clocks: Iterable[tuple[str, str, int]], table: str) -> dict[str, set[int]]:
    """By device, the numbers of the table's heartbeats; ``clocks``: table, device, number."""
    found: dict[str, set[int]] = {}
    for where, source, number in clocks:
        if where == table:
            found.setdefault(source, set()).add(number)
    return found
