"""Only producers may send decisions: no feed, and no sender without a token."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from decided import decided_about
from service import SIGNED, open_gate_on, serving
from typer.testing import CliRunner
from websockets.sync.client import connect

from producer.cli import command_line
from producer.events import event_json
from producer.record import open_store
from producer.release.by_hand import add_token
from producer.simulate import session_events

OPENED = event_json(next(iter(session_events(1, 3, tables=2))))
DATA = {
    "gap.lost": {"device": "device-1", "first": 1, "last": 2, "reason": "r"},
    "table.nudged": {"milliseconds": 500, "reason": "r"},
    "event.nudged": {"event": json.loads(OPENED)["id"], "milliseconds": 500, "reason": "r"},
    "quarantine.decided": {"entry": 1, "decision": "discarded", "reason": "r"},
}


def decision(kind: str, name: str) -> str:
    result = json.loads(OPENED)
    place = {key: result[key] for key in ("session", "group")}
    if kind != "event.nudged":
        place["table"] = "1"
    source = "Anna (producer)"
    return json.dumps({**place, "id": name, "source": source, "type": kind, "data": DATA[kind]})


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "decisions.db"


@pytest.fixture
def address(db: Path, tmp_path: Path) -> Iterator[str]:
    with open_gate_on(db) as gate, serving(gate, tmp_path) as at:
        yield at


def posted(address: str, *lines: str, headers: dict[str, str] | None = None) -> list[Any]:
    """One after the other on one line, so that what is usual goes the short way."""
    with httpx.Client(trust_env=False, timeout=60, headers=headers) as client:
        result = [client.post(f"{address}/feed/events", content=line) for line in lines]
    return [each.json()["outcomes"][0] for each in result]


@pytest.mark.parametrize("kind", DATA)
def test_without_a_token_no_decision_is_accepted(address: str, db: Path, kind: str) -> None:
    result = posted(address, OPENED, "{rubbish", *(decision(kind, f"{kind}/{n}") for n in range(3)))
    assert [each["outcome"] for each in result] == ["accepted"] + 4 * ["refused"]
    for each in result[2:]:
        assert "producer's" in each["reason"] or "not made through the feed" in each["reason"]
        assert "`duplicast " in each["hint"]
    with connect(f"{address.replace('http', 'ws')}/feed", proxy=None) as line:
        line.send(decision(kind, f"{kind}/line"))
        assert json.loads(line.recv(timeout=60))["outcomes"][0]["outcome"] == "refused"
    with open_store(db) as store:
        assert [entry.type for entry in store.entries()] == ["session.opened"]
        assert decided_about(store) == {}


def test_a_producer_may_send_decisions_except_about_the_quarantine(address: str, db: Path) -> None:
    kinds = [decision(kind, kind) for kind in DATA]
    result = posted(address, OPENED, "{rubbish", *kinds, headers=SIGNED)
    assert [each["outcome"] for each in result[2:]] == 3 * ["accepted"] + ["refused"]
    assert result[-1]["reason"] == "decisions about the quarantine are not made through the feed"
    assert "page /quarantine" in result[-1]["hint"]
    with open_store(db) as store:
        assert decided_about(store) == {}


def test_a_feed_token_may_send_no_decision(db: Path, tmp_path: Path) -> None:
    with open_gate_on(db) as gate:
        ask = {"Authorization": f"Bearer {add_token(gate, 'feed', (), '', 'tests')}"}
        with serving(gate, tmp_path) as address:
            result = posted(address, OPENED, *(decision(kind, kind) for kind in DATA), headers=ask)
    assert [each["outcome"] for each in result[1:]] == 4 * ["refused"]


def test_an_exported_log_is_ingested_with_its_decisions(db: Path, tmp_path: Path) -> None:
    """The output of `duplicast log --json` is a producer's file."""
    log = tmp_path / "log.ndjson"
    log.write_text("\n".join([OPENED, *(decision(kind, kind) for kind in DATA)]) + "\n")
    done = CliRunner().invoke(command_line(), ["ingest", str(log), "--db", str(db)])
    assert done.exit_code == 0, done.output
    with open_store(db) as store:
        assert [entry.type for entry in store.entries()] == ["session.opened", *DATA]
