"""Ways to play, by name, and each player's own shade of one."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from producer.simulate.bots import BotStyle

STYLES: Mapping[str, BotStyle] = {
    "tight": BotStyle(tightness=0.9, aggression=0.4),
    "loose": BotStyle(tightness=0.1, aggression=0.35),
    "aggressive": BotStyle(tightness=0.5, aggression=1.0),
    "calling": BotStyle(tightness=0.35, aggression=0.1, calling=1.0),
    "tricky": BotStyle(tightness=0.5, aggression=0.5, trickiness=1.0),
}

SHADE = 0.08
"""How far a player's tightness and aggression may lie from those of the style's name."""


def style_of(player: str, seed: int, among: Sequence[str]) -> BotStyle:
    """The player's style: one of ``among`` by lot, in a shade of its own.

    Raises KeyError for a name that is not in STYLES.
    """
    lot = random.Random(f"{seed}/player/{player}")
    style = STYLES[lot.choice(among)]
    return replace(
        style,
        tightness=_near(style.tightness, lot),
        aggression=_near(style.aggression, lot),
    )


def _near(trait: float, lot: random.Random) -> float:
    return min(1.0, max(0.0, trait + lot.uniform(-SHADE, SHADE)))
