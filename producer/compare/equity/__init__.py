"""Equity of each seat at a spot, always labelled with what is known of the cards."""

from producer.compare.equity.along import (
    counted_together,
    equities_of,
    seats_of,
    spots_along,
    views_of,
)
from producer.compare.equity.exact import deal_equities, hand_equities, unknown_at
from producer.compare.equity.model import (
    ALL_CARDS,
    PLAYERS_VIEW,
    THESE_HANDS,
    Equities,
    Equity,
    NotKnown,
    SpotKey,
)
from producer.compare.equity.ranges import ANY_TWO, RANGES, names_in
from producer.compare.equity.view import UNKNOWN, players_view

__all__ = [
    "ALL_CARDS",
    "ANY_TWO",
    "PLAYERS_VIEW",
    "RANGES",
    "THESE_HANDS",
    "UNKNOWN",
    "Equities",
    "Equity",
    "NotKnown",
    "SpotKey",
    "counted_together",
    "deal_equities",
    "equities_of",
    "hand_equities",
    "names_in",
    "players_view",
    "seats_of",
    "spots_along",
    "unknown_at",
    "views_of",
]
