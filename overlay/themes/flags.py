"""Flags of nations, drawn simply: stripes, crosses, discs, stars, plain emblems.

Fine arms are simplified, and left out where the nation also flies a flag without them. A nation
whose flag cannot be drawn well this way has none, since no flag is better than a wrong one.
"""

from __future__ import annotations

from functools import lru_cache

from overlay.resources import resource

WIDTH, HEIGHT = 60, 40
"""The box of a drawing."""


@lru_cache(maxsize=1)
def flags() -> tuple[str, ...]:
    """The codes of all nations with a drawing, each ``CODE.svg`` in the folder of flags."""
    return tuple(sorted(file.stem for file in resource("flags").glob("*.svg")))


@lru_cache(maxsize=256)
def flag(code: str) -> str | None:
    """The SVG elements of a nation's flag in its box; ``None`` for a nation without a drawing.

    ``code``: ISO 3166 of two letters, or ENG, SCO and GBR as in sport.
    """
    if code not in flags():
        return None
    drawing = (resource("flags") / f"{code}.svg").read_text(encoding="utf-8")
    _, _, elements = drawing.partition(">")
    return elements.strip().removesuffix("</svg>").rstrip()
