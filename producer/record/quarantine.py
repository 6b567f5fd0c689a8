"""The quarantine: what could not be used, as it came, with place, reason and mend; never deleted.

The same refusal is kept once: the same bytes and reason at the same place (the file's name and
line), or from the same origin (the event's id, or digest and line of the file under any name).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePath

from sqlalchemy import Connection, func, select, text
from sqlalchemy.dialects.sqlite import insert

from producer.events import QuarantineDecidedEvent
from producer.feeds import Heard, Refused
from producer.feeds.sanity import Fault
from producer.record.schema import log, quarantine

TRY = "correction of entry "
"""How the place of a correction begins; places in files end in a line's number behind a colon."""


@dataclass(frozen=True, slots=True)
class Quarantined:
    """One refusal. ``pos`` counts from 1; ``heard_at`` is RFC 3339 with zone."""

    pos: int
    place: str
    reason: str
    mend: str
    raw: bytes
    heard_at: str

    @property
    def is_try(self) -> bool:
        """Whether a person wrote it, to correct another entry."""
        return self.place.startswith(TRY)


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of an entry: ``released``, ``resent`` or ``discarded``, why, when, by whom."""

    what: str
    reason: str
    heard_at: str
    by: str


def refusal(item: Heard, fault: Fault) -> Refused:
    """An event that was heard and cannot be used."""
    return Refused(item.raw, item.place, fault.reason, fault.mend, origin=item.event.id)


def keep(connection: Connection, items: Iterable[Refused], heard_at: str) -> None:
    """Adds those of ``items`` that are not there yet."""
    rows = [
        {
            "place": item.place,
            "reason": item.reason,
            "mend": item.mend,
            "raw": item.raw,
            "heard_at": heard_at,
            "by_place": _digest(PurePath(item.place).name, item),
            "by_origin": _digest(item.origin, item) if item.origin else None,
        }
        for item in items
    ]
    if rows:
        connection.execute(insert(quarantine).on_conflict_do_nothing(), rows)


def read(connection: Connection) -> list[Quarantined]:
    """Everything in quarantine, in the order heard."""
    columns = ("pos", "place", "reason", "mend", "raw", "heard_at")
    query = select(*(quarantine.c[name] for name in columns)).order_by(quarantine.c.pos)
    return [Quarantined(**row) for row in connection.execute(query).mappings()]


def decisions(connection: Connection) -> dict[int, Decision]:
    """By entry, what was decided about it last."""
    query = (
        select(log.c.event, log.c.heard_at)
        .where(text("log.type NOT LIKE 'hand.%'"), text("log.type = 'quarantine.decided'"))
        .order_by(log.c.pos)
    )
    found: dict[int, Decision] = {}
    for event, heard_at in connection.execute(query):
        told = QuarantineDecidedEvent.model_validate_json(event)
        data = told.data
        found[data.entry] = Decision(data.decision, data.reason, heard_at, told.source)
    return found


def last_position(connection: Connection) -> int:
    return connection.execute(select(func.max(quarantine.c.pos))).scalar_one() or 0


def _digest(where: str, item: Refused) -> bytes:
    parts = (where.encode(), item.reason.encode(), item.raw)
    return sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()
