"""How the standings of each game are counted: by default, and which other ways there are."""

from __future__ import annotations

from collections.abc import Mapping

SEATS = "seats"
"""The guide's scoring (RULES P5)."""

_OF_GAMES: Mapping[str, tuple[str, ...]] = {"bridge": ("imps", "butler", "matchpoints")}
"""By game, the usual one first (RULES B3, B4)."""

_OF_OTHERS = (SEATS, "hands", "peers")
"""The guide's scoring and the two others of RULES P13."""


def scorings_of(game: str) -> tuple[str, ...]:
    """Those that a game can be counted by, the usual one first."""
    return _OF_GAMES.get(game, _OF_OTHERS)


def usual_scoring(game: str) -> str:
    return scorings_of(game)[0]
