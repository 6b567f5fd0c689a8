"""The floor and the quarantine: what the producer sees of tables and of what could not be used."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from service import SIGNED, open_gate_on, serving

from producer.events import event_json
from producer.games.cards import RANKS, SUITS
from producer.record import Wanted, open_store
from producer.release import Device, Gap, TableState
from producer.simulate import session_events
from producer.web.floor import row_of

EVENTS = list(session_events(3, 3, tables=3))
LINES = [event_json(event).encode() for event in EVENTS]
NOW = datetime(2026, 3, 14, 12, tzinfo=UTC)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[httpx.Client]:
    with (
        open_gate_on(tmp_path / "floor.db") as gate,
        serving(gate, tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60, headers=SIGNED) as client,
    ):
        yield client


def rows(desk: httpx.Client) -> dict[str, dict[str, object]]:
    return {row["table"]: row for row in desk.get("/api/tables").json()}


def send(desk: httpx.Client, *lines: bytes) -> None:
    assert desk.post("/feed/events", content=b"\n".join(lines)).status_code == 200


def test_a_table_is_shown_as_it_stands_and_sealed(desk: httpx.Client) -> None:
    send(desk, *LINES[:4])
    assert {row["phase"] for row in rows(desk).values()} == {"nothing yet"}
    own = [(e, x) for e, x in zip(EVENTS, LINES, strict=True) if e.table == "2"]
    start, first = own[0], own[1]
    send(desk, start[1])
    row = rows(desk)["2"]
    assert (row["phase"], row["deal"], row["hand"]) == ("in progress", start[0].data.deal, 1)
    assert (row["sealed"], row["street"], row["pot"], row["stale"]) == (
        True,
        "preflop",
        "1.5 BB",
        False,
    )
    assert f"seat {first[0].data.seat}, " in str(row["to_act"])
    send(desk, first[1])
    row = rows(desk)["2"]
    assert str(row["last"]).startswith(f"seat {first[0].data.seat}, ")
    assert row["senders"][0]["source"] == "device-2"  # type: ignore[index]
    page = desk.get("/tables").text
    assert "SEALED" in page
    assert "Pot 1.5 BB" in page or "Pot " in page


def test_no_card_is_named_on_the_floor(desk: httpx.Client) -> None:
    send(desk, *LINES[:200])
    cards = {f'"{a}{s}{b}{t}"' for a in RANKS for s in SUITS for b in RANKS for t in SUITS}
    told = desk.get("/api/tables").text
    assert not any(card in told for card in cards)
    deals = [event.data for event in EVENTS if event.type == "deal.cards"]
    for path in ("/api/tables", "/tables"):
        text = desk.get(path).text
        for deal in deals:
            assert not any(hole in text for hole in deal.cards.values())
            assert deal.board not in text


def test_a_gap_is_shown_at_its_table(desk: httpx.Client) -> None:
    own = [x for e, x in zip(EVENTS, LINES, strict=True) if e.table == "1"]
    send(desk, *LINES[:4], own[0], own[3], own[4])
    assert rows(desk)["1"]["gaps"] == ["table 1: waiting for 2-3"]
    assert "table 1: waiting for 2-3" in desk.get("/tables").text


def test_a_gap_that_has_lasted_is_suggested_to_be_lost() -> None:
    since = (NOW - timedelta(seconds=61)).isoformat()
    gap = Gap("S", "A", "1", "device-1", ((117, 119),), 4, since)
    state = TableState("S", "A", "1")
    (words,) = row_of(state, True, [gap], NOW, 90).gaps
    assert words == "table 1: waiting for 117-119"
    (words,) = row_of(state, True, [gap], NOW, 60).gaps
    assert words.startswith("table 1: waiting for 117-119, for 61 s. Have device-1 send them again")
    assert words.endswith("duplicast gaps --lost S/A/1")


def test_a_table_with_nothing_to_say_is_stale_only_in_a_hand_that_is_not_paused() -> None:
    def row(phase: str, seconds: int, *, paused: bool = False) -> object:
        at = (NOW - timedelta(seconds=seconds)).isoformat()
        state = TableState(
            "S",
            "A",
            "1",
            phase=phase,
            heard_at=at,
            paused=paused,
            devices=(Device("d", at, 9),),  # type: ignore[arg-type]
        )
        found = row_of(state, True, [Gap("S", "A", "2", "x", ((1, 2),), 3)], NOW)
        assert found.gaps == ()
        return found.stale, found.senders[0].link

    assert row("in progress", 20) == (False, "live")
    assert row("in progress", 91) == (True, "quiet")
    assert row("in progress", 91, paused=True) == (False, "quiet")
    assert row("finished", 500) == (False, "silent")
    assert row("in progress", -3600) == (False, "live")  # the clock was set back


def test_the_quarantine_shows_what_came_and_takes_decisions(
    desk: httpx.Client, tmp_path: Path
) -> None:
    rubbish = b'<script>alert("x")</script>\xff'
    stranger = LINES[0].replace(b'"live"', b'"archive"', 1).replace(b"opened", b"opened2", 1)
    send(desk, LINES[0], rubbish, stranger)
    page = desk.get("/quarantine").text
    assert "2 open in quarantine" in page
    assert "&lt;script&gt;" in page
    assert "<script>alert" not in page
    assert "\\xff" in page
    refused = desk.post("/api/quarantine/1", json={"do": "release", "reason": "try"})
    assert refused.status_code == 409
    assert "Refused again" in refused.json()["error"]
    done = desk.post("/api/quarantine/1", json={"do": "discard", "reason": "noise on the line"})
    assert done.status_code == 200
    act = desk.get("/api/audit").json()[-1]
    assert (act["by"], act["more"]) == (
        "desk at this machine",
        "entry 1 discarded: noise on the line",
    )
    for do in ("discard", "release"):
        again = desk.post("/api/quarantine/1", json={"do": do, "reason": "once more"})
        assert again.status_code == 409
        assert again.json()["error"].startswith("Entry 1 was discarded at ")
    assert "1 open in quarantine" in desk.get("/quarantine").text
    everything = desk.get("/quarantine", params={"all": "true"}).text
    assert "noise on the line" in everything
    assert "2 in quarantine" in everything
    assert desk.post("/api/quarantine/9", json={"do": "discard", "reason": "x"}).status_code == 404
    assert desk.post("/api/quarantine/1", json={"do": "eat", "reason": "x"}).status_code == 422
    with open_store(tmp_path / "floor.db") as store:
        assert len(store.quarantine()) == 2
        (told,) = store.entries(Wanted(type="quarantine.decided"))
        assert json.loads(told.event)["data"]["decision"] == "discarded"


def test_a_gap_is_declared_lost_with_a_reason(desk: httpx.Client, tmp_path: Path) -> None:
    own = [x for e, x in zip(EVENTS, LINES, strict=True) if e.table == "2"]
    send(desk, *[x for e, x in zip(EVENTS, LINES, strict=True) if e.table is None])
    send(desk, own[0], own[2], own[3])
    row = rows(desk)["2"]
    assert row["gaps"] == ["table 2: waiting for 2"]
    page = desk.get("/tables").text
    assert page.count("Declare lost") == 1
    told = {name: row[name] for name in ("session", "group", "table")}
    without = desk.post("/api/gaps/lost", json=told | {"reason": " "})
    assert without.status_code == 422
    answer = desk.post("/api/gaps/lost", json=told | {"reason": "the battery died"})
    assert answer.json() == {"told": "Declared lost: 2 of device-2."}
    assert rows(desk)["2"]["gaps"] == []
    again = desk.post("/api/gaps/lost", json=told | {"reason": "the battery died"})
    assert (again.status_code, again.json()["error"]) == (
        409,
        "Table 2 waits for nothing any more.",
    )
    with open_store(tmp_path / "floor.db") as store:
        (entry,) = store.entries(Wanted(type="gap.lost"))
    assert (entry.source, json.loads(entry.event)["data"]["reason"]) == (
        "desk at this machine",
        "the battery died",
    )
    assert desk.post("/api/gaps/lost", json=told, headers={"Authorization": ""}).status_code == 403
