"""Buy-ins, prizes and the season table over several opens (RULES H7); money in smallest units."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from producer.games.pots import exact

Money = int | Fraction

_BUY_IN = re.compile(r"(\d+)(?:\+(\d+))?")


@dataclass(frozen=True, slots=True)
class BuyIn:
    """What a player pays: ``pool`` for the prizes, ``costs`` for the house."""

    pool: int
    costs: int = 0


@dataclass(frozen=True, slots=True)
class Finish:
    """A player's place, 1 the winner (shared by tied players), and prize money."""

    place: int
    prize: Money


def parse_buy_in(text: str) -> BuyIn:
    """Reads ``10`` or ``10+2``: ten for the prizes, two for the costs. Raises ValueError.

    >>> parse_buy_in("10+2")
    BuyIn(pool=10, costs=2)
    """
    match = _BUY_IN.fullmatch(text.replace(" ", ""))
    if match is None:
        raise ValueError(f"{text!r} is not a buy-in; write 10, or 10+2 for prizes and costs")
    return BuyIn(int(match[1]), int(match[2] or 0))


def prize_table(pool: int, shares: Sequence[int]) -> tuple[int, ...]:
    """The prizes by place: ``pool`` divided in proportion to ``shares``, remainder to the first.

    Shares may be amounts, and still apply when re-buys make the pool larger. ``(1,)``: winner
    takes all.

    >>> prize_table(80, (50, 20, 10)), prize_table(160, (50, 20, 10)), prize_table(80, (1,))
    ((50, 20, 10), (100, 40, 20), (80,))
    """
    if not shares or min(shares) <= 0:
        raise ValueError("a prize table needs at least one place, each with a prize")
    if sorted(shares, reverse=True) != list(shares):
        raise ValueError(f"prizes {', '.join(map(str, shares))}: a worse place would win more")
    prizes = [pool * share // sum(shares) for share in shares]
    return (prizes[0] + pool - sum(prizes), *prizes[1:])


LAST_MAN_STANDING = (1,)


def finishes(places: Sequence[Sequence[str]], prizes: Sequence[int]) -> dict[str, Finish]:
    """Places and prizes by player. ``places``: best first; players of one entry are tied.

    Tied players share the prizes of the places they occupy equally.

    >>> finishes([["Ana"], ["Bea", "Cai"]], (50, 20, 10))["Cai"]
    Finish(place=2, prize=15)
    """
    results: dict[str, Finish] = {}
    place = 1
    for tied in places:
        money = Fraction(sum(prizes[place - 1 : place - 1 + len(tied)]), len(tied))
        results.update(dict.fromkeys(tied, Finish(place, exact(money))))
        place += len(tied)
    return results


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's season. ``points``: per open, one for playing and one per player beaten."""

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
    """The season table over several opens; players tied in ``order`` share a rank."""
    players = sorted({player for finish in opens for player in finish})
    lines = sorted((_line(player, opens) for player in players), key=order, reverse=True)
    ranked: list[SeasonLine] = []
    for number, line in enumerate(lines, start=1):
        tied = bool(ranked) and order(ranked[-1]) == order(line)
        ranked.append(replace(line, rank=ranked[-1].rank if tied else number))
    return tuple(ranked)


def _line(player: str, opens: Sequence[Mapping[str, Finish]]) -> SeasonLine:
    own = [(finish[player], len(finish)) for finish in opens if player in finish]
    money = sum((Fraction(finish.prize) for finish, _ in own), Fraction(0))
    return SeasonLine(
        rank=0,
        player=player,
        prize=exact(money),
        best=min(finish.place for finish, _ in own),
        opens=len(own),
        points=sum(field - finish.place + 1 for finish, field in own),
    )
