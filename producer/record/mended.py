"""What is taken in, with the decisions about entries of the quarantine that follow from it: a
device that was refused has sent the event again under its id, and it could be used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sqlalchemy import Connection, text

from producer.events import Event
from producer.feeds import Heard, Refused
from producer.feeds.told import told_in
from producer.record import log
from producer.record.chain import Taken
from producer.record.deciding import check_undecided, decision, undecided
from producer.record.intake import Batch, Place
from producer.record.known import Known

# Literal types, so that SQLite can use the partial indexes of the schema.
_OPEN = text(
    "SELECT pos, raw FROM quarantine WHERE pos > :after AND pos NOT IN "
    "(SELECT json_extract(event, '$.data.entry') FROM log WHERE type NOT LIKE 'hand.%' "
    "AND type = 'quarantine.decided')"
)

Way = Callable[[Batch, list[Heard | Refused], dict[Place, str]], tuple[list[Taken], int]]
"""How a batch takes items in."""

Open = dict[str, list[tuple[int, bytes]]]
"""By the id that it tells, entries that nobody has decided about: number and bytes."""


class Mended:
    """What lies open in one record. In memory are only the ids that open entries tell: nearly every
    event bears none of them, and needs no look at the quarantine. What another process has refused
    is seen when it has also added to the log."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._looked_to = 0
        self._at: Known | None = None
        self._grown = False

    def take(
        self,
        batch: Batch,
        items: list[Heard | Refused],
        renamed: dict[Place, str],
        way: Way = Batch.take,
    ) -> tuple[list[Taken], int]:
        """As ``way`` does; with it is decided what it has mended."""
        told_before = self._told_before(batch, items)
        told, refused = way(batch, items, renamed)
        self._grown = self._grown or refused > 0
        decided = dict(_mended(told_before, items, told))
        if refused:
            decided |= _within(batch.connection, items, told)
        _decide(batch, decided)
        return told, refused

    def settle(
        self,
        batch: Batch,
        entry: int,
        item: Heard | Refused | None,
        decided: Callable[[Taken | None], Mapping[int, Heard]],
    ) -> Taken | None:
        """Takes ``item`` in, in the place of ``entry``, and the decisions, by entry, that follow
        from what became of it. Raises AlreadyDecided."""
        check_undecided(batch.connection, entry)
        items = [] if item is None else [item]
        told_before = self._told_before(batch, items)
        told, refused = batch.take(items, {}) if items else ([], 0)
        self._grown = self._grown or refused > 0
        settled = decided(told[0] if told else None)
        _decide(batch, settled)
        if settled:
            _decide(batch, dict(_mended(told_before, items, told)))
        return told[0] if told else None

    def _told_before(self, batch: Batch, items: list[Heard | Refused]) -> Open:
        """Open entries that tell the id of one of ``items`` that is new to the log."""
        if self._grown or batch.known is not self._at:  # others may have written meanwhile
            for pos, raw in batch.connection.execute(_OPEN, {"after": self._looked_to}):
                self._ids.add(told_in(raw).id)
                self._looked_to = pos
            self._ids.discard("")
            self._at, self._grown = batch.known, False
        if not self._ids:
            return {}
        ids = self._ids & {item.event.id for item in items if isinstance(item, Heard)}
        ids -= log.known_bodies(batch.connection, ids).keys() if ids else set()
        if not ids:
            return {}
        found: Open = {}
        for pos, raw in batch.connection.execute(_OPEN, {"after": 0}):
            found.setdefault(told_in(raw).id, []).append((pos, raw))
        return {name: entries for name, entries in found.items() if name in ids}


def _mended(
    before: Open, items: list[Heard | Refused], told: list[Taken]
) -> Iterator[tuple[int, Heard]]:
    """The decisions about entries ``before`` that one of ``items`` was taken in for."""
    if not before:
        return
    for item, taken in zip(items, told, strict=True):
        if isinstance(item, Heard) and taken.outcome != "refused":
            for pos, raw in before.pop(item.event.id, ()):
                if _tells_of(raw, item.event):
                    yield pos, _mending(pos, raw, item.event)


def _within(
    connection: Connection, items: list[Heard | Refused], told: list[Taken]
) -> dict[int, Heard]:
    """The decisions about what was refused and mended in the same batch, as in a file of both."""
    wrong: dict[str, set[bytes]] = {}
    mended: dict[bytes, Event] = {}
    for item, taken in zip(items, told, strict=True):
        if taken.outcome == "refused" and taken.id:
            wrong.setdefault(taken.id, set()).add(item.raw)
        elif isinstance(item, Heard) and taken.outcome in ("accepted", "waiting"):
            for raw in wrong.pop(item.event.id, ()):
                mended[raw] = item.event
    if not mended:
        return {}
    return {
        pos: _mending(pos, raw, mended[raw])
        for pos, raw in connection.execute(_OPEN, {"after": 0})
        if raw in mended and _tells_of(raw, mended[raw])
    }


def _tells_of(raw: bytes, event: Event) -> bool:
    """Whether the bytes are of the event's table, as far as they name one: an entry of a table that
    is in no roster says that somebody plays there, whatever another table sends."""
    told = told_in(raw)
    names = zip(told[1:], (event.session, event.group, event.table), strict=True)
    return all(name in ("", own) for name, own in names)


def _mending(pos: int, raw: bytes, event: Event) -> Heard:
    reason = f"{event.source} sent event {event.id} again, and it was taken in"
    return decision(pos, raw, "resent", reason)


def _decide(batch: Batch, decided: Mapping[int, Heard]) -> None:
    if decided:
        batch.take(undecided(batch.connection, decided), {})
