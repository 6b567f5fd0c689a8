"""A consistent view of the record, from which the gate decides and shows.

All queries see the same state. Otherwise a second table could join between the check that a table
is alone and the reading of its hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from producer.acts import Act
from producer.events import Event
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
from producer.record.views.log_entries import LogFilter, read_entries
from producer.record.views.open_entries import undecided_places, undecided_voids
from producer.record.views.play_events import (
    PlayEvent,
    read_clock_numbers,
    read_deal_events,
    read_play_events,
)
from producer.record.views.times import Nudges, read_nudges

Positions = tuple[int, int]
"""The last positions of the log and of the quarantine."""

_POSITIONS = "SELECT (SELECT max(pos) FROM log), (SELECT max(pos) FROM quarantine)"
_HEARD = "SELECT DISTINCT session, grp, type, deal FROM log WHERE pos > ?"


@dataclass(frozen=True, slots=True)
class RecordSnapshot:
    """``connection``: in a read transaction. For one thread."""

    connection: Connection

    def positions(self) -> Positions:
        """The last positions of the log and of the quarantine."""
        ((entry, refusal),) = ask(self.connection, _POSITIONS)
        return entry or 0, refusal or 0

    def entries_after(self, after: int) -> list[tuple[str, str, str, int | None]]:
        """Session, group, type and deal of the log entries above a position, without repeats."""
        return ask(self.connection, _HEARD, (after,))

    def group_states(self, groups: set[Group] | None = None) -> dict[Group, GroupState]:
        """The states of the open ``groups``; None for all groups."""
        if groups is not None and not groups:
            return {}
        return read_group_states(self.connection, groups)

    def kinds(self) -> dict[Group, str]:
        """By open group, whether it is ``"live"`` or an ``"archive"``."""
        opened = derived.read_sessions(self.connection)
        return {group: session.kind for group, session in opened.items()}

    def acts(self, after: int = 0) -> list[tuple[int, Act]]:
        """The acts above a position of the log, in order, with their positions."""
        return acts.read(self.connection, after)

    def undecided_places(self) -> Mapping[tuple[str, str, str], int]:
        """Numbers of open quarantine entries, by session, group and table."""
        return undecided_places(self.connection)

    def undecided_voids(self) -> Mapping[DealKey, frozenset[str]]:
        """By deal, the tables with an open void in quarantine that asks for a replay."""
        return undecided_voids(self.connection)

    def unopened_groups(self) -> set[Group]:
        """Groups that have sent events but are not open."""
        return unopened_groups(self.connection)

    def current_hand(
        self, group: Group, table: str, before: HandEvents | None = None
    ) -> CurrentHand | None:
        """The table's current hand, as sent or as corrected; without hole cards. ``before``: an
        earlier result's ``hand_events``, from a time when nothing of the group waited."""
        roster = derived.read_roster(self.connection, group)
        if roster is None or table not in roster.sent.tables:
            return None
        events = read_hand_events(self.connection, *group, table, before)
        hand = current_hand(roster, *group, table, events)
        if hand is None or not is_corrected(events, table):
            return hand
        return as_corrected(hand, self.deal(hand.deal.key))

    def deal(self, key: DealKey) -> Deal | None:
        """One deal with its finished plays, None if it is unknown."""
        return read_deal(self.connection, key)

    def play_events(self, group: Group) -> list[PlayEvent]:
        """Every event of every hand of the group, in log order."""
        return read_play_events(self.connection, group)

    def deal_events(self, key: DealKey) -> list[tuple[PlayEvent, Event]]:
        """The events of all hands of the deal with what they say, in log order."""
        return read_deal_events(self.connection, key)

    def clock_numbers(self, group: Group) -> set[tuple[str, str, int]]:
        """Table, device and number of the heartbeats of the group's devices."""
        return read_clock_numbers(self.connection, group)

    def nudges(self, group: Group) -> Nudges:
        """The producer's nudges of the group's times."""
        session, name = group
        kinds = ("table.nudged", "event.nudged")
        found = [LogFilter(session=session, group=name, type=kind) for kind in kinds]
        return read_nudges(
            entry
            for each in found
            for entry in read_entries(self.connection, each)
            if not entry.aside
        )
