"""The table of entries that are set aside (``schema.aside``): those that wait, and those that count
for nothing."""

from __future__ import annotations

from sqlalchemy import delete, insert

from producer.events import Event
from producer.record.intake.chain import Chain, Why
from producer.record.tables.schema import aside
from producer.record.tables.statements import in_pieces


def write_aside(chain: Chain) -> None:
    for piece in in_pieces(sorted(chain.freed)):
        chain.connection.execute(delete(aside).where(aside.c.pos.in_(piece)))
    rows = [_row(pos, event, why) for pos, (event, why) in chain.set_aside.items()]
    if rows:
        chain.connection.execute(insert(aside).prefix_with("OR REPLACE"), rows)


def _row(pos: int, event: Event, why: Why) -> dict[str, object]:
    return {
        "pos": pos,
        "session": event.session,
        "grp": event.group,
        "tbl": event.table,
        "source": event.source,
        "seq": event.seq,
        "why": why,
    }
