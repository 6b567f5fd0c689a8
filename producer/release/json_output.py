"""The published JSON of the forecast and the audit (docs/json.md)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from producer.release.audit import AuditEntry
from producer.release.forecasts.forecast import Forecast

AUDIT_COLUMNS = ("position", "at", "by", "what", "deal", "table", "sealed", "more", "since")


def forecast_answer(one: Forecast) -> dict[str, Any]:
    return {
        "session": one.deal.session,
        "group": one.deal.group,
        "deal": one.deal.number,
        "last": one.last,
        "sealed": True,
        "about": _time(one.about),
        "by": _time(one.by),
        "reasons": list(one.reasons),
        "waits": [
            {
                "table": wait.table,
                "hands": wait.hands,
                "about": _time(wait.about),
                "by": _time(wait.by),
                "why": wait.why,
            }
            for wait in one.waits
        ],
    }


def audit_answer(entry: AuditEntry) -> dict[str, Any]:
    return {
        "position": entry.position,
        "at": entry.at.isoformat(),
        "by": entry.by,
        "what": entry.what,
        "deal": entry.deal,
        "table": entry.table,
        "sealed": entry.sealed,
        "more": entry.more,
        "since": entry.since,
    }


def _time(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None
