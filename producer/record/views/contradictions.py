"""Hands that contradict their deal's deck; people decide about them (RULES P1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from producer.games.line import DealKey
from producer.record.plan.decks import DeckVersion, DeckView, versions
from producer.record.tables.rows import ViewRow, contradiction_value, view_value
from producer.record.tables.statements import ask

_EVER = (
    "SELECT views.session, views.grp, number, views.tbl, views.hand, views.source, contradiction, "
    "received_at, since, void FROM views JOIN log ON log.pos = since WHERE since > 0 ORDER BY since"
)
_VIEWS = (
    f"SELECT {', '.join(ViewRow._fields)} FROM views "
    "WHERE session = ? AND grp = ? AND number = ? ORDER BY pos, tbl, hand"
)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A hand that contradicts the deck. ``what``: such as ``another flop``; it may name cards.
    ``received_at``: when it was first found, by the service's clock (RFC 3339), at log position
    ``position``. ``is_open``: False once the hand is void."""

    session: str
    group: str
    deal: int
    table: str
    hand: int
    source: str
    what: str
    received_at: str
    position: int
    is_open: bool

    @property
    def key(self) -> DealKey:
        return DealKey(self.session, self.group, self.deal)


def read_contradictions(connection: Connection) -> list[Contradiction]:
    """Every contradiction, including those of hands that are void now, in log order."""
    return [
        Contradiction(
            *(session, group, deal, table, hand, source, contradiction_value(what), at, pos),
            is_open=not void,
        )
        for session, group, deal, table, hand, source, what, at, pos, void in ask(connection, _EVER)
    ]


def read_versions(connection: Connection, key: DealKey) -> list[DeckVersion]:
    """The decks shown for a deal, the current one first."""
    return versions(read_views(connection, key))


def read_views(connection: Connection, key: DealKey) -> list[DeckView]:
    return [view_value(ViewRow._make(row)) for row in ask(connection, _VIEWS, key)]


def repeat_offenders(contradictions: Iterable[Contradiction], least: int = 3) -> frozenset[str]:
    """Sources with at least ``least`` contradictions: their tokens may have to be revoked."""
    by_source: dict[str, set[tuple[DealKey, str, int]]] = {}
    for each in contradictions:
        by_source.setdefault(each.source, set()).add((each.key, each.table, each.hand))
    return frozenset(source for source, hands in by_source.items() if len(hands) >= least)
