"""Names of picks: short, and the same whatever tables or languages are added."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Hashable, Sequence
from fractions import Fraction

from producer.games.line import DealKey, Line, Move

SHORTEST = 6
"""Characters of an id; an id is longer where two of a deal begin alike."""


def whole_id(
    deal: DealKey,
    seat: int,
    history: Line,
    moves: Sequence[Move],
    information: Hashable,
    unit: int,
) -> str:
    """All 52 characters of a pick's id, in base32, lower case.

    ``moves``: the two choices shown, in any order; none of a same line. ``information``: the rules
    and stacks at the spot, which part spots with equal histories. ``unit``: what the amounts are
    divided by, one big blind or its like, so that tables at other stakes change nothing.
    """
    told = [
        list(deal),
        seat,
        [_plain(move, unit) for move in history],
        sorted(_plain(move, unit) for move in moves),
        repr(information),
    ]
    digest = hashlib.sha256(json.dumps(told).encode()).digest()
    return base64.b32encode(digest).decode().rstrip("=").lower()


def shortened(ids: Sequence[str]) -> list[str]:
    """Each id cut to ``SHORTEST`` characters, or to as many more as part it from the others."""
    return [
        next(
            each[:length]
            for length in range(SHORTEST, len(each) + 1)
            if length == len(each)
            or not any(other != each and other.startswith(each[:length]) for other in ids)
        )
        for each in ids
    ]


def _plain(move: Move, unit: int) -> list[str]:
    to = "" if move.to is None else str(Fraction(move.to, unit))
    return [move.street, str(move.seat), move.action, to]
