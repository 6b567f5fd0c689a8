"""The beats of a segment as a producer edited them. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from producer.release.programme.rundown import BeatEdit
from producer.rundown.beats import Beat, Length
from producer.rundown.fitting import LEAVE_IN_TURN
from producer.rundown.lengths import BREATH, HURRIED, SILENCE, speaking


class NotEditable(ValueError):
    """A beat cannot be edited so; the message says why, and what can be done."""


def edited(beats: Sequence[Beat], edits: Mapping[str, BeatEdit], language: str) -> tuple[Beat, ...]:
    """The beats with the edits, by the name of the beat, before they are fitted into a time.

    A beat with a longer sentence takes longer; one with given seconds has exactly these. Raises
    NotEditable for a beat that there is not, one that cannot be left out, and for seconds in which
    it cannot be shown or said.
    """
    names = [beat.name for beat in beats]
    for name in edits:
        if name not in names:
            raise NotEditable(f"the segment has no beat {name}; it has {', '.join(names)}")
    made = (_edited(beat, edits.get(beat.name, BeatEdit()), language) for beat in beats)
    return tuple(beat for beat in made if beat is not None)


def _edited(beat: Beat, edit: BeatEdit, language: str) -> Beat | None:
    if edit.left_out:
        if beat.name not in LEAVE_IN_TURN:
            raise NotEditable(
                f"the beat {beat.name} cannot be left out; these can: {', '.join(LEAVE_IN_TURN)}"
            )
        return None
    if edit.sentence:
        length = _long_enough(beat, edit.sentence, language)
        beat = replace(beat, sentence=edit.sentence, length=length, seconds=length.natural)
    if edit.seconds is not None:
        shortest, longest = beat.length.shortest, beat.length.longest
        if not shortest <= edit.seconds <= longest:
            raise NotEditable(
                f"the beat {beat.name} takes {float(shortest):.1f} to {float(longest):.1f} s, not "
                f"{float(edit.seconds):g}; choose between them, or shorten its sentence"
            )
        length = Length(edit.seconds, edit.seconds, edit.seconds)
        beat = replace(beat, length=length, seconds=edit.seconds)
    return beat


def _long_enough(beat: Beat, sentence: str, language: str) -> Length:
    said = speaking(sentence, language)
    after = SILENCE if beat.name == "question" else BREATH
    hurried = said / HURRIED + (SILENCE if beat.name == "question" else 0)
    natural = max(beat.length.natural, said + after)
    return Length(max(beat.length.shortest, hurried), natural, max(beat.length.longest, natural))
