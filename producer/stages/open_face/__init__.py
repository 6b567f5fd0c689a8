"""Open-face Chinese as the graphics draw it."""

from __future__ import annotations

from producer.stages.drawings import DrawingOfGame
from producer.stages.open_face.placements import (
    SHAPES,
    branch_word,
    decision_words,
    first_row,
    foul_at_the_end,
    rows_beside,
    why_a_foul,
)
from producer.stages.open_face.table_from_above import table_from_above
from producer.stages.open_face.table_in_full import open_face_table
from producer.wording.language import Language


def _points(say: Language) -> str:
    return say.gettext("PTS")


def _won(say: Language) -> tuple[str, str]:
    return say.gettext("POINTS WON"), say.gettext("RANKED BY POINTS WON")


def _counted(say: Language, points: int) -> str:
    return say.ngettext("POINT", "POINTS", points)


def _rule(say: Language) -> str:
    return say.gettext("STRONGEST ROW AT THE BACK, WEAKEST IN FRONT")


def _named(say: Language) -> str:
    return say.gettext("CHINESE POKER")


OPEN_FACE = DrawingOfGame(
    SHAPES,
    decision_words,
    branch_word,
    "PTS",
    has_board=False,
    holds_cards=False,
    sign=_points,
    won=_won,
    beside=rows_beside,
    brief=first_row,
    ending=foul_at_the_end,
    why=why_a_foul,
    rule=_rule,
    counted=_counted,
    named=_named,
    in_full=open_face_table,
    table=table_from_above,
)
