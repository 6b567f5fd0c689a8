"""No letter becomes an empty box; nothing in a name turns a line around."""

import importlib.util
import subprocess
import sys

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.contexts import KnownLabel, TextPart
from overlay.raster import stage_pixels
from overlay.stage import Box, Graphic, Stage
from overlay.svg import graphic_svg, unknown_letters
from overlay.texts.fonts import CJK_PACKAGE, face_for, first_face
from overlay.texts.letters import drawable, make_drawable, missing_letters

FACE = first_face()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ana Ruiz", "Ana Ruiz"),
        ("Ana\u202e Ruiz\u202c", "Ana Ruiz"),
        ("\u2066Ana\u2069\u200e\u200f", "Ana"),
        ("\u202aA\u202b\u202dB", "AB"),
        ("Ana \U0001f680 Ruiz \u2663\ufe0f", "Ana Ruiz"),
        ("\U0001f680", "?"),
        ("Ana\nRuiz\x07", "Ana Ruiz"),
        ("\U0001d419\U0001d41e", "Ze"),
        ("e\u0301e", "\u00e9e"),
        ("\u0e2a\u0e21", "??"),
        ("\u03a9\u05d0", "?\u05d0"),
        ("W\u0307", "W"),
        ("Trinidad\u00a0and\u00a0Tobago", "Trinidad\u00a0and\u00a0Tobago"),
        ("", ""),
        (" ", " "),
    ],
)
def test_what_a_font_cannot_draw_is_replaced(text: str, shown: str) -> None:
    assert drawable(text, FACE) == shown


def test_persian_keeps_its_joiners() -> None:
    assert drawable("\u0645\u06cc\u200c\u062e", FACE) == "\u0645\u06cc\u200c\u062e"


@given(st.text(max_size=30))
def test_all_that_is_drawn_is_in_the_font(text: str) -> None:
    shown = drawable(text, FACE)
    face = face_for(shown, FACE)
    assert all(ord(letter) in face.letters or letter in " \u00a0\u200c\u200d?" for letter in shown)
    assert not set(shown) & set(
        "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )
    assert shown or not text.strip()


def test_contexts_are_cleaned_to_their_leaves() -> None:
    result = (TextPart("a\u202eb", True), TextPart("c", False))
    assert make_drawable(result, FACE) == (TextPart("ab", True), TextPart("c", False))
    plain = KnownLabel("c")
    assert make_drawable(plain, FACE) is plain


def test_missing_letters_are_listed_for_the_producer() -> None:
    assert missing_letters("Ana \U0001f680\u0e2a\u202e\U0001f680?", FACE) == "\U0001f680\u0e2a"
    label = Graphic("a", "known", KnownLabel("\u0e2a!"), Box(0, 0, 300, 72))
    stage = Stage(300, 72, (label,))
    assert unknown_letters(stage) == "\u0e2a"
    assert ">?!<" in graphic_svg(label)


@pytest.mark.skipif(
    importlib.util.find_spec(CJK_PACKAGE) is None, reason="the extra cjk is not installed"
)
def test_chinese_japanese_and_korean_names_are_drawn() -> None:
    """Each in shapes of its own, where a box would be the same for all."""
    pictures = []
    for name in ("\u674e\u5a1c", "\u7530\u4e2d", "\uae40\uc5f0"):
        assert drawable(name, FACE) == name
        assert missing_letters(name, FACE) == ""
        label = Graphic("a", "known", KnownLabel(name), Box(0, 0, 300, 72))
        assert 'font-family="Noto Sans CJK JP"' in graphic_svg(label)
        pixels = stage_pixels(Stage(300, 72, (label,)))[..., :3]
        left, right = pixels[:, 105:150], pixels[:, 150:195]
        assert np.count_nonzero(cv2.absdiff(left, right)) > 300
        pictures.append(pixels)
    assert not np.array_equal(pictures[0], pictures[1])


def test_a_picture_in_our_own_fonts_reads_no_further_font_file() -> None:
    drawn = (
        "from overlay.texts.fonts import further_faces\n"
        "from overlay.safe_slide import safe_slide_png\n"
        "from overlay.themes.theme import load_theme\n"
        "safe_slide_png(load_theme())\n"
        "print(further_faces.cache_info().misses)\n"
    )
    done = subprocess.run([sys.executable, "-c", drawn], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"
