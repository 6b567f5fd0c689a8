"""The end of a hand: who shows first, who wins each pot, what each seat wins (RULES H4-H6).

Players are positions in the order after the button.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from producer.games.cards import Cards
from producer.games.holdem.betting import BettingState, Post, matched
from producer.games.holdem.ranks import rank
from producer.games.line import Chips, IllegalLine, acting_order
from producer.games.pots import Layer, Pot, best, divide, layers, uncalled
from producer.messages import message

_UNKNOWN = 0


@dataclass(frozen=True, slots=True)
class ShowdownFacts:
    """What a feed states of a hand beyond its cards and its line.

    ``posts``: what was posted, in order of action, if not the game's blinds and straddle;
    ``boards``: all boards, if it was run more than once; ``mucked``: seats that mucked at
    showdown; ``winners``: the winning seats of each pot, main pot first, which decide if cards
    are unknown. A pot without an entry goes to the winners of the pot before it who can win it.
    ``ruled``: the numbers of moves that stand by a ruling, though their amounts break the rules.
    """

    posts: tuple[Post, ...] | None = None
    boards: tuple[Cards, ...] = ()
    mucked: tuple[int, ...] = ()
    winners: tuple[tuple[int, ...], ...] = ()
    ruled: Collection[int] = ()


NO_FACTS = ShowdownFacts()


@dataclass(frozen=True, slots=True)
class Ending:
    """``won``: chips won by position, or ``None`` if it is open; then ``unknown`` says why."""

    won: list[Chips] | None
    unknown: str | None = None


def showing_order(betting: BettingState, button: int) -> tuple[int, ...]:
    """The seats at showdown, first to show first; empty without a showdown (H6)."""
    live = betting.live
    if len(live) < 2:
        return ()
    seats = tuple([betting.seats[position] for position in live])
    if betting.game.showdown == "left-of-button":
        return acting_order(seats, button, "ascending")
    first = live.index(betting.aggressor) if betting.aggressor >= 0 else 0
    return seats[first:] + seats[:first]


def settle(
    betting: BettingState, cards: Mapping[int, Cards], board: Cards, facts: ShowdownFacts, n: int
) -> Ending:
    """Awards every pot, on every board. ``n``: one past the last action, for errors.

    Raises IllegalLine if the feed names a winner who cannot win, or boards that differ in cards
    dealt before the last bet.
    """
    won: list[Chips] = [0] * len(betting.seats)
    boards = facts.boards or (board,)
    if len(boards) > 1:
        _check_boards(betting, boards, n)
    fractions = betting.game.odd_chips == "fractions"
    places = [_places(betting, cards, each) for each in boards]
    claim: tuple[int, ...] = ()
    for number, (amount, able) in enumerate(contested(betting)):
        contenders: Sequence[int] = able
        if facts is not NO_FACTS:
            contenders, claim = _claims(betting, facts, number, able, claim)
        for part, each in zip(divide(amount, len(boards), fractions), places, strict=True):
            winners = _by_cards(contenders, each)
            if claim:
                winners = _check_claim(betting, contenders, each, claim, n)
            if not winners:
                return Ending(None, _open_question(betting, contenders, each, amount))
            if len(winners) == 1:
                won[winners[0]] += part
                continue
            for position, share in zip(winners, divide(part, len(winners), fractions), strict=True):
                won[position] += share
    return Ending(won)


def _check_boards(betting: BettingState, boards: Sequence[Cards], n: int) -> None:
    common = (0, 3, 4, 5)[betting.street]
    if len({board[:common] for board in boards}) > 1:
        raise IllegalLine(
            n,
            message(
                "the boards differ, though the {street} was bet on",
                street=message(betting.street_name),
            ),
            message("the same first {n} cards on every board", n=common),
        )


def _by_cards(contenders: Sequence[int], places: Sequence[int]) -> Sequence[int]:
    """The winners by their cards; empty if cards are unknown."""
    if len(contenders) < 2:
        return contenders
    hands = [places[position] for position in contenders]
    return () if _UNKNOWN in hands else best(contenders, places)


def _claims(
    betting: BettingState,
    facts: ShowdownFacts,
    number: int,
    contenders: Sequence[int],
    before: tuple[int, ...],
) -> tuple[Sequence[int], tuple[int, ...]]:
    """A pot's contenders who did not muck, and the seats that won it according to the feed."""
    seats = betting.seats
    left = [position for position in contenders if seats[position] not in facts.mucked]
    if len(facts.boards) > 1:
        return left, ()
    if number < len(facts.winners):
        return left, facts.winners[number]
    return left, tuple([seats[position] for position in left if seats[position] in before])


def _check_claim(
    betting: BettingState,
    contenders: Sequence[int],
    places: Sequence[int],
    claim: tuple[int, ...],
    n: int,
) -> Sequence[int]:
    """The winners according to the feed. Raises IllegalLine if the shown cards contradict it."""
    shown = [position for position in contenders if places[position]]
    top = best(shown, places) if shown else []
    possible = [p for p in contenders if p in top or not places[p]]
    winners = [position for position in possible if betting.seats[position] in claim]
    if len(winners) < len(claim) or (len(shown) == len(contenders) and winners != top):
        raise IllegalLine(
            n,
            message(
                "{named} named as winner of the pot among {seats}",
                named=_seats(claim),
                seats=_named(betting, contenders),
            ),
            message("{seats} as winner", seats=_named(betting, possible)),
        )
    return winners


def final_pots(betting: BettingState) -> tuple[tuple[Pot, ...], dict[int, int]]:
    """The final pots of a finished hand, and the uncalled chips returned, by seat (H4)."""
    seats = betting.seats
    owner, amount = uncalled(matched(betting), betting.live)
    pots = contested(betting)
    last, players = pots[-1]
    called = [*pots[:-1], (last - amount, players)] if last > amount else pots[:-1]
    named = tuple([Pot(chips, tuple([seats[p] for p in players])) for chips, players in called])
    return named, {seats[owner]: amount} if amount else {}


def contested(betting: BettingState) -> list[Layer]:
    """The pots as ``pots.layers``, with a shortcut if there is no side pot."""
    live, paid = betting.live, matched(betting)
    height = paid[live[0]]
    for position in live:
        if paid[position] != height:
            return layers(paid, live, sum(betting.dead))
    return [(betting.pot, tuple(live))]


def _places(betting: BettingState, cards: Mapping[int, Cards], board: Cards) -> list[int]:
    """The rank of each live position's hand, 0 if its cards or the board are not all known."""
    places = [_UNKNOWN] * len(betting.seats)
    if len(board) == 5 and len(betting.live) > 1:
        for position in betting.live:
            hole = cards.get(betting.seats[position], ())
            if len(hole) == 2:
                places[position] = rank(hole + board)
    return places


def _open_question(
    betting: BettingState, contenders: Sequence[int], places: Sequence[int], amount: int
) -> str:
    hidden = [position for position in contenders if not places[position]]
    question = f"who wins the pot of {amount} among {_named(betting, contenders)}"
    if not contenders:
        return f"who wins the pot of {amount}: every hand was mucked"
    if len(hidden) == len(contenders):
        return f"{question}: neither their cards nor a whole board are known"
    return f"{question}: the cards of {_named(betting, hidden)} are not known"


def _named(betting: BettingState, positions: Sequence[int]) -> str:
    return _seats([betting.seats[position] for position in positions])


def _seats(seats: Sequence[int]) -> str:
    if len(seats) == 1:
        return message("seat {n}", n=seats[0])
    if not seats:
        return message("nobody")
    *first, last = map(str, seats)
    return message("seats {seats} and {last}", seats=", ".join(first), last=last)
