"""Notes that are cleared for air, each in a beat of its own: a lower third over the split. Pure.

A note may speak of what it is about. So it comes after the beat by whose end all of that was seen,
and not over the question, which stands in silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from producer.release.notes import Note
from producer.rundown.beats import Beat, Length
from producer.segments.cutting.placing import TOGETHER
from producer.segments.wanted import LowerThirdWanted, SyncMode
from producer.stages.moment import BEFORE, Known

NOTE_SECONDS = Fraction(5)
"""For which a note stands: ten words, and who says them."""

LENGTH = Length(NOTE_SECONDS, NOTE_SECONDS, NOTE_SECONDS)


def notes_to_show(notes: Iterable[Note], tables: Sequence[str]) -> tuple[Note, ...]:
    """Those cleared for air on the whole deal, or on one of the ``tables`` that are shown."""
    return tuple(
        note for note in notes if note.cleared and (not note.table or note.table in tables)
    )


def with_notes(
    beats: Sequence[Beat], notes: Sequence[Note], moves_before: Mapping[str, int], sync: SyncMode
) -> tuple[tuple[Beat, ...], tuple[LowerThirdWanted, ...]]:
    """The fitted beats of a segment with a beat for each note, and where each note stands.

    ``moves_before``: by shown table, how many moves of its line come before the decision.
    """
    split = next(beat.graphic for beat in beats if beat.moment != BEFORE)
    asked = _asked(beats)
    after: dict[int, list[Note]] = {}
    for note in notes:
        after.setdefault(_place(beats, note, moves_before, sync), []).append(note)
    found: list[Beat] = []
    thirds: list[LowerThirdWanted] = []
    for place, beat in enumerate(beats):
        found.append(beat)
        for note in after.get(place, ()):
            name = f"note-{len(thirds) + 1}"
            lit = note.table if place >= asked else ""
            found.append(Beat(name, split, beat.moment, lit, "", LENGTH, NOTE_SECONDS))
            thirds.append(LowerThirdWanted(note.text, note.author, name, Fraction(0), NOTE_SECONDS))
    return tuple(found), tuple(thirds)


def _place(
    beats: Sequence[Beat], note: Note, moves_before: Mapping[str, int], sync: SyncMode
) -> int:
    """After which beat the note comes."""
    tables = [note.table] if note.table else list(moves_before)
    needed: Known = None
    if note.move is not None:
        needed = note.move - moves_before[note.table]
        if needed <= 0:
            return max(_asked(beats) - 1, 0)
    place = next(
        place
        for place, beat in enumerate(beats)
        if all(_knows(beat.moment.of(table), needed) for table in tables)
    )
    if _together(beats[place], sync):
        while place + 1 < len(beats) and _together(beats[place + 1], sync):
            place += 1
    return place


def _asked(beats: Sequence[Beat]) -> int:
    """Where the question is, or the first decision; of a whole hand the first street."""
    return next(
        place
        for place, beat in enumerate(beats)
        if beat.name == "question" or beat.moment != BEFORE
    )


def _knows(known: Known, needed: Known) -> bool:
    return known is None or (needed is not None and known >= needed)


def _together(beat: Beat, sync: SyncMode) -> bool:
    """Whether all tables play the beat at the same time, with those next to it."""
    return beat.name.startswith(TOGETHER[sync])
