"""Decisions about quarantine entries, as events of the log; automatic ones for cut-off lines whose
complete line came later."""

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
from producer.messages import message
from producer.record.tables.quarantine import Decision, read
from producer.record.tables.schema import OURS
from producer.record.tables.statements import ask

IN_QUARANTINE = message("refused: it is in quarantine")
"""Why the number of a refused event is declared lost."""

NO_SESSION = "-"
Decided = Literal["released", "resent", "discarded"]

_CUTS = "SELECT pos, place, raw FROM quarantine WHERE decision IS NULL AND code = 'cut-off'"


class AlreadyDecided(ValueError):
    """The entry has been decided; a decision is final."""

    def __init__(self, pos: int, before: Decision) -> None:
        super().__init__(
            f"entry {pos} was {before.what} by {before.by} at {before.received_at}: {before.reason}"
        )


@dataclass(frozen=True, slots=True)
class Cut:
    """An open entry: a line cut off at the end of its file."""

    pos: int
    raw: bytes


def open_cuts(connection: Connection) -> dict[str, list[Cut]]:
    """Open cut-off lines by file name and line number, whatever the folder."""
    cuts: dict[str, list[Cut]] = {}
    for pos, place, raw in ask(connection, _CUTS):
        cuts.setdefault(PurePath(place).name, []).append(Cut(pos, raw))
    return cuts


def completed(
    cuts: Mapping[str, list[Cut]], items: Iterable[Received | Refused]
) -> Iterator[tuple[int, Received]]:
    """Decisions, with their entries, about cut-off lines whose complete line is among ``items``."""
    for item in items:
        for cut in cuts.get(PurePath(item.place).name, ()):
            if len(item.raw) > len(cut.raw) and item.raw.startswith(cut.raw):
                reason = f"the complete line came later: {item.place}"[:1000]
                yield cut.pos, decision(cut.pos, UNKNOWN, "resent", reason)


def check_undecided(connection: Connection, pos: int) -> None:
    """Raises AlreadyDecided."""
    for entry in read(connection, pos):
        if entry.decision is not None:
            raise AlreadyDecided(pos, entry.decision)


def undecided(connection: Connection, decided: Mapping[int, Received]) -> list[Received | Refused]:
    """Those of ``decided`` (by entry) whose entries are still open."""
    still_open = {entry.pos for entry in read(connection, only_open=True)}
    return [event for pos, event in decided.items() if pos in still_open]


def decision(pos: int, of: Identity, what: Decided, reason: str, by: str = OURS) -> Received:
    """The event that decides the entry ``pos``. ``of``: names its group. ``by``: the user;
    Duplicast itself if a later event settles the entry."""
    event = QuarantineDecidedEvent(
        id=f"decided/{pos}/{uuid4().hex}",
        session=of.session or NO_SESSION,
        group=of.group or NO_SESSION,
        source=by,
        at=datetime.now(UTC),
        data=QuarantineDecided(entry=pos, decision=what, reason=reason),
    )
    return Received(event_json(event).encode(), event, OURS)
