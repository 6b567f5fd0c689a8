"""Buy-ins, prizes, the season's table over several opens (RULES H7); money in smallest units."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

Money = int | Fraction

_BUY_IN = re.compile(r"(\d+)(?:\+(\d+))?")


@dataclass(frozen=True, slots=True)
class BuyIn:
    """What a player pays: ``pool`` for the prizes, ``costs`` for the house's own."""

    pool: int
    costs: int = 0


@dataclass(frozen=True, slots=True)
class Finish:
    """How a player ended: place, 1 the winner (shared by level players), and prize money."""

    place: int
    prize: Money


def parse_buy_in(text: str) -> BuyIn:
    """Reads ``10`` or ``10+2``: ten for the prizes, two for the costs.

    Raises ValueError in words.

    >>> parse_buy_in("10+2")
    BuyIn(pool=10, costs=2)
    """
    match = _BUY_IN.fullmatch(text.replace(" ", ""))
    if match is None:
        raise ValueError(f"{text!r} is no buy-in; write 10, or 10+2 for prizes and costs")
    return BuyIn(int(match[1]), int(match[2] or 0))


def prize_table(pool: int, shares: Sequence[int]) -> tuple[int, ...]:
    """The prizes by place: ``pool`` divided as ``shares`` are, what does not divide to the first.

    Shares may be the amounts themselves, and stay right when re-buys make the pool larger.
    ``(1,)`` is 'last man standing': everything to the first.

    >>> prize_table(80, (50, 20, 10)), prize_table(160, (50, 20, 10)), prize_table(80, (1,))
    ((50, 20, 10), (100, 40, 20), (80,))
    """
    if not shares or min(shares) <= 0:
        raise ValueError("a prize table has at least one place, and no place with nothing")
    if sorted(shares, reverse=True) != list(shares):
        raise ValueError(f"prizes {', '.join(map(str, shares))}: a worse place would win more")
    prizes = [pool * share // sum(shares) for share in shares]
    return (prizes[0] + pool - sum(prizes), *prizes[1:])


LAST_MAN_STANDING = (1,)


def finishes(places: Sequence[Sequence[str]], prizes: Sequence[int]) -> dict[str, Finish]:
    """Places and prizes of the players, best first; players of one entry are level.

    Level players share the prizes of the places they occupy equally.

    >>> finishes([["Ana"], ["Bea", "Cai"]], (50, 20, 10))["Cai"]
    Finish(place=2, prize=15)
    """
    found: dict[str, Finish] = {}
    place = 1
    for level in places:
        money = Fraction(sum(prizes[place - 1 : place - 1 + len(level)]), len(level))
        prize = money.numerator if money.denominator == 1 else money
        found.update(dict.fromkeys(level, Finish(place, prize)))
        place += len(level)
    return found


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player over the season. ``points``: one for playing, one for every player left behind."""

    rank: int
    player: str
    prize: Money
    best: int
    opens: int
    points: int


Order = Callable[[SeasonLine], tuple[Money, ...]]
"""What ranks the season, larger first."""


def money_then_best_place(line: SeasonLine) -> tuple[Money, ...]:
    """By prize money, then best place: the usual table."""
    return line.prize, -line.best


def points_then_money(line: SeasonLine) -> tuple[Money, ...]:
    """By points, then prize money."""
    return line.points, line.prize


def season(
    opens: Sequence[Mapping[str, Finish]], order: Order = money_then_best_place
) -> tuple[SeasonLine, ...]:
    """The season's table over several opens; players level in ``order`` share the rank."""
    players = sorted({player for finish in opens for player in finish})
    lines = sorted((_line(player, opens) for player in players), key=order, reverse=True)
    ranked: list[SeasonLine] = []
    for number, line in enumerate(lines, start=1):
        level = bool(ranked) and order(ranked[-1]) == order(line)
        rank = ranked[-1].rank if level else number
        ranked.append(SeasonLine(rank, line.player, line.prize, line.best, line.opens, line.points))
    return tuple(ranked)


def _line(player: str, opens: Sequence[Mapping[str, Finish]]) -> SeasonLine:
    own = [(finish[player], len(finish)) for finish in opens if player in finish]
    money = sum((Fraction(finish.prize) for finish, _ in own), Fraction(0))
    return SeasonLine(
        rank=0,
        player=player,
        prize=money.numerator if money.denominator == 1 else money,
        best=min(finish.place for finish, _ in own),
        opens=len(own),
        points=sum(field - finish.place + 1 for finish, field in own),
    )
