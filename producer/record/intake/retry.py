"""Entries of the log that were refused when their turn came, tried again: where their table comes
into the roster, and where a producer releases their entry of the quarantine."""

from __future__ import annotations

from typing import NamedTuple

from producer.events import Event, QuarantineDecided
from producer.feeds import Received
from producer.problems import Problem
from producer.record.intake import chain as chain_
from producer.record.intake.chain import Chain, Receipt, fetch, take_turn, tried
from producer.record.plan.derive import EventResult, finish_again
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


def hear(chain: Chain, item: Received) -> tuple[Receipt, log.LoggedEvent | None]:
    """As the chain does, and what was refused before and is possible by it."""
    tables = _tables(chain, item.event)
    told = chain_.hear(chain, item)
    _try_again(chain, item.event, tables)
    return told


def hear_again(chain: Chain, pos: int, item: Received) -> None:
    tables = _tables(chain, item.event)
    chain_.hear_again(chain, pos, item)
    _try_again(chain, item.event, tables)


def try_logged(chain: Chain, item: Received) -> Receipt | None:
    """``item``, which the log has, once more; None where there is nothing to try: it counts, or
    waits."""
    found = _logged(chain, log.name_of(item.event), item.raw)
    again = None if found is None else _try(chain, found)
    if again is None:
        return None
    if isinstance(again.verdict, Problem):
        return chain_.refuse(chain, again.item, again.verdict)
    if again.verdict is EventResult.SAME:
        return None
    return Receipt(item.place, item.event.id, "accepted" if again.verdict else "waiting")


def _tables(chain: Chain, event: Event) -> frozenset[str] | None:
    """The roster before an opening; None where there is none, or it is no opening."""
    if event.type != "session.opened":
        return None
    opened = chain.known.sessions.get((event.session, event.group))
    return frozenset(opened.tables) if opened else None


def _try_again(chain: Chain, event: Event, tables: frozenset[str] | None) -> None:
    if tables is not None:
        _newcomers(chain, event, tables)
    elif event.type == "quarantine.decided" and event.data.decision == "released":
        _released(chain, event.data)


def _newcomers(chain: Chain, event: Event, before: frozenset[str]) -> None:
    """What tables sent that come into the roster with the opening ``event``, in its order."""
    group = event.session, event.group
    tables = chain.known.sessions[group].tables.keys() - before
    if not tables:
        return
    refused = dict(ask(chain.connection, _REFUSED, group))
    for pos, (told, why) in chain.set_aside.items():
        refused[pos] = told.table if why == "refused" and _group(told) == group else None
    for pos in sorted(refused):
        if refused[pos] in tables and (pos not in chain.freed or pos in chain.set_aside):
            item, verdict = take_turn(chain, pos)
            if not isinstance(verdict, Problem):
                chain.after_all.append(item)


def _released(chain: Chain, decided: QuarantineDecided) -> None:
    """In a rebuild what was tried when it was decided; else that is done."""
    for *name, raw in ask(chain.connection, _ENTRY, (decided.entry,)):
        pos = _logged(chain, log.EventName(*name), raw)
        if pos is not None:
            _try(chain, pos)


def _try(chain: Chain, pos: int) -> Again | None:
    """The entry at ``pos``, where it was refused, or ends a hand that could not be used."""
    why = _why(chain, pos)
    if why == "refused":
        return Again(pos, *tried(chain, pos))
    if why:
        return None
    item = fetch(chain, pos)
    if not isinstance(item.event, LiveEvent):
        return None
    verdict = finish_again(chain.known, item.event, pos)
    return None if verdict is None else Again(pos, item, verdict)


def _why(chain: Chain, pos: int) -> str:
    """Why it is set aside; ``""`` where it is not."""
    if pos in chain.set_aside:
        return chain.set_aside[pos][1]
    if pos in chain.freed:
        return ""
    return "".join(why for (why,) in ask(chain.connection, _WHY, (pos,)))


def _logged(chain: Chain, name: log.EventName, raw: bytes) -> int | None:
    """Where the event ``name`` stands with these bytes."""
    for pos, item, _ in chain.new:
        if (log.name_of(item.event), item.raw) == (name, raw):
            return pos
    rows = ask(chain.connection, _LOGGED, (*name, raw))
    return rows[0][0] if rows else None


def _group(event: Event) -> tuple[str, str]:
    return event.session, event.group
