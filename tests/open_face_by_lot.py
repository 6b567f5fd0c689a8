"""Deals of open-face Chinese whose cards go into rows by lot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from producer.compare import compare
from producer.compare.model import Comparison
from producer.events import OpenFaceGame, Player
from producer.games.cards import DECK, Cards
from producer.games.game import Conditions
from producer.games.line import Deal, DealKey, Line, Move, Play
from producer.games.ofc.placing import dealt_by
from producer.games.ofc.rows import spelt
from producer.games.ofc.rules import OPEN_FACE

GAME = OpenFaceGame()


def conditions(seats: int = 2) -> Conditions:
    """Seat 1 begins: the last one is at the button."""
    return Conditions(GAME, 1, seats, "ascending", dict.fromkeys(range(1, seats + 1)))


def dealt(
    lots: Random, like: Mapping[int, Cards] | None = None, moves: int = 0, seats: int = 2
) -> dict[int, Cards]:
    """13 cards for each seat; of two seats, those that the first ``moves`` placements show as in
    ``like``, and the five of seat 1, whose decision it is."""
    every = range(1, seats + 1)
    kept = {seat: like[seat][: _seen(seat, moves)] if like else () for seat in every}
    free = [card for card in DECK if not any(card in own for own in kept.values())]
    lots.shuffle(free)
    return {seat: (*own, *(free.pop() for _ in range(13 - len(own)))) for seat, own in kept.items()}


def _seen(seat: int, moves: int) -> int:
    made = (moves + 2 - seat) // 2
    return 5 if seat == 1 and not made else 4 + made if made else 0


def line(
    lots: Random, cards: Mapping[int, Cards], begun: Line = (), lost: Sequence[str] = ()
) -> Line:
    """The moves ``begun``, and then every card in a row by lot. ``lost``: how hands are lost, one
    in 20 placements."""
    hand = OPEN_FACE.begin(conditions(len(cards)))
    for n, move in enumerate(begun, 1):
        hand.step(move, n)
    made = list(begun)
    while (seat := hand.next_seat) is not None:
        rows = [row for row, left in hand.rows[seat].open.items() for _ in range(left)]
        lots.shuffle(rows)
        placed: dict[str, Cards] = {}
        for row, card in zip(rows, dealt_by(cards[seat], hand.round), strict=False):
            placed[row] = (*placed.get(row, ()), card)
        move = Move(hand.phase, seat, "place", spelt(placed))
        if lost and not lots.randrange(20):
            move = Move(hand.phase, seat, lots.choice(lost))
        made.append(hand.step(move, len(made) + 1))
    return tuple(made)


def compared(
    cards: Mapping[int, Cards],
    lines: Mapping[str, Line],
    players: Mapping[int, Player] | None = None,
) -> Comparison:
    """The lines compared, with the first placement as the only pick, none if it is the same
    everywhere. ``players``: the same at every table."""
    under = conditions(len(cards))
    plays = []
    for table, moves in lines.items():
        won = OPEN_FACE.settle(under, cards, (), moves).result
        who = players or {seat: Player(name=f"Ada {seat} of {table}") for seat in cards}
        plays.append(Play(table, 1, 1, GAME, under.stacks, who, moves, won))
    key = DealKey("open", "A", 1)
    found = compare(Deal(key, len(cards), cards, (), tuple(plays), tuple(lines), "ascending"))
    opening = (pick for pick in found.picks if pick.fork and not pick.fork.history)
    return replace(found, picks=tuple(opening)[:1])
