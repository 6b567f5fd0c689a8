"""The desk's take with a real OBS: program and the graphics channel change, or neither does."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from obs_remote import NEUTRAL, RED, Hand
from patience import eventually
from ports import free_port
from service import fill, guide, open_gate_on, serving

from producer.settings import ObsPlace, ObsSettings

pytestmark = pytest.mark.xdist_group("obs")
TAKE = {"deal": "guide/A/1", "tables": ["1", "5"], "moment": "decision"}


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
    scene = f"{prefix} A two-up"
    assert answer.json()["message"] == (
        f"On program: deal 1 at the decision, table 1 beside table 5, in the scene {scene}."
    )
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == scene != before
    air = ask.get("/api/air").json()
    assert (air["obs"]["program"], air["obs"]["ours"]) == (scene, True)
    assert air["channels"]["program"]["shown"] == {
        "kind": "two-up",
        "deal": "guide/A/1",
        "number": 1,
        "tables": ["1", "5"],
        "moment": "decision",
        "as_of": "at the decision",
    }


def test_a_take_refused_by_obs_does_not_change_the_channel(
    db: Path, settings: ObsSettings, hand: Hand, tmp_path: Path
) -> None:
    before = hand("GetCurrentProgramScene")["currentProgramSceneName"]
    lacking = ObsSettings.model_validate(
        {**settings.model_dump(), "pictures": {"1": "a camera that is not there"}}
    )
    with (
        open_gate_on(db) as gate,
        serving(gate, tmp_path, obs=lacking) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60) as ask,
    ):
        ask.post("/api/channels/program", json={**TAKE, "moment": "end"}).raise_for_status()
        shown = ask.get("/api/air").json()["channels"]["program"]["shown"]
        assert shown is not None
        answer = ask.post("/api/take", json=TAKE)
        assert answer.status_code == 503
        assert "a camera that is not there" in answer.json()["error"]
        assert answer.json()["hint"]
        assert ask.get("/api/air").json()["channels"]["program"]["shown"] == shown
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == before


def shown(ask: httpx.Client, channel: str) -> str | None:
    on = ask.get("/api/air").json()["channels"][channel]["shown"]
    return None if on is None else str(on["moment"])


def test_a_preview_goes_to_the_bank_off_air_and_a_take_makes_it_program(
    ask: httpx.Client, hand: Hand, prefix: str
) -> None:
    """What program and preview mean changes with the take, in OBS and on the channels."""
    ask.post("/api/take", json=TAKE).raise_for_status()
    ready = ask.post("/api/preview", json={**TAKE, "moment": "end"}).json()
    assert ready["scene"] == f"{prefix} B two-up"
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == f"{prefix} A two-up"
    assert (shown(ask, "program"), shown(ask, "preview")) == ("decision", "end")
    assert ask.post("/api/take", json={"kind": "preview"}).json()["scene"] == ready["scene"]
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == ready["scene"]
    assert (shown(ask, "program"), shown(ask, "preview")) == ("end", "decision")
    assert (shown(ask, "bank-a"), shown(ask, "bank-b")) == ("decision", "end")
    back = ask.post("/api/take", json={"kind": "preview"}).json()
    assert back["scene"] == f"{prefix} A two-up"


def test_program_follows_a_bank_switched_by_hand(
    ask: httpx.Client, hand: Hand, prefix: str
) -> None:
    ask.post("/api/take", json=TAKE).raise_for_status()
    ask.post("/api/preview", json={**TAKE, "moment": "end"}).raise_for_status()
    hand("SetCurrentProgramScene", sceneName=f"{prefix} B two-up")
    eventually(lambda: shown(ask, "program") == "end", "program means bank B")
    assert ask.post("/api/preview", json=TAKE).json()["scene"] == f"{prefix} A two-up"


def test_a_repeated_take_gets_the_same_answer_and_is_not_taken_twice(
    ask: httpx.Client, hand: Hand
) -> None:
    hand.events()
    first = ask.post("/api/take", json={**TAKE, "id": "press-1"}).json()
    hand.events("SceneTransitionVideoEnded", "SceneTransitionEnded", "CurrentProgramSceneChanged")
    assert ask.post("/api/take", json={**TAKE, "id": "press-1"}).json() == first
    assert hand.events() == []
    other = ask.post("/api/take", json={**TAKE, "moment": "end", "id": "press-1"})
    assert (other.status_code, other.json()["error"]) == (
        409,
        "Not taken: another take had the same id.",
    )
    assert ask.post("/api/take", json={**TAKE, "id": "press-2"}).json()["scene"] != first["scene"]


def test_safe_is_one_request_and_the_way_back_another(
    ask: httpx.Client, hand: Hand, prefix: str
) -> None:
    scene = ask.post("/api/take", json=TAKE).json()["scene"]
    assert ask.post("/api/safe").json()["message"] == "On program: the safe scene."
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == f"{prefix} safe"
    assert ask.get("/api/air").json()["obs"]["safe"] is True
    assert ask.post("/api/take", json=TAKE).json()["scene"] != scene


def test_a_picture_in_which_cards_could_be_seen_is_not_taken_while_its_deal_is_sealed(
    tmp_path: Path, settings: ObsSettings, hand: Hand
) -> None:
    """RULES P11: cameras are ways out. Tables 1 to 5 have finished, table 6 has not."""
    hand.colour_source(NEUTRAL, f"Camera of {settings.prefix}", RED, (640, 360))
    camera = {"source": f"Camera of {settings.prefix}"}
    db = tmp_path / "live.db"
    fill(db, guide(), guide("live", kind="live", tables=("1", "2", "3", "4", "5")))
    for card_safe, status in ((False, 409), (True, 200)):
        pictures = {"1": {**camera, "card_safe": card_safe}, "5": {"colour": "#112233"}}
        own = ObsSettings.model_validate({**settings.model_dump(), "pictures": pictures})
        with (
            open_gate_on(db) as gate,
            serving(gate, tmp_path, obs=own) as address,
            httpx.Client(base_url=address, trust_env=False, timeout=60) as ask,
        ):
            before = hand("GetCurrentProgramScene")["currentProgramSceneName"]
            ready = ask.post("/api/preview", json=TAKE).json()
            assert ready["warning"] == (
                ""
                if card_safe
                else "It could not be taken now: table 1 plays a sealed deal, and its picture is "
                "not card-safe."
            )
            answer = ask.post("/api/take", json=TAKE)
            assert answer.status_code == status, answer.text
            if not card_safe:
                assert "table 1 plays a sealed deal" in answer.json()["error"]
                assert "card_safe" in answer.json()["hint"]
                assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == before


def test_a_moved_source_is_reported_and_repaired_on_request_only(
    ask: httpx.Client, hand: Hand, prefix: str
) -> None:
    scene = ask.post("/api/take", json=TAKE).json()["scene"]
    item = next(
        each["sceneItemId"]
        for each in hand("GetSceneItemList", sceneName=scene)["sceneItems"]
        if each["sourceName"] == f"{prefix} table 1"
    )

    def place() -> float:
        found = hand("GetSceneItemTransform", sceneName=scene, sceneItemId=item)
        return float(found["sceneItemTransform"]["positionX"])

    move = {"sceneName": scene, "sceneItemId": item, "sceneItemTransform": {"positionX": 100.0}}
    hand("SetSceneItemTransform", **move)
    result = [f"{prefix} table 1 is out of place (positionX)"]
    eventually(
        lambda: ask.get("/api/air").json()["obs"]["differences"] == result, "the desk says so"
    )
    assert place() == 100
    assert ask.post("/api/obs/repair").json() == {"message": "Repaired.", "sent": result}
    assert place() == 0
    assert ask.get("/api/air").json()["obs"]["differences"] == []
    assert ask.post("/api/obs/repair").json()["sent"] == []


def test_scenes_are_made_on_demand_and_counted(ask: httpx.Client, hand: Hand, prefix: str) -> None:
    before = hand("GetCurrentProgramScene")
    result = ask.post("/api/obs/setup").json()["message"]
    scenes = [scene["sceneName"] for scene in hand("GetSceneList")["scenes"]]
    ours = [name for name in scenes if name.startswith(f"{prefix} ")]
    assert ours != []
    assert result == f"Made {len(ours)} scenes."
    assert hand("GetCurrentProgramScene") == before
    assert ask.post("/api/obs/setup").json() == {"message": "Nothing to do.", "sent": []}
    hand.remove_scene(f"{prefix} A break")
    assert ask.post("/api/obs/setup").json()["message"] == "Made 1 scene."


def test_scenes_are_made_in_the_obs_that_is_online(
    db: Path, settings: ObsSettings, hand: Hand, tmp_path: Path, prefix: str
) -> None:
    place = ObsPlace(name="backup", port=free_port())
    both = settings.model_copy(update={"more": (place,)})
    with (
        open_gate_on(db) as gate,
        serving(gate, tmp_path, obs=both) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60) as ask,
    ):
        result = ask.post("/api/obs/setup").json()["message"]
    main, _, backup = result.partition(" backup: ")
    assert main.startswith("main: Made ")
    assert backup.startswith("nothing answers at 127.0.0.1")
    assert hand.exists(f"{prefix} A two-up")


def test_a_take_of_a_deal_under_review_is_made_and_warned_of_on_every_way(
    ask: httpx.Client,
) -> None:
    event = {"id": "r1", "session": "guide", "group": "A", "table": "4", "source": "desk"}
    data = {"deal": 1, "hand": 1, "reason": "a misread card"}
    result = event | {"type": "hand.under_review", "data": data}
    assert ask.post("/feed/events", json=result).json()["accepted"] == 1
    words = "Deal 1: hand 1 of table 4 is under review (a misread card)."
    assert ask.post("/api/preview", json=TAKE).json()["warning"] == words
    for _ in range(2):
        answer = ask.post("/api/take", json={"kind": "preview", "id": "one"})
        assert (answer.status_code, answer.json()["warning"]) == (200, words)
    against = ask.get("/api/air").json()["against"]
    assert {each["channel"] for each in against} == {"program", "bank-a"}
    assert ask.post("/api/safe", json={}).json()["warning"] == ""
