"""Placements of open-face Chinese on the split screen: the choice in a word, and the rows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from overlay.contexts import Shape, Side
from overlay.stage import Box, Graphic
from producer.games.cards import RANKS, Cards
from producer.games.game import Replayed
from producer.games.ofc.rows import SIZES, placement
from producer.games.ofc.rules import ReplayedOpenFace
from producer.stages.comparisons.comparison_cut import ChoiceSeen
from producer.stages.drawings import PlaySeen
from producer.stages.open_face.rows import beating, reason, row_name, rows_plate
from producer.stages.style import Style
from producer.wording.language import Language

WIDTH = 1920
LOST = ("time-out", "leave")
"""How a hand is lost but for its rows."""

_SIDES: tuple[Side, Side] = ("left", "right")
_ROWS = Box(72, 348, 864, 316)
"""Over the left name; the right one is its mirror image."""

SHAPES: dict[str, Shape] = {
    "place": "ring", "absent": "cross", "show-early": "triangle", "time-out": "cross",
    "leave": "cross", "foul": "cross",
}  # fmt: skip


def decision_words(choice: ChoiceSeen, style: Style, _: int) -> tuple[str, str]:
    """A card and its row, ``9 MIDDLE``; of five, what goes into the back and the middle, which
    leaves the front: ``944 BACK, 52 MIDDLE``."""
    return ", ".join(_rows(choice, style)), ""


def first_row(choice: ChoiceSeen, style: Style) -> str:
    """Of the words of a decision, what goes into its first row: ``944 BACK``."""
    return _rows(choice, style)[0]


def _rows(choice: ChoiceSeen, style: Style) -> list[str]:
    if choice.action != "place":
        return [branch_word(choice.action, style.say)]
    placed = placement(choice.detail)
    rows = [f"{_ranks(placed[row])} {row_name(row, style.say)}" for row in SIZES if row in placed]
    return rows[:2]


def _ranks(cards: Cards) -> str:
    """As printed on the cards: a ten is 10."""
    return "".join(RANKS[card // 4] for card in sorted(cards, reverse=True)).replace("T", "10")


def branch_word(action: str, say: Language) -> str:
    return {
        "place": say.gettext("SETS"),
        "absent": say.gettext("NOT PLAYING"),
        "show-early": say.gettext("SHOWS A CARD"),
        "time-out": say.gettext("OUT OF TIME"),
        "leave": say.gettext("LEAVES"),
        "foul": say.gettext("FOUL"),
    }[action]


def foul_at_the_end(replayed: Replayed, seat: int) -> ChoiceSeen | None:
    """A foul, with the two rows that make it one or how else the hand was lost; ``None`` if it is
    none."""
    assert isinstance(replayed, ReplayedOpenFace)
    if not replayed.fouled(seat):
        return None
    upper = beating(replayed.finished.hands[seat])
    lost = next((m.action for m in replayed.line if m.seat == seat and m.action in LOST), "")
    return ChoiceSeen("foul", Fraction(0), Fraction(0), "", lost if upper is None else str(upper))


def why_a_foul(choice: ChoiceSeen, say: Language) -> tuple[str, ...]:
    """``MIDDLE BEATS BACK``, and shorter."""
    if choice.action != "foul":
        return ()
    if choice.detail in LOST:
        return (branch_word(choice.detail, say),)
    return reason(int(choice.detail), say)


def rows_beside(plays: tuple[PlaySeen, PlaySeen], seat: int, style: Style) -> list[Graphic]:
    """The rows of the seat so far, over its name; marked are the cards that went into different
    rows, once both have placed them. That a hand is a foul stands under the name."""
    parted = _parted(plays)
    drawn = []
    for seen, side in zip(plays, _SIDES, strict=True):
        assert isinstance(seen.replayed, ReplayedOpenFace)
        rows = rows_plate(seen.replayed, seat, seen.moves, side, style, parted)
        rows = replace(rows, foul="", reason=())
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
