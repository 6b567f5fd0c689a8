"""The desk's take with a real OBS: program and the graphics channel change, or neither does."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from obs_eyes import Hand
from service import fill, guide, open_gate_on, serving

from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")
TAKE = {"deal": "guide/A/1", "tables": ["1", "5"], "moment": "fork"}


@pytest.fixture
def db(tmp_path: Path) -> Path:
    fill(tmp_path / "desk.db", guide())
    return tmp_path / "desk.db"


@pytest.fixture
def ask(db: Path, settings: ObsSettings, tmp_path: Path) -> Iterator[httpx.Client]:
    with (
        open_gate_on(db) as gate,
        serving(gate, tmp_path, obs=settings) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60) as client,
    ):
        yield client


def test_a_take_is_on_program_and_on_the_channel(
    ask: httpx.Client, hand: Hand, prefix: str
) -> None:
    before = hand("GetCurrentProgramScene")["currentProgramSceneName"]
    answer = ask.post("/api/take", json=TAKE)
    assert answer.status_code == 200, answer.text
    scene = f"{prefix} two-up"
    assert answer.json()["told"] == (
        f"On program: deal 1 at the fork, table 1 beside table 5, in the scene {scene}."
    )
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == scene != before
    air = ask.get("/api/air").json()
    assert (air["obs"]["program"], air["obs"]["ours"]) == (scene, True)
    assert air["channels"]["two-up"]["shown"] == {
        "kind": "two-up",
        "deal": "guide/A/1",
        "number": 1,
        "tables": ["1", "5"],
        "moment": "fork",
    }


def test_what_obs_refuses_is_not_on_the_channel_either(
    db: Path, settings: ObsSettings, hand: Hand, tmp_path: Path
) -> None:
    before = hand("GetCurrentProgramScene")["currentProgramSceneName"]
    lacking = settings.model_copy(update={"pictures": {"1": "a camera that is not there"}})
    with (
        open_gate_on(db) as gate,
        serving(gate, tmp_path, obs=lacking) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60) as ask,
    ):
        ask.post("/api/channels/two-up", json={**TAKE, "moment": "end"}).raise_for_status()
        shown = ask.get("/api/air").json()["channels"]["two-up"]["shown"]
        answer = ask.post("/api/take", json=TAKE)
        assert answer.status_code == 503
        assert "a camera that is not there" in answer.json()["error"]
        assert answer.json()["mend"]
        assert ask.get("/api/air").json()["channels"]["two-up"]["shown"] == shown
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == before
