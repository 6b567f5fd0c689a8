"""The moves that gave something up with all cards in view, as text for lists. Bridge is the game in
which this is counted."""

from __future__ import annotations

from producer.compare import GAMES
from producer.compare.facts import Unit
from producer.compare.model import Comparison, MoveCost
from producer.games.bridge.notation import by_seat
from producer.games.line import Move
from producer.messages import Message, counted, in_a_row, message


def costs_by_table(comparison: Comparison) -> tuple[tuple[str, str], ...]:
    """Each table's name with its moves in order; ``()`` where nothing was counted."""
    found, deal = comparison.all_cards, comparison.deal
    if found is None or not found.costs:
        return ()
    unit = GAMES[deal.plays[0].game.name].counted_in
    return tuple(
        (
            deal.name_of(play.table),
            in_a_row(
                (
                    cost_text(move, cost, unit)
                    for move, cost in zip(play.line, found.costs[play.table], strict=True)
                    if cost.lost
                ),
                "; ",
            )
            or message("nothing was given up"),
        )
        for play in deal.plays
    )


def cost_text(move: Move, cost: MoveCost, unit: Unit) -> Message:
    """
    >>> points = Unit("pt", "point", "points", 20)
    >>> cost_text(Move("lead", 3, "play", "As"), MoveCost(720, 1, -620), points)
    'South ♠A: 1 trick, 720 points'
    >>> cost_text(Move("play", 1, "claim", 9), MoveCost(-30, -1, 400), points)
    'North claims 9 tricks in all: 30 points more than its due'
    """
    what = by_seat(move)
    amount = unit.words_for(max(cost.lost, -cost.lost))
    if cost.lost < 0:
        return message("{what}: {amount} more than its due", what=what, amount=amount)
    if not cost.tricks:
        return message("{what}: {amount}", what=what, amount=amount)
    tricks = counted("{n} trick", "{n} tricks", cost.tricks)
    return message("{what}: {tricks}, {amount}", what=what, tricks=tricks, amount=amount)
