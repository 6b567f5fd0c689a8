"""The record: the append-only log, the quarantine, and what is derived from the log."""

from producer.record.intake.batch import IngestCounts
from producer.record.intake.receipt import Receipt
from producer.record.plan.decks import DeckVersion, ShownCards
from producer.record.plan.marks import Flag, Mark, veto_of
from producer.record.store import Session, Store, open_store
from producer.record.tables.comparisons import StoredComparison
from producer.record.tables.connection import ReadOnlyError
from producer.record.tables.damage import Damaged
from producer.record.tables.quarantine import Decision, Quarantined
from producer.record.tables.schema import StoreError
from producer.record.views.contradictions import Contradiction, repeat_offenders
from producer.record.views.current_hand import CurrentHand, HandEvents
from producer.record.views.gaps import Gap
from producer.record.views.group_states import CorrectionEntry, DealState, GroupState, HandEnd
from producer.record.views.hands_sent import HandSent
from producer.record.views.log_entries import Counts, LogEntry, LogFilter
from producer.record.views.play_events import PlayEvent
from producer.record.views.snapshot import Positions, RecordSnapshot
from producer.record.views.table_states import Device, TableState
from producer.record.views.times import NUDGED, Nudges, confidence_of, corrected_time
from producer.record.views.tournaments import CourseRead

__all__ = [
    "NUDGED",
    "Contradiction",
    "CorrectionEntry",
    "Counts",
    "CourseRead",
    "CurrentHand",
    "Damaged",
    "DealState",
    "Decision",
    "DeckVersion",
    "Device",
    "Flag",
    "Gap",
    "GroupState",
    "HandEnd",
    "HandEvents",
    "HandSent",
    "IngestCounts",
    "LogEntry",
    "LogFilter",
    "Mark",
    "Nudges",
    "PlayEvent",
    "Positions",
    "Quarantined",
    "ReadOnlyError",
    "Receipt",
    "RecordSnapshot",
    "Session",
    "ShownCards",
    "Store",
    "StoreError",
    "StoredComparison",
    "TableState",
    "confidence_of",
    "corrected_time",
    "open_store",
    "repeat_offenders",
    "veto_of",
]
