"""The wanted scene as a value."""

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.stage import Box
from producer.obs.refusals import NotInObs
from producer.obs.wanted import (
    PALETTE,
    GraphicsSource,
    Wanted,
    is_ours,
    obs_colour,
    scaled,
    table_colours,
    two_up,
)
from producer.stages.two_up import PICTURES

IMAGE = GraphicsSource("image_source", Path("/pictures/1.png"))
PAGE = GraphicsSource("browser_source", Path("/pictures/page.html"))
BOXES = (Box(0, 250, 952, 536), Box(968, 250, 952, 536))


def wanted(
    pictures: dict[str, str] | None = None,
    tables: tuple[str, str] = ("north", "south"),
    graphics: GraphicsSource = IMAGE,
    canvas: tuple[int, int] = (1920, 1080),
) -> Wanted:
    return two_up("Duplicast", pictures or {}, tables, BOXES, graphics, canvas)


def test_two_pictures_and_the_graphics_above_them() -> None:
    (scene,) = wanted().scenes
    assert scene.name == "Duplicast two-up"
    assert [(item.source, item.kind) for item in scene.items] == [
        ("Duplicast table north", "color_source_v3"),
        ("Duplicast table south", "color_source_v3"),
        ("Duplicast graphics (image)", "image_source"),
    ]
    assert [item.box for item in scene.items] == [*BOXES, Box(0, 0, 1920, 1080)]


def test_a_named_source_shows_its_table_and_is_left_as_it_is() -> None:
    value = wanted({"north": "Camera 1", "west": "Camera 3"})
    (scene,) = value.scenes
    assert [(item.source, item.kind, item.settings) for item in scene.items[:1]] == [
        ("Camera 1", None, {})
    ]
    assert scene.items[1].source == "Duplicast table south"
    assert value.hideable == {"Camera 1", "Camera 3"}


def test_the_page_is_as_large_as_the_stage_on_any_canvas() -> None:
    (scene,) = wanted(graphics=PAGE, canvas=(1280, 720)).scenes
    page = scene.items[-1]
    assert page.source == "Duplicast graphics (page)"
    assert page.box == Box(0, 0, 1280, 720)
    assert page.settings["local_file"] == "/pictures/page.html"
    assert page.settings["is_local_file"] is True
    assert (page.settings["width"], page.settings["height"]) == (1920, 1080)
    assert page.settings["shutdown"] is False


@pytest.mark.parametrize(
    ("pictures", "tables"),
    [({}, ("north", "north")), ({"north": "Cam", "south": "Cam"}, ("north", "south"))],
)
def test_one_source_on_both_sides_is_refused(
    pictures: dict[str, str], tables: tuple[str, str]
) -> None:
    with pytest.raises(NotInObs, match=r"both sides .* obs\.pictures"):
        wanted(pictures, tables)


def test_boxes_at_720p_by_hand() -> None:
    # Two thirds of 250 is 166.7, of 786 is 524, of 952 is 634.7, of 968 is 645.3.
    assert scaled(BOXES[0], (1280, 720)) == Box(0, 167, 635, 357)
    assert scaled(BOXES[1], (1280, 720)) == Box(645, 167, 635, 357)


@given(st.integers(1, 7680), st.integers(1, 4320))
def test_scaled_pictures_never_overlap_and_stay_on_the_canvas(width: int, height: int) -> None:
    left, right = (scaled(PICTURES[side], (width, height)) for side in ("left", "right"))
    assert left.width >= 1
    assert left.height >= 1
    if width >= 10:
        assert left.x + left.width <= right.x
        assert right.x + right.width <= width
        assert left.y + left.height <= height


@given(st.text(), st.text())
def test_a_table_keeps_its_colour_on_the_left_and_the_sides_differ(one: str, other: str) -> None:
    left, right = table_colours((one, other))
    assert left != right
    assert table_colours((one, "elsewhere"))[0] == left


def test_the_palette_is_quiet_and_its_colours_can_be_told_apart() -> None:
    def luminance(rgb: int) -> float:
        def linear(value: int) -> float:
            share = value / 255
            return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

        red, green, blue = (linear(rgb >> shift & 255) for shift in (16, 8, 0))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for colour in PALETTE:  # WCAG: 4.5 to 1 for text, here white on it
        assert 1.05 / (luminance(colour) + 0.05) >= 4.5
    for one, other in combinations(PALETTE, 2):
        apart = sum(abs((one >> shift & 255) - (other >> shift & 255)) for shift in (16, 8, 0))
        assert apart >= 40


def test_obs_keeps_red_in_the_lowest_byte() -> None:
    assert obs_colour(0x112233) == 0xFF332211


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("Duplicast", True),
        ("Duplicast two-up", True),
        ("Duplicaster", False),
        ("My Duplicast", False),
        ("duplicast two-up", False),
    ],
)
def test_only_names_that_begin_with_the_prefix_are_ours(name: str, ours: bool) -> None:
    assert is_ours(name, "Duplicast") is ours
