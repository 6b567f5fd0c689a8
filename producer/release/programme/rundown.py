"""The rundown: the segments of a programme in their order, as producers planned and edited them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction

from producer.acts import (
    Act,
    BeatEdited,
    BeatEditedAct,
    ProgrammeRowAiredAct,
    ProgrammeRowPlaced,
    ProgrammeRowPlacedAct,
    ProgrammeRowRemovedAct,
    ProgrammeRowsMovedAct,
    RowKind,
    SegmentAiredAct,
    SegmentNamed,
    SegmentPlaced,
    SegmentPlacedAct,
    SegmentRemovedAct,
    SegmentState,
)
from producer.compare.ranking import focused
from producer.games.line import DealKey
from producer.release.gate import Gate


@dataclass(frozen=True, slots=True)
class BeatEdit:
    """A producer's changes to a beat: left out, another ``sentence``, another length in
    ``seconds``. Empty fields keep what was made automatically."""

    left_out: bool = False
    sentence: str = ""
    seconds: Fraction | None = None


@dataclass(frozen=True, slots=True)
class PlannedSegment:
    """``tables``: left first, empty for the pick's own. ``seconds``: planned. ``tease``: it opens
    with its question. ``edits``: by the name of the beat."""

    id: str
    deal: DealKey
    pick: str
    tables: tuple[str, ...] = ()
    seconds: int = 60
    state: SegmentState = "planned"
    tease: bool = False
    edits: Mapping[str, BeatEdit] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProgrammeRow:
    """A row that is no segment. ``text``: what is said in it. ``at``: when it begins, if at a fixed
    time. ``group``: whose standings, as SESSION/GROUP. ``on_air``: when it began."""

    id: str
    kind: RowKind
    title: str = ""
    text: str = ""
    seconds: int = 60
    at: datetime | None = None
    group: str = ""
    state: SegmentState = "planned"
    on_air: datetime | None = None


Entry = PlannedSegment | ProgrammeRow
"""An item of the rundown."""


class NoSuchSegment(LookupError):
    """The rundown has no such segment, or its deal is sealed; the message is the same."""

    def __init__(self, id_: str) -> None:
        super().__init__(f"the rundown has no segment {id_}: it was removed, or never placed")


def segments_of(acts: Iterable[Act]) -> tuple[PlannedSegment, ...]:
    """All segments in their order, those of sealed deals too. Pure."""
    return tuple(each for each in entries_of(acts) if isinstance(each, PlannedSegment))


def entries_of(acts: Iterable[Act]) -> tuple[Entry, ...]:
    """All segments and other rows in their order, segments of sealed deals too. Pure. A segment
    that is placed again keeps the edits of its beats while it is made of the same pick."""
    order: list[str] = []
    found: dict[str, Entry] = {}
    for act in acts:
        if isinstance(act, SegmentPlacedAct):
            before = found.get(act.data.segment)
            found[act.data.segment] = _placed(act.data, before)
            _put(order, (act.data.segment,), act.data.before)
        elif isinstance(act, ProgrammeRowPlacedAct):
            found[act.data.row] = _row(act.data, found.get(act.data.row))
            _put(order, (act.data.row,), act.data.before)
        elif isinstance(act, ProgrammeRowsMovedAct):
            _put(order, [id_ for id_ in act.data.rows if id_ in found], act.data.before)
        elif isinstance(act, (SegmentRemovedAct, ProgrammeRowRemovedAct)):
            removed = act.data.segment if isinstance(act, SegmentRemovedAct) else act.data.row
            if found.pop(removed, None) is not None:
                order.remove(removed)
        elif isinstance(act, (BeatEditedAct, SegmentAiredAct, ProgrammeRowAiredAct)):
            _change(found, act)
    return tuple(found[id_] for id_ in order)


def settled_at(acts: Iterable[tuple[int, Act]]) -> dict[str, int]:
    """By segment that is ready or has aired, the log position at which it last became so. Pure."""
    found: dict[str, int] = {}
    states: dict[str, SegmentState] = {}
    for position, act in acts:
        if isinstance(act, SegmentPlacedAct):
            state = act.data.state
        elif isinstance(act, SegmentAiredAct):
            state = "aired" if act.data.aired else "ready"
        else:
            continue
        id_ = act.data.segment
        if states.get(id_) != state or isinstance(act, SegmentAiredAct):
            found[id_] = position
        states[id_] = state
    return {id_: found[id_] for id_, state in states.items() if state in ("ready", "aired")}


def _put(order: list[str], ids: Sequence[str], before: str) -> None:
    """Moves ``ids`` before another one, in the given order."""
    rest = [id_ for id_ in order if id_ not in ids]
    at = rest.index(before) if before in rest else len(rest)
    order[:] = [*rest[:at], *ids, *rest[at:]]


def _change(
    found: dict[str, Entry], act: BeatEditedAct | SegmentAiredAct | ProgrammeRowAiredAct
) -> None:
    id_ = act.data.row if isinstance(act, ProgrammeRowAiredAct) else act.data.segment
    entry = found.get(id_)
    if isinstance(act, ProgrammeRowAiredAct) and isinstance(entry, ProgrammeRow):
        on_air = act.data.on_air if act.data.aired else None
        found[id_] = replace(entry, state="aired" if on_air else "ready", on_air=on_air)
    elif isinstance(entry, PlannedSegment):
        if isinstance(act, BeatEditedAct):
            found[id_] = _with_edit(entry, act.data)
        elif isinstance(act, SegmentAiredAct):
            found[id_] = replace(entry, state="aired" if act.data.aired else "ready")


def rundown(gate: Gate, exit_: str) -> tuple[PlannedSegment, ...]:
    """The segments of deals that are released now, in their order."""
    return tuple(each for each in programme(gate, exit_) if isinstance(each, PlannedSegment))


def programme(gate: Gate, exit_: str) -> tuple[Entry, ...]:
    """The segments of deals that are released now, and all other rows, in their order."""
    released = set(gate.released(exit_))
    entries = entries_of(act for _, act in gate.acts())
    return tuple(
        each for each in entries if isinstance(each, ProgrammeRow) or each.deal in released
    )


def sealed_segments(gate: Gate, exit_: str) -> dict[str, list[PlannedSegment]]:
    """The segments of deals that are sealed again, without those that were dropped, by the id of
    the entry of ``programme`` that they stand behind, ``""`` at the beginning. For roles that may
    know which deals are in play."""
    released = gate.view(exit_).released
    found: dict[str, list[PlannedSegment]] = {}
    behind = ""
    for each in entries_of(act for _, act in gate.acts()):
        if isinstance(each, ProgrammeRow) or each.deal in released:
            behind = each.id
        elif each.state != "dropped":
            found.setdefault(behind, []).append(each)
    return found


def next_id(gate: Gate) -> str:
    """An id for a new segment or row, which none has had."""
    acts = [act for _, act in gate.acts()]
    ids = {act.data.segment for act in acts if isinstance(act, SegmentPlacedAct)}
    ids |= {act.data.row for act in acts if isinstance(act, ProgrammeRowPlacedAct)}
    return str(1 + max((int(id_) for id_ in ids if id_.isdecimal()), default=0))


def place(gate: Gate, segment: PlannedSegment, by: str, exit_: str, before: str = "") -> None:
    """Adds the segment to the rundown, or changes and moves it; its edits are made with
    ``edit_beat``. ``before``: the segment that it comes before, ``""`` for the end.

    Raises as ``gate.comparison`` does, NoSuchPick, and NoSuchSegment for ``before``.
    """
    if before:
        entry_named(gate, before, exit_)
    pick = focused(gate.comparison(str(segment.deal), exit_), segment.pick).picks[0]
    data = SegmentPlaced(
        **_names(segment, pick.id),
        before=before,
        tables=segment.tables,
        seconds=segment.seconds,
        state=segment.state,
        tease=segment.tease,
    )
    gate.act(SegmentPlacedAct(at=gate.clock(), by=by, data=data))


def edit_beat(gate: Gate, id_: str, beat: str, edit: BeatEdit, by: str, exit_: str) -> None:
    """Changes one beat; an empty edit undoes earlier ones. Raises NoSuchSegment."""
    segment = segment_named(gate, id_, exit_)
    data = BeatEdited(
        **_names(segment, segment.pick),
        beat=beat,
        left_out=edit.left_out,
        sentence=edit.sentence,
        seconds=None if edit.seconds is None else float(edit.seconds),
    )
    gate.act(BeatEditedAct(at=gate.clock(), by=by, data=data))


def remove(gate: Gate, id_: str, by: str, exit_: str) -> None:
    """Removes the segment from the rundown; it stays in the log. Raises NoSuchSegment."""
    segment = segment_named(gate, id_, exit_)
    data = SegmentNamed(**_names(segment, segment.pick))
    gate.act(SegmentRemovedAct(at=gate.clock(), by=by, data=data))


def segment_named(gate: Gate, id_: str, exit_: str) -> PlannedSegment:
    """The segment of a deal that is released now. Raises NoSuchSegment."""
    for segment in rundown(gate, exit_):
        if segment.id == id_:
            return segment
    raise NoSuchSegment(id_)


def entry_named(gate: Gate, id_: str, exit_: str) -> Entry:
    """The row, or the segment of a deal that is released now. Raises NoSuchSegment."""
    for entry in programme(gate, exit_):
        if entry.id == id_:
            return entry
    raise NoSuchSegment(id_)


def _placed(data: SegmentPlaced, before: Entry | None) -> PlannedSegment:
    deal = DealKey(data.session, data.group, data.deal)
    own = before if isinstance(before, PlannedSegment) else None
    same = own is not None and (own.deal, own.pick) == (deal, data.pick)
    return PlannedSegment(
        data.segment,
        deal,
        data.pick,
        data.tables,
        data.seconds,
        data.state,
        data.tease,
        own.edits if own is not None and same else {},
    )


def _row(data: ProgrammeRowPlaced, before: Entry | None) -> ProgrammeRow:
    on_air = before.on_air if isinstance(before, ProgrammeRow) else None
    return ProgrammeRow(
        data.row,
        data.kind,
        data.title,
        data.text,
        data.seconds,
        data.at,
        data.group,
        data.state,
        on_air if data.state == "aired" else None,
    )


def _with_edit(segment: PlannedSegment, data: BeatEdited) -> PlannedSegment:
    """Seconds are rounded to the millisecond: the log has them as decimals."""
    seconds = None if data.seconds is None else Fraction(round(data.seconds * 1000), 1000)
    edit = BeatEdit(data.left_out, data.sentence, seconds)
    others = {beat: each for beat, each in segment.edits.items() if beat != data.beat}
    return replace(segment, edits=others if edit == BeatEdit() else {**others, data.beat: edit})


def _names(segment: PlannedSegment, pick: str) -> dict[str, str | int]:
    key = segment.deal
    return {
        "session": key.session,
        "group": key.group,
        "deal": key.number,
        "pick": pick,
        "segment": segment.id,
    }
