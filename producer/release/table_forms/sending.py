"""A filled form as an event: tried first, then sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from producer.events import Event, event_json, parse_event
from producer.feeds import Received
from producer.record import Receipt, Session
from producer.record.tables.schema import OURS
from producer.release.gate import Gate
from producer.release.table_forms.entered import EXIT, Entered, Filled, FormFault, sentence


def event_of(
    form: Entered, session: Session, table: str | None, kind: str, data: Mapping[str, Any]
) -> Event:
    envelope = {
        "id": f"desk/{uuid4().hex}",
        "session": session.session,
        "group": session.group,
        "table": table,
        "source": form.by,
        "at": datetime.now(UTC).isoformat(),
        "type": kind,
        "data": data,
    }
    return parse_event(json.dumps(envelope, default=lambda value: value.model_dump()))


def filled_by(gate: Gate, event: Event, of: Mapping[str, str], will: str, done: str) -> Filled:
    """The form of an event that the record would accept. Raises FormFault."""
    _refused(gate.would_accept(EXIT, _received(event)), of)
    return Filled(will, done, lambda: _send(gate, event, of))


def _send(gate: Gate, event: Event, of: Mapping[str, str]) -> None:
    _refused(gate.ingest([_received(event)])[0], of)


def _received(event: Event) -> Received:
    return Received(event_json(event).encode(), event, OURS)


def _refused(receipt: Receipt, of: Mapping[str, str]) -> None:
    """Raises FormFault if the event is refused."""
    if receipt.outcome == "refused" and receipt.problem is not None:
        parts = receipt.problem.at.split(".")
        field = next((of[part] for part in parts if part in of), "")
        raise FormFault(field, f"{sentence(receipt.reason)}. {receipt.hint('page')}")
