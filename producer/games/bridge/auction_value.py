"""What an auction is worth with all four hands in view, in points of North and South. Pure.

Both sides know every card and want the best score. Where a side has not named a strain yet, the
better of its two players declares in it; where it has, the player who named it first (RULES B2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from producer.games.bridge.auction import Auction
from producer.games.bridge.contracts import STRAINS, Contract, rank, score
from producer.games.bridge.double_dummy import Tricks
from producer.games.bridge.seats import SEATS
from producer.games.line import Move

BIDS = 35
NORTH_SOUTH = 1
"""The side of odd seats, as ``seat % 2``."""

_Contracts = dict[tuple[int, int], tuple[Contract, int]]
"""By rank of the bid and side: the undoubled contract with the declarer it gets, and its tricks."""


def worth_along(
    dealer: int, calls: Sequence[Move], tricks: Tricks, vulnerable: Mapping[int, bool]
) -> Iterator[int]:
    """What the auction brings, before its first call and after each, if every call from there on
    and the play are best. ``calls``: legal; ``vulnerable``: by seat."""
    auction = Auction.opened(dealer)
    finder = _Finder(_contracts(auction, tricks), vulnerable)
    yield finder.worth(auction)
    for n, call in enumerate(calls, 1):
        named = len(auction.first)
        auction.call(call, n)
        if len(auction.first) > named:
            finder = _Finder(_contracts(auction, tricks), vulnerable)
        yield finder.worth(auction)


def _contracts(auction: Auction, tricks: Tricks) -> _Contracts:
    found = {}
    for side in (0, 1):
        for strain in STRAINS:
            first = auction.first.get((side, strain))
            own = [first] if first else [seat for seat in SEATS if seat % 2 == side]
            declarer = max(own, key=lambda seat: tricks[seat, strain])
            for level in range(1, 8):
                contract = Contract(level, strain, 0, declarer)
                found[rank(level, strain), side] = contract, tricks[declarer, strain]
    return found


class _Finder:
    """``best``: by rank and side, the best that the side gets by a bid above that rank; -1 is the
    rank before the first bid."""

    def __init__(self, contracts: _Contracts, vulnerable: Mapping[int, bool]) -> None:
        self._contracts, self._vulnerable = contracts, vulnerable
        self._best: dict[tuple[int, int], int] = {}
        for bid in reversed(range(BIDS)):
            for side in (0, 1):
                now = self.states(bid, side)[0, 0]
                above = self._best.get((bid, side))
                self._best[bid - 1, side] = now if above is None else _better(side, now, above)

    def worth(self, auction: Auction) -> int:
        contract = auction.contract
        if contract is None:
            return self.unopened(auction.turn % 2, auction.passes)
        states = self.states(contract.rank, contract.declarer % 2)
        return states[contract.doubled, auction.passes]

    def unopened(self, side: int, passes: int) -> int:
        """``side``: whose turn it is, after so many passes."""
        found = 0
        for n in range(3, passes - 1, -1):
            caller = (side + n - passes) % 2
            found = _better(caller, found, self._best[-1, caller])
        return found

    def states(self, bid: int, owner: int) -> dict[tuple[int, int], int]:
        """By how often it is doubled and the passes since: the worth of an auction whose last bid
        is this one, by this side."""
        found: dict[tuple[int, int], int] = {}
        for doubled in (2, 1, 0):
            found[doubled, 3] = self._played(bid, owner, doubled)
            caller = owner if doubled != 1 else 1 - owner
            for passes in (2, 1, 0):
                turn = (caller + 1 + passes) % 2
                ends = [found[doubled, passes + 1]]
                if (higher := self._best.get((bid, turn))) is not None:
                    ends.append(higher)
                if doubled == (0 if turn != owner else 1):
                    ends.append(found[doubled + 1, 0])
                found[doubled, passes] = max(ends) if turn == NORTH_SOUTH else min(ends)
        return found

    def _played(self, bid: int, owner: int, doubled: int) -> int:
        bare, tricks = self._contracts[bid, owner]
        contract = Contract(bare.level, bare.strain, doubled, bare.declarer)
        points = score(contract, tricks, vulnerable=self._vulnerable[bare.declarer])
        return points if owner == NORTH_SOUTH else -points


def _better(side: int, one: int, other: int) -> int:
    return max(one, other) if side == NORTH_SOUTH else min(one, other)
