"""Font files read: what they say of themselves, against what their packages say of them."""

from pathlib import Path

import fontpkg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from overlay.texts.fontfile import BadFont, read_font
from overlay.texts.fonts import (
    FAMILY,
    OTHER_FAMILY,
    UnknownFamily,
    face_for,
    face_of,
    file_for_weight,
    first_face,
    font_file,
    installed_files,
    other_face,
)

PACKAGED = [
    file
    for name in (FAMILY, OTHER_FAMILY)
    for file in fontpkg.family(name).files
    if file.variable or file.weight >= 400
]
"""Lighter ones say another weight than their names: old Windows made 100 and 200 bold."""
LETTERS = st.characters(min_codepoint=32, max_codepoint=0x600)


@pytest.mark.parametrize("result", PACKAGED, ids=lambda file: file.path.stem)
def test_family_and_weights_are_what_the_package_says(result: fontpkg.FontFile) -> None:
    read = read_font(result.path)
    low, high = (
        (result.wght_min, result.wght_max) if result.variable else (result.weight, result.weight)
    )
    assert read.weights == (low, high)
    assert read.family in (FAMILY, OTHER_FAMILY)


@given(LETTERS)
def test_letters_are_those_with_a_glyph(letter: str) -> None:
    """A letter that the font lacks is drawn as the same box as any other that it lacks."""
    read = read_font(font_file(500))
    font = ImageFont.truetype(font_file(500), 40)
    if letter.isprintable() and not letter.isspace() and ord(letter) not in read.letters:
        assert bytes(font.getmask(letter)) == bytes(font.getmask("\U000f0000"))
    if letter.isalpha() and ord(letter) in read.letters:
        assert bytes(font.getmask(letter)) != bytes(font.getmask("\U000f0000"))


@pytest.mark.parametrize("path", [font_file(500), font_file(800), installed_files(OTHER_FAMILY)[0]])
def test_capitals_are_as_tall_as_they_are_drawn(path: Path) -> None:
    paper = Image.new("L", (1200, 1200))
    ImageDraw.Draw(paper).text(
        (100, 1100), "H", fill=255, font=ImageFont.truetype(path, 1000), anchor="ls"
    )
    box = paper.getbbox()
    assert box is not None
    assert read_font(path).capitals == pytest.approx((box[3] - box[1]) / 1000, abs=0.003)


@pytest.mark.parametrize("length", [0, 3, 4, 11, 12, 100, 400, 5_000, 60_000, 120_000])
def test_a_damaged_font_is_refused_with_the_reason(length: int, tmp_path: Path) -> None:
    path = tmp_path / "cut.ttf"
    path.write_bytes(font_file(500).read_bytes()[:length])
    with pytest.raises(BadFont, match=r"not a TrueType|damaged|no name|no capital"):
        read_font(path)


@pytest.mark.parametrize(
    ("there", "wanted", "given_"),
    [((400, 700), 500, 400), ((400, 700), 600, 700), ((400, 700), 800, 700),
     ((600,), 500, 600), ((500, 600, 700, 800), 700, 700), ((500, 900), 700, 900)],
)  # fmt: skip
def test_a_missing_weight_is_substituted_as_in_browsers(
    there: tuple[int, ...], wanted: int, given_: int
) -> None:
    """CSS Fonts 4, 5.2: from 500 down first, above it up first."""
    by_weight = {
        file.weight: read_font(file.path)
        for file in fontpkg.family(FAMILY).files
        if file.style == "normal"
    }
    assert file_for_weight([by_weight[weight] for weight in there], wanted)[1] == given_


def test_a_variable_file_gives_any_weight_within_its_bounds() -> None:
    assert file_for_weight(other_face().files, 800)[1] == 800
    assert file_for_weight(other_face().files, 950)[1] == 900


def test_a_whole_text_uses_a_face_that_has_its_letters() -> None:
    rubik = face_of(installed_files(OTHER_FAMILY))
    assert face_for("Łódź", rubik) is rubik
    assert face_for("Łódź Ω", rubik) is first_face()
    assert face_for("דוד", first_face()) is other_face()
    assert face_for("\U00010330", rubik) is first_face()  # Gothic: no face has it


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(UnknownFamily, match="Comic Sans"):
        installed_files("Comic Sans")
