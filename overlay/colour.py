"""Team colours: distinct, and never red, green or gold, which say other things on a table."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Iterable, Mapping, Sequence

PALETTE = (
    "#3E8EFF",
    "#B277FF",
    "#27C8F2",
    "#FF6FD0",
    "#CBD6E8",
    "#7C83FF",
    "#8FD3FF",
    "#E29BFF",
    "#5A9BC8",
    "#C062C9",
    "#8FA0BF",
    "#9C8CE8",
    "#6A8BE8",
    "#D98CC0",
    "#A9B6FF",
    "#B9E6F7",
)
"""Given out in this order; nothing warmer than pink, nothing greener than cyan."""

NEUTRAL = "#8FA0BF"
"""For a side without a team."""

_BAND = (190 / 360, 328 / 360)
"""Hues that a team may have, cyan to pink."""

_GREYISH = 0.18
"""Saturation under which a colour has no hue to speak of."""

_LIGHTEST, _DARKEST = 0.86, 0.56
"""Lightness that stands out from a dark plate and is not taken for paper."""


def team_colours(given: Mapping[str, str | None]) -> dict[str, str]:
    """A colour ``#RRGGBB`` for every team, by key; ``given`` holds the event's own, where any.

    The same teams get the same colours, whatever their order. A given colour keeps its place on
    the wheel where it may, else it is moved into the band of allowed hues; one that then looks
    like another team's is replaced from the palette.
    """
    colours: dict[str, str] = {}
    for team in sorted(given, key=lambda team: (given[team] is None, team)):
        own = given[team]
        wanted = [allowed(own)] if own else []
        colours[team] = _first_unlike(colours.values(), [*wanted, *PALETTE])
    return colours


def allowed(colour: str) -> str:
    """The nearest colour that a team may have.

    >>> allowed("#FF0000"), allowed("#3E8EFF")
    ('#EC1FFF', '#3E8EFF')
    """
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    lightness = min(max(lightness, _DARKEST), _LIGHTEST)
    if saturation >= _GREYISH:
        hue = _into_band(hue)
    return _hex(colorsys.hls_to_rgb(hue, lightness, saturation))


def _into_band(hue: float) -> float:
    """Hues outside the band are folded into it, the nearest to its ends nearest to its ends."""
    low, high = _BAND
    if low <= hue <= high:
        return hue
    outside = (hue - high) % 1
    gap = 1 - (high - low)
    reach = (high - low) / gap
    return high - outside * reach if outside < gap / 2 else low + (gap - outside) * reach


def _first_unlike(taken: Iterable[str], candidates: Sequence[str]) -> str:
    """The first candidate unlike all that are taken; the least like them where all are alike."""
    others = list(taken)
    apart = {
        colour: min((_distance(colour, other) for other in others), default=1e9)
        for colour in candidates
    }
    return next((c for c in candidates if apart[c] >= 60), max(candidates, key=apart.__getitem__))


def _distance(a: str, b: str) -> float:
    """How unlike two colours look: the 'redmean' approximation, 0 to about 765."""
    r1, g1, b1 = (int(a[i : i + 2], 16) for i in (1, 3, 5))
    r2, g2, b2 = (int(b[i : i + 2], 16) for i in (1, 3, 5))
    mean = (r1 + r2) / 512
    return math.sqrt((2 + mean) * (r1 - r2) ** 2 + 4 * (g1 - g2) ** 2 + (3 - mean) * (b1 - b2) ** 2)


def _hex(rgb: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(part * 255):02X}" for part in rgb)
