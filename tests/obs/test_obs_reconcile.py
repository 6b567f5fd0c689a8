"""Making OBS as wanted, with a toy OBS: rounds, retries, and files that do not load."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from toy_obs import KINDS, ToyLink, execute

from producer.obs.link.refusals import NotInObs, NotSettled, PictureNotLoaded, RequestFailed
from producer.obs.scenes.actual import Actual, requests_about
from producer.obs.scenes.banks import GraphicsSource, Shot
from producer.obs.scenes.diff import Command
from producer.obs.scenes.reconcile import GaveWay, difference, ensure, read_overview
from producer.obs.scenes.wanted import Rig, WantedScenes, idle_scene, shot_scene, wanted
from producer.settings import ObsSettings

SCENE = "Duplicast A two-up"
NORTH, SOUTH = "Duplicast table north", "Duplicast table south"
GRAPHICS = "Duplicast graphics A (image)"
CLIP = "Duplicast table north (file)"
CAMERA = "Duplicast table north (camera)"


def toy(**more: Any) -> ToyLink:
    """An OBS with one scene that is not ours."""
    return ToyLink(Actual({"Scene": "scene"}, {"Scene": ()}, {}), **more)


def rig(pictures: Mapping[str, object]) -> Rig:
    settings = ObsSettings.model_validate({"pictures": pictures})
    return Rig(settings, (1920, 1080), frozenset(KINDS))


def two_up(**pictures: object) -> WantedScenes:
    own, graphics = rig(pictures), {"A": GraphicsSource("image_source", Path("/graphics.png"))}
    return wanted(own, (shot_scene(own, "A", Shot("two-up", ("north", "south")), graphics),))


def make(link: ToyLink, wish: WantedScenes, **more: Any) -> tuple[Command, ...]:
    return ensure(link, wish, **more)  # type: ignore[arg-type]


def test_an_empty_obs_settles_and_what_was_sent_is_returned() -> None:
    link = toy()
    sent = make(link, two_up())
    assert [(command.request, command.data) for command in sent] == link.changes
    assert [request for request, _ in link.changes[:4]] == ["CreateScene", *["CreateInput"] * 3]
    shown = [item.source for item in link.now.scenes[SCENE] if item.enabled]
    assert shown == [NORTH, SOUTH, GRAPHICS]
    assert make(link, two_up()) == ()
    assert len(link.changes) == len(sent)


def test_the_difference_is_what_would_be_sent_and_sends_nothing() -> None:
    link = toy()
    make(link, two_up())
    (first, *_) = link.now.scenes[SCENE]
    change = {"sceneName": SCENE, "sceneItemId": first.id, "sceneItemEnabled": False}
    link.batch([("SetSceneItemEnabled", change)])
    link.changes.clear()
    overview = read_overview(link)  # type: ignore[arg-type]
    (command,) = difference(link, two_up(), overview)  # type: ignore[arg-type]
    assert command.why == f"{NORTH} is hidden"
    assert link.changes == []


def test_a_source_that_gets_its_size_late_is_cropped_in_another_round() -> None:
    link = toy(widths={CAMERA: [0, 1920]})
    make(link, two_up(north={"camera": "/dev/video0"}))
    crops = [
        data["sceneItemTransform"]["cropLeft"]
        for request, data in link.changes
        if request == "SetSceneItemTransform" and data["sceneItemTransform"].get("cropLeft")
    ]
    assert crops == [484, 484]  # 952 of 1920 columns: south at once, north once it has a size
    (north, *_) = link.now.scenes[SCENE]
    assert (north.source, north.transform["cropLeft"]) == (CAMERA, 484)


def test_an_obs_that_never_settles_is_reported_with_what_is_left() -> None:
    link = toy(ignored=frozenset({"SetSceneItemEnabled"}))
    with pytest.raises(NotSettled, match=rf"still: {NORTH} is hidden; {SOUTH} is hidden"):
        make(link, two_up())
    enabled = [request for request, _ in link.changes if request == "SetSceneItemEnabled"]
    assert len(enabled) == 3 * 5  # one round creates, the other five try to show three items


@pytest.mark.parametrize("code", [600, 601, 700])
def test_what_changed_meanwhile_is_read_and_sent_again(code: int) -> None:
    link = toy(failures={"CreateInput": [code]})
    sent = make(link, two_up())
    assert [(command.request, command.data) for command in sent] == link.changes
    assert sum(command.request == "CreateScene" for command in sent) == 1
    assert [item.source for item in link.now.scenes[SCENE]] == [NORTH, SOUTH, GRAPHICS]
    assert link.requests[link.requests.index("CreateInput") + 1] == "Sleep", "for one frame"
    # OBS drops removed sources only after their scene is rendered again.
    assert link.requests.count("GetSourceScreenshot") == 1


@pytest.mark.parametrize("code", [207, 205, 604])
def test_another_failure_is_raised_at_once(code: int) -> None:
    link = toy(failures={"CreateInput": [code, code]})
    with pytest.raises(RequestFailed) as raised:
        make(link, two_up())
    assert raised.value.code == code
    assert link.requests.count("CreateInput") == 1


def test_a_change_that_keeps_failing_is_raised_after_the_last_round() -> None:
    link = toy(failures={"CreateInput": [600] * 99})
    with pytest.raises(RequestFailed) as raised:
        make(link, two_up())
    assert raised.value.code == 600
    assert link.requests.count("CreateInput") == 6


def test_nothing_is_sent_if_a_source_of_the_producer_is_missing() -> None:
    link = toy()
    with pytest.raises(NotInObs, match="no source 'Camera 1'"):
        make(link, two_up(north="Camera 1"))
    assert link.changes == []


def test_something_urgent_interrupts_after_the_first_creation_and_not_before() -> None:
    link = toy()
    with pytest.raises(GaveWay) as raised:
        make(link, two_up(), urgent=lambda: True)
    assert [command.request for command in raised.value.sent] == ["CreateScene"]
    assert [request for request, _ in link.changes] == ["CreateScene"]


def test_something_urgent_goes_before_the_wait_for_files() -> None:
    link, wish = toy(), two_up()
    make(link, wish)
    link.widths[GRAPHICS] = [0]
    with pytest.raises(GaveWay) as raised:
        make(link, wish, urgent=lambda: True)
    assert raised.value.sent == ()


def test_what_was_asked_along_with_the_overview_is_not_asked_again() -> None:
    link, wish = toy(), two_up()
    make(link, wish)
    questions = requests_about(wish, link.now.sources)
    seen = read_overview(link, questions)  # type: ignore[arg-type]
    link.requests.clear()
    assert difference(link, wish, seen) == []  # type: ignore[arg-type]
    assert link.requests == []
    link.now = execute(
        link.now,
        "SetSceneItemEnabled",
        {"sceneName": SCENE, "sceneItemId": 1, "sceneItemEnabled": False},
    )
    (command,) = difference(link, wish, read_overview(link, questions))  # type: ignore[arg-type]
    assert command.why == f"{NORTH} is hidden"


def test_a_question_that_fails_leaves_the_overview() -> None:
    """Somebody has removed what it is about."""
    link = toy(failures={"GetInputSettings": [600]})
    seen = read_overview(link, [("GetInputSettings", {"inputName": NORTH})])  # type: ignore[arg-type]
    assert (seen.canvas, seen.program, seen.extra) == ((1920, 1080), "Scene", ((), ()))


def test_graphics_that_obs_cannot_load_are_refused() -> None:
    link = toy(widths={GRAPHICS: [0]})
    with pytest.raises(PictureNotLoaded, match=r"could not load the graphics from /graphics\.png"):
        make(link, two_up())
    assert link.requests.count("GetSceneItemTransform") == 20, "three frames each: 2 s at 30"


def test_our_scenes_are_rendered_first_unless_they_were() -> None:
    """Only then does OBS forget what was removed from them."""
    link, wish = toy(), two_up()
    make(link, wish)
    link.requests.clear()
    make(link, wish, rendered=True)
    assert "GetSourceScreenshot" not in link.requests
    make(link, wish)
    assert link.requests.count("GetSourceScreenshot") == 1, "of the one scene that is ours"


def test_graphics_that_load_after_some_frames_are_accepted() -> None:
    link = toy(widths={GRAPHICS: [0, 0, 0, 0, 0, 1920]})
    assert make(link, two_up()) != ()
    assert link.requests.count("GetSceneItemTransform") >= 2


def test_a_clip_without_a_width_is_refused() -> None:
    link = toy(widths={CLIP: [0]})
    with pytest.raises(PictureNotLoaded, match=r"no picture of .*table north \(file\)"):
        make(link, two_up(north={"file": "/clips/1.mp4"}))


def test_a_camera_without_a_width_is_accepted() -> None:
    """It may be switched off; only files must load."""
    link = toy(widths={CAMERA: [0]})
    make(link, two_up(north={"camera": "/dev/video0"}))
    assert "GetSceneItemTransform" not in link.requests


def test_a_new_clip_is_accepted_once_it_shows_a_picture() -> None:
    link = toy(opacities={CLIP: [0, 0, 255]})
    make(link, two_up(north={"file": "/clips/1.mp4"}))
    looks = [each for each in link.requests if each in ("GetSourceScreenshot", "Sleep")]
    assert looks[-5:] == ["GetSourceScreenshot", *["Sleep", "GetSourceScreenshot"] * 2], (
        "OBS renders between two looks"
    )
    assert looks.count("GetSourceScreenshot") == 3


def test_a_new_clip_that_shows_no_picture_is_refused() -> None:
    link = toy(opacities={CLIP: [0]})
    with pytest.raises(PictureNotLoaded, match="its file is missing or cannot be played"):
        make(link, two_up(north={"file": "/clips/1.mp4"}))


def test_a_clip_that_was_loaded_before_is_not_checked_for_a_picture() -> None:
    """It may be between two loops; its width shows that the file is there."""
    link, wish = toy(), two_up(north={"file": "/clips/1.mp4"})
    make(link, wish)
    link.opacities[CLIP] = [0]
    assert make(link, wish, rendered=True) == ()


def test_a_hidden_clip_need_not_have_loaded() -> None:
    own = rig({"north": {"file": "/clips/1.mp4"}})
    link = toy(widths={CLIP: [0]}, opacities={CLIP: [0]})
    make(link, wanted(own, (idle_scene(own, "A", "table", {}),)))
    assert [item.enabled for item in link.now.scenes["Duplicast A table"]] == [False]
