"""How a graphic comes on screen: in which wave, and from which edge. The same in packages and on
the pages of browser sources; ``assets/graphic/motion.js`` has the times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from overlay.stage import Graphic, Stage

Enter = Literal["left", "right", "top", "bottom", "middle"]
"""The edge of its box from which a graphic is revealed; ``middle``: from the centre outwards."""

WAVES = {
    **dict.fromkeys(("shade", "frame", "grid", "bracket"), 0),
    **dict.fromkeys(("cards", "four_hands", "band", "upright", "plate", "deal_strip"), 1),
    **dict.fromkeys(("pot",), 2),
    **dict.fromkeys(("board",), 3),
    **dict.fromkeys(("strip", "pots", "known", "name"), 4),
    **dict.fromkeys(("band_caption", "upright_caption"), 4),
    **dict.fromkeys(("table_bar", "panel", "rows", "auction"), 4),
    **dict.fromkeys(("act", "decision", "call_bar", "branches", "field_rows"), 5),
    **dict.fromkeys(("ahead", "result", "verdict", "contract"), 6),
}
"""By template, the wave of the animation in which it appears: the hole cards, the board and
before it its plate, the players, the decision, the outcome."""
OUTCOMES: Final = {"ahead": 6}
"""The same by key, of what some templates draw that also draw a question."""

_FROM_TOP = frozenset(("frame", "grid", "bracket", "matrix", "field_rows", "ranking"))
_AT_EDGE = frozenset(("plate", "act", "deal_strip", "known", "sponsor", "notice"))
MIDDLE: Final = "middle"


def wave(graphic: Graphic) -> int:
    return OUTCOMES.get(graphic.key, WAVES.get(graphic.template, 0))


def paint_order(steps: Iterable[Stage]) -> list[str]:
    """The keys of all steps in one order that agrees with each step's own."""
    order: list[str] = []
    for step in steps:
        at = 0
        for graphic in step.graphics:
            if graphic.key in order:
                at = order.index(graphic.key) + 1
            else:
                order.insert(at, graphic.key)
                at += 1
    return order


def enter(graphic: Graphic, width: int) -> Enter:
    """On a canvas of this width. Lines and lists open from the top, graphics at the edge of the
    screen from that edge, and plates outwards from the line between the sides."""
    box = graphic.box
    if graphic.template in _FROM_TOP:
        return "top"
    if graphic.template in ("lower_third", "photo"):
        return "left"
    off = box.x + box.width / 2 - width / 2
    if abs(off) < box.width / 8:
        return MIDDLE
    if graphic.template in _AT_EDGE:
        return "left" if off < 0 else "right"
    return "right" if off < 0 else "left"
