"""The rundown as rows: what stands when, how long it is, and what is said in it. Pure.

Times are in seconds from the beginning of the programme.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from producer.acts import RowKind
from producer.compare.model import Comparison
from producer.compare.ranking import NoSuchPick, focused
from producer.release.programme.rundown import BeatEdit, Entry, PlannedSegment, ProgrammeRow
from producer.rundown.beats import Beat
from producer.rundown.edits import NotEditable, edited
from producer.rundown.fitting import fit
from producer.rundown.lengths import speaking
from producer.rundown.planned import whole_beats
from producer.stages.moment import NotDrawable
from producer.wording.pick_lines import spoken_line
from producer.wording.pick_titles import pick_title

ROW_WORDS: Mapping[RowKind, str] = {
    "standings": "Standings",
    "link": "Link",
    "interview": "Interview",
    "vt": "VT",
    "break": "Break",
    "open": "Open slot",
}


@dataclass(frozen=True, slots=True)
class BeatRow:
    """``seconds``: 0 where it is left out, by a producer or for want of time. ``own``: the
    program's sentence; ``sentence``: the one that is said."""

    name: str
    graphic: str
    seconds: Fraction
    own: str
    sentence: str
    edit: BeatEdit

    @property
    def shown(self) -> bool:
        return self.seconds > 0


@dataclass(frozen=True, slots=True)
class RundownRow:
    """``starts``: ``None`` for what is dropped. ``lasts``: how long its beats are together;
    ``spoken``: what is said in them. ``tables``: those shown. ``problem``: why it cannot be made,
    in words."""

    segment: PlannedSegment
    starts: Fraction | None
    title: str = ""
    line: str = ""
    tables: tuple[str, ...] = ()
    lasts: Fraction = Fraction(0)
    spoken: Fraction = Fraction(0)
    beats: tuple[BeatRow, ...] = ()
    problem: str = ""

    @property
    def missed(self) -> bool:
        """Whether its beats cannot be made as long as planned."""
        return not self.problem and self.lasts != self.segment.seconds


@dataclass(frozen=True, slots=True)
class OtherRow:
    """A row that is no segment. ``starts`` and ``spoken`` as of ``RundownRow``."""

    row: ProgrammeRow
    starts: Fraction | None
    spoken: Fraction

    @property
    def title(self) -> str:
        return self.row.title or ROW_WORDS[self.row.kind]


def rundown_rows(
    entries: Iterable[Entry],
    comparison: Callable[[PlannedSegment], Comparison],
    rankings: Collection[str],
    language: str,
) -> tuple[RundownRow | OtherRow, ...]:
    """The items of the rundown in their order; a dropped one takes no time. ``comparison``: of a
    segment's deal. ``rankings``: the ids of segments whose seat has one before and after the deal.
    Raises UnknownLanguage."""
    rows: list[RundownRow | OtherRow] = []
    at = Fraction(0)
    for entry in entries:
        dropped = entry.state == "dropped"
        starts = None if dropped else at
        at += 0 if dropped else entry.seconds
        if isinstance(entry, ProgrammeRow):
            rows.append(OtherRow(entry, starts, speaking(entry.text, language)))
            continue
        row = RundownRow(entry, starts, tables=entry.tables)
        try:
            row = _made(row, comparison(entry), language, ranking=entry.id in rankings)
        except (NoSuchPick, NotDrawable, NotEditable) as error:
            row = replace(row, problem=str(error))
        rows.append(row)
    return tuple(rows)


def segment_rows(rows: Iterable[RundownRow | OtherRow]) -> tuple[RundownRow, ...]:
    return tuple(row for row in rows if isinstance(row, RundownRow))


def entry_of(row: RundownRow | OtherRow) -> Entry:
    return row.segment if isinstance(row, RundownRow) else row.row


def total(rows: Iterable[RundownRow | OtherRow]) -> int:
    """The planned seconds of all that is not dropped."""
    return sum(entry_of(row).seconds for row in rows if row.starts is not None)


def _made(row: RundownRow, comparison: Comparison, language: str, *, ranking: bool) -> RundownRow:
    segment = row.segment
    found = focused(comparison, segment.pick)
    pick = found.picks[0]
    whole = whole_beats(found, segment, language, ranking=ranking)
    row = replace(
        row,
        title=pick_title(found, pick, language),
        line=str(spoken_line(found, pick, "split", language)),
        tables=segment.tables or pick.pairing,
    )
    made = fit(edited(whole, segment.edits, language), Fraction(segment.seconds))
    shown = {beat.name: beat for beat in made}
    return replace(
        row,
        lasts=sum((beat.seconds for beat in made), Fraction(0)),
        spoken=sum((speaking(beat.sentence, language) for beat in made), Fraction(0)),
        beats=tuple(_beat(beat, shown, segment) for beat in whole),
    )


def _beat(own: Beat, shown: dict[str, Beat], segment: PlannedSegment) -> BeatRow:
    edit = segment.edits.get(own.name, BeatEdit())
    beat = shown.get(own.name)
    return BeatRow(
        own.name,
        own.graphic,
        beat.seconds if beat else Fraction(0),
        own.sentence,
        beat.sentence if beat else edit.sentence or own.sentence,
        edit,
    )
