"""``duplicast obs setup`` and ``teardown`` against the real OBS."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from obs_process import PASSWORD, ObsProcess
from obs_remote import NEUTRAL, RED, Hand
from ports import free_port
from typer.testing import CliRunner, Result

from producer.cli.obs.files import app
from producer.obs.scenes.layouts import LAYOUTS

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


def test_a_dry_run_lists_the_plan_and_changes_nothing(hand: Hand, run: RUN, prefix: str) -> None:
    before = scenes(hand)
    result = run("setup", "--dry-run")
    assert result.exit_code == 0
    assert f"make   OBS has no scene {prefix} A two-up" in result.stderr
    assert "nothing was done" in result.stderr
    assert scenes(hand) == before


def test_after_set_up_and_teardown_obs_is_as_before(hand: Hand, run: RUN, prefix: str) -> None:
    before = hand("GetInputList"), scenes(hand)
    answer = json.loads(run("setup", "--json").stdout)
    assert answer["done"] is True
    (main,) = answer["outputs"]
    assert (main["name"], main["done"], main["reason"]) == ("main", True, "")
    assert all(command["why"] for command in main["commands"])
    assert len(scenes(hand, f"{prefix} ")) == 2 * len(LAYOUTS) + 1
    assert "Nothing is missing in OBS." in run("setup").stderr
    plan = json.loads(run("teardown", "--json", "--dry-run").stdout)
    assert plan["done"] is False
    assert len(scenes(hand, f"{prefix} ")) == 2 * len(LAYOUTS) + 1
    assert (
        json.loads(run("teardown", "--json").stdout)["outputs"][0]["commands"]
        == plan["outputs"][0]["commands"]
    )
    assert (hand("GetInputList"), scenes(hand)) == before
    assert "Nothing of ours is in OBS." in run("teardown").stderr


def test_a_foreign_source_only_in_our_scene_survives(hand: Hand, run: RUN, prefix: str) -> None:
    run("setup")
    camera = f"Camera of {prefix}"
    hand.colour_source(f"{prefix} A two-up", camera, RED, (64, 36))
    result = run("teardown")
    assert result.exit_code == 0
    assert hand.exists(camera)
    assert scenes(hand, f"{prefix} ") == []
    kept = hand("GetSceneItemList", sceneName=f"Kept from {prefix}")["sceneItems"]
    assert [item["sourceName"] for item in kept] == [camera]
    hand.remove_scene(f"Kept from {prefix}")


def test_nothing_is_removed_while_our_scene_is_on_program(
    hand: Hand, run: RUN, prefix: str
) -> None:
    run("setup")
    hand.forget()
    hand("SetCurrentProgramScene", sceneName=f"{prefix} safe")
    hand.event("CurrentProgramSceneChanged")
    result = run("teardown")
    assert result.exit_code == 1
    assert f"our scene {prefix} safe is on program. Switch OBS" in " ".join(result.stderr.split())
    assert f"{prefix} A two-up" in scenes(hand)
    assert NEUTRAL in scenes(hand)


def test_without_obs_the_command_gives_the_reason(run: RUN) -> None:
    for command in ("setup", "teardown"):
        result = run(command, PORT=free_port())
        assert result.exit_code == 1
        assert "nothing answers" in result.stderr
        assert "Traceback" not in result.stderr


@pytest.fixture
def backup(obs: ObsProcess) -> dict[str, Any]:
    """The main OBS is offline, the backup is online."""
    place = {"name": "backup", "port": obs.port, "password": PASSWORD}
    return {"PORT": free_port(), "MORE": json.dumps([place])}


def test_every_obs_is_set_up_and_reported_by_itself(
    hand: Hand, run: RUN, prefix: str, backup: dict[str, Any]
) -> None:
    plan = run("setup", "--dry-run", **backup)
    assert plan.exit_code == 3
    main, _, further = plan.stderr.partition("backup\n")
    assert main.startswith("main\n")
    assert "nothing answers at 127.0.0.1" in main
    assert "Start OBS" in " ".join(main.split())
    assert f"make   OBS has no scene {prefix} A two-up" in further
    assert "Not done: main." in further
    assert scenes(hand, f"{prefix} ") == []
    answer = json.loads(run("setup", "--json", **backup).stdout)
    assert answer["done"] is False
    assert [(each["name"], each["done"]) for each in answer["outputs"]] == [
        ("main", False),
        ("backup", True),
    ]
    assert "Start OBS" in answer["outputs"][0]["hint"]
    assert len(scenes(hand, f"{prefix} ")) == 2 * len(LAYOUTS) + 1
    out = run("teardown", **backup)
    assert out.exit_code == 3
    assert scenes(hand, f"{prefix} ") == []


def test_one_obs_can_be_selected(hand: Hand, run: RUN, prefix: str, backup: dict[str, Any]) -> None:
    assert run("setup", "--output", "backup", **backup).exit_code == 0
    assert len(scenes(hand, f"{prefix} ")) == 2 * len(LAYOUTS) + 1
    found = json.loads(run("snapshot", "--output", "backup", **backup).stdout)
    assert f"{prefix} A two-up" in json.dumps(found)
    assert run("snapshot", **backup).exit_code == 1
    assert run("teardown", "--output", "main", **backup).exit_code == 1
    wrong = run("teardown", "--output", "third", **backup)
    assert wrong.exit_code == 2
    assert "there is no such OBS; there is main, backup" in wrong.stderr
    assert len(scenes(hand, f"{prefix} ")) == 2 * len(LAYOUTS) + 1
