"""/tables and /quarantine: what a producer sees of tables and of unusable events."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import httpx
import pytest
from service import SIGNED, open_gate_on, serving

from producer.events import event_json
from producer.feeds.identity import UNKNOWN
from producer.games.cards import RANKS, SUITS
from producer.problems import problem
from producer.record import LogFilter, open_store
from producer.release import Decision, Device, Gap, Quarantined, TableState
from producer.simulate import session_events
from producer.web.pages.quarantine import shown
from producer.web.pages.tables import row_of

EVENTS = list(session_events(3, 3, tables=3))
LINES = [event_json(event).encode() for event in EVENTS]
JSON = {"Content-Type": "application/json"}
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


def test_a_table_shows_its_state_and_is_marked_sealed(desk: httpx.Client) -> None:
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


def test_the_tables_page_names_no_card(desk: httpx.Client) -> None:
    send(desk, *LINES[:200])
    cards = {f'"{a}{s}{b}{t}"' for a in RANKS for s in SUITS for b in RANKS for t in SUITS}
    result = desk.get("/api/tables").text
    assert not any(card in result for card in cards)
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


def test_a_long_gap_is_suggested_as_lost() -> None:
    since = (NOW - timedelta(seconds=61)).isoformat()
    gap = Gap("S", "A", "1", "device-1", ((117, 119),), 4, since)
    state = TableState("S", "A", "1")
    (words,) = row_of(state, True, [gap], NOW, 90).gaps
    assert words == "table 1: waiting for 117-119"
    (words,) = row_of(state, True, [gap], NOW, 60).gaps
    assert words.startswith("table 1: waiting for 117-119, for 61 s. Have device-1 send them again")
    assert words.endswith("or declare them lost here")


def shown_of(page: str) -> list[str]:
    return re.findall('data-entry="([0-9]+)"', page)


def test_a_table_with_quarantined_entries_is_marked_and_links_to_them(
    desk: httpx.Client,
) -> None:
    own = [json.loads(x) for e, x in zip(EVENTS, LINES, strict=True) if e.table == "2"][:2]
    bad = [json.dumps(event | {"id": f"bad {event['id']}", "foo": 1}).encode() for event in own]
    send(desk, *LINES[:4], *bad, b"rubbish")
    assert {table: row["in_quarantine"] for table, row in rows(desk).items()} == {
        "1": 0,
        "2": 2,
        "3": 0,
    }
    page = desk.get("/tables").text
    cards = re.findall(
        r'<li data-key="[^"]*" class="table( troubled)?.*?</header>(.*?)<p class="phase">',
        page,
        re.S,
    )
    address = "/quarantine?session=sim-3-3x3&amp;group=A&amp;table=2"
    link = f'<a href="{address}"><b>2 in quarantine</b></a>'
    assert [(bool(marked), link in card) for marked, card in cards] == [
        (False, False),
        (True, True),
        (False, False),
    ]
    own_page = desk.get(unescape(address)).text
    assert shown_of(own_page) == ["2", "1"]
    assert "Only session sim-3-3x3, group A, table 2." in own_page
    assert '<a href="/quarantine">All open entries</a>' in own_page
    assert shown_of(desk.get("/quarantine").text) == ["3", "2", "1"]
    for entry in (1, 2, 3):
        decided = {"do": "discard", "reason": "of no use"}
        assert desk.post(f"/api/quarantine/{entry}", json=decided).status_code == 200
    assert {row["in_quarantine"] for row in rows(desk).values()} == {0}
    own_page = desk.get(unescape(address)).text
    assert shown_of(own_page) == []
    assert "There are no open entries here." in own_page
    (decided_too,) = re.findall('href="([^"]*)">Include decided entries', own_page)
    assert shown_of(desk.get(unescape(decided_too)).text) == ["2", "1"]


def test_paging_through_a_table_s_entries_stays_at_the_table(desk: httpx.Client) -> None:
    whole = [json.loads(x) for e, x in zip(EVENTS, LINES, strict=True) if e.table in ("1", "2")]
    own = [event | {"id": f"{n} {event['id']}"} for n in range(4) for event in whole]
    bad = [json.dumps(event | {"foo": 1}).encode() for event in own]
    of_two = [str(n) for n, event in enumerate(own, 1) if event["table"] == "2"][::-1]
    send(desk, *LINES[:4], *bad)
    address, found = "/quarantine?session=sim-3-3x3&amp;group=A&amp;table=2", list[str]()
    while address:
        page = desk.get(unescape(address)).text
        found += shown_of(page)
        (address,) = re.findall('rel="next" href="([^"]*)"', page) or [""]
    assert found == of_two
    assert len(found) > 50, "of more than one page"


def test_chips_up_to_the_cap_are_not_shown_as_a_stack(desk: httpx.Client) -> None:
    """The simulated game has a cap of 50 BB (RULES P2)."""
    opened = next(event for event in map(json.loads, LINES) if event["type"] == "session.opened")
    start = next(event for event in map(json.loads, LINES) if event["type"] == "hand.started")
    stacks = dict.fromkeys(start["data"]["stacks"], 5000)
    rich = next(iter(stacks))
    stacks[rich] = 10150
    start["data"]["stacks"] = stacks
    assert opened["data"]["tables"][start["table"]]["game"]["cap"] == 5000
    send(desk, *LINES[:4], json.dumps(start).encode())
    seats = rows(desk)[start["table"]]["seats"]
    result = {str(each["seat"]): str(each["chips"]).endswith(" to the cap") for each in seats}  # type: ignore[attr-defined]
    assert result == {seat: seat == rich for seat in stacks}


def test_a_long_silence_is_shown_in_minutes() -> None:
    at = (NOW - timedelta(seconds=1389)).isoformat()
    assert row_of(TableState("S", "A", "1", received_at=at), True, [], NOW).ago == "23 min"


def test_a_silent_table_is_stale_only_during_a_hand_that_is_not_paused() -> None:
    def row(phase: str, seconds: int, *, paused: bool = False) -> object:
        at = (NOW - timedelta(seconds=seconds)).isoformat()
        state = TableState(
            "S",
            "A",
            "1",
            phase=phase,
            received_at=at,
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


def test_the_quarantine_shows_the_bytes_and_accepts_decisions(
    desk: httpx.Client, tmp_path: Path
) -> None:
    rubbish = b'<script>alert("x")</script>\xff'
    stranger = LINES[0].replace(b'"live"', b'"archive"', 1).replace(b"opened", b"opened2", 1)
    send(desk, LINES[0], rubbish, stranger)
    page = desk.get("/quarantine").text
    assert "2 open in quarantine" in re.sub("<[^>]+>", "", page)
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
        assert again.json()["error"].startswith("Entry 1 was discarded by desk at this machine at ")
    assert "1 open in quarantine" in re.sub("<[^>]+>", "", desk.get("/quarantine").text)
    everything = desk.get("/quarantine", params={"all": "true"}).text
    assert "noise on the line" in everything
    assert "2 in quarantine" in re.sub("<[^>]+>", "", everything)
    assert desk.post("/api/quarantine/9", json={"do": "discard", "reason": "x"}).status_code == 404
    assert desk.post("/api/quarantine/1", json={"do": "eat", "reason": "x"}).status_code == 422
    with open_store(tmp_path / "floor.db") as store:
        assert len(store.quarantine()) == 2
        (result,) = store.entries(LogFilter(type="quarantine.decided"))
        assert json.loads(result.event)["data"]["decision"] == "discarded"


def resend(desk: httpx.Client, entry: int, event: str) -> httpx.Response:
    body = {"do": "resend", "reason": "a colon was lost", "event": event}
    return desk.post(f"/api/quarantine/{entry}", json=body)


def test_an_entry_is_corrected_on_the_page(desk: httpx.Client, tmp_path: Path) -> None:
    """An event of table 2 has lost a colon; its device does not resend it."""
    own = [x for e, x in zip(EVENTS, LINES, strict=True) if e.table == "2"]
    lost = own[1].replace(b'"seat":', b'"seat"', 1).decode()
    send(desk, *LINES[:4], own[0], lost.encode(), b"\xffx")
    start = lost.index('"seat"') + len('"seat"')
    page = desk.get("/quarantine").text
    assert page.count("<textarea") == 2
    assert f'data-start="{start}" data-end="{start + 1}"' in page
    assert f'<mark title="The fault: line 1, column {start + 1}">1</mark>' in page
    assert '<mark title="The fault: byte 1">\\xff</mark>x' in page
    again = resend(desk, 1, f"\n {lost}")
    assert again.status_code == 409
    assert again.json()["error"].startswith("Refused again: not JSON: ")
    assert (again.json()["start"], again.json()["end"]) == (start + 2, start + 3)
    assert again.json()["fault"] == f"line 1, column {start + 1}"
    assert "What you sent is now an entry" in again.json()["hint"]
    known = resend(desk, 1, own[0].decode())
    assert (known.status_code, known.json()["error"]) == (
        409, "That event is in the log already; nothing was decided about entry 1.",
    )  # fmt: skip
    taken = resend(desk, 1, lost.replace('"seat"', '"seat": '))
    assert taken.json() == {"message": "Entry 1: accepted."}
    assert rows(desk)["2"]["last"]
    assert (
        resend(desk, 1, own[2].decode())
        .json()["error"]
        .startswith("Entry 1 was resent by desk at this machine at ")
    )
    assert resend(desk, 9, "{}").status_code == 404
    for wrong in ({"event": ""}, {"event": "{}", "reason": ""}, {}, {"event": "\ud800"}):
        body = {"do": "resend", "reason": "x"} | wrong
        content = json.dumps(body).encode()
        answer = desk.post("/api/quarantine/2", content=content, headers=JSON)
        assert answer.status_code == 422, wrong
    acts = [(act["by"], act["more"]) for act in desk.get("/api/audit").json()]
    assert acts[-2:] == [
        ("desk at this machine", "entry 1 resent: a colon was lost"),
        ("desk at this machine", "entry 3 resent: a colon was lost"),  # the try refused before
    ]
    with open_store(tmp_path / "floor.db") as store:
        assert [each.raw for each in store.quarantine()][:2] == [lost.encode(), b"\xffx"]


def test_only_a_producer_at_the_desk_may_correct(desk: httpx.Client) -> None:
    send(desk, *LINES[:4], b"rubbish")
    body = {"do": "resend", "reason": "x", "event": LINES[4].decode()}
    elsewhere = {"Origin": "http://elsewhere.example"}
    assert desk.post("/api/quarantine/1", json=body, headers=elsewhere).status_code == 403
    house = httpx.post(f"{desk.base_url}/api/quarantine/1", json=body, trust_env=False)
    assert house.status_code == 403
    assert "1 open in quarantine" in re.sub("<[^>]+>", "", desk.get("/quarantine").text)


def test_a_long_entry_is_shown_around_its_fault(desk: httpx.Client) -> None:
    spaces = " " * 9000
    send(desk, b'{"v": 1,' + spaces.encode() + b'"id" "late"}', b"{" + b" " * 20_000 + b"x")
    page = desk.get("/quarantine").text
    assert '"id" </pre>' not in page
    assert '<mark title="The fault: line 1, column 9014">&#34;</mark>late' in page
    assert "Too long to correct here: <code>duplicast quarantine resend 2 FILE</code>" in page
    assert page.count("<textarea") == 1


def test_invisible_characters_are_shown_as_json_escapes() -> None:
    raw = '{"name": "😀\u202e\x9b", "x"'.encode()
    wrong = problem("not-json", detail="EOF while parsing an object at line 1 column 32")
    entry = Quarantined(1, "feed:1", wrong, raw, "2026-11-30T12:00:00Z", UNKNOWN)
    made = shown(entry)
    assert made.editor is not None
    assert made.editor.text == '{"name": "😀\\u202e\\u009b", "x"'
    assert (made.editor.start, made.editor.end) == (29, 30), "in UTF-16, the face being two"
    decision = Decision("discarded", "noise", "2026-11-30T12:00:00Z", "Ada")
    assert shown(replace(entry, decision=decision)).editor is None


def test_a_gap_is_declared_lost_with_a_reason(desk: httpx.Client, tmp_path: Path) -> None:
    own = [x for e, x in zip(EVENTS, LINES, strict=True) if e.table == "2"]
    send(desk, *[x for e, x in zip(EVENTS, LINES, strict=True) if e.table is None])
    send(desk, own[0], own[2], own[3])
    row = rows(desk)["2"]
    assert row["gaps"] == ["table 2: waiting for 2"]
    page = desk.get("/tables").text
    assert page.count("Declare lost") == 1
    result = {name: row[name] for name in ("session", "group", "table")}
    without = desk.post("/api/gaps/lost", json=result | {"reason": " "})
    assert without.status_code == 422
    answer = desk.post("/api/gaps/lost", json=result | {"reason": "the battery died"})
    assert answer.json() == {"message": "Declared lost: 2 of device-2."}
    assert rows(desk)["2"]["gaps"] == []
    again = desk.post("/api/gaps/lost", json=result | {"reason": "the battery died"})
    assert (again.status_code, again.json()["error"]) == (
        409,
        "Table 2 has no gap any more.",
    )
    with open_store(tmp_path / "floor.db") as store:
        (entry,) = store.entries(LogFilter(type="gap.lost"))
    assert (entry.source, json.loads(entry.event)["data"]["reason"]) == (
        "desk at this machine",
        "the battery died",
    )
    assert (
        desk.post("/api/gaps/lost", json=result, headers={"Authorization": ""}).status_code == 403
    )


def test_a_hand_that_never_arrived_leads_to_the_form_that_enters_it(desk: httpx.Client) -> None:
    send(desk, *[x for e, x in zip(EVENTS, LINES, strict=True) if e.table is None])
    arrived = [
        x
        for e, x in zip(EVENTS, LINES, strict=True)
        if e.table == "2" and getattr(e.data, "hand", None) != 2
    ]
    send(desk, *arrived)
    place = {name: rows(desk)["2"][name] for name in ("session", "group", "table")}
    answer = desk.post("/api/gaps/lost", json=place | {"reason": "the device was off"})
    assert answer.status_code == 200
    tables, entries = (unescape(desk.get(page).text) for page in ("/tables", "/quarantine"))
    assert "hand 2 never arrived: <a href=" in tables
    assert re.search(r"hand 2 of table 2 never arrived: events \d+-\d+ are missing", entries)
    for page in (tables, entries):
        (form,) = re.findall(r'"(/corrections\?form=enter[^"]*hand=2[^"]*)"', page)
        shown = desk.get(form).text
        assert re.search(r'name="hand"[^>]*value="2"', shown)
