"""Scoring: points, standings, how a deal changes them, and the seat draw (RULES P3-P13)."""

from producer.scoring.leverage import Moved, Reach, moved, moves, reach
from producer.scoring.standings import Standings, standings
from producer.scoring.tally import ScoredHand, Tally, add, hand_of, tally_of
from producer.scoring.variants import standings_by_hands, standings_by_peers

__all__ = [
    "Moved",
    "Reach",
    "ScoredHand",
    "Standings",
    "Tally",
    "add",
    "hand_of",
    "moved",
    "moves",
    "reach",
    "standings",
    "standings_by_hands",
    "standings_by_peers",
    "tally_of",
]
