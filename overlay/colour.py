"""Team colours: told apart from each other, and from the colours that say something else."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from overlay.oklab import Lab, chroma, contrast, distance, from_lch, hue, oklab

APART = 0.13
"""OKLab distance at which two stripes, one on either side of a screen, are told apart at once."""

FROM_MEANING = 0.13
"""The least distance from a colour that says something else."""

HUES_APART = 38
"""Degrees of hue round every reserved colour that no team has: no shade of red is a team's."""

STANDS_OUT = 3.0
"""Contrast with the plate that a stripe is seen by, WCAG's for what is no text."""

BESIDE = 0.1
"""The least distance from the ground of winners and best results."""

GREY = 0.035
"""Chroma under which a colour has no hue to speak of."""

BLUE = 262
"""The hue that the first team has where none brings its own."""

_LIGHTNESS = (0.62, 0.68, 0.74, 0.8, 0.86, 0.92, 0.56, 0.5, 0.44)
_STRENGTH = (0.2, 0.16, 0.12, 0.1, 0.24, 0.28)
"""In the order of preference where two colours are equally unlike all others."""


@dataclass(frozen=True, slots=True)
class TeamColours:
    """What teams' colours keep away from: ``plate``, on which they stand, ``strong``, beside which
    they do, and ``reserved``, the colours that say something else."""

    plate: str
    strong: str
    reserved: tuple[str, ...]


def team_colours(given: Mapping[str, str | None], rules: TeamColours) -> dict[str, str]:
    """A colour ``#RRGGBB`` for every team, by key; ``given`` holds the event's own, where any.

    The same teams get the same colours, whatever their order. An event's own colour is kept where
    it may be, else moved as little as it takes; teams without one get what is least like all
    others. Only where there is no room for so many are two nearer than ``APART``.
    """
    own_first = sorted(given.items(), key=lambda each: (each[1] is None, each[0]))
    return dict(_one_by_one(tuple(own_first), rules))


@lru_cache(maxsize=64)
def _one_by_one(
    given: tuple[tuple[str, str | None], ...], rules: TeamColours
) -> tuple[tuple[str, str], ...]:
    """Kept, since every stage asks for the same teams and to choose takes milliseconds."""
    colours: dict[str, str] = {}
    for team, own in given:
        taken = tuple(colours.values())
        colours[team] = _moved(own.upper(), taken, rules) if own else _unlike(taken, rules)
    return tuple(colours.items())


def may_be_a_teams(colour: str, rules: TeamColours) -> bool:
    """Whether it stands out from both grounds and says nothing else."""
    seen = contrast(colour, rules.plate) >= STANDS_OUT and distance(colour, rules.strong) >= BESIDE
    return seen and not any(_says(colour, meaning) for meaning in rules.reserved)


def room(rules: TeamColours) -> int:
    """How many teams without colours of their own are told apart from each other."""
    taken: tuple[str, ...] = ()
    while _apart(best := _unlike(taken, rules), taken) >= APART:
        taken = (*taken, best)
    return len(taken)


def _says(colour: str, meaning: str) -> bool:
    if distance(colour, meaning) < FROM_MEANING:
        return True
    greys = chroma(colour) < GREY or chroma(meaning) < GREY
    return not greys and _turn(hue(colour), hue(meaning)) < HUES_APART


def _turn(one: float, other: float) -> float:
    """Degrees from one hue to another, the short way round."""
    way = abs(one - other) % 360
    return min(way, 360 - way)


def _moved(own: str, taken: tuple[str, ...], rules: TeamColours) -> str:
    """The colour nearest to a team's own that may be one and is unlike all that are taken."""
    candidates = _candidates(rules)
    wanted = oklab(own)
    if may_be_a_teams(own, rules):
        candidates = (own, *candidates)
    elif chroma(own) >= GREY:
        turned = min(map(hue, candidates[1:]), key=lambda each: _turn(each, hue(own)))
        wanted = wanted[0], *_around(chroma(own), turned)
    free = [colour for colour in candidates if _apart(colour, taken) >= APART]
    return min(free, key=lambda c: _unfaithful(c, wanted)) if free else _unlike(taken, rules)


def _unfaithful(colour: str, wanted: Lab) -> float:
    """How far from what was wanted: a team is known by its hue, before lightness and strength,
    and becomes grey last of all."""
    light, a, b = oklab(colour)
    strong, asked = math.hypot(a, b), math.hypot(*wanted[1:])
    aside = math.dist((a, b), wanted[1:]) ** 2 - (strong - asked) ** 2
    greyed = strong < GREY <= asked
    return greyed + math.hypot(
        (light - wanted[0]) / 2, (strong - asked) / 2, math.sqrt(max(aside, 0))
    )


def _around(strength: float, degrees: float) -> tuple[float, float]:
    return strength * math.cos(math.radians(degrees)), strength * math.sin(math.radians(degrees))


def _unlike(taken: tuple[str, ...], rules: TeamColours) -> str:
    """The colour least like any that is taken; the first of all where none is."""
    return max(_candidates(rules), key=lambda colour: _apart(colour, taken))


def _apart(colour: str, taken: tuple[str, ...]) -> float:
    return min((distance(colour, other) for other in taken), default=1.0)


@lru_cache(maxsize=16)
def _candidates(rules: TeamColours) -> tuple[str, ...]:
    """Every colour of a grid that may be a team's, blues first; at the end the cool greys.

    Raises ValueError where the reserved colours leave none.
    """
    vivid = product(range(0, 360, 6), _LIGHTNESS, _STRENGTH)
    grid = [from_lch(light, strength, (BLUE + turn) % 360) for turn, light, strength in vivid]
    grid += [from_lch(light, GREY - 0.005, BLUE) for light in _LIGHTNESS]
    found = dict.fromkeys(colour for colour in grid if colour and may_be_a_teams(colour, rules))
    if not found:
        raise ValueError(f"no colour is left for teams beside {', '.join(rules.reserved)}")
    return tuple(found)
