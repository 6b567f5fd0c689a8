"""The record: the append-only log, the quarantine, and what is derived from the log."""

from producer.record.books import QUIET, Afterwards, DealBook, End, GroupBook
from producer.record.chain import Taken
from producer.record.gaps import Gap
from producer.record.intake import Tally
from producer.record.marks import Flag
from producer.record.quarantine import Decision, Quarantined
from producer.record.schema import StoreError
from producer.record.store import Progress, Session, Store, open_store
from producer.record.tables import Device, TableState
from producer.record.watching import Counts, Entry, Wanted

__all__ = [
    "QUIET",
    "Afterwards",
    "Counts",
    "DealBook",
    "Decision",
    "Device",
    "End",
    "Entry",
    "Flag",
    "Gap",
    "GroupBook",
    "Progress",
    "Quarantined",
    "Session",
    "Store",
    "StoreError",
    "TableState",
    "Taken",
    "Tally",
    "Wanted",
    "open_store",
]
