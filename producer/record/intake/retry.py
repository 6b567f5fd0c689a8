"""Entries of the log that were refused when their turn came, tried again: where their table comes
into the roster, and where a producer releases their entry of the quarantine."""

from __future__ import annotations

from typing import NamedTuple

from producer.events import Event, QuarantineDecided
from producer.feeds import Received
from producer.problems import Problem
from producer.record.intake import admission
from producer.record.intake.admission import (
    PendingBatch,
    Receipt,
    admit_waiting,
    fetch,
    retry_refused,
)
from producer.record.plan.derive import EventResult, finish_refused
from producer.record.plan.live_hands import LiveEvent
from producer.record.tables import log
from producer.record.tables.schema import NAMED
from producer.record.tables.statements import ask

_REFUSED = "SELECT pos, tbl FROM aside WHERE session = ? AND grp = ? AND why = 'refused'"
_WHY = "SELECT why FROM aside WHERE pos = ?"
_ENTRY = "SELECT session, grp, tbl, id, raw FROM quarantine WHERE pos = ?"
_LOGGED = f"SELECT pos FROM log WHERE {NAMED} AND id = ? AND raw = ?"


class Again(NamedTuple):
    """A position of the log, what stands there, and what was found; None where it waits."""

    pos: int
    item: Received
    verdict: EventResult | Problem | None


def ingest(pending: PendingBatch, item: Received) -> tuple[Receipt, log.LoggedEvent | None]:
    """As the chain does, and what was refused before and is possible by it."""
    tables = _tables(pending, item.event)
    told = admission.ingest(pending, item)
    _try_again(pending, item.event, tables)
    return told


def ingest_logged(pending: PendingBatch, pos: int, item: Received) -> None:
    tables = _tables(pending, item.event)
    admission.ingest_logged(pending, pos, item)
    _try_again(pending, item.event, tables)


def retry_logged(pending: PendingBatch, item: Received) -> Receipt | None:
    """``item``, which the log has, once more; None where there is nothing to try: it counts, or
    waits."""
    found = _logged(pending, log.name_of(item.event), item.raw)
    again = None if found is None else _try(pending, found)
    if again is None:
        return None
    if isinstance(again.verdict, Problem):
        return admission.refuse(pending, again.item, again.verdict)
    if again.verdict is EventResult.SAME:
        return None
    return Receipt(item.place, item.event.id, "accepted" if again.verdict else "waiting")


def _tables(pending: PendingBatch, event: Event) -> frozenset[str] | None:
    """The roster before an opening; None where there is none, or it is no opening."""
    if event.type != "session.opened":
        return None
    opened = pending.state.sessions.get((event.session, event.group))
    return frozenset(opened.tables) if opened else None


def _try_again(pending: PendingBatch, event: Event, tables: frozenset[str] | None) -> None:
    if tables is not None:
        _newcomers(pending, event, tables)
    elif event.type == "quarantine.decided" and event.data.decision == "released":
        _released(pending, event.data)


def _newcomers(pending: PendingBatch, event: Event, before: frozenset[str]) -> None:
    """What tables sent that come into the roster with the opening ``event``, in its order."""
    group = event.session, event.group
    tables = pending.state.sessions[group].tables.keys() - before
    if not tables:
        return
    refused = dict(ask(pending.connection, _REFUSED, group))
    for pos, (told, why) in pending.set_aside.items():
        refused[pos] = told.table if why == "refused" and _group(told) == group else None
    for pos in sorted(refused):
        if refused[pos] in tables and (pos not in pending.freed or pos in pending.set_aside):
            item, verdict = admit_waiting(pending, pos)
            if not isinstance(verdict, Problem):
                pending.reinstated.append(item)


def _released(pending: PendingBatch, decided: QuarantineDecided) -> None:
    """In a rebuild what was tried when it was decided; else that is done."""
    for *name, raw in ask(pending.connection, _ENTRY, (decided.entry,)):
        pos = _logged(pending, log.EventName(*name), raw)
        if pos is not None:
            _try(pending, pos)


def _try(pending: PendingBatch, pos: int) -> Again | None:
    """The entry at ``pos``, where it was refused, or ends a hand that could not be used."""
    why = _why(pending, pos)
    if why == "refused":
        return Again(pos, *retry_refused(pending, pos))
    if why:
        return None
    item = fetch(pending, pos)
    if not isinstance(item.event, LiveEvent):
        return None
    verdict = finish_refused(pending.state, item.event, pos)
    return None if verdict is None else Again(pos, item, verdict)


def _why(pending: PendingBatch, pos: int) -> str:
    """Why it is set aside; ``""`` where it is not."""
    if pos in pending.set_aside:
        return pending.set_aside[pos][1]
    if pos in pending.freed:
        return ""
    return "".join(why for (why,) in ask(pending.connection, _WHY, (pos,)))


def _logged(pending: PendingBatch, name: log.EventName, raw: bytes) -> int | None:
    """Where the event ``name`` stands with these bytes."""
    for pos, item, _ in pending.new:
        if (log.name_of(item.event), item.raw) == (name, raw):
            return pos
    rows = ask(pending.connection, _LOGGED, (*name, raw))
    return rows[0][0] if rows else None


def _group(event: Event) -> tuple[str, str]:
    return event.session, event.group
