"""The record: the append-only log, the quarantine, and what is derived from the log."""

from producer.record.intake import Tally
from producer.record.quarantine import Quarantined
from producer.record.schema import StoreError
from producer.record.store import Progress, Session, Store, open_store

__all__ = [
    "Progress",
    "Quarantined",
    "Session",
    "Store",
    "StoreError",
    "Tally",
    "open_store",
]
