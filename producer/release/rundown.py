"""The rundown: the segments of a programme in their order, as producers planned and edited them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from producer.acts import (
    Act,
    BeatEdited,
    BeatEditedAct,
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
    """How a producer wants a beat: left out, with their own ``sentence``, for so many ``seconds``.
    What is empty is the program's."""

    left_out: bool = False
    sentence: str = ""
    seconds: Fraction | None = None


@dataclass(frozen=True, slots=True)
class PlannedSegment:
    """``tables``: left first, empty for the pick's own. ``seconds``: planned. ``tease``: its
    question opens it. ``edits``: by the name of the beat."""

    id: str
    deal: DealKey
    pick: str
    tables: tuple[str, ...] = ()
    seconds: int = 60
    state: SegmentState = "planned"
    tease: bool = False
    edits: Mapping[str, BeatEdit] = field(default_factory=dict)


class NoSuchSegment(LookupError):
    """The rundown has no such segment, or its deal is sealed; the message is the same."""

    def __init__(self, id_: str) -> None:
        super().__init__(f"the rundown has no segment {id_}: it was removed, or never placed")


def segments_of(acts: Iterable[Act]) -> tuple[PlannedSegment, ...]:
    """All segments in their order, those of sealed deals too. Pure. A segment that is placed again
    keeps the edits of its beats while it is made of the same pick."""
    order: list[str] = []
    found: dict[str, PlannedSegment] = {}
    for act in acts:
        if isinstance(act, SegmentPlacedAct):
            data = act.data
            before = found.get(data.segment)
            found[data.segment] = _placed(data, before)
            if data.segment in order:
                order.remove(data.segment)
            at = order.index(data.before) if data.before in order else len(order)
            order.insert(at, data.segment)
        elif isinstance(act, BeatEditedAct) and act.data.segment in found:
            found[act.data.segment] = _with_edit(found[act.data.segment], act.data)
        elif isinstance(act, SegmentAiredAct) and act.data.segment in found:
            state: SegmentState = "aired" if act.data.aired else "ready"
            found[act.data.segment] = replace(found[act.data.segment], state=state)
        elif isinstance(act, SegmentRemovedAct) and act.data.segment in found:
            order.remove(act.data.segment)
            del found[act.data.segment]
    return tuple(found[id_] for id_ in order)


def rundown(gate: Gate, exit_: str) -> tuple[PlannedSegment, ...]:
    """The segments of deals that are released now, in their order."""
    released = set(gate.released(exit_))
    planned = segments_of(act for _, act in gate.acts())
    return tuple(segment for segment in planned if segment.deal in released)


def next_id(gate: Gate) -> str:
    """For a new segment: a number that none has had."""
    ids = {act.data.segment for _, act in gate.acts() if isinstance(act, SegmentPlacedAct)}
    return str(1 + max((int(id_) for id_ in ids if id_.isdecimal()), default=0))


def place(gate: Gate, segment: PlannedSegment, by: str, exit_: str, before: str = "") -> None:
    """Puts the segment into the rundown, or changes it and puts it elsewhere; its edits are made
    with ``edit_beat``. ``before``: the segment that it comes before, ``""`` for the end.

    Raises as ``gate.comparison`` does, NoSuchPick, and NoSuchSegment for ``before``.
    """
    if before:
        segment_named(gate, before, exit_)
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
    """Changes one beat; an empty edit takes an earlier one back. Raises NoSuchSegment."""
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
    """Takes the segment out of the rundown; it stays in the log. Raises NoSuchSegment."""
    segment = segment_named(gate, id_, exit_)
    data = SegmentNamed(**_names(segment, segment.pick))
    gate.act(SegmentRemovedAct(at=gate.clock(), by=by, data=data))


def segment_named(gate: Gate, id_: str, exit_: str) -> PlannedSegment:
    """The segment of a deal that is released now. Raises NoSuchSegment."""
    for segment in rundown(gate, exit_):
        if segment.id == id_:
            return segment
    raise NoSuchSegment(id_)


def _placed(data: SegmentPlaced, before: PlannedSegment | None) -> PlannedSegment:
    deal = DealKey(data.session, data.group, data.deal)
    same = before is not None and (before.deal, before.pick) == (deal, data.pick)
    return PlannedSegment(
        data.segment,
        deal,
        data.pick,
        data.tables,
        data.seconds,
        data.state,
        data.tease,
        before.edits if before is not None and same else {},
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
