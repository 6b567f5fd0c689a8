"""``duplicast obs setup`` and ``teardown`` against the real OBS."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from obs_eyes import NEUTRAL, RED, Hand
from obs_process import PASSWORD, ObsProcess, free_port
from typer.testing import CliRunner, Result

from producer.cli.obs import app
from producer.obs.layouts import LAYOUTS

pytestmark = pytest.mark.xdist_group("obs")
RUN = Callable[..., Result]


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
    obs: ObsProcess,
    prefix: str,
) -> RUN:
    settings = {"PORT": obs.port, "PASSWORD": PASSWORD, "PREFIX": prefix}

    def run(*words: str, **more: Any) -> Result:
        monkeypatch.chdir(tmp_path_factory.mktemp("empty"))
        for name, value in {**settings, **more}.items():
            monkeypatch.setenv(f"DUPLICAST_OBS__{name}", str(value))
        return CliRunner().invoke(app, list(words))

    return run


def scenes(hand: Hand, prefix: str = "") -> list[str]:
    names = [scene["sceneName"] for scene in hand("GetSceneList")["scenes"]]
    return sorted(name for name in names if name.startswith(prefix))


def test_the_plan_is_told_in_words_and_nothing_is_done(hand: Hand, run: RUN, prefix: str) -> None:
    before = scenes(hand)
    told = run("setup", "--dry-run")
    assert told.exit_code == 0
    assert f"make   OBS has no scene {prefix} A two-up" in told.stderr
    assert "nothing was done" in told.stderr
    assert scenes(hand) == before


def test_set_up_and_taken_out_again_obs_is_as_it_was(hand: Hand, run: RUN, prefix: str) -> None:
    before = hand("GetInputList"), scenes(hand)
    answer = json.loads(run("setup", "--json").stdout)
    assert answer["done"] is True
    assert all(command["why"] for command in answer["commands"])
    assert len(scenes(hand, f"{prefix} ")) == 2 * len(LAYOUTS) + 1
    assert "Nothing is missing in OBS." in run("setup").stderr
    plan = json.loads(run("teardown", "--json", "--dry-run").stdout)
    assert plan["done"] is False
    assert len(scenes(hand, f"{prefix} ")) == 2 * len(LAYOUTS) + 1
    assert json.loads(run("teardown", "--json").stdout)["commands"] == plan["commands"]
    assert (hand("GetInputList"), scenes(hand)) == before
    assert "Nothing of ours is in OBS." in run("teardown").stderr


def test_what_somebody_put_into_our_scene_only_is_kept(hand: Hand, run: RUN, prefix: str) -> None:
    run("setup")
    camera = f"Camera of {prefix}"
    hand.colour_source(f"{prefix} A two-up", camera, RED, (64, 36))
    told = run("teardown")
    assert told.exit_code == 0
    assert hand.exists(camera)
    assert scenes(hand, f"{prefix} ") == []
    kept = hand("GetSceneItemList", sceneName=f"Kept from {prefix}")["sceneItems"]
    assert [item["sourceName"] for item in kept] == [camera]
    hand("RemoveScene", sceneName=f"Kept from {prefix}")


def test_while_our_scene_is_on_program_nothing_is_taken_out(
    hand: Hand, run: RUN, prefix: str
) -> None:
    run("setup")
    hand.forget()
    hand("SetCurrentProgramScene", sceneName=f"{prefix} safe")
    hand.event("CurrentProgramSceneChanged")
    told = run("teardown")
    assert told.exit_code == 1
    assert f"our scene {prefix} safe is on program. Switch OBS" in " ".join(told.stderr.split())
    assert f"{prefix} A two-up" in scenes(hand)
    assert NEUTRAL in scenes(hand)


def test_without_obs_the_reason_is_told(run: RUN) -> None:
    for command in ("setup", "teardown"):
        told = run(command, PORT=free_port())
        assert told.exit_code == 1
        assert "nothing answers" in told.stderr
        assert "Traceback" not in told.stderr
