"""A producer's decisions about quarantine entries, gaps and decks. Every decision is an event of
the log; the entry itself is never changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from uuid import uuid4

from producer.events import DeckChosen, DeckChosenEvent, GapLost, GapLostEvent, event_json
from producer.feeds import Received, Refused
from producer.feeds.native import read_line
from producer.feeds.raw_lines import RawLine
from producer.games.line import DealKey
from producer.json_text import read_json
from producer.problems import Problem
from producer.record.intake.decision_events import AlreadyDecided, decision
from producer.record.intake.receipt import Receipt
from producer.record.plan.decks import chosen_version
from producer.record.store import Store
from producer.record.tables.quarantine import TRY, Quarantined
from producer.record.tables.schema import OURS
from producer.record.views.gaps import Gap, Place


class NoSuchEntry(LookupError):
    """There is no entry with this number."""

    def __init__(self, pos: int) -> None:
        super().__init__(
            f"there is no entry {pos} in quarantine; `duplicast quarantine list` shows all"
        )


class KnownAlready(ValueError):
    """The entry's event, or its correction, is in the log already."""

    def __init__(self, pos: int) -> None:
        super().__init__(
            f"that event is in the log already; nothing was decided about entry {pos} "
            "(discard it if it is settled)"
        )


class NoEvent(ValueError):
    """The entry's bytes are not a JSON object."""

    def __init__(self, pos: int) -> None:
        super().__init__(
            f"entry {pos} is not an event in JSON, so it cannot be given an id. "
            f"`duplicast quarantine resend {pos} FILE` sends a corrected event in its place"
        )


class NoGap(LookupError):
    """The table waits for nothing, or the name fits several tables."""

    def __init__(self, place: str, tables: Iterable[Place] = ()) -> None:
        alike = "; ".join(
            f"table {table} of group {group} of session {session}"
            for session, group, table in tables
        )
        super().__init__(
            f"{place} may be {alike}: nothing was declared lost. Use the page /tables, where each "
            "has its own button"
            if alike
            else f"{place} waits for nothing. `duplicast gaps` lists who does."
        )


def declare_lost(store: Store, place: str | Place, reason: str, by: str) -> list[Gap]:
    """Declares all events lost that the table is missing now; events that wait for them go on.
    Returns the gaps closed. ``SESSION/GROUP/TABLE`` may fit two tables, as names may contain
    slashes. Raises NoGap."""
    name = place if isinstance(place, str) else "/".join(place)
    lacking = [gap for gap in store.gaps() if place in (gap.place, "/".join(gap.place))]
    tables = {gap.place for gap in lacking}
    if len(tables) != 1:
        raise NoGap(name, sorted(tables))
    events = [
        GapLostEvent(
            id=f"lost/{uuid4().hex}",
            session=gap.session,
            group=gap.group,
            table=gap.table,
            source=by,
            at=datetime.now(UTC),
            data=GapLost(device=gap.source, first=first, last=last, reason=reason),
        )
        for gap in lacking
        for first, last in gap.missing
    ]
    store.ingest([Received(event_json(event).encode(), event, OURS) for event in events])
    return lacking


class CannotChoose(ValueError):
    """The deck cannot be chosen; the message says why and what to do."""


def choose_deck(
    store: Store, key: DealKey, table: str | None, reason: str, by: str, *, replay: bool
) -> Receipt:
    """Chooses the right deck of a deal: the one that ``table`` showed, or the office's if None.
    With ``replay`` the tables with other decks play the deal again. Raises CannotChoose."""
    shown = store.versions(key)
    if len(shown) < 2:
        raise CannotChoose(
            f"there is nothing to choose for deal {key}: only one deck has been shown"
        )
    version = chosen_version(shown, table, key.number)
    if isinstance(version, Problem):
        raise CannotChoose(f"{version.reason}. {version.hint()}")
    event = DeckChosenEvent(
        id=f"chosen/{uuid4().hex}",
        session=key.session,
        group=key.group,
        source=by,
        at=datetime.now(UTC),
        data=DeckChosen(deal=key.number, table=table, replay=replay, reason=reason),
    )
    (receipt,) = store.ingest([Received(event_json(event).encode(), event, OURS)])
    return receipt


def entry(store: Store, pos: int) -> Quarantined:
    """Raises NoSuchEntry."""
    quarantined = store.entry(pos)
    if quarantined is None:
        raise NoSuchEntry(pos)
    return quarantined


def open_entry(store: Store, pos: int) -> Quarantined:
    """Raises NoSuchEntry, and AlreadyDecided."""
    quarantined = entry(store, pos)
    if quarantined.decision is not None:
        raise AlreadyDecided(pos, quarantined.decision)
    return quarantined


def release(store: Store, pos: int, reason: str, by: str) -> Receipt:
    """Ingests the entry's bytes again, unchanged: what was missing may have come since. An event
    that is in the log, refused when its turn came, is tried again there.

    The entry is decided only if the event is accepted. Raises NoSuchEntry, AlreadyDecided, and
    KnownAlready if the event counts already.
    """
    quarantined = entry(store, pos)
    settled = {pos: decision(pos, quarantined.identity, "released", reason, by)}
    receipt = store.decide(
        pos,
        _read(quarantined.raw, quarantined.place),
        lambda receipt: settled if _in(receipt) else {},
    )
    assert receipt is not None
    if receipt.outcome == "known":
        raise KnownAlready(pos)
    return receipt


def resend(store: Store, pos: int, raw: bytes, reason: str, by: str) -> Receipt:
    """Ingests ``raw``, the corrected event, in place of the entry. If it is accepted, earlier
    attempts to correct the entry are decided with it.

    Raises NoSuchEntry, AlreadyDecided, and KnownAlready if the log has the event.
    """
    entry(store, pos)
    entries = {each.pos: each for each in store.quarantine()}
    first = _corrected(entries, pos)
    settled = {
        each.pos: decision(each.pos, each.identity, "resent", reason, by)
        for each in entries.values()
        if each.decision is None and _corrected(entries, each.pos) == first
    }
    receipt = store.decide(
        pos,
        _read(raw, f"{TRY}{pos}"),
        lambda receipt: settled if _in(receipt) else {},
    )
    assert receipt is not None
    if receipt.outcome == "known":
        raise KnownAlready(pos)
    return receipt


def under_own_id(quarantined: Quarantined) -> bytes:
    """The entry's event under a new, unique id. Raises NoEvent."""
    try:
        event = read_json(quarantined.raw)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise NoEvent(quarantined.pos)
    return json.dumps({**event, "id": f"quarantine/{quarantined.pos}/{uuid4().hex}"}).encode()


def discard(store: Store, pos: int, reason: str, by: str) -> None:
    """Discards the entry. Raises NoSuchEntry and AlreadyDecided."""
    settled = {pos: decision(pos, entry(store, pos).identity, "discarded", reason, by)}
    store.decide(pos, None, lambda _: settled)


def _in(receipt: Receipt | None) -> bool:
    """Whether the event is new to the log."""
    return receipt is not None and receipt.outcome in ("accepted", "waiting")


def _read(raw: bytes, place: str) -> Received | Refused:
    return read_line(RawLine(1, raw.strip(), ended=True, whole=True), place, place)


def _corrected(entries: Mapping[int, Quarantined], pos: int) -> int:
    """The original entry that ``pos`` tried to correct, over any number of attempts; else
    itself."""
    while entries[pos].is_try:
        pos = int(entries[pos].place.removeprefix(TRY))
    return pos
