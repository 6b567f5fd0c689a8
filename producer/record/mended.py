"""What is taken in, with the decisions about entries of the quarantine that follow from it: a
device that was refused has sent the event again under its id, and it could be used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from sqlalchemy import Connection

from producer.events import Event
from producer.feeds import Heard, Refused
from producer.feeds.told import told_in
from producer.record import log
from producer.record.chain import Taken
from producer.record.deciding import check_undecided, decision
from producer.record.intake import Batch, Place
from producer.record.known import Known
from producer.record.listed import ask, in_pieces, marks_for
from producer.record.quarantine import TRY
from producer.record.singly import one_by_one, try_logged

_NEW = "SELECT pos, raw FROM quarantine WHERE pos > ?"
_AT = "SELECT pos, raw FROM quarantine WHERE pos IN"
_ENTRY = "SELECT json_extract(event, '$.data.entry') FROM log"
# Literal types, so that SQLite can use the partial indexes of the schema.
_DECIDED = f"{_ENTRY} WHERE type NOT LIKE 'hand.%' AND type = 'quarantine.decided'"
# What is new is few, the decided may be many: the index of types is not to be used.
_DECIDED_SINCE = f"{_ENTRY} WHERE pos > ? AND +type = 'quarantine.decided'"

Way = Callable[[Batch, list[Heard | Refused], dict[Place, str]], tuple[list[Taken], int]]
"""How a batch takes items in."""

Open = dict[str, list[tuple[int, bytes]]]
"""By the id that it tells, entries that nobody has decided about: number and bytes."""


class Mended:
    """What lies open in one record. In memory are the ids that entries tell, and which entries are
    decided: nearly every event bears none of the ids, and needs no look at the quarantine, and one
    that does needs not all of it. What another process has refused is seen when it has also added
    to the log. Kept is only what a batch before has left, since the one under way may be undone."""

    def __init__(self) -> None:
        self._told: dict[str, list[int]] = {}
        self._looked_to = 0
        self._decided: set[int] = set()
        self._decided_to = 0
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
            decided |= self._within(batch.connection, items, told)
        if batch.after_all:
            decided |= self._after_all(batch)
        self._decide(batch, decided)
        return told, refused

    def settle(
        self,
        batch: Batch,
        entry: int,
        item: Heard | Refused | None,
        decided: Callable[[Taken | None], Mapping[int, Heard]],
    ) -> Taken | None:
        """Takes ``item`` in, in the place of ``entry``, and the decisions, by entry, that follow
        from what became of it. The entry itself, where the log has it, is tried there once more.
        Raises AlreadyDecided."""
        check_undecided(batch.connection, entry)
        items = [] if item is None else [item]
        told_before = self._told_before(batch, items)
        told, refused = one_by_one(batch, items, {})
        self._grown = self._grown or refused > 0
        if told and told[0].outcome == "known" and isinstance(item, Heard):
            told = [self._tried(batch, entry, item) or told[0]]
        settled = decided(told[0] if told else None)
        self._decide(batch, settled)
        if settled:
            self._decide(batch, dict(_mended(told_before, items, told)))
        return told[0] if told else None

    def _told_before(self, batch: Batch, items: list[Heard | Refused]) -> Open:
        """Open entries that tell the id of one of ``items`` that is new to the log."""
        if self._grown or batch.known is not self._at:  # others may have written meanwhile
            self._look(batch.connection)
            self._at, self._grown = batch.known, False
        events = [item.event for item in items if isinstance(item, Heard)]
        names = {log.name_of(event) for event in events if event.id in self._told}
        names -= log.known_bodies(batch.connection, names).keys() if names else set()
        ids = {name.id for name in names}
        if not ids:
            return {}
        self._see_decided(batch.connection)
        found: Open = {}
        for pos, raw in self._open(batch.connection, ids):
            found.setdefault(told_in(raw).id, []).append((pos, raw))
        return {name: entries for name, entries in found.items() if name in ids}

    def _look(self, connection: Connection) -> None:
        self._see_decided(connection)
        for pos, raw in ask(connection, _NEW, (self._looked_to,)):
            name = told_in(raw).id if pos not in self._decided else ""
            if name:
                self._told.setdefault(name, []).append(pos)
            self._looked_to = pos

    def _see_decided(self, connection: Connection) -> None:
        self._decided |= self._decided_since(connection)
        self._decided_to = log.last_position(connection)

    def _decided_since(self, connection: Connection) -> set[int]:
        if self._decided_to:
            rows = ask(connection, _DECIDED_SINCE, (self._decided_to,))
        else:
            rows = ask(connection, _DECIDED)
        return {entry for (entry,) in rows}

    def _undecided(self, connection: Connection, entries: Iterable[int]) -> set[int]:
        """Those that nobody has decided about, the batch under way neither."""
        since = self._decided_since(connection)
        return {pos for pos in entries if pos not in self._decided and pos not in since}

    def _open(self, connection: Connection, ids: Iterable[str]) -> list[tuple[int, bytes]]:
        """Of the entries that nobody has decided about, those that tell one of ``ids``, and all
        that are new."""
        told = {pos for name in ids for pos in self._told.get(name, ())}
        found: list[tuple[int, bytes]] = []
        for piece in in_pieces(sorted(self._undecided(connection, told))):
            marks, positions = marks_for(piece)
            found += ask(connection, f"{_AT} ({marks})", positions)
        new = dict(ask(connection, _NEW, (self._looked_to,)))
        return found + [(pos, new[pos]) for pos in sorted(self._undecided(connection, new))]

    def _within(
        self, connection: Connection, items: list[Heard | Refused], told: list[Taken]
    ) -> dict[int, Heard]:
        """The decisions about what was refused and mended in the same batch, as in a file of
        both."""
        mended = _mended_within(items, told)
        if not mended:
            return {}
        return {
            pos: _mending(pos, raw, mended[raw])
            for pos, raw in self._open(connection, {event.id for event in mended.values()})
            if raw in mended and _tells_of(raw, mended[raw])
        }

    def _tried(self, batch: Batch, entry: int, item: Heard) -> Taken | None:
        own = not item.place.startswith(TRY)
        own = own and ask(batch.connection, f"{_AT} (?)", (entry,)) == [(entry, item.raw)]
        told = try_logged(batch, item) if own else None
        self._grown = self._grown or (told is not None and told.outcome == "refused")
        return told

    def _after_all(self, batch: Batch) -> dict[int, Heard]:
        """The decisions about what was refused of tables that came into the roster now."""
        counts, batch.after_all = {item.raw: item.event for item in batch.after_all}, []
        return {
            pos: decision(pos, raw, "released", f"table {counts[raw].table} is in the roster now")
            for pos, raw in self._open(batch.connection, {each.id for each in counts.values()})
            if raw in counts
        }

    def _decide(self, batch: Batch, decided: Mapping[int, Heard]) -> None:
        if decided:
            still = self._undecided(batch.connection, decided)
            batch.take([event for pos, event in decided.items() if pos in still], {})


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


def _mended_within(items: list[Heard | Refused], told: list[Taken]) -> dict[bytes, Event]:
    """By the bytes refused, the event that came for them later in the same batch."""
    wrong: dict[str, set[bytes]] = {}
    mended: dict[bytes, Event] = {}
    for item, taken in zip(items, told, strict=True):
        if taken.outcome == "refused" and taken.id:
            wrong.setdefault(taken.id, set()).add(item.raw)
        elif isinstance(item, Heard) and taken.outcome in ("accepted", "waiting"):
            for raw in wrong.pop(item.event.id, ()):
                mended[raw] = item.event
    return mended


def _tells_of(raw: bytes, event: Event) -> bool:
    """Whether the bytes are of the event's table, as far as they name one: an entry of a table that
    is in no roster says that somebody plays there, whatever another table sends."""
    told = told_in(raw)
    names = zip(told[1:], (event.session, event.group, event.table), strict=True)
    return all(name in ("", own) for name, own in names)


def _mending(pos: int, raw: bytes, event: Event) -> Heard:
    reason = f"{event.source} sent event {event.id} again, and it was taken in"
    return decision(pos, raw, "resent", reason)
