"""How a territory's notice is set: the age mark on a band, the legal notice in lines below it."""

from __future__ import annotations

from overlay.texts.fonts import FontFace
from overlay.texts.text import text_width, wrapped
from overlay.themes.theme_pictures import Territory

_ROOM = 280
"""Pixels of a line, between the hole cards and the edge of the safe area."""

_WEIGHT, _SIZE = 600, 32
_MARGINS, _LEAST_WIDTH = 52, 130
"""Left and right of the lines; the right one lies outside of the safe area."""


def notice_lines(territory: Territory, face: FontFace) -> tuple[str, ...]:
    return wrapped(territory.notice, _WEIGHT, _SIZE, _ROOM, face)


def notice_width(territory: Territory, face: FontFace) -> int:
    """Of the plate in pixels."""
    return max(_LEAST_WIDTH, round(_widest(territory, face)) + _MARGINS)


def most_lines(territory: Territory) -> int:
    return 2 if territory.age else 3


def notice_fits(territory: Territory, face: FontFace) -> bool:
    lines = notice_lines(territory, face)
    return len(lines) <= most_lines(territory) and _widest(territory, face) <= _ROOM


def _widest(territory: Territory, face: FontFace) -> float:
    lines = notice_lines(territory, face)
    return max((text_width(each, _WEIGHT, _SIZE, face=face) for each in lines), default=0.0)
