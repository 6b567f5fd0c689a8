"""What a producer does on the verify page: moves times, verifies them, mutes sound.

All of it names a released deal; a sealed one is refused like one that does not exist.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from uuid import uuid4

from producer.acts import (
    Act,
    SoundMuted,
    SoundMutedAct,
    SyncVerified,
    SyncVerifiedAct,
)
from producer.corrections import EventNudged, EventNudgedEvent, TableNudged, TableNudgedEvent
from producer.events import event_json
from producer.feeds import Received
from producer.games.line import DealKey
from producer.record.tables.schema import OURS
from producer.release.gate import Gate
from producer.release.recordings.verified import sync_facts

MOST_MILLISECONDS = 86_400_000
REASON = "looked at in the recording"


class NotMoved(ValueError):
    """A time that cannot be moved; the message gives the reason and the fix."""


class NoSuchTable(LookupError):
    """A table that has not played the deal; the message says which have."""


@dataclass(frozen=True, slots=True)
class MutedSound:
    """``first``, ``last``: milliseconds from the first picture of ``file``."""

    table: str
    file: str
    first: int
    last: int


def nudge(
    gate: Gate,
    reference: str,
    table: str,
    event: str,
    frames: int,
    rate: Fraction,
    by: str,
    exit_: str,
) -> int:
    """Moves all times of the table, or with ``event`` that of the event with this id, by so many
    frames of ``rate`` further; a positive number is later. Returns by how many milliseconds they
    are moved now. Raises as ``gate.deal`` does, NoSuchTable, NotMoved and StoreError."""
    key = _played(gate, reference, table, exit_)
    before = gate.nudge_of(key[:2], table, event)
    moved = round((round(before * rate / 1000) + frames) * 1000 / rate)
    if abs(moved) > MOST_MILLISECONDS:
        raise NotMoved(
            f"table {table}: a time cannot be moved by more than a day. Correct the clock of its "
            "recording, or the table's device"
        )
    where = {"session": key.session, "group": key.group, "table": table}
    base = {"id": f"nudge/{uuid4().hex}", "source": by, "at": gate.clock(), **where}
    new: EventNudgedEvent | TableNudgedEvent
    if event:
        data = EventNudged(event=event, milliseconds=moved, reason=REASON)
        new = EventNudgedEvent(**base, data=data)
    else:
        new = TableNudgedEvent(**base, data=TableNudged(milliseconds=moved, reason=REASON))
    (receipt,) = gate.ingest([Received(event_json(new).encode(), new, OURS)])
    if receipt.outcome != "accepted":
        raise NotMoved(f"table {table}: {receipt.reason}. Load the page again")
    return moved


def verify(
    gate: Gate, reference: str, table: str, by: str, exit_: str, *, verified: bool = True
) -> None:
    """Marks the times of the table's play of the deal as verified, or takes that back. Raises as
    ``gate.deal`` does and NoSuchTable."""
    key = _played(gate, reference, table, exit_)
    hand = gate.hand_times(key, exit_)[table]
    facts = sync_facts(hand, gate.recordings(key[:2]).get(table, ()))
    data = SyncVerified(
        session=key.session,
        group=key.group,
        deal=key.number,
        table=table,
        verified=verified,
        facts=facts if verified else {},
    )
    gate.act(SyncVerifiedAct(at=gate.clock(), by=by, data=data))


def mute(
    gate: Gate, key: DealKey, sound: MutedSound, by: str, exit_: str, *, muted: bool = True
) -> None:
    """Mutes the table's sound in segments of the deal, or lets it be heard again. Raises as
    ``gate.deal`` does and NoSuchTable."""
    _played(gate, key, sound.table, exit_)
    data = SoundMuted(
        session=key.session,
        group=key.group,
        deal=key.number,
        table=sound.table,
        file=sound.file,
        first=sound.first,
        last=sound.last,
        muted=muted,
    )
    gate.act(SoundMutedAct(at=gate.clock(), by=by, data=data))


def muted_sound(acts: Iterable[Act], key: DealKey) -> tuple[MutedSound, ...]:
    """What is muted in segments of the deal, in the order of tables, files and times. Pure."""
    found: set[MutedSound] = set()
    for act in acts:
        if isinstance(act, SoundMutedAct):
            data = act.data
            if DealKey(data.session, data.group, data.deal) == key:
                sound = MutedSound(data.table, data.file, data.first, data.last)
                (found.add if data.muted else found.discard)(sound)
    return tuple(sorted(found, key=lambda each: (each.table, each.file, each.first, each.last)))


def _played(gate: Gate, reference: str | DealKey, table: str, exit_: str) -> DealKey:
    deal = gate.deal(reference, exit_)
    there = [play.table for play in deal.plays]
    if table not in there:
        raise NoSuchTable(f"table {table} has not played this deal; there is {', '.join(there)}")
    return deal.key
