"""Texts that a font can draw: no letter becomes an empty box, and nothing turns a line around."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from overlay.fonts import Face, set_in

UNKNOWN = "?"
"""Stands for a letter that no font here has: visible, and no box."""

JOINERS = "\u200c\u200d"
"""Persian names need them."""

_SHAPES = "".join(map(chr, range(0xFE00, 0xFE10)))
"""Choose between shapes of a sign, as a coloured one."""

Value = TypeVar("Value")


@lru_cache(maxsize=8192)
def drawable(text: str, face: Face) -> str:
    """``text`` in letters that the face it is set in can draw.

    Marks of direction and controls go; a letter that is not there is drawn as the plain one it is
    made of, else as ``UNKNOWN``; emoji and other signs that are not there go.

    >>> from overlay.fonts import first_face
    >>> drawable("Ana\\u202e \U0001f680 𝐙𝐞", first_face())
    'Ana Ze'
    """
    clean = _without_marks(text)
    drawn = set_in(clean, face)
    shown = "".join(_drawn(letter, drawn) for letter in clean)
    if shown == clean == text:
        return text
    tidy = " ".join(part for part in shown.split(" ") if part)
    return tidy if tidy or not text.strip() else UNKNOWN


def lacking(text: str, face: Face) -> str:
    """The letters and signs of ``text`` that no font here has, each once."""
    clean = _without_marks(text)
    drawn = set_in(clean, face)
    gone = (letter for letter in clean if _drawn(letter, drawn) in ("", UNKNOWN))
    return "".join(dict.fromkeys(letter for letter in gone if letter != UNKNOWN))


def in_letters(value: Value, face: Face) -> Value:
    """A context with all its texts drawable."""
    if isinstance(value, str):
        return drawable(value, face)  # type: ignore[return-value]
    if isinstance(value, tuple):
        return tuple(in_letters(each, face) for each in value)  # type: ignore[return-value]
    kind: type = type(value)
    changed = {}
    for name in _fields(kind):
        each = getattr(value, name)
        shown = in_letters(each, face)
        if shown != each:
            changed[name] = shown
    return replace(value, **changed) if changed else value  # type: ignore[type-var]


@lru_cache(maxsize=256)
def _fields(kind: type) -> tuple[str, ...]:
    """The names of a dataclass's fields; none of any other type."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def texts_of(value: Any) -> Iterator[str]:
    """All texts of a context."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from texts_of(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from texts_of(getattr(value, field.name))


def _without_marks(text: str) -> str:
    kept = (
        " " if letter in "\t\n\r" else letter
        for letter in unicodedata.normalize("NFC", text)
        if letter in "\t\n\r"
        or letter in JOINERS
        or (unicodedata.category(letter) not in ("Cc", "Cf", "Cs") and letter not in _SHAPES)
    )  # fmt: skip
    return "".join(kept)


def _drawn(letter: str, face: Face) -> str:
    if ord(letter) in face.letters or letter in JOINERS:
        return letter
    kind = unicodedata.category(letter)
    if kind == "Zs":
        return letter if letter == "\N{NO-BREAK SPACE}" else " "
    plain = "".join(
        part for part in unicodedata.normalize("NFKD", letter) if ord(part) in face.letters
    )
    if any(unicodedata.category(part)[0] in "LN" for part in plain):
        return unicodedata.normalize("NFC", plain)
    return UNKNOWN if kind[0] in "LN" else ""
