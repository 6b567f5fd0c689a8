"""Decisions about entries of the quarantine as events of the log; and those that time brings:
the whole of a line in whose midst its file had ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Literal
from uuid import uuid4

from sqlalchemy import Connection

from producer.events import QuarantineDecided, QuarantineDecidedEvent, event_json
from producer.feeds import Received, Refused
from producer.feeds.identity import UNKNOWN, Identity
from producer.record.tables.quarantine import Decision, read
from producer.record.tables.schema import OURS
from producer.record.tables.statements import ask

NO_SESSION = "-"
Decided = Literal["released", "resent", "discarded"]

_CUTS = "SELECT pos, place, raw FROM quarantine WHERE decision IS NULL AND code = 'cut-off'"


class AlreadyDecided(ValueError):
    """What became of the entry stands in the log, and stays."""

    def __init__(self, pos: int, before: Decision) -> None:
        super().__init__(
            f"entry {pos} was {before.what} by {before.by} at {before.heard_at}: {before.reason}"
        )


@dataclass(frozen=True, slots=True)
class Cut:
    """An open entry that is the beginning of a line."""

    pos: int
    raw: bytes


def open_cuts(connection: Connection) -> dict[str, list[Cut]]:
    """By the name of the file and line, wherever the file lies."""
    found: dict[str, list[Cut]] = {}
    for pos, place, raw in ask(connection, _CUTS):
        found.setdefault(PurePath(place).name, []).append(Cut(pos, raw))
    return found


def completed(
    cuts: Mapping[str, list[Cut]], items: Iterable[Received | Refused]
) -> Iterator[tuple[int, Received]]:
    """For every cut that one of ``items`` is the whole of, as the same place's line, the decision
    that it has been sent again, by its entry."""
    for item in items:
        for cut in cuts.get(PurePath(item.place).name, ()):
            if len(item.raw) > len(cut.raw) and item.raw.startswith(cut.raw):
                reason = f"the whole line came later: {item.place}"[:1000]
                yield cut.pos, decision(cut.pos, UNKNOWN, "resent", reason)


def check_undecided(connection: Connection, pos: int) -> None:
    """Raises AlreadyDecided."""
    for found in read(connection, pos):
        if found.decision is not None:
            raise AlreadyDecided(pos, found.decision)


def undecided(connection: Connection, decided: Mapping[int, Received]) -> list[Received | Refused]:
    """Of decisions by entry, those about entries that are still open."""
    still_open = {entry.pos for entry in read(connection, only_open=True)}
    return [event for pos, event in decided.items() if pos in still_open]


def decision(pos: int, of: Identity, what: Decided, reason: str, by: str = OURS) -> Received:
    """The event that says what became of the entry ``pos``, which is of ``of``'s group; ``by``: who
    says so, Duplicast itself where a later event settles it."""
    event = QuarantineDecidedEvent(
        id=f"decided/{pos}/{uuid4().hex}",
        session=of.session or NO_SESSION,
        group=of.group or NO_SESSION,
        source=by,
        at=datetime.now(UTC),
        data=QuarantineDecided(entry=pos, decision=what, reason=reason),
    )
    return Received(event_json(event).encode(), event, OURS)
