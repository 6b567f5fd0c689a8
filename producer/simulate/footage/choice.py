"""Which deals of a simulated session are worth filming."""

from __future__ import annotations

from collections.abc import Mapping

from producer.compare import compare
from producer.compare.ranking import varied
from producer.events import Game
from producer.games.holdem import BOARD_CARDS
from producer.games.line import Deal, DealKey, Play
from producer.simulate import open_face
from producer.simulate.session import GROUP, SimulatedPlay
from producer.simulate.table_hands import (
    DIRECTION,
    PlacedHand,
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


def _board_seen(hand: TableHand | PlacedHand) -> int:
    """The board cards that were opened at the table."""
    if isinstance(hand, PlacedHand):
        return 0
    return 5 if hand.played.shown else BOARD_CARDS[hand.played.line[-1].street]


def _played(table: SimulatedTable, hand: TableHand | PlacedHand, tables: int) -> Play:
    game: Game
    stacks: Mapping[int, int | None]
    if isinstance(hand, PlacedHand):
        game, stacks = open_face.GAME, dict.fromkeys(table.players)
        line, result = hand.line, hand.result
    else:
        game, stacks = game_of(tables), hand.stacks
        line, result = hand.played.line, hand.played.result or {}
    return Play(
        table=table.name,
        hand=hand.hand,
        attempt=1,
        game=game,
        stacks=stacks,
        players=table.players,
        line=line,
        result=result,
    )
