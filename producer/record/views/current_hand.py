"""The current hand of a table, as far as its device has sent it; without hole cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile

from sqlalchemy import Connection

from producer.feeds import Received
from producer.games.cards import Cards, parse_cards
from producer.games.game import carry_out
from producer.games.line import Deal, DealKey, IllegalLine, Play
from producer.games.registry import rules_of
from producer.record.plan.live_hands import (
    LiveEvent,
    LiveHand,
    actions_sent,
    add_event,
    board_so_far,
    conditions,
)
from producer.record.plan.marks import UNMARKED, Mark, flag_of, mark_value
from producer.record.plan.names import Roster, shown_players
from producer.record.tables.log import event_of
from producer.record.tables.schema import OF_HANDS, OF_PLAY
from producer.record.tables.statements import ask

_NEWEST = (
    "SELECT deal, hand, at, pos FROM log WHERE pos = "
    "(SELECT pos FROM newest WHERE session = ? AND grp = ? AND tbl = ?)"
)
_MARKS = "SELECT tbl, mark FROM marks WHERE session = ? AND grp = ? AND number = ?"
_HAND = (
    f"SELECT raw, event, place FROM log WHERE {OF_HANDS} AND {OF_PLAY} "
    "AND session = ? AND grp = ? AND tbl = ? AND deal = ? AND hand = ? AND pos > ? "
    "AND NOT EXISTS (SELECT 1 FROM aside WHERE aside.pos = log.pos) ORDER BY pos"
)


@dataclass(frozen=True, slots=True)
class HandEvents:
    """The events of a table's newest hand, in log order, without those set aside. ``at``: the
    device's time of the last one; ``position``: its log position. ``marks``: the marks of the deal
    by table, ``""`` for the deal itself."""

    deal: int = 0
    hand: int = 0
    events: tuple[Received, ...] = ()
    at: str = ""
    position: int = 0
    marks: Mapping[str, Mark] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CurrentHand:
    """``deal`` with this table's play alone: its line and board so far, without hole cards and
    result. ``finished``: the end of the hand has come. ``hand_events``: what it is made from."""

    deal: Deal
    finished: bool
    hand_events: HandEvents

    @property
    def marks(self) -> Mapping[str, Mark]:
        """The marks of the deal by table, ``""`` for the deal itself."""
        return self.hand_events.marks

    @property
    def counts(self) -> bool:
        """Whether it is neither void nor under review."""
        return not flag_of(self.hand_events.marks).word


def read_hand_events(
    connection: Connection,
    session: str,
    group: str,
    table: str,
    before: HandEvents | None = None,
) -> HandEvents:
    """Reads the events of the table's newest hand. ``before``: an earlier result, from a time when
    nothing of the group waited; only newer events are read then."""
    place = session, group, table
    newest = ask(connection, _NEWEST, place)
    if not newest:
        return HandEvents()
    ((deal, hand, at, position),) = newest
    if before is None or (before.deal, before.hand) != (deal, hand):
        before = HandEvents()
    rows = ask(connection, _HAND, (*place, deal, hand, before.position))
    new = tuple([Received(raw, event_of(raw, event), where) for raw, event, where in rows])
    marks = ask(connection, _MARKS, (session, group, deal))
    by_table = {where: mark_value(mark) for where, mark in marks}
    return HandEvents(deal, hand, (*before.events, *new), at or "", position, by_table)


def current_hand(
    roster: Roster, session: str, group: str, table: str, events: HandEvents
) -> CurrentHand | None:
    """The hand up to the first illegal action. Pure.

    ``None`` if the hand's start has not come, or the whole hand was sent in one event.
    """
    opened, hand = roster.sent, LiveHand()
    for place, item in enumerate(events.events):
        if isinstance(item.event, LiveEvent):
            add_event(hand, item, item.event, place)
    hand.ruled = events.marks.get(table, UNMARKED).ruled(events.hand)
    start, info = hand.started, opened.tables[table]
    if start is None:
        return None
    under = conditions(start, info, opened.direction, hand.ruled)
    try:
        line = carry_out(rules_of(info.game), under, actions_sent(hand)).line
    except IllegalLine:
        return None
    play = Play(
        table=table,
        hand=start.hand,
        attempt=1,
        game=info.game,
        stacks=under.stacks,
        players=shown_players(table, {**info.players, **start.players}, roster),
        line=line,
        result={},
        ruled=hand.ruled,
    )
    deal = Deal(
        key=DealKey(session, group, start.deal),
        button=start.button,
        cards={},
        board=parse_cards(_without_repeats(board_so_far(hand))),
        plays=(play,),
        tables=tuple(opened.tables),
        direction=opened.direction,
        teams=roster.shown.teams,
        live=True,
        table_names=roster.tables,
    )
    return CurrentHand(deal, hand.finished is not None, events)


def is_corrected(events: HandEvents, table: str) -> bool:
    """Whether the table's play or the deal was corrected."""
    return any(events.marks[name].corrected for name in ("", table) if name in events.marks)


def as_corrected(hand: CurrentHand, whole: Deal | None) -> CurrentHand:
    """The current hand with the corrections of the record, if the hand is finished: a correction
    replaces what the device has sent. Pure."""
    (sent,) = hand.deal.plays
    for play in whole.plays if whole else ():
        if (play.table, play.hand) == (sent.table, sent.hand):
            now = replace(sent, line=play.line, stacks=play.stacks, players=play.players)
            board = _dealt_board(hand.deal.board, now, whole)
            return replace(hand, deal=replace(hand.deal, plays=(now,), board=board), finished=True)
    return hand


def _dealt_board(sent: Cards, play: Play, whole: Deal | None) -> Cards:
    """The board cards that the device has sent, or that the play has reached, if more."""
    board = whole.board if whole else ()
    reached = rules_of(play.game).open_cards(play.line[-1].street) if play.line else 0
    return board[: max(len(sent), reached)] if len(board) >= len(sent) else sent


def _without_repeats(board: str) -> str:
    """At most five cards, up to the first that repeats another; such a board is refused only at the
    hand's end.

    >>> _without_repeats("Qs9h3d9h2c"), _without_repeats("Qs9h3d9d2c4c")
    ('Qs9h3d', 'Qs9h3d9d2c')
    """
    cards = [board[at : at + 2] for at in range(0, len(board), 2)][:5]
    new = takewhile(lambda each: each[1] not in cards[: each[0]], enumerate(cards))
    return "".join(card for _, card in new)
