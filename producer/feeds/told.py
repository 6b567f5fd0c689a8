"""What refused bytes tell of the event that they were to be, as far as it can be read. Pure."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from producer.bounds import LARGEST_NUMBER
from producer.events import LONGEST_NAME
from producer.texts import is_whole


class Told(NamedTuple):
    """``""`` for what is not told, or cannot be a name."""

    id: str
    session: str
    group: str
    table: str


def told_in(raw: bytes) -> Told:
    """
    >>> told_in(b'{"id": "e1", "session": "S", "group": 7, "table": "3"}')
    Told(id='e1', session='S', group='', table='3')
    >>> told_in(b"rubbish")
    Told(id='', session='', group='', table='')
    """
    told = _object(raw)
    return Told(*(_name(told.get(each)) for each in Told._fields))


def deal_in(raw: bytes) -> int | None:
    """The number of the deal, where one is told.

    >>> deal_in(b'{"data": {"deal": 7}}'), deal_in(b'{"data": {"deal": "7"}}'), deal_in(b"[7]")
    (7, None, None)
    """
    data = _object(raw).get("data")
    return _number(data.get("deal")) if isinstance(data, dict) else None


def replay_in(raw: bytes) -> int | None:
    """The number of the hand where the bytes are a void after which its table is to play the deal
    again.

    >>> replay_in(b'{"type": "hand.voided", "data": {"deal": 7, "hand": 9}}')
    9
    >>> replay_in(b'{"type": "hand.voided", "data": {"deal": 7, "hand": 9, "replay": false}}')
    """
    told = _object(raw)
    data = told.get("data")
    if told.get("type") != "hand.voided" or not isinstance(data, dict):
        return None
    return _number(data.get("hand")) if data.get("replay") is not False else None


def _number(told: object) -> int | None:
    if not isinstance(told, int) or isinstance(told, bool):
        return None
    return told if 1 <= told <= LARGEST_NUMBER else None


def _object(raw: bytes) -> dict[str, Any]:
    try:
        told = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _name(told: object) -> str:
    usable = isinstance(told, str) and len(told) <= LONGEST_NAME and is_whole(told)
    return str(told) if usable else ""
