"""The auction: whose turn it is, which calls are legal, and the contract it ends with."""

from __future__ import annotations

from dataclasses import dataclass

from producer.games.bridge.contracts import STRAINS, Contract, bid_of, rank
from producer.games.bridge.seats import NAMES, after, partner
from producer.games.line import IllegalLine, Move

PHASE = "auction"


@dataclass(slots=True)
class Auction:
    """``turn``: the seat to call. ``bid``: the last bid, with the seat that made it; ``doubled``:
    0, 1 or 2; ``passes``: calls of pass since the last other call. ``first``: by side (0 North and
    South) and strain, the seat that named it first: declarer, if the side plays it.
    """

    turn: int
    bid: tuple[int, str, int] | None
    doubled: int
    passes: int
    first: dict[tuple[int, str], int]
    calls: int

    @classmethod
    def opened(cls, dealer: int) -> Auction:
        return cls(dealer, None, 0, 0, {}, 0)

    @property
    def is_over(self) -> bool:
        return self.passes == (3 if self.bid else 4)

    @property
    def contract(self) -> Contract | None:
        """What would be played if the auction ended here; ``None`` if it were passed out."""
        if self.bid is None:
            return None
        level, strain, seat = self.bid
        return Contract(level, strain, self.doubled, self.first[seat % 2, strain])

    def call(self, move: Move, n: int) -> None:
        """Makes a call. Raises IllegalLine."""
        if move.seat != self.turn:
            raise IllegalLine(n, f"{NAMES.get(move.seat, move.seat)} calls out of turn", self.legal)
        if move.action == "bid":
            self._bid(move, n)
        elif move.action in ("double", "redouble"):
            self._double(move, n)
        elif move.action != "pass":
            raise IllegalLine(n, f"{move.action} during the auction", self.legal)
        elif move.detail is not None:
            raise IllegalLine(n, f"pass with {move.detail!r}", "a pass without a detail")
        self.passes = self.passes + 1 if move.action == "pass" else 0
        self.turn = after(self.turn)
        self.calls += 1

    def _bid(self, move: Move, n: int) -> None:
        bid = bid_of(move.detail) if isinstance(move.detail, str) else None
        if bid is None:
            raise IllegalLine(n, f"{move.detail!r} is no bid", "1C to 7NT, such as 3NT")
        if self.bid and rank(*bid) <= rank(*self.bid[:2]):
            raise IllegalLine(
                n, f"{NAMES[move.seat]} bids {move.detail}, which is not higher", self.legal
            )
        self.bid, self.doubled = (*bid, move.seat), 0
        self.first.setdefault((move.seat % 2, bid[1]), move.seat)

    def _double(self, move: Move, n: int) -> None:
        own = self.bid and self.bid[2] in (move.seat, partner(move.seat))
        wanted = 0 if move.action == "double" else 1
        if self.bid is None or self.doubled != wanted or bool(own) == (move.action == "double"):
            raise IllegalLine(n, f"{NAMES[move.seat]} may not {move.action} here", self.legal)
        self.doubled += 1

    @property
    def legal(self) -> str:
        """The calls of the seat whose turn it is, in words."""
        words = ["pass"]
        if self.bid is None:
            words.append("a bid")
        else:
            level, strain, seat = self.bid
            if (level, strain) != (7, "NT"):
                higher = rank(level, strain) + 1
                words.append(f"{higher // 5 + 1}{STRAINS[higher % 5]} or more")
            own = seat in (self.turn, partner(self.turn))
            if self.doubled == 0 and not own:
                words.append("double")
            if self.doubled == 1 and own:
                words.append("redouble")
        return f"{NAMES[self.turn]}: {', '.join(words[:-1])} or {words[-1]}"
