"""Perceived colour: Björn Ottosson's OKLab, and WCAG's contrast. Colours are ``#RRGGBB``."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TypeGuard

Lab = tuple[float, float, float]
"""Lightness 0 to 1, then green to red and blue to yellow, about -0.4 to 0.4."""

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


def is_colour(value: object) -> TypeGuard[str]:
    """Whether it is written ``#RRGGBB``."""
    return isinstance(value, str) and bool(_COLOUR.fullmatch(value))


@lru_cache(maxsize=4096)
def oklab(colour: str) -> Lab:
    """A colour in OKLab.

    >>> [round(part, 2) for part in oklab("#FFFFFF")]
    [1.0, 0.0, 0.0]
    """
    red, green, blue = _linear(colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def distance(one: str, other: str) -> float:
    """How different two colours look: 0 for equal ones, 1 for black and white.

    From about 0.1 on, two stripes look different at a glance.
    """
    return math.dist(oklab(one), oklab(other))


def chroma(colour: str) -> float:
    """Distance from grey, 0 to about 0.32."""
    _, a, b = oklab(colour)
    return math.hypot(a, b)


def hue(colour: str) -> float:
    """Degrees: about 29 for red, 142 for green, 264 for blue; meaningless for greys."""
    _, a, b = oklab(colour)
    return math.degrees(math.atan2(b, a)) % 360


def from_lch(lightness: float, chroma_: float, hue_: float) -> str | None:
    """The colour of this lightness, chroma and hue in degrees; ``None`` if it is not in sRGB.

    >>> from_lch(1, 0, 0), from_lch(0.5, 0.4, 200)
    ('#FFFFFF', None)
    """
    a, b = (chroma_ * turn(math.radians(hue_)) for turn in (math.cos, math.sin))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    if min(linear) < -1e-3 or max(linear) > 1 + 1e-3:
        return None
    return "#" + "".join(f"{round(_coded(part) * 255):02X}" for part in linear)


@lru_cache(maxsize=4096)
def luminance(colour: str) -> float:
    """WCAG's relative luminance, 0 to 1."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG's contrast ratio, 1 to 21.

    >>> contrast("#000000", "#FFFFFF")
    21.0
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _linear(colour: str) -> Lab:
    red, green, blue = (_decoded(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def _decoded(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _coded(part: float) -> float:
    part = min(max(part, 0.0), 1.0)
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
