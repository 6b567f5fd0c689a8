"""Segments that Duplicast made, with the real OBS and the desk: the second confirmation before an
unverified one goes to program, and an outdated one that is offered again."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from grey_clip import make_clip
from obs_remote import Hand
from patience import eventually
from playwright.sync_api import Browser, expect
from service import SIGNED, fill, guide, open_gate_on, serving

from producer.obs.clips.media_source import clip_scene
from producer.release import Gate
from producer.release.programme.as_run import as_run
from producer.segments.facts import facts_now
from producer.segments.manifest import Manifest, Render, SyncPoint
from producer.segments.request import SegmentRequest
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

DEAL, EXIT = "guide/A/1", "route:/api/segments"
TIME = "2026-05-01T19:30:00Z"
PATIENCE = 90_000


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    fill(tmp_path / "desk.db", guide())
    with open_gate_on(tmp_path / "desk.db") as opened:
        yield opened


def put_unverified(gate: Gate, folder: Path) -> str:
    """Returns its pick."""
    pick = gate.comparison(DEAL, EXIT).picks[0].id
    point = {
        "table": "1",
        "name": "flop",
        "at": 1.0,
        "uncertain": 2.0,
        "time": TIME,
        "confidence": "reported",
    }
    made = Render(
        request=SegmentRequest(pick=pick, tables=("1", "5")),
        **{"rate": "25", "width": 1920, "height": 1080, "frames": 300},
        sync_points=(SyncPoint.model_validate(point),),
    )
    facts = facts_now(gate, DEAL, pick, ("1", "5"), EXIT)
    note = Manifest(
        deals=(DEAL,), tables=("1", "5"), render=made.model_copy(update={"facts": facts})
    )
    folder.mkdir(parents=True)
    make_clip(folder / "kings.mp4", 12)
    (folder / "kings.json").write_text(note.model_dump_json())
    return pick


def test_an_unverified_segment_goes_to_program_with_the_second_press(
    gate: Gate,
    settings: ObsSettings,
    hand: Hand,
    prefix: str,
    tmp_path: Path,
    browser: Browser,
) -> None:
    pick = put_unverified(gate, tmp_path / "out" / "segments")
    with (
        serving(gate, tmp_path, obs=settings) as at,
        httpx.Client(base_url=at, headers=SIGNED, trust_env=False, timeout=60) as ask,
        browser.new_page() as page,
    ):
        ask.post("/api/segments/cue", json={"name": "kings"}).raise_for_status()
        refused = ask.post("/api/segments/play", json={})
        assert refused.status_code == 409
        words = "the times of table 1 in kings are not verified"
        assert refused.json()["error"] == f"Not played: {words}."
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.goto(at)
        expect(page.locator("[data-bank=preview]")).to_contain_text("the segment kings")
        page.keyboard.press("F9")
        expect(page.locator(".air-bar .outcome")).to_contain_text(f"Not played: {words}.")
        assert hand("GetCurrentProgramScene")["currentProgramSceneName"] != clip_scene(prefix)
        page.wait_for_timeout(500)  # longer than a press counts as one
        page.keyboard.press("F9")
        eventually(
            lambda: hand("GetCurrentProgramScene")["currentProgramSceneName"] == clip_scene(prefix),
            "it is on program",
        )
        eventually(lambda: len(as_run(gate, EXIT)) == 1, "it is in the as-run list")
        (aired,) = as_run(gate, EXIT)
        assert (aired.pick, aired.tables, aired.seconds) == (pick, ("1", "5"), 300 / 25)
        page.locator("[data-pause]").click()
        expect(page.locator("[data-segment-state]")).to_contain_text("Paused")
        page.locator("[data-play]").click()  # it is on air already
        expect(page.locator("[data-segment-state]")).to_contain_text("Playing")


def test_an_outdated_segment_cannot_be_cued_and_is_offered_again(
    gate: Gate, tmp_path: Path, browser: Browser
) -> None:
    put_unverified(gate, tmp_path / "out" / "segments")
    data = {"players": {"1": {"1": {"name": "Somebody Else"}}}, "reason": "misspelt"}
    event = {"v": 1, "id": "fix", "session": "guide", "group": "A", "source": "desk"}
    event |= {"type": "roster.corrected", "data": data}
    with (
        serving(gate, tmp_path, db=tmp_path / "desk.db") as at,
        httpx.Client(base_url=at, headers=SIGNED, trust_env=False, timeout=60) as ask,
        browser.new_page() as page,
    ):
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.goto(at)
        option = page.locator("[data-segment] option")
        expect(option).to_have_text(f"kings ({DEAL})")
        expect(page.locator("[data-cue]")).to_be_enabled()
        ask.post("/feed/events", content=json.dumps(event)).raise_for_status()
        expect(option).to_have_text(f"Outdated: kings ({DEAL})")
        expect(page.locator("[data-cue]")).to_be_disabled()
        page.locator("[data-render]").click()
        expect(page.locator(".air-bar .outcome")).to_contain_text("the segment kings")
        (job,) = ask.get("/api/jobs").json()["jobs"]
        assert (job["segment"], job["deal"]) == ("kings", DEAL)
