"""Text fitted by measured width; the measure is that of the pixels drawn."""

import cv2
import numpy as np
import pytest
import resvg_py
from hypothesis import example, given
from hypothesis import strategies as st

from overlay.contexts import KnownLabel
from overlay.stage import Box, Graphic
from overlay.svg import graphic_svg
from overlay.texts.fonts import FAMILY, WEIGHTS, font_file, font_files
from overlay.texts.text import (
    NamedSide,
    alike,
    capitals,
    fit,
    fit_name,
    fit_team_and_name,
    fit_team_perhaps_name,
    text_width,
)

LETTERS = "ABCÉÑŞabcßñş áΩλίαЖдійм-.'"
NAMES = st.text(alphabet=LETTERS, min_size=1, max_size=60)
NOT_SEEN = 0.1
"""Pixels by which a text may be too wide."""


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("text", ["AVATAR 41.5", "Κωνσταντίνος", "Владимир", "José-Ñandú To"])
def test_measured_width_is_the_width_drawn(text: str, weight: int) -> None:
    """resvg draws it; a bar at either end tells how far the pen moved, to half a pixel."""
    size, start = 90, 40
    width = text_width(text, weight, size)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="120">'
        f'<text x="{start}" y="90" font-family="{FAMILY}" font-weight="{weight}" '
        f'font-size="{size}" fill="#f00">{text}<tspan fill="#00f">|</tspan></text></svg>'
    )
    png = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=[str(file) for file in font_files()]
    )
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    bar = np.flatnonzero((pixels[..., 0] > 100).any(axis=0))
    bearing = (text_width("|", weight, size) - (bar[-1] - bar[0] + 1)) / 2
    assert bar[0] - bearing - start == pytest.approx(width, abs=2.5)


@given(NAMES, st.integers(30, 900))
@example("' BşΩй", 132)  # 0.04 wider
def test_fitted_text_keeps_to_its_room_and_its_floor(text: str, room: int) -> None:
    fitted = fit(text, 800, 60, 44, room)
    assert 44 <= fitted.size <= 60
    assert fitted.width <= room + NOT_SEEN or fitted.text == "…"
    assert fitted.width == pytest.approx(text_width(fitted.text, 800, fitted.size))
    assert fitted.text == text or (fitted.text.endswith("…") and fitted.size == 44)


@given(NAMES, NAMES)
def test_team_and_name_share_the_room(team: str, name: str) -> None:
    first, second = fit_team_and_name((team, 800, 58), (name, 500, 46), 44, 690)
    assert first.width + second.width <= 690.01
    assert min(first.size, second.size) >= 44


def test_names_become_smaller_then_take_initials_then_are_cut() -> None:
    name = "José Luis Fernández-Villavicencio de la Torre"
    full = text_width(name, 500, 44)
    assert fit_name(name, 500, 60, 44, full * 60 / 44 + 1).size == 60
    assert fit_name(name, 500, 60, 44, full + 1).text == name
    assert (
        fit_name(name, 500, 60, 44, full - 1).text == "J. Luis Fernández-Villavicencio de la Torre"
    )
    assert fit_name(name, 500, 60, 44, full / 2).text == "J. L. F.-V. de la Torre"
    assert fit_name(name, 500, 60, 44, 210).text == "de la Torre"
    assert fit_name(name, 500, 60, 44, 120).text == "Torre"
    assert fit_name(name, 500, 60, 44, 80).text.startswith("To")
    assert fit_name(name, 500, 60, 44, 80).text.endswith("…")


def test_the_player_keeps_room_beside_a_long_team() -> None:
    team, player = fit_team_and_name(
        ("SAINT VINCENT AND THE GRENADINES", 800, 58), ("Wolfeschlegelstein", 500, 46), 44, 690
    )
    assert team.text.endswith("…")
    assert player.text.startswith("Wolfesch")


LONG = "SAINT VINCENT AND THE GRENADINES"


def test_a_long_team_is_shortened_before_the_player_is_cut() -> None:
    both = fit_team_and_name((LONG, 800, 58), ("Wilhelmina Hoogenband", 500, 46), 44, 690, "VIN")
    assert [each.text for each in both] == ["VIN", "Wilhelmina Hoogenband"]
    both = fit_team_and_name((LONG, 800, 58), ("Li Na", 500, 46), 44, 9_000, "VIN")
    assert [each.text for each in both] == [LONG, "Li Na"]
    team, player = fit_team_perhaps_name(LONG, "Wilhelmina Hoogenband", (44, 44), 12, 420, "VIN")
    assert player is not None
    assert (team.text, player.text) == ("VIN", "W. Hoogenband")


def test_without_a_short_form_both_are_cut() -> None:
    team, player = fit_team_perhaps_name(LONG, "Wilhelmina Hoogenband", (50, 44), 12, 420)
    assert player is not None
    assert team.text.endswith("…")
    assert player.text.startswith("Hoogen")
    assert team.width + 12 + player.width <= 420


@given(NAMES, NAMES, st.integers(60, 900), st.sampled_from(["", "VIN"]))
def test_team_and_perhaps_name_keep_to_their_room(
    team: str, name: str, room: int, short: str
) -> None:
    first, other = fit_team_perhaps_name(team, name, (50, 44), 14, room, short)
    wide = first.width + (14 + other.width if other else 0)
    assert wide <= room + 0.01 or first.text == "…" or (other and other.text == "…")


def test_an_accent_goes_with_its_letter() -> None:
    decomposed = "e\u0301" * 40
    shown = fit(decomposed, 500, 44, 44, 300).text
    assert shown.count("e") == shown.count("\u0301")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Brazil", "BRAZIL"),
        ("Ελλάδα", "ΕΛΛΑΔΑ"),
        ("Κωνσταντίνος", "ΚΩΝΣΤΑΝΤΙΝΟΣ"),
        ("Μαΐου", "ΜΑΪΟΥ"),
        ("España", "ESPAÑA"),
        ("Россия", "РОССИЯ"),
        ("Türkiye", "TÜRKIYE"),
    ],
)
def test_capitals_as_signs_write_them(text: str, shown: str) -> None:
    assert capitals(text) == shown


def test_a_floor_above_the_size_is_refused() -> None:
    with pytest.raises(ValueError, match="floor 50 is above the size 40"):
        fit("x", 500, 40, 50, 100)


def test_every_weight_has_its_file() -> None:
    assert [font_file(weight).name for weight in WEIGHTS] == [
        f"FiraSansCondensed-{style}.ttf" for style in ("Medium", "SemiBold", "Bold", "ExtraBold")
    ]
    assert all(file.is_file() for file in font_files())
    with pytest.raises(KeyError):
        font_file(400)


def test_right_to_left_names_are_set_entirely_in_a_font_that_has_them() -> None:
    """The first family has no Hebrew: there, every letter would be the same empty box."""
    letters = [text_width(letter, 600, 44) for letter in "אבגדה"]
    assert len(set(letters)) > 1
    svg = graphic_svg(Graphic("a", "known", KnownLabel("דוד 12"), Box(0, 0, 400, 72)))
    assert 'font-family="Rubik"' in svg
    assert "Rubik" not in graphic_svg(
        Graphic("a", "known", KnownLabel("Δαβίδ"), Box(0, 0, 400, 72))
    )


def test_a_cut_right_to_left_name_ends_at_its_left() -> None:
    shown = fit("אלכסנדרה וייצמן־רוזנבלום", 600, 44, 44, 200)
    assert shown.width <= 200
    assert shown.text.endswith("…\u200f")  # a mark that makes the ellipsis part of the name
    assert "אלכסנדרה וייצמן־רוזנבלום".startswith(shown.text[:-2])
    assert fit("Alexandra Weizmann", 600, 44, 44, 200).text.endswith("…")


def test_a_team_with_exactly_the_room_it_takes_is_not_shortened() -> None:
    """The room left beside a name too long for it is the team's own width, less a rounding."""
    for team in ("Peru", "Ελλάδα", "Chile", "Japan", "Κύπρος"):
        for name in ("Featherstonehaugh-Cholmondeley", "Donaudampfschifffahrtselektrizitätenwerk"):
            fitted, _ = fit_team_and_name(
                (capitals(team), 800, 58), (f"Maximilian {name}", 500, 46), 44, 690
            )
            assert fitted.text == capitals(team)


def test_names_of_one_list_are_in_one_manner() -> None:
    """One country that needs its three letters gives them to all, and one name its initials."""
    wide = NamedSide("Bosnia and Herzegovina", "Maximilian Featherstonehaugh", "BIH", 560)
    plain = NamedSide("Brazil", "Caio Lima", "BRA", 560)
    assert [each.team for each in alike((plain,), 44, 12)] == ["Brazil"]
    both = alike((plain, wide), 44, 12)
    assert [(each.team, each.player) for each in both] == [
        ("BRA", "C. Lima"),
        ("BIH", "M. Featherstonehaugh"),
    ]


def test_a_team_without_three_letters_leaves_all_teams_written_out() -> None:
    sides = (
        NamedSide("Oxford and Cambridge", "Ann Lee", "", 460),
        NamedSide("Brazil", "Bo Li", "BRA", 460),
    )
    assert [each.team for each in alike(sides, 44, 12)] == ["Oxford and Cambridge", "Brazil"]
