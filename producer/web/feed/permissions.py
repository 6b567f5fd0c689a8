"""Who may send which events by the network."""

from __future__ import annotations

from producer.events import Event
from producer.feeds import Received, Refused
from producer.feeds.identity import identity_of
from producer.problems import problem
from producer.release import GROUP_EVENTS
from producer.web.access.roles import Who
from producer.web.feed.queue import Item

IN_A_FILE = "Send it with a producer's token, or take it in from a file with `duplicast ingest`"
PRODUCERS_OWN = {
    "deck.chosen": "Choose the deck on the page /tables, or with `duplicast decks choose`",
    "gap.lost": "Declare it on the page /tables, or with `duplicast gaps --lost`",
    "table.nudged": IN_A_FILE,
    "event.nudged": IN_A_FILE,
}
"""What a producer alone decides, and how."""

_WHOLE_GROUP = {"hand.voided": "hand.voided without replay"}
"""What is told otherwise than by its type."""

DECIDED = "quarantine.decided"
DECIDED_ELSEWHERE = (
    "a decision about the quarantine is not sent to the feed",
    "A producer decides on the page /quarantine, or with `duplicast quarantine`",
)


def permitted(items: list[Item], who: Who) -> list[Item]:
    """``items``, those refused that the sender's token does not reach."""
    return [item if isinstance(item, Refused) else _permitted(item, who) for item in items]


def _permitted(item: Received, who: Who) -> Item:
    event = item.event
    hint = "Use a token that may send it"
    if event.type == DECIDED:
        reason, hint = DECIDED_ELSEWHERE
    elif event.type in PRODUCERS_OWN and who.role != "producer":
        reason = f"{event.type} is a producer's, not a feed's"
        if who.role == "house":
            reason = f"{event.type} is a producer's, and came without a producer's token"
        hint = PRODUCERS_OWN[event.type]
    elif not who.may_feed(_table(event)):
        named = f"table {event.table}" if event.table else "what names no table"
        if _table(event) != event.table:
            named = f"{_WHOLE_GROUP.get(event.type, event.type)}, which is of the whole group"
        reason = f"this feed's token does not reach {named}"
    else:
        return item
    found = problem("not-permitted", reason=reason, hint=hint)
    return Refused(item.raw, item.place, found, event.id, identity_of(event))


def _table(event: Event) -> str | None:
    """Whose event it is, ``None`` for the whole group's, whatever table it names."""
    final = event.type == "hand.voided" and not event.data.replay
    return None if final or event.type in GROUP_EVENTS else event.table
