"""Retries logged events that were refused when their turn came: when their table joins the roster,
and when a producer releases their quarantine entry."""

from __future__ import annotations

from typing import NamedTuple

from producer.events import Event, QuarantineDecided
from producer.feeds import Received
from producer.problems import Problem
from producer.record.intake import admission
from producer.record.intake.admission import (
    PendingBatch,
    admit_waiting,
    fetch,
    retry_refused,
)
from producer.record.intake.receipt import Receipt
from producer.record.plan.derive import EventResult, finish_refused
from producer.record.plan.live_hands import LiveEvent, hand_key
from producer.record.plan.state import FaultyHand
from producer.record.tables import log
from producer.record.tables.schema import NAMED
from producer.record.tables.statements import ask

_REFUSED = "SELECT pos, tbl FROM aside WHERE session = ? AND grp = ? AND why = 'refused'"
_WHY = "SELECT why FROM aside WHERE pos = ?"
_ENTRY = "SELECT session, grp, tbl, id, raw FROM quarantine WHERE pos = ?"
_LOGGED = f"SELECT pos FROM log WHERE {NAMED} AND id = ? AND raw = ?"


class Retried(NamedTuple):
    """A retried log entry: its position, the item and the verdict, None if it waits."""

    pos: int
    item: Received
    verdict: EventResult | Problem | None


def ingest(pending: PendingBatch, item: Received) -> tuple[Receipt, log.LoggedEvent | None]:
    """Admits a new event, then retries refused events that it makes possible."""
    tables = _tables(pending, item.event)
    admitted = admission.ingest(pending, item)
    _retry_after(pending, item.event, tables)
    return admitted


def ingest_logged(pending: PendingBatch, pos: int, item: Received) -> None:
    tables = _tables(pending, item.event)
    admission.ingest_logged(pending, pos, item)
    _retry_after(pending, item.event, tables)


def retry_logged(pending: PendingBatch, item: Received) -> Receipt | None:
    """Tries a logged event again; None if there is nothing to try, because it counts or waits."""
    logged = _logged(pending, log.name_of(item.event), item.raw)
    again = None if logged is None else _try(pending, logged)
    if again is None:
        return None
    if isinstance(again.verdict, Problem):
        return admission.refuse(pending, again.item, again.verdict)
    if again.verdict is EventResult.SAME:
        return None
    return Receipt(item.place, item.event.id, "accepted" if again.verdict else "waiting")


def _tables(pending: PendingBatch, event: Event) -> frozenset[str] | None:
    """The roster before an opening; None if there is none, or ``event`` is not an opening."""
    if event.type != "session.opened":
        return None
    opened = pending.state.sessions.get((event.session, event.group))
    return frozenset(opened.tables) if opened else None


def _retry_after(pending: PendingBatch, event: Event, tables: frozenset[str] | None) -> None:
    if tables is not None:
        _newcomers(pending, event, tables)
    elif event.type == "quarantine.decided" and event.data.decision == "released":
        _released(pending, event.data)


def _newcomers(pending: PendingBatch, event: Event, before: frozenset[str]) -> None:
    """Retries what tables have sent that join the roster with the opening ``event``, in order."""
    group = event.session, event.group
    tables = pending.state.sessions[group].tables.keys() - before
    if not tables:
        return
    refused = dict(ask(pending.connection, _REFUSED, group))
    for pos, (other, why) in pending.set_aside.items():
        refused[pos] = other.table if why == "refused" and _group(other) == group else None
    for pos in sorted(refused):
        if refused[pos] in tables and (pos not in pending.freed or pos in pending.set_aside):
            item, verdict = admit_waiting(pending, pos)
            if not isinstance(verdict, Problem):
                pending.reinstated.append(item)


def _released(pending: PendingBatch, decided: QuarantineDecided) -> None:
    """In a rebuild, retries what was retried when the entry was released; otherwise that is
    done."""
    for *name, raw in ask(pending.connection, _ENTRY, (decided.entry,)):
        pos = _logged(pending, log.EventName(*name), raw)
        if pos is not None:
            _try(pending, pos)


def _try(pending: PendingBatch, pos: int) -> Retried | None:
    """Retries the entry at ``pos`` if it was refused, or is of a hand that could not be used."""
    why = _why(pending, pos)
    if why == "refused":
        return Retried(pos, *retry_refused(pending, pos))
    if why:
        return None
    item = fetch(pending, pos)
    if not isinstance(item.event, LiveEvent):
        return None
    verdict = finish_refused(pending.state, item.event, pos)
    if isinstance(verdict, Problem):
        faulty = FaultyHand(hand_key(item.event), item, verdict)
        verdict = admission.with_lost_numbers(pending, faulty).problem
    return None if verdict is None else Retried(pos, item, verdict)


def _why(pending: PendingBatch, pos: int) -> str:
    """Why the entry is set aside; ``""`` if it is not."""
    if pos in pending.set_aside:
        return pending.set_aside[pos][1]
    if pos in pending.freed:
        return ""
    return "".join(why for (why,) in ask(pending.connection, _WHY, (pos,)))


def _logged(pending: PendingBatch, name: log.EventName, raw: bytes) -> int | None:
    """The position of the event ``name`` with these bytes, None if it is not in the log."""
    for pos, item, _ in pending.new:
        if (log.name_of(item.event), item.raw) == (name, raw):
            return pos
    rows = ask(pending.connection, _LOGGED, (*name, raw))
    return rows[0][0] if rows else None


def _group(event: Event) -> tuple[str, str]:
    return event.session, event.group
