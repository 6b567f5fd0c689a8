"""The theme: contrast of every pair that is drawn, and errors that say what to mend."""

import pytest

from overlay.oklab import contrast
from overlay.resources import resource
from overlay.theme import BadTheme, load_theme, parse_theme

DARK = (resource("themes") / "dark.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("over", "under"),
    [
        ("text", "plate"), ("muted", "plate"), ("gold", "plate"), ("gold", "seam"),
        ("on_strong", "strong"), ("text", "lit"), ("given_text", "given"),
        ("given_muted", "given"), ("gold", "given"),
        ("clubs", "paper"), ("diamonds", "paper"), ("hearts", "paper"), ("spades", "paper"),
    ],
)  # fmt: skip
def test_contrast_is_at_least_4_5(over: str, under: str) -> None:
    theme = load_theme()
    assert contrast(getattr(theme, over), getattr(theme, under)) >= 4.5


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
