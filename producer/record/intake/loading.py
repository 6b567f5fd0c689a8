"""Loads what items refer to from the tables into the working state."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, select

from producer.feeds import Received
from producer.games.line import DealKey
from producer.games.tournament_course import followed_again, opened_course
from producer.record.plan.derive import add_live_event
from producer.record.plan.judge import JudgedPlay, Proof
from producer.record.plan.live_hands import HandKey
from producer.record.plan.marks import mark_value
from producer.record.plan.order import Stream, StreamKey
from producer.record.plan.state import (
    Group,
    Place,
    StandingDeck,
    TableKey,
    WorkingState,
    is_live,
    mark_of,
    mark_used,
)
from producer.record.tables import log
from producer.record.tables.rows import (
    DealRow,
    PlayRow,
    ViewRow,
    deal_value,
    play_value,
    read_names,
    read_rosters,
    view_value,
)
from producer.record.tables.schema import PLAY_TYPES, aside, plays
from producer.record.tables.statements import ask, by_group, marks_for

_OF_STREAM = "session = ? AND grp = ? AND tbl = ? AND source = ?"
_STREAM = f"SELECT next, lost, last FROM streams WHERE {_OF_STREAM}"
_WAITING = f"SELECT seq, pos FROM aside WHERE {_OF_STREAM} AND why = 'waiting'"
_LATEST = "SELECT deal, hand FROM newest WHERE session = ? AND grp = ? AND tbl = ?"
_MARKS = "SELECT number, tbl, mark FROM marks WHERE session = ? AND grp = ?"
_DECKS = f"SELECT {', '.join(DealRow._fields)}, sure FROM deals"
_VIEWS = f"SELECT {', '.join(ViewRow._fields)} FROM views"
_PLAYS = f"SELECT {', '.join(PlayRow._fields)} FROM plays"


def load(
    connection: Connection, state: WorkingState, items: Iterable[Received], before: int
) -> None:
    """Loads into ``state`` all that ``items`` refer to, from log positions below ``before``."""
    groups: set[Group] = set()
    keys: set[DealKey] = set()
    places: set[Place] = set()
    whole: set[DealKey] = set()
    keyed: set[StreamKey] = set()
    for item in items:
        event = item.event
        if event.type in PLAY_TYPES and event.table is not None:
            before_it = _latest(connection, state, (event.session, event.group, event.table))
            if before_it is not None:
                keys.add(before_it.deal)
                places.add((before_it.deal, event.table))
        groups.add((event.session, event.group))
        number = getattr(event.data, "deal", None)
        if number is not None:
            key = DealKey(event.session, event.group, number)
            keys.add(key)
            places.add((key, event.table or ""))
            if event.type in ("deal.corrected", "deck.chosen"):
                whole.add(key)
        if event.seq is not None and event.table is not None:
            keyed.add(StreamKey(event.session, event.group, event.table, event.source))
        elif event.type == "gap.lost" and event.table is not None:
            keyed.add(StreamKey(event.session, event.group, event.table, event.data.device))
    mark_used(state, keys)
    _load_groups(connection, state, groups - state.loaded, before)
    for stream in keyed - state.loaded:
        _load_stream(connection, state, stream)
    state.loaded |= keyed
    places |= _load_hands(connection, state, keys - state.loaded, before)
    _load_plays(connection, state, places - state.loaded)
    whole |= {key for key in keys if _is_corrected(state, key)}
    _load_all_plays(connection, state, whole)


def _latest(connection: Connection, state: WorkingState, place: TableKey) -> HandKey | None:
    """The hand that the table plays."""
    if place not in state.loaded:
        state.loaded.add(place)
        for deal, hand in ask(connection, _LATEST, place):
            state.latest[place] = HandKey(DealKey(*place[:2], deal), place[2], hand)
    return state.latest.get(place)


def _load_hands(
    connection: Connection, state: WorkingState, keys: set[DealKey], before: int
) -> set[Place]:
    """Loads the live hands and marks of ``keys``; returns the deals and tables of the hands."""
    if not keys:
        return set()
    _load_marks(connection, state, keys)
    for pos, item in log.live_hands(connection, keys, before):
        add_live_event(state, item, pos)
    loaded = [name for name in state.hands if name.deal in keys]
    for name in [name for name in loaded if _is_voided(state, name)]:
        del state.hands[name]
    state.loaded |= keys
    return {(name.deal, name.table) for name in loaded}


def _is_voided(state: WorkingState, name: HandKey) -> bool:
    return name.hand in mark_of(state, name.deal, name.table).voided


def _load_groups(
    connection: Connection, state: WorkingState, groups: set[Group], before: int
) -> None:
    if not groups:
        return
    for group, roster in read_rosters(connection).items():
        if group in groups:
            state.sessions[group] = roster.sent
    state.names |= {
        group: names for group, names in read_names(connection).items() if group in groups
    }
    query = select(aside.c.pos, aside.c.session, aside.c.grp).where(aside.c.why == "unopened")
    for row in connection.execute(query.order_by(aside.c.pos)):
        if (row.session, row.grp) in groups:
            state.unopened.setdefault((row.session, row.grp), []).append(row.pos)
    for group in groups & state.sessions.keys():
        if (terms := state.sessions[group].tournament) is not None:
            events = [event for _, event in log.tournament_events(connection, group, before)]
            state.tournaments[group] = followed_again(opened_course(terms), events)
    for group in state.sessions:
        if group in groups and is_live(state, group):
            _load_live_group(connection, state, group)
    state.loaded |= groups


def _load_live_group(connection: Connection, state: WorkingState, group: Group) -> None:
    """Loads all decks, views and hand numbers of a live group."""
    for row in ask(connection, f"{_DECKS} WHERE session = ? AND grp = ?", group):
        _take_deck(state, group, row)
    for row in ask(connection, f"{_VIEWS} WHERE session = ? AND grp = ?", group):
        _take_view(state, group, row)
    query = select(plays.c.tbl, plays.c.hand, plays.c.number).where(
        plays.c.session == group[0], plays.c.grp == group[1]
    )
    for table, hand, number in connection.execute(query):
        state.numbers.setdefault((*group, table, hand), set()).add(number)


def _load_stream(connection: Connection, state: WorkingState, key: StreamKey) -> None:
    stream = Stream()
    for next_, lost, last in ask(connection, _STREAM, key):
        stream = Stream(next_, [(a, b) for a, b in json.loads(lost)], last=last)
    stream.waiting = dict(ask(connection, _WAITING, key))
    state.streams[key] = stream


def _load_marks(connection: Connection, state: WorkingState, keys: Iterable[DealKey]) -> None:
    for session, group, numbers in by_group(keys):
        marks, values = marks_for(numbers)
        query = f"{_MARKS} AND number IN ({marks})"
        for number, table, mark in ask(connection, query, (session, group, *values)):
            state.marks.setdefault(DealKey(session, group, number), {})[table] = mark_value(mark)


def _load_plays(connection: Connection, state: WorkingState, places: set[Place]) -> None:
    """Loads decks and views of the deals, their plays at these tables, and all plays whose result
    does not rest on their own table's cards."""
    if not places:
        return
    keys, tables = {key for key, _ in places}, {table for _, table in places}
    state.loaded |= {(key, table) for key in keys for table in tables}
    question, names = marks_for(tables)
    for session, group, numbers in by_group(keys):
        if (session, group) not in state.sessions:
            continue
        deal, values = marks_for(numbers)
        of_deals = f"session = ? AND grp = ? AND number IN ({deal})"
        if not is_live(state, (session, group)):  # of live groups all are loaded
            for row in ask(connection, f"{_DECKS} WHERE {of_deals}", (session, group, *values)):
                _take_deck(state, (session, group), row)
            for row in ask(connection, f"{_VIEWS} WHERE {of_deals}", (session, group, *values)):
                _take_view(state, (session, group), row)
        own = int(Proof.OWN_CARDS)
        query = f"{_PLAYS} WHERE {of_deals} AND (tbl IN ({question}) OR proved < {own})"
        all_values = (session, group, *values, *names)
        _take_plays(state, (session, group), ask(connection, query, all_values))


def _is_corrected(state: WorkingState, key: DealKey) -> bool:
    return any(view.kind == "correction" for view in state.views.get(key, {}).values())


def _load_all_plays(connection: Connection, state: WorkingState, keys: set[DealKey]) -> None:
    """Loads all plays of deals: a corrected deck judges all of them again, and the choice of a deck
    voids those played from another."""
    for session, group, numbers in by_group(keys):
        if (session, group) in state.sessions:
            marks, values = marks_for(numbers)
            query = f"{_PLAYS} WHERE session = ? AND grp = ? AND number IN ({marks})"
            _take_plays(state, (session, group), ask(connection, query, (session, group, *values)))


def _take_deck(state: WorkingState, group: Group, row: tuple[Any, ...]) -> None:
    deal_row = DealRow._make(row[:-1])
    key = DealKey(*group, deal_row.number)
    state.decks.setdefault(key, StandingDeck(deal_value(deal_row), bool(row[-1])))


def _take_view(state: WorkingState, group: Group, row: tuple[Any, ...]) -> None:
    key = DealKey(*group, row[0])
    view = view_value(ViewRow._make(row))
    state.views.setdefault(key, {}).setdefault(view.name, view)


def _take_plays(state: WorkingState, group: Group, rows: Iterable[tuple[Any, ...]]) -> None:
    for row in map(PlayRow._make, rows):
        key = DealKey(*group, row.number)
        if (key, row.tbl) in state.changed_plays:
            continue  # voided or replaced in this batch
        judged = JudgedPlay(play_value(row, state.sessions[group]), Proof(row.proved))
        state.plays.setdefault(key, {}).setdefault(row.tbl, judged)
