"""Placements of open-face Chinese on the split screen: the choice in a word, and the rows."""

from __future__ import annotations

from dataclasses import replace

from overlay.contexts import Shape, Side
from overlay.stage import Box, Graphic
from producer.games.cards import RANKS, Cards
from producer.games.game import Replayed
from producer.games.ofc.rows import SIZES, placement
from producer.games.ofc.rules import ReplayedOpenFace
from producer.stages.comparison_cut import ChoiceSeen
from producer.stages.open_face.rows import row_name, rows_plate
from producer.stages.style import Style
from producer.wording.language import Language

WIDTH = 1920
_ROWS = Box(72, 328, 752, 268)
"""Over the left name; the right one is its mirror image."""

SHAPES: dict[str, Shape] = {
    "place": "ring", "absent": "cross", "show-early": "triangle", "time-out": "cross",
    "leave": "cross",
}  # fmt: skip


def decision_words(choice: ChoiceSeen, style: Style, _: int) -> tuple[str, str]:
    """The row of one card; of five, their ranks from the back to the front: ``944/52/–``."""
    say = style.say
    if choice.action != "place":
        return branch_word(choice.action, say), ""
    placed = placement(choice.detail)
    if sum(map(len, placed.values())) > 1:
        return say.gettext("SETS"), "/".join(_ranks(placed.get(row, ())) for row in SIZES)
    return row_name(next(iter(placed)), say), ""


def _ranks(cards: Cards) -> str:
    return "".join(RANKS[card // 4] for card in sorted(cards, reverse=True)) or "–"


def branch_word(action: str, say: Language) -> str:
    return {
        "place": say.gettext("SETS"),
        "absent": say.gettext("NOT PLAYING"),
        "show-early": say.gettext("SHOWS A CARD"),
        "time-out": say.gettext("OUT OF TIME"),
        "leave": say.gettext("LEAVES"),
    }[action]


def rows_beside(
    shown: Replayed, seat: int, moves: int | None, side: Side, style: Style
) -> list[Graphic]:
    """The rows of the seat so far, over its name."""
    assert isinstance(shown, ReplayedOpenFace)
    box = _ROWS if side == "left" else replace(_ROWS, x=WIDTH - _ROWS.x - _ROWS.width)
    return [Graphic(f"rows-{side}", "rows", rows_plate(shown, seat, moves, side, style), box)]
