"""Flags: of the nations in the demo and the samples, complete, and nobody else's."""

import io
import re
import xml.etree.ElementTree as ET
from itertools import combinations

import numpy as np
import pytest
import resvg_py
from PIL import Image

from overlay.resources import resource
from overlay.themes.flags import flag, flags
from producer.simulate.roster import NATIONS
from producer.wording.names.team_labels import nation

SAME = {frozenset(("GB", "GBR")), frozenset(("ID", "MC")), frozenset(("RO", "TD"))}
"""Great Britain by two codes; Indonesia and Monaco differ in the flag's shape only, Romania and
Chad in a shade of blue."""

BANDS = {
    "FR": ("blue", "white", "red"),
    "IE": ("green", "white", "orange"),
    "NG": ("green", "white", "green"),
    "BE": ("black", "yellow", "red"),
}
"""From the hoist, by the constitutions and laws of these countries."""

ROWS = {
    "ES": ("red", "yellow", "red"),
    "NL": ("red", "white", "blue"),
    "RU": ("white", "blue", "red"),
    "HU": ("red", "white", "green"),
    "DE": ("black", "red", "yellow"),
    "AT": ("red", "white", "red"),
}
"""From the top."""

HUES = {
    "red": (200, 20, 35),
    "orange": (255, 130, 0),
    "yellow": (255, 205, 0),
    "green": (0, 130, 70),
    "blue": (0, 40, 140),
    "white": (255, 255, 255),
    "black": (10, 10, 10),
}


def pixels(code: str, width: int = 120) -> np.ndarray:
    """Height x width x RGBA."""
    svg = (resource("flags") / f"{code}.svg").read_text(encoding="utf-8")
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGBA")).astype(int)


def hue(pixel: np.ndarray) -> str:
    return min(HUES, key=lambda name: sum((pixel[:3] - np.array(HUES[name])) ** 2))


@pytest.mark.parametrize("code", flags())
def test_a_flag_fills_its_box_in_plain_shapes(code: str) -> None:
    svg = ET.parse(resource("flags") / f"{code}.svg").getroot()
    assert svg.get("viewBox") == "0 0 60 40"
    kinds = {element.tag.rpartition("}")[2] for element in svg.iter()}
    assert kinds <= {"svg", "g", "path", "rect", "circle", "ellipse"}
    assert not any("id" in element.attrib for element in svg.iter())
    assert pixels(code)[..., 3].min() == 255


@pytest.mark.parametrize("code", flags())
def test_nothing_of_a_flag_is_outside_its_box(code: str) -> None:
    wide = re.sub(r'viewBox="[^"]*"', 'viewBox="-30 -20 120 80"', (
        resource("flags") / f"{code}.svg"
    ).read_text(encoding="utf-8"))  # fmt: skip
    png = bytes(resvg_py.svg_to_bytes(svg_string=wide, width=240, skip_system_fonts=True))
    alpha = np.asarray(Image.open(io.BytesIO(png)).convert("RGBA"))[..., 3]
    assert alpha[:39].max() == alpha[121:].max() == 0
    assert alpha[:, :59].max() == alpha[:, 181:].max() == 0


@pytest.mark.parametrize(("code", "colours"), BANDS.items())
def test_upright_bands_are_in_the_order_of_the_law(code: str, colours: tuple[str, ...]) -> None:
    middle = pixels(code)[40]
    assert tuple(hue(middle[x]) for x in (20, 60, 100)) == colours


@pytest.mark.parametrize(("code", "colours"), ROWS.items())
def test_stripes_are_in_the_order_of_the_law(code: str, colours: tuple[str, ...]) -> None:
    column = pixels(code)[:, 60]
    assert tuple(hue(column[y]) for y in (12, 40, 68)) == colours


def test_no_nation_has_the_flag_of_another() -> None:
    small = {code: pixels(code, 60)[..., :3] for code in flags()}
    alike = {
        frozenset(pair)
        for pair in combinations(small, 2)
        if np.abs(small[pair[0]] - small[pair[1]]).max() < 48
    }
    assert alike == SAME


def test_every_team_of_the_simulator_has_its_flag() -> None:
    assert all(flag(nation(each.name)) for each in NATIONS)


def test_a_nation_without_a_drawing_has_none() -> None:
    for code in ("WAL", "TW", "", "XX", "../themes/dark", "gr"):
        assert flag(code) is None
