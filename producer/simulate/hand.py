"""One table plays one deck; the rules are those of ``producer.games``."""

from __future__ import annotations

import random
from collections.abc import Mapping

from producer.events import HoldemGame
from producer.games.holdem import BOARD_CARDS, STREETS, Replay, Spot, replay
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
        view = view_of_actor(spot, line, deck, direction)
        line = (*line, decide(styles[spot.seat], view, rng))


def view_of_actor(spot: Spot, line: Line, deck: ShuffledDeck, direction: str) -> BotView:
    """What the actor can see: of ``deck`` only its own cards and the open board."""
    order = acting_order(tuple(deck.cards), deck.button, direction)
    first = 1 if len(order) == 2 else 2
    before_flop = order[first:] + order[:first]
    street = [move for move in line if move.street == spot.street]
    acted = {move.seat for move in street}
    leader = _leader(line, spot.street)
    return BotView(
        cards=deck.cards[spot.seat],
        board=deck.board[: BOARD_CARDS[spot.street]],
        spot=spot,
        raises=sum(move.action in {"bet", "raise"} for move in street),
        position=len(order) - 1 - before_flop.index(spot.seat),
        players=len(order),
        leads=leader == spot.seat,
        leader_behind=leader in spot.live and leader not in {spot.seat, *acted},
        raised=any(move.seat == spot.seat and move.action == "raise" for move in street),
        checked=any(move.seat == spot.seat and move.action == "check" for move in street),
    )


def _leader(line: Line, street: str) -> int | None:
    """Who made the last bet or raise of the street before."""
    before = STREETS[max(0, STREETS.index(street) - 1)]
    raisers = [m.seat for m in line if m.street == before and m.action in {"bet", "raise"}]
    return raisers[-1] if raisers and street != "preflop" else None
