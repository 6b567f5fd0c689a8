"""The release gate: the only way from the record to the outside (RULES P11)."""

from producer.record import (
    Decision,
    Device,
    Gap,
    Mark,
    Quarantined,
    Receipt,
    StoreError,
    TableState,
)
from producer.record.intake.decision_events import AlreadyDecided
from producer.record.intake.decisions import CannotChoose, KnownAlready, NoGap, NoSuchEntry
from producer.record.plan.derive import GROUP_EVENTS
from producer.release.exits import EXITS, SEALED_EXITS, AmbiguousDeal, NotAvailable
from producer.release.gate import Gate, open_gate, resolve, without
from producer.release.verdicts import State, Verdict
from producer.release.view import GateView

__all__ = [
    "EXITS",
    "GROUP_EVENTS",
    "SEALED_EXITS",
    "AlreadyDecided",
    "AmbiguousDeal",
    "CannotChoose",
    "Decision",
    "Device",
    "Gap",
    "Gate",
    "GateView",
    "KnownAlready",
    "Mark",
    "NoGap",
    "NoSuchEntry",
    "NotAvailable",
    "Quarantined",
    "Receipt",
    "State",
    "StoreError",
    "TableState",
    "Verdict",
    "open_gate",
    "resolve",
    "without",
]
