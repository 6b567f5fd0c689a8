"""Hands sent action by action, put together once they are complete.

Their events may come late, twice or out of order. ``hand.board`` events of one source are in the
order of their ``seq``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from producer.events import (
    Event,
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
from producer.feeds.event_checks import repeated_card
from producer.games.game import Action, Conditions, carry_out
from producer.games.line import DealKey, IllegalLine, Line
from producer.games.registry import rules_of
from producer.messages import counted, message
from producer.problems import Problem, problem
from producer.record.plan.decks import FLOP, ShownCards
from producer.record.plan.judge import HandAccount, detail_of
from producer.record.plan.order import Range, missing, ranges_text, still_lost

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
    """The events of a hand received so far. ``actions``: by number. ``boards``: by log position.
    ``items``: the received actions by number; 0 is the result. ``received``: all events, in the
    order received. ``ruled``: the numbers of actions that stand by a ruling.
    """

    started: HandStarted | None = None
    finished: HandFinished | None = None
    actions: dict[int, HandAction] = field(default_factory=dict)
    boards: dict[int, HandBoardEvent] = field(default_factory=dict)
    items: dict[int, Received] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)
    ruled: tuple[int, ...] = ()


def hand_key(event: LiveEvent) -> HandKey:
    """Raises ValueError for an event without a table."""
    if event.table is None:
        raise ValueError("a hand is played at a table")
    deal = DealKey(event.session, event.group, event.data.deal)
    return HandKey(deal, event.table, event.data.hand)


def is_of(name: HandKey, event: Event) -> bool:
    """Whether the event is one of the hand."""
    return isinstance(event, LiveEvent) and event.table is not None and hand_key(event) == name


def already_has(hand: LiveHand, event: LiveEvent) -> bool | Problem:
    """Whether the hand has this event already, under another id; a Problem if it has a different
    one in its place."""
    if event.type == "hand.board":
        return any(board.data == event.data for board in hand.boards.values())
    before: object
    if event.type == "hand.started":
        before, what = hand.started, message("the start")
    elif event.type == "hand.finished":
        before, what = hand.finished, message("the result")
    else:
        before = hand.actions.get(event.data.n)
        what = message("action {n}", n=event.data.n)
    if before is None or before == event.data:
        return before is not None
    return problem("sent-differently", "data.hand", what=what, hand=event.data.hand)


def add_event(hand: LiveHand, item: Received, event: LiveEvent, pos: int) -> None:
    """Adds the event at log position ``pos`` to ``hand``."""
    hand.received.append(item)
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


def incomplete(name: HandKey, hand: LiveHand, lost: Sequence[Range] = ()) -> Problem:
    """The problem that events of the hand are missing. ``lost``: their numbers, if known."""
    if lost:
        words = events_missing(lost)
    elif hand.started is None:
        words = message("its start is missing")
    elif gaps := missing(1, hand.actions, ()):
        words = counted(
            "action {numbers} is missing",
            "actions {numbers} are missing",
            _count(gaps),
            numbers=ranges_text(gaps),
        )
    elif hand.finished is None:
        words = message("its end is missing")
    else:
        words = message("its last actions are missing")
    return problem("hand-incomplete", hand=name.hand, table=name.table, missing=words)


def events_missing(numbers: Sequence[Range]) -> str:
    """
    >>> events_missing([(7, 7)]), events_missing([(2, 3), (5, 5)])
    ('event 7 is missing', 'events 2-3, 5 are missing')
    """
    return counted(
        "event {numbers} is missing",
        "events {numbers} are missing",
        _count(numbers),
        numbers=ranges_text(numbers),
    )


def _count(numbers: Sequence[Range]) -> int:
    return sum(last - first + 1 for first, last in numbers)


def numbers_missing(hand: LiveHand, device: str, lost: Iterable[Range]) -> list[Range]:
    """Those of the device's ``lost`` numbers that lie within the hand, or next to it where its
    start or end is missing."""
    came = {
        item.event.seq
        for item in hand.received
        if item.event.source == device and item.event.seq is not None
    }
    if not came:
        return []
    first, last = min(came), max(came)
    before, after = int(hand.started is None), int(hand.finished is None)
    return [(a, b) for a, b in still_lost(lost, came) if b >= first - before and a <= last + after]


def board_so_far(hand: LiveHand) -> str:
    """The board cards received so far, unchecked."""
    boards = [hand.boards[pos] for pos in sorted(hand.boards)]
    if len(boards) > 1 and all(event.seq is not None for event in boards):
        boards = _in_turn(boards)
    return "".join(event.data.cards for event in boards)


def _in_turn(boards: list[HandBoardEvent]) -> list[HandBoardEvent]:
    """Flop first, then the boards of each source in the order of its numbers. Boards of different
    sources, such as a device restarted under a new name, stay in log order."""
    of_source: dict[str, list[HandBoardEvent]] = {}
    for event in sorted(boards, key=lambda event: (_is_later(event), event.seq or 0)):
        of_source.setdefault(event.source, []).append(event)
    turns = {source: iter(events) for source, events in of_source.items()}
    return [next(turns[event.source]) for event in sorted(boards, key=_is_later)]


def _is_later(event: HandBoardEvent) -> bool:
    return len(event.data.cards) != FLOP


def certain_board(hand: LiveHand) -> str:
    """The board as far as it is certain: whole streets, no card twice, at most five cards."""
    text = board_so_far(hand)
    cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    good = 0
    while good < len(cards) and cards[good] not in cards[:good]:
        good += 1
    length = 2 * min(good, WHOLE_BOARD // 2)
    return text[:length] if length >= FLOP else ""


def assemble(
    table: str, hand: LiveHand, info: TableInfo, direction: str
) -> tuple[HandAccount, ShownCards] | Problem | None:
    """The finished hand and the cards that its own table has shown; None while events are missing,
    a Problem if the board is impossible.

    An illegal line ends with the action at fault, and all the cards shown count. Of a legal one,
    cards dealt after the last fold are left out. The board may be short: another table or the
    office may show the rest, or it comes late.
    """
    started, end = hand.started, hand.finished
    if started is None or end is None:
        return None
    if sorted(hand.actions) != list(range(1, len(hand.actions) + 1)):
        return None
    played = _carried_out(hand, started, info, direction)
    if played is None:
        return None
    line, showdown = played
    fault = live_board_fault(hand)
    if fault:
        return fault
    cards = certain_board(hand)
    if line and showdown is not None:
        needed = 2 * rules_of(info.game).open_cards(line[-1].street)
        if not showdown:
            cards = cards[:needed]
        elif len(cards) not in {needed, WHOLE_BOARD}:
            cards = cards[:FLOP]  # a river card must not be read as a late turn card
    shown = ShownCards(started.button, {}, cards)
    return HandAccount(
        table, started.hand, started.stacks, started.players, line, end.result, hand.ruled
    ), shown


def line_so_far(hand: LiveHand, info: TableInfo, direction: str) -> Line | None:
    """The line of a hand whose start has come; None while an action is missing."""
    if hand.started is None or missing(1, hand.actions, ()):
        return None
    played = _carried_out(hand, hand.started, info, direction)
    return played[0] if played else None


def live_board_fault(hand: LiveHand) -> Problem | None:
    """The problem that the table has shown a board card twice, or more than five."""
    cards = board_so_far(hand)
    twice = repeated_card({}, cards)
    if twice:
        return problem("card-dealt-twice", card=twice)
    if len(cards) > WHOLE_BOARD:
        return problem("board-length", "data.cards", cards=len(cards) // 2)
    return None


def _carried_out(
    hand: LiveHand, started: HandStarted, info: TableInfo, direction: str
) -> tuple[Line, bool | None] | None:
    """The actions with their streets, which devices do not send, and whether there is a showdown:
    None if the line is illegal.

    None while an action is missing.
    """
    under = conditions(started, info, direction, hand.ruled)
    try:
        played = carry_out(rules_of(info.game), under, actions_sent(hand))
    except IllegalLine:
        return (), None
    if played.illegal is not None:
        return (*played.line, played.illegal), None
    return (played.line, played.hand.is_shown) if played.hand.is_over else None


def fault_of(
    hand: LiveHand, started: HandStarted, info: TableInfo, direction: str, ruled: tuple[int, ...]
) -> int | None:
    """The number of the first illegal action of those received, None if all are legal."""
    under = conditions(started, info, direction, ruled)
    try:
        played = carry_out(rules_of(info.game), under, actions_sent(hand))
    except IllegalLine as error:
        return error.n
    return len(played.line) + 1 if played.illegal is not None else None


def actions_sent(hand: LiveHand) -> list[Action]:
    """The actions received, up to the first that is missing."""
    sent: list[Action] = []
    while (action := hand.actions.get(len(sent) + 1)) is not None:
        sent.append((action.seat, action.action, detail_of(action)))
    return sent


def conditions(
    started: HandStarted, info: TableInfo, direction: str, ruled: tuple[int, ...] = ()
) -> Conditions:
    """What the hand is played under; a seat has the game's stack where the start gives none."""
    stack = rules_of(info.game).stack(info.game)
    stacks = started.stacks or dict.fromkeys(info.players, stack)
    return Conditions(info.game, started.deal, started.button, direction, stacks, ruled)
