"""The hands of a deal that one table has sent, for people who correct them."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import Connection

from producer.events import (
    HandActionEvent,
    HandBoardEvent,
    HandFinishedEvent,
    HandRecordedEvent,
    HandStartedEvent,
)
from producer.games.line import DealKey
from producer.record.tables.log import event_of
from producer.record.tables.schema import OF_HANDS, OF_PLAY
from producer.record.tables.statements import ask

_OF_TABLE = f"FROM log WHERE {OF_HANDS} AND {OF_PLAY} AND session = ? AND grp = ?"
_EVENTS = f"SELECT raw, event {_OF_TABLE} AND deal = ? AND tbl = ? ORDER BY pos"
_LAST = f"SELECT max(hand) FROM log WHERE {OF_HANDS} AND session = ? AND grp = ? AND tbl = ?"


@dataclass(slots=True)
class HandSent:
    """A hand as its table has sent it, whether it counts or not. ``button``: None if its start has
    not come. ``stacks``: empty if not sent. ``actions``: how many have come."""

    hand: int
    button: int | None = None
    stacks: dict[int, int | None] = field(default_factory=dict)
    actions: int = 0
    board: str = ""
    ended: bool = False


def read_hands(connection: Connection, key: DealKey, table: str) -> list[HandSent]:
    """In order of their numbers."""
    hands: dict[int, HandSent] = {}
    for raw, text in ask(connection, _EVENTS, (*key, table)):
        event = event_of(raw, text)
        if isinstance(event, HandStartedEvent | HandRecordedEvent):
            sent = hands.setdefault(event.data.hand, HandSent(event.data.hand))
            sent.button, sent.stacks = event.data.button, dict(event.data.stacks)
        elif isinstance(event, HandActionEvent | HandBoardEvent | HandFinishedEvent):
            sent = hands.setdefault(event.data.hand, HandSent(event.data.hand))
        else:
            continue
        if isinstance(event, HandRecordedEvent):
            sent.board, sent.actions = event.data.board, len(event.data.line)
        if isinstance(event, HandBoardEvent):
            sent.board += event.data.cards
        if isinstance(event, HandActionEvent):
            sent.actions += 1
        sent.ended = sent.ended or isinstance(event, HandFinishedEvent | HandRecordedEvent)
    return [hands[hand] for hand in sorted(hands)]


def read_last_hand(connection: Connection, group: tuple[str, str], table: str) -> int:
    """The largest hand number that the table has sent or that was entered for it, 0 for none."""
    ((last,),) = ask(connection, _LAST, (*group, table))
    return last or 0
