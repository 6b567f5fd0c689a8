"""A segment as asked for, made ready to be rendered: its timeline, its recordings, its graphics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from overlay.contexts import LowerThird
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison
from producer.compare.ranking import focused
from producer.compare.whole_hand import whole_hand
from producer.games.line import DealKey
from producer.release import Gate
from producer.release.programme.rundown import segment_named
from producer.release.recordings.hand_times import HandTimes, Span, shown_within
from producer.release.recordings.sync import muted_sound
from producer.rundown.beats import Beat
from producer.rundown.edits import edited
from producer.rundown.fitting import fit
from producer.rundown.pick_beats import beats, with_recap
from producer.segments.commentary import commentary_length
from producer.segments.facts import (
    COUNTED,
    cleared_notes,
    commentary_facts,
    crops_of,
    facts_now,
    note_facts,
    recap_facts,
)
from producer.segments.graphic_contexts import (
    RANKING,
    has_ranking,
    standings_before,
)
from producer.segments.note_beats import NOTE_SECONDS, notes_to_show, with_notes
from producer.segments.plan import plan
from producer.segments.recordings.coverage import why_not_covered
from producer.segments.recordings.muted import muted_spans
from producer.segments.recordings.placed import TableRecording
from producer.segments.recordings.placing import PlacedTable
from producer.segments.recordings.reading import read_recordings
from producer.segments.request import SegmentRequest
from producer.segments.span_stages import OverPicture, stage_of
from producer.segments.timeline import Timeline
from producer.segments.wanted import NotPlanned, Wanted
from producer.stages.catalogue import CATALOGUE
from producer.stages.comparisons.branches import decision_point
from producer.stages.moment import END, NotDrawable
from producer.stages.programme.show import LOWER_THIRD
from producer.stages.style import Style
from producer.texts import number_of
from producer.wording.recap_line import recap_line


@dataclass(frozen=True, slots=True)
class PreparedSegment:
    """``request``: with the tables in the order of their pictures. ``stages``: of every graphic and
    lower third. ``sealed``: as the gate said when the segment was planned. ``facts``: as in a
    manifest. ``problems``: what its recordings do not show, and why: whole sentences."""

    comparison: Comparison
    request: SegmentRequest
    timeline: Timeline
    beats: tuple[Beat, ...]
    recordings: Mapping[str, TableRecording]
    times: Mapping[str, HandTimes]
    wanted: Wanted
    stages: Mapping[OverPicture, Stage]
    sealed: Mapping[str, tuple[Span, ...]]
    facts: Mapping[str, str]
    problems: tuple[str, ...]

    @property
    def key(self) -> DealKey:
        return self.comparison.deal.key


def prepared(
    gate: Gate,
    found: Comparison,
    request: SegmentRequest,
    style: Style,
    folder: Path,
    exit_: str,
    mark: str = "",
    times: Mapping[str, HandTimes] | None = None,
) -> PreparedSegment:
    """Plans the segment of the comparison's first pick; of the layout ``table``, of the whole hand.

    ``folder``: of recordings that are named without one. ``mark``: a word over every graphic.
    ``times``: of the tables' plays; by default those of the record.
    Raises NotDrawable, NotPlanned, TimecodeRefused, and NotAvailable if the deal is sealed
    meanwhile; with a segment of the rundown also NoSuchSegment and NotEditable.
    """
    found = _focused(found, request.layout)
    key = found.deal.key
    point = decision_point(found)
    tables = request.tables or suggested_tables(found, request.layout)
    request = request.model_copy(update={"tables": tables, "pick": found.picks[0].id})
    _must_be_shown(request.nudges, tables)
    # Before what it is made from is read: a change in between makes the clip outdated.
    facts = facts_now(gate, str(key), request.pick, tables, exit_, request.rundown)
    planned = segment_named(gate, request.rundown, exit_) if request.rundown else None
    made = beats(
        found,
        found.picks[0],
        tables,
        request.language,
        layout=request.layout,
        ranking=request.layout != "table" and has_ranking(gate, found, exit_, request.rundown),
        tease=request.tease or (planned is not None and planned.tease),
    )
    before = standings_before(gate, key, exit_, request.rundown) if request.recap else None
    if before is not None and request.layout != "upright":
        said = recap_line(before.standings, before.teams, request.language)
        made = with_recap(made, said, request.language) if said else made
    if planned is not None:
        made = edited(made, planned.edits, request.language)
    moves_before = {table: point.at[table] for table in tables if table in point.at}
    notes = notes_to_show(cleared_notes(gate, key), list(moves_before)) if request.notes else ()
    fitted = fit(made, Fraction(str(request.length)) - len(notes) * NOTE_SECONDS)
    shown, lower_thirds = with_notes(fitted, notes, moves_before, request.sync)
    commentary = Path(request.commentary) if request.commentary else None
    spoken = None if commentary is None else commentary_length(commentary)
    times = gate.hand_times(key, exit_) if times is None else times
    sealed = gate.sealed_spans(key.session, key.group, exit_)
    named = gate.recordings(key[:2])
    placed = read_recordings({table: named.get(table, ()) for table in tables}, folder)
    recordings = {table: each.recording for table, each in placed.items() if each.recording.files}
    facts |= note_facts(notes) | commentary_facts(request.commentary)
    if before is not None and _has(shown, "recap"):
        facts |= recap_facts(before)
    width, height = request.pixels
    wanted = Wanted(
        layout=request.layout,
        rate=request.rate,
        width=width,
        height=height,
        moves_before=moves_before,
        sync=request.sync,
        longest_think=Fraction(str(request.longest_think)),
        fastest=request.speed_up,
        handle=Fraction(str(request.handle)),
        first_timecode=request.first_frame,
        drop_frame=request.drop_frame,
        sound=request.sound,
        sound_in_freeze=request.sound_in_freeze,
        bed=request.bed or commentary is not None,
        commentary=commentary,
        nudges=request.nudges,
        lower_thirds=lower_thirds,
        crops=crops_of(gate, key[:2], tables),
        muted=muted_spans(muted_sound((act for _, act in gate.acts()), key), recordings, folder),
    )
    timeline = plan(shown, tables, times, recordings, sealed, wanted)
    spans: tuple[OverPicture, ...] = (*timeline.graphics, *timeline.lower_thirds)
    stages = {span: stage_of(gate, found, span, style, exit_, request) for span in spans}
    if not any(span.graphic == RANKING for span in timeline.graphics):
        del facts[COUNTED]
    if mark:
        stages = {span: _marked(stage, mark) for span, stage in stages.items()}
    problems = [words for each in placed.values() for words in each.problems]
    problems += _not_shown(times, placed)
    problems += _not_yet(timeline, recordings)
    problems += _not_opened(made, shown, request)
    if commentary is not None and spoken is not None:
        problems += _not_spoken(commentary, spoken, timeline)
    return PreparedSegment(
        found,
        request,
        timeline,
        shown,
        recordings,
        times,
        wanted,
        stages,
        sealed,
        facts,
        tuple(problems),
    )


def _focused(found: Comparison, layout: str) -> Comparison:
    """With the whole hand first where the layout shows it. Raises NotDrawable where only another
    layout can show the deal."""
    hand, key = whole_hand(found), found.deal.key
    if layout == "table" and hand is None:
        raise NotDrawable(
            f"deal {key}: the layout table shows a hand of hold'em that one table alone has played",
            "choose another --layout",
        )
    if layout != "table" and hand is not None:
        raise NotDrawable(
            f"deal {key}: table {found.deal.name_of(hand.tables[0])} alone has played it, and a "
            f"{layout} segment compares tables",
            "choose --layout table",
        )
    return found if hand is None else focused(found, hand.id)


def suggested_tables(found: Comparison, layout: str) -> tuple[str, ...]:
    """Those that the layout shows of the first pick, where none are named. Raises NotDrawable."""
    name = layout if layout in CATALOGUE else "split"
    count = {"three-up": 3, "four-up": 4, "six-up": 6}.get(layout)
    there = found.picks[0].tables if found.picks else ()
    if layout == "table":
        return there
    if count is not None:
        if len(there) < count:
            raise NotDrawable(
                f"deal {found.deal.key}: {number_of(len(there), 'table')} at this decision, "
                f"a {layout} shows {count}",
                "choose another --layout",
            )
        return _arranged(found, name, there[:count])
    return _arranged(found, name, ())


def _arranged(found: Comparison, name: str, tables: tuple[str, ...]) -> tuple[str, ...]:
    entry = CATALOGUE[name]
    assert entry.request is not None
    return entry.draw(found, entry.request(found, tables, END), Style()).pictures


def allowed_spans(ready: PreparedSegment) -> dict[str, Span]:
    """By table, the time round the hand at which it may be seen. Raises NotPlanned for a table that
    may not be seen at all."""
    allowed = {}
    for side in ready.timeline.sides:
        running = [shot for shot in side.shots if shot.kind != "drawn"]
        if not running:
            continue
        sealed = ready.sealed.get(side.table, (Span(None, None),))
        span = shown_within(Span(None, None), sealed, running[0].at)
        if span is None:
            raise sealed_meanwhile(side.table)
        allowed[side.table] = span
    return allowed


def must_not_be_sealed(timeline: Timeline, sealed: Mapping[str, Sequence[Span]]) -> None:
    """Raises NotPlanned if the timeline shows or lets hear a time that is sealed."""
    for side in timeline.sides:
        for shot in side.shots:
            if shot.kind != "drawn":
                last = shot.time_of(shot.end - 1, timeline.rate)
                _free(side.table, Span(shot.at, last + 1 / timeline.rate), sealed)
    for sound in timeline.sound:
        if sound.at is not None:
            _free(sound.table, Span(sound.at, sound.at + sound.frames / timeline.rate), sealed)


def _free(table: str, span: Span, sealed: Mapping[str, Sequence[Span]]) -> None:
    if any(span.overlaps(each) for each in sealed.get(table, (Span(None, None),))):
        raise sealed_meanwhile(table)


def sealed_meanwhile(table: str) -> NotPlanned:
    return NotPlanned(
        f"table {table}: it may not be seen at some of these times any more",
        "render the segment again; what may not be seen is then left out",
    )


def _has(beats: Sequence[Beat], name: str) -> bool:
    return any(beat.name == name for beat in beats)


def _not_opened(made: Sequence[Beat], shown: Sequence[Beat], request: SegmentRequest) -> list[str]:
    """Which of the beats that open a segment are not in it, and why."""
    found = [
        f"the {name} is left out: the segment is too short for it"
        for name in ("tease", "recap")
        if _has(made, name) and not _has(shown, name)
    ]
    if request.tease and request.layout == "table":
        found.append("the tease is left out: a whole hand has no question")
    if request.recap and not _has(made, "recap"):
        why = "upright has no room for it" if request.layout == "upright" else "no deal counts yet"
        found.append(f"the recap is left out: {why}")
    return found


def _must_be_shown(nudges: Mapping[str, int], tables: Sequence[str]) -> None:
    for table in nudges:
        if table not in tables:
            raise NotPlanned(
                f"table {table} is nudged, but it is not shown", f"nudge one of {', '.join(tables)}"
            )


def _not_spoken(path: Path, length: Fraction, timeline: Timeline) -> list[str]:
    """How much of a commentary of so many seconds is not heard, or how much earlier it ends."""
    room = (timeline.frames - timeline.handle) / timeline.rate
    if abs(length - room) < 1:
        return []
    if length > room:
        return [
            f"{path}: the last {float(length - room):.1f} s are not heard: the segment is shorter"
        ]
    return [f"{path}: it ends {float(room - length):.1f} s before the segment"]


def _marked(stage: Stage, mark: str) -> Stage:
    """The stage with the word on the left, below its cards or in the upper picture."""
    width = min(LOWER_THIRD.width, stage.width - 2 * LOWER_THIRD.x)
    box = Box(LOWER_THIRD.x, stage.height // 10, width, LOWER_THIRD.height)
    word = Graphic("mark", "lower_third", LowerThird("speaker", mark, ""), box)
    return replace(stage, graphics=(*stage.graphics, word))


def _not_yet(timeline: Timeline, recordings: Mapping[str, TableRecording]) -> list[str]:
    """The tables that are drawn at times that their recordings show."""
    return [
        f"table {side.table}: some of its pictures may not be seen yet, because of what was played "
        "before or after this hand. They are left out"
        for side in timeline.sides
        if side.table in recordings
        and any(
            shot.kind == "drawn" and recordings[side.table].locate(shot.at) is not None
            for shot in side.shots
        )
    ]


def _not_shown(times: Mapping[str, HandTimes], placed: Mapping[str, PlacedTable]) -> list[str]:
    """What of the hands the recordings do not show."""
    found = []
    for table, each in placed.items():
        hand = times[table]
        if hand.started is None or hand.finished is None:
            continue
        words = why_not_covered(
            each.recording, hand.started.at, hand.finished.at, "the hand", each.left_out
        )
        if words is not None:
            found.append(words)
    return found
