"""Ids of picks: short, and unaffected by further tables or languages."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Hashable, Sequence
from fractions import Fraction

from producer.games.line import DealKey, Line, Move

SHORTEST = 6
"""Characters of an id; more if two picks of a deal share them."""


def whole_id(
    deal: DealKey,
    seat: int,
    history: Line,
    moves: Sequence[Move],
    information: Hashable,
    unit: int,
) -> str:
    """All 52 characters of a pick's id, in base32, lower case.

    ``moves``: the two choices shown, in any order; none for a same line. ``information``: rules
    and stacks at the spot, which distinguish spots with equal histories. ``unit``: divisor of the
    amounts (one big blind), so that tables at other stakes get the same id.
    """
    content = [
        list(deal),
        seat,
        [_plain(move, unit) for move in history],
        sorted(_plain(move, unit) for move in moves),
        repr(information),
    ]
    digest = hashlib.sha256(json.dumps(content).encode()).digest()
    return base64.b32encode(digest).decode().rstrip("=").lower()


def shortened(ids: Sequence[str]) -> list[str]:
    """Each id cut to ``SHORTEST`` characters, or to as many as make it unique."""
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
    detail = str(move.detail or "") if move.to is None else str(Fraction(move.to, unit))
    return [move.phase, str(move.seat), move.action, detail]
