"""Renders over the API, and segments that are outdated or not verified."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from patience import eventually
from service import NEVER, SIGNED, TABLES, asking, fill, guide, open_gate_on, serving

from producer.games.line import DealKey
from producer.release import Gate
from producer.release.programme.rundown import PlannedSegment, place
from producer.segments.facts import facts_now
from producer.segments.manifest import Manifest, Render, SyncPoint
from producer.segments.request import SegmentRequest

EXIT = "route:/api/segments"
TIME = "2026-05-01T19:30:00Z"


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    fill(tmp_path / "desk.db", guide(), guide("live", "live", TABLES[:5], names={"Brazil": NEVER}))
    with open_gate_on(tmp_path / "desk.db") as opened:
        yield opened


@pytest.fixture
def ask(gate: Gate, tmp_path: Path) -> Iterator[httpx.Client]:
    with asking(gate, tmp_path, **SIGNED) as client:
        yield client


def put(gate: Gate, folder: Path, name: str, confidence: str = "reported") -> None:
    """A segment as a render would have made it now."""
    point = {
        "table": "1",
        "name": "flop",
        "at": 1.0,
        "uncertain": 2.0,
        "time": TIME,
        "confidence": confidence,
    }
    made = Render(
        request=SegmentRequest(pick="abc", tables=("1", "5")),
        **{"rate": "25", "width": 1920, "height": 1080, "frames": 1500},
        sync_points=(SyncPoint.model_validate(point),),
    )
    facts = facts_now(gate, "guide/A/1", "abc", ("1", "5"), EXIT)
    note = Manifest(
        deals=("guide/A/1",), tables=("1", "5"), render=made.model_copy(update={"facts": facts})
    )
    segments = folder / "out" / "segments"
    segments.mkdir(parents=True, exist_ok=True)
    (segments / f"{name}.mp4").write_bytes(b"")
    (segments / f"{name}.json").write_text(note.model_dump_json())


def correct_a_name(ask: httpx.Client) -> None:
    data = {"players": {"1": {"1": {"name": "Somebody Else"}}}, "reason": "misspelt"}
    event = {"v": 1, "id": "fix", "session": "guide", "group": "A", "source": "desk"}
    event |= {"type": "roster.corrected", "data": data}
    answer = ask.post("/feed/events", content=json.dumps(event))
    assert answer.json()["accepted"] == 1, answer.text


def listed(ask: httpx.Client) -> dict[str, Any]:
    return {each["name"]: each for each in ask.get("/api/segments").json()["segments"]}


def test_a_segment_whose_facts_changed_is_listed_as_outdated_and_refused(
    ask: httpx.Client, gate: Gate, tmp_path: Path
) -> None:
    put(gate, tmp_path, "good")
    assert listed(ask)["good"]["outdated"] == []
    assert ask.post("/api/segments/cue", json={"name": "good"}).status_code == 503  # no OBS
    correct_a_name(ask)
    (reason,) = listed(ask)["good"]["outdated"]
    assert reason == "the player in seat 1 of table 1 changed"
    refused = ask.post("/api/segments/cue", json={"name": "good"})
    assert refused.status_code == 409
    assert reason in refused.json()["error"]
    assert "Render it again" in refused.json()["hint"]


def test_segments_say_whether_they_are_verified(
    ask: httpx.Client, gate: Gate, tmp_path: Path
) -> None:
    put(gate, tmp_path, "sure", "verified")
    put(gate, tmp_path, "unsure")
    said = {name: each["verified"] for name, each in listed(ask).items()}
    assert said == {"sure": True, "unsure": False}


def test_a_render_is_queued_for_a_pick_of_a_released_deal_only(ask: httpx.Client) -> None:
    sealed = ask.post("/api/jobs", json={"pick": "zzzzzz", "deal": "live/A/1"})
    unknown = ask.post("/api/jobs", json={"pick": "zzzzzz", "deal": "guide/A/99"})
    assert (sealed.status_code, sealed.json()) == (404, unknown.json())
    gone = ask.post("/api/jobs", json={"pick": "zzzzzz"})
    assert (gone.status_code, "This pick is gone" in gone.json()["error"]) == (404, True)
    wrong = ask.post("/api/jobs", json={"pick": "zzzzzz", "fps": "26"})
    assert (wrong.status_code, "no such rate" in wrong.json()["error"]) == (422, True)
    neither = ask.post("/api/jobs", json={"fps": "25"})
    assert (neither.status_code, "name a pick, or" in neither.json()["error"]) == (422, True)
    assert ask.post("/api/jobs", json={"rundown": "7"}).status_code == 404
    assert ask.get("/api/jobs").json() == {"jobs": []}


def test_a_segment_of_the_rundown_is_rendered_as_it_is_planned(
    gate: Gate, ask: httpx.Client
) -> None:
    pick = gate.comparison("guide/A/1", EXIT).picks[0].id
    planned = PlannedSegment("7", DealKey("guide", "A", 1), pick, ("5", "1"), seconds=45)
    place(gate, planned, "Ana", EXIT)
    assert ask.post("/api/jobs", json={"rundown": "7", "pick": pick}).status_code == 422
    assert ask.post("/api/jobs", json={"rundown": "7", "tease": True}).status_code == 422
    assert ask.post("/api/jobs", json={"pick": pick, "commentary": "/a.wav"}).status_code == 422
    assert ask.post("/api/jobs", json={"rundown": "7", "size": "128x72"}).status_code == 200
    (job,) = ask.get("/api/jobs").json()["jobs"]
    assert job["segment"] == f"rundown-7-guide-a-1-{pick}-two-up"
    asked = job["request"]
    assert (asked["pick"], asked["tables"], asked["length"]) == (pick, ["5", "1"], 45)
    assert ask.post(f"/api/jobs/{job['id']}/cancel", json={}).status_code == 200


def test_a_clip_that_was_made_elsewhere_cannot_be_rendered_again(
    ask: httpx.Client, tmp_path: Path
) -> None:
    segments = tmp_path / "out" / "segments"
    segments.mkdir(parents=True)
    (segments / "other.mp4").write_bytes(b"")
    (segments / "other.json").write_text(json.dumps({"deals": ["guide/A/1"]}))
    refused = ask.post("/api/jobs", json={"again": "other"})
    assert refused.status_code == 409
    assert "did not make the segment other" in refused.json()["error"]
    assert ask.post("/api/jobs", json={"again": "none"}).status_code == 404
    assert ask.post("/api/jobs/00000000/cancel", json={}).status_code == 404


def test_a_render_that_is_asked_for_is_listed_as_a_segment_and_made_again(
    gate: Gate, tmp_path: Path
) -> None:
    """The real command as a process; a second job is cancelled while it runs."""
    with (
        serving(gate, tmp_path, db=tmp_path / "desk.db") as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60, headers=SIGNED) as ask,
    ):
        (pick,) = {ask.get("/api/deals").json()[0]["pick"]["id"]}
        small = {"pick": pick, "size": "128x72", "length": 15, "fps": "24", "tables": ["1", "5"]}
        small |= {"handle": 0.5, "first_timecode": "01:00:00:00", "nudges": {"5": -3, "1": 2}}
        small |= {"longest_think": 2.5, "speed_up": 4, "sound": "mix", "sound_in_freeze": True}
        small |= {"bed": True, "loudness": "r128", "notes": False, "tease": True}
        started = ask.post("/api/jobs", json=small)
        assert started.status_code == 200, started.text
        assert ask.post("/api/jobs", json=small).json()["id"] == started.json()["id"]

        def job(id_: str) -> dict[str, Any]:
            jobs = ask.get("/api/jobs").json()["jobs"]
            return next(each for each in jobs if each["id"] == id_)

        eventually(
            lambda: job(started.json()["id"])["state"] in ("done", "failed"), "it ends", within=500
        )
        done = job(started.json()["id"])
        assert (done["state"], done["reason"], done["deal"]) == ("done", "", "guide/A/1")
        assert done["done"] == done["of"] > 24 * 10
        note = json.loads((tmp_path / "out" / "segments" / f"{done['segment']}.json").read_text())
        assert note["render"]["request"] == done["request"]
        audit = [(each["what"], each["by"]) for each in ask.get("/api/audit").json()]
        assert ("wrote a file", "desk at this machine") in audit
        assert done["request"] | small == done["request"]
        made = listed(ask)[done["segment"]]
        assert (made["tables"], made["outdated"]) == (["1", "5"], [])
        assert {mark["name"] for mark in made["marks"]} >= {"fork", "decision-left"}
        again = ask.post("/api/jobs", json={"again": done["segment"]}).json()["id"]
        eventually(lambda: job(again)["state"] == "running", "it runs")
        stopped = ask.post(f"/api/jobs/{again}/cancel", json={})
        assert stopped.json() == {"message": f"Cancelled: the segment {done['segment']}."}
        assert done["segment"] in listed(ask)
    left = {path.name for path in (tmp_path / "out" / "segments").iterdir()}
    assert left == {f"{done['segment']}.mp4", f"{done['segment']}.json"}
