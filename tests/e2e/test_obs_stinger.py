"""A take with a stinger, a clip that covers the cut, which the producer added in OBS."""

import queue
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from obs_process import PASSWORD, running_obs
from obs_recording import frames, recording
from obs_remote import (
    SLOW_MACHINE,
    YELLOW,
    Colour,
    Hand,
    bar_png,
    colour_at,
    near,
    neutral,
    take,
)
from test_obs_two_up import BAR, LEFT, RIGHT

from producer.obs import Director
from producer.obs.link.connection import Address, Link
from producer.obs.scenes.table_pictures import table_colour
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

STINGER = "The channel's clip"
PURPLE: Colour = (160, 40, 180)
"""Of the clip; OBS shows every clip a little lighter."""

LASTS, CUTS_AT = 1.0, 0.4


def clip(path: Path) -> Path:
    """Purple all over, a second long."""
    written = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 30, (1280, 720))
    red, green, blue = PURPLE
    for _ in range(round(30 * LASTS)):
        written.write(np.full((720, 1280, 3), (blue, green, red), np.uint8))
    written.release()
    return path


def rgb(colour: int) -> Colour:
    return colour >> 16 & 255, colour >> 8 & 255, colour & 255


def collection(path: Path) -> dict[str, object]:
    """As OBS saves it: an empty scene, and the stinger, which its API cannot create."""
    settings = {"path": str(path), "tp_type": 0, "transition_point": round(1000 * CUTS_AT)}
    stinger = {"id": "obs_stinger_transition", "name": STINGER, "settings": settings}
    scene = {"id": "scene", "versioned_id": "scene", "name": "Scene", "settings": {"items": []}}
    return {
        "name": "Test",
        "current_scene": "Scene",
        "current_program_scene": "Scene",
        "scene_order": [{"name": "Scene"}],
        "sources": [scene],
        "transitions": [stinger],
        "current_transition": "Cut",
        "transition_duration": 300,
    }


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[tuple[Director, Hand]]:
    made = collection(clip(tmp_path / "stinger.mp4"))
    with running_obs(tmp_path / "home", made) as obs:
        settings = ObsSettings(port=obs.port, password=PASSWORD, transition="stinger")
        address = Address("127.0.0.1", obs.port, PASSWORD)
        with (
            Link(address, queue.Queue(), SLOW_MACHINE).connect() as link,
            Director(settings, tmp_path / "files", partial("{}".format), SLOW_MACHINE) as director,
        ):
            hand = Hand(link, obs)
            neutral(hand)
            yield director, hand


def test_a_stinger_covers_the_cut_of_our_takes_only(stage: tuple[Director, Hand]) -> None:
    director, hand = stage
    assert hand("GetCurrentSceneTransition")["transitionKind"] == "cut_transition"
    with recording(hand) as recorded:
        taken = take(director, bar_png(YELLOW), ("1", "2"))
    assert any(near(colour_at(picture, *LEFT), PURPLE, by=25) for picture in frames(recorded))
    assert taken.seconds > LASTS / 2
    output = hand.output()
    wished = [*(rgb(table_colour(table)) for table in "12"), YELLOW]
    assert all(
        near(colour_at(output, *place), colour)
        for place, colour in zip((LEFT, RIGHT, BAR), wished, strict=True)
    )
    assert hand("GetCurrentSceneTransition")["transitionKind"] == "cut_transition"
