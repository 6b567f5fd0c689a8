"""Admits events one by one: checks each, brings it into its device's order, applies it.

``producer.feeds`` has parsed them; ``batch`` writes the result in one transaction, so that an
acknowledged event is on disk with everything derived from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal
from uuid import uuid4

from sqlalchemy import Connection

from producer.events import Event, GapLost, GapLostEvent, event_json
from producer.feeds import Received, Refused
from producer.feeds.event_checks import check_event
from producer.problems import Problem, problem
from producer.record.intake.decision_events import IN_QUARANTINE
from producer.record.intake.internal_errors import RulesFailed, internal_error
from producer.record.intake.loading import load
from producer.record.intake.nudges import nudge_fault
from producer.record.intake.receipt import Receipt
from producer.record.plan.derive import EventResult, apply_event, game_fault, roster_fault
from producer.record.plan.live_hands import incomplete, is_of, numbers_missing
from producer.record.plan.missing_hands import never_arrived, sent_by
from producer.record.plan.order import (
    Range,
    Stream,
    StreamKey,
    advance,
    is_early,
    is_late,
    is_lost,
    mark_lost,
    pop_ready,
)
from producer.record.plan.state import FaultyHand, Skipped, WorkingState, is_live
from producer.record.tables import log
from producer.record.tables.quarantine import refusal
from producer.record.tables.schema import OURS, PLAY_TYPES

REFUSED = "refused/"
"""How the id begins of an event that declares a refused event's number lost."""

AsideReason = Literal["unopened", "waiting", "same", "refused"]
"""Why nothing is derived from a logged event: it waits for its session to open (``unopened``) or
for earlier events of its device (``waiting``), it repeats an event under another id (``same``), or
it was refused when its turn came."""


@dataclass(slots=True)
class PendingBatch:
    """What a batch will write. ``base``: the last position of the log before it. ``writing``: False
    during a rebuild, when its events are in the log already. ``rule_failures``: events at which the
    rules raise, with the name of the exception. ``new``: entries to append. ``set_aside``:
    positions of which nothing is derived, and why. ``freed``: positions set aside earlier whose
    turn has come. ``reinstated``: those of them that had been refused and now count. ``at``: in a
    rebuild, the position of the event that is derived."""

    connection: Connection
    state: WorkingState
    base: int
    writing: bool = True
    rule_failures: Mapping[log.EventName, str] = field(default_factory=dict)
    new: list[log.Entry] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    set_aside: dict[int, tuple[Event, AsideReason]] = field(default_factory=dict)
    freed: set[int] = field(default_factory=set)
    reinstated: list[Received] = field(default_factory=list)
    at: int = 0

    @property
    def next(self) -> int:
        return self.base + len(self.new) + 1


def ingest(pending: PendingBatch, item: Received) -> tuple[Receipt, log.LoggedEvent | None]:
    """Admits a new event. Returns its receipt, and its log entry if it goes into the log."""
    fault = None if item.native else check_event(item.event)
    pos = pending.next
    verdict = fault or _admit(pending, item, pos)
    if isinstance(verdict, Problem):
        receipt = refuse(pending, item, verdict)
        _skip_refused(pending, item)
        return receipt, None
    faulty_hands = _quarantine_faulty(pending)
    if verdict is EventResult.SAME and stream_key(pending.state, item.event) is None:
        return Receipt(item.place, item.event.id, "known"), None
    logged = log.logged(item)
    pending.new.append((pos, item, logged))
    if verdict is EventResult.SAME:
        pending.set_aside[pos] = item.event, "same"
    _note_newest(pending, pos, item.event, verdict)
    _release(pending, item.event)
    return _receipt(pending, item, pos, verdict, faulty_hands), logged


def ingest_logged(pending: PendingBatch, pos: int, item: Received) -> None:
    """Admits an entry of the log again, in a rebuild."""
    pending.at = pos
    verdict = _admit(pending, item, pos)
    if isinstance(verdict, Problem):
        refuse(pending, item, verdict)
        pending.set_aside[pos] = item.event, "refused"
    elif verdict is EventResult.SAME:
        pending.set_aside[pos] = item.event, "same"
    _quarantine_faulty(pending)
    _note_newest(pending, pos, item.event, verdict)
    _release(pending, item.event)


def refuse(pending: PendingBatch, item: Received, fault: Problem) -> Receipt:
    pending.refused.append(refusal(item, fault))
    return Receipt(item.place, item.event.id, "refused", fault)


def stream_key(state: WorkingState, event: Event) -> StreamKey | None:
    """The device whose order the event belongs to; None if it has none: only devices of live
    sessions number their events. An opening has a number too, but waits for nothing."""
    if event.seq is None or event.table is None:
        return None
    if not is_live(state, (event.session, event.group)):
        return None
    return StreamKey(event.session, event.group, event.table, event.source)


def _admit(pending: PendingBatch, item: Received, pos: int) -> EventResult | Problem | None:
    """Applies the event, or sets it aside if it must wait (None)."""
    state, event = pending.state, item.event
    group = event.session, event.group
    if event.type == "quarantine.decided":
        return EventResult.NEW
    if group not in state.sessions and event.type != "session.opened":
        state.unopened.setdefault(group, []).append(pos)
        pending.set_aside[pos] = event, "unopened"
        return None
    if event.type != "session.opened":
        fault = roster_fault(state, event) or game_fault(state, event)
        if fault:
            return fault
    if event.type == "gap.lost":
        return _declare_lost(state, event)
    if event.type == "session.opened":
        return _opened(pending, item, pos)
    key = stream_key(state, event)
    return _apply(pending, item, pos) if key is None else _in_order(pending, key, item, pos)


def _opened(pending: PendingBatch, item: Received, pos: int) -> EventResult | Problem:
    """An opening waits for nothing, and nothing waits for its number, which may come again: some
    devices do not count their openings."""
    state, seq = pending.state, item.event.seq
    outcome = _apply(pending, item, pos)
    key = stream_key(state, item.event)
    if key is not None and seq is not None and _is_logged(pending, outcome, pos):
        stream = state.streams.setdefault(key, Stream())
        if not (is_late(stream, seq) or seq in stream.waiting):
            mark_lost(stream, seq, seq)
        stream.last = pos
        state.changed_streams.add(key)
    return outcome


def _in_order(
    pending: PendingBatch, key: StreamKey, item: Received, pos: int
) -> EventResult | Problem | None:
    state, event = pending.state, item.event
    stream = state.streams.get(key)
    if stream is None:
        stream = state.streams[key] = Stream()
    seq = event.seq or 0
    if is_late(stream, seq) or seq in stream.waiting:
        outcome: EventResult | Problem | None = _admit_late(pending, key, item, pos)
    elif is_early(stream, seq):
        stream.waiting[seq] = pos
        pending.set_aside[pos] = event, "waiting"
        outcome = None
    else:
        outcome = _apply(pending, item, pos)
        if _is_logged(pending, outcome, pos):
            advance(stream, seq)
    if _is_logged(pending, outcome, pos):
        stream.last = pos
        state.changed_streams.add(key)
    return outcome


def _is_logged(pending: PendingBatch, outcome: EventResult | Problem | None, pos: int) -> bool:
    """An event refused on arrival is not logged; one that waited, or is read again, is."""
    return not isinstance(outcome, Problem) or not pending.writing or pos < pending.next


def _admit_late(
    pending: PendingBatch, key: StreamKey, item: Received, pos: int
) -> EventResult | Problem:
    """Admits an event whose number has come, waits, or was declared lost."""
    event = item.event
    seq = event.seq or 0
    same_number = _same_number(pending, key, event, pos)
    if any(_same_content(before, event) for before in same_number):
        return EventResult.SAME
    waits = seq in pending.state.streams[key].waiting
    if same_number or waits or not _was_lost(pending, key, seq, pos):
        return _number_used(key, seq)
    return _apply(pending, item, pos)


def _apply(pending: PendingBatch, item: Received, pos: int) -> EventResult | Problem:
    """Raises RulesFailed if the rules raise at the event, unless that is known already."""
    event = item.event
    if event.type == "event.nudged":
        new = [item.event for at, item, _ in pending.new if at < pos]
        return nudge_fault(pending.connection, new, event, pos) or EventResult.NEW
    name = log.name_of(event)
    if name in pending.rule_failures:
        return internal_error(pending.rule_failures[name])
    try:
        return apply_event(pending.state, item, pos)
    except Exception as error:
        raise RulesFailed(name) from error


def _declare_lost(state: WorkingState, event: GapLostEvent) -> EventResult:
    assert event.table is not None, "roster_fault has refused it"
    key = StreamKey(event.session, event.group, event.table, event.data.device)
    mark_lost(state.streams.setdefault(key, Stream()), event.data.first, event.data.last)
    state.changed_streams.add(key)
    return EventResult.NEW


def _release(pending: PendingBatch, event: Event) -> None:
    """Admits the events that waited for ``event``, in order."""
    state = pending.state
    if event.type == "session.opened":
        for pos in state.unopened.pop((event.session, event.group), []):
            admit_waiting(pending, pos)
    _admit_ready(pending, event)


def admit_waiting(pending: PendingBatch, pos: int) -> tuple[Received, EventResult | Problem | None]:
    """Admits a waiting entry of the log, and those that waited for it."""
    item = fetch(pending, pos)
    verdict = check_event(item.event) or _admit(pending, item, pos)
    _after_waiting(pending, pos, item, verdict)
    _admit_ready(pending, item.event)
    return item, verdict


def retry_refused(pending: PendingBatch, pos: int) -> tuple[Received, EventResult | Problem | None]:
    """Tries a refused entry again; with a Problem it stays refused. That its number is late is no
    reason to refuse it, unless another event has the same number."""
    item = fetch(pending, pos)
    event, key = item.event, stream_key(pending.state, item.event)
    stream = pending.state.streams.get(key) if key else None
    is_open = (event.session, event.group) in pending.state.sessions
    verdict: EventResult | Problem | None = check_event(event)
    if is_open:
        verdict = verdict or roster_fault(pending.state, event) or game_fault(pending.state, event)
    if verdict is None and key and stream and is_late(stream, event.seq or 0):
        same_number = _same_number(pending, key, event, pos)
        verdict = _number_used(key, event.seq or 0) if same_number else _apply(pending, item, pos)
    elif verdict is None:
        verdict = _admit(pending, item, pos)
    if not isinstance(verdict, Problem):
        _after_waiting(pending, pos, item, verdict)
        _admit_ready(pending, event)
    return item, verdict


def _admit_ready(pending: PendingBatch, event: Event) -> None:
    """Admits the events of the same device whose turn has come."""
    state = pending.state
    device = event.data.device if event.type == "gap.lost" else event.source
    key = StreamKey(event.session, event.group, event.table or "", device)
    stream = state.streams.get(key)
    while stream is not None and (pos := pop_ready(stream)) is not None:
        item = fetch(pending, pos)
        _after_waiting(pending, pos, item, _apply(pending, item, pos))
        advance(stream, item.event.seq or 0)
        state.changed_streams.add(key)


def _after_waiting(
    pending: PendingBatch, pos: int, item: Received, verdict: EventResult | Problem | None
) -> None:
    """Books the verdict on a waiting entry; it stays in the log whatever the verdict."""
    pending.freed.add(pos)
    if verdict is not None:
        pending.set_aside.pop(pos, None)
    if isinstance(verdict, Problem):
        refuse(pending, item, verdict)
        pending.set_aside[pos] = item.event, "refused"
    elif verdict is EventResult.SAME:
        pending.set_aside[pos] = item.event, "same"
    _note_newest(pending, pos, item.event, verdict)
    _quarantine_faulty(pending)


def _note_newest(
    pending: PendingBatch, pos: int, event: Event, verdict: EventResult | Problem | None
) -> None:
    if verdict is EventResult.NEW and event.type in PLAY_TYPES and event.table is not None:
        newest, place = pending.state.newest, (event.session, event.group, event.table)
        newest[place] = max(pos, newest.get(place, 0))


def fetch(pending: PendingBatch, pos: int) -> Received:
    """The entry at ``pos``; loads everything it refers to."""
    if pos > pending.base and pending.writing:
        item = pending.new[pos - pending.base - 1][1]
    else:
        item = log.at_position(pending.connection, pos)
    load(pending.connection, pending.state, [item], pending.base + 1)
    return item


def _quarantine_faulty(pending: PendingBatch) -> list[FaultyHand]:
    """Quarantines hands that never arrived; then those that are over and cannot be used, which it
    returns."""
    skipped, pending.state.skipped = pending.state.skipped, []
    for each in skipped:
        pending.refused += _never_arrived(pending, each)
    if not pending.state.faulty_hands:
        return []
    faulty_hands = [with_lost_numbers(pending, each) for each in pending.state.faulty_hands]
    pending.state.faulty_hands = []
    pending.refused += [refusal(each.item, each.problem) for each in faulty_hands]
    return faulty_hands


def _never_arrived(pending: PendingBatch, skipped: Skipped) -> list[Refused]:
    key = stream_key(pending.state, skipped.item.event)
    if key is None:
        return []
    declared = [
        (event.data.first, event.data.last)
        for event in _declared_lost(pending, key)
        if not event.id.startswith(REFUSED)
    ]
    if not declared:
        return []
    new = [item.event for _, item, _ in pending.new]
    sent = [sent_by(each) for each in new if (each.session, each.group, each.table) == key[:3]]
    sent += log.sent(pending.connection, key, _before(pending))
    found = [refusal(skipped.item, fault) for fault in never_arrived(skipped, declared, sent)]
    # It is not the deal of the event that shows it.
    return [replace(each, identity=replace(each.identity, deal=None)) for each in found]


def with_lost_numbers(pending: PendingBatch, faulty: FaultyHand) -> FaultyHand:
    """``faulty`` with the numbers of its missing events, as far as they were declared lost."""
    name, hand = faulty.name, pending.state.hands.get(faulty.name)
    if faulty.problem.code != "hand-incomplete" or hand is None:
        return faulty
    place = name.deal.session, name.deal.group, name.table
    lost: list[Range] = []
    for device in sorted({item.event.source for item in hand.received}):
        declared = _declared_lost(pending, StreamKey(*place, device))
        ranges = [(event.data.first, event.data.last) for event in declared]
        lost += numbers_missing(hand, device, ranges)
    return faulty._replace(problem=incomplete(name, hand, lost)) if lost else faulty


def _declared_lost(pending: PendingBatch, key: StreamKey) -> list[GapLostEvent]:
    events = [item.event for _, item, _ in pending.new]
    events += log.losses(pending.connection, key, _before(pending))
    return [
        event
        for event in events
        if event.type == "gap.lost" and (event.table, event.data.device) == key[2:]
    ]


def _before(pending: PendingBatch) -> int:
    """The position before which the log is read, besides the batch's own entries."""
    return pending.base + 1 if pending.writing else pending.at + 1


def _same_number(pending: PendingBatch, key: StreamKey, event: Event, pos: int) -> list[Event]:
    """Earlier events of the device with the same number that may have the same content."""
    seq = event.seq or 0
    earlier = [
        other
        for other in (item.event for at, item, _ in pending.new if at < pos)
        if other.seq == seq
        and log.is_alike(other, event)
        and stream_key(pending.state, other) == key
    ]
    return earlier + log.alike(pending.connection, key, seq, event, _end(pending, pos))


def _was_lost(pending: PendingBatch, key: StreamKey, seq: int, pos: int) -> bool:
    """Whether the number was declared lost or is an opening's: then it may still come."""
    events = [item.event for at, item, _ in pending.new if at < pos]
    events += log.losses(pending.connection, key, _end(pending, pos))
    return any(log.declares_lost(each, key, seq) for each in events)


def _end(pending: PendingBatch, pos: int) -> int:
    """The position up to which the log is read: later events are in the batch. An event that waited
    is in the log itself, with later ones after it."""
    return min(pending.base + 1, pos) if pending.writing else pos


def _same_content(before: Event, event: Event) -> bool:
    return before.type == event.type and before.data == event.data


def _number_used(key: StreamKey, seq: int) -> Problem:
    return problem("number-used", "seq", seq=seq, table=key.table, source=key.source)


def _skip_refused(pending: PendingBatch, item: Received) -> None:
    """Declares the number of a refused event lost, in the log, so that nothing waits for it."""
    event = item.event
    key = stream_key(pending.state, event)
    if key is None or event.table not in pending.state.sessions[key.session, key.group].tables:
        return
    stream = pending.state.streams.setdefault(key, Stream())
    seq = event.seq or 0
    if is_late(stream, seq) or seq in stream.waiting or is_lost(stream, seq):
        return
    marker = GapLostEvent(
        id=f"{REFUSED}{uuid4().hex}",  # an id that a device could guess might be in use
        session=key.session,
        group=key.group,
        table=key.table,
        source=OURS,
        data=GapLost(device=key.source, first=seq, last=seq, reason=str(IN_QUARANTINE)),
    )
    received = Received(event_json(marker).encode(), marker, OURS)
    pending.new.append((pending.next, received, log.logged(received)))
    _declare_lost(pending.state, marker)
    _release(pending, marker)


def _receipt(
    pending: PendingBatch,
    item: Received,
    pos: int,
    verdict: EventResult | None,
    faulty_hands: list[FaultyHand],
) -> Receipt:
    place, name = item.place, item.event.id
    if verdict is EventResult.SAME:
        return Receipt(place, name, "known")
    aside_now = pending.set_aside.get(pos)
    if verdict is None and aside_now is not None and aside_now[1] in ("unopened", "waiting"):
        return Receipt(place, name, "waiting", _waits(aside_now[1], item.event))
    own = [each for each in faulty_hands if is_of(each.name, item.event)]
    if own:
        return Receipt(place, name, "accepted", own[0].problem)
    return Receipt(place, name, "accepted")


def _waits(why: AsideReason, event: Event) -> Problem:
    if why == "unopened":
        return problem("waits-for-opening", session=event.session, group=event.group)
    return problem("waits-for-earlier", seq=event.seq or 0, table=event.table or "")
