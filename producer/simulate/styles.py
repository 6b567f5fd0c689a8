"""Playing styles by name, and each player's variation of one."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from producer.simulate.bots import BotStyle

STYLES: Mapping[str, BotStyle] = {
    "tight": BotStyle(tightness=0.9, aggression=0.4),
    "loose": BotStyle(tightness=0.1, aggression=0.4),
    "aggressive": BotStyle(aggression=1.0),
    "calling": BotStyle(tightness=0.4, aggression=0.2, calling=0.6),
    "tricky": BotStyle(trickiness=0.8),
}

VARIATION = 0.08
"""How far a player's tightness and aggression may differ from the style's."""


def style_of(player: str, seed: int, among: Sequence[str]) -> BotStyle:
    """The player's style: one of ``among`` at random, slightly varied.

    Raises KeyError for a name that is not in STYLES.
    """
    rng = random.Random(f"{seed}/player/{player}")
    style = STYLES[rng.choice(among)]
    return replace(
        style,
        tightness=_near(style.tightness, rng),
        aggression=_near(style.aggression, rng),
    )


def _near(trait: float, rng: random.Random) -> float:
    return min(1.0, max(0.0, trait + rng.uniform(-VARIATION, VARIATION)))
