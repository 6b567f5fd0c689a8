"""What a producer decides about entries of the quarantine and about gaps. Every decision is an
event of the log; an entry itself stays as it came."""

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
from producer.problems import Problem
from producer.record.intake.chain import OURS, Receipt
from producer.record.intake.decision_events import AlreadyDecided, decision
from producer.record.plan.decks import chosen_version
from producer.record.store import Store
from producer.record.tables.quarantine import TRY, Quarantined
from producer.record.views.gaps import Gap, Place


class NoSuchEntry(LookupError):
    """There is no entry of this number."""

    def __init__(self, pos: int) -> None:
        super().__init__(
            f"there is no entry {pos} in quarantine; `duplicast quarantine list` shows all"
        )


class KnownAlready(ValueError):
    """The entry's event, or what was sent in its place, mends nothing: the log has it."""

    def __init__(self, pos: int) -> None:
        super().__init__(
            f"that event is in the log already; nothing was decided about entry {pos} "
            "(discard it if it is settled)"
        )


class NoEvent(ValueError):
    """The entry's bytes are no JSON object."""

    def __init__(self, pos: int) -> None:
        super().__init__(
            f"entry {pos} is no event in JSON, so that no id can be put into it. "
            f"`duplicast quarantine resend {pos} FILE` takes a corrected one in its place"
        )


class NoGap(LookupError):
    """The table waits for nothing, or it cannot be told which table is meant."""

    def __init__(self, place: str, tables: Iterable[Place] = ()) -> None:
        alike = "; ".join(
            f"table {table} of group {group} of session {session}"
            for session, group, table in tables
        )
        super().__init__(
            f"{place} may be {alike}: nothing was declared lost. Use the page /tables, where each "
            "has a button of its own"
            if alike
            else f"{place} waits for nothing. `duplicast gaps` lists who does."
        )


def declare_lost(store: Store, place: str | Place, reason: str, by: str) -> list[Gap]:
    """Nothing of what the table, of that session and group, lacks now will come: what waits for it
    goes on. What was declared lost so. ``SESSION/GROUP/TABLE`` may be two, names may hold slashes.
    Raises NoGap."""
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
    store.hear([Received(event_json(event).encode(), event, OURS) for event in events])
    return lacking


class CannotChoose(ValueError):
    """No deck of the deal can be chosen so; the message says why and what would help."""


def choose_deck(
    store: Store, key: DealKey, table: str | None, reason: str, by: str, *, replay: bool
) -> Receipt:
    """Says which of the decks shown for a deal was right: the one that ``table`` showed, or the
    office's; with ``replay`` the tables of the others play it again. Raises CannotChoose."""
    shown = store.versions(key)
    if len(shown) < 2:
        raise CannotChoose(
            f"there is nothing to choose for deal {key}: everybody who has shown it shows one deck"
        )
    found = chosen_version(shown, table, key.number)
    if isinstance(found, Problem):
        raise CannotChoose(f"{found.reason}. {found.hint()}")
    event = DeckChosenEvent(
        id=f"chosen/{uuid4().hex}",
        session=key.session,
        group=key.group,
        source=by,
        at=datetime.now(UTC),
        data=DeckChosen(deal=key.number, table=table, replay=replay, reason=reason),
    )
    (taken,) = store.hear([Received(event_json(event).encode(), event, OURS)])
    return taken


def entry(store: Store, pos: int) -> Quarantined:
    """Raises NoSuchEntry."""
    found = store.entry(pos)
    if found is None:
        raise NoSuchEntry(pos)
    return found


def open_entry(store: Store, pos: int) -> Quarantined:
    """Raises NoSuchEntry, and AlreadyDecided."""
    found = entry(store, pos)
    if found.decision is not None:
        raise AlreadyDecided(pos, found.decision)
    return found


def release(store: Store, pos: int, reason: str, by: str) -> Receipt:
    """Takes the entry's bytes in again, as they are: what they lacked may be there by now. What
    is in the log already, and was refused when its turn came, is tried there.

    Decided only where they are taken in. Raises NoSuchEntry, AlreadyDecided and, where the event
    counts already, KnownAlready.
    """
    found = entry(store, pos)
    settled = {pos: decision(pos, found.identity, "released", reason, by)}
    receipt = store.settle(
        pos, _read(found.raw, found.place), lambda receipt: settled if _in(receipt) else {}
    )
    assert receipt is not None
    if receipt.outcome == "known":
        raise KnownAlready(pos)
    return receipt


def resend(store: Store, pos: int, raw: bytes, reason: str, by: str) -> Receipt:
    """Takes ``raw``, the event as corrected, in the entry's place; with it all earlier tries to
    correct it are decided. The same try is kept once.

    Raises NoSuchEntry, AlreadyDecided and, where the log has the event, KnownAlready.
    """
    entry(store, pos)
    entries = {each.pos: each for each in store.quarantine()}
    first = _corrected(entries, pos)
    settled = {
        each.pos: decision(each.pos, each.identity, "resent", reason, by)
        for each in entries.values()
        if each.decision is None and _corrected(entries, each.pos) == first
    }
    receipt = store.settle(
        pos,
        _read(raw, f"{TRY}{pos}"),
        lambda receipt: settled if _in(receipt) else {},
    )
    assert receipt is not None
    if receipt.outcome == "known":
        raise KnownAlready(pos)
    return receipt


def under_own_id(found: Quarantined) -> bytes:
    """The entry's event under an id that no other event bears. Raises NoEvent."""
    try:
        told = json.loads(found.raw)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise NoEvent(found.pos)
    return json.dumps({**told, "id": f"quarantine/{found.pos}/{uuid4().hex}"}).encode()


def discard(store: Store, pos: int, reason: str, by: str) -> None:
    """Says that nothing is to be made of the entry. Raises NoSuchEntry and AlreadyDecided."""
    settled = {pos: decision(pos, entry(store, pos).identity, "discarded", reason, by)}
    store.settle(pos, None, lambda _: settled)


def _in(receipt: Receipt | None) -> bool:
    """Whether it is in the log now and was not before."""
    return receipt is not None and receipt.outcome in ("accepted", "waiting")


def _read(raw: bytes, place: str) -> Received | Refused:
    return read_line(RawLine(1, raw.strip(), ended=True, whole=True), place, place)


def _corrected(entries: Mapping[int, Quarantined], pos: int) -> int:
    """The entry that ``pos`` was a try to correct, however often; itself where it was none."""
    while entries[pos].is_try:
        pos = int(entries[pos].place.removeprefix(TRY))
    return pos
