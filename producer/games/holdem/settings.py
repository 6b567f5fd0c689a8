"""The settings of a table that plays hold'em."""

from __future__ import annotations

from producer.events import GameSettings, HoldemGame


def holdem(settings: GameSettings) -> HoldemGame:
    """``settings`` itself. Raises TypeError if they are another game's."""
    if not isinstance(settings, HoldemGame):
        raise TypeError(f"{settings.name} is not hold'em")
    return settings
