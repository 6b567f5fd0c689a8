"""How deals are drawn whose results alone are known: their results, and no decision."""

from __future__ import annotations

from producer.stages.comparisons.comparison_cut import ChoiceSeen
from producer.stages.drawings import DrawingOfGame
from producer.stages.style import CHIPS, Style
from producer.wording.language import Language


def _decision(_: ChoiceSeen, __: Style, ___: int) -> tuple[str, str]:
    return "", ""


def _branch(action: str, _: Language) -> str:
    return action


RESULTS_ALONE = DrawingOfGame({}, _decision, _branch, CHIPS, has_board=False)
