"""Whose event something is: read from the event or, as far as possible, from its bytes. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from producer.bounds import LARGEST_NUMBER
from producer.events import LONGEST_NAME, Event
from producer.texts import is_whole


@dataclass(frozen=True, slots=True)
class Identity:
    """Names are ``""`` and numbers None where they are missing or unusable. ``replay_of``: the
    number of the hand where it is a void after which the table plays the deal again."""

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
    """
    >>> identity_in(b'{"id": "e1", "session": "S", "group": 7, "table": "3", "data": {"deal": 7}}')
    Identity(id='e1', session='S', group='', table='3', deal=7, seq=None, replay_of=None)
    >>> identity_in(b"rubbish") == UNKNOWN
    True
    >>> identity_in(b'{"type": "hand.voided", "data": {"deal": 7, "hand": 9}}').replay_of
    9
    """
    told = _object(raw)
    data = told.get("data")
    data = data if isinstance(data, dict) else {}
    is_replay = told.get("type") == "hand.voided" and data.get("replay") is not False
    return Identity(
        id=_name(told.get("id")),
        session=_name(told.get("session")),
        group=_name(told.get("group")),
        table=_name(told.get("table")),
        deal=_number(data.get("deal")),
        seq=_number(told.get("seq")),
        replay_of=_number(data.get("hand")) if is_replay else None,
    )


def _object(raw: bytes) -> dict[str, Any]:
    try:
        told = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _name(told: object) -> str:
    usable = isinstance(told, str) and len(told) <= LONGEST_NAME and is_whole(told)
    return str(told) if usable else ""


def _number(told: object) -> int | None:
    usable = isinstance(told, int) and not isinstance(told, bool) and 1 <= told <= LARGEST_NUMBER
    return int(str(told)) if usable else None
