"""Deals made by hand: lines in short, results by the rules."""

import re

from producer.compare import compare
from producer.compare.model import Story
from producer.events import HoldemGame, Player
from producer.games.cards import parse_cards
from producer.games.holdem import STREETS, finished, replay
from producer.games.line import Deal, DealKey, Line, Move, Play

NO_LIMIT = HoldemGame(betting="no-limit", small_blind=50, big_blind=100)
STACK = 5_000
"""The cap of these deals: shares of .10 .12 .15 .20 .25 .40 .50 .80 .90 of it are 500, 600, 750,
1000, 1250, 2000, 2500, 4000 and 4500 chips; a big blind is 100."""

_ACTIONS = {"f": "fold", "x": "check", "c": "call", "b": "bet", "r": "raise"}
_MOVE = re.compile(r"(\d)([fxcbr])(\d*)")


def line(text: str) -> Line:
    """``"1r300 2c / 2x 1b400"``: seat, action, total on the street; streets separated by ``/``."""
    found = []
    for street, moves in zip(STREETS, text.split("/"), strict=False):
        for move in moves.split():
            seat, action, to = _MOVE.fullmatch(move).groups()
            found.append(Move(street, int(seat), _ACTIONS[action], int(to) if to else None))
    return tuple(found)


def deal(
    cards: dict[int, str],
    board: str,
    lines: list[str],
    stack: int = STACK,
    game: HoldemGame = NO_LIMIT,
) -> Deal:
    """One table a line, called ``"1"``, ``"2"``, ...; seat 1 has the button.

    Heads-up seat 1 posts the small blind, acts first before the flop and last after it.
    """
    hole = {seat: parse_cards(text) for seat, text in cards.items()}
    stacks = dict.fromkeys(hole, stack)
    plays = []
    for n, text in enumerate(lines, 1):
        done = replay(game, 1, "ascending", stacks, hole, parse_cards(board), line(text))
        result = finished(done).result
        assert result is not None
        players = {seat: Player(name=f"{n}-{seat}") for seat in hole}
        plays.append(Play(str(n), 1, 1, game, stacks, players, done.line, result))
    tables = tuple(play.table for play in plays)
    return Deal(DealKey("s", "A", 1), 1, hole, parse_cards(board), tuple(plays), tables)


def results(made: Deal, seat: int) -> list[int]:
    return [int(play.result[seat]) for play in made.plays]


def story(made: Deal, name: str, seat: int) -> Story | None:
    """The story of that name that the comparison tells of the seat."""
    return next(
        (one for one in compare(made).stories if (one.name, one.seat) == (name, seat)), None
    )
