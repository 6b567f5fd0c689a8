"""Derives sessions, deals and plays from events.

``apply_event`` takes events in the order of the log. The same events in the same order always give
the same result, so that everything derived can be dropped and rebuilt.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from producer.events import (
    DealCardsEvent,
    Event,
    HandRecordedEvent,
    HandRuledEvent,
    RecordingAddedEvent,
    RosterCorrectedEvent,
    SessionOpened,
    SessionOpenedEvent,
)
from producer.feeds import Received
from producer.games.game import foreign_name
from producer.games.line import DealKey
from producer.games.registry import rules_of
from producer.games.tournament_course import followed, opened_course
from producer.problems import Problem, in_live_hand, problem
from producer.record.plan import corrections
from producer.record.plan.corrections import HandChange
from producer.record.plan.decks import (
    NOTHING_SHOWN,
    OFFICE,
    DeckView,
    ShownCards,
    deck_from_office,
    shown_by,
    twice_dealt,
    widen,
)
from producer.record.plan.duplicates import hand_number_fault, same_deck_fault
from producer.record.plan.judge import (
    HandAccount,
    JudgedPlay,
    account_of,
    account_of_event,
    board_fault,
    cards_fault,
    is_same_account,
    judge_own,
    played_line,
)
from producer.record.plan.live_hands import (
    HandKey,
    LiveEvent,
    LiveHand,
    actions_sent,
    add_event,
    already_has,
    assemble,
    certain_board,
    fault_of,
    hand_key,
    incomplete,
    live_board_fault,
)
from producer.record.plan.names import merged, names_fault
from producer.record.plan.openings import merge, with_recordings
from producer.record.plan.reconcile import reconcile
from producer.record.plan.state import (
    FaultyHand,
    Skipped,
    WorkingState,
    is_live,
    mark_of,
    set_mark,
    set_play,
    set_unusable,
    set_view,
    views_of,
)
from producer.tournament_events import TOURNAMENT_TYPES, TournamentEvent

GROUP_EVENTS = frozenset(
    {
        *("session.opened", "deal.cards", "deal.corrected", "deck.chosen"),
        *("roster.corrected", "event.nudged", "quarantine.decided"),
        *TOURNAMENT_TYPES,
    }
)
"""Types of events that need no table."""


MOST_HANDS = 50
"""Hands of one deal at one table, void ones included. Each event of the deal is compared with
all."""

OfDeal = LiveEvent | HandRecordedEvent | DealCardsEvent


class EventResult(Enum):
    """``NEW``: the event belongs in the log. ``SAME``: the log has it under another id."""

    NEW = "new"
    SAME = "same"


def apply_event(state: WorkingState, item: Received, pos: int) -> EventResult | Problem:
    """Applies ``item`` to ``state``; on a Problem the state is unchanged. The session is open, the
    table is in its roster, and the event has no fault of its own. ``pos``: its log position."""
    event = item.event
    if isinstance(event, LiveEvent):
        return _live(state, item, event, pos)
    if event.type == "hand.recorded":
        return _record(state, item, event, pos)
    if event.type == "session.opened":
        return _open(state, event)
    if event.type == "recording.added":
        return _add_recording(state, event)
    return _fault_of(state, event, pos) or EventResult.NEW


def _fault_of(state: WorkingState, event: Event, pos: int) -> Problem | None:
    """Applies an event that the log does not have under another id."""
    fault: Problem | None = None
    if event.type == "deal.cards":
        fault = _office_deck(state, event, pos)
    elif event.type == "deal.corrected":
        fault = corrections.correct_deal(state, event, pos)
    elif event.type == "deck.chosen":
        fault = corrections.choose_deck(state, event, pos)
    elif event.type == "roster.corrected":
        fault = _correct_names(state, event)
    elif isinstance(event, HandChange):
        fault = _change_hand(state, event, pos)
    elif isinstance(event, TournamentEvent):
        fault = _follow_tournament(state, event)
    return fault


def _change_hand(state: WorkingState, event: HandChange, pos: int) -> Problem | None:
    assert event.table is not None, "roster_fault has refused it"
    key = DealKey(event.session, event.group, event.data.deal)
    place = HandKey(key, event.table, event.data.hand)
    if event.type == "hand.voided":
        return corrections.void(state, event, place, pos)
    if event.type == "hand.corrected":
        return corrections.correct_hand(state, event, place, pos)
    if event.type == "hand.ruled":
        return _rule(state, event, place, pos)
    return corrections.review(state, event, place)


def _rule(state: WorkingState, event: HandRuledEvent, place: HandKey, pos: int) -> Problem | None:
    """Lets an action stand, and judges the hand again if it could not be used. A hand that has not
    come yet is judged by the ruling when it comes."""
    play = state.plays.get(place.deal, {}).get(place.table)
    before = mark_of(state, place.deal, place.table)
    if play is not None or event.data.action in before.ruled(place.hand):
        return _of_ruling("nothing-to-rule", event)
    ruling = place.hand, event.data.action, event.data.reason
    set_mark(state, place.deal, place.table, replace(before, rulings=(*before.rulings, ruling)))
    hand = state.hands.get(place)
    fault = None if hand is None else _action_fault(state, place, hand, event)
    if fault is not None:
        set_mark(state, place.deal, place.table, before)
    elif hand is not None:
        _finish(state, place, hand, pos=pos)
    return fault


def _action_fault(
    state: WorkingState, place: HandKey, hand: LiveHand, event: HandRuledEvent
) -> Problem | None:
    """Why the ruling cannot be used: the action is within the rules, or breaks a rule that is not
    about amounts."""
    opened = state.sessions[place.deal.session, place.deal.group]
    info, n = opened.tables[place.table], event.data.action
    if hand.started is None or n > len(actions_sent(hand)):
        return None
    ruled = mark_of(state, place.deal, place.table).ruled(place.hand)
    faults = [
        fault_of(hand, hand.started, info, opened.direction, numbers)
        for numbers in (tuple(each for each in ruled if each != n), ruled)
    ]
    if faults[0] != n:
        return _of_ruling("nothing-to-rule", event)
    return _of_ruling("no-amount-to-rule", event) if faults[1] == n else None


def _of_ruling(code: str, event: HandRuledEvent) -> Problem:
    data = event.data
    table = event.table or ""
    return problem(code, "data.action", action=data.action, hand=data.hand, table=table)


def add_live_event(state: WorkingState, item: Received, pos: int) -> None:
    """Adds an event of the log to its live hand, without judging the hand."""
    if isinstance(item.event, LiveEvent):
        add_event(state.hands.setdefault(hand_key(item.event), LiveHand()), item, item.event, pos)


def _open(state: WorkingState, event: SessionOpenedEvent) -> EventResult | Problem:
    group = event.session, event.group
    before = state.sessions.get(group)
    merged = merge(before, event.data)
    if isinstance(merged, Problem):
        return merged
    if merged == before:
        return EventResult.SAME
    state.sessions[group] = merged
    state.changed_sessions.add(group)
    if merged.tournament is not None and group not in state.tournaments:
        state.tournaments[group] = opened_course(merged.tournament)
    return EventResult.NEW


def _follow_tournament(state: WorkingState, event: TournamentEvent) -> Problem | None:
    group = event.session, event.group
    course = state.tournaments.get(group)
    if course is None:
        return problem("no-tournament", session=event.session, group=event.group)
    try:
        state.tournaments[group] = followed(course, [event])
    except ValueError as error:
        return problem("tournament-cannot-be", "data", detail=str(error))
    return None


def _add_recording(state: WorkingState, event: RecordingAddedEvent) -> EventResult:
    assert event.table is not None, "roster_fault has refused it"
    group = event.session, event.group
    opened = state.sessions[group]
    recordings = with_recordings(opened.recordings, {event.table: event.data.files})
    if recordings != opened.recordings:
        state.sessions[group] = opened.model_copy(update={"recordings": recordings})
        state.changed_sessions.add(group)
    return EventResult.NEW


def _correct_names(state: WorkingState, event: RosterCorrectedEvent) -> Problem | None:
    group = event.session, event.group
    now = merged(state.names.get(group), event.data)
    fault = names_fault(state.sessions[group], now)
    if fault is None:
        state.names[group] = now
        state.changed_sessions.add(group)
    return fault


def roster_fault(state: WorkingState, event: Event) -> Problem | None:
    """Events need a table of the session's roster and a deal that is played; only group events need
    no table."""
    opened = state.sessions[event.session, event.group]
    if event.table is None:
        if event.type in GROUP_EVENTS:
            return _deal_number_fault(opened, event)
        return problem("no-table", "table")
    if event.table not in opened.tables:
        return problem(
            "table-not-in-roster",
            "table",
            table=event.table,
            session=event.session,
            group=event.group,
        )
    return _deal_number_fault(opened, event)


def game_fault(state: WorkingState, event: Event) -> Problem | None:
    """What is wrong with the event by itself, by the rules of its group's game."""
    tables = state.sessions[event.session, event.group].tables
    info = tables[event.table] if event.table else next(iter(tables.values()), None)
    if info is None:
        return None
    game = rules_of(info.game)
    return foreign_name(game, event) or game.check_event(event)


def _deal_number_fault(opened: SessionOpened, event: Event) -> Problem | None:
    """The number of deals of a live group is that of the last opening that gives one."""
    if opened.deals is None or opened.kind != "live" or not isinstance(event, OfDeal):
        return None
    if event.data.deal <= opened.deals:
        return None
    return problem(
        "deal-beyond",
        "data.deal",
        deal=event.data.deal,
        session=event.session,
        group=event.group,
        deals=opened.deals,
    )


def _office_deck(state: WorkingState, event: DealCardsEvent, pos: int) -> Problem | None:
    """Adds the office's deck. It is checked against the office's own decks alone, never against
    what a table has shown."""
    key = DealKey(event.session, event.group, event.data.deal)
    shown = shown_by(event.data.button, event.data.cards, event.data.board)
    before = deck_from_office(views_of(state, key).values())
    wider = shown if before is None else widen(before, shown)
    if isinstance(wider, str):
        return problem("office-other-deck", "data", deal=key.number, what=wider)
    fault = twice_dealt(wider) or same_deck_fault(state, key, wider, OFFICE)
    if fault is None:
        set_view(state, key, DeckView(OFFICE, pos, "deck", pos, pos, event.source, shown))
        reconcile(state, key, pos)
    return fault


def _record(
    state: WorkingState, item: Received, event: HandRecordedEvent, pos: int
) -> EventResult | Problem:
    assert event.table is not None, "roster_fault has refused it"
    data = event.data
    key = DealKey(event.session, event.group, data.deal)
    opened = state.sessions[key.session, key.group]
    shown = shown_by(data.button, data.cards, data.board)
    fault = cards_fault(opened, event.table, data)
    if fault is None and (data.board or opened.kind == "archive"):
        game = rules_of(opened.tables[event.table].game)
        fault = board_fault(game, played_line(data.line), data.board)
    ruled = mark_of(state, key, event.table).ruled(data.hand)
    account = replace(account_of_event(event.table, data), ruled=ruled)
    outcome = fault or _end(state, key, account, shown, event.source, pos)
    if outcome is EventResult.NEW:
        _leave(state, HandKey(key, event.table, data.hand), item, starts=True)
    return outcome


def _end(
    state: WorkingState,
    key: DealKey,
    account: HandAccount,
    shown: ShownCards,
    source: str,
    pos: int,
) -> EventResult | Problem:
    """Judges a finished hand by the cards its own table has shown, and stores it as the table's
    play."""
    before = state.plays.get(key, {}).get(account.table)
    if before is not None:
        return _repeat(state, key, account, shown, before, pos)
    fault = twice_dealt(shown) or _voided(state, key, account.table, account.hand)
    fault = fault or _too_many(state, key, account.table, account.hand)
    fault = fault or hand_number_fault(state, key, account.table, account.hand)
    fault = fault or same_deck_fault(state, key, shown, account.table)
    if fault:
        return fault
    judged = judge_own(state.sessions[key.session, key.group], key.number, shown, account)
    if isinstance(judged, Problem):
        return judged
    set_play(state, key, account.table, judged)
    view = views_of(state, key).get((account.table, account.hand))
    if view is None:
        view = DeckView(account.table, account.hand, "hand", pos, pos, source, shown)
    set_view(state, key, replace(view, shown=shown, ended=True))
    reconcile(state, key, pos)
    return EventResult.NEW


def _repeat(
    state: WorkingState,
    key: DealKey,
    account: HandAccount,
    shown: ShownCards,
    before: JudgedPlay,
    pos: int,
) -> EventResult | Problem:
    """A hand of a deal that the table has played: it must be the same hand, perhaps with more
    cards."""
    if not _same_hand(state, key, account, shown, before):
        return problem(
            "played-already",
            "data.deal",
            table=account.table,
            deal=key.number,
            hand=before.play.hand,
        )
    view = views_of(state, key)[account.table, account.hand]
    wider = widen(view.shown, shown)
    if isinstance(wider, str):
        return _other_cards(view, wider)
    if wider == view.shown:
        return EventResult.SAME
    opened = state.sessions[key.session, key.group]
    judged = twice_dealt(wider) or judge_own(opened, key.number, wider, account_of(before.play))
    if isinstance(judged, Problem):
        return judged
    set_play(state, key, account.table, judged)
    set_view(state, key, replace(view, shown=wider))
    reconcile(state, key, pos)
    return EventResult.NEW


def _same_hand(
    state: WorkingState, key: DealKey, account: HandAccount, shown: ShownCards, before: JudgedPlay
) -> bool:
    """Whether the account is of the play before, perhaps with details spelt in another way."""
    if is_same_account(account, before.play):
        return True
    if len(account.line) != len(before.play.line):
        return False
    judged = judge_own(state.sessions[key.session, key.group], key.number, shown, account)
    return isinstance(judged, JudgedPlay) and judged.play == before.play


def _live(state: WorkingState, item: Received, event: LiveEvent, pos: int) -> EventResult | Problem:
    """Applies an event of a hand sent action by action; a complete hand becomes a play."""
    name = hand_key(event)
    hand = state.hands.get(name) or LiveHand()
    repeated_card = already_has(hand, event)
    if repeated_card:
        return repeated_card if isinstance(repeated_card, Problem) else EventResult.SAME
    fault = _voided(state, name.deal, name.table, name.hand) or _after_end(state, name, event)
    fault = fault or _too_many(state, name.deal, name.table, name.hand)
    if fault:
        return fault
    state.hands[name] = hand
    add_event(hand, item, event, pos)
    play = state.plays.get(name.deal, {}).get(name.table)
    if play is not None and (fault := live_board_fault(hand) or _other_board(state, name, hand)):
        del hand.boards[pos]
        hand.received.pop()
        return fault
    _update_view(state, name, hand, event, pos)
    if play is None:
        _finish(state, name, hand, pos)
    _leave(state, name, item, starts=event.type == "hand.started")
    if _has_ended_in_order(state, name):
        _give_up(state, name)
    return EventResult.NEW


def _leave(state: WorkingState, name: HandKey, item: Received, *, starts: bool) -> None:
    """Notes that the table plays the hand ``name``. If it starts, the hand before it can no longer
    be used unless it has ended. Another event may be of a wrong hand, or late."""
    place = name.deal.session, name.deal.group, name.table
    before = state.latest.get(place)
    if before == name:
        return
    if before is not None and starts and _came_late(state, before, item.event):
        starts = False
    if before is not None and starts:
        _give_up(state, before)
    if before is None or starts or _is_over(state, before):
        state.latest[place] = name
        last = before.hand if before else 0
        if name.hand > last + 1:
            state.skipped.append(Skipped(name, last, item))


def _came_late(state: WorkingState, name: HandKey, event: Event) -> bool:
    """Whether its device sent the event before one of the hand ``name`` that has arrived."""
    hand, seq = state.hands.get(name), event.seq
    return hand is not None and any(
        seq is not None and each.seq is not None and each.source == event.source and seq < each.seq
        for each in (item.event for item in hand.received)
    )


def _is_over(state: WorkingState, name: HandKey) -> bool:
    play = state.plays.get(name.deal, {}).get(name.table)
    mark = mark_of(state, name.deal, name.table)
    stands = play is not None and play.play.hand == name.hand
    return stands or name.hand in (*mark.voided, *mark.unusable)


def _has_ended_in_order(state: WorkingState, name: HandKey) -> bool:
    """Whether the end of the hand has come after all that its device sent before it. Without
    numbers the rest of the hand may still come."""
    hand = state.hands.get(name)
    if hand is None or hand.finished is None or not is_live(state, name.deal[:2]):
        return False
    return hand.items[0].event.seq is not None


def _give_up(state: WorkingState, name: HandKey) -> None:
    hand = state.hands.get(name)
    if hand is not None and hand.received and not _is_over(state, name):
        at = hand.items.get(0) or hand.received[-1]
        _is_faulty(state, name, at, incomplete(name, hand))


def _is_faulty(state: WorkingState, name: HandKey, at: Received, fault: Problem) -> None:
    state.faulty_hands.append(FaultyHand(name, at, fault))
    set_unusable(state, name, unusable=True)


def _after_end(state: WorkingState, name: HandKey, event: LiveEvent) -> Problem | None:
    """After the end of a hand only its board cards can still come."""
    judged = state.plays.get(name.deal, {}).get(name.table)
    if judged is None or (event.type == "hand.board" and name.hand == judged.play.hand):
        return None
    return problem(
        "finished-already",
        "data.deal",
        table=name.table,
        deal=name.deal.number,
        hand=judged.play.hand,
    )


def _other_board(state: WorkingState, name: HandKey, hand: LiveHand) -> Problem | None:
    """The problem that a finished hand gets board cards that contradict those it has shown."""
    view = views_of(state, name.deal)[name.table, name.hand]
    wider = widen(view.shown, ShownCards(None, {}, certain_board(hand)))
    return _other_cards(view, wider) if isinstance(wider, str) else None


def _other_cards(view: DeckView, what: str) -> Problem:
    return problem("other-cards-shown", "data", hand=view.hand, table=view.table, what=what)


def _update_view(
    state: WorkingState, name: HandKey, hand: LiveHand, event: LiveEvent, pos: int
) -> None:
    """Updates the hand's view at once: a wrong deck must be found before the hand ends."""
    key = name.deal
    view = views_of(state, key).get((name.table, name.hand))
    if event.type not in ("hand.started", "hand.board") or not (view or hand.started):
        return
    if view is None:
        view = DeckView(name.table, name.hand, "hand", pos, pos, event.source, NOTHING_SHOWN)
    board: str | None = certain_board(hand)
    complete = _assembled(state, name, hand)
    if complete is not None and not isinstance(complete, Problem):
        board = complete[1].board  # cards opened after the last fold are left out
    button = hand.started.button if hand.started else view.shown.button
    if hand.started is None and len(board or "") < len(view.shown.board or ""):
        board = view.shown.board  # the whole hand was sent and shows more than the board event
    shown = ShownCards(button, view.shown.cards, board)
    set_view(state, key, replace(view, shown=shown, board_pos=pos))
    reconcile(state, key, pos)


def _assembled(
    state: WorkingState, name: HandKey, hand: LiveHand
) -> tuple[HandAccount, ShownCards] | Problem | None:
    opened = state.sessions[name.deal.session, name.deal.group]
    hand.ruled = mark_of(state, name.deal, name.table).ruled(name.hand)
    return assemble(name.table, hand, opened.tables[name.table], opened.direction)


def _finish(state: WorkingState, name: HandKey, hand: LiveHand, pos: int) -> None:
    """Stores the hand as a play if it is complete. One that cannot be used is at fault at the
    illegal action, or at its result."""
    complete = _assembled(state, name, hand)
    if complete is None:
        return
    fault: EventResult | Problem
    if isinstance(complete, Problem):
        fault = complete
    else:
        end = hand.items[0].event
        fault = _end(state, name.deal, *complete, end.source, pos)
    if isinstance(fault, Problem):
        at = hand.items.get(fault.action or 0) or hand.items[0]
        _is_faulty(state, name, at, in_live_hand(fault))


def finish_refused(state: WorkingState, event: LiveEvent, pos: int) -> EventResult | Problem | None:
    """Judges a complete hand again that could not be used; None if there is no such hand."""
    name = hand_key(event)
    hand = state.hands.get(name)
    if hand is None or name.table in state.plays.get(name.deal, {}):
        return None
    _finish(state, name, hand, pos)
    if state.faulty_hands:
        return state.faulty_hands.pop().problem
    if name.table in state.plays.get(name.deal, {}):
        return EventResult.NEW
    is_over = name.hand in mark_of(state, name.deal, name.table).unusable
    return incomplete(name, hand) if is_over else None


def _too_many(state: WorkingState, key: DealKey, table: str, hand: int) -> Problem | None:
    views = views_of(state, key)
    if (table, hand) in views or sum(view.table == table for view in views.values()) < MOST_HANDS:
        return None
    return problem("too-many-hands", "data.deal", table=table, deal=key.number, most=MOST_HANDS)


def _voided(state: WorkingState, key: DealKey, table: str, hand: int) -> Problem | None:
    if hand not in mark_of(state, key, table).voided:
        return None
    return problem("hand-voided", "data.hand", hand=hand, table=table, deal=key.number)
