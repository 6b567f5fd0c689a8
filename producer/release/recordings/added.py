"""Adds a recording of a table to the log."""

from __future__ import annotations

from uuid import uuid4

from producer.events import RecordingAdded, RecordingAddedEvent, event_json
from producer.feeds import Received
from producer.record import Receipt
from producer.record.tables.schema import OURS
from producer.release.gate import Gate
from producer.release.verdicts import Group


def add_recording(gate: Gate, group: Group, table: str, data: RecordingAdded, by: str) -> Receipt:
    """What became of it: refused for a table that is not in the group's roster. ``by``: who adds
    it. Raises StoreError."""
    event = RecordingAddedEvent(
        id=f"recording/{uuid4().hex}",
        session=group[0],
        group=group[1],
        table=table,
        source=by,
        at=gate.clock(),
        data=data,
    )
    (receipt,) = gate.ingest([Received(event_json(event).encode(), event, OURS)])
    return receipt
