"""Swing, difference from average, and rank of every seat (DESIGN, words)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from producer.games.line import Chips, Play
from producer.scoring.places import places, whole

Results = Mapping[str, Mapping[int, Chips]]
"""By table, then seat: chip scores in the comparison's unit."""


def results_of(plays: Sequence[Play], units: Mapping[str, int]) -> dict[str, dict[int, Chips]]:
    """Chip scores (RULES P3) by table and seat, divided by the unit in ``units``, if any."""
    return {
        play.table: {
            seat: whole(Fraction(chips) / units[play.table]) if units else chips
            for seat, chips in play.result.items()
        }
        for play in plays
    }


def by_seat(results: Results) -> dict[int, dict[str, Chips]]:
    """The same results by seat, then table; seats in order."""
    seats = sorted({seat for scores in results.values() for seat in scores})
    return {
        seat: {table: scores[seat] for table, scores in results.items() if seat in scores}
        for seat in seats
    }


def swing(results: Results) -> dict[int, Chips]:
    """By seat: the largest less the smallest chip score over the tables."""
    return {
        seat: whole(max(scores.values()) - min(scores.values()))
        for seat, scores in by_seat(results).items()
    }


def against_average(results: Results, mean: Mapping[int, Chips]) -> dict[str, dict[int, Chips]]:
    """By table, then seat: the chip score less the seat's average."""
    return {
        table: {seat: whole(chips - mean[seat]) for seat, chips in scores.items()}
        for table, scores in results.items()
    }


def ranks(results: Results) -> dict[str, dict[int, int]]:
    """By table, then seat: 1 for the seat's best result; equal results share the better place."""
    placed = {seat: places(scores) for seat, scores in by_seat(results).items()}
    return {
        table: {seat: placed[seat][table].rank for seat in scores}
        for table, scores in results.items()
    }
