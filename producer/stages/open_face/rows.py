"""A player's rows of open-face Chinese, as of a moment."""

from __future__ import annotations

from overlay.contexts import LaidRow, RowsPlate, Side
from producer.games.ofc.placing import open_face
from producer.games.ofc.points import royalties
from producer.games.ofc.rows import SIZES, Rows
from producer.games.ofc.rules import ReplayedOpenFace
from producer.stages.style import Style
from producer.stages.words import faces
from producer.wording.language import Language


def rows_plate(
    shown: ReplayedOpenFace, seat: int, moves: int | None, side: Side, style: Style
) -> RowsPlate:
    """A seat's rows after so many moves; after all (``None``) with their royalties, or as a
    foul."""
    rows = shown.rows_after(moves).get(seat, Rows())
    over = moves is None
    hand = shown.finished.hands.get(seat)
    earned = royalties(open_face(shown.play.game), hand) if over else {}
    laid = tuple(
        LaidRow(
            row_name(row, style.say),
            faces(tuple(sorted(rows.of(row), reverse=True))),
            SIZES[row],
            f"+{earned[row]}" if earned.get(row) else "",
        )
        for row in reversed(list(SIZES))
    )
    return RowsPlate(side, laid, style.say.gettext("FOUL") if over and shown.fouled(seat) else "")


def row_name(row: str, say: Language) -> str:
    return {
        "back": say.gettext("BACK"),
        "middle": say.gettext("MIDDLE"),
        "front": say.gettext("FRONT"),
    }[row]
