"""Six-handed no-limit hands of about twelve actions with a showdown, from a fixed seed.

All amounts are multiples of 60, so no split leaves odd chips, which pokerkit awards differently.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from producer.events import HoldemGame
from producer.games.cards import DECK, Cards
from producer.games.line import Line, Move, acting_order

GAME = HoldemGame(betting="no-limit", small_blind=60, big_blind=120)
SEATS, STACK = tuple(range(1, 7)), 24_000


@dataclass(frozen=True, slots=True)
class Hand:
    button: int
    stacks: dict[int, int]
    cards: dict[int, Cards]
    board: Cards
    line: Line


def six_handed(count: int, seed: int = 1) -> list[Hand]:
    """``count`` hands of about twelve actions: a raise, a caller or two, bets, checks, showdown."""
    dice = Random(seed)
    hands = []
    for _ in range(count):
        deck = dice.sample(DECK, 17)
        cards = {seat: tuple(deck[2 * i : 2 * i + 2]) for i, seat in enumerate(SEATS)}
        button = dice.choice(SEATS)
        line = _line(acting_order(SEATS, button, "ascending"), dice)
        hands.append(Hand(button, dict.fromkeys(SEATS, STACK), cards, tuple(deck[12:]), line))
    return hands


def _line(order: tuple[int, ...], dice: Random) -> Line:
    in_hand = dice.sample(order, dice.choice((2, 2, 2, 3)))
    opening = order[2:] + order[:2]
    raiser = min(in_hand, key=opening.index)
    to = dice.randrange(240, 600, 60)
    moves = []
    for seat in opening:
        if seat == raiser:
            moves.append(Move("preflop", seat, "raise", to))
        elif seat in in_hand:
            moves.append(Move("preflop", seat, "call", to))
        else:
            moves.append(Move("preflop", seat, "fold"))
    players = [seat for seat in order if seat in in_hand]
    left = STACK - to
    for street in ("flop", "turn", "river"):
        bet = dice.choice((0, 0, dice.randrange(120, 4800, 120), left)) if left else None
        if bet is not None:
            moves += _round(street, players, bet, dice)
            left -= bet
    return tuple(moves)


def _round(street: str, players: list[int], bet: int, dice: Random) -> list[Move]:
    if not bet:
        return [Move(street, seat, "check") for seat in players]
    first = dice.randrange(len(players))
    checks = [Move(street, seat, "check") for seat in players[:first]]
    callers = players[first + 1 :] + players[:first]
    calls = [Move(street, seat, "call", bet) for seat in callers]
    return [*checks, Move(street, players[first], "bet", bet), *calls]
