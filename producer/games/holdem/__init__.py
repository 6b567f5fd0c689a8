"""Texas hold'em."""

from producer.games.holdem.betting import STREETS, Post
from producer.games.holdem.replays import (
    BOARD_CARDS,
    Done,
    HandState,
    Replay,
    Spot,
    board_at,
    chip_scores,
    contrast,
    finished,
    hand_state,
    replay,
)
from producer.games.holdem.showdown import ShowdownFacts
from producer.games.line import IllegalLine
from producer.games.pots import Pot

__all__ = [
    "BOARD_CARDS",
    "STREETS",
    "Done",
    "HandState",
    "IllegalLine",
    "Post",
    "Pot",
    "Replay",
    "ShowdownFacts",
    "Spot",
    "board_at",
    "chip_scores",
    "contrast",
    "finished",
    "hand_state",
    "replay",
]
