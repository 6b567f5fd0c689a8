"""Fits text into a width, measured with the fonts that draw it. All widths are in pixels."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import ImageFont

from overlay.texts.fonts import FontFace, face_for, file_for_weight, first_face, right_to_left
from overlay.texts.letters import drawable
from overlay.texts.names import initialled, shorter_names

_MEASURED_AT = 200
"""Pixels; large, so that hinting and rounding do not matter."""

_SLACK = 0.05
"""Pixels by which a text may be too wide, because room computed from its own width is rounded."""

_TONOS = "\u0301"
_HIATUS = re.compile("([άέόΆΈΌ])([ιΙυΥ])")
"""Two vowels that only the accent on the first keeps from being read as one."""
_LEAST_OF_NAME = 0.5
"""Least part of a line for a player's name beside a long team name."""

_ZERO_WIDTH = {0x200C: None, 0x200D: None}
"""Joiners, which have no width even if the font lacks them."""

_RIGHT_TO_LEFT_MARK = "\u200f"
"""Keeps the ellipsis at the end of a right-to-left name, on its left."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text to draw, perhaps shortened, at a font size of ``size`` pixels, ``width`` pixels wide."""

    text: str
    size: int
    width: float


@lru_cache(maxsize=32)
def _font(face: FontFace, weight: int) -> ImageFont.FreeTypeFont:
    file, file_weight = file_for_weight(face.files, weight)
    font = ImageFont.truetype(file.path, _MEASURED_AT)
    if file.weights[0] != file.weights[1]:
        font.set_variation_by_axes([file_weight])
    return font


def raised(text: str) -> bool:
    """Whether a capital has a mark above it, as in ``ΡΕΪΖ``: it rises to 0.95 of the size over the
    line, capitals to 0.69."""
    return any(
        letter.isupper() and unicodedata.combining(mark) == 230
        for letter in text
        for mark in unicodedata.normalize("NFD", letter)[1:]
    )


@lru_cache(maxsize=4096)
def text_width(
    text: str, weight: int, size: float, spacing: float = 0, face: FontFace | None = None
) -> float:
    """Width in pixels of ``text`` at ``size`` pixels with ``spacing`` pixels after every letter.

    ``face``: the theme's, by default the first family. ``size`` is in terms of the first family;
    other faces multiply it by their own ``size``.
    """
    drawn = face_for(text, face or first_face())
    length = _length(text.translate(_ZERO_WIDTH), weight, drawn)
    return length * size * drawn.size / _MEASURED_AT + spacing * len(text)


@lru_cache(maxsize=4096)
def _length(text: str, weight: int, face: FontFace) -> float:
    """Width at ``_MEASURED_AT``; cached, because a text is tried at several sizes."""
    return _font(face, weight).getlength(text)


def fit(
    text: str, weight: int, size: int, floor: int, width: float, face: FontFace | None = None
) -> Fitted:
    """``text`` within ``width``: shrunk down to ``floor``, then cut with an ellipsis.

    Raises ValueError if ``floor`` is above ``size``.
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
    texts: Sequence[str],
    weight: int,
    size: int,
    floor: int,
    width: float,
    face: FontFace | None = None,
) -> Fitted:
    """The first of ``texts`` that fits at ``floor``, else the last one, shortened.

    For amounts, which must not be cut: half an amount is a wrong amount.
    """
    fitting = (text for text in texts if text_width(text, weight, floor, face=face) <= width)
    return fit(next(fitting, texts[-1]), weight, size, floor, width, face=face)


def fit_name(
    name: str, weight: int, size: int, floor: int, width: float, face: FontFace | None = None
) -> Fitted:
    """A person's name within ``width``: shrunk, then in a shorter form, then cut."""
    return fit(
        _fitting_name(name, weight, floor, width, face=face), weight, size, floor, width, face=face
    )


def fit_team_and_name(
    team: tuple[str, int, int],
    name: tuple[str, int, int],
    floor: int,
    width: float,
    short: str = "",
    face: FontFace | None = None,
) -> tuple[Fitted, Fitted]:
    """A team and a player's name, each given with weight and size, that share ``width``.

    Both shrink together down to ``floor``; then the name gets initials; then the team's ``short``
    form is used, if any; then the name gets a shorter form; then both are cut, the name to at least
    half the width.
    """
    (team_text, team_weight, team_size), (full, weight, size) = team, name
    if short and not _leaves_room(team_text, team_weight, full, weight, floor, width, face):
        team_text = short
    left = width - text_width(team_text, team_weight, floor, face=face)
    shown = _fitting_name(full, weight, floor, left, face=face)
    natural = text_width(team_text, team_weight, team_size, face=face) + text_width(
        shown, weight, size, face=face
    )
    ratio = min(1, width / natural)
    wanted = text_width(shown, weight, max(floor, int(size * ratio)), face=face)
    reserved = min(wanted, max(left, width * _LEAST_OF_NAME))
    fitted = fit(team_text, team_weight, team_size, floor, width - reserved, face=face)
    return fitted, fit(shown, weight, size, floor, width - fitted.width, face=face)


def _leaves_room(
    team: str,
    team_weight: int,
    name: str,
    weight: int,
    size: int,
    width: float,
    face: FontFace | None,
) -> bool:
    """Whether the whole name, perhaps with initials, fits beside the whole team at ``size``."""
    left = width - text_width(team, team_weight, size, face=face)
    return any(text_width(form, weight, size, face=face) <= left for form in initialled(name))


def wrap(
    text: str, weight: int, size: int, floor: int, width: float, face: FontFace | None = None
) -> tuple[Fitted, ...]:
    """``text`` in at most two lines of ``width``, shrunk down to ``floor``, then cut."""
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


def wrapped(
    text: str, weight: int, size: int, width: float, face: FontFace | None = None
) -> tuple[str, ...]:
    """``text`` in as many lines as it needs; a word wider than ``width`` has its own."""
    lines: list[str] = []
    words = text.split()
    while words:
        first, rest = _line_of(words, weight, size, width, face)
        lines.append(first)
        words = rest.split()
    return tuple(lines)


def _line_of(
    words: list[str], weight: int, size: int, width: float, face: FontFace | None
) -> tuple[str, str]:
    """The text split into a first line, of as many words as fit but at least one, and the rest."""
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
    face: FontFace | None = None,
) -> tuple[Fitted, Fitted | None]:
    """A bold team and a name ``gap`` pixels apart, at one of two ``sizes``, larger first.

    If they do not fit, the team's ``short`` form is used; then both are cut. The name is left out
    only if too little of it would fit to be read.
    """
    room = width - gap
    for team_text in (team, short):
        for size in sizes:
            if team_text and _leaves_room(team_text, 800, name, 500, size, room, face):
                team_width = text_width(team_text, 800, size, face=face)
                shown = _fitting_name(name, 500, size, room - team_width, face=face)
                return (
                    Fitted(team_text, size, team_width),
                    Fitted(shown, size, text_width(shown, 500, size, face=face)),
                )
    size, team_text = sizes[-1], short or team
    wanted = text_width(_fitting_name(name, 500, size, 0, face=face), 500, size, face=face)
    left = max(room - wanted, room * (1 - _LEAST_OF_NAME))
    first = fit(team_text, 800, size, size, left, face=face)
    if room - first.width < 3 * size:
        return fit(team_text, 800, size, size, width, face=face), None
    return first, fit_name(name, 500, size, size, room - first.width, face=face)


@dataclass(frozen=True, slots=True)
class NamedSide:
    """Who is named on one line: a team (perhaps ``""``) with its ``short`` form, a player, and the
    pixels there are for both."""

    team: str
    player: str
    short: str
    room: float


@lru_cache(maxsize=256)
def alike(
    sides: tuple[NamedSide, ...], size: int, gap: float, face: FontFace | None = None
) -> tuple[NamedSide, ...]:
    """The sides in one manner, so that no country is written out beside another's three letters.

    The first manner in which all fit at ``size``: teams in full, then by their short forms if all
    have one; players with all names, then with initials. If none fits all, the last is used, and
    who does not fit is then shortened alone.
    """
    short = all(side.short for side in sides if side.team)
    order = [(False, False), (False, True), *([(True, False), (True, True)] if short else [])]
    manners = [[_in_manner(side, *each) for side in sides] for each in order]
    fitting = (each for each in manners if all(_fits(side, size, gap, face) for side in each))
    return tuple(next(fitting, manners[-1]))


def _in_manner(side: NamedSide, short: bool, initials: bool) -> NamedSide:
    team = (side.short if short else "") or side.team
    return replace(side, team=team, player=initialled(side.player)[-1] if initials else side.player)


def _fits(side: NamedSide, size: int, gap: float, face: FontFace | None) -> bool:
    """As it is drawn: a name may come with letters that no font has."""
    team, player = (drawable(text, face or first_face()) for text in (side.team, side.player))
    if not team:
        return text_width(player, 700, size, face=face) <= side.room
    wide = text_width(capitals(team), 800, size, face=face)
    return wide + gap + text_width(player, 500, size, face=face) <= side.room


def _fitting_name(name: str, weight: int, size: int, width: float, face: FontFace | None) -> str:
    """The first form of ``name`` that fits ``width`` at ``size``, else the shortest."""
    forms = shorter_names(name)
    fitting = (each for each in forms if text_width(each, weight, size, face=face) <= width)
    return next(fitting, forms[-1])


def _shortened(text: str, weight: int, size: int, width: float, face: FontFace | None) -> Fitted:
    """The longest beginning that fits with an ellipsis; perhaps the ellipsis alone."""
    end = "…" + _RIGHT_TO_LEFT_MARK if right_to_left(text) else "…"
    start = text
    while start and text_width(start + end, weight, size, face=face) > width:
        start = _without_last_letter(start).rstrip(" -.,")
    return Fitted(start + end, size, text_width(start + end, weight, size, face=face))


def _without_last_letter(text: str) -> str:
    """The text without its last letter and the marks that combine with it."""
    end = len(text) - 1
    while end > 0 and unicodedata.combining(text[end]):
        end -= 1
    return text[:end]


@lru_cache(maxsize=1024)
def capitals(text: str) -> str:
    """``text`` in capitals, as on signs: Greek capitals have no accent.

    Two vowels that the accent separated get a dialytika.

    >>> capitals("Ελλάδα, Türkiye"), capitals("ρέιζ")
    ('ΕΛΛΑΔΑ, TÜRKIYE', 'ΡΕΪΖ')
    """
    separated = _HIATUS.sub(_with_dialytika, unicodedata.normalize("NFC", text))
    return unicodedata.normalize("NFC", "".join(map(_capital, separated)))


def _with_dialytika(vowels: re.Match[str]) -> str:
    return vowels[1] + {"ι": "ϊ", "Ι": "Ϊ", "υ": "ϋ", "Υ": "Ϋ"}[vowels[2]]


def _capital(letter: str) -> str:
    if not unicodedata.name(letter, "").startswith("GREEK"):
        return letter.upper()
    return unicodedata.normalize("NFD", letter).replace(_TONOS, "").upper()
