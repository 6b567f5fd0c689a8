"""A cash game table: stacks and blinds from hand to hand (RULES H8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from producer.games.levels import Level
from producer.games.tournament import NotNow


@dataclass(frozen=True, slots=True)
class CashTable:
    """``level``: the blinds of the current hand or the next; ``coming``: those that follow it."""

    chips: Mapping[str, int]
    level: Level
    coming: Level | None = None
    in_hand: bool = False


def buy(table: CashTable, player: str, chips: int) -> CashTable:
    """A player buys in for ``chips``, or adds on. Raises NotNow during a hand (H8)."""
    if table.in_hand:
        raise NotNow(f"{player} cannot buy chips: a hand is being played")
    if chips <= 0:
        raise ValueError(f"{player} cannot buy {chips} chips")
    return replace(table, chips={**table.chips, player: table.chips.get(player, 0) + chips})


def set_blinds(table: CashTable, level: Level) -> CashTable:
    """Sets the blinds from the next hand on (H8)."""
    return replace(table, coming=level) if table.in_hand else replace(table, level=level)


def start_hand(table: CashTable) -> CashTable:
    """Starts a hand. Raises NotNow during one, or with fewer than two players who have chips."""
    if table.in_hand:
        raise NotNow("a hand is already being played")
    if sum(has > 0 for has in table.chips.values()) < 2:
        raise NotNow("a hand needs two players with chips")
    return replace(table, in_hand=True)


def finish_hand(table: CashTable, result: Mapping[str, int]) -> CashTable:
    """Applies the hand's chip scores, net of any rake, and the new blinds.

    Raises NotNow without a hand; ValueError for a player who is not at the table or loses more
    than their stack, and if more chips were won than lost.
    """
    if not table.in_hand:
        raise NotNow("no hand is being played")
    absent = sorted(set(result) - set(table.chips))
    if absent:
        raise ValueError(f"{absent[0]} is not at the table")
    if sum(result.values()) > 0:
        raise ValueError(f"{sum(result.values())} more chips were won than lost")
    chips = {player: has + result.get(player, 0) for player, has in table.chips.items()}
    for player, has in chips.items():
        if has < 0:
            raise ValueError(f"{player} had {table.chips[player]} chips and cannot lose more")
    return CashTable(chips, table.coming or table.level)
