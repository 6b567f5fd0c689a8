"""Faults of a rehearsal go the way of real ones, are undone, and are in the audit."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from patience import eventually
from service import SIGNED, fill, guide, open_gate_on, serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.server import ServerConnection, serve

from producer.events import event_json
from producer.settings import ObsSettings
from producer.simulate import session_events

SESSION = "sim-4-2x2"
EVENTS = list(session_events(2, 4, tables=2))
OPENING = [event_json(each) for each in EVENTS if each.table is None]
TABLE_1 = [event_json(each) for each in EVENTS if each.table == "1"]
TABLE_2 = [event_json(each) for each in EVENTS if each.table == "2"]
PLACE = f"{SESSION}/A/1"
DEAL = "guide/A/1"


@contextmanager
def service(
    tmp_path: Path, *, rehearsal: bool = True, obs: ObsSettings | None = None
) -> Iterator[httpx.Client]:
    fill(tmp_path / "r.db", guide("guide", "live"))
    with (
        open_gate_on(tmp_path / "r.db") as gate,
        serving(gate, tmp_path, obs=obs, rehearsal=rehearsal) as at,
        httpx.Client(base_url=at, headers=SIGNED, trust_env=False, timeout=60) as client,
    ):
        send(client, OPENING)
        yield client


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[httpx.Client]:
    with service(tmp_path) as client:
        yield client


def send(desk: httpx.Client, lines: list[str]) -> Any:
    return desk.post("/feed/events", content="\n".join(lines)).json()


def press(desk: httpx.Client, fault: str, of: str, *, on: bool = True) -> httpx.Response:
    return desk.post("/api/rehearsal/fault", json={"fault": fault, "of": of, "on": on})


def audited(desk: httpx.Client) -> list[tuple[str, str, str]]:
    return [(each["what"], each["deal"], each["more"]) for each in desk.get("/api/audit").json()]


def test_a_silent_table_sends_again_and_the_others_do_not_notice(desk: httpx.Client) -> None:
    assert press(desk, "feed silent", PLACE).status_code == 200
    answer = desk.post("/feed/events", content=TABLE_1[0])
    assert (answer.status_code, answer.json()["hint"]) == (503, "Send the same again.")
    assert send(desk, TABLE_2[:3])["accepted"] == 3
    at = f"{str(desk.base_url).replace('http', 'ws')}/feed"
    with connect(at, proxy=None, additional_headers=SIGNED) as line:
        line.send(TABLE_1[0])
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(60)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013  # RFC 6455's registry: try again later
    assert "feed silent" in desk.get("/line-up").text
    assert press(desk, "feed silent", PLACE, on=False).status_code == 200
    assert send(desk, TABLE_1[:1])["accepted"] == 1
    rehearsed = [more for what, _, more in audited(desk) if what == "rehearsed a fault"]
    assert rehearsed == [
        f"fault feed silent; of {PLACE}; ended no",
        f"fault feed silent; of {PLACE}; ended yes",
    ]


def test_a_lost_event_is_a_gap_until_it_is_undone(desk: httpx.Client) -> None:
    assert send(desk, TABLE_1[:2])["accepted"] == 2
    press(desk, "event lost", PLACE)
    result = send(desk, TABLE_1[2:5])
    lost, *later = [json.loads(line)["id"] for line in TABLE_1[2:5]]
    assert [each["id"] for each in result["outcomes"]] == later, "the lost one is not acknowledged"
    assert result["waiting"] == 2
    assert send(desk, TABLE_1[2:3])["outcomes"] == [], f"{lost} is lost again"
    gaps = desk.get("/feed/gaps").json()["gaps"]
    assert [(each["table"], each["missing"]) for each in gaps] == [("1", [[3, 3]])]
    assert press(desk, "event lost", PLACE, on=False).status_code == 200
    assert desk.get("/feed/gaps").json()["gaps"] == []
    assert send(desk, TABLE_1[:5])["known"] == 5


def test_an_exposed_card_seals_the_deal_and_takes_it_off_air(desk: httpx.Client) -> None:
    shown = desk.post("/api/channels/program", json={"deal": DEAL})
    assert shown.status_code == 200, shown.text
    assert press(desk, "card exposed", DEAL).status_code == 200
    assert desk.get(f"/deals/{DEAL}").status_code == 404
    eventually(
        lambda: desk.get("/api/air").json()["channels"]["program"]["shown"] is None, "it is off air"
    )
    assert press(desk, "card exposed", DEAL, on=False).status_code == 200
    assert desk.get(f"/deals/{DEAL}").status_code == 200
    entries = audited(desk)
    assert ("sealed by hand", DEAL, "rehearsal: a card was exposed") in entries
    assert ("released by hand", DEAL, "rehearsal: a card was exposed") in entries


def test_a_disputed_result_is_flagged_on_air_until_it_is_cleared(desk: httpx.Client) -> None:
    desk.post("/api/channels/program", json={"deal": DEAL})

    def reasons() -> str:
        return " ".join(each["reason"] for each in desk.get("/api/air").json()["since"])

    press(desk, "result disputed", DEAL)
    assert "under review" in reasons()
    assert press(desk, "result disputed", DEAL, on=False).status_code == 200
    assert "under review" not in reasons()
    assert {"put a hand under review", "cleared a hand"} <= {what for what, _, _ in audited(desk)}


def test_a_lost_obs_is_offline_until_it_is_undone(tmp_path: Path) -> None:
    """A server that greets as OBS does; whether it is reached is what counts."""
    arrived = threading.Semaphore(0)

    def greet(client: ServerConnection) -> None:
        arrived.release()
        with suppress(ConnectionClosed):
            client.send(json.dumps({"op": 0, "d": {"obsWebSocketVersion": "5", "rpcVersion": 1}}))
            client.recv()
            client.send(json.dumps({"op": 2, "d": {"negotiatedRpcVersion": 1}}))
            for _ in client:
                pass

    with serve(greet, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        obs = ObsSettings(port=server.socket.getsockname()[1])
        with service(tmp_path, obs=obs) as desk:
            assert arrived.acquire(timeout=60)
            assert press(desk, "OBS lost", "main").status_code == 200
            eventually(
                lambda: "is cut for the rehearsal" in str(desk.get("/api/air").json()["obs"]),
                "the desk says that OBS is offline",
            )
            assert "is cut for the rehearsal" in desk.get("/line-up").text
            while arrived.acquire(blocking=False):
                pass
            assert press(desk, "OBS lost", "main", on=False).status_code == 200
            assert arrived.acquire(timeout=60), "it is called again"
        server.shutdown()
        thread.join()


def test_a_fault_is_of_something_there_and_not_twice(desk: httpx.Client) -> None:
    assert press(desk, "feed silent", f"{SESSION}/A/9").status_code == 404
    assert press(desk, "card exposed", f"{SESSION}/A/1").status_code == 404  # it is sealed already
    assert press(desk, "gremlins", PLACE).status_code == 422
    assert press(desk, "event lost", PLACE, on=False).json()["error"] == (
        "That fault is over already."
    )
    press(desk, "event lost", PLACE)
    assert press(desk, "event lost", PLACE).json()["error"] == "That fault is on already."


def test_outside_of_a_rehearsal_there_are_no_faults(tmp_path: Path) -> None:
    with service(tmp_path, rehearsal=False) as desk:
        refused = press(desk, "feed silent", PLACE)
        assert refused.status_code == 409
        assert refused.json()["error"] == "Nothing done: this is no rehearsal."
        assert "data-fault" not in desk.get("/line-up").text
        assert send(desk, TABLE_1[:1])["accepted"] == 1
