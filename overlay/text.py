"""Text made to fit: measured with the very fonts that draw it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import ImageFont

from overlay.fonts import Face, chosen, first_face, right_to_left, set_in

_MEASURED_AT = 200
"""Pixels. Large, so that hinting and rounding do not matter at the sizes drawn."""

_SLACK = 0.05
"""Pixels by which text may be wider: room worked out from its own width is less by a rounding."""

_TONOS = "\u0301"
_PARTED = re.compile("([άέόΆΈΌ])([ιΙυΥ])")
_LEAST_OF_NAME = 0.5
"""Part of a line that a player's name keeps beside a long team."""

_UNSEEN = {0x200C: None, 0x200D: None}
"""Joiners, which take no room whether the font has them or not."""

_RIGHT_TO_LEFT_MARK = "\u200f"
"""Keeps an ellipsis at the end of a name, which is its left."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text as it is to be drawn: perhaps shortened, at ``size`` pixels, ``width`` pixels wide."""

    text: str
    size: int
    width: float


@lru_cache(maxsize=32)
def _font(face: Face, weight: int) -> ImageFont.FreeTypeFont:
    file, given = chosen(face.files, weight)
    font = ImageFont.truetype(file.path, _MEASURED_AT)
    if file.weights[0] != file.weights[1]:
        font.set_variation_by_axes([given])
    return font


@lru_cache(maxsize=4096)
def text_width(
    text: str, weight: int, size: float, spacing: float = 0, face: Face | None = None
) -> float:
    """Width in pixels of ``text`` set at ``size`` pixels with ``spacing`` after every letter.

    ``face``: the theme's; the first family without one. Sizes are those of the first family, of
    which a face's own are a multiple.
    """
    drawn = set_in(text, face or first_face())
    return _length(
        text.translate(_UNSEEN), weight, drawn
    ) * size * drawn.size / _MEASURED_AT + spacing * len(text)


@lru_cache(maxsize=4096)
def _length(text: str, weight: int, face: Face) -> float:
    """At ``_MEASURED_AT``: a text is tried in several sizes, and measured once."""
    return _font(face, weight).getlength(text)


def fit(
    text: str, weight: int, size: int, floor: int, width: float, face: Face | None = None
) -> Fitted:
    """``text`` within ``width`` pixels: smaller down to ``floor``, then with an ellipsis.

    Raises ValueError where ``floor`` is above ``size``.
    """
    if floor > size:
        raise ValueError(f"floor {floor} is above the size {size}")
    natural = text_width(text, weight, size, face=face)
    if natural <= width + _SLACK:
        return Fitted(text, size, natural)
    shrunk = int(size * (width + _SLACK) / natural)
    if shrunk >= floor:
        return Fitted(text, shrunk, text_width(text, weight, shrunk, face=face))
    return _shortened(text, weight, floor, width, face=face)


def fit_first(
    texts: Sequence[str], weight: int, size: int, floor: int, width: float, face: Face | None = None
) -> Fitted:
    """The first of ``texts`` that fits at ``floor``; the last one shortened where none does.

    For amounts, which must not be cut: half of one would be a lie.
    """
    fitting = (text for text in texts if text_width(text, weight, floor, face=face) <= width)
    return fit(next(fitting, texts[-1]), weight, size, floor, width, face=face)


def fit_name(
    name: str, weight: int, size: int, floor: int, width: float, face: Face | None = None
) -> Fitted:
    """A person's name within ``width`` pixels: smaller, then with initials, then shortened."""
    return fit(
        _initialled(name, weight, floor, width, face=face), weight, size, floor, width, face=face
    )


def fit_team_and_name(
    team: tuple[str, int, int],
    name: tuple[str, int, int],
    floor: int,
    width: float,
    short: str = "",
    face: Face | None = None,
) -> tuple[Fitted, Fitted]:
    """A team and a name, each with its weight and size, that share ``width`` pixels.

    Both become smaller alike, down to ``floor``; then the name takes initials; then the team is
    told by its ``short`` form, where it has one; then both are shortened, the name to no less than
    half of the room.
    """
    (told, team_weight, team_size), (full, weight, size) = team, name
    if short and not _leaves_room(told, team_weight, full, weight, floor, width, face):
        told = short
    left = width - text_width(told, team_weight, floor, face=face)
    shown = _initialled(full, weight, floor, left, face=face)
    natural = text_width(told, team_weight, team_size, face=face) + text_width(
        shown, weight, size, face=face
    )
    ratio = min(1, width / natural)
    wanted = text_width(shown, weight, max(floor, int(size * ratio)), face=face)
    reserved = min(wanted, max(left, width * _LEAST_OF_NAME))
    fitted = fit(told, team_weight, team_size, floor, width - reserved, face=face)
    return fitted, fit(shown, weight, size, floor, width - fitted.width, face=face)


def _leaves_room(
    team: str,
    team_weight: int,
    name: str,
    weight: int,
    size: int,
    width: float,
    face: Face | None,
) -> bool:
    """Whether the name, perhaps with initials, stands whole beside the whole team at ``size``."""
    left = width - text_width(team, team_weight, size, face=face)
    return any(text_width(form, weight, size, face=face) <= left for form in _forms(name))


def wrap(
    text: str, weight: int, size: int, floor: int, width: float, face: Face | None = None
) -> tuple[Fitted, ...]:
    """``text`` in at most two lines of ``width``, smaller down to ``floor``, then shortened."""
    words = text.split()
    for each in range(size, floor - 1, -2):
        first, rest = _line_of(words, weight, each, width, face=face)
        if (
            text_width(rest, weight, each, face=face) <= width
            and text_width(first, weight, each, face=face) <= width
        ):
            lines = [line for line in (first, rest) if line]
            return tuple(
                Fitted(line, each, text_width(line, weight, each, face=face)) for line in lines
            )
    first, rest = _line_of(words, weight, floor, width, face=face)
    return tuple(
        fit(line, weight, floor, floor, width, face=face) for line in (first, rest) if line
    )


def _line_of(
    words: list[str], weight: int, size: int, width: float, face: Face | None
) -> tuple[str, str]:
    """The words that fit on the first line, at least one, and the others."""
    count = 1
    while (
        count < len(words)
        and text_width(" ".join(words[: count + 1]), weight, size, face=face) <= width
    ):
        count += 1
    return " ".join(words[:count]), " ".join(words[count:])


@lru_cache(maxsize=1024)
def fit_team_perhaps_name(
    team: str,
    name: str,
    sizes: tuple[int, int],
    gap: float,
    width: float,
    short: str = "",
    face: Face | None = None,
) -> tuple[Fitted, Fitted | None]:
    """A bold team and a name ``gap`` apart, at the larger of two ``sizes`` or at the smaller.

    Where there is no room for both, the team is told by its ``short`` form; then both are
    shortened. The team stands alone only where a beginning of the name would say nothing.
    """
    room = width - gap
    for told in (team, short):
        for size in sizes:
            if told and _leaves_room(told, 800, name, 500, size, room, face):
                wide = text_width(told, 800, size, face=face)
                shown = _initialled(name, 500, size, room - wide, face=face)
                return (
                    Fitted(told, size, wide),
                    Fitted(shown, size, text_width(shown, 500, size, face=face)),
                )
    size, told = sizes[-1], short or team
    wanted = text_width(_initialled(name, 500, size, 0, face=face), 500, size, face=face)
    left = max(room - wanted, room * (1 - _LEAST_OF_NAME))
    first = fit(told, 800, size, size, left, face=face)
    if room - first.width < 3 * size:
        return fit(told, 800, size, size, width, face=face), None
    return first, fit_name(name, 500, size, size, room - first.width, face=face)


def _initialled(name: str, weight: int, size: int, width: float, face: Face | None) -> str:
    """``name`` with as many initials, from its first word on, as it takes to fit at ``size``.

    Where that is not enough, the surname alone, with its particles where they fit: the ellipsis
    may be to come then.
    """
    words = name.split(" ")
    first = max((n for n in range(len(words) - 1) if not words[n].islower()), default=-1)
    tries = [*_forms(name), " ".join(words[first + 1 :])]
    return next(
        (each for each in tries if text_width(each, weight, size, face=face) <= width), words[-1]
    )


def _forms(name: str) -> list[str]:
    """The whole name, then with one initial, with two, ...; the last word stays whole."""
    words = name.split(" ")
    return [name] + [
        " ".join([f"{word[:1]}." for word in words[:count]] + words[count:])
        for count in range(1, len(words))
    ]


def _shortened(text: str, weight: int, size: int, width: float, face: Face | None) -> Fitted:
    """The longest beginning that fits with an ellipsis; the ellipsis alone where none does."""
    end = "…" + _RIGHT_TO_LEFT_MARK if right_to_left(text) else "…"
    kept = text
    while kept and text_width(kept + end, weight, size, face=face) > width:
        kept = _without_last_letter(kept).rstrip(" -.,")
    return Fitted(kept + end, size, text_width(kept + end, weight, size, face=face))


def _without_last_letter(text: str) -> str:
    """Marks that combine with the last letter go with it."""
    end = len(text) - 1
    while end > 0 and unicodedata.combining(text[end]):
        end -= 1
    return text[:end]


@lru_cache(maxsize=1024)
def capitals(text: str) -> str:
    """``text`` in capitals, as signs write them: Greek capitals carry no accent.

    Where an accent kept two vowels apart, dialytika do.

    >>> capitals("Ελλάδα, Türkiye"), capitals("ρέιζ")
    ('ΕΛΛΑΔΑ, TÜRKIYE', 'ΡΕΪΖ')
    """
    parted = _PARTED.sub(_with_dialytika, unicodedata.normalize("NFC", text))
    return unicodedata.normalize("NFC", "".join(map(_capital, parted)))


def _with_dialytika(found: re.Match[str]) -> str:
    return found[1] + {"ι": "ϊ", "Ι": "Ϊ", "υ": "ϋ", "Υ": "Ϋ"}[found[2]]


def _capital(letter: str) -> str:
    if not unicodedata.name(letter, "").startswith("GREEK"):
        return letter.upper()
    return unicodedata.normalize("NFD", letter).replace(_TONOS, "").upper()
