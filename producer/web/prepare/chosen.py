"""The middle of Prepare: the chosen pick, what its tables did, and whether it can be cut."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.acts import TableFramed
from producer.compare.model import Comparison, Pick
from producer.release import Gate
from producer.release.programme.rundown import PlannedSegment
from producer.release.recordings.framings import framings
from producer.release.recordings.hand_times import HandTimes
from producer.rundown.edits import NotEditable
from producer.rundown.fitting import natural_length
from producer.rundown.planned import planned_beats, whole_beats
from producer.segments.graphic_contexts import has_ranking
from producer.segments.recordings.reading import read_recordings
from producer.segments.recordings.wording import SYNC_WORDS, hands_of
from producer.stages.comparisons.branches import DecisionPoint, best_point
from producer.stages.moment import NotDrawable
from producer.web.languages import _, word
from producer.web.pages.comparison import Group, comparison_view
from producer.web.pages.desk_rows import Part, parts, percent
from producer.web.pages.words import Card, cards, hand
from producer.web.prepare.line import SliderStop, slider_stops
from producer.web.services import Services
from producer.wording import headline, spoken_line
from producer.wording.pick_titles import pick_title

USUAL = 60
"""Seconds of a segment that is not planned yet."""


@dataclass(frozen=True, slots=True)
class PictureState:
    """Of a shown table's recording: in words, and whether each is as it should be."""

    table: str
    name: str
    recorded: str
    is_recorded: bool
    framing: str
    sync: str
    verified: bool


@dataclass(frozen=True, slots=True)
class PlannedLength:
    """In seconds. ``natural``: of all beats. ``planned``: of the segment of the rundown with the id
    ``segment``, else as usual; ``lasts``: what its beats make of that. ``trouble``: why it cannot
    be made."""

    natural: Fraction
    planned: int
    lasts: Fraction
    segment: str
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class OtherPick:
    id: str
    words: str
    merit: int


@dataclass(frozen=True, slots=True)
class ChosenPick:
    """``tables``: the two shown, left first; ``own``: they are those that the pick suggests;
    ``choosable``: all that can be, with their names. ``branches``: every table by what it chose."""

    session: str
    group: str
    number: int
    id: str
    kind: str
    title: str
    split: str
    headline: str
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    tables: tuple[str, ...]
    own: bool
    choosable: tuple[tuple[str, str], ...]
    stops: tuple[SliderStop, ...]
    branches: tuple[Group, ...]
    pictures: tuple[PictureState, ...]
    length: PlannedLength
    merit: int
    airable: int
    parts: tuple[Part, ...]
    vetoes: tuple[str, ...]
    holds: tuple[str, ...]
    starred: bool
    dismissed: str
    others: tuple[OtherPick, ...]

    @property
    def deal(self) -> str:
        return f"{self.session}/{self.group}/{self.number}"

    @property
    def stops_json(self) -> str:
        """A list of moment, words and what each table did."""
        return json.dumps([[each.moment, each.words, *each.made] for each in self.stops])


def chosen_pick(
    services: Services,
    comparison: Comparison,
    tables: Sequence[str],
    planned: Sequence[PlannedSegment],
    language: str,
    exit_: str,
) -> ChosenPick:
    """The first pick of ``comparison``. ``tables``: the two to show; the pick's own where they did
    not come to the decision. ``planned``: the rundown."""
    gate, deal, pick = services.gate, comparison.deal, comparison.picks[0]
    point = best_point(comparison)
    shown = _shown(point, pick, tables)
    view = comparison_view(comparison, language)
    return ChosenPick(
        session=deal.key.session,
        group=deal.key.group,
        number=deal.key.number,
        id=pick.id,
        kind=pick.kind,
        title=pick_title(comparison, pick, language),
        split=str(spoken_line(comparison, pick, "split", language)),
        headline=headline(comparison, language),
        hole=hand(pick.cards),
        board=cards(deal.board),
        tables=shown,
        own=shown == pick.pairing,
        choosable=() if point is None else tuple((t, deal.name_of(t)) for t in point.tables),
        stops=() if point is None else slider_stops(comparison, point, shown),
        branches=(*view.branches, *([view.elsewhere] if view.elsewhere else [])),
        pictures=_pictures(services, comparison, shown, exit_),
        length=_length(gate, comparison, shown, planned, language, exit_),
        merit=percent(pick.merit),
        airable=percent(pick.airable),
        parts=parts(comparison),
        vetoes=pick.vetoes,
        holds=pick.holds,
        starred=pick.decision.starred,
        dismissed=pick.decision.dismissed,
        others=tuple(
            OtherPick(each.id, pick_title(comparison, each, language), percent(each.merit))
            for each in comparison.picks[1:]
            if not each.decision.dismissed
        ),
    )


def _shown(point: DecisionPoint | None, pick: Pick, tables: Sequence[str]) -> tuple[str, ...]:
    fits = point is not None and len(set(tables)) == 2 and point.at.keys() >= set(tables)
    return tuple(tables) if fits else pick.pairing


def _pictures(
    services: Services, comparison: Comparison, tables: Sequence[str], exit_: str
) -> tuple[PictureState, ...]:
    gate, key = services.gate, comparison.deal.key
    named = {table: each for table, each in gate.recordings(key[:2]).items() if table in tables}
    placed = read_recordings(named, services.settings.db.parent)
    times = gate.hand_times(key, exit_)
    seen = hands_of({key.number: times}, placed)
    framed = framings(gate, key[:2])
    found = []
    for table in tables:
        words, whole = _("not recorded"), False
        if table in placed:
            whole = key.number in seen[table].whole
            words = (
                _("recorded")
                if whole
                else seen[table].partly.get(key.number, _("its recordings do not show this hand"))
            )
        clocks = (
            {word(SYNC_WORDS[file.sync]) for file in placed[table].recording.files}
            if (table in placed)
            else set()
        )
        found.append(
            PictureState(
                table=table,
                name=comparison.deal.name_of(table),
                recorded=words,
                is_recorded=whole,
                framing=_framing(framed.get(table)),
                sync=_sync(times.get(table), clocks),
                verified=table in times and times[table].verified,
            )
        )
    return tuple(found)


def _framing(framing: TableFramed | None) -> str:
    if framing is None or (framing.width, framing.height) == (1, 1):
        return _("whole picture")
    return _(
        "{width} % wide, {height} % high",
        width=percent(framing.width),
        height=percent(framing.height),
    )


def _sync(times: HandTimes | None, clocks: set[str]) -> str:
    if times is None or not any(times.moves):
        return _("no times of its moves")
    if times.verified:
        return _("verified")
    return "; ".join((_("not verified"), *sorted(clocks)))


def _length(
    gate: Gate,
    comparison: Comparison,
    tables: tuple[str, ...],
    planned: Sequence[PlannedSegment],
    language: str,
    exit_: str,
) -> PlannedLength:
    """As the rundown has it, else as it would be added."""
    key, pick = comparison.deal.key, comparison.picks[0]
    own = [each for each in planned if (each.deal, each.pick) == (key, pick.id)]
    segment = own[0] if own else PlannedSegment("", key, pick.id, tables, USUAL)
    try:
        ranking = has_ranking(gate, comparison, exit_, segment.id)
        whole = whole_beats(comparison, segment, language, ranking=ranking)
        made = planned_beats(comparison, segment, language, ranking=ranking)
    except (NotDrawable, NotEditable) as error:
        return PlannedLength(Fraction(0), segment.seconds, Fraction(0), segment.id, str(error))
    lasts = sum((beat.seconds for beat in made), Fraction(0))
    return PlannedLength(natural_length(whole), segment.seconds, lasts, segment.id)
