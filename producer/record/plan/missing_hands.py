"""Hands of which nothing arrived: the table went on with a later number, and events that its device
sent in between were declared lost. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from producer.bounds import MOST_LIVE_DEALS
from producer.events import Event
from producer.problems import Problem, problem
from producer.record.plan.live_hands import events_missing
from producer.record.plan.order import Range, still_lost
from producer.record.plan.state import Skipped


class SentEvent(NamedTuple):
    """An event of a table's device, or about one of its hands: the device, the event's number, the
    hand."""

    source: str
    seq: int | None
    hand: int | None


def sent_by(event: Event) -> SentEvent:
    of_hand = event.type.startswith("hand.")
    return SentEvent(
        event.source, event.seq, getattr(event.data, "hand", None) if of_hand else None
    )


def never_arrived(
    skipped: Skipped, declared: Iterable[Range], sent: Collection[SentEvent]
) -> list[Problem]:
    """A problem for each hand that was left out. None if the device's events between the hand
    before and this one are fewer than the hands: then it numbers its hands differently.
    ``declared``: what of the device was declared lost. ``sent``: by the table, before this."""
    event = skipped.item.event
    own = {
        each.seq: each.hand for each in sent if each.source == event.source and each.seq is not None
    }
    end = event.seq or 0
    start = max((seq for seq, hand in own.items() if hand is not None and seq < end), default=0)
    between = [
        (max(first, start + 1), min(last, end - 1))
        for first, last in declared
        if last > start and first < end
    ]
    lost = still_lost(between, own)
    first, last = skipped.before + 1, skipped.name.hand - 1
    if not lost or last - first >= MOST_LIVE_DEALS:
        return []
    arrived = {each.hand for each in sent}
    hands = [hand for hand in range(first, last + 1) if hand not in arrived]
    if len(hands) > sum(b - a + 1 for a, b in lost):
        return []
    words = events_missing(lost)
    return [
        problem("hand-missing", hand=hand, table=skipped.name.table, missing=words)
        for hand in hands
    ]
