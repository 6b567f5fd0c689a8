"""How the standings of each game are counted where nobody says otherwise."""

from __future__ import annotations

from collections.abc import Mapping

SEATS = "seats"
"""The guide's scoring (RULES P5)."""

USUAL: Mapping[str, str] = {"bridge": "imps"}
"""By game; all others by ``SEATS``."""


def usual_scoring(game: str) -> str:
    return USUAL.get(game, SEATS)
