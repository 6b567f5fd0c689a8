"""The record: the append-only log, the quarantine, and what is derived from the log."""

from producer.record.intake.batch import IngestCounts
from producer.record.intake.chain import Receipt
from producer.record.plan.decks import Shown, Version
from producer.record.plan.marks import Flag, Mark, veto_of
from producer.record.store import Progress, Session, Store, open_store
from producer.record.tables.comparisons import Kept
from producer.record.tables.connection import ReadOnlyError
from producer.record.tables.damage import Damaged
from producer.record.tables.quarantine import Decision, Quarantined
from producer.record.tables.schema import StoreError
from producer.record.views.books import Afterwards, DealBook, End, GroupBook
from producer.record.views.contradictions import Contradiction, repeat_offenders
from producer.record.views.gaps import Gap
from producer.record.views.hand_on_table import LastHand, OnTable
from producer.record.views.log_entries import Counts, LogEntry, Wanted
from producer.record.views.snapshot import Positions, Still
from producer.record.views.table_states import Device, TableState

__all__ = [
    "Afterwards",
    "Contradiction",
    "Counts",
    "Damaged",
    "DealBook",
    "Decision",
    "Device",
    "End",
    "Flag",
    "Gap",
    "GroupBook",
    "IngestCounts",
    "Kept",
    "LastHand",
    "LogEntry",
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
    "Version",
    "Wanted",
    "open_store",
    "repeat_offenders",
    "veto_of",
]
