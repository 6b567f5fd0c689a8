"""The difference as values, with a toy OBS that executes the requests."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_obs import FRESH, after

from overlay.stage import Box
from producer.obs.link.refusals import NotInObs
from producer.obs.scenes.actual import Actual, Item, actual, overview, requests_about
from producer.obs.scenes.banks import GraphicsSource, Shot
from producer.obs.scenes.diff import diff, transform
from producer.obs.scenes.layouts import LAYOUTS
from producer.obs.scenes.wanted import (
    Rig,
    WantedItem,
    WantedScene,
    WantedScenes,
    idle_scene,
    idle_scenes,
    shot_scene,
)
from producer.obs.scenes.wanted import wanted as wanted_of
from producer.settings import ObsSettings

SCENE = "Duplicast A two-up"
BOXES = (Box(0, 0, 952, 1080), Box(968, 0, 952, 1080))
NOTHING = Actual(sources={"Scene": "scene"}, scenes={}, settings={})


def rig(pictures: Mapping[str, str] | None = None) -> Rig:
    settings = ObsSettings.model_validate({"pictures": pictures or {}})
    return Rig(settings, (1920, 1080), frozenset({"color_source_v3"}))


def wanted(
    tables: tuple[str, ...] = ("north", "south"),
    pictures: Mapping[str, str] | None = None,
    file: str = "/pictures/1.png",
) -> WantedScenes:
    own, graphics = rig(pictures), {"A": GraphicsSource("image_source", Path(file))}
    return wanted_of(own, (shot_scene(own, "A", Shot("two-up", tables), graphics),))


def settled(wish: WantedScenes, now: Actual) -> Actual:
    """After one round of creations and one of changes nothing may be left to send."""
    for _ in range(2):
        now = after(now, diff(wish, now))
    assert diff(wish, now) == []
    return now


def seen(now: Actual) -> list[str]:
    return [item.source for item in now.scenes[SCENE] if item.enabled]


def test_an_empty_obs_gets_everything_hidden_and_then_placed() -> None:
    first = diff(wanted(), NOTHING)
    assert [command.request for command in first] == ["CreateScene"] + ["CreateInput"] * 3
    assert not any(command.data.get("sceneItemEnabled", False) for command in first)
    second = diff(wanted(), after(NOTHING, first))
    assert {command.request for command in second} == {
        "SetSceneItemTransform",
        "SetSceneItemEnabled",
    }
    assert seen(settled(wanted(), NOTHING)) == [
        "Duplicast table north",
        "Duplicast table south",
        "Duplicast graphics A (image)",
    ]


def test_every_command_has_a_reason() -> None:
    first = diff(wanted(), NOTHING)
    second = diff(wanted(), after(NOTHING, first))
    assert first[0].why == "OBS has no scene Duplicast A two-up"
    assert first[1].why == "OBS has no source Duplicast table north"
    assert "Duplicast table north is hidden" in [command.why for command in second]
    assert all(len(command.why.split()) > 2 for command in first + second)


def test_new_graphics_need_one_command() -> None:
    now = settled(wanted(), NOTHING)
    (command,) = diff(wanted(file="/pictures/2.png"), now)
    assert command.request == "SetInputSettings"
    assert command.data["inputSettings"] == {"file": "/pictures/2.png"}
    assert command.data["inputName"] == "Duplicast graphics A (image)"


def test_a_source_that_waits_hidden_is_hidden_again_if_somebody_shows_it() -> None:
    own = rig()
    idle = wanted_of(own, (idle_scene(own, "A", "two-up", PAGES),))
    now = after(NOTHING, diff(idle, NOTHING))
    assert diff(idle, now) == []
    page = "Duplicast graphics A (page)"
    shown = {SCENE: tuple(replace(item, enabled=True) for item in now.scenes[SCENE])}
    (command,) = diff(idle, replace(now, scenes=shown))
    assert command.request == "SetSceneItemEnabled"
    assert command.data["sceneItemEnabled"] is False
    assert command.why == f"{page} does not belong in {SCENE}"


def test_other_tables_hide_the_previous_ones_without_removing_them() -> None:
    now = settled(wanted(("south", "west")), settled(wanted(), NOTHING))
    assert seen(now) == [
        "Duplicast table south",
        "Duplicast table west",
        "Duplicast graphics A (image)",
    ]
    assert "Duplicast table north" in [item.source for item in now.scenes[SCENE]]


def test_tables_that_swap_sides_are_moved_and_nothing_is_created() -> None:
    now = settled(wanted(), NOTHING)
    commands = diff(wanted(("south", "north")), now)
    assert {command.request for command in commands} <= {
        "SetSceneItemTransform",
        "SetSceneItemIndex",
        "SetInputSettings",
    }
    assert diff(wanted(("south", "north")), after(now, commands)) == []


def test_a_logo_on_top_stays_on_top_of_a_new_table() -> None:
    now = settled(wanted(), NOTHING)
    logo = Item(90, "Logo", True, FRESH)
    now = replace(
        now,
        sources={**now.sources, "Logo": "image_source"},
        scenes={SCENE: (*now.scenes[SCENE], logo)},
    )
    now = settled(wanted(("west", "south")), now)
    assert seen(now) == [
        "Duplicast table west",
        "Duplicast table south",
        "Duplicast graphics A (image)",
        "Logo",
    ]


def test_a_newer_hidden_item_of_the_same_source_is_left_alone() -> None:
    now = settled(wanted(), NOTHING)
    north = now.scenes[SCENE][0]
    twin = replace(north, id=90, enabled=False)
    for items in ((*now.scenes[SCENE], twin), (twin, *now.scenes[SCENE])):
        with_twin = replace(now, scenes={SCENE: items})
        assert diff(wanted(), with_twin) == []
        hidden = replace(
            with_twin,
            scenes={SCENE: tuple(replace(i, enabled=False) if i == north else i for i in items)},
        )
        (command,) = diff(wanted(), hidden)
        assert command.data["sceneItemId"] == north.id


def test_an_item_that_was_removed_is_created_again_in_its_layer() -> None:
    now = settled(wanted(), NOTHING)
    north, south, graphics = now.scenes[SCENE]
    without = replace(now, scenes={SCENE: (north, graphics)})
    (command,) = diff(wanted(), without)
    assert command.request == "CreateSceneItem"
    assert command.data["sourceName"] == south.source
    assert command.why == f"{south.source} is not in the scene {SCENE}"
    assert seen(settled(wanted(), without)) == [north.source, south.source, graphics.source]


def test_only_our_keys_are_compared_with_a_tolerance_of_a_quarter_pixel() -> None:
    now = settled(wanted(), NOTHING)

    def with_change(**change: float) -> Actual:
        first, *rest = now.scenes[SCENE]
        moved = replace(first, transform={**first.transform, **change})
        return replace(now, scenes={SCENE: (moved, *rest)})

    assert diff(wanted(), with_change(scaleX=7.5, width=1.0)) == []
    assert diff(wanted(), with_change(positionX=0.2)) == []
    assert diff(wanted(), with_change(positionX=-0.25)) == []
    (command,) = diff(wanted(), with_change(positionX=0.5, scaleX=7.5))
    assert command.data["sceneItemTransform"] == {"positionX": 0.0}


def cropped(
    width: int, height: int, box: Box, crop: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> dict[str, float | str]:
    return transform(WantedItem("Camera", None, {}, box, "cover", crop), (width, height))


def test_an_item_is_put_into_its_box_from_the_top_left_corner() -> None:
    """OBS's numbers: 5 is left and top, 0 the middle."""
    item = WantedItem("Camera", None, {}, Box(10, 20, 960, 540), "contain", (1, 2, 3, 4))
    assert transform(item, (1920, 1080)) == {
        "positionX": 10.0,
        "positionY": 20.0,
        "alignment": 5,
        "rotation": 0.0,
        "boundsType": "OBS_BOUNDS_SCALE_INNER",
        "boundsAlignment": 0,
        "boundsWidth": 960.0,
        "boundsHeight": 540.0,
        "cropLeft": 1,
        "cropTop": 2,
        "cropRight": 3,
        "cropBottom": 4,
    }
    flat = transform(replace(item, box=Box(0, 0, 0, 0)), (1920, 1080))
    assert (flat["boundsWidth"], flat["boundsHeight"]) == (1.0, 1.0), "OBS refuses less"


def test_a_wide_picture_is_cropped_evenly_at_the_sides() -> None:
    # 952/1080 of 1080 rows: 952 of 1920 columns are seen, 484 are cut on each side.
    crop = cropped(1920, 1080, BOXES[0])
    assert (crop["cropLeft"], crop["cropRight"]) == (484, 484)
    assert (crop["cropTop"], crop["cropBottom"]) == (0, 0)
    assert crop["boundsType"] == "OBS_BOUNDS_STRETCH"


def test_a_tall_picture_is_cropped_at_top_and_bottom() -> None:
    # 1080/952 of 1080 columns: 1225.2 of 1920 rows are seen, 695 are cut, 347 above, 348 below.
    crop = cropped(1080, 1920, BOXES[0])
    assert (crop["cropTop"], crop["cropBottom"]) == (347, 348)
    assert (crop["cropLeft"], crop["cropRight"]) == (0, 0)


def test_the_crop_of_the_settings_comes_before_the_fit() -> None:
    # 1520x1080 are left; 952 of its columns are seen, 284 more are cut on each side.
    crop = cropped(1920, 1080, BOXES[0], (100, 0, 300, 0))
    assert (crop["cropLeft"], crop["cropRight"]) == (384, 584)


def test_the_crop_of_the_settings_counts_above_and_below_too() -> None:
    # 1080x1520 are left; 1225 of its rows are seen, 295 more are cut, one more of them below.
    crop = cropped(1080, 1920, BOXES[0], (0, 100, 0, 300))
    assert (crop["cropTop"], crop["cropBottom"]) == (247, 448)


def test_contain_shows_everything_but_the_crop_of_the_settings() -> None:
    item = WantedItem("Camera", None, {}, BOXES[0], "contain", (10, 20, 30, 40))
    placed = transform(item, (1920, 1080))
    assert placed["boundsType"] == "OBS_BOUNDS_SCALE_INNER"
    crops = [placed[f"crop{side}"] for side in ("Left", "Top", "Right", "Bottom")]
    assert crops == [10, 20, 30, 40]


def test_a_crop_that_leaves_nothing_is_ignored() -> None:
    assert cropped(640, 360, BOXES[0], (400, 0, 300, 0))["cropLeft"] == 0


def test_a_source_without_a_size_is_shown_whole() -> None:
    for width, height in ((0, 0), (1, 0), (0, 1)):
        assert cropped(width, height, BOXES[0])["boundsType"] == "OBS_BOUNDS_SCALE_INNER"
        assert cropped(width, height, BOXES[0])["cropLeft"] == 0


@given(st.integers(1, 4000), st.integers(1, 4000), st.integers(1, 1920), st.integers(1, 1080))
def test_a_crop_leaves_the_aspect_ratio_of_the_box(
    width: int, height: int, across: int, down: int
) -> None:
    crop = cropped(width, height, Box(0, 0, across, down))
    left, right = int(crop["cropLeft"]), int(crop["cropRight"])
    top, bottom = int(crop["cropTop"]), int(crop["cropBottom"])
    assert min(left, right, top, bottom) >= 0
    assert abs(left - right) <= 1
    assert abs(top - bottom) <= 1
    assert left + right == 0 or top + bottom == 0
    seen_width, seen_height = width - left - right, height - top - bottom
    # Within half a pixel of the source, which is all that whole pixels can do.
    assert abs(seen_width - seen_height * across / down) <= 0.5 or (
        abs(seen_height - seen_width * down / across) <= 0.5
    )


def test_a_missing_camera_is_refused() -> None:
    with pytest.raises(NotInObs, match=r"no source 'Camera 1'.*obs\.pictures"):
        diff(wanted(pictures={"north": "Camera 1"}), NOTHING)


@pytest.mark.parametrize(
    ("name", "kind"),
    [(SCENE, "color_source_v3"), ("Duplicast table north", "scene")],
)
def test_a_foreign_source_with_our_name_is_refused(name: str, kind: str) -> None:
    with pytest.raises(NotInObs, match=r"obs\.prefix"):
        diff(wanted(), replace(NOTHING, sources={name: kind}))


NAMES = ["Camera 1", "Camera 2", "Logo", "Duplicast table north", "Duplicast table east"]
PICTURES = st.dictionaries(
    st.sampled_from(["north", "south", "west"]), st.sampled_from(["Camera 1", "Camera 2"])
).filter(lambda pictures: len(set(pictures.values())) == len(pictures))
TABLES = st.permutations(["north", "south", "west", "east"]).map(lambda four: (four[0], four[1]))
PLACES = st.fixed_dictionaries(
    {"positionX": st.floats(-99, 99), "rotation": st.sampled_from([0.0, 90.0])}
)


@st.composite
def something(draw: st.DrawFn) -> Actual:
    """An OBS in which somebody has changed things, including our scene."""
    sources = {"Scene": "scene", "Camera 1": "v4l2_input", "Camera 2": "v4l2_input"}
    sources |= {"Logo": "image_source", SCENE: "scene"}
    sources |= {name: "color_source_v3" for name in NAMES if name.startswith("Duplicast")}
    items = [
        Item(number, source, draw(st.booleans()), {**FRESH, **draw(PLACES)})
        for number, source in enumerate(draw(st.permutations(NAMES)), start=1)
        if draw(st.booleans())
    ]
    ours = {name: {"color": 1} for name in sources if name.startswith("Duplicast table")}
    return Actual(sources, {SCENE: tuple(draw(st.permutations(items)))}, ours)


@given(something(), TABLES, PICTURES)
def test_two_rounds_lead_from_any_state_to_the_wanted_one(
    now: Actual, tables: tuple[str, str], pictures: dict[str, str]
) -> None:
    wish = wanted(tables, pictures)
    before = {item.id: item for item in now.scenes[SCENE]}
    then = settled(wish, now)
    wishes = [item.source for item in wish.scenes[0].items]
    assert [source for source in seen(then) if source in wishes] == wishes
    hideable = set(pictures.values()) | {"Duplicast table north", "Duplicast table east"}
    for item in then.scenes[SCENE]:
        if item.source not in wishes and item.source not in hideable:
            assert item == before[item.id]
        elif item.source not in wishes:
            assert not item.enabled
    strangers = [item.id for item in now.scenes[SCENE] if item.source not in wishes]
    assert [i.id for i in then.scenes[SCENE] if i.source not in wishes] == strangers


PAGES = {bank: GraphicsSource("browser_source", Path(f"/{bank}.html")) for bank in "AB"}
STILLS = {bank: GraphicsSource("image_source", Path(f"/{bank}.png")) for bank in "AB"}
SHOTS = st.sampled_from(list(LAYOUTS)).flatmap(
    lambda layout: st.permutations(["north", "south", "west", "east", "5", "6", "7"]).map(
        lambda tables: Shot(layout, tuple(tables[: len(LAYOUTS[layout].pictures)]))
    )
)


@given(something(), SHOTS, SHOTS, PICTURES, st.sampled_from([PAGES, STILLS]))
def test_two_rounds_lead_from_any_state_to_both_wanted_banks(
    now: Actual,
    on_air: Shot,
    ready: Shot,
    pictures: dict[str, str],
    graphics: dict[str, GraphicsSource],
) -> None:
    own = rig(pictures)
    loaded = {"A": on_air, "B": ready}
    scenes = [shot_scene(own, bank, shot, graphics) for bank, shot in loaded.items()]
    names = {scene.name for scene in scenes}
    idle = [scene for scene in idle_scenes(own, graphics) if scene.name not in names]
    then = settled(wanted_of(own, (*scenes, *idle)), now)
    for scene in (*scenes, *idle):
        assert_as_wanted(scene, then)


# Every source of the toy OBS has a size, so that what is to be covered is stretched and cropped.
BOUNDS = {
    "cover": "OBS_BOUNDS_STRETCH",
    "stretch": "OBS_BOUNDS_STRETCH",
    "contain": "OBS_BOUNDS_SCALE_INNER",
}


def assert_as_wanted(scene: WantedScene, then: Actual) -> None:
    items = {item.source: item for item in reversed(then.scenes[scene.name])}
    places = [item.source for item in then.scenes[scene.name]]
    shown = [wish for wish in scene.items if wish.shown]
    assert sorted(shown, key=lambda wish: places.index(wish.source)) == shown
    for wish in scene.items:
        item = items[wish.source]
        assert item.enabled is wish.shown
        if wish.kind is not None:
            assert wish.settings.items() <= then.settings[wish.source].items()
        if wish.shown:
            x, y = item.transform["positionX"], item.transform["positionY"]
            assert (x, y) == pytest.approx((wish.box.x, wish.box.y), abs=0.25)
            assert item.transform["boundsType"] == BOUNDS[wish.fit]


@given(SHOTS, SHOTS)
def test_loading_a_bank_sends_nothing_about_the_other_one(on_air: Shot, ready: Shot) -> None:
    """Neither about the scene on air nor about a source in it."""
    own = rig()
    shown = shot_scene(own, "A", on_air, STILLS)
    now = settled(wanted_of(own, (shown,)), NOTHING)
    wish = wanted_of(own, (shot_scene(own, "B", ready, STILLS), idle_scene(own, "B", "field", {})))
    if ready.layout == "field":
        wish = replace(wish, scenes=wish.scenes[:1])
    seen_on_air = {item.source for item in shown.items}
    for _ in range(2):
        commands = diff(wish, now)
        for command in commands:
            assert command.data.get("sceneName") != shown.name
            assert command.data.get("inputName") not in seen_on_air
        now = after(now, commands)


@given(something(), TABLES, PICTURES)
def test_commands_are_only_about_our_scene_and_our_sources(
    now: Actual, tables: tuple[str, str], pictures: dict[str, str]
) -> None:
    wish = wanted(tables, pictures)
    for _ in range(2):
        commands = diff(wish, now)
        for command in commands:
            assert command.data.get("sceneName", SCENE) == SCENE
            assert command.data.get("inputName", "Duplicast ").startswith("Duplicast ")
            assert not command.request.startswith("Remove")
        now = after(now, commands)


def test_answers_of_obs_are_read_into_values() -> None:
    """The answers are OBS 29.0.2's own, shortened."""
    answers = [
        {"baseHeight": 720, "baseWidth": 1280, "fpsNumerator": 30, "outputHeight": 720},
        {
            "currentPreviewSceneName": None,
            "currentProgramSceneName": "Scene",
            "scenes": [
                {"sceneIndex": 0, "sceneName": SCENE},
                {"sceneIndex": 1, "sceneName": "Scene"},
            ],
        },
        {"studioModeEnabled": False},
        {"inputKinds": ["image_source", "color_source_v3"]},
        {"inputs": [{"inputKind": "color_source_v3", "inputName": "Duplicast table A"}]},
        {"transitionCursor": 1.0},
        {
            "transitionDuration": 300.0,
            "transitionName": "Fade",
            "transitionKind": "fade_transition",
        },
    ]
    whole = overview(answers)
    assert whole.canvas == (1280, 720)
    assert whole.program == "Scene"
    assert (whole.transition_done, whole.seconds) == (True, 0.3)
    assert whole.sources == {
        SCENE: "scene",
        "Scene": "scene",
        "Duplicast table A": "color_source_v3",
    }
    questions = requests_about(wanted(tables=("A", "B")), whole.sources)
    assert questions == (
        ("GetSceneItemList", {"sceneName": SCENE}),
        ("GetInputSettings", {"inputName": "Duplicast table A"}),
    )
    items = [
        {"sceneItemId": 4, "sceneItemIndex": 1, "sourceName": "Logo"},
        {"sceneItemId": 7, "sceneItemIndex": 0, "sourceName": "Duplicast table A"},
    ]
    rest = {"sceneItemEnabled": True, "sceneItemTransform": {"positionX": 3.0}}
    now = actual(
        whole.sources,
        questions,
        [
            {"sceneItems": [item | rest for item in items]},
            {"inputKind": "color_source_v3", "inputSettings": {"color": 4279312947}},
        ],
    )
    assert [(item.id, item.source) for item in now.scenes[SCENE]] == [
        (7, "Duplicast table A"),
        (4, "Logo"),
    ]
    assert now.settings == {"Duplicast table A": {"color": 4279312947}}


@pytest.mark.parametrize(
    ("cursor", "done"), [(0.0, False), (0.99, False), (1.0, True)], ids=["begun", "late", "over"]
)
def test_a_transition_is_over_when_its_cursor_is_at_the_end(cursor: float, done: bool) -> None:
    """A cut reports no length; before the first frame OBS reports no scene."""
    whole = overview([
        {"baseWidth": 1920, "baseHeight": 1080},
        {"currentProgramSceneName": None, "scenes": []},
        {"studioModeEnabled": True},
        {"inputKinds": []},
        {"inputs": []},
        {"transitionCursor": cursor},
        {"transitionDuration": None},
    ])  # fmt: skip
    assert whole.transition_done is done
    assert (whole.seconds, whole.program, whole.studio) == (0, "", True)


def test_only_our_own_sources_that_exist_are_asked_about() -> None:
    """A camera of the producer's is never changed, so that its settings do not matter."""
    wish = wanted(pictures={"north": "Camera 1"})
    sources = {SCENE: "scene", "Camera 1": "v4l2_input", "Duplicast table south": "color_source_v3"}
    assert requests_about(wish, sources) == (
        ("GetSceneItemList", {"sceneName": SCENE}),
        ("GetInputSettings", {"inputName": "Duplicast table south"}),
    )
    assert requests_about(wish, {SCENE: "color_source_v3"}) == ()
