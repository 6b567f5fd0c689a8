"""Graphics laid over pictures, against the formula for straight alpha in floating point."""

from __future__ import annotations

import numpy as np
import pytest

from overlay.stage import Box
from producer.segments.compositor.graphics import multiplied, straight
from producer.segments.compositor.layers import (
    changed_cells,
    lay_over_picture,
    layer_of,
    mixed_parts,
    nothing,
    parts_of,
    rectangles,
)
from producer.segments.compositor.planes import Planes, colour_of, new_frame, planes_of_pixels

WIDTH, HEIGHT = 192, 108


def graphics() -> np.ndarray:
    """A solid plate, a half-clear one and a corner of noise."""
    pixels = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    pixels[10:50, 20:100] = (200, 40, 90, 255)
    pixels[60:100, 40:180] = (20, 200, 250, 128)
    pixels[64:96, 100:170, 3] = np.random.default_rng(3).integers(0, 256, (32, 70))
    return pixels


def ground() -> Planes:
    _, planes = new_frame(WIDTH, HEIGHT)
    planes.fill((90, 110, 150))
    return planes


@pytest.mark.parametrize(
    ("rgb", "expected"),
    [
        # ITU-R BT.709, table 4: black, white; and 75 % bars as EBU Tech 3325 lists them.
        ("#000000", (16, 128, 128)),
        ("#FFFFFF", (235, 128, 128)),
        ("#BFBF00", (168, 44, 136)),
        ("#00BFBF", (145, 147, 44)),
        ("#0000BF", (28, 212, 120)),
    ],
)
def test_colours_are_those_of_bt709(rgb: str, expected: tuple[int, int, int]) -> None:
    assert colour_of(rgb) == pytest.approx(expected, abs=1)


def test_a_layer_over_a_picture_is_what_straight_alpha_says() -> None:
    pixels, planes = graphics(), ground()
    lay_over_picture(parts_of(layer_of(multiplied(pixels))), planes)
    alpha = pixels[..., 3] / 255
    opaque = pixels.copy()
    opaque[..., 3] = 255
    expected = planes_of_pixels(opaque).y * alpha + 90 * (1 - alpha)
    assert np.abs(planes.y - expected).max() <= 1.6


def test_where_nothing_is_drawn_the_picture_stays_as_it_was() -> None:
    planes = ground()
    lay_over_picture(parts_of(layer_of(multiplied(graphics()))), planes)
    assert (planes.y[:, 182:] == 90).all()
    assert (planes.u[:, 91:] == 110).all()


def test_a_fade_leaves_what_is_the_same_in_both_alone() -> None:
    one = layer_of(multiplied(graphics()))
    pixels = graphics()
    pixels[60:100, 40:180] = 0
    two = layer_of(multiplied(pixels))
    changed = changed_cells(one, two)
    assert {(box.x, box.y) for box in rectangles(changed)} == {(2, 3)}
    half = ground()
    lay_over_picture((*parts_of(two, ~changed), *mixed_parts(one, two, changed, 0.5)), half)
    full = ground()
    lay_over_picture(parts_of(one), full)
    assert (half.y[:48] == full.y[:48]).all()
    middle = (int(full.y[70, 60]) + 90) / 2
    assert half.y[70, 60] == pytest.approx(middle, abs=1)


def test_a_layer_without_graphics_has_no_parts() -> None:
    assert parts_of(nothing(WIDTH, HEIGHT)) == ()


def test_rectangles_cover_the_cells_and_nothing_else() -> None:
    cells = np.random.default_rng(1).random((12, 17)) > 0.5
    covered = np.zeros(cells.shape, int)
    for box in rectangles(cells):
        covered[box.y : box.y + box.height, box.x : box.x + box.width] += 1
    assert (covered == cells).all()
    assert rectangles(np.array([[True, True], [True, True]])) == [Box(0, 0, 2, 2)]


def test_straight_pixels_come_back_after_multiplying() -> None:
    pixels = graphics()
    back = straight(multiplied(pixels))
    assert (back[..., 3] == pixels[..., 3]).all()
    solid = pixels[..., 3] == 255
    assert (back[solid] == pixels[solid]).all()
    half = pixels[..., 3] == 128
    assert np.abs(back[half].astype(int) - pixels[half]).max() <= 1
