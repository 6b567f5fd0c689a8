"""Standings after one hand: 6 teams, 6 tables, 150 deals, every hand added as it is finished."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median

from producer.events import Player
from producer.games.line import DealKey
from producer.scoring import (
    ScoredHand,
    Standings,
    Tally,
    add,
    moves,
    standings,
    standings_by_hands,
    standings_by_peers,
)
from producer.scoring.draw import draw
from producer.scoring.tally import empty_tally

TEAMS, DEALS, CAP = "ABCDEF", 150, 5000


def main() -> None:
    """Prints milliseconds a hand for each scoring, and for what all deals moved at once."""
    hands = finished_hands(Random(1))
    say(f"standings of {len(TEAMS)} teams, {len(TEAMS)} tables, {DEALS} deals: {len(hands)} hands")
    for name, scoring in (
        ("seats (P5)", standings),
        ("hands (P13 a)", standings_by_hands),
        ("peers (P13 b)", standings_by_peers),
    ):
        took, tally = after_each_hand(hands, scoring)
        say(
            f"  {name:<14} after one hand: median {median(took):.2f} ms, "
            f"last deal {median(took[-len(TEAMS) :]):.2f} ms, worst {max(took):.2f} ms"
        )
    began = time.perf_counter()
    moves(tally)
    say(
        f"  what each of {DEALS} deals moved: {1000 * (time.perf_counter() - began):.1f} ms for all"
    )


def after_each_hand(
    hands: list[ScoredHand], scoring: Callable[[Tally], Standings]
) -> tuple[list[float], Tally]:
    """Milliseconds from each finished hand to the whole standings after it."""
    tally, took = start(), []
    for hand in hands:
        began = time.perf_counter()
        tally = add(tally, hand)
        scoring(tally)
        took.append(1000 * (time.perf_counter() - began))
    return took, tally


def start() -> Tally:
    """Everybody seated, nothing played."""
    seats = draw(TEAMS, seed=1, deals=DEALS).seats
    roster = {
        table: {seat: Player(name=f"{team}{table}", team=team) for seat, team in row.items()}
        for table, row in seats.items()
    }
    return empty_tally("bench", "A", roster)


def finished_hands(lots: Random) -> list[ScoredHand]:
    """Every table's hands, each table in its own order, the tables in turn."""
    orders = draw(TEAMS, seed=1, deals=DEALS).orders
    return [
        ScoredHand(DealKey("bench", "A", orders[table][n]), table, n + 1, 1, exchanged(lots))
        for n in range(DEALS)
        for table in orders
    ]


def exchanged(lots: Random) -> dict[int, int]:
    """A hand in which one seat wins from another."""
    winner, loser = lots.sample(range(1, 7), 2)
    chips = lots.randrange(0, CAP, 50)
    return {**dict.fromkeys(range(1, 7), 0), winner: chips, loser: -chips}


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
