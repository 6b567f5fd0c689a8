"""The problems of files as lines to print, many of one kind as one line."""

from __future__ import annotations

import re
from collections.abc import Iterable

from producer.record.tables.quarantine import Quarantined

MOST_ALIKE = 3
"""Problems of one kind that are listed one by one."""

_VARYING = re.compile(r"'[^']*'|\b(?:North|East|South|West)\b|\b[TJQKA][cdhs]\b|\S*\d\S*")
"""What differs between problems of one kind: quotations, compass points, cards, numbers."""


def problem_lines(problems: Iterable[Quarantined], *, sealed: bool) -> list[tuple[str, int]]:
    """Each line, and how many problems it stands for. ``sealed``: reasons may name sealed cards."""
    kinds: dict[str, list[Quarantined]] = {}
    for entry in problems:
        kinds.setdefault(_VARYING.sub("…", f"{entry.reason}. {entry.hint()}"), []).append(entry)
    lines = []
    for alike in kinds.values():
        apart = alike if len(alike) <= MOST_ALIKE else alike[:1]
        more = f" ({len(alike) - 1:,} more like it)" if len(alike) > MOST_ALIKE else ""
        mark = "SEALED: " if sealed else ""
        for entry in apart:
            line = f"{mark}{entry.place}: {entry.reason}. {entry.hint()}{more}"
            lines.append((line, len(alike) if more else 1))
    return lines
