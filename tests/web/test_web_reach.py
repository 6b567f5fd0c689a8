"""What a device's token bound to a table may send."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from service import TABLES, fill, guide, open_gate_on, serving

from producer.release.by_hand import add_token

OPENING = json.loads(guide("day", "live", TABLES)[0].raw)


@pytest.mark.parametrize(
    ("type_", "data", "reason"),
    [
        ("session.opened", OPENING["data"] | {"kind": "archive"}, "session.opened"),
        ("deal.cards", {"deal": 2, "button": 3, "cards": {"1": "5c5d"}}, "deal.cards"),
        ("deal.corrected", {"deal": 1, "reason": "r", "button": 2}, "deal.corrected"),
        (
            "hand.voided",
            {"deal": 1, "hand": 50, "reason": "r", "replay": False},
            "hand.voided without replay",
        ),
    ],
)
def test_a_device_bound_to_a_table_may_not_send_events_of_the_whole_group(
    tmp_path: Path, type_: str, data: dict[str, object], reason: str
) -> None:
    """Whatever table they name: they would open, change or release deals for all tables."""
    event = {"id": "mine", "session": "day", "group": "A", "table": "2", "source": "device-2"}
    event |= {"type": type_, "data": data}
    db = tmp_path / "a.db"
    fill(db, guide("day", "live", TABLES))
    with open_gate_on(db) as gate, serving(gate, tmp_path) as address:
        tokens = {tables: add_token(gate, "feed", tables, "", "test") for tables in [("2",), ()]}
        with httpx.Client(base_url=address, trust_env=False, timeout=60) as device:
            said = {}
            for tables, token in tokens.items():
                device.headers["Authorization"] = f"Bearer {token}"
                answer = device.post("/feed/events", json=event)
                (said[tables],) = answer.json()["outcomes"]
    assert said["2",]["reason"] == (
        f"this feed's token is not valid for {reason}, which is for the whole group"
    )
    assert "token" not in said[()].get("reason", "")
