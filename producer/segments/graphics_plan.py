"""Which graphic is over the picture from when to when, and what each may know by then. Pure.

A beat says the most that its graphic may know. Where the table is seen to get there, the graphic
follows the picture: it says RAISE at the most likely moment of the raise, not when the beat begins,
but early enough to be read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from producer.segments.cutting.course import Course
from producer.segments.cutting.knowledge import changes, is_further, least, streets_of_all
from producer.segments.cutting.placing import PlacedBeat, PlacedBeats, Stretch
from producer.segments.timeline import GraphicSpan, LowerThirdSpan, Side
from producer.segments.wanted import NotPlanned, Wanted
from producer.stages.catalogue import CATALOGUE
from producer.stages.moment import Known, Moment

RESULT, DECISION = Fraction(4), Fraction(3)
"""Seconds for which a result, and a decision or what else a beat may say, are on screen at least;
at most two thirds of a stretch."""


@dataclass(frozen=True, slots=True)
class _Pictures:
    tables: tuple[str, ...]
    courses: Mapping[str, Course]
    sides: Mapping[str, Side]
    rate: Fraction
    by_street: bool


def graphics_of(
    beats: PlacedBeats,
    tables: Sequence[str],
    courses: Mapping[str, Course],
    sides: Sequence[Side],
    rate: Fraction,
    *,
    by_street: bool = False,
) -> tuple[GraphicSpan, ...]:
    """From the first beat to the end of the ``sides``; the handle at their beginning is clean.
    ``beats``: where they are in ``sides``. ``by_street``: nothing is drawn before it is in the
    picture, and the board as soon as its cards are, not with the first move that follows them."""
    pictures = _Pictures(
        tuple(tables), courses, {side.table: side for side in sides}, rate, by_street
    )
    shown: dict[str, Known] = dict.fromkeys(tables, 0)
    spans: list[GraphicSpan] = []
    for placed in (*beats.run_up, *beats.question):
        spans += _spans(placed, [(placed.start, placed.beat.moment)], placed.beat.lit, tables)
    for stretch in beats.stretches:
        moments = _moments(stretch, pictures, shown)
        for placed in stretch.beats:
            lit = placed.beat.lit if not stretch.together else ""
            spans += _spans(placed, _in_steps(placed, moments, stretch), lit, tables)
        shown = {table: stretch.moment.of(table) for table in tables}
    found = _joined(_to_the_end(spans, beats.all[-1].end, sides[0].shots[-1].end))
    if not by_street:
        return found
    return _by_street(found, streets_of_all(courses, pictures.sides, rate))


def _by_street(spans: Sequence[GraphicSpan], streets: Mapping[str, int]) -> tuple[GraphicSpan, ...]:
    """``streets``: by name in order, the first frame that shows its cards."""
    cut: list[GraphicSpan] = []
    for span in spans:
        end = span.start + span.frames
        inside = {frame for frame in streets.values() if span.start < frame < end}
        for start, until in pairwise([span.start, *sorted(inside), end]):
            opened = [name for name, frame in streets.items() if frame <= start]
            last = opened[-1] if opened else ""
            cut.append(replace(span, start=start, frames=until - start, opened=last))
    return tuple(cut)


def _to_the_end(spans: Sequence[GraphicSpan], last: int, end: int) -> list[GraphicSpan]:
    return [
        replace(span, frames=end - span.start) if span.start + span.frames == last else span
        for span in spans
    ]


_Steps = Mapping[str, list[tuple[int, Known]]]


def _moments(stretch: Stretch, pictures: _Pictures, shown: Mapping[str, Known]) -> _Steps:
    """By table, from which frame on it may know how much. Where the tables play together, nothing
    of a street is said before all have it in the picture."""
    courses, sides, rate = pictures.courses, pictures.sides, pictures.rate
    streets = streets_of_all(courses, sides, rate) if stretch.together else {}
    steps: dict[str, list[tuple[int, Known]]] = {}
    for table, side in sides.items():
        allowed = stretch.moment.of(table)
        if _runs(side, stretch):
            seen = [
                (frame, least(known, allowed))
                for frame, known in changes(courses[table], side, rate, streets)
            ]
            before = least(shown[table], allowed)
            seen.append((stretch.end, allowed))
            reading = Fraction(0) if pictures.by_street else _reading(allowed)
            steps[table] = _read(seen, before, stretch, rate, reading)
        else:
            steps[table] = [(stretch.start, allowed)]
    return steps


def _reading(known: Known) -> Fraction:
    return RESULT if known is None else DECISION


def _read(
    seen: Sequence[tuple[int, Known]],
    before: Known,
    stretch: Stretch,
    rate: Fraction,
    reading: Fraction,
) -> list[tuple[int, Known]]:
    """What is ``seen`` when, moved so that the decision can be read, and the last of it for
    ``reading`` seconds; a move less than a second before the last is left out."""
    decision = int(DECISION * rate)
    latest = stretch.end - min(int(reading * rate), stretch.frames * 2 // 3)
    if reading and before == 0 and is_further(seen[-1][1], 1):
        seen = [(latest - decision, 1), *seen]
    steps, free = [(stretch.start, before)], stretch.start
    for frame, known in sorted(seen, key=lambda each: each[0]):
        at = min(max(frame, free), latest)
        flashes = known != seen[-1][1] and latest - at < rate
        if is_further(known, steps[-1][1]) and not flashes:
            steps.append((at, known))
            if known == 1:
                free = at + decision
    return steps


def _runs(side: Side, stretch: Stretch) -> bool:
    return any(
        shot.start < stretch.end
        and shot.end > stretch.start
        and shot.kind in {"play", "drawn"}
        and shot.speed > 0
        for shot in side.shots
    )


def _in_steps(placed: PlacedBeat, steps: _Steps, stretch: Stretch) -> list[tuple[int, Moment]]:
    """The moments of a beat, each with its first frame."""
    entry = CATALOGUE.get(placed.beat.graphic)
    if entry is None or "move" not in entry.moments:
        return [(placed.start, placed.beat.moment)]
    starts = (frame for own in steps.values() for frame, _ in own)
    frames = sorted({max(frame, placed.start) for frame in starts if frame < placed.end})
    known = [{table: _at(own, frame) for table, own in steps.items()} for frame in frames]
    return [(frame, _moment(each, stretch)) for frame, each in zip(frames, known, strict=True)]


def _at(steps: Sequence[tuple[int, Known]], frame: int) -> Known:
    return next(known for start, known in reversed(steps) if start <= frame)


def _moment(known: Mapping[str, Known], stretch: Stretch) -> Moment:
    """Tables that are not shown are as far as the shown one that is furthest behind."""
    least_known = stretch.moment.known
    for each in known.values():
        least_known = least(each, least_known)
    apart = tuple(sorted((table, each) for table, each in known.items() if each != least_known))
    return Moment(least_known, apart)


def _spans(
    placed: PlacedBeat,
    moments: Sequence[tuple[int, Moment]],
    lit: str,
    tables: Sequence[str],
) -> list[GraphicSpan]:
    graphic = placed.beat.graphic
    if not graphic:
        return []
    ends = [*(start for start, _ in moments[1:]), placed.end]
    spans = [
        GraphicSpan(start, end - start, graphic, tuple(tables), moment, lit)
        for (start, moment), end in zip(moments, ends, strict=True)
        if end > start
    ]
    return [_of_one_table(span) if graphic == "table" else span for span in spans]


def _of_one_table(span: GraphicSpan) -> GraphicSpan:
    table = span.lit or span.tables[0]
    return replace(span, tables=(table,), moment=Moment(span.moment.of(table)))


def _joined(spans: Sequence[GraphicSpan]) -> tuple[GraphicSpan, ...]:
    """Without a seam where nothing changes."""
    found: list[GraphicSpan] = []
    for span in spans:
        last = found[-1] if found else None
        if last is not None and replace(last, start=span.start, frames=span.frames) == span:
            found[-1] = replace(last, frames=span.start + span.frames - last.start)
        else:
            found.append(span)
    return tuple(found)


def lower_thirds_of(wanted: Wanted, beats: PlacedBeats) -> tuple[LowerThirdSpan, ...]:
    """Where they were asked for, none longer than the segment. Raises NotPlanned for a beat that
    there is not, and for two at the same time."""
    starts = {each.beat.name: each.start for each in beats.all}
    spans = []
    for note in wanted.lower_thirds:
        if note.beat not in starts:
            raise NotPlanned(
                f"a note is placed in the beat {note.beat}, which this segment does not have",
                f"choose one of {', '.join(starts)}",
            )
        start = starts[note.beat] + int(note.after * wanted.rate)
        frames = min(int(note.seconds * wanted.rate), beats.frames - start)
        if start < 0 or frames < 1:
            raise NotPlanned(
                f"the note {note.text!r} would stand outside the segment",
                f"let it begin earlier in the beat {note.beat}, or choose another beat",
            )
        spans.append(LowerThirdSpan(start, frames, note.text, note.author))
    spans.sort(key=lambda span: span.start)
    for before, after in pairwise(spans):
        if before.start + before.frames > after.start:
            raise NotPlanned(
                f"the notes {before.text!r} and {after.text!r} would stand there together",
                "let the second begin later, or shorten the first",
            )
    return tuple(spans)
