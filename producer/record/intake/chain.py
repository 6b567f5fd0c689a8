"""The chain behind every way in: sanity, order, derive. One event after the other.

Parsing lies before it (``producer.feeds``), the append after it (``intake``): a batch is one
transaction, so that what is acknowledged is on disk with all that follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple
from uuid import uuid4

from sqlalchemy import Connection

from producer.events import Event, GapLost, GapLostEvent, event_json
from producer.feeds import Received, Refused
from producer.feeds.event_checks import check_event
from producer.problems import Edge, Problem, problem
from producer.record.intake.internal_errors import Unjudged, of_ours
from producer.record.intake.loading import load
from producer.record.intake.nudges import nudge_fault
from producer.record.plan.derive import EventResult, homeless, settle
from producer.record.plan.order import (
    Stream,
    StreamKey,
    is_early,
    is_late,
    is_lost,
    lose,
    passed,
    ready,
)
from producer.record.plan.state import Known, is_live
from producer.record.tables import log
from producer.record.tables.quarantine import refusal
from producer.record.tables.schema import TOLD_TYPES

Why = Literal["unopened", "waiting", "same", "refused"]
OURS = "duplicast"
"""The source of events that we ourselves add to the log."""


class Receipt(NamedTuple):
    """What became of one item: ``accepted``, ``known`` already, ``waiting`` for its turn (on disk
    like the accepted), or ``refused`` into the quarantine. ``problem`` says why; of an accepted
    event why the hand that it ends cannot be used. It rests on what the event's own table has
    sent, so that it may go to the device."""

    place: str
    id: str | None
    outcome: Literal["accepted", "known", "waiting", "refused"]
    problem: Problem | None = None

    @property
    def reason(self) -> str:
        """In words; empty where there is nothing to say."""
        if self.problem is None:
            return ""
        words = self.problem.reason
        return f"the hand cannot be used: {words}" if self.outcome == "accepted" else words

    def hint(self, edge: Edge = "terminal") -> str:
        """What to do about it; empty where there is nothing to do."""
        return self.problem.hint(edge) if self.problem else ""


@dataclass(slots=True)
class Chain:
    """One batch under way. ``base``: the last position before it; ``new``: entries to append;
    ``set_aside`` and ``freed``: entries of which nothing is derived, and those of which now is;
    ``after_all``: those of them that were refused before.
    ``writing`` is false where the log is read again. ``beyond``: by name, events at which the
    rules fail, and the kind of exception."""

    connection: Connection
    known: Known
    base: int
    writing: bool = True
    beyond: Mapping[log.EventName, str] = field(default_factory=dict)
    new: list[log.Entry] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    set_aside: dict[int, tuple[Event, Why]] = field(default_factory=dict)
    freed: set[int] = field(default_factory=set)
    after_all: list[Received] = field(default_factory=list)

    @property
    def next(self) -> int:
        return self.base + len(self.new) + 1


def hear(chain: Chain, item: Received) -> tuple[Receipt, log.LoggedEvent | None]:
    """Takes a new event in; its body where it goes into the log."""
    found = None if item.native else check_event(item.event)
    pos = chain.next
    verdict = found or _admit(chain, item, pos)
    if isinstance(verdict, Problem):
        taken = refuse(chain, item, verdict)
        _pass_refused(chain, item)
        return taken, None
    wrong = _wrong(chain)
    if verdict is EventResult.SAME and stream_key(chain.known, item.event) is None:
        return Receipt(item.place, item.event.id, "known"), None
    kept = log.body(item)
    chain.new.append((pos, item, kept))
    if verdict is EventResult.SAME:
        chain.set_aside[pos] = item.event, "same"
    _note_newest(chain, pos, item.event, verdict)
    _release(chain, item.event)
    return _told(chain, item, pos, verdict, wrong), kept


def hear_again(chain: Chain, pos: int, item: Received) -> None:
    """Takes an entry of the log in, which is there already."""
    verdict = _admit(chain, item, pos)
    if isinstance(verdict, Problem):
        refuse(chain, item, verdict)
        chain.set_aside[pos] = item.event, "refused"
    elif verdict is EventResult.SAME:
        chain.set_aside[pos] = item.event, "same"
    _wrong(chain)
    _note_newest(chain, pos, item.event, verdict)
    _release(chain, item.event)


def refuse(chain: Chain, item: Received, found: Problem) -> Receipt:
    chain.refused.append(refusal(item, found))
    return Receipt(item.place, item.event.id, "refused", found)


def stream_key(known: Known, event: Event) -> StreamKey | None:
    """Whose order the event stands in: devices of live sessions count, files need not. Of an
    opening: whose number it bears."""
    if event.seq is None or event.table is None:
        return None
    if not is_live(known, (event.session, event.group)):
        return None
    return StreamKey(event.session, event.group, event.table, event.source)


def _admit(chain: Chain, item: Received, pos: int) -> EventResult | Problem | None:
    """The event's turn: settled, or None where it waits."""
    known, event = chain.known, item.event
    group = event.session, event.group
    if event.type == "quarantine.decided":
        return EventResult.NEW
    if group not in known.sessions and event.type != "session.opened":
        known.unopened.setdefault(group, []).append(pos)
        chain.set_aside[pos] = event, "unopened"
        return None
    if event.type != "session.opened":
        found = homeless(known, event)
        if found:
            return found
    if event.type == "gap.lost":
        return _declare_lost(known, event)
    if event.type == "session.opened":
        return _opened(chain, item, pos)
    key = stream_key(known, event)
    return _settled(chain, item, pos) if key is None else _in_order(chain, key, item, pos)


def _opened(chain: Chain, item: Received, pos: int) -> EventResult | Problem:
    """An opening waits for nothing. Its number is not waited for, and may come again: there are
    devices that count without it."""
    known, seq = chain.known, item.event.seq
    outcome = _settled(chain, item, pos)
    key = stream_key(known, item.event)
    if key is not None and seq is not None and _is_logged(chain, outcome, pos):
        stream = known.streams.setdefault(key, Stream())
        if not (is_late(stream, seq) or seq in stream.waiting):
            lose(stream, seq, seq)
        stream.last = pos
        known.changed_streams.add(key)
    return outcome


def _in_order(
    chain: Chain, key: StreamKey, item: Received, pos: int
) -> EventResult | Problem | None:
    known, event = chain.known, item.event
    stream = known.streams.get(key)
    if stream is None:
        stream = known.streams[key] = Stream()
    seq = event.seq or 0
    if is_late(stream, seq) or seq in stream.waiting:
        outcome: EventResult | Problem | None = _come_late(chain, key, item, pos)
    elif is_early(stream, seq):
        stream.waiting[seq] = pos
        chain.set_aside[pos] = event, "waiting"
        outcome = None
    else:
        outcome = _settled(chain, item, pos)
        if _is_logged(chain, outcome, pos):
            passed(stream, seq)
    if _is_logged(chain, outcome, pos):
        stream.last = pos
        known.changed_streams.add(key)
    return outcome


def _is_logged(chain: Chain, outcome: EventResult | Problem | None, pos: int) -> bool:
    """What is refused as it comes is not; what waited for its opening is, or is read again."""
    return not isinstance(outcome, Problem) or not chain.writing or pos < chain.next


def _come_late(chain: Chain, key: StreamKey, item: Received, pos: int) -> EventResult | Problem:
    """An event whose number has come, or waits, or was declared lost."""
    event = item.event
    seq = event.seq or 0
    borne = _bearers(chain, key, event, pos)
    if any(_retold(before, event) for before in borne):
        return EventResult.SAME
    waits = seq in chain.known.streams[key].waiting
    if borne or waits or not _was_lost(chain, key, seq, pos):
        return _taken(key, seq)
    return _settled(chain, item, pos)


def _settled(chain: Chain, item: Received, pos: int) -> EventResult | Problem:
    """Raises Unjudged where the rules fail at an event that is not known to be beyond them."""
    event = item.event
    if event.type == "event.nudged":
        new = [item.event for at, item, _ in chain.new if at < pos]
        return nudge_fault(chain.connection, new, event, pos) or EventResult.NEW
    name = log.name_of(event)
    if name in chain.beyond:
        return of_ours(chain.beyond[name])
    try:
        return settle(chain.known, item, pos)
    except Exception as error:
        raise Unjudged(name) from error


def _declare_lost(known: Known, event: GapLostEvent) -> EventResult:
    assert event.table is not None, "homeless has refused it"
    key = StreamKey(event.session, event.group, event.table, event.data.device)
    lose(known.streams.setdefault(key, Stream()), event.data.first, event.data.last)
    known.changed_streams.add(key)
    return EventResult.NEW


def _release(chain: Chain, event: Event) -> None:
    """After ``event``: what waited for it, in its order."""
    known = chain.known
    if event.type == "session.opened":
        for pos in known.unopened.pop((event.session, event.group), []):
            take_turn(chain, pos)
    _run(chain, event)


def take_turn(chain: Chain, pos: int) -> tuple[Received, EventResult | Problem | None]:
    """An entry of the log as if it came now, with what waited for it."""
    item = fetch(chain, pos)
    verdict = check_event(item.event) or _admit(chain, item, pos)
    _after_waiting(chain, pos, item, verdict)
    _run(chain, item.event)
    return item, verdict


def tried(chain: Chain, pos: int) -> tuple[Received, EventResult | Problem | None]:
    """An entry that was refused, once more; a Problem leaves it so. Its own number, which was not
    waited for, may come late, unless another event bears it."""
    item = fetch(chain, pos)
    event, key = item.event, stream_key(chain.known, item.event)
    stream = chain.known.streams.get(key) if key else None
    is_open = (event.session, event.group) in chain.known.sessions
    verdict: EventResult | Problem | None = check_event(event)
    verdict = verdict or (homeless(chain.known, event) if is_open else None)
    if verdict is None and key and stream and is_late(stream, event.seq or 0):
        borne = _bearers(chain, key, event, pos)
        verdict = _taken(key, event.seq or 0) if borne else _settled(chain, item, pos)
    elif verdict is None:
        verdict = _admit(chain, item, pos)
    if not isinstance(verdict, Problem):
        _after_waiting(chain, pos, item, verdict)
        _run(chain, event)
    return item, verdict


def _run(chain: Chain, event: Event) -> None:
    """Everything of the event's device that has its turn now."""
    known = chain.known
    device = event.data.device if event.type == "gap.lost" else event.source
    key = StreamKey(event.session, event.group, event.table or "", device)
    stream = known.streams.get(key)
    while stream is not None and (pos := ready(stream)) is not None:
        item = fetch(chain, pos)
        _after_waiting(chain, pos, item, _settled(chain, item, pos))
        passed(stream, item.event.seq or 0)
        known.changed_streams.add(key)


def _after_waiting(
    chain: Chain, pos: int, item: Received, verdict: EventResult | Problem | None
) -> None:
    """An entry whose turn has come: it is in the log, whatever is found."""
    chain.freed.add(pos)
    if verdict is not None:
        chain.set_aside.pop(pos, None)
    if isinstance(verdict, Problem):
        refuse(chain, item, verdict)
        chain.set_aside[pos] = item.event, "refused"
    elif verdict is EventResult.SAME:
        chain.set_aside[pos] = item.event, "same"
    _note_newest(chain, pos, item.event, verdict)
    _wrong(chain)


def _note_newest(
    chain: Chain, pos: int, event: Event, verdict: EventResult | Problem | None
) -> None:
    if verdict is EventResult.NEW and event.type in TOLD_TYPES and event.table is not None:
        newest, place = chain.known.newest, (event.session, event.group, event.table)
        newest[place] = max(pos, newest.get(place, 0))


def fetch(chain: Chain, pos: int) -> Received:
    """The entry at ``pos``, with all it touches made known."""
    if pos > chain.base and chain.writing:
        item = chain.new[pos - chain.base - 1][1]
    else:
        item = log.at_position(chain.connection, pos)
    load(chain.connection, chain.known, [item], chain.base + 1)
    return item


def _wrong(chain: Chain) -> list[tuple[Received, Problem]]:
    """Hands told to their end that cannot be used, into the quarantine."""
    if not chain.known.wrong:
        return []
    wrong, chain.known.wrong = chain.known.wrong, []
    chain.refused += [refusal(at, found) for at, found in wrong]
    return wrong


def _bearers(chain: Chain, key: StreamKey, event: Event, pos: int) -> list[Event]:
    """Others of the stream that bear the number of ``event``, as far as they may tell the same."""
    seq = event.seq or 0
    found = [
        other
        for other in (item.event for at, item, _ in chain.new if at < pos)
        if other.seq == seq and log.is_alike(other, event) and stream_key(chain.known, other) == key
    ]
    return found + log.alike(chain.connection, key, seq, event, _end(chain, pos))


def _was_lost(chain: Chain, key: StreamKey, seq: int, pos: int) -> bool:
    """Whether the number was declared lost, or is an opening's: then it may come after all."""
    told = [item.event for at, item, _ in chain.new if at < pos]
    told += log.losses(chain.connection, key, _end(chain, pos))
    return any(log.is_away(each, key, seq) for each in told)


def _end(chain: Chain, pos: int) -> int:
    """The position up to which the log is asked: what is of the batch itself is in memory. What
    waited for its opening stands there itself, and others behind it."""
    return min(chain.base + 1, pos) if chain.writing else pos


def _retold(before: Event, event: Event) -> bool:
    return before.type == event.type and before.data == event.data


def _taken(key: StreamKey, seq: int) -> Problem:
    return problem("number-used", "seq", seq=seq, table=key.table, source=key.source)


def _pass_refused(chain: Chain, item: Received) -> None:
    """What was refused must not be waited for: its number is declared lost, in the log."""
    event = item.event
    key = stream_key(chain.known, event)
    if key is None or event.table not in chain.known.sessions[key.session, key.group].tables:
        return
    stream = chain.known.streams.setdefault(key, Stream())
    seq = event.seq or 0
    if is_late(stream, seq) or seq in stream.waiting or is_lost(stream, seq):
        return
    marker = GapLostEvent(
        id=f"refused/{uuid4().hex}",  # one that a device could name would be taken before
        session=key.session,
        group=key.group,
        table=key.table,
        source=OURS,
        data=GapLost(device=key.source, first=seq, last=seq, reason="refused: it is in quarantine"),
    )
    heard = Received(event_json(marker).encode(), marker, OURS)
    chain.new.append((chain.next, heard, log.body(heard)))
    _declare_lost(chain.known, marker)
    _release(chain, marker)


def _told(
    chain: Chain,
    item: Received,
    pos: int,
    verdict: EventResult | None,
    wrong: list[tuple[Received, Problem]],
) -> Receipt:
    place, name = item.place, item.event.id
    if verdict is EventResult.SAME:
        return Receipt(place, name, "known")
    aside_now = chain.set_aside.get(pos)
    if verdict is None and aside_now is not None and aside_now[1] in ("unopened", "waiting"):
        return Receipt(place, name, "waiting", _waits(aside_now[1], item.event))
    if wrong:
        _, found = wrong[0]
        return Receipt(place, name, "accepted", found)
    return Receipt(place, name, "accepted")


def _waits(why: Why, event: Event) -> Problem:
    if why == "unopened":
        return problem("waits-for-opening", session=event.session, group=event.group)
    return problem("waits-for-earlier", seq=event.seq or 0, table=event.table or "")
