"""The two-up on a real OBS, checked by what OBS shows."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from effort import counts
from obs_recording import closest, frames, recording
from obs_remote import (
    BLUE,
    GREEN,
    NEUTRAL,
    RED,
    YELLOW,
    Colour,
    Hand,
    bar_png,
    colour_at,
    graphics,
    near,
    take,
)
from patience import eventually

from producer.obs import Director, ObsRefusal, Online, Shot
from producer.obs.link.refusals import NotInObs, PictureNotLoaded
from producer.obs.scenes.table_pictures import table_colour
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

LEFT, RIGHT, BAR = (300, 200), (980, 200), (640, 633)
"""Points of the 1280x720 canvas: in the left picture, in the right one, on the bar over both."""

START_DIRECTOR = Callable[..., Director]


def rgb(colour: int) -> Colour:
    return colour >> 16 & 255, colour >> 8 & 255, colour & 255


def colours(tables: tuple[str, ...]) -> tuple[Colour, ...]:
    return tuple(rgb(table_colour(table)) for table in tables)


def items(hand: Hand, scene: str) -> list[dict[str, Any]]:
    return list(hand("GetSceneItemList", sceneName=scene)["sceneItems"])


def with_pictures(settings: ObsSettings, pictures: Mapping[str, object]) -> ObsSettings:
    return ObsSettings.model_validate({**settings.model_dump(), "pictures": pictures})


def shown(hand: Hand, scene: str) -> list[str]:
    """The sources shown in the scene, from bottom to top."""
    return [
        item["sourceName"]
        for item in sorted(items(hand, scene), key=lambda item: item["sceneItemIndex"])
        if item["sceneItemEnabled"]
    ]


def test_one_table_is_left_the_other_right_and_graphics_over_both(
    hand: Hand, director: Director, prefix: str
) -> None:
    taken = take(director, bar_png(YELLOW), ("1", "2"))
    left, right = colours(("1", "2"))
    output = hand.output()
    assert output.shape == (720, 1280, 3)
    assert near(colour_at(output, *LEFT), left)
    assert near(colour_at(output, *RIGHT), right)
    assert not near(left, right, by=20)
    for x in (300, *BAR[:1], 980):
        assert near(colour_at(output, x, BAR[1]), YELLOW)
    assert taken.scene == f"{prefix} A two-up"
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == taken.scene
    state = director.state()
    assert isinstance(state, Online)
    assert state.program == taken.scene
    assert state.canvas == (1280, 720)
    assert not state.browser


def test_pictures_reach_to_the_middle_and_no_further(hand: Hand, director: Director) -> None:
    take(director, bar_png(YELLOW), ("1", "2"))
    left, right = colours(("1", "2"))
    row = hand.output()[200]
    # 1920 wide: left 0-952, right 968-1920; two thirds of it: 0-635 and 645-1280.
    assert np.abs(row[:635].astype(int) - left).max() <= 3
    assert np.abs(row[635:645].astype(int)).max() <= 3
    assert np.abs(row[645:].astype(int) - right).max() <= 3


def test_the_next_take_changes_pictures_and_graphics(
    hand: Hand, director: Director, prefix: str
) -> None:
    first = take(director, bar_png(YELLOW), ("1", "2"))
    second = take(director, bar_png(BLUE), ("3", "1"))
    left, right = colours(("3", "1"))
    output = hand.output()
    assert near(colour_at(output, *LEFT), left)
    assert near(colour_at(output, *RIGHT), right)
    assert near(colour_at(output, *BAR), BLUE)
    assert (first.scene, second.scene) == (f"{prefix} A two-up", f"{prefix} B two-up")
    assert second.id != first.id
    assert shown(hand, second.scene) == [
        f"{prefix} table 3",
        f"{prefix} table 1",
        f"{prefix} graphics B (image)",
    ]
    assert shown(hand, first.scene) == [  # the bank that was on air is left as it was
        f"{prefix} table 1",
        f"{prefix} table 2",
        f"{prefix} graphics A (image)",
    ]


def test_a_take_of_the_preview_sends_only_the_cut(
    hand: Hand, director: Director, prefix: str, tmp_path: Path
) -> None:
    shot, drawn = Shot("two-up", ("1", "2")), graphics(bar_png(YELLOW))
    ready = director.preview(shot, drawn)
    assert ready.scene == f"{prefix} A two-up"
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == NEUTRAL
    before = items(hand, ready.scene), list((tmp_path / "files").iterdir())
    hand.events()
    director.take(shot, drawn)
    assert (items(hand, ready.scene), list((tmp_path / "files").iterdir())) == before
    of_the_cut = {
        "SceneTransitionStarted",
        "SceneTransitionVideoEnded",
        "SceneTransitionEnded",
        "CurrentProgramSceneChanged",
    }
    assert set(hand.events(*of_the_cut)) == of_the_cut


def test_foreign_sources_are_not_changed(hand: Hand, director: Director, prefix: str) -> None:
    other = f"{prefix}'s neighbour"  # begins with the prefix's letters, yet is not ours
    hand("CreateScene", sceneName=other)
    hand.colour_source(other, f"{prefix}s own", RED, (200, 100))

    def foreign() -> list[Any]:
        scenes = hand("GetSceneList")["scenes"]
        names = [scene["sceneName"] for scene in scenes]
        kept = [name for name in names if not name.startswith(f"{prefix} ")]
        return [
            kept,
            [items(hand, name) for name in kept],
            hand("GetInputSettings", inputName=f"{prefix}s own"),
            hand("GetInputSettings", inputName="Somebody's colour"),
            hand("GetCurrentSceneTransition"),
        ]

    before = foreign()
    take(director, bar_png(YELLOW), ("1", "2"))
    take(director, bar_png(BLUE), ("3", "1"))
    assert foreign() == before


def camera(hand: Hand, scene: str, name: str, path: Path, edge: Colour, middle: Colour) -> None:
    """A foreign 16:9 picture: its outer fifths in one colour, its middle in another."""
    picture = np.full((360, 640, 3), middle[::-1], np.uint8)
    picture[:, :128] = picture[:, -128:] = edge[::-1]
    assert cv2.imwrite(str(path), picture)
    hand(
        "CreateInput",
        sceneName=scene,
        inputName=name,
        inputKind="image_source",
        inputSettings={"file": str(path)},
    )


def test_foreign_cameras_fill_their_halves_unchanged(
    hand: Hand, settings: ObsSettings, directing: START_DIRECTOR, prefix: str, tmp_path: Path
) -> None:
    cameras = {"1": f"Camera 1 of {prefix}", "2": f"Camera 2 of {prefix}"}
    studio = f"Studio of {prefix}"
    hand("CreateScene", sceneName=studio)
    camera(hand, studio, cameras["1"], tmp_path / "1.png", BLUE, RED)
    camera(hand, studio, cameras["2"], tmp_path / "2.png", BLUE, GREEN)
    before = [hand("GetInputSettings", inputName=name) for name in cameras.values()]
    before.append(hand("GetSceneItemList", sceneName=studio))
    director = directing(with_pictures(settings, cameras))
    take(director, bar_png(YELLOW), ("1", "2"))
    row = hand.output()[360]
    # 635x720 of a 640x360 picture: 317 of its columns are seen, 161 to 478, all in the middle.
    assert np.abs(row[:635].astype(int) - RED).max() <= 3
    assert np.abs(row[635:645].astype(int)).max() <= 3
    assert np.abs(row[645:].astype(int) - GREEN).max() <= 3
    take(director, bar_png(YELLOW), ("3", "4"))
    assert not near(colour_at(hand.output(), *LEFT), RED, by=20)
    after = [hand("GetInputSettings", inputName=name) for name in cameras.values()]
    after.append(hand("GetSceneItemList", sceneName=studio))
    assert after == before


def test_a_camera_only_in_our_scene_survives_a_take_without_it(
    hand: Hand, settings: ObsSettings, directing: START_DIRECTOR, prefix: str
) -> None:
    scene, camera_name = f"{prefix} A two-up", f"Camera of {prefix}"
    hand("CreateScene", sceneName=scene)
    hand.colour_source(scene, camera_name, RED, (640, 360))
    director = directing(with_pictures(settings, {"1": camera_name}))
    take(director, bar_png(YELLOW), ("1", "2"))
    assert camera_name in shown(hand, scene)
    for _ in range(2):  # each goes to the other bank
        take(director, bar_png(YELLOW), ("3", "2"))
    assert hand.exists(camera_name)
    assert camera_name not in shown(hand, scene)


def test_a_missing_picture_is_refused_before_anything_is_sent(
    hand: Hand, settings: ObsSettings, directing: START_DIRECTOR, prefix: str
) -> None:
    director = directing(with_pictures(settings, {"1": "No such camera"}))
    with pytest.raises(NotInObs, match=r"no source 'No such camera'.*obs\.pictures"):
        take(director, bar_png(YELLOW), ("2", "1"))
    assert not hand.exists(f"{prefix} A two-up")
    assert not hand.exists(f"{prefix} table 2")
    assert director.loaded() == {}


def test_a_foreign_move_is_undone_and_a_foreign_logo_stays(
    hand: Hand, director: Director, prefix: str
) -> None:
    scene = take(director, bar_png(YELLOW), ("1", "2")).scene
    logo = hand.colour_source(scene, f"Logo of {prefix}", BLUE, (100, 60))
    place = {"positionX": 590.0, "positionY": 620.0}
    hand("SetSceneItemTransform", sceneName=scene, sceneItemId=logo, sceneItemTransform=place)
    moved = next(i for i in items(hand, scene) if i["sourceName"] == f"{prefix} table 1")
    hand(
        "SetSceneItemTransform",
        sceneName=scene,
        sceneItemId=moved["sceneItemId"],
        sceneItemTransform={"positionX": 500.0, "rotation": 30.0},
    )
    hand("SetSceneItemIndex", sceneName=scene, sceneItemId=moved["sceneItemId"], sceneItemIndex=3)
    for _ in range(2):  # the first goes to the other bank
        take(director, bar_png(YELLOW), ("1", "2"))
    output = hand.output()
    assert near(colour_at(output, *LEFT), colours(("1", "2"))[0])
    assert near(colour_at(output, 300, BAR[1]), YELLOW)
    assert near(colour_at(output, *BAR), BLUE)  # the logo is still over the graphics
    assert shown(hand, scene)[-1] == f"Logo of {prefix}"


def test_pictures_and_graphics_are_never_of_different_banks(hand: Hand, director: Director) -> None:
    """Frame by frame in OBS's own recording, because a screenshot is not program."""
    sides = {YELLOW: ("1", "2"), BLUE: ("3", "4")}
    truth = {bar: colours(tables) for bar, tables in sides.items()}
    take(director, bar_png(YELLOW), sides[YELLOW])
    with recording(hand) as video:
        for bar in [BLUE, YELLOW] * counts(6, 60):
            take(director, bar_png(bar), sides[bar])
    seen = []
    for picture in frames(video):
        bar = closest(colour_at(picture, *BAR), list(truth))
        for side, place in enumerate((LEFT, RIGHT)):
            found = colour_at(picture, *place)
            assert closest(found, [each[side] for each in truth.values()]) == truth[bar][side]
        seen.append(bar)
    assert sum(one != other for one, other in pairwise(seen)) >= counts(10, 110)


def test_new_graphics_get_a_new_file_and_old_files_are_removed(
    director: Director, hand: Hand, prefix: str, tmp_path: Path
) -> None:
    files = []
    for colour in (YELLOW, BLUE, GREEN):
        bank = take(director, bar_png(colour), ("1", "2")).bank
        settings = hand("GetInputSettings", inputName=f"{prefix} graphics {bank} (image)")
        files.append(settings["inputSettings"]["file"])
        assert {str(path) for path in (tmp_path / "files").iterdir()} == set(files[-2:])
    assert len(set(files)) == 3


def test_a_picture_file_obs_cannot_load_does_not_reach_program(
    hand: Hand, director: Director
) -> None:
    with pytest.raises(PictureNotLoaded, match="could not load"):
        take(director, b"not a picture", ("1", "2"))
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == NEUTRAL


def test_an_error_of_the_graphics_is_raised_by_the_take(
    hand: Hand, director: Director, prefix: str
) -> None:
    def sealed() -> bytes:
        raise PermissionError("the deal is sealed")

    with pytest.raises(PermissionError, match="the deal is sealed"):
        director.take(Shot("two-up", ("1", "2")), replace(graphics(b""), png=sealed))
    assert not hand.exists(f"{prefix} A two-up")
    assert isinstance(director.state(), Online)


def test_in_studio_mode_a_take_changes_program(hand: Hand, director: Director) -> None:
    hand("SetStudioModeEnabled", studioModeEnabled=True)
    eventually(lambda: getattr(director.state(), "studio", False), "studio mode told")
    for tables, bar in ((("1", "2"), YELLOW), (("3", "1"), BLUE)):
        take(director, bar_png(bar), tables)
        output = hand.output()
        left, right = colours(tables)
        assert near(colour_at(output, *LEFT), left)
        assert near(colour_at(output, *RIGHT), right)
        assert near(colour_at(output, *BAR), bar)


@pytest.mark.parametrize("transition", ["Cut", "Fade"])
def test_a_take_returns_when_the_transition_has_ended(
    hand: Hand, director: Director, transition: str
) -> None:
    hand.transition(transition, 400)
    hand.forget()
    take(director, bar_png(YELLOW), ("1", "2"))
    assert near(colour_at(hand.output(), *BAR), YELLOW)


def test_a_take_waits_for_a_running_transition(hand: Hand, director: Director, prefix: str) -> None:
    """Switching during a transition can freeze program."""
    elsewhere = f"{prefix}: elsewhere"
    hand("CreateScene", sceneName=elsewhere)
    hand.transition("Fade", 1500)
    hand.forget()
    hand("SetCurrentProgramScene", sceneName=elsewhere)
    take(director, bar_png(YELLOW), ("1", "2"))
    transitions = ("SceneTransitionStarted", "SceneTransitionEnded")
    assert [hand.event(*transitions).name for _ in range(4)] == [*transitions, *transitions]
    assert near(colour_at(hand.output(), *BAR), YELLOW)


def test_a_removed_source_is_created_again_although_obs_reserves_its_name(
    hand: Hand, director: Director, prefix: str
) -> None:
    take(director, bar_png(YELLOW), ("1", "2"))
    hand.forget()
    hand("SetCurrentProgramScene", sceneName=NEUTRAL)
    hand.event("SceneTransitionEnded")
    hand("RemoveInput", inputName=f"{prefix} table 1")
    hand("RemoveInput", inputName=f"{prefix} graphics A (image)")
    for _ in range(2):  # the first goes to the other bank
        take(director, bar_png(BLUE), ("1", "2"))
    output = hand.output()
    assert near(colour_at(output, *LEFT), colours(("1", "2"))[0])
    assert near(colour_at(output, *BAR), BLUE)


def test_a_removed_scene_is_created_again(hand: Hand, director: Director, prefix: str) -> None:
    take(director, bar_png(YELLOW), ("1", "2"))
    hand.remove_scene(f"{prefix} A two-up")
    for _ in range(2):
        take(director, bar_png(BLUE), ("1", "2"))
    assert near(colour_at(hand.output(), *BAR), BLUE)


def test_a_foreign_source_with_our_name_is_refused(
    hand: Hand, director: Director, prefix: str
) -> None:
    item = hand.colour_source(NEUTRAL, f"{prefix} A two-up", RED, (10, 10))
    try:
        with pytest.raises(NotInObs, match=r"has the name of our scene.*obs\.prefix"):
            take(director, bar_png(YELLOW), ("1", "2"))
    finally:
        hand("RemoveSceneItem", sceneName=NEUTRAL, sceneItemId=item)


def test_one_source_for_two_pictures_is_refused(director: Director) -> None:
    with pytest.raises(ObsRefusal, match="would be shown twice"):
        take(director, bar_png(YELLOW), ("1", "1"))
