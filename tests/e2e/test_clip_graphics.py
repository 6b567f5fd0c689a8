"""The clean split of a segment on air in a real OBS, with the graphics that belong over it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from grey_clip import RATE, grey, make_clip
from obs_remote import Hand
from patience import eventually
from service import SIGNED, fill, guide, open_gate_on, serving
from websockets.sync.client import connect

from producer.obs.clips.media_source import clip_scene, clip_source
from producer.release import Gate
from producer.segments.facts import facts_now
from producer.segments.manifest import CleanSplit, ClipScene, Manifest, Render, ScenePicture
from producer.segments.request import SegmentRequest
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

DEAL = "guide/A/1"
TABLES = ("1", "5")
EXIT = "route:/api/segments"
SECONDS = 10
ON_THE_CARDS = (36, 640)
"""Row and column of a point on the plate of the cards, in 1280x720."""
BOTTOM_LEFT = (700, 20)
"""A point without graphics in the left picture, and its dimming."""


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    fill(tmp_path / "desk.db", guide())
    with open_gate_on(tmp_path / "desk.db") as opened:
        yield opened


@pytest.fixture
def ask(
    gate: Gate,
    tmp_path: Path,
    settings: ObsSettings,
    hand: Hand,  # noqa: ARG001 - program is somewhere else
) -> Iterator[httpx.Client]:
    with (
        serving(gate, tmp_path, obs=settings) as at,
        httpx.Client(base_url=at, headers=SIGNED, trust_env=False, timeout=60) as client,
    ):
        yield client


def put_segment(gate: Gate, folder: Path, *, clean: bool) -> None:
    """Ten seconds: the question from the first, the left side dimmed from the second; the decision
    from the fourth, so long that a busy machine sees it, and nothing in the last."""
    dimmed = ScenePicture(table="1", x=0, y=0, width=954, height=1080, dimmed=True)
    of_two = {"graphic": "two-up", "tables": TABLES}
    scenes = (
        ClipScene(start=0, frames=RATE),
        ClipScene(start=RATE, frames=RATE, **of_two, moment="before"),
        ClipScene(start=2 * RATE, frames=2 * RATE, **of_two, moment="before", pictures=(dimmed,)),
        ClipScene(start=4 * RATE, frames=5 * RATE, **of_two, moment="decision"),
        ClipScene(start=9 * RATE, frames=RATE),
    )
    pick = gate.comparison(DEAL, EXIT).picks[0].id
    made = Render(
        request=SegmentRequest(pick=pick, tables=TABLES),
        **{"rate": str(RATE), "width": 1920, "height": 1080, "frames": SECONDS * RATE},
        facts=facts_now(gate, DEAL, pick, TABLES, EXIT),
        clean=CleanSplit(file="kings/kings-clean.mp4", canvas=(1920, 1080), scenes=scenes)
        if clean
        else None,
    )
    (folder / "kings").mkdir(parents=True)
    make_clip(folder / "kings" / "kings-clean.mp4", SECONDS)
    make_clip(folder / "kings.mp4", 4)
    note = Manifest(deals=(DEAL,), tables=TABLES, render=made)
    (folder / "kings.json").write_text(note.model_dump_json())


def on(ask: httpx.Client, channel: str) -> str | None:
    """The moment of the graphic that a channel shows."""
    shown = ask.get("/api/air").json()["channels"][channel]["shown"]
    return shown and str(shown["moment"])


def of_page(ask: httpx.Client, channel: str) -> str:
    """All that a page of the channel would draw."""
    address = str(ask.base_url).replace("http", "ws") + f"/live/{channel}"
    with connect(address, additional_headers=SIGNED, proxy=None) as socket:
        return str(socket.recv(60))


def brightness(hand: Hand, point: tuple[int, int]) -> int:
    return int(hand.output()[point].mean())


def do(hand: Hand, prefix: str, action: str) -> None:
    hand(
        "TriggerMediaInputAction",
        inputName=clip_source(prefix),
        mediaAction=f"OBS_WEBSOCKET_MEDIA_INPUT_ACTION_{action}",
    )


def seek(hand: Hand, prefix: str, seconds: float) -> None:
    hand("SetMediaInputCursor", inputName=clip_source(prefix), mediaCursor=round(seconds * 1000))


def test_the_graphics_follow_the_clip_wherever_it_is_put(
    ask: httpx.Client, gate: Gate, hand: Hand, prefix: str, tmp_path: Path
) -> None:
    put_segment(gate, tmp_path / "out" / "segments", clean=True)
    cued = ask.post("/api/segments/cue", json={"name": "kings"}).json()
    assert cued["message"] == f"Cued: kings, {SECONDS} s, with live graphics."
    assert on(ask, "segment") is None
    ask.post("/api/segments/play", json={}).raise_for_status()
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == clip_scene(prefix)
    ask.post("/api/segments/pause", json={}).raise_for_status()
    # From here on somebody works in OBS itself.
    seek(hand, prefix, 1.7)
    eventually(lambda: on(ask, "segment") == "before", "the question's graphic")
    assert on(ask, "program") == "before"
    eventually(lambda: brightness(hand, ON_THE_CARDS) != brightness(hand, BOTTOM_LEFT), "in OBS")
    seek(hand, prefix, 3.5)
    eventually(lambda: brightness(hand, BOTTOM_LEFT) < 60, "the left side is dimmed")
    seek(hand, prefix, 4.7)
    eventually(lambda: on(ask, "segment") == "decision", "the decision's graphic")
    eventually(lambda: brightness(hand, BOTTOM_LEFT) > grey(3), "nobody is dimmed")
    seat = gate.comparison(DEAL, EXIT).picks[0].seat
    correct(ask, {TABLES[0]: {str(seat): {"name": "Ada Roe"}}})
    eventually(lambda: "Ada Roe" in of_page(ask, "segment"), "the corrected name")
    do(hand, prefix, "STOP")
    eventually(lambda: on(ask, "segment") is None, "a stopped clip has no graphics")
    ask.post("/api/segments/play", json={"at": 4.0}).raise_for_status()
    eventually(lambda: on(ask, "segment") == "decision", "it plays again")
    eventually(lambda: ask.get("/api/segments").json()["now"]["state"] == "ended", "it ends")
    eventually(lambda: on(ask, "segment") is None, "nothing at its end")
    ask.post("/api/segments/play", json={"at": 4.0}).raise_for_status()
    eventually(lambda: on(ask, "segment") == "decision", "and once more")
    ask.post("/api/segments/pause", json={}).raise_for_status()
    seal(ask)
    eventually(lambda: on(ask, "segment") is None, "a sealed deal is gone")
    left = tmp_path / "out" / "obs"
    eventually(lambda: not list(left.glob("segment-*.png")), "no picture of it is left")


def seal(ask: httpx.Client) -> None:
    sealed = ask.post("/api/seal", json={"deals": [DEAL], "reason": "a test"})
    assert sealed.status_code == 200, sealed.text


def correct(ask: httpx.Client, players: dict[str, Any]) -> None:
    data = {"players": players, "reason": "misspelt"}
    event = {"v": 1, "id": "fix", "session": "guide", "group": "A", "source": "desk"}
    answer = ask.post(
        "/feed/events", content=json.dumps(event | {"type": "roster.corrected", "data": data})
    )
    assert answer.json()["accepted"] == 1, answer.text


def test_a_clip_with_its_own_graphics_clears_ours_first(
    ask: httpx.Client, gate: Gate, hand: Hand, prefix: str, tmp_path: Path
) -> None:
    put_segment(gate, tmp_path / "out" / "segments", clean=False)
    pick = gate.comparison(DEAL, EXIT).picks[0].id  # after it has aired another is the best
    take = {"deal": DEAL, "pick": pick, "tables": list(TABLES), "moment": "decision"}
    ask.post("/api/take", json=take).raise_for_status()
    speaker = {"kind": "speaker", "name": "Nadia Santos", "who": "Peru"}
    ask.post("/api/channels/lower-third", json=speaker).raise_for_status()
    assert on(ask, "program") == "decision"
    assert on(ask, "lower-third") is not None
    cued = ask.post("/api/segments/cue", json={"name": "kings"})
    assert cued.status_code == 200, cued.text
    assert cued.json()["message"] == "Cued: kings, 4 s."
    assert on(ask, "program") == "decision", "nothing changes before it is taken"
    ask.post("/api/segments/play", json={}).raise_for_status()
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == clip_scene(prefix)
    assert on(ask, "program") is None
    assert on(ask, "lower-third") is None
    back = ask.post("/api/take", json=take)
    assert back.status_code == 200, back.text
    eventually(lambda: on(ask, "program") == "decision", "program follows the bank again")
