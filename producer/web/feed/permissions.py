"""Which senders may send which events over the network."""

from __future__ import annotations

from producer.events import Event
from producer.feeds import Received, Refused
from producer.feeds.identity import identity_of
from producer.messages import message
from producer.problems import problem
from producer.release import GROUP_EVENTS
from producer.web.access.roles import Who
from producer.web.feed.queue import Item

IN_A_FILE = "Send it with a producer's token, or ingest it from a file with `duplicast ingest`"
PRODUCER_ONLY = {
    "deck.chosen": message("Choose the deck on the page /tables, or with `duplicast decks choose`"),
    "roster.corrected": message("Correct names on the page /corrections"),
    "hand.ruled": message("Enter the ruling on the page /corrections"),
    "gap.lost": message("Declare it on the page /tables, or with `duplicast gaps --lost`"),
    "table.nudged": IN_A_FILE,
    "event.nudged": IN_A_FILE,
    "recording.added": message(
        "Add it with `duplicast recordings add`, or with a producer's token"
    ),
}
"""Event types that only a producer may send, and how to."""

_WHOLE_GROUP = {"hand.voided": "hand.voided without replay"}
"""Names for events that concern the whole group, where the type alone does not say so."""

DECIDED = "quarantine.decided"
DECIDED_ELSEWHERE = (
    message("decisions about the quarantine are not made through the feed"),
    message("Decide on the page /quarantine, or with `duplicast quarantine`"),
)


def permitted(items: list[Item], who: Who) -> list[Item]:
    """``items``, with those that ``who`` may not send as refused."""
    return [item if isinstance(item, Refused) else _permitted(item, who) for item in items]


def _permitted(item: Received, who: Who) -> Item:
    event = item.event
    hint: str = message("Use a token that may send it")
    reason: str
    if event.type == DECIDED:
        reason, hint = DECIDED_ELSEWHERE
    elif event.type in PRODUCER_ONLY and who.role != "producer":
        reason = message("only a producer may send {type}", type=event.type)
        if who.role == "house":
            reason = message(
                "only a producer may send {type}, and this came without a producer's token",
                type=event.type,
            )
        hint = PRODUCER_ONLY[event.type]
    elif not who.may_feed(_table(event)):
        scope = (
            message("table {name}", name=event.table)
            if event.table
            else message("events without a table")
        )
        if _table(event) != event.table:
            type_ = _WHOLE_GROUP.get(event.type, event.type)
            scope = message("{type}, which is for the whole group", type=type_)
        reason = message("this feed's token is not valid for {what}", what=scope)
    else:
        return item
    refusal = problem("not-permitted", reason=reason, hint=hint)
    return Refused(item.raw, item.place, refusal, event.id, identity_of(event))


def _table(event: Event) -> str | None:
    """The table whose event it is; ``None`` for an event of the whole group, even if it names a
    table."""
    final = event.type == "hand.voided" and not event.data.replay
    return None if final or event.type in GROUP_EVENTS else event.table
