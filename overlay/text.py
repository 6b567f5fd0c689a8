"""Text made to fit: measured with the very fonts that draw it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from PIL import ImageFont

from overlay.fonts import font_file, other_font_file, right_to_left

_MEASURED_AT = 200
"""Pixels. Large, so that hinting and rounding do not matter at the sizes drawn."""

_TONOS = "\u0301"
_RIGHT_TO_LEFT_MARK = "\u200f"
"""Keeps an ellipsis at the end of a name, which is its left."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text as it is to be drawn: perhaps shortened, at ``size`` pixels, ``width`` pixels wide."""

    text: str
    size: int
    width: float


@lru_cache(maxsize=16)
def _font(weight: int, other: bool) -> ImageFont.FreeTypeFont:
    if not other:
        return ImageFont.truetype(font_file(weight), _MEASURED_AT)
    font = ImageFont.truetype(other_font_file(), _MEASURED_AT)
    font.set_variation_by_axes([weight])
    return font


@lru_cache(maxsize=4096)
def text_width(text: str, weight: int, size: float, spacing: float = 0) -> float:
    """Width in pixels of ``text`` set at ``size`` pixels with ``spacing`` after every letter."""
    font = _font(weight, right_to_left(text))
    return font.getlength(text) * size / _MEASURED_AT + spacing * len(text)


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


def fit_name(name: str, weight: int, size: int, floor: int, width: float) -> Fitted:
    """A person's name within ``width`` pixels: smaller, then with initials, then shortened."""
    return fit(_initialled(name, weight, floor, width), weight, size, floor, width)


def fit_team_and_name(
    team: tuple[str, int, int], name: tuple[str, int, int], floor: int, width: float
) -> tuple[Fitted, Fitted]:
    """A team and a name, each with its weight and size, that share ``width`` pixels.

    Both become smaller alike, down to ``floor``; then the name takes initials; then it is
    shortened, but only to a quarter of the room, and the team gives way.
    """
    (team_text, team_weight, team_size), (full, weight, size) = team, name
    left = width - text_width(team_text, team_weight, floor)
    shown = _initialled(full, weight, floor, left)
    natural = text_width(team_text, team_weight, team_size) + text_width(shown, weight, size)
    ratio = min(1, width / natural)
    wanted = text_width(shown, weight, max(floor, int(size * ratio)))
    reserved = min(wanted, max(left, width / 4))
    fitted = fit(team_text, team_weight, team_size, floor, width - reserved)
    return fitted, fit(shown, weight, size, floor, width - fitted.width)


def wrap(text: str, weight: int, size: int, floor: int, width: float) -> tuple[Fitted, ...]:
    """``text`` in at most two lines of ``width``, smaller down to ``floor``, then shortened."""
    words = text.split()
    for each in range(size, floor - 1, -2):
        first, rest = _line_of(words, weight, each, width)
        if text_width(rest, weight, each) <= width and text_width(first, weight, each) <= width:
            lines = [line for line in (first, rest) if line]
            return tuple(Fitted(line, each, text_width(line, weight, each)) for line in lines)
    first, rest = _line_of(words, weight, floor, width)
    return tuple(fit(line, weight, floor, floor, width) for line in (first, rest) if line)


def _line_of(words: list[str], weight: int, size: int, width: float) -> tuple[str, str]:
    """The words that fit on the first line, at least one, and the others."""
    count = 1
    while count < len(words) and text_width(" ".join(words[: count + 1]), weight, size) <= width:
        count += 1
    return " ".join(words[:count]), " ".join(words[count:])


def fit_team_perhaps_name(
    team: str, name: str, size: int, gap: float, width: float
) -> tuple[Fitted, Fitted | None]:
    """A bold team and a name at ``size``, ``gap`` apart; where both do not fit, the team alone."""
    room = width - text_width(team, 800, size) - gap
    shown = _initialled(name, 500, size, room)
    wide = text_width(shown, 500, size)
    if wide <= room:
        return Fitted(team, size, text_width(team, 800, size)), Fitted(shown, size, wide)
    return fit(team, 800, size, size, width), None


def _initialled(name: str, weight: int, size: int, width: float) -> str:
    """``name`` with as many initials, from its first word on, as it takes to fit at ``size``.

    The last word stays whole. Where that is not enough, only the first word is an initial: the
    ellipsis is to come then.
    """
    words = name.split(" ")
    tries = [name] + [
        " ".join([f"{word[:1]}." for word in words[:count]] + words[count:])
        for count in range(1, len(words))
    ]
    return next((each for each in tries if text_width(each, weight, size) <= width), tries[:2][-1])


def _shortened(text: str, weight: int, size: int, width: float) -> Fitted:
    """The longest beginning that fits with an ellipsis; the ellipsis alone where none does."""
    end = "…" + _RIGHT_TO_LEFT_MARK if right_to_left(text) else "…"
    kept = text
    while kept and text_width(kept + end, weight, size) > width:
        kept = _without_last_letter(kept).rstrip(" -.,")
    return Fitted(kept + end, size, text_width(kept + end, weight, size))


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
