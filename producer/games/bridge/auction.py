"""The auction: whose turn it is, which calls are legal, and the contract it ends with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from producer.games.bridge.contracts import STRAINS, Contract, bid_of, rank
from producer.games.bridge.seats import NAMES, after
from producer.games.line import IllegalLine, Move
from producer.messages import in_a_row, message

PHASE = "auction"


@dataclass(slots=True)
class Auction:
    """``turn``: the seat to call. ``contract``: what would be played if the auction ended here,
    ``None`` if it were passed out. ``passes``: calls of pass since the last other call. ``first``:
    by side (0 East and West) and strain, the seat that named it first: declarer, if the side plays
    it.
    """

    turn: int
    contract: Contract | None
    passes: int
    first: dict[tuple[int, str], int]
    calls: int

    @classmethod
    def opened(cls, dealer: int) -> Auction:
        return cls(dealer, None, 0, {}, 0)

    @property
    def is_over(self) -> bool:
        return self.passes == (3 if self.contract else 4)

    def call(self, move: Move, n: int) -> None:
        """Makes a call. Raises IllegalLine."""
        if move.seat != self.turn:
            seat = NAMES.get(move.seat, move.seat)
            raise IllegalLine(n, message("{seat} calls out of turn", seat=seat), self.legal)
        if move.action == "bid":
            self._bid(move, n)
        elif move.action in ("double", "redouble"):
            self._double(move, n)
        elif move.action != "pass":
            raise IllegalLine(
                n, message("{action} during the auction", action=message(move.action)), self.legal
            )
        elif move.detail is not None:
            raise IllegalLine(
                n,
                message("pass with {detail}", detail=repr(move.detail)),
                message("a pass without a detail"),
            )
        self.passes = self.passes + 1 if move.action == "pass" else 0
        self.turn = after(self.turn)
        self.calls += 1

    def _bid(self, move: Move, n: int) -> None:
        bid = bid_of(move.detail) if isinstance(move.detail, str) else None
        if bid is None:
            raise IllegalLine(
                n,
                message("{detail} is no bid", detail=repr(move.detail)),
                message("1C to 7NT, such as 3NT"),
            )
        if self.contract and rank(*bid) <= self.contract.rank:
            raise IllegalLine(
                n,
                message(
                    "{seat} bids {bid}, which is not higher", seat=NAMES[move.seat], bid=move.detail
                ),
                self.legal,
            )
        declarer = self.first.setdefault((move.seat % 2, bid[1]), move.seat)
        self.contract = Contract(*bid, 0, declarer)

    def _double(self, move: Move, n: int) -> None:
        if self.contract is None or move.action != self._doubling:
            raise IllegalLine(
                n,
                message(
                    "{seat} may not {action} here",
                    seat=NAMES[move.seat],
                    action=message(move.action),
                ),
                self.legal,
            )
        self.contract = replace(self.contract, doubled=self.contract.doubled + 1)

    @property
    def _doubling(self) -> str | None:
        """``double`` or ``redouble``, if the seat whose turn it is may make one of them."""
        if self.contract is None:
            return None
        own = self.contract.declarer % 2 == self.turn % 2
        return {(False, 0): "double", (True, 1): "redouble"}.get((own, self.contract.doubled))

    @property
    def legal(self) -> str:
        """The calls of the seat whose turn it is, in words."""
        words = [message("pass")]
        if self.contract is None:
            words.append(message("a bid"))
        elif self.contract.rank < rank(7, "NT"):
            higher = self.contract.rank + 1
            bid = f"{higher // 5 + 1}{STRAINS[higher % 5]}"
            words.append(message("{bid} or more", bid=bid))
        if doubling := self._doubling:
            words.append(message(doubling))
        *first, last = words
        calls = message("{calls} or {last}", calls=in_a_row(first), last=last) if first else last
        return message("{seat}: {calls}", seat=NAMES[self.turn], calls=calls)
