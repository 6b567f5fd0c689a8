"""What lies undecided in quarantine, and whose it is as far as that can be told."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import PurePath

from sqlalchemy import Connection, text

from producer.record.derived import read_sessions
from producer.texts import is_whole

Group = tuple[str, str]

# Literal types, so that SQLite can use the partial indexes of the schema.
_UNDECIDED = text(
    "SELECT place, raw FROM quarantine WHERE pos NOT IN (SELECT json_extract(event, '$.data.entry')"
    " FROM log WHERE type NOT LIKE 'hand.%' AND type = 'quarantine.decided')"
)
_OPENINGS = text(
    "SELECT DISTINCT session, grp, place FROM log WHERE type NOT LIKE 'hand.%' "
    "AND type = 'session.opened'"
)


def undecided_places(connection: Connection) -> set[tuple[str, str, str]]:
    """Session, group and table of every entry of the quarantine that is an event and that nobody
    has decided about; the table is empty where it names none."""
    found = set()
    for _, raw in connection.execute(_UNDECIDED):
        told = _told(raw)
        session, group, table = (_name(told, key) for key in ("session", "group", "table"))
        if session:
            found.add((session, group, table))
    return found


def undecided_counts(connection: Connection) -> Counter[Group]:
    """How many entries nobody has decided about, by the group that they may be of.

    Bytes that name no session are of the sessions that their file opens; where that tells
    nothing, they may be of any.
    """
    opened = set(read_sessions(connection))
    files: dict[str, set[Group]] = {}
    for session, group, place in connection.execute(_OPENINGS):
        files.setdefault(_file(place), set()).add((session, group))
    found: Counter[Group] = Counter()
    for place, raw in connection.execute(_UNDECIDED):
        told = _told(raw)
        named = _name(told, "session"), _name(told, "group")
        found.update([named] if all(named) else files.get(_file(place), opened))
    return found


def _told(raw: bytes) -> Mapping[str, object]:
    """What the bytes say as JSON; nothing where they are none, as in the logs of archives."""
    try:
        told = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _name(told: Mapping[str, object], key: str) -> str:
    name = told.get(key)
    return name if isinstance(name, str) and is_whole(name) else ""


def _file(place: str) -> str:
    """The name of the file in ``FILE:LINE``, wherever it lies."""
    return PurePath(place.rpartition(":")[0]).name
