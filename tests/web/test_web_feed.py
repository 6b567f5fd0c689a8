"""The feed over the network: acknowledged means on disk; no answer reveals other tables."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
from effort import counts as how_many
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from patience import eventually
from service import SIGNED, TABLES, guide, open_gate_on, serving
from websockets.sync.client import connect

from producer.events import event_json, type_schemas
from producer.feeds.native import read_line
from producer.feeds.raw_lines import RawLine
from producer.record import open_store
from producer.release import Gate, open_gate
from producer.release.by_hand import add_token
from producer.scoring import standings, tally_of
from producer.simulate import session_events

SESSION = [event_json(event).encode() for event in session_events(4, 11, tables=6)]
OPENING, REST = SESSION[0], SESSION[1:]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "feed.db"


@pytest.fixture
def desk(db: Path, tmp_path: Path) -> Iterator[httpx.Client]:
    with (
        open_gate_on(db) as gate,
        serving(gate, tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60) as client,
    ):
        yield client


def post(desk: httpx.Client, body: bytes, kind: str = "application/x-ndjson") -> Any:
    answer = desk.post("/feed/events", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 200, answer.text
    return answer.json()


def counts(result: Any) -> tuple[int, int, int, int]:
    return result["accepted"], result["known"], result["waiting"], result["refused"]


def test_one_event_an_array_and_lines_are_accepted_and_on_disk(
    desk: httpx.Client, db: Path
) -> None:
    assert counts(post(desk, OPENING, "application/json")) == (1, 0, 0, 0)
    array = b"[ " + b" ,\n".join(REST[:5]) + b" ]\n"
    assert counts(post(desk, array, "application/json")) == (5, 0, 0, 0)
    result = post(desk, b"\n".join(REST[:8]) + b"\r\n\n")
    assert counts(result) == (3, 5, 0, 0)
    assert [each["id"] for each in result["outcomes"]] == [json.loads(x)["id"] for x in REST[:8]]
    pretty = json.dumps(json.loads(REST[8]), indent=2).encode()
    assert counts(post(desk, pretty, "application/json")) == (1, 0, 0, 0)
    with open_store(db) as store:
        assert [entry.id for entry in store.entries()] == [
            json.loads(x)["id"] for x in SESSION[:10]
        ]


def test_every_outcome_has_a_reason_and_a_fix(desk: httpx.Client, db: Path) -> None:
    post(desk, OPENING)
    first, second, third = [x for x in REST if b'"table":"1"' in x[:120]][:3]
    deck = REST[0]
    result = post(desk, b"\n".join([third, b"{not json", deck, first.replace(b'"1"', b'"99"')]))
    assert [each["outcome"] for each in result["outcomes"]] == [
        "waiting",
        "refused",
        "accepted",
        "refused",
    ]
    waiting, bad, _, stranger = result["outcomes"]
    assert waiting["reason"] == "event 3 of table 1 arrived before earlier events"
    assert bad["id"] is None
    assert bad["place"] == "POST, event 2"
    assert bad["reason"].startswith("not JSON")
    assert "not in the roster" in stranger["reason"] or stranger["outcome"] == "refused"
    assert desk.get("/feed/gaps", params={"table": "1"}).json()["gaps"] == [
        {
            "session": "sim-11-4x6",
            "group": "A",
            "table": "1",
            "source": "device-1",
            "missing": [[1, 2]],
            "waiting": 1,
        }
    ]
    assert desk.get("/feed/gaps", params={"table": "2"}).json()["gaps"] == []
    assert counts(post(desk, b"\n".join([second, first]))) == (1, 0, 1, 0)
    assert desk.get("/feed/gaps", params={"table": "1"}).json()["gaps"] == []
    with open_store(db) as store:
        assert len(store.quarantine()) == 2


def test_events_before_their_session_is_opened_are_reported(desk: httpx.Client) -> None:
    assert counts(post(desk, REST[0])) == (0, 0, 1, 0)
    assert desk.get("/feed/gaps", headers=SIGNED).json()["unopened"] == [
        {"session": "sim-11-4x6", "group": "A", "waiting": 1}
    ]
    post(desk, OPENING)
    assert desk.get("/feed/gaps", headers=SIGNED).json()["unopened"] == []


def test_waiting_events_are_counted_for_the_requested_table_only(desk: httpx.Client) -> None:
    """A table must not learn how much another has sent (P11)."""
    own = [line for line in REST if b'"table"' in line[:200]][:30]
    tables = [json.loads(line)["table"] for line in own]
    assert {"1", "2"} <= set(tables)
    post(desk, b"\n".join([REST[0], *own]))
    for table in ("1", "2", "none"):
        result = desk.get("/feed/gaps", params={"table": table}).json()["unopened"]
        waiting = {"session": "sim-11-4x6", "group": "A", "waiting": tables.count(table)}
        assert result == ([waiting] if table in tables else [])


def test_a_device_bound_to_a_table_sees_only_that_table_s_gaps(db: Path, tmp_path: Path) -> None:
    with (
        open_gate_on(db) as gate,
        serving(gate, tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60, headers=SIGNED) as desk,
    ):
        token = add_token(gate, "feed", ("2",), "", "test")
        bound = {"Authorization": f"Bearer {token}"}
        unbound = {"Authorization": f"Bearer {add_token(gate, 'feed', (), '', 'test')}"}
        behind = [line for line in REST if b'"table":"1"' in line or b'"table":"2"' in line][8:]
        post(desk, b"\n".join([OPENING, *behind]))
        post(desk, behind[0].replace(json.loads(OPENING)["session"].encode(), b"not opened"))
        assert desk.get("/feed/gaps").json()["unopened"] != []
        assert {gap["table"] for gap in desk.get("/feed/gaps").json()["gaps"]} == {"1", "2"}
        for path in ("/feed/gaps", "/feed/gaps?table=1"):
            result = desk.get(path, headers=bound).json()
            assert {gap["table"] for gap in result["gaps"]} <= {"2"}
            assert result["unopened"] == []
        result = desk.get("/feed/gaps?table=2", headers=bound).json()
        assert [gap["table"] for gap in result["gaps"]] == ["2"]
        answer = desk.get("/feed/gaps", headers=unbound)
        assert (answer.status_code, answer.json()["error"]) == (422, "No table is named.")
        result = desk.get("/feed/gaps?table=1", headers=unbound).json()
        assert [gap["table"] for gap in result["gaps"]] == ["1"]


def test_a_device_never_sees_other_tables_cards(desk: httpx.Client) -> None:
    """P11: a wrong deck is accepted as shown; the alarm goes to people, not to the device."""
    items = [item.raw for item in guide("live", "live", TABLES[:2])]
    post(desk, b"\n".join(items[:-1]))
    result = json.loads(items[-1])
    result["data"]["cards"] = {"3": "8c8d"}
    (answer,) = post(desk, json.dumps(result).encode())["outcomes"]
    assert answer == {"id": result["id"], "outcome": "accepted"}


def test_a_feed_sends_for_its_own_tables_only(db: Path, tmp_path: Path) -> None:
    with open_gate_on(db) as gate:
        token = add_token(gate, "feed", ("2",), "device 2", "tests")
        with serving(gate, tmp_path) as address:
            ask = {"Authorization": f"Bearer {token}"}
            with httpx.Client(
                base_url=address, trust_env=False, headers=SIGNED, timeout=60
            ) as producer:
                post(producer, OPENING)
            with httpx.Client(base_url=address, trust_env=False, headers=ask, timeout=60) as device:
                first = [next(x for x in REST if f'"table":"{n}"'.encode() in x) for n in "12"]
                result = post(device, b"\n".join([*first, REST[0]]))
                assert [each["outcome"] for each in result["outcomes"]] == [
                    "refused",
                    "accepted",
                    "refused",
                ]
                assert result["outcomes"][0]["reason"] == (
                    "this feed's token is not valid for table 1"
                )
                lost = json.loads(first[1]) | {"type": "gap.lost", "id": "x", "seq": None}
                lost["data"] = {"device": "device-2", "first": 2, "last": 3, "reason": "r"}
                (own,) = post(device, json.dumps(lost).encode())["outcomes"]
                assert own["reason"] == "only a producer may send gap.lost"
                assert device.get("/tables").status_code == 403


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        (b"[{}", 400, "the array has no end"),
        (b"[{},]", 400, "a comma before the end"),
        (b"[{} {}]", 400, "no comma after event 1"),
        (b"[1] 2", 400, "there is text after"),
        (b"[" * 100_000, 400, "event 1 of the array is not JSON"),
        (b"[\xff]", 400, "not UTF-8"),
        (b"x" * (9 << 20), 413, "longer than 8 MiB"),
    ],
)
def test_bodies_that_are_not_events_are_refused(
    desk: httpx.Client, body: bytes, status: int, reason: str
) -> None:
    answer = desk.post("/feed/events", content=body)
    assert (answer.status_code, reason in answer.json()["error"]) == (status, True)
    assert answer.json()["hint"]


@pytest.mark.parametrize(
    "line",
    [b"[]"[:1] + b"]", b"null", b"{}", b"0", b'"x"', b"\x00", b'{"v":2}', b"{" * 50_000, b" "],
)
def test_lines_that_are_not_events_are_refused_one_by_one(desk: httpx.Client, line: bytes) -> None:
    result = post(desk, line + b"\n" + OPENING) if not line.startswith(b"[") else post(desk, line)
    assert result["refused"] == (0 if line.strip() in (b"", b"[]") else 1)
    assert result["accepted"] == (0 if line.startswith(b"[") else 1)


def test_a_line_that_is_too_long_is_refused_and_stored_in_part(
    desk: httpx.Client, db: Path
) -> None:
    result = post(desk, b'{"id":"' + b"x" * (1 << 20) + b'"}\n' + OPENING)
    assert counts(result) == (1, 0, 0, 1)
    assert "longer than 1048576 bytes" in result["outcomes"][0]["reason"]
    with open_store(db) as store:
        assert len(store.quarantine()[0].raw) == 1 << 20


def test_a_websocket_acknowledges_every_message_in_order(desk: httpx.Client, db: Path) -> None:
    at = str(desk.base_url).rstrip("/").replace("http", "ws") + "/feed"
    with connect(at, proxy=None) as socket:
        for line in SESSION[:40]:
            socket.send(line.decode())
        socket.send(b"\n".join(SESSION[38:45]))
        result = [json.loads(socket.recv(timeout=60)) for _ in range(41)]
    assert [each["outcomes"][0]["id"] for each in result[:40]] == [
        json.loads(x)["id"] for x in SESSION[:40]
    ]
    assert counts(result[40]) == (5, 2, 0, 0)
    with open_store(db) as store:
        assert len(list(store.entries())) == 45


def test_events_of_a_websocket_that_disconnects_at_once_are_accepted(
    desk: httpx.Client, db: Path
) -> None:
    at = str(desk.base_url).rstrip("/").replace("http", "ws") + "/feed"
    with connect(at, proxy=None) as socket:
        socket.send(OPENING)
        socket.recv(timeout=60)
        for line in REST[:20]:
            socket.send(line)
    eventually(lambda: _heard(db) == 21, "it is on disk")


def _heard(db: Path) -> int:
    with open_store(db) as store:
        return len(list(store.entries()))


def test_six_devices_over_http_and_websocket_at_100x_give_the_standings_of_the_file(
    desk: httpx.Client, db: Path, tmp_path: Path
) -> None:
    """Events at the devices' times, a hundred times as fast; 75 deals in the full proof."""
    session = list(session_events(how_many(4, 75), 11, tables=6))
    post(desk, b"\n".join(event_json(each).encode() for each in session if each.table is None))
    at = str(desk.base_url).rstrip("/").replace("http", "ws") + "/feed"
    began, start = time.monotonic(), min(each.at for each in session if each.table and each.at)

    def in_time(table: str) -> Iterator[bytes]:
        for each in session:
            if each.table == table:
                due = began + (each.at - start).total_seconds() / 100 if each.at else 0
                time.sleep(max(0.0, due - time.monotonic()))
                yield event_json(each).encode()

    def over_http(table: str) -> set[str]:
        with httpx.Client(base_url=desk.base_url, trust_env=False, timeout=60) as own:
            result = [post(own, line, "application/json") for line in in_time(table)]
        return {each["outcomes"][0]["outcome"] for each in result}

    def over_socket(table: str) -> set[str]:
        result, sent = [], 0
        with connect(at, proxy=None) as socket:
            for sent, line in enumerate(in_time(table), 1):
                socket.send(line)
                if sent > 20:  # so many may be unanswered
                    result.append(json.loads(socket.recv(timeout=60)))
            result += [json.loads(socket.recv(timeout=60)) for _ in range(sent - len(result))]
        return {each["outcomes"][0]["outcome"] for each in result}

    with ThreadPoolExecutor(6) as pool:
        ways = [over_http if int(table) % 2 else over_socket for table in TABLES]
        done = pool.map(lambda way, table: way(table), ways, TABLES)
        assert set().union(*done) == {"accepted"}
    whole = tmp_path / "whole.db"
    lines = [event_json(each).encode() for each in session]
    with open_store(whole) as store:
        store.append(
            read_line(RawLine(n, x, True, True), f"s:{n}", "") for n, x in enumerate(lines)
        )
    assert final(open_gate(db), how_many(4, 75)) == final(open_gate(whole), how_many(4, 75))


def final(gate: Gate, played: int) -> object:
    deals = gate.deals("command:standings")
    gate.close()
    assert len(deals) == played
    return standings(tally_of(deals)), deals


def test_the_schemas_hold_for_every_event_of_a_session(desk: httpx.Client) -> None:
    listed = desk.get("/schemas").json()
    assert set(listed["types"]) == set(type_schemas())
    found = {}
    for name, path in listed["types"].items():
        found[name] = desk.get(path).json()
        jsonschema.Draft202012Validator.check_schema(found[name])
    for line in SESSION[:80]:
        result = json.loads(line)
        jsonschema.validate(result, found[result["type"]])
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**result, "data": {}}, found[result["type"]])
    assert desk.get("/schemas/none").status_code == 404


def test_a_record_that_cannot_be_written_is_not_ready(desk: httpx.Client, db: Path) -> None:
    """A table that has another name stands for whatever the disk or the database says."""
    post(desk, OPENING)
    with closing(sqlite3.connect(db, isolation_level=None)) as other:
        other.execute("ALTER TABLE streams RENAME TO elsewhere")
        refused = desk.post("/feed/events", content=b"\n".join(REST[:20]))
        assert (refused.status_code, desk.get("/readyz").status_code) == (503, 503)
        result = desk.get("/readyz").json()
        assert result["status"] == "not ready"
        assert "no such table: streams" in result["reason"]
        assert (
            desk.get("/api/air").json()["record"].startswith("What the tables send is not written")
        )
        other.execute("ALTER TABLE elsewhere RENAME TO streams")
    assert counts(post(desk, b"\n".join(REST[:20]))) == (20, 0, 0, 0)
    assert desk.get("/readyz").status_code == 200
    assert desk.get("/api/air").json()["record"] is None


def test_ready_and_measured(desk: httpx.Client) -> None:
    post(desk, b"\n".join([*SESSION[:10], b"rubbish"]))
    assert desk.get("/readyz").json() == {"status": "ready", "sessions": 1}
    lines = desk.get("/metrics").text.splitlines()
    assert 'duplicast_feed_events_total{outcome="accepted"} 10' in lines
    assert 'duplicast_feed_events_total{outcome="refused"} 1' in lines
    assert "duplicast_log_events 10" in lines
    assert "duplicast_quarantine_undecided 1" in lines
    post(desk, b"\n".join([*SESSION[:10], b"rubbish"]))  # the same again is kept once
    post(desk, b"other rubbish")
    assert "duplicast_quarantine_undecided 2" in desk.get("/metrics").text.splitlines()
    names = [line.split()[2] for line in lines if line.startswith("# TYPE ")]
    assert len(names) == len(set(names))
    for line in lines:
        if not line.startswith("#"):
            float(line.rsplit(" ", 1)[1])


@settings(
    max_examples=how_many(40, 2000), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.one_of(
        st.binary(max_size=300),
        st.lists(st.sampled_from([*SESSION[:40], b"[", b"]", b",", b"{", b"x", b"\n"])).map(
            b"\n".join
        ),
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.text(), st.lists, max_leaves=8
        ).map(lambda value: json.dumps(value).encode()),
    ),
    st.sampled_from(["application/json", "application/x-ndjson", "text/plain", ""]),
)
def test_any_body_gets_an_answer_in_words(desk: httpx.Client, body: bytes, kind: str) -> None:
    answer = desk.post("/feed/events", content=body, headers={"Content-Type": kind})
    assert answer.status_code in (200, 400)
    result = answer.json()
    assert "outcomes" in result or result["hint"]
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "path", ["/feed/gaps?table=%ff", "/schemas/%00", "/feed/gaps?table=" + "x" * 300]
)
def test_odd_queries_get_answers_in_words(desk: httpx.Client, path: str) -> None:
    assert desk.get(path).status_code in (200, 404, 422)


def test_a_refused_event_is_answered_under_its_own_id(desk: httpx.Client) -> None:
    """The device finds a refused event by its id; without it, it would resend for ever."""
    post(desk, b"\n".join(SESSION[:10]))
    wrong = {**json.loads(SESSION[10]), "id": "mine/1", "colour": "red"}
    result = post(desk, json.dumps(wrong).encode() + b"\n[7]")
    assert [each["id"] for each in result["outcomes"]] == ["mine/1", None]
    assert {each["outcome"] for each in result["outcomes"]} == {"refused"}
