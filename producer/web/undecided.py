"""At which tables the quarantine's open entries are, as far as these name one. Pure."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

Place = tuple[str, str, str]
"""Session, group and table."""


def count_by_table(entries: Iterable[bytes]) -> Counter[Place]:
    """``entries``: as they came; bytes that are no event with a table count nowhere.

    >>> dict(count_by_table([b'{"session": "S", "group": "A", "table": "3"}', b"rubbish", b"[]"]))
    {('S', 'A', '3'): 1}
    """
    found: Counter[Place] = Counter()
    for raw in entries:
        try:
            told = json.loads(raw)
        except (ValueError, RecursionError):
            continue
        if not isinstance(told, dict):
            continue
        session, group, table = (told.get(part) for part in ("session", "group", "table"))
        if isinstance(session, str) and isinstance(group, str) and isinstance(table, str):
            found[session, group, table] += 1
    return found
