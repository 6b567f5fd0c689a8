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
class ShownTables:
    """The tables of a segment. ``left``: those that answer first; ``right``: the others; ``at``: by
    table, the number of moves before its decision; ``one_spot``: whether all came there by the same
    moves."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    at: Mapping[str, int]
    one_spot: bool


def no_beats(_: Narration, __: Pick, ___: ShownTables) -> Mapping[str, Phrase]:
    return {}


def deal_title(narration: Narration, _: Pick) -> Phrase:
    deal = narration.comparison.deal.key.number
    return Phrase({"": narration.language.gettext("deal {n}").format(n=deal)})


@dataclass(frozen=True, slots=True)
class Teller:
    """``lines``: a pick's ``tease``, ``split`` and ``headline``, in this order. ``choices``: a
    pick's spot and what the tables chose, without a result; ``apart``: the same of a pick whose
    tables came to their choices by different moves, ``None`` in a game that says nothing of them.
    ``points``: the talking points of a deal that two tables have finished. ``beats``: by name, what
    is said at a segment's beats that none of the ``lines`` is for. ``title``: by which people call
    a pick."""

    lines: Mapping[str, Callable[[Narration, Pick], Phrase]]
    choices: Callable[[Narration, Pick], str]
    points: Callable[[Narration], tuple[Sentence, ...]]
    beats: Callable[[Narration, Pick, ShownTables], Mapping[str, Phrase]] = no_beats
    title: Callable[[Narration, Pick], Phrase] = deal_title
    apart: Callable[[Narration, Pick], str] | None = None


TELLERS: dict[str, Teller] = {}


def teller_of(comparison: Comparison) -> Teller:
    """Of the game that was played. Raises KeyError for a game that nobody tells."""
    return TELLERS[comparison.deal.plays[0].game.name]
