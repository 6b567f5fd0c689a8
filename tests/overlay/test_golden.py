"""Golden pictures: the contact sheets of the docs are what the graphics look like today.

They are made anew by one command, and looked at before they are committed:
``duplicast sheet -o docs/sheets``.
"""

from pathlib import Path

import pytest
from alike import decoded, similarity
from effort import PROVE

from overlay.sheet import cells, contact_sheet
from overlay.themes.theme import load_theme, themes
from producer.stages.gallery import SHEETS, sample
from producer.stages.style import Style
from producer.wording.language import LANGUAGES
from producer.wording.language import language as speak

GOLDEN = Path(__file__).parents[2] / "docs" / "sheets"
LEAST = 0.99
"""Of a cell: a palette and another machine's rounding stay above it, a changed word does not."""

LANGUAGES = LANGUAGES if PROVE else ("en",)


def stages_of(title: str, theme: str, language: str) -> dict[str, Style]:
    style = Style(speak(language), theme=load_theme(theme))
    return dict.fromkeys(SHEETS[title], style)


def drawn(title: str, theme: str, language: str) -> bytes:
    shown = [
        (name, sample(name, style=style).with_stand_ins())
        for name, style in stages_of(title, theme, language).items()
    ]
    return contact_sheet(shown, f"{title} · {theme} · {language}")


def unlike(golden: bytes, new: bytes, names: list[str]) -> dict[str, float]:
    """The samples that do not look as they did, and how alike they are."""
    one, other = decoded(golden), decoded(new)
    assert one.shape == other.shape, "other samples than before: duplicast sheet -o docs/sheets"
    alike = {
        name: similarity(*(each[cell.y : cell.y + cell.height, cell.x : cell.x + cell.width]
                           for each in (one, other)))
        for name, cell in zip(names, cells(len(names)), strict=True)
    }  # fmt: skip
    return {name: round(value, 3) for name, value in alike.items() if value < LEAST}


@pytest.mark.parametrize("title", SHEETS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", themes())
def test_graphics_match_the_golden_sheets(theme: str, language: str, title: str) -> None:
    golden = (GOLDEN / f"{theme}-{language}-{title}.png").read_bytes()
    names = list(stages_of(title, theme, language))
    assert unlike(golden, drawn(title, theme, language), names) == {}


def test_a_changed_word_is_detected() -> None:
    """Only the samples that say it are named."""
    english, spanish = (drawn("programme", "dark", each) for each in ("en", "es"))
    names = list(stages_of("programme", "dark", "en"))
    assert {"standings", "speaker", "clock-pause"} <= unlike(english, spanish, names).keys()
    assert unlike(english, english, names) == {}
