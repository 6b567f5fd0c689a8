"""The end of a hand: who shows first, who wins which pot, what each seat takes (RULES H4-H6).

Positions as in ``betting``: the order after the button.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from producer.games.betting import Betting, Post, matched
from producer.games.cards import Cards
from producer.games.line import Chips, acting_order
from producer.games.pots import Layer, best, divide, layers
from producer.games.ranks import rank

_UNKNOWN = 0


@dataclass(frozen=True, slots=True)
class Told:
    """What a feed tells of one hand beyond its cards and its line.

    ``posts``: the forced payments in order of action, where they were not the game's blinds and
    straddle; ``boards``: all boards, where the rest was dealt more than once.
    """

    posts: tuple[Post, ...] | None = None
    boards: tuple[Cards, ...] = ()


NOTHING_MORE = Told()


@dataclass(frozen=True, slots=True)
class Ending:
    """``won``: chips taken from the pots by position; ``None`` where ``unknown`` says why not."""

    won: list[Chips] | None
    unknown: str | None = None


def showing_order(betting: Betting, button: int) -> tuple[int, ...]:
    """The seats that reached the showdown, the first to show first; empty without one (H6)."""
    live = betting.live
    if len(live) < 2:
        return ()
    seats = tuple([betting.seats[position] for position in live])
    if betting.game.showdown == "left-of-button":
        return acting_order(seats, button, "ascending")
    first = live.index(betting.aggressor) if betting.aggressor >= 0 else 0
    return seats[first:] + seats[:first]


def settle(betting: Betting, cards: Mapping[int, Cards], board: Cards, told: Told) -> Ending:
    """Every pot to its winners, on every board."""
    won: list[Chips] = [0] * len(betting.seats)
    boards = told.boards or (board,)
    fractions = betting.game.odd_chips == "fractions"
    places = [_places(betting, cards, each) for each in boards] if len(betting.live) > 1 else []
    for amount, contenders in contested(betting):
        if len(contenders) == 1:
            won[contenders[0]] += amount
            continue
        for part, each in zip(divide(amount, len(boards), fractions), places, strict=True):
            if not all(each[position] for position in contenders):
                return Ending(None, _open_question(betting, contenders, each, amount))
            winners = best(contenders, each)
            for position, share in zip(winners, divide(part, len(winners), fractions), strict=True):
                won[position] += share
    return Ending(won)


def contested(betting: Betting) -> list[Layer]:
    """The pots as ``pots.layers``; at once the one where nobody is all in for less."""
    live, paid = betting.live, matched(betting)
    height = paid[live[0]]
    for position in live:
        if paid[position] != height:
            return layers(paid, live, sum(betting.dead), betting.able if betting.pending else ())
    return [(betting.pot, tuple(live))]


def _places(betting: Betting, cards: Mapping[int, Cards], board: Cards) -> list[int]:
    """The worth of each live position's hand, 0 where cards or board are not all known."""
    places = [_UNKNOWN] * len(betting.seats)
    if len(board) == 5:
        for position in betting.live:
            hole = cards.get(betting.seats[position], ())
            if len(hole) == 2:
                places[position] = rank(hole + board)
    return places


def _open_question(
    betting: Betting, contenders: Sequence[int], places: Sequence[int], amount: int
) -> str:
    hidden = [str(betting.seats[p]) for p in contenders if not places[p]]
    among = ", ".join(str(betting.seats[p]) for p in contenders)
    if len(hidden) == len(contenders):
        return f"who wins the pot of {amount} among seats {among}: cards or board not all known"
    return f"who wins the pot of {amount} among seats {among}: cards of {', '.join(hidden)} unknown"
