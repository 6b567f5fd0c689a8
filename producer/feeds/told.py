"""What refused bytes tell of the event that they were to be, as far as it can be read. Pure."""

from __future__ import annotations

import json
from typing import NamedTuple

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
    try:
        told = json.loads(raw)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        return Told("", "", "", "")
    return Told(*(_name(told.get(each)) for each in Told._fields))


def _name(told: object) -> str:
    usable = isinstance(told, str) and len(told) <= LONGEST_NAME and is_whole(told)
    return str(told) if usable else ""
