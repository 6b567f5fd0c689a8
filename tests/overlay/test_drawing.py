"""Graphics drawn: markup escaped, crisp, transparent where nothing is, the same bytes again."""

import io
import xml.etree.ElementTree as ET

import cv2
import numpy as np
import pytest
from jinja2 import TemplateNotFound
from PIL import Image

from overlay.contexts import (
    Board,
    CardsPlate,
    DecisionBar,
    Face,
    Frame,
    Grid,
    Name,
    Result,
    StandIn,
    Strip,
    TextPart,
)
from overlay.raster import stage_pixels, stage_png
from overlay.stage import Box, Graphic, Stage
from overlay.svg import clear_templates, graphic_svg, stage_svg

NAME = Name("left", "Brazil", "Ana <b>&", "against", "China", "#3E8EFF", table="TABLE 1")
FOLD = DecisionBar("left", "cross", "FOLD", "")
WON = Result("left", "+2", "BB", "1st of 6", ("showdown",))
GRAPHICS = (
    Graphic("name-left", "name", NAME, Box(72, 602, 864, 230)),
    Graphic("frame", "frame", Frame(234, 888), Box(864, 0, 192, 1080)),
    Graphic(
        "cards", "cards", CardsPlate(("SAME", "CARDS"), (Face("K", "c"),)), Box(424, 38, 1072, 188)
    ),
    Graphic("board", "board", Board((Face("10", "d"), Face("5", "s"))), Box(892, 54, 580, 148)),
    Graphic(
        "price",
        "strip",
        Strip(((TextPart("POT", False), TextPart("31.5", True)),)),
        Box(680, 226, 560, 72),
    ),
    Graphic("decision-left", "decision", FOLD, Box(72, 832, 864, 112)),
    Graphic("result-left", "result", WON, Box(72, 944, 864, 82)),
)
STAGE = Stage(1920, 1080, GRAPHICS)


def placed(*graphics: Graphic) -> Stage:
    return Stage(200, 100, graphics)


def square(key: str, x: int, y: int, size: int = 40) -> Graphic:
    return Graphic(key, "grid", Grid((), ()), Box(x, y, size, size))


@pytest.mark.parametrize("graphic", GRAPHICS, ids=lambda graphic: graphic.key)
def test_a_graphic_is_one_svg_of_its_box_without_ids(graphic: Graphic) -> None:
    svg = ET.fromstring(graphic_svg(graphic))
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    assert svg.get("viewBox") == f"0 0 {graphic.box.width} {graphic.box.height}"
    assert (svg.get("width"), svg.get("height")) == (
        str(graphic.box.width),
        str(graphic.box.height),
    )
    assert not [element for element in svg.iter() if element.get("id") or "filter" in element.tag]


def test_markup_in_a_context_stays_text() -> None:
    texts = [element.text for element in ET.fromstring(graphic_svg(GRAPHICS[0])).iter()]
    assert "Ana <b>&" in texts


def test_a_stage_holds_its_graphics_in_order() -> None:
    drawn = ET.fromstring(stage_svg(STAGE))
    places = [group.get("transform") for group in drawn]
    assert places == [f"translate({each.box.x} {each.box.y})" for each in GRAPHICS]


def test_a_graphic_does_not_depend_on_what_was_drawn_before() -> None:
    """The shared parts of graphics are cached."""
    fresh = []
    for graphic in GRAPHICS:
        clear_templates()
        fresh.append(graphic_svg(graphic))
    clear_templates()
    assert [graphic_svg(graphic) for graphic in reversed(GRAPHICS)] == fresh[::-1]


def test_an_unknown_template_is_an_error() -> None:
    with pytest.raises(TemplateNotFound, match="nothing"):
        graphic_svg(Graphic("x", "nothing", StandIn(""), Box(0, 0, 1, 1)))


def test_bars_are_opaque_and_the_rest_is_clear() -> None:
    alpha = stage_pixels(STAGE)[..., 3]
    for graphic in GRAPHICS:
        if graphic.key in ("cards", "name-left", "decision-left", "result-left"):
            box = graphic.box
            top = box.y + (62 if graphic.key == "name-left" else 0)  # beside the table's tag
            assert alpha[top : box.y + box.height, box.x : box.x + box.width].min() == 255
    assert alpha[:, 952:968].min() == 255, "the seam"
    assert alpha[:38, :952].max() == 0  # the upper left corner is the channel's
    assert alpha[:38, 968:].max() == 0
    assert alpha[330:602, :936].max() == 0  # the pictures
    assert alpha[1026:, :952].max() == 0


def test_the_png_has_the_pixels_and_is_repeatable() -> None:
    png = stage_png(STAGE)
    assert png == stage_png(STAGE)
    image = Image.open(io.BytesIO(png))
    assert (image.size, image.mode) == ((1920, 1080), "RGBA")
    pixels = cv2.cvtColor(stage_pixels(STAGE), cv2.COLOR_BGRA2RGBA)
    assert np.array_equal(np.asarray(image), pixels)


def test_scale_two_is_twice_as_large_and_the_same_picture() -> None:
    large, small = stage_pixels(STAGE, 2), stage_pixels(STAGE)
    assert large.shape == (2160, 3840, 4)
    shrunk = cv2.resize(large, (1920, 1080), interpolation=cv2.INTER_AREA)
    difference = np.abs(shrunk.astype(int) - small.astype(int))
    assert difference.mean() < 0.5


def test_a_scale_must_be_above_zero() -> None:
    with pytest.raises(ValueError, match="scale 0 is not above 0"):
        stage_png(STAGE, 0)


def test_over_is_pillows_alpha_composite() -> None:
    """Text edges half over a plate and half over nothing, against another library."""
    text = Graphic("b", "result", Result("left", "+8", "", "", ()), Box(0, 0, 800, 104))
    under = Graphic("a", "grid", Grid((), ()), Box(700, 30, 60, 60))
    price = Graphic("c", "strip", Strip(((TextPart("12", True),),)), Box(500, 10, 400, 72))
    stage = Stage(900, 120, (under, price, text))
    wanted = Image.new("RGBA", (900, 120))
    for graphic in stage.graphics:
        alone = stage_pixels(Stage(900, 120, (graphic,)))
        layer = Image.fromarray(cv2.cvtColor(alone, cv2.COLOR_BGRA2RGBA))
        wanted = Image.alpha_composite(wanted, layer)
    got = cv2.cvtColor(stage_pixels(stage), cv2.COLOR_BGRA2RGBA).astype(int)
    assert np.abs(got - np.asarray(wanted).astype(int)).max() <= 2


@pytest.mark.parametrize(("x", "y"), [(-20, -20), (180, 80), (-20, 80), (180, -20)])
def test_graphics_are_cropped_at_the_edge(x: int, y: int) -> None:
    alpha = stage_pixels(placed(square("a", x, y)))[..., 3]
    assert (alpha == 255).sum() == 20 * 20
    assert alpha[max(y, 0) : y + 40, max(x, 0) : x + 40].min() == 255


def test_graphics_outside_the_canvas_are_ignored() -> None:
    stage = placed(square("a", -60, 0), square("b", 0, 140), square("c", 220, 0))
    assert stage_pixels(stage).max() == 0
