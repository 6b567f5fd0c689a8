"""Every scene of both banks on a real OBS, proven by the pixels of its true output."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from obs_remote import (
    BLUE,
    GREEN,
    NEUTRAL,
    RED,
    YELLOW,
    Colour,
    Hand,
    Picture,
    bar_png,
    colour_at,
    graphics,
    near,
    take,
)

from overlay.stage import Box
from producer.obs import Director, Shot
from producer.obs.link.refusals import NotInObs, PictureNotLoaded
from producer.obs.scenes.layouts import LAYOUTS, LayoutName
from producer.obs.scenes.table_pictures import table_colour
from producer.obs.scenes.wanted import BACKDROP
from producer.settings import ObsSettings
from producer.stages.entry import fitted

pytestmark = pytest.mark.xdist_group("obs")

START_DIRECTOR = Callable[..., Director]
CANVAS = (1280, 720)
TABLES = ("1", "2", "3", "4", "5", "6")
MARK = Box(300, 0, 120, 60)
"""Of the graphics in these tests; the rest is clear."""


def rgb(colour: int) -> Colour:
    return colour >> 16 & 255, colour >> 8 & 255, colour & 255


def marked(stage: tuple[int, int], colour: Colour) -> bytes:
    drawn = np.zeros((stage[1], stage[0], 4), np.uint8)
    drawn[MARK.y : MARK.y + MARK.height, MARK.x : MARK.x + MARK.width] = (*reversed(colour), 255)
    done, png = cv2.imencode(".png", drawn)
    assert done
    return png.tobytes()


def expected(layout: LayoutName, mark: Colour) -> Picture:
    """The output as it must be, drawn here: black, or the backdrop; pictures; the mark."""
    shown = LAYOUTS[layout]
    ground = (0, 0, 0) if shown.pictures else rgb(BACKDROP)
    picture = np.full((CANVAS[1], CANVAS[0], 3), ground, np.uint8)
    boxes = [
        (box, rgb(table_colour(table))) for box, table in zip(shown.pictures, TABLES, strict=False)
    ]
    for box, colour in [*boxes, (MARK, mark)]:
        at = fitted(box, CANVAS, shown.stage)
        picture[at.y : at.y + at.height, at.x : at.x + at.width] = colour
    return picture


def shot(layout: LayoutName) -> Shot:
    return Shot(layout, TABLES[: len(LAYOUTS[layout].pictures)])


def test_every_scene_is_on_air_as_it_must_be_from_either_bank(
    hand: Hand, director: Director, prefix: str
) -> None:
    seen = set()
    for mark in (YELLOW, BLUE):
        for layout in LAYOUTS:
            drawn = graphics(marked(LAYOUTS[layout].stage, mark))
            taken = director.take(shot(layout), drawn)
            output = hand.output().astype(int)
            apart = np.abs(output - expected(layout, mark)).max(axis=2) > 3
            assert apart.mean() < 0.002, f"{taken.scene}: {apart.mean():.1%} of it is otherwise"
            seen.add(taken.scene)
        take(director, bar_png(GREEN), ("1", "2"))  # the next round goes to the other banks
    assert seen == {f"{prefix} {bank} {layout}" for bank in "AB" for layout in LAYOUTS}


def test_graphics_that_are_clear_are_graphics(hand: Hand, director: Director) -> None:
    clear = cv2.imencode(".png", np.zeros((1080, 1920, 4), np.uint8))[1].tobytes()
    director.take(Shot("break"), graphics(clear))
    assert near(colour_at(hand.output(), 640, 360), rgb(BACKDROP))


def test_a_scene_that_was_left_shows_nothing_of_it(
    hand: Hand, director: Director, prefix: str
) -> None:
    """It shares its bank's graphics, which must not come up over other pictures."""
    for layout in ("six-up", "table", "standings", "field"):
        director.take(shot(layout), graphics(bar_png(YELLOW)))
    for layout in ("six-up", "table"):
        for bank in "AB":
            if hand.exists(f"{prefix} {bank} {layout}"):
                assert hand.scene(f"{prefix} {bank} {layout}").max() <= 3


def test_the_safe_scene_is_a_slide_and_then_the_producers_own(
    hand: Hand, settings: ObsSettings, directing: START_DIRECTOR, prefix: str
) -> None:
    wide = f"Wide shot of {prefix}"
    director = directing(settings)
    take(director, bar_png(YELLOW), ("1", "2"))
    assert director.safe().scene == f"{prefix} safe"
    assert hand.output().max() > 0x40, "never an empty dark frame"
    assert hand.output()[..., 0].max() < 0x80, "nor what was on air, which was yellow"
    director.stop()
    own = directing(settings.model_copy(update={"safe": wide}))
    lacking = own.safe()
    assert lacking.note == f"OBS has no source {wide!r}, so safe is a plain colour"
    hand.colour_source(NEUTRAL, wide, GREEN, (640, 360))
    assert own.safe().note == ""
    assert near(colour_at(hand.output(), 640, 360), GREEN)


def test_safe_cuts_whatever_the_transition_is_and_leaves_the_choice_of_it(
    hand: Hand, director: Director
) -> None:
    hand.transition("Fade", 5000)
    hand.forget()
    director.safe()
    assert hand.event("SceneTransitionStarted").data["transitionName"] == "Cut"
    chosen = hand("GetCurrentSceneTransition")
    assert (chosen["transitionName"], chosen["transitionDuration"]) == ("Fade", 5000)


def test_a_take_has_the_transition_of_the_settings_and_obs_keeps_its_own(
    hand: Hand, settings: ObsSettings, directing: START_DIRECTOR
) -> None:
    director = directing(settings.model_copy(update={"transition": "fade", "milliseconds": 700}))
    for _ in range(2):
        hand.forget()
        take(director, bar_png(YELLOW), ("1", "2"))
        assert hand.event("SceneTransitionStarted").data["transitionName"] == "Fade"
        assert hand("GetCurrentSceneTransition")["transitionName"] == "Cut"
    hand.forget()
    director.take(Shot("two-up", ("3", "4")), graphics(bar_png(BLUE)), transition="cut")
    assert hand.event("SceneTransitionStarted").data["transitionName"] == "Cut"
    with pytest.raises(NotInObs, match="no transition 'wipe'"):
        director.take(Shot("two-up", ("1", "2")), graphics(bar_png(BLUE)), transition="wipe")


# Pictures.


def with_pictures(settings: ObsSettings, pictures: Mapping[str, Any], **more: Any) -> ObsSettings:
    return ObsSettings.model_validate({**settings.model_dump(), "pictures": pictures, **more})


def clip(path: Path, colour: Colour) -> Path:
    """Two seconds of one colour, 320x180."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 180))
    for _ in range(20):
        writer.write(np.full((180, 320, 3), colour[::-1], np.uint8))
    writer.release()
    return path


def test_a_media_file_a_colour_and_a_scene_of_the_producers_stand_side_by_side(
    hand: Hand, settings: ObsSettings, directing: START_DIRECTOR, prefix: str, tmp_path: Path
) -> None:
    studio = f"Studio of {prefix}"
    hand("CreateScene", sceneName=studio)
    hand.colour_source(studio, f"Wall of {prefix}", GREEN, CANVAS)
    pictures = {
        "1": {"file": str(clip(tmp_path / "1.avi", RED))},
        "2": {"colour": "#102030"},
        "3": studio,
    }
    director = directing(with_pictures(settings, pictures))
    director.take(Shot("three-up", ("1", "2", "3")), graphics(bar_png(YELLOW)))
    output = hand.output()  # at once: a clip that has just been made is black for some frames
    assert near(colour_at(output, 200, 300), RED, by=12)  # through the clip's codec
    assert near(colour_at(output, 640, 300), (16, 32, 48))
    assert near(colour_at(output, 1080, 300), GREEN)
    hand.remove_scene(studio)


def test_a_file_that_is_not_there_does_not_reach_program(
    hand: Hand, settings: ObsSettings, directing: START_DIRECTOR, tmp_path: Path
) -> None:
    pictures = {"1": {"file": str(tmp_path / "no such clip.mp4")}}
    director = directing(with_pictures(settings, pictures))
    with pytest.raises(
        PictureNotLoaded, match=r"table 1 \(file\): its file is missing.*obs\.pictures"
    ):
        take(director, bar_png(YELLOW), ("1", "2"))
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == NEUTRAL
    assert take(director, bar_png(YELLOW), ("3", "2")).scene


def test_crop_and_fit_of_a_table_apply_in_every_scene(
    hand: Hand, settings: ObsSettings, directing: START_DIRECTOR, prefix: str, tmp_path: Path
) -> None:
    """A picture 640x360: blue, but for its right half, which is red; its left half is cut off."""
    halves = np.full((360, 640, 3), BLUE[::-1], np.uint8)
    halves[:, 320:] = RED[::-1]
    assert cv2.imwrite(str(tmp_path / "halves.png"), halves)
    name = f"Camera of {prefix}"
    source = {"inputKind": "image_source", "inputSettings": {"file": str(tmp_path / "halves.png")}}
    hand("CreateInput", sceneName=NEUTRAL, inputName=name, **source)
    for fit, ground in (("cover", RED), ("contain", (0, 0, 0)), ("stretch", RED)):
        pictures = {"1": {"source": name, "crop": [320, 0, 0, 0], "fit": fit}}
        director = directing(with_pictures(settings, pictures))
        for each in (Shot("two-up", ("1", "2")), Shot("table", ("1",))):
            director.take(each, graphics(bar_png(YELLOW)))
            output = hand.output()
            middle = 300 if each.layout == "two-up" else 640
            assert near(colour_at(output, middle, 360), RED)
            # 320x360 stands in the full picture whole, with its own shape: black beside it.
            if each.layout == "table":
                assert near(colour_at(output, 60, 360), ground)
        director.stop()
    hand("RemoveInput", inputName=name)


def test_only_the_table_in_focus_has_sound(
    hand: Hand, settings: ObsSettings, directing: START_DIRECTOR, prefix: str, tmp_path: Path
) -> None:
    names = {table: f"Camera {table} of {prefix}" for table in ("1", "2")}
    for name in names.values():
        hand(
            "CreateInput",
            sceneName=NEUTRAL,
            inputName=name,
            inputKind="ffmpeg_source",
            inputSettings={"local_file": str(clip(tmp_path / "x.avi", RED)), "looping": True},
        )

    def received() -> list[str]:
        return [
            table
            for table, name in names.items()
            if not hand("GetInputMute", inputName=name)["inputMuted"]
        ]

    pictures = {**names, "3": {"colour": "#102030"}}
    director = directing(with_pictures(settings, pictures))
    director.take(Shot("two-up", ("1", "2"), sound="2"), graphics(bar_png(YELLOW)))
    assert received() == ["1", "2"]  # by default a take does not touch sound
    director.stop()
    director = directing(with_pictures(settings, pictures, sound="focus"))
    for focus in ("1", "2", "", "3"):
        director.take(Shot("two-up", ("1", "2"), sound=focus), graphics(bar_png(YELLOW)))
        assert received() == [focus] * (focus in names)
    director.safe()
    assert received() == []
    for name in names.values():
        hand("RemoveInput", inputName=name)
