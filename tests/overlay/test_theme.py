"""The theme: contrast of every pair that is drawn, and errors that say what to mend."""

import pytest

from overlay.colour import NEUTRAL, PALETTE
from overlay.resources import resource
from overlay.theme import BadTheme, load_theme, parse_theme

DARK = (resource("themes") / "dark.toml").read_text(encoding="utf-8")


def contrast(a: str, b: str) -> float:
    """WCAG 2 contrast ratio."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("over", "under"),
    [
        ("text", "plate"), ("muted", "plate"), ("gold", "plate"), ("gold", "seam"),
        ("ink", "paper"), ("ink", "gold"),
        ("clubs", "paper"), ("diamonds", "paper"), ("hearts", "paper"), ("spades", "paper"),
    ],
)  # fmt: skip
def test_contrast_is_at_least_4_5(over: str, under: str) -> None:
    theme = load_theme()
    assert contrast(getattr(theme, over), getattr(theme, under)) >= 4.5


def test_team_stripes_stand_out_from_the_plate() -> None:
    assert all(contrast(colour, load_theme().plate) >= 4.5 for colour in (*PALETTE, NEUTRAL))


def test_four_suits_have_four_colours() -> None:
    theme = load_theme()
    assert len({theme.clubs, theme.diamonds, theme.hearts, theme.spades}) == 4


@pytest.mark.parametrize(
    ("was", "now", "reason"),
    [
        ('gold = "#FFC93C"', "", "mine.toml: lacks 'gold'"),
        ('gold = "#FFC93C"', 'gold = "yellow"', "gold = 'yellow' is no colour; write #RRGGBB"),
        ('gold = "#FFC93C"', 'gold = "#FFC93C"\nglow = "#FFFFFF"', "has an unknown key 'glow'"),
        ("[type]", "[typ]", r"\[type\] must be a table"),
        ("[type]", "[type", "mine.toml: no TOML"),
    ],
)
def test_a_bad_theme_is_refused(was: str, now: str, reason: str) -> None:
    with pytest.raises(BadTheme, match=reason):
        parse_theme(DARK.replace(was, now), "mine.toml")


def test_a_missing_theme_is_refused() -> None:
    with pytest.raises(BadTheme, match="no theme 'neon'"):
        load_theme("neon")
