"""The hand of a table alone as a pick, so that a segment can be made of it."""

from __future__ import annotations

from producer.compare.model import Comparison, Pick
from producer.events import HoldemGame

WHOLE_HAND = "hand"
"""The id of this pick. It has no merit and is in no list: nobody else has played the cards."""


def whole_hand(comparison: Comparison) -> Pick | None:
    """From the first player who does not fold to the end; ``None`` where several tables have played
    the deal, for other games than hold'em, and for hands without a move."""
    deal = comparison.deal
    if len(deal.plays) != 1 or not isinstance(deal.plays[0].game, HoldemGame):
        return None
    (play,) = deal.plays
    line = play.line
    if not line:
        return None
    first = next((n for n, move in enumerate(line) if move.action != "fold"), 0)
    seat = line[first].seat
    return Pick(
        id=WHOLE_HAND,
        kind="hand",
        street=line[first].phase,
        seat=seat,
        cards=deal.cards.get(seat, ()),
        history=line[:first],
        fork=None,
        branches=(),
        tables=(play.table,),
        pairing=(play.table,),
        gap=0,
        typical=True,
        components={},
        stories=(),
        holds=(),
        at={play.table: first},
    )
