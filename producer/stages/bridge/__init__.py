"""Bridge as the graphics draw it."""

from __future__ import annotations

from producer.stages.bridge.card_table import card_table
from producer.stages.bridge.panel_sheet import four_hands, parting_trick, table_sheet, turn_words
from producer.stages.bridge.panel_words import decision, gap, opponents, outcome, result
from producer.stages.bridge.two_up import (
    SHAPES,
    board_notes,
    branch_word,
    bridge_two_up,
    decision_words,
)
from producer.stages.drawings import DrawingOfGame, PanelWords

BRIDGE = DrawingOfGame(
    SHAPES,
    decision_words,
    branch_word,
    "PTS",
    has_board=False,
    pair=bridge_two_up,
    table=card_table,
    pauses={"auction": "contract", "lead": "lead"},
    panel=PanelWords(
        board_notes,
        opponents,
        outcome,
        gap,
        decision,
        result,
        four_hands,
        table_sheet,
        parting_trick,
        turn_words,
    ),
)
