"""The as-run list of the programme, and what goes into it."""

from __future__ import annotations

from datetime import datetime

from producer.acts import SegmentAired, SegmentAiredAct
from producer.compare.model import Comparison
from producer.compare.ranking import focused
from producer.release.gate import Gate
from producer.release.programme.aired import AiredSegment, aired_segments
from producer.release.programme.rundown import PlannedSegment, segment_named


class NeverAired(LookupError):
    """The segment is not in the as-run list."""


def as_run(gate: Gate, exit_: str) -> tuple[AiredSegment, ...]:
    """What has aired, in order, of deals that are released now."""
    released = set(gate.released(exit_))
    aired = aired_segments(act for _, act in gate.acts())
    return tuple(each for each in aired if each.deal in released)


def aired_act(
    gate: Gate,
    found: Comparison,
    on_air: datetime,
    by: str,
    *,
    tables: tuple[str, ...] = (),
    seconds: float = 0,
    planned: PlannedSegment | None = None,
) -> SegmentAiredAct:
    """The act that logs that a segment of the comparison's first pick aired. ``tables``: shown in
    it, by default the pick's. ``seconds``: its length."""
    pick, key = found.picks[0], found.deal.key
    shown = tables or pick.pairing
    players = {
        play.players[pick.seat].name
        for play in found.deal.plays
        if play.table in shown and pick.seat in play.players
    }
    data = SegmentAired(
        session=key.session,
        group=key.group,
        deal=key.number,
        pick=pick.id,
        segment=planned.id if planned else "",
        on_air=on_air,
        tables=shown,
        seconds=seconds,
        planned=planned.seconds if planned else 0,
        used=tuple(sorted(players | {story.name for story in pick.stories})),
    )
    return SegmentAiredAct(at=gate.clock(), by=by, data=data)


def note_planned_aired(gate: Gate, id_: str, on_air: datetime, by: str, exit_: str) -> None:
    """Logs that a segment of the rundown aired, with its planned length. Raises NoSuchSegment,
    NoSuchPick, and as ``gate.comparison`` does."""
    planned = segment_named(gate, id_, exit_)
    found = focused(gate.comparison(str(planned.deal), exit_), planned.pick)
    act = aired_act(
        gate, found, on_air, by, tables=planned.tables, seconds=planned.seconds, planned=planned
    )
    gate.act(act)


def take_back_aired(gate: Gate, id_: str, by: str, exit_: str) -> None:
    """Takes back the last time that a segment of the rundown aired. Raises NeverAired."""
    last = next((each for each in reversed(as_run(gate, exit_)) if each.segment == id_), None)
    if last is None:
        raise NeverAired(f"segment {id_} has not aired; `duplicast rundown as-run` lists what has")
    data = SegmentAired(
        session=last.deal.session,
        group=last.deal.group,
        deal=last.deal.number,
        pick=last.pick,
        segment=id_,
        aired=False,
        on_air=last.on_air,
    )
    gate.act(SegmentAiredAct(at=gate.clock(), by=by, data=data))
