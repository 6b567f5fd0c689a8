"""Team colours: distinct, stable, and never red, green or gold (the look)."""

import colorsys

from hypothesis import given
from hypothesis import strategies as st

from overlay.colour import NEUTRAL, PALETTE, allowed, team_colours

COLOURS = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06X}")
TEAMS = st.dictionaries(
    st.text(alphabet="ABCDEFGH", min_size=1, max_size=2), st.none() | COLOURS, max_size=16
)


def hls(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return colorsys.rgb_to_hls(red, green, blue)


def says_another_thing(colour: str) -> bool:
    """Red, orange, gold, yellow or green to the eye: a hue from 335 to 170 degrees that shows."""
    hue, lightness, saturation = hls(colour)
    chroma = saturation * (1 - abs(2 * lightness - 1))
    return chroma > 0.2 and not 170 <= hue * 360 <= 335


@given(TEAMS)
def test_no_team_is_red_green_or_gold(given_: dict[str, str | None]) -> None:
    assert not [c for c in team_colours(given_).values() if says_another_thing(c)]


@given(TEAMS)
def test_colours_are_distinct_and_do_not_depend_on_the_order(
    given_: dict[str, str | None],
) -> None:
    colours = team_colours(given_)
    assert set(colours) == set(given_)
    assert len(set(colours.values())) == len(colours)
    assert team_colours(dict(reversed(given_.items()))) == colours


@given(COLOURS)
def test_an_allowed_colour_stays_allowed(colour: str) -> None:
    again = allowed(allowed(colour))
    assert all(abs(a - b) < 0.03 for a, b in zip(hls(allowed(colour)), hls(again), strict=True))


def test_flags_of_the_guides_teams() -> None:
    """China's red and Brazil's green are moved; Argentina's blue stays."""
    given_ = {"A": "#75AADB", "B": "#009739", "C": "#DE2910"}
    colours = team_colours(given_)
    assert colours["A"] == "#75AADB"
    assert says_another_thing("#009739")
    assert says_another_thing("#DE2910")
    assert not says_another_thing(colours["B"])
    assert not says_another_thing(colours["C"])


def test_the_palette_keeps_its_own_rules() -> None:
    assert len(set(PALETTE)) == 16
    assert not [c for c in (*PALETTE, NEUTRAL) if says_another_thing(c)]
