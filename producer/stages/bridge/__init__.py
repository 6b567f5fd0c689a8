"""Bridge as the graphics draw it."""

from __future__ import annotations

from producer.stages.bridge.card_table import card_table
from producer.stages.bridge.panel_words import gap, opponents, outcome
from producer.stages.bridge.two_up import (
    SHAPES,
    board_notes,
    branch_word,
    bridge_two_up,
    decision_words,
)
from producer.stages.drawings import DrawingOfGame, PanelWords
from producer.wording.games.bridge_names import seat_name

BRIDGE = DrawingOfGame(
    SHAPES,
    decision_words,
    branch_word,
    "PTS",
    has_board=False,
    pair=bridge_two_up,
    table=card_table,
    pauses={"auction": "contract", "lead": "lead"},
    panel=PanelWords(seat_name, board_notes, opponents, outcome, gap),
)
