"""A scene collection written without OBS, and what a real OBS makes of it; its snapshot."""

import json
import queue
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from obs_eyes import RED, SLOW_MACHINE, Hand, colour_at, near
from obs_process import HEIGHT, PASSWORD, WIDTH, ObsProcess, screen

from producer.obs.director.takes import Held
from producer.obs.link.connection import Address, Link
from producer.obs.scenes.actual import Surroundings
from producer.obs.scenes.banks import safe_name
from producer.obs.scenes.collection import KINDS, collection, stand_ins
from producer.obs.scenes.setup import on_obs, set_up
from producer.obs.scenes.snapshot import snapshot
from producer.obs.scenes.wanted import WantedScenes
from producer.settings import ObsSettings, Picture

pytestmark = pytest.mark.xdist_group("obs")

CANVAS = (WIDTH, HEIGHT)


def page(bank: str) -> str:
    return f"http://127.0.0.1:9/graphics/{bank}"


def everything(settings: ObsSettings, folder: Path) -> WantedScenes:
    empty = Surroundings(CANVAS, "", False, KINDS["linux"], {})
    return Held(settings, folder, page).everything(empty)


@contextmanager
def obs_with(home: Path, told: dict[str, object]) -> Iterator[ObsProcess]:
    with screen() as display:
        obs = ObsProcess(home, display)
        scenes = home / ".config" / "obs-studio" / "basic" / "scenes"
        scenes.mkdir(parents=True)
        (scenes / "Test.json").write_text(json.dumps(told))
        obs.start()
        try:
            yield obs
        finally:
            obs.stop()


def test_a_real_obs_has_from_the_file_all_that_it_would_be_sent(tmp_path: Path) -> None:
    pictures = {"1": Picture(source="Camera 1"), "2": Picture(colour="#C81E1E")}
    own = ObsSettings(password=PASSWORD, pictures=pictures, graphics="image")
    wanted = everything(own, tmp_path / "files")
    told = collection("Test", wanted, CANVAS, safe_name(own.prefix))
    assert stand_ins(wanted) == []  # of an empty scene nothing of the producer's is in it
    with obs_with(tmp_path / "home", told) as obs:
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
            assert near(colour_at(hand.output(), 640, 360), (5, 10, 20))


def test_with_pages_the_collection_names_them_by_absolute_paths(tmp_path: Path) -> None:
    wanted = everything(ObsSettings(), tmp_path / "files")
    told = collection("Duplicast", wanted, CANVAS, "Duplicast safe")
    pages = [each for each in told["sources"] if each["id"] == "browser_source"]
    assert len(pages) == 2
    for each in pages:
        path = Path(each["settings"]["local_file"])
        assert path.is_absolute()
        assert path.is_file()


def test_a_snapshot_tells_what_obs_has_and_nothing_of_what_is_in_it(
    hand: Hand, prefix: str, settings: ObsSettings
) -> None:
    scene = f"{prefix} own"
    hand("CreateScene", sceneName=scene)
    hand.colour_source(scene, f"{prefix} colour", RED, (20, 10))
    for name, kind, told in (
        (f"{prefix} picture", "image_source", {"file": "/home/somebody/secret/p-1.png"}),
        (f"Text of {prefix}", "text_ft2_source_v2", {"text": "Ah Kd secret"}),
    ):
        hand("CreateInput", sceneName=scene, inputName=name, inputKind=kind, inputSettings=told)
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
