"""``duplicast obs check`` against the real OBS."""

import json
from collections.abc import Callable

import pytest
from obs_process import PASSWORD, ObsProcess
from obs_remote import Hand
from ports import free_port
from typer.testing import CliRunner, Result

from producer.cli.obs.commands import app

pytestmark = pytest.mark.xdist_group("obs")

RUN = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> RUN:
    """The command with settings from the environment, in a folder without a settings file."""

    def run(*arguments: str, **settings: str | int) -> Result:
        monkeypatch.chdir(tmp_path_factory.mktemp("empty"))
        for name, value in settings.items():
            monkeypatch.setenv(f"DUPLICAST_OBS__{name.upper()}", str(value))
        return CliRunner().invoke(app, ["check", *arguments])

    return run


def words(result: Result) -> str:
    return " ".join(result.stderr.split())


def test_a_usable_obs(obs: ObsProcess, run: RUN) -> None:
    result = run(port=obs.port, password=PASSWORD)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert f"OBS answers at 127.0.0.1:{obs.port}" in words(result)
    assert "OBS 29." in words(result) or "obs-websocket 5." in words(result)
    assert "the canvas is 1280x720" in words(result)
    assert "studio mode is off" in words(result)
    assert "no browser source; graphics come as an image source" in words(result)
    assert "OBS can be used." in words(result)


def test_as_json(hand: Hand, obs: ObsProcess, run: RUN) -> None:
    hand("SetStudioModeEnabled", studioModeEnabled=True)
    result = run("--json", port=obs.port, password=PASSWORD)
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["usable"] is True
    marks = {finding["what"]: finding["mark"] for finding in report["findings"]}
    assert marks == {
        "reachable": "good",
        "version": "good",
        "graphics": "note",
        "canvas": "good",
        "studio": "note",
    }


def test_nothing_there(run: RUN) -> None:
    result = run(port=free_port())
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "nothing answers at 127.0.0.1" in words(result)
    assert "Enable WebSocket server" in words(result)
    assert "OBS cannot be used yet." in words(result)


def test_wrong_password_as_json(obs: ObsProcess, run: RUN) -> None:
    result = run("--json", port=obs.port, password="not this one")
    assert result.exit_code == 1
    (finding,) = json.loads(result.stdout)["findings"]
    assert finding["mark"] == "bad"
    assert "obs.password" in finding["hint"]


@pytest.mark.usefixtures("hand")
def test_a_missing_picture_is_bad(obs: ObsProcess, run: RUN) -> None:
    pictures = json.dumps({"north": "Somebody's colour", "south": "No such camera"})
    result = run(port=obs.port, password=PASSWORD, pictures=pictures)
    assert result.exit_code == 1
    assert 'table north is shown by the source "Somebody\'s colour"' in words(result)
    assert "OBS has no source 'No such camera' for table south" in words(result)


def test_a_missing_browser_source_is_bad_if_required(obs: ObsProcess, run: RUN) -> None:
    result = run(port=obs.port, password=PASSWORD, graphics="browser")
    assert result.exit_code == 1
    assert "Set obs.graphics to auto or image" in words(result)
