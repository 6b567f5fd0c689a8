"""Text made to fit: measured with the very fonts that draw it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from PIL import ImageFont

from overlay.fonts import font_file

_MEASURED_AT = 200
"""Pixels. Large, so that hinting and rounding do not matter at the sizes drawn."""

_TONOS = "\u0301"


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text as it is to be drawn: perhaps shortened, at ``size`` pixels, ``width`` pixels wide."""

    text: str
    size: int
    width: float


@lru_cache(maxsize=16)
def _font(weight: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(weight), _MEASURED_AT)


@lru_cache(maxsize=4096)
def text_width(text: str, weight: int, size: float, spacing: float = 0) -> float:
    """Width in pixels of ``text`` set at ``size`` pixels with ``spacing`` after every letter."""
    return _font(weight).getlength(text) * size / _MEASURED_AT + spacing * len(text)


def fit(text: str, weight: int, size: int, floor: int, width: float) -> Fitted:
    """``text`` within ``width`` pixels: smaller down to ``floor``, then with an ellipsis.

    Raises ValueError where ``floor`` is above ``size``.
    """
    if floor > size:
        raise ValueError(f"floor {floor} is above the size {size}")
    natural = text_width(text, weight, size)
    if natural <= width:
        return Fitted(text, size, natural)
    shrunk = int(size * width / natural)
    if shrunk >= floor:
        return Fitted(text, shrunk, text_width(text, weight, shrunk))
    return _shortened(text, weight, floor, width)


def fit_pair(
    first: tuple[str, int, int], second: tuple[str, int, int], floor: int, width: float
) -> tuple[Fitted, Fitted]:
    """Two texts, each with its weight and size, that share ``width`` pixels.

    Both become smaller alike, down to ``floor``; then the second, a name, gives up its first
    word for an initial; then it is shortened, but never to less than a third of the room.
    """
    (a, a_weight, a_size), (b, b_weight, b_size) = first, second
    if text_width(a, a_weight, floor) + text_width(b, b_weight, floor) > width:
        b = initialled(b)
    natural = text_width(a, a_weight, a_size) + text_width(b, b_weight, b_size)
    ratio = min(1, width / natural)
    smaller = text_width(b, b_weight, max(floor, int(b_size * ratio)))
    reserved = max(width / 3, width - text_width(a, a_weight, floor))
    fitted = fit(a, a_weight, a_size, floor, width - min(smaller, reserved))
    return fitted, fit(b, b_weight, b_size, floor, width - fitted.width)


def initialled(name: str) -> str:
    """
    >>> initialled("Κωνσταντίνος Παπαδημητρίου"), initialled("DeepStack")
    ('Κ. Παπαδημητρίου', 'DeepStack')
    """
    given, space, rest = name.partition(" ")
    return f"{given[0]}. {rest}" if space and given else name


def _shortened(text: str, weight: int, size: int, width: float) -> Fitted:
    """The longest beginning that fits with an ellipsis; the ellipsis alone where none does."""
    kept = text
    while kept and text_width(kept + "…", weight, size) > width:
        kept = _without_last_letter(kept).rstrip(" -.,")
    return Fitted(kept + "…", size, text_width(kept + "…", weight, size))


def _without_last_letter(text: str) -> str:
    """Marks that combine with the last letter go with it."""
    end = len(text) - 1
    while end > 0 and unicodedata.combining(text[end]):
        end -= 1
    return text[:end]


def capitals(text: str) -> str:
    """``text`` in capitals, as signs write them: Greek capitals carry no accent.

    >>> capitals("Ελλάδα, Türkiye")
    'ΕΛΛΑΔΑ, TÜRKIYE'
    """
    return unicodedata.normalize(
        "NFC", "".join(_capital(letter) for letter in unicodedata.normalize("NFC", text))
    )


def _capital(letter: str) -> str:
    if not unicodedata.name(letter, "").startswith("GREEK"):
        return letter.upper()
    return unicodedata.normalize("NFD", letter).replace(_TONOS, "").upper()
