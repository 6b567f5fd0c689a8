"""Replaces letters that no font can draw, and removes control characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from overlay.texts.fonts import FontFace, face_for
from overlay.themes.logo import Logo
from overlay.themes.pictures import Picture

UNKNOWN = "?"
"""Drawn for a letter that no font here has."""

JOINERS = "\u200c\u200d"
"""Zero-width; Persian names need them."""

_BREAKS = "\t\n\x0b\x0c\r\x85\u2028\u2029"
"""Ends of words and lines; a text has one line."""

_SHAPES = "".join(map(chr, range(0xFE00, 0xFE10)))
"""Variation selectors, such as the one for a coloured emoji."""

_PICTURES = (Picture, Logo)
"""Values of contexts that have no letters."""

Value = TypeVar("Value")


@lru_cache(maxsize=8192)
def drawable(text: str, face: FontFace) -> str:
    """``text`` with only letters that its face can draw.

    Direction marks and control characters are removed. A missing letter becomes its base letter,
    else ``UNKNOWN``; missing emoji and other symbols are removed.

    >>> from overlay.texts.fonts import first_face
    >>> drawable("Ana\\u202e \U0001f680 𝐙𝐞", first_face())
    'Ana Ze'
    """
    clean = _without_marks(text)
    drawn = face_for(clean, face)
    shown = "".join(_drawn(letter, drawn) for letter in clean)
    if shown == clean == text:
        return text
    tidy = " ".join(part for part in shown.split(" ") if part)
    if tidy and face_for(tidy, face) != drawn:  # without the missing letters another face is used
        return drawable(tidy, face)
    return tidy if tidy or not text.strip() else UNKNOWN


def missing_letters(text: str, face: FontFace) -> str:
    """The letters and symbols of ``text`` that no font here has, each once."""
    clean = _without_marks(text)
    drawn = face_for(clean, face)
    missing = (letter for letter in clean if _drawn(letter, drawn) in ("", UNKNOWN))
    return "".join(dict.fromkeys(letter for letter in missing if letter != UNKNOWN))


def make_drawable(value: Value, face: FontFace) -> Value:
    """A context with ``drawable`` applied to all its texts."""
    if isinstance(value, str):
        return drawable(value, face)  # type: ignore[return-value]
    if isinstance(value, tuple):
        return tuple(make_drawable(each, face) for each in value)  # type: ignore[return-value]
    if isinstance(value, _PICTURES):
        return value
    kind: type = type(value)
    changed = {}
    for name in _fields(kind):
        each = getattr(value, name)
        shown = make_drawable(each, face)
        if shown != each:
            changed[name] = shown
    return replace(value, **changed) if changed else value  # type: ignore[type-var]


@lru_cache(maxsize=256)
def _fields(kind: type) -> tuple[str, ...]:
    """A dataclass's field names; empty for any other type."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def texts_of(value: Any) -> Iterator[str]:
    """All texts of a context."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from texts_of(each)
    elif is_dataclass(value) and not isinstance(value, _PICTURES):
        for field in fields(value):
            yield from texts_of(getattr(value, field.name))


def _without_marks(text: str) -> str:
    letters = (
        " " if letter in _BREAKS else letter
        for letter in unicodedata.normalize("NFC", text)
        if letter in _BREAKS
        or letter in JOINERS
        or (unicodedata.category(letter) not in ("Cc", "Cf", "Cs") and letter not in _SHAPES)
    )  # fmt: skip
    return "".join(letters)


def _drawn(letter: str, face: FontFace) -> str:
    """What is drawn for a letter: itself, a plainer form, ``UNKNOWN`` or nothing."""
    if ord(letter) in face.letters or letter in JOINERS:
        return letter
    kind = unicodedata.category(letter)
    if kind == "Zs":
        return letter if letter == "\N{NO-BREAK SPACE}" else " "
    parts = [part for part in unicodedata.normalize("NFKD", letter) if ord(part) in face.letters]
    if any(unicodedata.category(part)[0] in "LN" for part in parts):
        whole = unicodedata.normalize("NFC", "".join(parts))
        if all(ord(part) in face.letters for part in whole):
            return whole
        return "".join(part for part in parts if unicodedata.category(part)[0] != "M")
    return UNKNOWN if kind[0] in "LN" else ""
