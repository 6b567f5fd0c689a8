"""The record: the append-only log, the quarantine, and what is derived from the log."""

from producer.record.chain import Taken
from producer.record.gaps import Gap
from producer.record.intake import Tally
from producer.record.marks import Flag
from producer.record.quarantine import Quarantined
from producer.record.schema import StoreError
from producer.record.store import Progress, Session, Store, open_store

__all__ = [
    "Flag",
    "Gap",
    "Progress",
    "Quarantined",
    "Session",
    "Store",
    "StoreError",
    "Taken",
    "Tally",
    "open_store",
]
