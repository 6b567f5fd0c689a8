"""What was changed about a deal, when and by whom, for pages that are open meanwhile.

The words name tables and reasons, never cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from producer.games.line import DealKey
from producer.record import CorrectionEntry
from producer.release.audit import CHANGES, WORDS
from producer.release.gate import Gate


@dataclass(frozen=True, slots=True)
class DealChange:
    """``position``: in the log. ``words``: without the time."""

    position: int
    at: datetime
    words: str


def changes_of(gate: Gate, key: DealKey, exit_: str) -> tuple[DealChange, ...]:
    """What was changed about a released deal, the oldest first. Raises NotAvailable."""
    return tuple(
        DealChange(each.position, each.at, f"{each.by} {WORDS[each.type]}{_why(each)}")
        for each in gate.changes(key, exit_)
        if each.type in CHANGES
    )


def _why(change: CorrectionEntry) -> str:
    of_table = f" of table {change.table}" if change.table else ""
    return f"{of_table} ({change.reason})" if change.reason else of_table
