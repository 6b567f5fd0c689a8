"""The beats of a segment: what is on screen, what may be known, what is said, and for how long.

Pure. Times are in seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from producer.stages.moment import Moment


@dataclass(frozen=True, slots=True)
class Length:
    """In seconds: a beat is never cut below ``shortest`` nor stretched above ``longest``."""

    shortest: Fraction
    natural: Fraction
    longest: Fraction


@dataclass(frozen=True, slots=True)
class Beat:
    """``name``: what it is for (``cards``, ``table``, ``line``, ``question``, ``decision-left``,
    ``decision-right``, the game's own, ``ending-left``, ``ending-right``, ``field``, ``ranking``).
    ``graphic``: of the catalogue. ``moment``: the most that its picture and graphics may know,
    table by table. ``lit``: the table in focus, the others dimmed; empty for all. ``sentence``:
    suggested to the commentator, in the language of the segment. ``seconds``: its planned length.
    """

    name: str
    graphic: str
    moment: Moment
    lit: str
    sentence: str
    length: Length
    seconds: Fraction
