"""The record: the append-only log, the quarantine, and what is derived from the log."""

from producer.record.books import Afterwards, DealBook, End, GroupBook
from producer.record.chain import Receipt
from producer.record.contradictions import Contradiction, repeat_offenders
from producer.record.damage import Damaged
from producer.record.decks import Shown, Version
from producer.record.engine import ReadOnlyError
from producer.record.gaps import Gap
from producer.record.intake import Tally
from producer.record.kept import Kept
from producer.record.marks import Flag, Mark, veto_of
from producer.record.on_table import LastHand, OnTable
from producer.record.quarantine import Decision, Quarantined
from producer.record.schema import StoreError
from producer.record.still import Positions, Still
from producer.record.store import Progress, Session, Store, open_store
from producer.record.tables import Device, TableState
from producer.record.watching import Counts, Entry, Wanted

__all__ = [
    "Afterwards",
    "Contradiction",
    "Counts",
    "Damaged",
    "DealBook",
    "Decision",
    "Device",
    "End",
    "Entry",
    "Flag",
    "Gap",
    "GroupBook",
    "Kept",
    "LastHand",
    "Mark",
    "OnTable",
    "Positions",
    "Progress",
    "Quarantined",
    "ReadOnlyError",
    "Receipt",
    "Session",
    "Shown",
    "Still",
    "Store",
    "StoreError",
    "TableState",
    "Tally",
    "Version",
    "Wanted",
    "open_store",
    "repeat_offenders",
    "veto_of",
]
