"""Checks a theme by drawing every sample in it: finds texts that are too wide in its font."""

from __future__ import annotations

from collections.abc import Iterator

from overlay.texts.text_positions import outside, overlapping, texts
from overlay.themes.theme import Theme
from overlay.themes.theme_check import font_key
from overlay.themes.theme_file import ThemeFinding
from producer.stages.gallery import SAMPLES, sample
from producer.stages.samples.deals import Data
from producer.stages.style import ChipsAs, Style
from producer.wording.language import language as speak

LOOKS: tuple[tuple[Data, str, ChipsAs], ...] = (
    ("plain", "en", "bb"),
    ("plain", "es", "number"),
    ("greek", "el", "short"),
)
"""Sets of names, languages and chip formats that are drawn."""

NAMED = frozenset(
    {
        *("name", "table_bar", "panel", "plate", "lower_third"),
        *("field_rows", "matrix", "ranking"),
    }
)
"""Templates in which names may be cut; no other text may be."""

_MOST = 6
"""Findings listed one by one; a font that is too wide causes hundreds."""


def check_fit(theme: Theme) -> tuple[ThemeFinding, ...]:
    """Texts that are cut, leave their graphic or overlap; takes some seconds."""
    place, hint = font_key(theme), "choose a narrower font"
    first: dict[str, str] = {}
    for fault, where in _faults(theme):
        first.setdefault(fault, where)
    reasons = [f"{fault} {where}" for fault, where in first.items()]
    if len(reasons) > _MOST:
        reasons[_MOST:] = [f"{len(reasons) - _MOST} more texts do not fit"]
    return tuple(ThemeFinding(place, reason, hint) for reason in reasons)


def _faults(theme: Theme) -> Iterator[tuple[str, str]]:
    """Each fault and the sample it is in; the same fault may occur in many."""
    for data, language, chips in LOOKS:
        style = Style(speak(language), chips, theme)
        for name in SAMPLES:
            stage, where = sample(name, data, style).stage, f"in {name} ({language})"
            for text in texts(stage):
                if text.cut and text.template not in NAMED:
                    yield f"“{text.content}” is cut", where
            for text in outside(stage, 0.0 if name == "plates" else 0.05):
                yield f"“{text.content}” does not fit its place", where
            for one, other in overlapping(stage):
                yield f"“{one.content}” overlaps “{other.content}”", where
