"""The sentences of each game, by the name of the game.

The functions that other rooms call (``headline``, ``three_lines``, ``moment_line``,
``talking_points``) ask here for the comparison's game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from producer.compare.model import Comparison, Pick
from producer.wording.narration import Narration
from producer.wording.phrases import Phrase
from producer.wording.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Teller:
    """``lines``: a pick's ``tease``, ``split`` and ``headline``, in this order. ``choices``: a
    pick's spot and what the tables chose, without a result. ``points``: the talking points of a
    deal that two tables have finished."""

    lines: Mapping[str, Callable[[Narration, Pick], Phrase]]
    choices: Callable[[Narration, Pick], str]
    points: Callable[[Narration], tuple[Sentence, ...]]


TELLERS: dict[str, Teller] = {}


def teller_of(comparison: Comparison) -> Teller:
    """Of the game that was played. Raises KeyError for a game that nobody tells."""
    return TELLERS[comparison.deal.plays[0].game.name]
