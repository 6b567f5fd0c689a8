"""Which event this is: its id, table, deal and so on, also from bytes that are not an event."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from producer.bounds import LARGEST_NUMBER
from producer.events import LONGEST_NAME, Event
from producer.texts import is_whole


@dataclass(frozen=True, slots=True)
class Identity:
    """Names are ``""`` and numbers None if missing or unusable. ``replay_of``: the voided hand's
    number, if the event is a void after which the table replays the deal."""

    id: str = ""
    session: str = ""
    group: str = ""
    table: str = ""
    deal: int | None = None
    seq: int | None = None
    replay_of: int | None = None


UNKNOWN = Identity()


def identity_of(event: Event) -> Identity:
    replay = event.type == "hand.voided" and event.data.replay
    return Identity(
        event.id,
        event.session,
        event.group,
        event.table or "",
        getattr(event.data, "deal", None) if event.type != "session.opened" else None,
        event.seq,
        event.data.hand if replay and event.type == "hand.voided" else None,
    )


def identity_in(raw: bytes) -> Identity:
    """What can be read of an event's identity in ``raw``, valid or not.

    >>> identity_in(b'{"id": "e1", "session": "S", "group": 7, "table": "3", "data": {"deal": 7}}')
    Identity(id='e1', session='S', group='', table='3', deal=7, seq=None, replay_of=None)
    >>> identity_in(b"rubbish") == UNKNOWN
    True
    >>> identity_in(b'{"type": "hand.voided", "data": {"deal": 7, "hand": 9}}').replay_of
    9
    """
    event = _object(raw)
    data = event.get("data")
    data = data if isinstance(data, dict) else {}
    is_replay = event.get("type") == "hand.voided" and data.get("replay") is not False
    return Identity(
        id=_name(event.get("id")),
        session=_name(event.get("session")),
        group=_name(event.get("group")),
        table=_name(event.get("table")),
        deal=_number(data.get("deal")),
        seq=_number(event.get("seq")),
        replay_of=_number(data.get("hand")) if is_replay else None,
    )


def hand_in(raw: bytes) -> int | None:
    """The hand number in an event's bytes, None if there is none.

    >>> hand_in(b'{"data": {"hand": 4}}'), hand_in(b"rubbish")
    (4, None)
    """
    data = _object(raw).get("data")
    return _number(data.get("hand")) if isinstance(data, dict) else None


def _object(raw: bytes) -> dict[str, Any]:
    try:
        value = json.loads(raw, object_pairs_hook=_certain)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _certain(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object without the keys that are in it twice: which value is meant is unknown."""
    times = Counter(key for key, _ in pairs)
    return {key: value for key, value in pairs if times[key] == 1}


def _name(value: object) -> str:
    usable = isinstance(value, str) and len(value) <= LONGEST_NAME and is_whole(value)
    return str(value) if usable else ""


def _number(value: object) -> int | None:
    usable = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST_NUMBER
    return int(str(value)) if usable else None
