"""Calls and contracts as values, and what a contract is worth (RULES B2)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from producer.games.bridge.seats import partner

STRAINS = ("C", "D", "H", "S", "NT")
"""In order of rank."""

_BIDS = {f"{level}{strain}": (level, strain) for level in range(1, 8) for strain in STRAINS}
_CONTRACT = re.compile(r"([1-7])(C|D|H|S|NT)(X{0,2})")
BOOK = 6
"""Tricks that a contract has to take before those that its level counts."""
GAME = 100
"""Trick points that make a game."""


@dataclass(frozen=True, slots=True)
class Contract:
    """``doubled``: 0, 1 for doubled, 2 for redoubled. ``declarer``: a seat.

    >>> str(Contract(4, "S", 1, 3))
    '4SX'
    """

    level: int
    strain: str
    doubled: int
    declarer: int

    @property
    def needs(self) -> int:
        """The tricks that make it."""
        return BOOK + self.level

    @property
    def rank(self) -> int:
        """Its bid's place among the 35, 0 the lowest."""
        return rank(self.level, self.strain)

    @property
    def trick_points(self) -> int:
        """The points of its own tricks; 100 make a game (B2)."""
        return self.undoubled_points << self.doubled

    @property
    def undoubled_points(self) -> int:
        """The points of its own tricks, were it not doubled."""
        each = 20 if self.strain in ("C", "D") else 30
        return each * self.level + (10 if self.strain == "NT" else 0)

    @property
    def trump(self) -> str | None:
        return None if self.strain == "NT" else self.strain

    @property
    def dummy(self) -> int:
        return partner(self.declarer)

    @property
    def bid(self) -> str:
        return f"{self.level}{self.strain}"

    def __str__(self) -> str:
        return f"{self.bid}{'X' * self.doubled}"


def bid_of(text: str) -> tuple[int, str] | None:
    """Level and strain of a bid such as ``1C`` or ``3NT``; ``None`` if it is none."""
    return _BIDS.get(text)


def contract_of(text: str, declarer: int) -> Contract | None:
    """The contract of a text such as ``3NT`` or ``4SXX``; ``None`` if it is none."""
    found = _CONTRACT.fullmatch(text)
    return Contract(int(found[1]), found[2], len(found[3]), declarer) if found else None


def rank(level: int, strain: str) -> int:
    """A bid's place among the 35, 0 the lowest.

    >>> rank(1, "C"), rank(7, "NT")
    (0, 34)
    """
    return 5 * (level - 1) + STRAINS.index(strain)


def score(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """The points of the declaring side, which took so many tricks (B2).

    >>> score(Contract(4, "S", 0, 1), 10, vulnerable=True)
    620
    >>> score(Contract(4, "S", 1, 1), 8, vulnerable=False)
    -300
    """
    over = tricks - contract.needs
    if over < 0:
        return -_penalty(contract.doubled, -over, vulnerable=vulnerable)
    trick_points = contract.trick_points
    each = 20 if contract.strain in ("C", "D") else 30
    bonus = (500 if vulnerable else 300) if trick_points >= GAME else 50
    if contract.level == 6:
        bonus += 750 if vulnerable else 500
    elif contract.level == 7:
        bonus += 1500 if vulnerable else 1000
    bonus += 50 * contract.doubled
    if contract.doubled:
        each = 100 * contract.doubled * (2 if vulnerable else 1)
    return trick_points + bonus + each * over


def _penalty(doubled: int, down: int, *, vulnerable: bool) -> int:
    if not doubled:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        points = 200 + 300 * (down - 1)
    else:
        points = 100 + 200 * min(down - 1, 2) + 300 * max(0, down - 3)
    return points * doubled
