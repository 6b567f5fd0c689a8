"""Deals of a group as values, for the scoring tests."""

from __future__ import annotations

from collections.abc import Mapping

from producer.events import HoldemGame, Player
from producer.games.line import Chips, Deal, DealKey, Play

GAME = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5000, stack=5000)

GUIDE_ROWS = {
    "1": "EACFBD",
    "2": "ACFBDE",
    "3": "CFBDEA",
    "4": "FBDEAC",
    "5": "BDEACF",
    "6": "DEACFB",
}
"""The guide's draw (RULES P6), seats 1 to 6."""

GUIDE_ROSTER = {
    table: {seat: Player(name=f"{team}{table}", team=team) for seat, team in enumerate(row, 1)}
    for table, row in GUIDE_ROWS.items()
}

Results = Mapping[str, Mapping[int, Chips]]


def play_of(
    table: str,
    result: Mapping[int, Chips],
    roster: Mapping[str, Mapping[int, Player]] = GUIDE_ROSTER,
    *,
    hand: int = 1,
    attempt: int = 1,
    game: HoldemGame = GAME,
) -> Play:
    players = roster.get(table, {})
    return Play(table, hand, attempt, game, {}, players, (), result)


def deal_of(
    number: int,
    results: Results,
    roster: Mapping[str, Mapping[int, Player]] = GUIDE_ROSTER,
    *,
    session: str = "s",
    group: str = "A",
) -> Deal:
    """A deal with one play a table, seats named in ``results`` alone scoring, the others 0."""
    plays = []
    for table, result in results.items():
        everybody = dict.fromkeys(roster[table], 0)
        plays.append(play_of(table, {**everybody, **result}, roster, hand=number))
    return Deal(DealKey(session, group, number), 6, {}, (), tuple(plays), tuple(roster))


def pairs_of(teams: str, seats: int = 1) -> dict[str, dict[int, Player]]:
    """A roster with one team a table at each of ``seats`` seats, moved on by one a seat."""
    n = len(teams)
    return {
        str(t + 1): {
            s: Player(name=f"{teams[(t + s) % n]}{s}", team=teams[(t + s) % n])
            for s in range(1, seats + 1)
        }
        for t in range(n)
    }
