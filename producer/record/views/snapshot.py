"""The record in one state, whatever is written meanwhile: from what the gate decides, and shows.

A table may be alone when that is asked and no longer when its hand is read; here it is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from producer.acts import Act
from producer.games.line import Deal, DealKey
from producer.record.tables import acts
from producer.record.tables import rows as derived
from producer.record.tables.statements import ask
from producer.record.views.current_hand import (
    CurrentHand,
    HandEvents,
    as_corrected,
    current_hand,
    is_corrected,
    read_hand_events,
)
from producer.record.views.deals import read_deal
from producer.record.views.group_states import Group, GroupState, read_group_states, unopened_groups
from producer.record.views.open_entries import undecided_places, undecided_voids

Positions = tuple[int, int]
"""The last positions of the log and of the quarantine."""

_POSITIONS = "SELECT (SELECT max(pos) FROM log), (SELECT max(pos) FROM quarantine)"
_HEARD = "SELECT DISTINCT session, grp, type, deal FROM log WHERE pos > ?"


@dataclass(frozen=True, slots=True)
class RecordSnapshot:
    """``connection``: in a transaction that reads. For one thread."""

    connection: Connection

    def positions(self) -> Positions:
        """The last positions of the log and of the quarantine."""
        ((entry, refusal),) = ask(self.connection, _POSITIONS)
        return entry or 0, refusal or 0

    def heard(self, after: int) -> list[tuple[str, str, str, int | None]]:
        """Session, group, type and deal of what stands in the log above a position, each once."""
        return ask(self.connection, _HEARD, (after,))

    def group_states(self, groups: set[Group] | None = None) -> dict[Group, GroupState]:
        """How far every deal of ``groups`` is, ``None`` for all; without groups not open."""
        if groups is not None and not groups:
            return {}
        return read_group_states(self.connection, groups)

    def acts(self, after: int = 0) -> list[tuple[int, Act]]:
        """The acts above a position of the log, in order, with their positions."""
        return acts.read(self.connection, after)

    def undecided_places(self) -> Mapping[tuple[str, str, str], int]:
        """How much lies undecided in quarantine, by session, group and table."""
        return undecided_places(self.connection)

    def undecided_voids(self) -> Mapping[DealKey, frozenset[str]]:
        """By deal the tables of which a void that asks for a replay lies there undecided."""
        return undecided_voids(self.connection)

    def unopened_groups(self) -> set[Group]:
        """Groups that were heard of and are not open."""
        return unopened_groups(self.connection)

    def current_hand(
        self, group: Group, table: str, before: HandEvents | None = None
    ) -> CurrentHand | None:
        """The hand that lies on the table, as far as its device has told it, or as corrected; no
        hole cards.
        ``before``: what was told of it when nothing of the group waited."""
        opened = derived.read_session(self.connection, group)
        if opened is None or table not in opened.tables:
            return None
        told = read_hand_events(self.connection, *group, table, before)
        lies = current_hand(opened, *group, table, told)
        if lies is None or not is_corrected(told, table):
            return lies
        return as_corrected(lies, self.deal(lies.deal.key))

    def deal(self, key: DealKey) -> Deal | None:
        """One deal with its finished plays, None where nothing of it is known."""
        return read_deal(self.connection, key)
