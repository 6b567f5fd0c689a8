"""The beats of a segment of the rundown, edited and fitted into its time. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from producer.compare.model import Comparison
from producer.compare.ranking import focused
from producer.compare.whole_hand import WHOLE_HAND
from producer.release.programme.rundown import PlannedSegment
from producer.rundown.beats import Beat
from producer.rundown.edits import edited
from producer.rundown.fitting import fit
from producer.rundown.pick_beats import SegmentShape, beats
from producer.stages.moment import NotDrawable
from producer.texts import number_of

LAYOUTS: Mapping[int, SegmentShape] = {
    0: "two-up", 1: "field", 2: "two-up", 3: "three-up", 4: "four-up", 6: "six-up"
}  # fmt: skip
"""By the number of tables named; none for the pick's two."""


def planned_beats(
    comparison: Comparison, segment: PlannedSegment, language: str, *, ranking: bool = False
) -> tuple[Beat, ...]:
    """As close to the planned seconds as the beats allow. Raises as ``whole_beats`` does, and
    NotEditable."""
    whole = whole_beats(comparison, segment, language, ranking=ranking)
    return fit(edited(whole, segment.edits, language), Fraction(segment.seconds))


def whole_beats(
    comparison: Comparison, segment: PlannedSegment, language: str, *, ranking: bool = False
) -> tuple[Beat, ...]:
    """All beats as the program makes them, at their natural lengths. ``ranking``: the pick's seat
    has one before and after the deal. Raises NoSuchPick, NotDrawable for tables that cannot be
    shown together, UnknownLanguage."""
    pick = focused(comparison, segment.pick).picks[0]
    if pick.id == WHOLE_HAND and segment.tables not in ((), pick.tables):
        raise NotDrawable(
            f"deal {segment.deal}: table {comparison.deal.name_of(pick.tables[0])} alone has "
            "played it",
            "name no tables",
        )
    return beats(
        comparison,
        pick,
        segment.tables,
        language,
        layout=layout_of(segment),
        ranking=ranking,
        tease=segment.tease,
    )


def layout_of(segment: PlannedSegment) -> SegmentShape:
    """The split that shows the segment's tables, or the table of a whole hand. Raises NotDrawable
    where none does."""
    if segment.pick == WHOLE_HAND:
        return "table"
    layout = LAYOUTS.get(len(segment.tables))
    if layout is None:
        raise NotDrawable(
            f"deal {segment.deal}: no split shows {number_of(len(segment.tables), 'table')}",
            f"name {', '.join(str(n) for n in LAYOUTS if n)} of them",
        )
    return layout
