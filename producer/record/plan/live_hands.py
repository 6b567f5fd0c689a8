"""Hands told action by action: put together when all of a finished hand has come. Pure.

Events of a hand may come late, twice or out of order. Until a hand is complete it is simply not
finished; ``hand.board`` events of one source stand in the order of ``seq``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from producer.events import (
    HandAction,
    HandActionEvent,
    HandBoardEvent,
    HandFinished,
    HandFinishedEvent,
    HandStarted,
    HandStartedEvent,
    TableInfo,
)
from producer.feeds import Received
from producer.feeds.sanity import repeated
from producer.games.holdem import BOARD_CARDS, with_streets
from producer.games.line import DealKey, IllegalLine, Line
from producer.problems import Problem, problem
from producer.record.plan.decks import FLOP, Shown
from producer.record.plan.judge import HandAccount

WHOLE_BOARD = 10
"""Characters of five cards."""

LiveEvent = HandStartedEvent | HandActionEvent | HandBoardEvent | HandFinishedEvent


class HandKey(NamedTuple):
    """A hand in progress, as its table counts it."""

    deal: DealKey
    table: str
    hand: int


@dataclass(slots=True)
class LiveHand:
    """What has come of a hand so far; ``actions`` by their number, ``boards`` by their position in
    the log.

    ``items``: the actions as heard, by number; 0 is the result.
    """

    started: HandStarted | None = None
    finished: HandFinished | None = None
    actions: dict[int, HandAction] = field(default_factory=dict)
    boards: dict[int, HandBoardEvent] = field(default_factory=dict)
    items: dict[int, Received] = field(default_factory=dict)


def hand_key(event: LiveEvent) -> HandKey:
    """Raises ValueError for an event without a table."""
    if event.table is None:
        raise ValueError("a hand is played at a table")
    deal = DealKey(event.session, event.group, event.data.deal)
    return HandKey(deal, event.table, event.data.hand)


def told_before(hand: LiveHand, event: LiveEvent) -> bool | Problem:
    """Whether the hand has this already, under another id; a Problem where it has another."""
    if event.type == "hand.board":
        return any(board.data == event.data for board in hand.boards.values())
    before: object
    if event.type == "hand.started":
        before, what = hand.started, "the start"
    elif event.type == "hand.finished":
        before, what = hand.finished, "the result"
    else:
        before, what = hand.actions.get(event.data.n), f"action {event.data.n}"
    if before is None or before == event.data:
        return before is not None
    return problem("told-differently", "data.hand", what=what, hand=event.data.hand)


def add(hand: LiveHand, item: Received, event: LiveEvent, pos: int) -> None:
    """``item``, which stands at ``pos`` of the log."""
    if event.type == "hand.started":
        hand.started = event.data
    elif event.type == "hand.finished":
        hand.finished = event.data
        hand.items[0] = item
    elif event.type == "hand.board":
        hand.boards[pos] = event
    else:
        hand.actions[event.data.n] = event.data
        hand.items[event.data.n] = item


def board(hand: LiveHand) -> str:
    """The board as far as told."""
    boards = [hand.boards[pos] for pos in sorted(hand.boards)]
    if len(boards) > 1 and all(event.seq is not None for event in boards):
        boards = _in_turn(boards)
    return "".join(event.data.cards for event in boards)


def _in_turn(boards: list[HandBoardEvent]) -> list[HandBoardEvent]:
    """The flop first, then those of a source in the order of its numbers. The numbers of two
    sources tell nothing of each other, as where a device counts anew under another name: their
    boards come as they stand in the log."""
    of_source: dict[str, list[HandBoardEvent]] = {}
    for event in sorted(boards, key=lambda event: (_is_later(event), event.seq or 0)):
        of_source.setdefault(event.source, []).append(event)
    turns = {source: iter(told) for source, told in of_source.items()}
    return [next(turns[event.source]) for event in sorted(boards, key=_is_later)]


def _is_later(event: HandBoardEvent) -> bool:
    return len(event.data.cards) != FLOP


def open_board(hand: LiveHand) -> str:
    """The board as far as it lies open for sure: whole streets, no card twice, five cards at most.

    >>> open_board(LiveHand())
    ''
    """
    told = board(hand)
    cards = [told[at : at + 2] for at in range(0, len(told), 2)]
    good = 0
    while good < len(cards) and cards[good] not in cards[:good]:
        good += 1
    length = 2 * min(good, WHOLE_BOARD // 2)
    return told[:length] if length >= FLOP else ""


def assemble(
    table: str, hand: LiveHand, info: TableInfo, direction: str
) -> tuple[HandAccount, Shown] | Problem | None:
    """The hand to its end and the cards that its own table has shown; None while something of it
    is still to come, a Problem where its board cannot be one.

    A line that the rules do not allow ends with the move at fault. Cards opened after the last
    fold are left out. The board may be short: another table or the office may show the rest, or
    it comes late.
    """
    started, end = hand.started, hand.finished
    if started is None or end is None:
        return None
    if sorted(hand.actions) != list(range(1, len(hand.actions) + 1)):
        return None
    told = _carried_out(hand, started, info, direction)
    if told is None:
        return None
    line, showdown = told
    found = live_board_fault(hand)
    if found:
        return found
    needed, cards = 2 * BOARD_CARDS[line[-1].street] if line else 0, open_board(hand)
    if not showdown:
        cards = cards[:needed]
    elif len(cards) not in {needed, WHOLE_BOARD}:
        cards = cards[:FLOP]  # a river must not be taken for a turn that is late
    shown = Shown(started.button, {}, cards)
    return HandAccount(
        table, started.hand, started.stacks, started.players, line, end.result
    ), shown


def live_board_fault(hand: LiveHand) -> Problem | None:
    """Where the table has shown a card twice, or more than five."""
    cards = board(hand)
    twice = repeated({}, cards)
    if twice:
        return problem("card-dealt-twice", card=twice)
    if len(cards) > WHOLE_BOARD:
        return problem("board-length", "data.cards", cards=len(cards) // 2)
    return None


def _carried_out(
    hand: LiveHand, started: HandStarted, info: TableInfo, direction: str
) -> tuple[Line, bool] | None:
    """The actions with their streets, which devices do not tell, and whether hands were shown.

    None while an action is missing.
    """
    stacks = started.stacks or dict.fromkeys(info.players, info.game.stack)
    told = [hand.actions[n] for n in range(1, len(hand.actions) + 1)]
    actions = [(action.seat, action.action, action.to) for action in told]
    try:
        line, over, showdown = with_streets(info.game, started.button, direction, stacks, actions)
    except IllegalLine:
        return (), False
    return (line, showdown) if over else None
