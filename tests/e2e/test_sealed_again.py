"""What is sealed again leaves the air at once; what is under review stays (RULES P11)."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from grey_clip import make_clip
from obs_remote import NEUTRAL, RED, Hand, colour_at, near
from patience import eventually
from service import SIGNED, fill, guide, open_gate_on, serving

from producer.obs.clips.media_source import clip_scene, clip_source
from producer.obs.scenes.table_pictures import table_colour
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

DEAL = "live/A/1"
TAKE = {"deal": DEAL, "tables": ["1", "5"], "moment": "decision"}
TO_PLAY_AGAIN = {"deal": 1, "hand": 1, "reason": "a card was exposed", "replay": True}
LEFT = (200, 60)
"""A point of the picture on the left, where the two-up has no graphics."""

Start = Callable[..., httpx.Client]


@pytest.fixture
def started(tmp_path: Path, settings: ObsSettings, hand: Hand) -> Iterator[Start]:  # noqa: ARG001
    """A service with a live deal that every table has finished."""
    fill(tmp_path / "desk.db", guide(), guide("live", "live"))
    with ExitStack() as running:

        def start(**changes: object) -> httpx.Client:
            own = ObsSettings.model_validate({**settings.model_dump(), **changes})
            gate = running.enter_context(open_gate_on(tmp_path / "desk.db"))
            at = running.enter_context(serving(gate, tmp_path, obs=own))
            client = httpx.Client(base_url=at, headers=SIGNED, trust_env=False, timeout=60)
            return running.enter_context(client)

        yield start


def say(ask: httpx.Client, type_: str, **data: object) -> None:
    table = None if type_.startswith("deal.") else "4"
    event = {"id": type_, "session": "live", "group": "A", "table": table, "source": "desk"}
    answer = ask.post("/feed/events", json=event | {"type": type_, "data": data}).json()
    assert answer["accepted"] == 1, answer


def air(ask: httpx.Client) -> dict[str, Any]:
    return dict(ask.get("/api/air").json())


def shown(ask: httpx.Client) -> dict[str, str]:
    """What every channel that shows something shows."""
    channels = air(ask)["channels"].items()
    return {name: each["shown"]["kind"] for name, each in channels if each["shown"]}


def audit(ask: httpx.Client) -> list[tuple[str, str, str]]:
    entries = ask.get("/api/audit").json()
    return [(each["what"], each["deal"], each["more"]) for each in entries]


def program(hand: Hand) -> str:
    return str(hand("GetCurrentProgramScene")["currentProgramSceneName"])


def test_the_graphics_leave_program_and_preview_and_the_pictures_stay(
    started: Start, hand: Hand, prefix: str
) -> None:
    ask = started()
    scene = ask.post("/api/take", json=TAKE).json()["scene"]
    ask.post("/api/preview", json={**TAKE, "moment": "end"}).raise_for_status()
    ask.post("/api/channels/lower-third", json={"kind": "matrix", "deal": DEAL}).raise_for_status()
    before = hand.output()
    say(ask, "hand.voided", **TO_PLAY_AGAIN)
    eventually(lambda: shown(ask) == {}, "no channel shows it")
    red, green, blue = (table_colour("1") >> shift & 255 for shift in (16, 8, 0))
    under_the_bar = (60, 580)
    assert not near(colour_at(before, *under_the_bar), (red, green, blue), by=20)
    eventually(
        lambda: near(colour_at(hand.output(), *under_the_bar), (red, green, blue)),
        "only the picture is on program",
    )
    assert program(hand) == scene
    assert near(colour_at(hand.output(), *LEFT), (red, green, blue))
    words = "Deal 1 is sealed again: off air."
    assert len(words.split()) <= 8
    assert [each["words"] for each in air(ask)["taken_off"]] == [words]
    refused = ask.post("/api/take", json={"kind": "preview"})
    assert (refused.status_code, refused.json()["error"]) == (409, "Nothing is on preview.")
    eventually(
        lambda: (
            not any(
                item["sceneItemEnabled"] and "table" in item["sourceName"]
                for item in hand("GetSceneItemList", sceneName=f"{prefix} B two-up")["sceneItems"]
            )
        ),
        "the scene off air is empty",
    )
    eventually(lambda: any(what == "took off air" for what, _, _ in audit(ask)), "it is audited")
    (entry,) = (each for each in audit(ask) if each[0] == "took off air")
    assert entry[1] == DEAL
    assert entry[2] == "of bank-a, bank-b, lower-third; sealed again; it waits for: table 4"
    assert not air(ask)["obs"]["differences"]
    assert not air(ask)["alarms"]


@pytest.mark.parametrize("card_safe", [True, False])
def test_a_camera_stays_only_if_it_is_card_safe(
    started: Start, hand: Hand, prefix: str, card_safe: bool
) -> None:
    hand.colour_source(NEUTRAL, f"Camera of {prefix}", RED, (640, 360))
    camera = {"source": f"Camera of {prefix}", "card_safe": card_safe}
    ask = started(pictures={"1": camera, "5": {"colour": "#112233"}})
    scene = ask.post("/api/take", json=TAKE).json()["scene"]
    say(ask, "hand.voided", **TO_PLAY_AGAIN)
    eventually(lambda: shown(ask) == {}, "no channel shows it")
    if card_safe:
        eventually(lambda: air(ask)["taken_off"] != [], "it is reported")
        assert program(hand) == scene
        return
    eventually(lambda: program(hand) == f"{prefix} safe", "the camera leaves program")
    eventually(lambda: ("took", "", "what the safe scene; to program, "
               f"{prefix} safe") in audit(ask), "safe is in the audit")  # fmt: skip


@contextmanager
def playing(ask: httpx.Client, folder: Path, hand: Hand, prefix: str) -> Iterator[None]:
    """A segment of the deal, in mid-play."""
    segments = folder / "out" / "segments"
    segments.mkdir(parents=True)
    make_clip(segments / "kings.mp4", 12)
    (segments / "kings.json").write_text(json.dumps({"deals": [DEAL]}))
    ask.post("/api/segments/cue", json={"name": "kings"}).raise_for_status()
    ask.post("/api/segments/play", json={}).raise_for_status()
    eventually(lambda: ask.get("/api/segments").json()["now"]["at"] > 1.5, "it plays")
    assert program(hand) == clip_scene(prefix)
    yield


def test_a_segment_in_mid_play_leaves_program_and_is_dropped(
    started: Start, hand: Hand, prefix: str, tmp_path: Path
) -> None:
    ask = started()
    with playing(ask, tmp_path, hand, prefix):
        say(ask, "hand.voided", **TO_PLAY_AGAIN)
        eventually(lambda: program(hand) == f"{prefix} safe", "safe is on program")
        eventually(lambda: ask.get("/api/segments").json()["now"] is None, "it is dropped")
        settings = hand("GetInputSettings", inputName=clip_source(prefix))["inputSettings"]
        assert settings["local_file"] == ""
        status = hand("GetMediaInputStatus", inputName=clip_source(prefix))["mediaState"]
        assert status != "OBS_MEDIA_STATE_PLAYING"
        assert ask.get("/api/segments").json()["segments"] == []
        assert ask.post("/api/segments/play", json={}).status_code == 503
        eventually(lambda: len([e for e in audit(ask) if "off air" in str(e)]) == 2, "audited")
        assert ("took off air", DEAL, "of segment; sealed again; it waits for: table 4") in audit(
            ask
        )
        assert any(what == "showed a segment" and "off air" in more for what, _, more in audit(ask))


def test_a_segment_under_review_plays_on(
    started: Start, hand: Hand, prefix: str, tmp_path: Path
) -> None:
    ask = started()
    with playing(ask, tmp_path, hand, prefix):
        say(ask, "hand.under_review", deal=1, hand=1, reason="a misread card")
        now = ask.get("/api/segments").json()["now"]
        assert (now["state"], now["on_air"]) == ("playing", True)
        assert now["against"] == ["Deal 1: hand 1 of table 4 is under review (a misread card)"]
        assert program(hand) == clip_scene(prefix)
        assert air(ask)["flagged"] == [{"deal": DEAL, "alarm": "Deal 1 is under review."}]


def test_a_correction_of_what_is_in_preview_alarms_and_one_button_empties_it(
    started: Start, hand: Hand, prefix: str
) -> None:
    ask = started()
    scene = ask.post("/api/take", json={"kind": "break"}).json()["scene"]
    ask.post("/api/preview", json=TAKE).raise_for_status()
    say(ask, "deal.corrected", deal=1, reason="misread", cards={"1": ""})
    now = air(ask)
    assert now["flagged"] == []
    assert now["cued"] == [{"deal": DEAL, "alarm": "In preview: deal 1 was corrected."}]
    bank = now["obs"]["preview"].upper()
    cleared = ask.post("/api/preview/clear", json={"deals": [DEAL]}).json()
    assert cleared == {"message": "Preview cleared.", "warning": ""}
    assert program(hand) == scene
    assert air(ask)["cued"] == []
    assert ask.post("/api/take", json={"kind": "preview"}).status_code == 409
    items = hand("GetSceneItemList", sceneName=f"{prefix} {bank} two-up")["sceneItems"]
    assert not [
        each for each in items if each["sceneItemEnabled"] and "table" in each["sourceName"]
    ]


def test_a_correction_of_a_cued_segment_alarms_and_one_button_drops_it(
    started: Start, hand: Hand, prefix: str, tmp_path: Path
) -> None:
    ask = started()
    with playing(ask, tmp_path, hand, prefix):
        ask.post("/api/take", json={"kind": "break"}).raise_for_status()
    eventually(lambda: not ask.get("/api/segments").json()["now"]["on_air"], "it is off air")
    assert air(ask)["cued"] == []
    say(ask, "deal.corrected", deal=1, reason="misread", cards={"1": ""})
    alarm = {"deal": DEAL, "alarm": "In preview: deal 1 was corrected."}
    assert (air(ask)["flagged"], air(ask)["cued"]) == ([], [alarm])
    ask.post("/api/preview/clear", json={"deals": [DEAL]}).raise_for_status()
    assert air(ask)["cued"] == []
    assert ask.get("/api/segments").json()["now"] is None
    settings = hand("GetInputSettings", inputName=clip_source(prefix))["inputSettings"]
    assert settings["local_file"] == ""


def test_a_correction_of_a_segment_in_mid_play_alarms_and_it_plays_on(
    started: Start, hand: Hand, prefix: str, tmp_path: Path
) -> None:
    ask = started()
    with playing(ask, tmp_path, hand, prefix):
        say(ask, "deal.corrected", deal=1, reason="misread", cards={"1": ""})
        assert (air(ask)["flagged"], air(ask)["cued"]) == (
            [{"deal": DEAL, "alarm": "Deal 1 was corrected."}],
            [],
        )
        ask.post("/api/preview/clear", json={"deals": [DEAL]}).raise_for_status()
        assert program(hand) == clip_scene(prefix)
        assert ask.get("/api/segments").json()["now"]["on_air"] is True
