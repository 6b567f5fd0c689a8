"""While the record cannot be written, takes work at once and are audited afterwards."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from patience import eventually
from service import SIGNED, fill, guide, open_gate_on, serving

import producer.web.access.authentication
from producer.acts import Act, TokenNamed, TokenUsedAct
from producer.release import Gate, StoreError, by_hand
from producer.web.onair.audit_log import Logbook, soon

DEAL = {"deal": "guide/A/1"}
SPEAKER = {"kind": "speaker", "name": "Ana"}
NOT_YET = "Not in the audit yet"
BLOCKED = 12
"""Notes at once: more than asyncio's own threads on any small machine, which all else would use."""


@contextmanager
def service(tmp_path: Path) -> Iterator[tuple[Gate, httpx.Client, Path]]:
    db = tmp_path / "web.db"
    fill(db, guide())
    with (
        open_gate_on(db) as gate,
        serving(gate, tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, headers=SIGNED, timeout=60) as ask,
    ):
        yield gate, ask, db


@contextmanager
def hung(db: Path) -> Iterator[None]:
    """Another writer that does not finish, as on a hanging disk."""
    with closing(sqlite3.connect(db, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


@contextmanager
def refusing(db: Path) -> Iterator[None]:
    """Writes to the log fail with an error of the database, as on a full disk: one that comes when
    the statement runs. One of the schema would stay with the connection that has read it."""
    with closing(sqlite3.connect(db, isolation_level=None)) as other:
        other.execute("CREATE TRIGGER full BEFORE INSERT ON log BEGIN SELECT json('{'); END")
        try:
            yield
        finally:
            other.execute("DROP TRIGGER full")


def shown(ask: httpx.Client, channel: str) -> dict[str, Any] | None:
    found: dict[str, Any] | None = ask.get("/api/air").json()["channels"][channel]["shown"]
    return found


def acts(gate: Gate, type_: str) -> list[Any]:
    return [act.data for _, act in gate.acts() if act.type == type_]


@pytest.mark.parametrize("trouble", [hung, refusing])
def test_a_take_without_disk_is_answered_truthfully_and_audited_afterwards(
    tmp_path: Path, trouble: Any
) -> None:
    with service(tmp_path) as (gate, ask, db):
        with trouble(db):
            for channel in ("program", "preview"):
                answer = ask.post(f"/api/channels/{channel}", json=DEAL)
                assert answer.status_code == 200, answer.text
                assert answer.json()["message"].startswith(f"On the channel {channel}: deal 1")
                assert NOT_YET in answer.json()["warning"]
                assert shown(ask, channel) is not None
            other = ask.post("/api/channels/lower-third", json=SPEAKER)
            assert other.status_code == 200
            assert NOT_YET in other.json()["warning"]
            assert not acts(gate, "take.done")
        eventually(lambda: len(acts(gate, "take.scene")) == 1, "all in the audit")
        assert [took.to for took in (*acts(gate, "take.done"), *acts(gate, "take.scene"))] == [
            "graphics program",
            "graphics preview",
            "graphics lower-third",
        ]
        assert NOT_YET not in ask.post("/api/channels/program", json=DEAL).json()["warning"]


def test_a_deal_is_listed_and_shown_for_the_first_time(tmp_path: Path) -> None:
    with service(tmp_path) as (_, ask, db), hung(db):
        assert "guide/A/1" in ask.get("/").text
        assert ask.post("/api/channels/program", json=DEAL).status_code == 200


def test_a_token_s_first_use_is_answered_and_audited_afterwards(tmp_path: Path) -> None:
    with service(tmp_path) as (gate, ask, db):
        tokens = [by_hand.add_token(gate, "feed", (), "", "tests") for _ in range(BLOCKED)]
        with hung(db):
            for token in tokens:
                headers = {"Authorization": f"Bearer {token}"}
                eventually(
                    lambda own=headers: (
                        ask.get("/feed/gaps?table=1", headers=own).status_code == 200
                    ),
                    "in with the new token",
                )
            assert ask.get("/api/air").status_code == 200
        eventually(lambda: len(acts(gate, "token.used")) == BLOCKED, "all uses in the audit")
        assert {each.used is not None for each in gate.tokens().values()} == {True}


def test_requests_that_must_be_written_first_are_refused_in_words(tmp_path: Path) -> None:
    with service(tmp_path) as (_, ask, db), refusing(db):
        answer = ask.post("/api/notes", json={**DEAL, "text": "a bluff"})
        assert answer.status_code == 503
        assert "malformed JSON" in answer.json()["error"]
        assert answer.json()["hint"]


def test_requests_waiting_for_the_disk_block_no_others(tmp_path: Path) -> None:
    with service(tmp_path) as (_, ask, db):
        assert ask.post("/api/channels/program", json=DEAL).status_code == 200
        address, got = ask.base_url, []

        def note() -> None:
            with httpx.Client(base_url=address, trust_env=False, headers=SIGNED, timeout=60) as own:
                got.append(own.post("/api/notes", json={**DEAL, "text": "x"}).status_code)

        noting = [threading.Thread(target=note) for _ in range(BLOCKED)]
        with hung(db):
            for each in noting:
                each.start()
            time.sleep(0.5)  # until all are there; were one not, the others would do
            safe = ask.post("/api/safe", json={"id": "x"})
            assert safe.json()["error"].startswith("Not safe: nothing answers")  # no OBS is there
            assert ask.post("/api/channels/program", json=DEAL).status_code == 200
            assert ask.get("/api/air").status_code == ask.get("/healthz").status_code == 200
            assert not got
        for each in noting:
            each.join()
        assert got == [200] * BLOCKED


def test_unreadable_tokens_are_reported_and_safe_uses_the_last_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(_: int) -> None:
        raise StoreError("web.db", "the record cannot be used: disk I/O error", "Check the disk")

    monkeypatch.setattr(producer.web.access.authentication, "REFRESH_EVERY", 0.0)
    with service(tmp_path) as (gate, ask, _):
        assert ask.get("/api/air").status_code == 200
        monkeypatch.setattr(gate, "acts", unreadable)
        line = json.dumps({"v": 1, "id": "x"})
        for answer in (
            ask.get("/api/deals"),
            ask.post("/feed/events", content=line, headers={"Accept": "*/*"}),
        ):
            assert answer.status_code == 503
            assert answer.json()["error"] == "The record cannot be used: disk I/O error."
            assert answer.headers["x-content-type-options"] == "nosniff"
        safe = ask.post("/api/safe", json={"id": "x"})
        assert safe.json()["error"].startswith("Not safe: nothing answers")


def test_unwritten_entries_are_retried_at_the_end_and_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    kept: list[Act] = []
    full = threading.Event()

    def write(act: Act) -> None:
        if full.is_set():
            raise StoreError("web.db", "disk full", "Make room")
        kept.append(act)

    def act(name: str) -> Act:
        return TokenUsedAct(at=datetime.now(UTC), by=name, data=TokenNamed(token=name))

    async def noted(*names: str) -> list[str]:
        book = Logbook(write)
        full.set()
        result = [await soon(book.note(act(name)), 0.1) for name in names]
        if names[0] == "a":
            full.clear()
        await book.stop()
        return result

    assert [said[: len(NOT_YET)] for said in asyncio.run(noted("a", "b"))] == [NOT_YET, NOT_YET]
    assert [each.by for each in kept] == ["a", "b"]
    assert "service stops" not in caplog.text
    asyncio.run(noted("c", "d"))
    assert "the service stops with 2 audit entries not written" in caplog.text
