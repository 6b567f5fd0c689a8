"""Tables without a camera, drawn move by move as their hand was played."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from overlay.stage import Box, Stage
from producer.games.line import Deal
from producer.release.hand_times import HandTimes
from producer.segments.compositor.pictures import Drawn
from producer.stages.drawn_table import drawn_table, empty_table
from producer.stages.moment import NotDrawable
from producer.stages.style import Style


def replayed(deal: Deal, times: Mapping[str, HandTimes], style: Style) -> Drawn:
    """Each table as far as its hand had come at a time; an empty table where that is not known, and
    in games that are not drawn from above."""

    @lru_cache(maxsize=64)
    def stage(table: str, moves: int, place: Box) -> Stage:
        try:
            return drawn_table(deal, table, moves, place, style)
        except NotDrawable:
            return empty_table(table, Fraction(0), place)

    def drawn(table: str, at: Fraction, place: Box) -> Stage:
        hand = times.get(table)
        return stage(table, moves_made(hand, at) if hand else 0, place)

    return drawn


def moves_made(hand: HandTimes, at: Fraction) -> int:
    """How many moves were made by the time ``at``: to the last one whose time is not later."""
    return max(
        (number for number, move in enumerate(hand.moves, 1) if move and move.at <= at), default=0
    )
