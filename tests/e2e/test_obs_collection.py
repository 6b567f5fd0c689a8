"""A scene collection imported by a real OBS; a snapshot of OBS."""

import json
import queue
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from obs_process import HEIGHT, PASSWORD, WIDTH, ObsProcess, screen
from obs_remote import RED, SLOW_MACHINE, Hand, colour_at, near

from producer.obs.link.connection import Address, Link
from producer.obs.monitor.snapshot import snapshot
from producer.obs.scenes.actual import Overview
from producer.obs.scenes.banks import safe_name
from producer.obs.scenes.collection import KINDS, collection, placeholders
from producer.obs.scenes.loaded import LoadedBanks
from producer.obs.scenes.setup import on_obs, set_up
from producer.obs.scenes.wanted import WantedScenes
from producer.settings import ObsSettings, PictureSource

pytestmark = pytest.mark.xdist_group("obs")

CANVAS = (WIDTH, HEIGHT)


def page(bank: str) -> str:
    return f"http://127.0.0.1:9/graphics/{bank}"


def everything(settings: ObsSettings, folder: Path) -> WantedScenes:
    empty = Overview(CANVAS, "", False, KINDS["linux"], {})
    return LoadedBanks(settings, folder, page).everything(empty)


@contextmanager
def obs_with(home: Path, data: dict[str, object]) -> Iterator[ObsProcess]:
    with screen() as display:
        obs = ObsProcess(home, display)
        scenes = home / ".config" / "obs-studio" / "basic" / "scenes"
        scenes.mkdir(parents=True)
        (scenes / "Test.json").write_text(json.dumps(data))
        obs.start()
        try:
            yield obs
        finally:
            obs.stop()


def test_a_real_obs_needs_nothing_more_after_the_import(tmp_path: Path) -> None:
    pictures = {"1": PictureSource(source="Camera 1"), "2": PictureSource(colour="#C81E1E")}
    own = ObsSettings(password=PASSWORD, pictures=pictures, graphics="image")
    wanted = everything(own, tmp_path / "files")
    data = collection("Test", wanted, CANVAS, safe_name(own.prefix))
    assert placeholders(wanted) == []  # idle scenes have no source of the producer's
    with obs_with(tmp_path / "home", data) as obs:
        here = own.model_copy(update={"port": obs.port})
        sent = on_obs(here, lambda link: set_up(link, here, tmp_path / "files", page), SLOW_MACHINE)
        assert [command.why for command in sent] == []
        with Link(
            Address("127.0.0.1", obs.port, PASSWORD), queue.Queue(), SLOW_MACHINE
        ).connect() as link:
            hand = Hand(link, obs)
            listed = hand("GetSceneList")
            assert listed["currentProgramSceneName"] == safe_name(own.prefix)
            assert len(listed["scenes"]) == len(wanted.scenes) > 20
            assert near(colour_at(hand.output(), 640, 360), (36, 64, 110))


def test_pages_have_absolute_paths_in_the_collection(tmp_path: Path) -> None:
    wanted = everything(ObsSettings(), tmp_path / "files")
    data = collection("Duplicast", wanted, CANVAS, "Duplicast safe")
    pages = [each for each in data["sources"] if each["id"] == "browser_source"]
    assert len(pages) == 2
    for each in pages:
        path = Path(each["settings"]["local_file"])
        assert path.is_absolute()
        assert path.is_file()


def test_a_snapshot_shows_what_obs_has_and_no_content(
    hand: Hand, prefix: str, settings: ObsSettings
) -> None:
    scene = f"{prefix} own"
    hand("CreateScene", sceneName=scene)
    hand.colour_source(scene, f"{prefix} colour", RED, (20, 10))
    for name, kind, data in (
        (f"{prefix} picture", "image_source", {"file": "/home/somebody/secret/p-1.png"}),
        (f"Text of {prefix}", "text_ft2_source_v2", {"text": "Ah Kd secret"}),
    ):
        hand("CreateInput", sceneName=scene, inputName=name, inputKind=kind, inputSettings=data)
    found = on_obs(settings, lambda link: snapshot(link, prefix), SLOW_MACHINE)
    text = json.dumps(found)
    assert "secret" not in text
    assert PASSWORD not in text
    assert found["sources"][f"{prefix} picture"]["settings"]["file"] == "p-1.png"
    assert found["sources"][f"Text of {prefix}"] == {"kind": "text_ft2_source_v2", "ours": False}
    assert [item["sourceName"] for item in found["scenes"][scene]] == [
        f"{prefix} colour",
        f"{prefix} picture",
        f"Text of {prefix}",
    ]
    assert found["obs"]["obsVersion"]
    assert found["video"]["baseWidth"] == WIDTH
