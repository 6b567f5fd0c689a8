"""A pick's two choices with all cards in view: a component that is a reason and does not weigh."""

from __future__ import annotations

from producer.compare.facts import Facts
from producer.compare.forks import share_of_cap
from producer.compare.model import AllCards, Comparison, Component, MoveCost, Pick
from producer.games.line import Move
from producer.messages import in_a_row, message

ALL_CARDS = "all cards"


def costs_of(pick: Pick, found: AllCards) -> dict[str, MoveCost]:
    """By table shown, what its choice cost; ``{}`` where the pick has no choice or nothing was
    counted."""
    places = {table: pick.at.get(table, len(pick.history)) for table in pick.pairing}
    return {
        table: found.costs[table][place]
        for table, place in places.items()
        if place < len(found.costs.get(table, ()))
    }


def of_choices(comparison: Comparison, pick: Pick, found: AllCards, facts: Facts) -> Component:
    """The difference of what the two choices cost, as a share of twice the cap."""
    costs = costs_of(pick, found)
    if found.missing or len(costs) != len(pick.pairing):
        return Component(
            None, found.missing or message("no choice to look at with all cards in view")
        )
    unit, written = facts.counted_in, facts.written or _named
    lines = {play.table: play.line for play in comparison.deal.plays}
    said = [
        message(
            "{choice} cost {amount}",
            choice=written(lines[table][pick.at.get(table, len(pick.history))]),
            amount=unit.words_for(cost.lost) if cost.lost else message("nothing"),
        )
        for table, cost in costs.items()
    ]
    lost = [cost.lost for cost in costs.values()]
    share = share_of_cap(max(lost) - min(lost), 2 * comparison.cap)
    return Component(share, message("with all cards in view {costs}", costs=in_a_row(said)))


def _named(move: Move) -> str:
    action = message(move.action)
    return action if move.detail is None else in_a_row((action, str(move.detail)), " ")
