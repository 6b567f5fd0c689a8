"""The state of every live table: the hand in progress, whose turn it is, and its devices.

``table_state`` replays the events of a hand by the rules. The result has no cards: watching the
tables does not need them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sqlalchemy import Connection, select, text

from producer.events import HandRecordedEvent, SessionOpened, TableClockEvent, parse_event
from producer.feeds import Received
from producer.games.game import Game, carry_out
from producer.games.line import IllegalLine, Move
from producer.games.registry import rules_of
from producer.record.plan.judge import detail_of
from producer.record.plan.live_hands import (
    LiveEvent,
    LiveHand,
    actions_sent,
    add_event,
    board_so_far,
    conditions,
)
from producer.record.plan.marks import UNMARKED
from producer.record.tables.rows import read_sessions
from producer.record.tables.schema import NOT_OF_HANDS, streams
from producer.record.tables.schema import log as log_table
from producer.record.views.current_hand import HandEvents, read_hand_events

Phase = Literal["nothing yet", "in progress", "finished", "unclear"]


@dataclass(frozen=True, slots=True)
class Device:
    """A device of a table: when its last event was received (RFC 3339), and its last number."""

    source: str
    received_at: str
    seq: int | None


@dataclass(frozen=True, slots=True)
class TableState:
    """``phase``: ``unclear`` if the events break the rules or the start is missing; ``why`` says
    so. ``to_act``: a seat. ``behind``: chips that each seat may still put in, ``None`` for
    unlimited. ``capped``: seats limited by the cap rather than by their stack. ``last``: the last
    action. ``received_at``: when the last event was received; ``device_time``: its time by the
    device's clock, RFC 3339. ``unit``: the big blind."""

    session: str
    group: str
    table: str
    phase: Phase = "nothing yet"
    deal: int | None = None
    hand: int | None = None
    street: str = ""
    to_act: int | None = None
    to_call: int = 0
    pot: int = 0
    behind: Mapping[int, int | None] = field(default_factory=dict)
    capped: frozenset[int] = frozenset()
    players: Mapping[int, str] = field(default_factory=dict)
    last: Move | None = None
    actions: int = 0
    paused: bool = False
    received_at: str = ""
    device_time: str = ""
    devices: tuple[Device, ...] = ()
    why: str = ""
    unit: int = 1


def table_state(
    before: TableState,
    opened: SessionOpened,
    events: Sequence[Received],
    ruled: tuple[int, ...] = (),
) -> TableState:
    """``before`` with the hand of ``events``: those of one hand at one table, in log order. If some
    are missing, the hand stops at the last action before the gap. Pure."""
    if not events:
        return before
    hand = LiveHand(ruled=ruled)
    for place, item in enumerate(events):
        event = item.event
        if isinstance(event, HandRecordedEvent):
            return replace(before, phase="finished", deal=event.data.deal, hand=event.data.hand)
        if isinstance(event, LiveEvent):
            add_event(hand, item, event, place)
    first = events[0].event.data
    named = replace(
        before,
        deal=getattr(first, "deal", None),
        hand=getattr(first, "hand", None),
        players={seat: player.name for seat, player in opened.tables[before.table].players.items()},
    )
    if hand.finished is not None:
        return replace(named, phase="finished", last=_last(hand))
    return _in_progress(named, opened, hand)


def _in_progress(named: TableState, opened: SessionOpened, hand: LiveHand) -> TableState:
    info = opened.tables[named.table]
    start = hand.started
    if start is None:
        return replace(named, phase="unclear", why="the start of the hand has not come")
    game = rules_of(info.game)
    try:
        played = carry_out(
            game, conditions(start, info, opened.direction, hand.ruled), actions_sent(hand)
        )
    except IllegalLine as error:
        return replace(named, phase="unclear", why=f"action {error.n}: {error.reason}")
    line, fault = played.line, played.fault
    if fault is not None and not played.hand.is_over:
        return replace(
            named, phase="unclear", actions=len(line) + 1, why=f"action {fault.n}: {fault.reason}"
        )
    state = replace(named, phase="in progress", actions=len(line), last=line[-1] if line else None)
    now = played.hand.situation()
    if now.seat is None:
        return replace(state, pot=now.pot, street=_street_shown(game, hand))
    return replace(
        state,
        street=now.phase,
        to_act=now.seat,
        to_call=now.to_call,
        pot=now.pot,
        behind=dict(now.behind),
        capped=now.capped,
    )


def _street_shown(game: Game, hand: LiveHand) -> str:
    """The street of a hand whose moves are over, by the board cards shown so far."""
    shown = len(board_so_far(hand)) // 2
    return next((phase for phase in game.phases if game.open_cards(phase) == shown), "")


def _last(hand: LiveHand) -> Move | None:
    if not hand.actions:
        return None
    action = hand.actions[max(hand.actions)]
    return Move("", action.seat, action.action, detail_of(action))


def read_tables(connection: Connection) -> list[TableState]:
    """The tables of every live session, in the order of sessions and rosters."""
    tables: list[TableState] = []
    for (session, group), opened in read_sessions(connection).items():
        if opened.kind != "live":
            continue
        devices = _devices(connection, session, group)
        for table in opened.tables:
            unit = opened.tables[table].game.unit
            start = TableState(session, group, table, devices=devices.get(table, ()), unit=unit)
            received = [device.received_at for device in start.devices]
            start = replace(
                start,
                received_at=max(received, default=""),
                paused=_paused(connection, session, group, table),
            )
            hand = read_hand_events(connection, session, group, table)
            tables.append(
                replace(
                    table_state(start, opened, hand.events, _ruled(hand, table)),
                    device_time=hand.at,
                )
            )
    return tables


def _ruled(hand: HandEvents, table: str) -> tuple[int, ...]:
    return hand.marks.get(table, UNMARKED).ruled(hand.hand)


def _devices(connection: Connection, session: str, group: str) -> dict[str, tuple[Device, ...]]:
    query = (
        select(streams.c.tbl, streams.c.source, log_table.c.received_at, log_table.c.seq)
        .join(log_table, log_table.c.pos == streams.c.last)
        .where(streams.c.session == session, streams.c.grp == group)
        .order_by(streams.c.tbl, streams.c.source)
    )
    devices: dict[str, tuple[Device, ...]] = {}
    for table, source, received_at, seq in connection.execute(query):
        devices[table] = (*devices.get(table, ()), Device(source, received_at, seq))
    return devices


def _paused(connection: Connection, session: str, group: str, table: str) -> bool:
    clock = connection.execute(
        select(log_table.c.event)
        .where(text(f"log.{NOT_OF_HANDS}"), text("log.type = 'table.clock'"))
        .where(log_table.c.session == session, log_table.c.grp == group, log_table.c.tbl == table)
        .order_by(log_table.c.pos.desc())
        .limit(1)
    ).scalar()
    if clock is None:
        return False
    event = parse_event(clock)
    return isinstance(event, TableClockEvent) and event.data.paused
