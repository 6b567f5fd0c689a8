"""One table plays one deck; the rules are those of ``producer.games``."""

from __future__ import annotations

import random
from collections.abc import Mapping

from producer.events import HoldemGame
from producer.games.holdem import BOARD_CARDS, Replay, Spot, replay
from producer.games.line import Line, acting_order
from producer.simulate.bots import BotStyle, BotView, decide
from producer.simulate.deck import ShuffledDeck


def play_hand(
    game: HoldemGame,
    deck: ShuffledDeck,
    direction: str,
    stacks: Mapping[int, int],
    styles: Mapping[int, BotStyle],
    rng: random.Random,
) -> Replay:
    """The replay of a whole hand, played by bots."""
    line: Line = ()
    while True:
        played = replay(game, deck.button, direction, stacks, deck.cards, deck.board, line)
        spot = played.to_act
        if spot is None:
            return played
        view = _view(spot, line, deck, direction, game.big_blind)
        line = (*line, decide(styles[spot.seat], view, rng))


def _view(spot: Spot, line: Line, deck: ShuffledDeck, direction: str, big_blind: int) -> BotView:
    """What the actor can see: of ``deck`` only its own cards and the open board."""
    order = _street_order(spot.street, tuple(deck.cards), deck.button, direction)
    behind = order[order.index(spot.seat) + 1 :]
    street = [move for move in line if move.street == spot.street]
    return BotView(
        cards=deck.cards[spot.seat],
        board=deck.board[: BOARD_CARDS[spot.street]],
        spot=spot,
        raises=sum(move.action in {"bet", "raise"} for move in street),
        after=sum(seat in spot.live for seat in behind),
        players=len(order),
        big_blind=big_blind,
        checked=any(move.seat == spot.seat and move.action == "check" for move in street),
    )


def _street_order(
    street: str, seats: tuple[int, ...], button: int, direction: str
) -> tuple[int, ...]:
    order = acting_order(seats, button, direction)
    if street != "preflop":
        return order
    first = 1 if len(order) == 2 else 2
    return order[first:] + order[:first]
