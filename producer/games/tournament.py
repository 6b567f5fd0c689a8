"""A hold'em tournament: hands, eliminations, re-buys, places (RULES H7).

``start_hand``, ``finish_hand``, ``rebuy`` and ``settle`` return a new Tournament. Times are
seconds since the first hand. A hand's level is fixed when it starts, so blinds rise only with
the next hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal

from producer.games.levels import Level, Rise
from producer.games.prizes import BuyIn, Finish, finishes, prize_table

Chips = int


class NotNow(ValueError):
    """Not allowed at this moment; the message says what and why."""


@dataclass(frozen=True, slots=True)
class TournamentRules:
    """The rules of an open.

    ``stack``: starting chips. ``rise``: the blinds (levels.by_eliminations, levels.by_time).
    ``prizes``: shares of the pool by place (prizes.prize_table). ``rebuys``: seconds of the
    re-buy phase, 0 for none. ``end``: ``"complete"`` when one player is left, ``"by prize"`` when
    as many are left as there are prizes, ranked by chips.
    """

    buy_in: BuyIn
    stack: Chips
    rise: Rise
    prizes: tuple[int, ...]
    rebuys: float = 0.0
    end: Literal["complete", "by prize"] = "complete"


@dataclass(frozen=True, slots=True)
class Tournament:
    """An open in progress.

    ``chips``: of every player still in. ``out``: in order of elimination, tied players together.
    ``level``: of the current or last hand. ``broke``: players without chips who may still re-buy,
    with the chips they began their last hand with. ``rebought``: number of re-buys so far.
    """

    rules: TournamentRules
    chips: Mapping[str, Chips]
    level: Level
    out: tuple[tuple[str, ...], ...] = ()
    broke: Mapping[str, Chips] = field(default_factory=dict)
    rebought: int = 0
    in_hand: bool = False


def open_tournament(rules: TournamentRules, players: Sequence[str]) -> Tournament:
    """Starts an open, all players with the same stack (H7). Raises ValueError."""
    if len(players) < 2 or len(set(players)) != len(players):
        raise ValueError("a tournament needs at least two players, each named once")
    if rules.stack <= 0:
        raise ValueError(f"players cannot start with {rules.stack} chips")
    if len(rules.prizes) > len(players):
        raise ValueError(f"{len(rules.prizes)} prizes for {len(players)} players")
    prize_table(rules.buy_in.pool * len(players), rules.prizes)
    level = rules.rise(len(players), len(players), 0.0)
    return Tournament(rules, dict.fromkeys(players, rules.stack), level)


def start_hand(tournament: Tournament, seconds: float = 0.0) -> Tournament:
    """Starts the next hand at its level; players without chips are out.

    Raises NotNow during a hand and after the end.
    """
    _between_hands(tournament, "the next hand cannot start")
    settled = settle(tournament)
    if ended(settled):
        raise NotNow("the tournament is over")
    level = settled.rules.rise(entered(settled), len(settled.chips), seconds)
    return replace(settled, level=level, in_hand=True)


def finish_hand(
    tournament: Tournament, result: Mapping[str, Chips], seconds: float = 0.0
) -> Tournament:
    """Applies a hand's chip scores; players not in ``result`` neither won nor lost.

    A player without chips is out, or may re-buy during the re-buy phase. Raises NotNow without a
    hand, ValueError for impossible scores.
    """
    if not tournament.in_hand:
        raise NotNow("no hand is being played")
    _check(tournament, result)
    chips = {player: had + result.get(player, 0) for player, had in tournament.chips.items()}
    broke = {player: tournament.chips[player] for player, has in chips.items() if has == 0}
    played = replace(tournament, chips=chips, broke=broke, in_hand=False)
    return played if seconds < tournament.rules.rebuys else settle(played)


def rebuy(tournament: Tournament, player: str, seconds: float = 0.0) -> Tournament:
    """A player without chips buys a new stack; the pool grows by a buy-in.

    Raises NotNow during a hand (H8), after the re-buy phase, and for a player who still has chips
    or is out.
    """
    _between_hands(tournament, f"{player} cannot re-buy")
    if seconds >= tournament.rules.rebuys:
        raise NotNow(f"{player} cannot re-buy: the re-buy phase is over")
    if player not in tournament.broke:
        raise NotNow(f"{player} cannot re-buy: only a player who has just gone broke can")
    return replace(
        tournament,
        chips={**tournament.chips, player: tournament.rules.stack},
        broke={other: had for other, had in tournament.broke.items() if other != player},
        rebought=tournament.rebought + 1,
    )


def settle(tournament: Tournament) -> Tournament:
    """Eliminates the players without chips.

    Of players out in one hand, the one who began it with more chips places higher; with equal
    chips they tie (the rules do not say).
    """
    order = sorted(tournament.broke, key=lambda player: tournament.broke[player])
    gone = tuple(
        tuple(level) for _, level in groupby(order, key=lambda player: tournament.broke[player])
    )
    left = {player: has for player, has in tournament.chips.items() if player not in order}
    return replace(tournament, chips=left, out=(*tournament.out, *gone), broke={})


def ended(tournament: Tournament) -> bool:
    """Whether the open is over: one player left, or as many as prizes, and no re-buy pending."""
    last = 1 if tournament.rules.end == "complete" else len(tournament.rules.prizes)
    return not tournament.in_hand and not tournament.broke and len(tournament.chips) <= last


def prizes(tournament: Tournament) -> tuple[int, ...]:
    """The prizes by place; the pool includes re-buys and excludes costs."""
    entries = entered(tournament) + tournament.rebought
    return prize_table(tournament.rules.buy_in.pool * entries, tournament.rules.prizes)


def enter(tournament: Tournament, players: Sequence[str]) -> Tournament:
    """Players enter late, or one by one, each with the starting stack. Raises NotNow for one who
    has entered before."""
    known = {*tournament.chips, *(name for level in tournament.out for name in level)}
    for player in players:
        if player in known:
            raise NotNow(f"{player} has entered already")
    new = dict.fromkeys(players, tournament.rules.stack)
    return replace(tournament, chips={**tournament.chips, **new})


def counted(tournament: Tournament, counts: Mapping[str, Chips]) -> Tournament:
    """The chips of some players as they were counted between hands; who has none may re-buy or is
    to go out. Raises NotNow for a player who is not in."""
    _must_be_in(tournament, counts)
    chips = {**tournament.chips, **counts}
    broke = {
        player: tournament.broke.get(player, tournament.chips[player])
        for player in chips
        if chips[player] == 0
    }
    return replace(tournament, chips=chips, broke=broke)


def go_out(tournament: Tournament, players: Sequence[str]) -> Tournament:
    """These players are out, tied. Raises NotNow for one who is not in, and where nobody would be
    left."""
    _must_be_in(tournament, players)
    if len(set(players)) < len(players):
        raise NotNow("a player is out twice")
    chips = {player: has for player, has in tournament.chips.items() if player not in players}
    if not chips:
        raise NotNow("nobody would be left: the last player in the tournament has won it")
    broke = {player: had for player, had in tournament.broke.items() if player in chips}
    return replace(tournament, chips=chips, broke=broke, out=(*tournament.out, tuple(players)))


def reinstate(tournament: Tournament, player: str, chips: Chips) -> Tournament:
    """A player who was called out by mistake is in again. Raises NotNow for one who is not out."""
    if not any(player in level for level in tournament.out):
        raise NotNow(f"{player} is not out")
    out = tuple(tuple(name for name in level if name != player) for level in tournament.out)
    return replace(
        tournament,
        chips={**tournament.chips, player: chips},
        out=tuple(level for level in out if level),
    )


def _must_be_in(tournament: Tournament, players: Iterable[str]) -> None:
    for player in players:
        if player not in tournament.chips:
            raise NotNow(f"{player} is not in the tournament")


def results(tournament: Tournament, paid: Sequence[int] = ()) -> dict[str, Finish]:
    """Place and prize of the players who are out; of all players at the end. ``paid``: the prizes
    by place, where they are not the shares of the pool."""
    left = sorted(tournament.chips, key=lambda player: tournament.chips[player], reverse=True)
    over = ended(tournament)
    inside = (
        [list(level) for _, level in groupby(left, key=lambda player: tournament.chips[player])]
        if over
        else [left]
    )
    found = finishes([*inside, *reversed(tournament.out)], paid or prizes(tournament))
    return {player: own for player, own in found.items() if over or player not in left}


def entered(tournament: Tournament) -> int:
    """How many players entered the open."""
    return len(tournament.chips) + sum(len(level) for level in tournament.out)


def _between_hands(tournament: Tournament, what: str) -> None:
    if tournament.in_hand:
        raise NotNow(f"{what}: a hand is being played")


def _check(tournament: Tournament, result: Mapping[str, Chips]) -> None:
    if sum(result.values()) != 0:
        raise ValueError(f"the hand's results add up to {sum(result.values())}, not to 0 (P3)")
    for player, won in result.items():
        if player not in tournament.chips:
            raise ValueError(f"{player} is not in the tournament")
        if tournament.chips[player] + won < 0:
            raise ValueError(
                f"{player} had {tournament.chips[player]} chips and cannot lose {-won}"
            )
