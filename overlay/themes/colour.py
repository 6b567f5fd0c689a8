"""Team colours that differ from each other and from the colours reserved for other meanings."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from overlay.themes.oklab import Lab, chroma, contrast, distance, from_lch, hue, oklab

LEAST_DISTANCE = 0.13
"""OKLab distance at which stripes on opposite sides of a screen are clearly different."""

LEAST_FROM_RESERVED = 0.13
"""Least OKLab distance from a reserved colour."""

RESERVED_HUE = 38
"""Degrees of hue around a reserved colour that teams may not use: where red is reserved, no shade
of red is a team colour."""

LEAST_CONTRAST = 3.0
"""Least contrast of a stripe with the plate: WCAG's value for non-text."""

LEAST_FROM_STRONG = 0.1
"""Least OKLab distance from the background of winners and best results."""

GREY = 0.035
"""Chroma below which a colour counts as grey."""

BLUE = 262
"""Hue in degrees of the first team when no team brings its own colour."""

_LIGHTNESS = (0.62, 0.68, 0.74, 0.8, 0.86, 0.92, 0.56, 0.5, 0.44)
_STRENGTH = (0.2, 0.16, 0.12, 0.1, 0.24, 0.28)
"""In order of preference between equally distinct colours."""


@dataclass(frozen=True, slots=True)
class TeamColours:
    """What team colours must differ from: the ``plate`` behind them, the ``strong`` background
    beside them, and the colours ``reserved`` for other meanings."""

    plate: str
    strong: str
    reserved: tuple[str, ...]


def team_colours(given: Mapping[str, str | None], rules: TeamColours) -> dict[str, str]:
    """A colour ``#RRGGBB`` for every team, by key; ``given``: the event's own colours, if any.

    The result does not depend on the order of the teams. An event's own colour is used if allowed,
    else moved as little as possible; teams without one get the most distinct colour left. Two
    colours are nearer than ``LEAST_DISTANCE`` only when there are too many teams.
    """
    own_first = sorted(given.items(), key=lambda each: (each[1] is None, each[0]))
    return dict(_assigned(tuple(own_first), rules))


@lru_cache(maxsize=64)
def _assigned(
    given: tuple[tuple[str, str | None], ...], rules: TeamColours
) -> tuple[tuple[str, str], ...]:
    """Cached: every stage needs the same teams' colours, and choosing takes milliseconds."""
    colours: dict[str, str] = {}
    for team, own in given:
        used = tuple(colours.values())
        colours[team] = (
            _nearest_allowed(own.upper(), used, rules) if own else _most_distinct(used, rules)
        )
    return tuple(colours.items())


def allowed_for_team(colour: str, rules: TeamColours) -> bool:
    """Whether it is visible on both backgrounds and not like a reserved colour."""
    seen = (
        contrast(colour, rules.plate) >= LEAST_CONTRAST
        and distance(colour, rules.strong) >= LEAST_FROM_STRONG
    )
    return seen and not any(_looks_reserved(colour, meaning) for meaning in rules.reserved)


def distinct_teams(rules: TeamColours) -> int:
    """How many teams without their own colours can have clearly different ones."""
    used: tuple[str, ...] = ()
    while _nearest_distance(best := _most_distinct(used, rules), used) >= LEAST_DISTANCE:
        used = (*used, best)
    return len(used)


def _looks_reserved(colour: str, meaning: str) -> bool:
    if distance(colour, meaning) < LEAST_FROM_RESERVED:
        return True
    greys = chroma(colour) < GREY or chroma(meaning) < GREY
    return not greys and _degrees_between(hue(colour), hue(meaning)) < RESERVED_HUE


def _degrees_between(one: float, other: float) -> float:
    """The smaller angle between two hues, in degrees."""
    way = abs(one - other) % 360
    return min(way, 360 - way)


def _nearest_allowed(own: str, used: tuple[str, ...], rules: TeamColours) -> str:
    """The allowed colour nearest to a team's own that differs from all used ones."""
    candidates = _candidates(rules)
    wanted = oklab(own)
    if allowed_for_team(own, rules):
        candidates = (own, *candidates)
    elif chroma(own) >= GREY:
        turned = min(map(hue, candidates[1:]), key=lambda each: _degrees_between(each, hue(own)))
        wanted = wanted[0], *_ab(chroma(own), turned)
    free = [colour for colour in candidates if _nearest_distance(colour, used) >= LEAST_DISTANCE]
    return min(free, key=lambda c: _mismatch(c, wanted)) if free else _most_distinct(used, rules)


def _mismatch(colour: str, wanted: Lab) -> float:
    """How far a colour is from the one wanted. Hue counts more than lightness and chroma, because
    people recognise a team by it; turning grey counts most."""
    light, a, b = oklab(colour)
    strength, wanted_strength = math.hypot(a, b), math.hypot(*wanted[1:])
    aside = math.dist((a, b), wanted[1:]) ** 2 - (strength - wanted_strength) ** 2
    greyed = strength < GREY <= wanted_strength
    return greyed + math.hypot(
        (light - wanted[0]) / 2, (strength - wanted_strength) / 2, math.sqrt(max(aside, 0))
    )


def _ab(strength: float, degrees: float) -> tuple[float, float]:
    return strength * math.cos(math.radians(degrees)), strength * math.sin(math.radians(degrees))


def _most_distinct(used: tuple[str, ...], rules: TeamColours) -> str:
    """The colour least like any used one; the first candidate if none is used."""
    return max(_candidates(rules), key=lambda colour: _nearest_distance(colour, used))


def _nearest_distance(colour: str, used: tuple[str, ...]) -> float:
    return min((distance(colour, other) for other in used), default=1.0)


@lru_cache(maxsize=16)
def _candidates(rules: TeamColours) -> tuple[str, ...]:
    """All colours of a grid that teams may have, blues first, cool greys last.

    Raises ValueError if the reserved colours leave none.
    """
    vivid = product(range(0, 360, 6), _LIGHTNESS, _STRENGTH)
    grid = [from_lch(light, strength, (BLUE + turn) % 360) for turn, light, strength in vivid]
    grid += [from_lch(light, GREY - 0.005, BLUE) for light in _LIGHTNESS]
    allowed = dict.fromkeys(colour for colour in grid if colour and allowed_for_team(colour, rules))
    if not allowed:
        raise ValueError(f"{', '.join(rules.reserved)} leave no colour for teams")
    return tuple(allowed)
