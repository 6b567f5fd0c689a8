"""How placements of open-face Chinese are drawn."""

from __future__ import annotations

from overlay.contexts import Shape, Side
from overlay.stage import Box, Graphic
from producer.games.game import Replayed
from producer.games.ofc.rows import SIZES, placement
from producer.games.ofc.rules import ReplayedOpenFace
from producer.stages.comparison_cut import ChoiceSeen
from producer.stages.drawings import DrawingOfGame
from producer.stages.open_face_rows import row_name, rows_plate
from producer.stages.open_face_table import WIDTH, open_face_table
from producer.stages.style import Style
from producer.wording.language import Language

_ROWS = Box(72, 328, 752, 268)
"""Over the left name; the right one is its mirror image."""

SHAPES: dict[str, Shape] = {
    "place": "ring", "absent": "cross", "show-early": "triangle", "time-out": "cross",
    "leave": "cross",
}  # fmt: skip


def _decision(choice: ChoiceSeen, style: Style, _: int) -> tuple[str, str]:
    """The row of one card; of five, how many go into each row."""
    say = style.say
    if choice.action != "place":
        return _branch(choice.action, say), ""
    placed = placement(choice.detail)
    counts = [len(placed.get(row, ())) for row in SIZES]
    if sum(counts) > 1:
        return say.gettext("SETS"), "-".join(map(str, counts))
    return row_name(next(iter(placed)), say), ""


def _branch(action: str, say: Language) -> str:
    return {
        "place": say.gettext("PLACES"),
        "absent": say.gettext("NOT PLAYING"),
        "show-early": say.gettext("SHOWS A CARD"),
        "time-out": say.gettext("OUT OF TIME"),
        "leave": say.gettext("LEAVES"),
    }[action]


def _rows(shown: Replayed, seat: int, moves: int | None, side: Side, style: Style) -> list[Graphic]:
    """The rows of the seat so far, over its name."""
    assert isinstance(shown, ReplayedOpenFace)
    box = _ROWS if side == "left" else _mirrored(_ROWS)
    return [Graphic(f"rows-{side}", "rows", rows_plate(shown, seat, moves, side, style), box)]


def _mirrored(box: Box) -> Box:
    return Box(WIDTH - box.x - box.width, box.y, box.width, box.height)


def _points(say: Language) -> str:
    return say.gettext("PTS")


OPEN_FACE = DrawingOfGame(
    SHAPES,
    _decision,
    _branch,
    "PTS",
    has_board=False,
    holds_cards=False,
    sign=_points,
    beside=_rows,
    in_full=open_face_table,
)
