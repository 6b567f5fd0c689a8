"""Where copies of finished segments went, and which of them show what is not true any more."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from producer.acts import SegmentDelivered, SegmentDeliveredAct
from producer.games.line import DealKey
from producer.release import Gate, NotAvailable
from producer.segments.facts import facts_now
from producer.segments.manifest import Render, outdated

LONGEST = 200
"""Letters of a place."""

SEALED = "its deal is not released any more"


@dataclass(frozen=True, slots=True)
class DeliveredCopy:
    """``name``: of its files, ``deal``: its full name; both empty while the deal is sealed. ``to``:
    where it went, in words. ``outdated``: why it does not show what is true now."""

    name: str
    deal: str
    to: str
    at: datetime
    by: str
    outdated: tuple[str, ...]


def note_delivery(gate: Gate, key: DealKey, render: Render, name: str, to: str, by: str) -> None:
    """Writes into the log that a copy of the segment went ``to`` some place. Raises StoreError."""
    asked = render.request
    data = SegmentDelivered(
        session=key.session,
        group=key.group,
        deal=key.number,
        pick=asked.pick,
        tables=asked.tables,
        name=name,
        to=to if len(to) <= LONGEST else f"…{to[1 - LONGEST :]}",
        rundown=asked.rundown,
        facts=render.facts,
    )
    gate.act(SegmentDeliveredAct(at=gate.clock(), by=by, data=data))


def delivered_copies(gate: Gate, exit_: str) -> tuple[DeliveredCopy, ...]:
    """All that were noted, the first one first. A segment that was made anew and brought to the
    same place replaces the copy that was there."""
    latest: dict[tuple[object, ...], SegmentDeliveredAct] = {}
    for _, act in gate.acts():
        if isinstance(act, SegmentDeliveredAct):
            data = act.data
            place = data.session, data.group, data.deal, data.name, data.to
            latest.pop(place, None)
            latest[place] = act
    return tuple(_copy(gate, act, exit_) for act in latest.values())


def _copy(gate: Gate, act: SegmentDeliveredAct, exit_: str) -> DeliveredCopy:
    data = act.data
    deal = str(DealKey(data.session, data.group, data.deal))
    try:
        now = facts_now(gate, deal, data.pick, data.tables, exit_, data.rundown)
    except NotAvailable:
        return DeliveredCopy("", "", data.to, act.at, act.by, (SEALED,))
    return DeliveredCopy(data.name, deal, data.to, act.at, act.by, outdated(data.facts, now))
