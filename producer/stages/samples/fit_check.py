"""A theme, checked by drawing every sample in it: what its fonts make too wide for its place."""

from __future__ import annotations

from collections.abc import Iterator

from overlay.text_positions import Text, outside, overlapping, texts
from overlay.theme import Theme
from overlay.theme_check import font_key
from overlay.theme_file import ThemeFinding
from producer.stages.gallery import SAMPLES, sample
from producer.stages.samples.deals import Data
from producer.stages.style import ChipsAs, Style
from producer.wording.language import language as speak

LOOKS: tuple[tuple[Data, str, ChipsAs], ...] = (
    ("plain", "en", "bb"),
    ("plain", "es", "number"),
    ("greek", "el", "short"),
)
"""Whose names, in which language, chips told how."""

NAMED = frozenset(
    {"name", "bar", "panel", "plate", "field_rows", "ranking", "shifts", "lower_third"}
)
"""Templates in which a name may be shortened; anything else is told whole."""

_MOST = 6
"""Findings that are told one by one; a font that is too wide makes hundreds."""


def check_fit(theme: Theme) -> tuple[ThemeFinding, ...]:
    """What is cut, leaves its graphic or lies on another text; takes some seconds."""
    place, hint = font_key(theme), "take a narrower font"
    told: dict[str, str] = {}
    for fault, where in _faults(theme):
        told.setdefault(fault, where)
    found = [f"{fault} {where}" for fault, where in told.items()]
    findings = [ThemeFinding(place, each, hint) for each in found[:_MOST]]
    if len(found) > _MOST:
        findings.append(ThemeFinding(place, f"{len(found) - _MOST} more texts do not fit", hint))
    return tuple(findings)


def _faults(theme: Theme) -> Iterator[tuple[str, str]]:
    """What is wrong, and where; the same in many places, as it comes."""
    for data, language, chips in LOOKS:
        style = Style(speak(language), chips, theme)
        for name in SAMPLES:
            stage, where = sample(name, data, style).stage, f"in {name} ({language})"
            for text in filter(_lost, texts(stage)):
                yield f"“{text.content}” is cut", where
            for text in outside(stage, 0.0 if name == "plates" else 0.05):
                yield f"“{text.content}” does not fit its place", where
            for one, other in overlapping(stage):
                yield f"“{one.content}” lies on “{other.content}”", where


def _lost(text: Text) -> bool:
    return text.cut and text.template not in NAMED
