"""Main and backup OBS: a take goes to both, and one that is offline delays nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from obs_process import PASSWORD, running_obs
from obs_remote import SLOW_MACHINE, Hand, colour_at, near
from patience import eventually
from service import fill, guide, open_gate_on, serving
from test_obs_chaos import LEFT, colour

from producer.obs.scenes.setup import on_obs
from producer.obs.scenes.table_pictures import table_colour
from producer.settings import ObsPlace, ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

TAKE = {"deal": "guide/A/1", "tables": ["1", "5"], "moment": "decision"}


def test_a_take_goes_to_both_and_to_the_one_that_remains(
    hand: Hand, settings: ObsSettings, prefix: str, tmp_path: Path
) -> None:
    fill(tmp_path / "desk.db", guide())
    with running_obs(tmp_path / "home") as second:
        place = ObsPlace(name="backup", port=second.port, password=PASSWORD)
        both = settings.model_copy(update={"more": (place,)})
        backup = both.places()["backup"]

        def take(ask: httpx.Client) -> str:
            """The text of the answer; on a busy machine one OBS may answer too late."""
            answers: list[httpx.Response] = []

            def done() -> bool:
                answers.append(ask.post("/api/take", json=TAKE))
                return answers[-1].is_success

            eventually(done, "a take")
            return str(answers[-1].json()["message"])

        def ours(names: list[str]) -> bool:
            banks = [f"{prefix} {bank} two-up" for bank in "AB"]
            return all(name in banks for name in names)

        def programs() -> list[str]:
            there = on_obs(
                backup, lambda link: link.request("GetCurrentProgramScene"), SLOW_MACHINE
            )
            here = hand("GetCurrentProgramScene")
            return [each["currentProgramSceneName"] for each in (here, there)]

        with (
            open_gate_on(tmp_path / "desk.db") as gate,
            serving(gate, tmp_path, obs=both) as address,
            httpx.Client(base_url=address, trust_env=False, timeout=120) as ask,
        ):
            take(ask)
            eventually(lambda: ours(programs()), "both show it")
            _repaired_there_alone(ask, hand, backup, prefix)
            assert near(colour_at(hand.output(), *LEFT), colour(table_colour("1")))
            second.kill()
            eventually(
                lambda: not ask.get("/api/air").json()["outputs"][1]["online"], "the loss is told"
            )
            assert "backup: " in take(ask)
            second.start()
            eventually(lambda: ours(programs()), "what was taken there is there again")
            safe = [f"{prefix} safe"] * 2

            def both_safe() -> bool:
                return ask.post("/api/safe", json={}).is_success and programs() == safe

            eventually(both_safe, "both are safe")


def _repaired_there_alone(ask: httpx.Client, hand: Hand, backup: ObsSettings, prefix: str) -> None:
    """A picture is hidden in the back-up and moved in the main one; each is told by its OBS, and
    mended and left alone there only."""

    def there(request: str, **data: object) -> dict[str, Any]:
        return on_obs(backup, lambda link: link.request(request, data), SLOW_MACHINE)

    def item(asked: Callable[..., dict[str, Any]]) -> dict[str, Any]:
        scene = asked("GetCurrentProgramScene")["currentProgramSceneName"]
        found = asked("GetSceneItemList", sceneName=scene)["sceneItems"]
        (id_,) = [x["sceneItemId"] for x in found if x["sourceName"] == f"{prefix} table 1"]
        return {"sceneName": scene, "sceneItemId": id_}

    def outputs() -> dict[str, dict[str, Any]]:
        return {each["name"]: each for each in ask.get("/api/air").json()["outputs"]}

    def alarmed() -> set[str]:
        return {each["output"] for each in ask.get("/api/air").json()["alarms"]}

    hidden = [f"{prefix} table 1 is hidden"]
    moved = [f"{prefix} table 1 is out of place (positionX)"]
    there("SetSceneItemEnabled", **item(there), sceneItemEnabled=False)
    hand("SetSceneItemTransform", **item(hand), sceneItemTransform={"positionX": 100.0})
    eventually(lambda: outputs()["backup"]["differences"] == hidden, "it is told of the back-up")
    eventually(lambda: outputs()["main"]["differences"] == moved, "it is told of the main one")
    eventually(lambda: alarmed() == {"backup"}, "the hidden picture is alarmed")
    ask.post("/api/obs/leave", json={"outputs": ["main"]}).raise_for_status()
    assert alarmed() == {"backup"}, "what is left so elsewhere is alarmed here still"
    answer = ask.post("/api/obs/repair", json={"outputs": ["backup"]}).json()
    assert answer == {"message": "backup: Repaired.", "sent": hidden}
    assert there("GetSceneItemEnabled", **item(there)) == {"sceneItemEnabled": True}
    assert outputs()["backup"]["differences"] == []
    assert outputs()["main"]["differences"] == moved, "the other stays as somebody left it"
    answer = ask.post("/api/obs/repair", json={}).json()
    assert answer == {
        "message": "main: Repaired. backup: Nothing had to be repaired.",
        "sent": moved,
    }
