"""Decisions about entries of the quarantine as events of the log; and those that time brings:
the whole of a line in whose midst its file had ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Literal
from uuid import uuid4

from sqlalchemy import Connection, text

from producer.events import QuarantineDecided, QuarantineDecidedEvent, event_json
from producer.feeds import Heard, Refused
from producer.feeds.lines import CUT
from producer.feeds.told import told_in
from producer.record.chain import OURS
from producer.record.quarantine import Decision, decisions

NO_SESSION = "-"
Decided = Literal["released", "resent", "discarded"]

_CUTS = text(
    "SELECT pos, place, raw FROM quarantine WHERE substr(reason, 1, :length) = :cut AND pos NOT IN "
    "(SELECT json_extract(event, '$.data.entry') FROM log WHERE type NOT LIKE 'hand.%' "
    "AND type = 'quarantine.decided')"
)


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
    for pos, place, raw in connection.execute(_CUTS, {"cut": CUT, "length": len(CUT)}):
        found.setdefault(PurePath(place).name, []).append(Cut(pos, raw))
    return found


def completed(
    cuts: Mapping[str, list[Cut]], items: Iterable[Heard | Refused]
) -> Iterator[tuple[int, Heard]]:
    """For every cut that one of ``items`` is the whole of, as the same place's line, the decision
    that it has been sent again, by its entry."""
    for item in items:
        for cut in cuts.get(PurePath(item.place).name, ()):
            if len(item.raw) > len(cut.raw) and item.raw.startswith(cut.raw):
                reason = f"the whole line came later: {item.place}"[:1000]
                yield cut.pos, decision(cut.pos, cut.raw, "resent", reason)


def check_undecided(connection: Connection, pos: int) -> None:
    """Raises AlreadyDecided."""
    before = decisions(connection).get(pos)
    if before is not None:
        raise AlreadyDecided(pos, before)


def undecided(connection: Connection, decided: Mapping[int, Heard]) -> list[Heard | Refused]:
    """Of decisions by entry, those about entries that nobody has decided about."""
    before = decisions(connection)
    return [event for pos, event in decided.items() if pos not in before]


def decision(pos: int, raw: bytes, what: Decided, reason: str, by: str = OURS) -> Heard:
    """The event that says what became of the entry ``pos`` with the bytes ``raw``; ``by``: who
    says so, we ourselves where time brings it."""
    told = told_in(raw)
    event = QuarantineDecidedEvent(
        id=f"decided/{pos}/{uuid4().hex}",
        session=told.session or NO_SESSION,
        group=told.group or NO_SESSION,
        source=by,
        at=datetime.now(UTC),
        data=QuarantineDecided(entry=pos, decision=what, reason=reason),
    )
    return Heard(event_json(event).encode(), event, OURS)
