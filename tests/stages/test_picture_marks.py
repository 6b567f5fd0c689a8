"""Marks in pictures stand where no graphic is, inside the safe area, in every layout and moment."""

from __future__ import annotations

import pytest

from overlay.stage import Box
from producer.stages.catalogue import layouts
from producer.stages.entry import Size
from producer.stages.gallery import SAMPLES, sample
from producer.stages.style import PLAIN, Style
from producer.stages.tables.picture_marks import faster, no_camera, picture_mark, waiting
from producer.wording.language import language

WIDE: Size = (1920, 1080)
LAYOUTS = {"two-up": "two-up", "three": "three-up", "four": "four-up", "six": "six-up"}


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


SPLITS = [name for name in SAMPLES if any(name.startswith(key) for key in LAYOUTS)]


@pytest.mark.parametrize("name", SPLITS)
def test_a_mark_covers_no_graphic_and_stays_in_its_picture(name: str) -> None:
    drawn = sample(name)
    # A frame or grid is a whole stage with holes for the pictures.
    taken = [each.box for each in drawn.stage.graphics]
    plates = [box for box in taken if box.height < 1000]
    layout = next(LAYOUTS[key] for key in LAYOUTS if name.startswith(key))
    pictures = layouts()[layout].pictures
    for number, picture in enumerate(pictures):
        mark = picture_mark(no_camera(PLAIN), f"mark-{number}", picture, taken, WIDE).box
        assert not any(overlap(mark, box) for box in plates), (name, number)
        assert picture.x <= mark.x
        assert mark.x + mark.width <= picture.x + picture.width
        assert mark.x >= 96
        assert mark.x + mark.width <= 1824
        assert mark.y >= 54
        assert mark.y + mark.height <= 1026


def test_what_marks_say() -> None:
    spanish = Style(language("es"))
    assert waiting(("4",), PLAIN) == ("pause", "WAITING FOR TABLE 4")
    assert waiting(("4", "6"), PLAIN) == ("pause", "WAITING FOR TABLES 4, 6")
    assert waiting(("4",), spanish) == ("pause", "ESPERANDO A LA MESA 4")
    assert faster(2) == ("fast", "2×")
    assert no_camera(spanish) == ("no camera", "SIN CÁMARA")
