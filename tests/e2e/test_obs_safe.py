"""The safe scene in a real OBS: a slide or a camera, with sound, and a hotkey without us."""

import queue
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from obs_process import PASSWORD, running_obs
from obs_remote import GREEN, NEUTRAL, SLOW_MACHINE, Hand, colour_at, near
from patience import eventually
from service import fill, guide, open_gate_on, serving

from overlay.safe_slide import safe_slide_png
from overlay.themes.theme import load_theme
from producer.obs.link.connection import Address, Link
from producer.obs.scenes.actual import Overview
from producer.obs.scenes.collection import collection
from producer.obs.scenes.loaded import LoadedBanks
from producer.obs.scenes.safe_files import SLIDE, write_safe_files
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

GOLD = (0xFF, 0xC9, 0x3C)
"""Of the dark theme (assets/themes/dark.toml)."""

ON_THE_LINE = (200, 360)
"""A point of the 1280x720 canvas on the slide's line."""


@pytest.fixture
def safe(tmp_path: Path, settings: ObsSettings, hand: Hand) -> Callable[..., str]:  # noqa: ARG001
    """Goes to safe with some settings changed; the answer's words."""
    fill(tmp_path / "desk.db", guide())

    def go(**changes: object) -> str:
        own = ObsSettings.model_validate({**settings.model_dump(), **changes})
        with (
            open_gate_on(tmp_path / "desk.db") as gate,
            serving(gate, tmp_path, obs=own) as at,
        ):
            answer = httpx.post(f"{at}/api/safe", trust_env=False, timeout=60)
            answer.raise_for_status()
            return str(answer.json()["message"])

    return go


def test_safe_is_the_themed_slide_with_sound(
    safe: Callable[..., str], hand: Hand, prefix: str
) -> None:
    assert safe() == "On program: the safe scene."
    eventually(lambda: near(colour_at(hand.output(), *ON_THE_LINE), GOLD, by=6), "the gold line")
    assert hand.output().mean() > 40, "it is no dark frame"
    name = f"{prefix} safe sound"
    eventually(
        lambda: (
            hand("GetMediaInputStatus", inputName=name)["mediaState"] == "OBS_MEDIA_STATE_PLAYING"
        ),
        "the chord plays",
    )
    assert hand("GetInputMute", inputName=name)["inputMuted"] is False
    assert hand("GetInputSettings", inputName=name)["inputSettings"]["looping"] is True


def test_safe_is_the_chosen_camera_and_its_sound_is_on(
    safe: Callable[..., str], hand: Hand, prefix: str
) -> None:
    camera = f"Hall of {prefix}"
    hand.colour_source(NEUTRAL, camera, GREEN, (1280, 720))
    assert safe(safe=camera, sound="focus") == "On program: the safe scene."
    eventually(lambda: near(colour_at(hand.output(), 640, 360), GREEN), "the camera")
    items = hand("GetSceneItemList", sceneName=f"{prefix} safe")["sceneItems"]
    assert [item["sourceName"] for item in items] == [camera]


def test_safe_without_its_file_is_a_colour_and_says_so(
    safe: Callable[..., str], hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("producer.web.onair.outputs.write_safe_files", broken)
    assert "safe is a plain colour" in safe()
    assert hand.output().mean() > 40, "it is no dark frame"


def broken(folder: Path, slide: bytes) -> None:
    write_safe_files(folder, slide)
    (folder / SLIDE).write_bytes(b"no picture")


def test_a_hotkey_of_the_collection_reaches_safe_without_duplicast(tmp_path: Path) -> None:
    settings = ObsSettings(hotkey="F9")
    folder = tmp_path / "files"
    write_safe_files(folder, safe_slide_png(load_theme("dark")))
    kinds = frozenset({"image_source", "color_source_v3", "ffmpeg_source"})
    banks = LoadedBanks(settings, folder, lambda bank: f"http://127.0.0.1:9/{bank}")
    wanted = banks.everything(Overview((1280, 720), "", False, kinds, {}))
    made = collection("Test", wanted, (1280, 720), "Duplicast A two-up", settings.hotkey)
    with running_obs(tmp_path / "home", made) as obs:
        address = Address("127.0.0.1", obs.port, PASSWORD)
        with Link(address, queue.Queue(), SLOW_MACHINE).connect() as link:
            hand = Hand(link, obs)

            def program() -> str:
                return str(hand("GetCurrentProgramScene")["currentProgramSceneName"])

            assert program() == "Duplicast A two-up"
            hand("TriggerHotkeyByKeySequence", keyId="OBS_KEY_F9")
            eventually(lambda: program() == "Duplicast safe", "the key cuts to safe")
            eventually(
                lambda: near(colour_at(hand.output(), *ON_THE_LINE), GOLD, by=6), "the slide"
            )
