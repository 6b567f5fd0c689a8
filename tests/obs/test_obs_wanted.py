"""The wanted scenes as values."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.stage import Box
from producer.obs.link.refusals import NotInObs
from producer.obs.scenes.banks import (
    GraphicsSource,
    Shot,
    bank_of,
    channel,
    off_air,
    safe_name,
    scene_name,
)
from producer.obs.scenes.layouts import LAYOUTS, LayoutName
from producer.obs.scenes.table_pictures import (
    PALETTE,
    made,
    obs_colour,
    picture_source,
    table_colour,
)
from producer.obs.scenes.wanted import (
    Rig,
    WantedScene,
    clip_graphics_name,
    idle_scene,
    idle_scenes,
    is_ours,
    lower_third_name,
    safe_scene,
    shot_scene,
    wanted,
)
from producer.settings import ObsSettings, PictureSource
from producer.stages.entry import UPRIGHT, fitted

IMAGES = {bank: GraphicsSource("image_source", Path(f"/pictures/{bank}.png")) for bank in "AB"}
PAGES = {bank: GraphicsSource("browser_source", Path(f"/pictures/{bank}.html")) for bank in "AB"}
TABLES = ("1", "2", "3", "4", "5", "6")
LINUX = frozenset({"v4l2_input", "ffmpeg_source", "color_source_v3", "image_source"})


def rig(
    canvas: tuple[int, int] = (1920, 1080), kinds: frozenset[str] = LINUX, **settings: object
) -> Rig:
    return Rig(ObsSettings.model_validate({"prefix": "Duplicast", **settings}), canvas, kinds)


def two_up(own: Rig, tables: tuple[str, ...] = ("1", "2"), pages: bool = False) -> WantedScene:
    return shot_scene(own, "A", Shot("two-up", tables), PAGES if pages else IMAGES)


def test_a_two_up_has_two_pictures_below_its_banks_graphics() -> None:
    scene = two_up(rig())
    assert scene.name == "Duplicast A two-up"
    assert [(item.source, item.kind) for item in scene.items] == [
        ("Duplicast table 1", "color_source_v3"),
        ("Duplicast table 2", "color_source_v3"),
        ("Duplicast graphics A (image)", "image_source"),
    ]
    assert {item.crop for item in scene.items} == {(0, 0, 0, 0)}
    assert [item.box for item in scene.items] == [
        Box(0, 0, 952, 1080),
        Box(968, 0, 952, 1080),
        Box(0, 0, 1920, 1080),
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_scene_has_its_pictures_or_a_backdrop(
    layout: LayoutName,
) -> None:
    boxes = LAYOUTS[layout].pictures
    scene = shot_scene(rig(), "B", Shot(layout, TABLES[: len(boxes)]), IMAGES)
    lowest = [item.source for item in scene.items[:-1]]
    backdrop = ["Duplicast backdrop colour"]
    assert lowest == ([f"Duplicast table {n + 1}" for n in range(len(boxes))] or backdrop)
    assert scene.items[-1].source == "Duplicast graphics B (image)"


def test_a_named_source_shows_its_table_and_is_not_changed() -> None:
    own = rig(pictures={"1": "Camera 1", "3": "Camera 3"})
    scene = two_up(own)
    first = scene.items[0]
    assert (first.source, first.kind, first.settings) == ("Camera 1", None, {})
    assert scene.items[1].source == "Duplicast table 2"
    assert wanted(own, (scene,)).hideable == {"Camera 1", "Camera 3"}


def test_crop_and_fit_of_a_table_apply_in_every_scene() -> None:
    own = rig(pictures={"1": {"source": "Camera 1", "crop": [1, 2, 3, 4], "fit": "contain"}})
    full = shot_scene(own, "A", Shot("table", ("1",)), IMAGES)
    for item in (two_up(own).items[0], full.items[0]):
        assert (item.crop, item.fit) == ((1, 2, 3, 4), "contain")


def test_a_page_has_the_canvas_orientation_and_the_other_banks_is_off_canvas() -> None:
    for canvas, size in (((1280, 720), (1920, 1080)), ((1080, 1920), (1080, 1920))):
        page, beside = two_up(rig(canvas), pages=True).items[-2:]
        assert page.source == "Duplicast graphics A (page)"
        assert page.box == Box(0, 0, *canvas)
        assert page.settings["local_file"] == "/pictures/A.html"
        assert (page.settings["width"], page.settings["height"]) == size
        assert beside.source == "Duplicast graphics B (page)"
        assert beside.box.x > canvas[0]


def test_a_page_of_obs_browser_goes_on_while_hidden_and_has_no_styles_of_obs() -> None:
    """By obs-browser's settings: a file of the machine; neither shut down when it is not visible
    nor reloaded when it becomes so, which would draw it anew on air; without OBS's own styles."""
    page = two_up(rig(), pages=True).items[-2]
    assert page.settings == {
        "is_local_file": True,
        "local_file": "/pictures/A.html",
        "width": 1920,
        "height": 1080,
        "css": "",
        "shutdown": False,
        "restart_when_active": False,
    }


def test_a_page_on_a_square_canvas_is_wide() -> None:
    """608 of 1080 lines are 16 to 9, between even margins."""
    page = two_up(rig((1080, 1080)), pages=True).items[-2]
    assert (page.settings["width"], page.settings["height"]) == (1920, 1080)
    assert page.box == Box(0, 236, 1080, 608)


def test_a_source_has_the_same_settings_in_every_scene() -> None:
    """Otherwise loading a scene would change the one on air."""
    own = rig(pictures={"1": {"camera": "/dev/video0"}, "2": {"file": "/clips/2.mp4"}})
    scenes = [
        *idle_scenes(own, PAGES),
        two_up(own, pages=True),
        shot_scene(own, "A", Shot("upright", ("1", "2")), PAGES),
        shot_scene(own, "B", Shot("table", ("2",)), PAGES),
    ]
    settings: dict[str, object] = {}
    for scene in scenes:
        for item in scene.items:
            assert settings.setdefault(item.source, item.settings) == item.settings


def test_an_idle_scene_shows_no_table() -> None:
    own = rig(pictures={"1": {"camera": "/dev/video0"}, "2": "Camera 2"})
    for graphics in (IMAGES, PAGES, {}):
        for layout in LAYOUTS:
            for item in idle_scene(own, "A", layout, graphics).items:
                assert not item.shown or item.source == "Duplicast backdrop colour"
    hidden = idle_scene(own, "A", "table", PAGES).items
    assert [(item.source, item.box) for item in hidden] == [
        ("Duplicast table 1 (camera)", Box(0, 0, 1920, 1080)),
        ("Duplicast graphics A (page)", Box(0, 0, 1920, 1080)),
    ]


def test_the_safe_scene_is_a_colour_or_the_producers_source() -> None:
    (colour,) = safe_scene(rig()).items
    assert (colour.kind, colour.box) == ("color_source_v3", Box(0, 0, 1920, 1080))
    (wide,) = safe_scene(rig(safe="Wide shot")).items
    assert (wide.source, wide.kind) == ("Wide shot", None)


def test_the_slide_of_the_safe_scene_is_shown_over_the_colour_with_a_chord_that_is_heard() -> None:
    """The chord begins anew when the scene is shown and goes on for ever; both files stay loaded,
    so that the scene is there at once."""
    own = replace(rig(), slide=Path("/obs/safe.png"), chord=Path("/obs/safe.wav"))
    colour, slide, chord = safe_scene(own).items
    assert colour.settings == {"color": 0xFF6E4024, "width": 1920, "height": 1080}
    assert (slide.source, slide.kind) == ("Duplicast safe slide", "image_source")
    assert slide.settings == {"file": "/obs/safe.png", "unload": False}
    assert slide.box == Box(0, 0, 1920, 1080)
    assert not slide.heard_only
    assert (chord.source, chord.kind) == ("Duplicast safe sound", "ffmpeg_source")
    assert chord.settings == {
        "is_local_file": True,
        "local_file": "/obs/safe.wav",
        "looping": True,
        "restart_on_activate": True,
        "close_when_inactive": False,
    }
    assert chord.heard_only
    without = replace(own, kinds=LINUX - {"ffmpeg_source"})
    assert [item.source for item in safe_scene(without).items] == [
        "Duplicast safe colour",
        "Duplicast safe slide",
    ]
    (camera,) = safe_scene(replace(own, settings=rig(safe="Wide shot").settings)).items
    assert (camera.source, camera.fit) == ("Wide shot", "cover")


def test_a_lower_third_is_over_the_graphics_in_every_scene() -> None:
    own = replace(rig(), lower_third=GraphicsSource("image_source", Path("/obs/third.png")))
    for scene in (two_up(own), shot_scene(own, "B", Shot("table", ("2",)), IMAGES)):
        third = scene.items[-1]
        assert third.source == "Duplicast lower third (image)"
        assert third.settings == {"file": "/obs/third.png", "unload": False}
        assert third.box == Box(0, 0, 1920, 1080)
    pages = two_up(own, pages=True)
    assert [item.source for item in pages.items[-3:]] == [
        "Duplicast graphics A (page)",
        "Duplicast lower third (image)",
        "Duplicast graphics B (page)",
    ]


def test_pages_and_images_have_different_names() -> None:
    """A source cannot change its kind."""
    assert lower_third_name("Duplicast", "browser_source") == "Duplicast lower third (page)"
    assert clip_graphics_name("Duplicast", "browser_source") == "Duplicast segment graphics (page)"
    assert clip_graphics_name("Duplicast", "image_source") == "Duplicast segment graphics (image)"


def test_a_backdrop_is_a_dark_colour_or_the_producers_source() -> None:
    (dark,) = idle_scene(rig(), "A", "break", {}).items
    assert dark.settings == {"color": 0xFF22130B, "width": 1920, "height": 1080}
    (own,) = idle_scene(rig(backdrop="Studio"), "A", "break", {}).items
    assert (own.source, own.kind, own.settings, own.fit) == ("Studio", None, {}, "cover")


def test_idle_scenes_are_every_layout_in_each_bank_and_safe() -> None:
    names = [scene.name for scene in idle_scenes(rig(), {})]
    assert len(names) == len(set(names)) == 2 * len(LAYOUTS) + 1
    banks = [bank_of(name, "Duplicast") for name in names]
    assert (banks.count("A"), banks.count("B"), banks.count(None)) == (10, 10, 1)


@pytest.mark.parametrize(
    ("picture", "kind", "setting"),
    [
        ({"camera": "/dev/video2"}, "v4l2_input", ("device_id", "/dev/video2")),
        ({"file": "/clips/1.mp4"}, "ffmpeg_source", ("local_file", "/clips/1.mp4")),
        ({"file": "srt://10.0.0.5:9000"}, "ffmpeg_source", ("input", "srt://10.0.0.5:9000")),
        ({"ndi": "DESK (Table 1)"}, "ndi_source", ("ndi_source_name", "DESK (Table 1)")),
        ({"vlc": ["/clips/1.mp4"]}, "vlc_source", ("loop", True)),
        ({"colour": "#112233"}, "color_source_v3", ("color", 0xFF332211)),
    ],
)
def test_a_picture_of_ours_has_the_right_source_kind(
    picture: dict[str, object], kind: str, setting: tuple[str, object]
) -> None:
    kinds = LINUX | {"ndi_source", "vlc_source"}
    found = made("1", PictureSource.model_validate(picture), kinds, (1920, 1080))
    assert found is not None
    assert found.kind == kind
    assert found.settings[setting[0]] == setting[1]


@pytest.mark.parametrize(
    ("system", "kind", "key"),
    [
        ({"dshow_input", "color_source_v3"}, "dshow_input", "video_device_id"),
        ({"av_capture_input_v2"}, "av_capture_input_v2", "device"),
    ],
)
def test_a_camera_has_the_source_kind_of_its_system(system: set[str], kind: str, key: str) -> None:
    found = made("1", PictureSource(camera="Cam Link"), frozenset(system), (1920, 1080))
    assert found is not None
    assert (found.kind, dict(found.settings)) == (kind, {key: "Cam Link"})


def test_files_and_playlists_go_on_while_they_are_hidden() -> None:
    """A restart on air would show the first picture again. The settings are OBS's own names."""
    kinds = LINUX | {"vlc_source"}

    def settings(**picture: object) -> Mapping[str, object]:
        own = made("1", PictureSource.model_validate(picture), kinds, (1280, 720))
        assert own is not None
        return own.settings

    going_on = {"restart_on_activate": False, "close_when_inactive": False}
    assert settings(file="/clips/1.mp4") == {
        "is_local_file": True, "local_file": "/clips/1.mp4", "looping": True, **going_on,
    }  # fmt: skip
    assert settings(file="srt://10.0.0.5:9000") == {
        "is_local_file": False, "input": "srt://10.0.0.5:9000", **going_on,
    }  # fmt: skip
    assert settings(vlc=["/clips/1.mp4"]) == {
        "playlist": [{"value": "/clips/1.mp4", "hidden": False, "selected": False}],
        "loop": True,
        "playback_behavior": "always_play",
    }
    assert settings(colour="#112233") == {"color": 0xFF332211, "width": 1280, "height": 720}


@pytest.mark.parametrize(
    ("picture", "name"),
    [
        ("Camera 1", "Camera 1"),
        ({"camera": "x"}, "Duplicast table 1 (camera)"),
        ({"ndi": "x"}, "Duplicast table 1 (ndi)"),
        ({"file": "x"}, "Duplicast table 1 (file)"),
        ({"vlc": ["x"]}, "Duplicast table 1 (vlc)"),
        ({"colour": "#112233"}, "Duplicast table 1"),
    ],
)
def test_the_name_of_a_source_says_where_its_picture_comes_from(picture: object, name: str) -> None:
    assert picture_source("Duplicast", {"1": PictureSource.model_validate(picture)}, "1") == name


def test_an_old_obs_that_cannot_play_files_is_refused() -> None:
    file = PictureSource(file="/clips/1.mp4")
    with pytest.raises(NotInObs) as refused:
        made("7", file, frozenset({"color_source_v3"}), (1920, 1080))
    assert refused.value.reason == "this OBS lacks the kind ffmpeg_source, which table 7 needs"
    assert refused.value.hint == "Install OBS 28 or newer"


@pytest.mark.parametrize(
    ("picture", "lacks"),
    [({"ndi": "X"}, "NDI"), ({"vlc": ["a.mp4"]}, "VLC"), ({"camera": "x"}, "camera")],
)
def test_a_missing_source_kind_is_refused_with_table_and_hint(
    picture: dict[str, object], lacks: str
) -> None:
    with pytest.raises(NotInObs, match=rf"{lacks}.*table 1.*(Install|Name)"):
        made(
            "1", PictureSource.model_validate(picture), frozenset({"color_source_v3"}), (1920, 1080)
        )


@pytest.mark.parametrize(
    ("pictures", "tables"), [({}, ("1", "1")), ({"1": "Cam", "2": "Cam"}, ("1", "2"))]
)
def test_one_source_in_two_pictures_is_refused(
    pictures: dict[str, str], tables: tuple[str, str]
) -> None:
    with pytest.raises(NotInObs, match=r"shown twice .* obs\.pictures"):
        two_up(rig(pictures=pictures), tables)


@pytest.mark.parametrize("tables", [(), ("1",), ("1", "2", "3")])
def test_a_wrong_number_of_tables_is_refused(tables: tuple[str, ...]) -> None:
    with pytest.raises(NotInObs, match=r"shows 2 tables, not \d"):
        two_up(rig(), tables)


def test_which_pictures_are_live() -> None:
    def live(**picture: object) -> bool:
        return PictureSource.model_validate(picture).live

    assert live(source="anything")
    assert live(camera="/dev/video0")
    assert live(ndi="X")
    assert live(file="rtmp://x/y")
    assert live(vlc=["a.mp4", "http://x/y"])
    assert not live(file="/clips/a.mp4")
    assert not live(vlc=["a.mp4"])
    assert not live(colour="#000000")


def test_boxes_at_720p_by_hand() -> None:
    # Two thirds of 250 is 166.7, of 786 is 524, of 952 is 634.7, of 968 is 645.3.
    assert fitted(Box(0, 250, 952, 536), (1280, 720)) == Box(0, 167, 635, 357)
    assert fitted(Box(968, 250, 952, 536), (1280, 720)) == Box(645, 167, 635, 357)


def test_an_upright_stage_is_centred_on_a_wide_canvas() -> None:
    # 1920 high becomes 1080: a scale of 0.5625, 607.5 wide, 656.25 left of it.
    assert fitted(Box(0, 0, 1080, 1920), (1920, 1080), UPRIGHT) == Box(656, 0, 608, 1080)
    assert fitted(Box(0, 0, 1080, 608), (1080, 1920), UPRIGHT) == Box(0, 0, 1080, 608)


@given(st.integers(16, 7680), st.integers(16, 4320), st.sampled_from(list(LAYOUTS)))
def test_fitted_pictures_do_not_overlap_and_stay_on_the_canvas(
    width: int, height: int, layout: LayoutName
) -> None:
    shown = LAYOUTS[layout]
    boxes = [fitted(box, (width, height), shown.stage) for box in shown.pictures]
    for box in boxes:
        assert box.width >= 1
        assert box.height >= 1
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.width <= width + 1
        assert box.y < height
        if len(boxes) < 4:  # the lower ones of four and six go on below the foot
            assert box.y + box.height <= height + 1
    if min(width, height) >= 480:
        for one, two in combinations(boxes, 2):
            beside = one.x + one.width <= two.x or two.x + two.width <= one.x
            assert beside or one.y + one.height <= two.y or two.y + two.height <= one.y


def test_tables_one_to_eight_have_different_colours() -> None:
    assert [table_colour(str(number)) for number in range(1, 9)] == list(PALETTE)
    assert table_colour("9") == table_colour("1")
    assert table_colour("999") == PALETTE[6], "998 is 6 more than a multiple of 8"
    assert {table_colour(name) for name in ("main hall", "A", "9" * 5000)} <= set(PALETTE)


def test_palette_colours_are_dark_and_distinguishable() -> None:
    def luminance(rgb: int) -> float:
        def linear(value: int) -> float:
            share = value / 255
            return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

        red, green, blue = (linear(rgb >> shift & 255) for shift in (16, 8, 0))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for colour in PALETTE:  # WCAG: 4.5 to 1 for text, here white on it
        assert 1.05 / (luminance(colour) + 0.05) >= 4.5
    for one, two in combinations(PALETTE, 2):
        apart = sum(abs((one >> shift & 255) - (two >> shift & 255)) for shift in (16, 8, 0))
        assert apart >= 40


def test_obs_stores_red_in_the_lowest_byte() -> None:
    assert obs_colour(0x112233) == 0xFF332211


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("Duplicast", False),
        ("Duplicast A two-up", True),
        ("Duplicaster", False),
        ("My Duplicast", False),
        ("duplicast A two-up", False),
    ],
)
def test_only_names_that_begin_with_the_prefix_and_a_space_are_ours(name: str, ours: bool) -> None:
    assert is_ours(name, "Duplicast") is ours


@pytest.mark.parametrize(
    ("program", "last", "bank"),
    [
        ("Duplicast A two-up", "A", "B"),
        ("Duplicast A two-up", "B", "B"),
        ("Duplicast B break", "B", "A"),
        ("Duplicast safe", "A", "B"),
        ("Somebody's scene", "B", "A"),
        ("Duplicast A of somebody's", "A", "B"),
    ],
)
def test_the_bank_to_load_is_never_on_program(program: str, last: str, bank: str) -> None:
    assert off_air(program, "Duplicast", last) == bank  # type: ignore[arg-type]


def test_a_bank_has_a_graphics_channel_of_its_own_in_each_obs() -> None:
    assert (channel("A"), channel("B")) == ("bank-a", "bank-b")
    assert channel("A", "backup") == "backup-bank-a"


def test_scenes_are_named_by_bank_and_layout() -> None:
    assert scene_name("Duplicast", "B", "four-up") == "Duplicast B four-up"
    assert safe_name("Duplicast") == "Duplicast safe"
    assert bank_of("Duplicast B four-up", "Duplicast") == "B"
    assert bank_of("Duplicast safe", "Duplicast") is None


def test_what_only_describes_a_shot_makes_no_other_one_of_it() -> None:
    shot = Shot("two-up", ("1", "2"))
    assert shot == Shot("two-up", ("1", "2"), warning="w", deal="d", moment="m", as_of="after n")
    assert shot != Shot("two-up", ("1", "2"), sound="1")
    assert shot != Shot("two-up", ("1", "2"), request="pick 1")
    assert shot != Shot("two-up", ("2", "1"))
