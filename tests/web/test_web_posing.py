"""A device may take any name; the audit says that it is a device."""

from __future__ import annotations

import csv
from pathlib import Path

import httpx
from service import SIGNED, TABLES, fill, guide, open_gate_on, serving

from producer.release import by_hand

PERSON = "command line (root)"


def test_the_audit_distinguishes_a_device_named_like_a_person(tmp_path: Path) -> None:
    """A token bound to table 2; then what the desk does under its own name."""
    fill(tmp_path / "a.db", guide("day", "live", TABLES))
    void = {"id": "v", "session": "day", "group": "A", "table": "2", "source": PERSON}
    data = {"deal": 1, "hand": 1, "reason": "exposed card"}
    with open_gate_on(tmp_path / "a.db") as gate, serving(gate, tmp_path) as address:
        token = by_hand.add_token(gate, "feed", ("2",), "", PERSON)
        as_feed = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=address, trust_env=False, timeout=60, headers=SIGNED) as desk:
            sent = void | {"type": "hand.voided", "data": data}
            answer = desk.post("/feed/events", json=sent, headers=as_feed)
            assert answer.json()["accepted"] == 1
            seal = {"deals": ["day/A/1"], "reason": "a protest"}
            assert desk.post("/api/seal", json=seal).status_code == 200
            result = {entry["what"]: entry["by"] for entry in desk.get("/api/audit").json()}
            rows = list(csv.DictReader(desk.get("/api/audit?csv=true").text.splitlines()))
            page = desk.get("/audit").text
    assert result["voided a hand"] == f"feed: {PERSON}"
    assert result["sealed by hand"] == "desk at this machine"
    assert result["made a token"] == PERSON
    assert [row["by"] for row in rows if row["what"] == "voided a hand"] == [f"feed: {PERSON}"]
    assert f'<td class="who">feed: {PERSON}</td><td class="what"><b>voided a hand</b></td>' in page
