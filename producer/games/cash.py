"""A cash game's table between hands: who has what, and at which blinds (RULES H8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from producer.games.levels import Level
from producer.games.tournament import NotNow


@dataclass(frozen=True, slots=True)
class CashTable:
    """``level``: of the hand being played or the next; ``coming``: what replaces it after it."""

    chips: Mapping[str, int]
    level: Level
    coming: Level | None = None
    in_hand: bool = False


def buy(table: CashTable, player: str, chips: int) -> CashTable:
    """A player sits down with ``chips``, or adds them. Raises NotNow during a hand (H8)."""
    if table.in_hand:
        raise NotNow(f"{player} cannot buy chips: a hand is being played")
    if chips <= 0:
        raise ValueError(f"{player} cannot buy {chips} chips")
    return replace(table, chips={**table.chips, player: table.chips.get(player, 0) + chips})


def set_blinds(table: CashTable, level: Level) -> CashTable:
    """New blinds, from the next hand on (H8)."""
    return replace(table, coming=level) if table.in_hand else replace(table, level=level)


def start_hand(table: CashTable) -> CashTable:
    """A hand begins. Raises NotNow during one, or with fewer than two players who have chips."""
    if table.in_hand:
        raise NotNow("a hand is being played already")
    if sum(has > 0 for has in table.chips.values()) < 2:
        raise NotNow("a hand needs two players with chips")
    return replace(table, in_hand=True)


def finish_hand(table: CashTable, result: Mapping[str, int]) -> CashTable:
    """Applies the hand's chip scores, rake included where there is one; new blinds come into force.

    Raises NotNow without a hand, ValueError for a player who is not here or loses more than it
    has, and for chips that nobody lost.
    """
    if not table.in_hand:
        raise NotNow("no hand is being played")
    strangers = sorted(set(result) - set(table.chips))
    if strangers:
        raise ValueError(f"{strangers[0]} is not at the table")
    if sum(result.values()) > 0:
        raise ValueError(f"{sum(result.values())} chips were won that nobody lost")
    chips = {player: has + result.get(player, 0) for player, has in table.chips.items()}
    for player, has in chips.items():
        if has < 0:
            raise ValueError(f"{player} had {table.chips[player]} chips and cannot lose more")
    return CashTable(chips, table.coming or table.level)
