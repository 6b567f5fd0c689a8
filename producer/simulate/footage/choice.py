"""Which deals of a simulated session are worth filming."""

from __future__ import annotations

from producer.compare import compare
from producer.compare.ranking import varied
from producer.games.holdem import BOARD_CARDS
from producer.games.line import Deal, DealKey, Play
from producer.simulate.session import GROUP
from producer.simulate.table_hands import (
    DIRECTION,
    SimulatedPlay,
    SimulatedTable,
    TableHand,
    game_of,
)

BEST = 3
"""Deals that are filmed if none are named."""


def best_deals(play: SimulatedPlay, count: int = BEST) -> tuple[int, ...]:
    """The numbers of the deals that the ranking puts first, the best one first."""
    numbers = sorted(hand.deal for hand in play.hands[play.tables[0].name])
    compared = varied(compare(_deal(play, number)) for number in numbers)
    return tuple(each.deal.key.number for each in compared[:count])


def _deal(play: SimulatedPlay, number: int) -> Deal:
    """The deal as the record has it when all tables have finished it."""
    hands = {
        table: next(hand for hand in play.hands[table.name] if hand.deal == number)
        for table in play.tables
    }
    deck = next(iter(hands.values())).deck
    seen = max(_board_seen(hand) for hand in hands.values())
    return Deal(
        key=DealKey("simulated", GROUP, number),
        button=deck.button,
        cards=deck.cards,
        board=deck.board[:seen],
        plays=tuple(_played(table, hand, len(hands)) for table, hand in hands.items()),
        tables=tuple(table.name for table in play.tables),
        direction=DIRECTION,
    )


def _board_seen(hand: TableHand) -> int:
    """The board cards that were opened at the table."""
    return 5 if hand.played.shown else BOARD_CARDS[hand.played.line[-1].street]


def _played(table: SimulatedTable, hand: TableHand, tables: int) -> Play:
    return Play(
        table=table.name,
        hand=hand.hand,
        attempt=1,
        game=game_of(tables),
        stacks=hand.stacks,
        players=table.players,
        line=hand.played.line,
        result=hand.played.result or {},
    )
