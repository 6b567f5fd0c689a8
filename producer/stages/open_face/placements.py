"""Placements of open-face Chinese on the split screen: the choice in a word, and the rows."""

from __future__ import annotations

from dataclasses import replace

from overlay.contexts import Shape, Side
from overlay.stage import Box, Graphic
from producer.games.cards import RANKS, Cards
from producer.games.ofc.rows import SIZES, placement
from producer.games.ofc.rules import ReplayedOpenFace
from producer.stages.comparisons.comparison_cut import ChoiceSeen
from producer.stages.drawings import PlaySeen
from producer.stages.open_face.rows import row_name, rows_plate
from producer.stages.style import Style
from producer.wording.language import Language

WIDTH = 1920
_SIDES: tuple[Side, Side] = ("left", "right")
_ROWS = Box(72, 328, 780, 268)
"""Over the left name; the right one is its mirror image."""

SHAPES: dict[str, Shape] = {
    "place": "ring", "absent": "cross", "show-early": "triangle", "time-out": "cross",
    "leave": "cross",
}  # fmt: skip


def decision_words(choice: ChoiceSeen, style: Style, _: int) -> tuple[str, str]:
    """The row of one card; of five, the back and the middle with what goes there, which leaves the
    front: ``BACK 944``, ``MIDDLE 52``."""
    say = style.say
    if choice.action != "place":
        return branch_word(choice.action, say), ""
    placed = placement(choice.detail)
    if sum(map(len, placed.values())) > 1:
        rows = [f"{row_name(row, say)} {_ranks(placed[row])}" for row in SIZES if placed.get(row)]
        return rows[0], "".join(rows[1:2])
    return row_name(next(iter(placed)), say), ""


def _ranks(cards: Cards) -> str:
    return "".join(RANKS[card // 4] for card in sorted(cards, reverse=True))


def branch_word(action: str, say: Language) -> str:
    return {
        "place": say.gettext("SETS"),
        "absent": say.gettext("NOT PLAYING"),
        "show-early": say.gettext("SHOWS A CARD"),
        "time-out": say.gettext("OUT OF TIME"),
        "leave": say.gettext("LEAVES"),
    }[action]


def rows_beside(plays: tuple[PlaySeen, PlaySeen], seat: int, style: Style) -> list[Graphic]:
    """The rows of the seat so far, over its name; marked are the cards that went into different
    rows, once both have placed them."""
    parted = _parted(plays)
    drawn = []
    for seen, side in zip(plays, _SIDES, strict=True):
        assert isinstance(seen.replayed, ReplayedOpenFace)
        rows = rows_plate(seen.replayed, seat, seen.moves, side, style, parted)
        box = _ROWS if side == "left" else replace(_ROWS, x=WIDTH - _ROWS.x - _ROWS.width)
        drawn.append(Graphic(f"rows-{side}", "rows", rows, box))
    return drawn


def _parted(plays: tuple[PlaySeen, PlaySeen]) -> frozenset[int]:
    """The cards that the two put into different rows at the decision."""
    if not all(seen.has_decided for seen in plays):
        return frozenset()
    left, right = (_row_by_card(seen) for seen in plays)
    return frozenset(card for card in left.keys() & right.keys() if left[card] != right[card])


def _row_by_card(seen: PlaySeen) -> dict[int, str]:
    move = seen.replayed.line[seen.at]
    if move.action != "place":
        return {}
    return {card: row for row, cards in placement(str(move.detail)).items() for card in cards}
