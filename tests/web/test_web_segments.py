"""Finished segments: only those of released deals are listed, cued and played."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from service import SIGNED, fill, guide, open_gate_on, serving


def put(out: Path, name: str, deals: list[str]) -> None:
    folder = out / "segments"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.mp4").write_bytes(b"")
    note = {"deals": deals, "marks": [{"name": "fork", "at": 3}]}
    (folder / f"{name}.json").write_text(json.dumps(note))


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[httpx.Client]:
    live = guide("live", "live", tables=("1", "2"))
    fill(tmp_path / "desk.db", guide(), live)
    put(tmp_path / "out", "free", ["guide/A/1"])
    put(tmp_path / "out", "sealed", ["live/A/1"])
    put(tmp_path / "out", "half", ["guide/A/1", "live/A/1"])
    put(tmp_path / "out", "unknown", ["guide/A/99"])
    (tmp_path / "out" / "segments" / "bare.mp4").write_bytes(b"")
    with (
        open_gate_on(tmp_path / "desk.db") as gate,
        serving(gate, tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60, headers=SIGNED) as client,
    ):
        yield client


def test_only_segments_of_released_deals_are_listed(ask: httpx.Client) -> None:
    result = ask.get("/api/segments").json()
    assert [each["name"] for each in result["segments"]] == ["free"]
    assert result["segments"][0]["marks"] == [{"name": "fork", "at": 3.0}]
    assert result["now"] is None
    assert result["recording"] is None


def test_sealed_and_unknown_deals_are_refused_alike(ask: httpx.Client) -> None:
    answers = [ask.post("/api/segments/cue", json={"name": name}) for name in ("sealed", "unknown")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].json() == answers[1].json()
    assert ask.post("/api/segments/cue", json={"name": "half"}).json() == answers[0].json()


def test_an_unknown_segment_and_a_missing_obs_are_reported(ask: httpx.Client) -> None:
    bare = ask.post("/api/segments/cue", json={"name": "bare"})
    assert bare.status_code == 404
    assert "bare.json" in bare.json()["error"]
    for name in ("none", "../desk", "/etc/passwd"):
        assert ask.post("/api/segments/cue", json={"name": name}).status_code == 404
    free = ask.post("/api/segments/cue", json={"name": "free"})
    assert free.status_code == 503
    assert "nothing answers" in free.json()["error"]
    assert free.json()["hint"]
    played = ask.post("/api/segments/play", json={})
    assert (played.status_code, "no segment is cued" in played.json()["error"]) == (503, True)


def test_every_obs_is_listed_with_its_link(ask: httpx.Client) -> None:
    air = ask.get("/api/air").json()
    assert air["alarms"] == []
    (main,) = air["outputs"]
    assert (main["name"], main["online"], main["taken"]) == ("main", False, "")
    assert "nothing answers" in main["reason"]
    assert (main["differences"], main["trouble"]) == ([], None)
    assert ask.post("/api/obs/leave", json={}).status_code == 200
    assert ask.post("/api/obs/leave", json={"outputs": ["main"]}).status_code == 200
    for act in ("leave", "repair"):
        nowhere = ask.post(f"/api/obs/{act}", json={"outputs": ["main", "attic"]})
        assert (nowhere.status_code, nowhere.json()) == (
            404,
            {"error": "There is no OBS attic.", "hint": "There is main."},
        )
    made = ask.post("/api/obs/setup", json={})
    assert made.status_code == 503
    assert made.json()["error"].startswith("Not done: nothing answers")
