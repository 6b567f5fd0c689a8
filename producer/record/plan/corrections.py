"""Applies voids, reviews, corrections and the choice of a deck to the working state.

They replace what was derived; the earlier events stay in the log.
"""

from __future__ import annotations

from dataclasses import replace

from producer.events import (
    DealCorrectedEvent,
    DeckChosenEvent,
    HandClearedEvent,
    HandCorrected,
    HandCorrectedEvent,
    HandRuledEvent,
    HandStarted,
    HandUnderReviewEvent,
    HandVoidedEvent,
)
from producer.games.line import DealKey, Play
from producer.messages import message
from producer.problems import Problem, problem
from producer.record.plan.decks import (
    NOTHING_SHOWN,
    OFFICE,
    DeckView,
    ShownCards,
    chosen_version,
    corrected,
    deck_from_office,
    twice_dealt,
    versions,
)
from producer.record.plan.judge import HandAccount, account_of, judge_own, played_line
from producer.record.plan.live_hands import HandKey, LiveHand, incomplete, line_so_far
from producer.record.plan.marks import Mark, Void
from producer.record.plan.reconcile import reconcile
from producer.record.plan.state import WorkingState, mark_of, set_mark, set_play, set_view, views_of

HandChange = (
    HandVoidedEvent | HandCorrectedEvent | HandUnderReviewEvent | HandClearedEvent | HandRuledEvent
)


def void(state: WorkingState, event: HandVoidedEvent, place: HandKey, pos: int) -> Problem | None:
    """Removes the table's play, or its hand in progress, from everything derived. The deal is void
    at the table unless it has a play of another hand. For a hand that is void already, only
    ``replay`` can be changed."""
    before = mark_of(state, place.deal, place.table)
    void: Void = "replay" if event.data.replay else "final"
    stands = _stands(state, place)
    if not stands and place.hand in before.voided:
        return _change_void(state, event, place, void)
    if not stands and place not in state.hands:
        return _no_such_hand(state, place)
    _take_out(state, place, void, event.data.reason)
    reconcile(state, place.deal, pos)
    return None


def _stands(state: WorkingState, place: HandKey) -> bool:
    play = _play(state, place)
    return play is not None and play.hand == place.hand


def _take_out(state: WorkingState, place: HandKey, void: Void, reason: str) -> None:
    """Voids the hand; a play of another hand by the table stays."""
    key = place.deal
    before = mark_of(state, key, place.table)
    stands = _stands(state, place)
    other = None if stands else state.plays.get(key, {}).get(place.table)
    if stands:
        del state.plays[key][place.table]
        state.changed_plays.add((key, place.table))
        name = key.session, key.group, place.table, place.hand
        state.numbers.get(name, set()).discard(key.number)
    state.hands.pop(place, None)
    under = _without(before.reviewed, place.hand)
    mark = replace(
        before,
        voided=(*before.voided, place.hand),
        void=void,
        review=bool(under),
        reviewed=under,
        reason=reason,
        void_reasons=(*before.void_reasons, reason),
        unusable=_without(before.unusable, place.hand),
    )
    set_mark(state, key, place.table, mark)
    state.settled[place] = "is void"
    if other is not None:
        set_play(state, key, place.table, other)
    view = views_of(state, key).get((place.table, place.hand))
    if view is not None:
        set_view(state, key, replace(view, void=True))


def _change_void(
    state: WorkingState, event: HandVoidedEvent, place: HandKey, void: Void
) -> Problem | None:
    before = mark_of(state, place.deal, place.table)
    if place.hand != before.voided[-1] or before.void in ("", void):
        return _of_hand("voided-already", place)
    reason = event.data.reason
    reasons = (*before.void_reasons[:-1], reason)
    mark = replace(before, void=void, reason=reason, void_reasons=reasons)
    set_mark(state, place.deal, place.table, mark)
    return None


def review(
    state: WorkingState, event: HandUnderReviewEvent | HandClearedEvent, place: HandKey
) -> Problem | None:
    """Puts a hand under review or clears it; the hand may be in progress or void."""
    before = mark_of(state, place.deal, place.table)
    under = event.type == "hand.under_review"
    play = _play(state, place)
    stands = play is not None and play.hand == place.hand
    if not (stands or place in state.hands or place.hand in before.voided):
        return _no_such_hand(state, place)
    is_under = place.hand in before.reviewed if before.reviewed else before.review
    if not (under or is_under):
        return _of_hand("not-under-review", place)
    others = _without(before.reviewed, place.hand)
    hands = (*others, place.hand) if under else others
    reason = event.data.reason
    mark = replace(before, review=bool(hands), reviewed=hands, reason=reason, review_reason=reason)
    set_mark(state, place.deal, place.table, mark)
    return None


def correct_hand(
    state: WorkingState, event: HandCorrectedEvent, place: HandKey, pos: int
) -> Problem | None:
    """Replaces the table's play by the corrected one. It is judged by the cards its own table has
    shown, as corrected."""
    key, data = place.deal, event.data
    play = _play(state, place)
    if play is not None and play.hand != place.hand:
        return _no_such_hand(state, place)
    account = _corrected(state, place, play, data)
    view = views_of(state, key).get((place.table, place.hand))
    if isinstance(account, Problem):
        return account
    if view is None and data.button is None:
        return _of_hand("start-missing", place)
    if view is None:
        view = DeckView(place.table, place.hand, "hand", pos, pos, event.source, NOTHING_SHOWN)
    shown = corrected(view.shown, ShownCards(data.button, data.cards, data.board))
    fault = twice_dealt(shown)
    if fault:
        return fault
    account = replace(account, ruled=mark_of(state, key, place.table).ruled(place.hand))
    judged = judge_own(state.sessions[key.session, key.group], key.number, shown, account)
    if isinstance(judged, Problem):
        return judged
    before = mark_of(state, key, place.table)
    set_mark(state, key, place.table, replace(_counted(before, data.reason), void=""))
    set_play(state, key, place.table, judged)
    pos_of_board = view.board_pos if data.board is None else pos
    pos_of_cards = pos if data.cards or data.button else view.pos
    now = replace(view, shown=shown, pos=pos_of_cards, board_pos=pos_of_board)
    set_view(state, key, replace(now, ended=True, void=False))
    reconcile(state, key, pos)
    return None


def correct_deal(state: WorkingState, event: DealCorrectedEvent, pos: int) -> Problem | None:
    """Corrects the deal's deck; hands played before are read with the correction. It is checked
    against the office's own deck alone. Empty cards remove a seat's cards until they are shown
    again."""
    key = DealKey(event.session, event.group, event.data.deal)
    data = event.data
    cards = ShownCards(data.button, data.cards, data.board)
    fault = twice_dealt(corrected(deck_from_office(views_of(state, key).values()), cards))
    if fault:
        return replace(fault, code="card-would-be-twice")
    set_view(state, key, DeckView(OFFICE, pos, "correction", pos, pos, event.source, cards))
    set_mark(state, key, "", _counted(mark_of(state, key, ""), data.reason))
    reconcile(state, key, pos)
    return None


def choose_deck(state: WorkingState, event: DeckChosenEvent, pos: int) -> Problem | None:
    """Sets the deck that the producer chose; hands played from another deck become void."""
    key, data = DealKey(event.session, event.group, event.data.deal), event.data
    views = views_of(state, key)
    chosen = chosen_version(versions(views.values()), data.table, key.number)
    if isinstance(chosen, Problem):
        return chosen
    set_view(state, key, DeckView(OFFICE, pos, "choice", pos, pos, event.source, chosen.deck))
    for view in list(views.values()):
        if view.table != OFFICE and not view.void and view.name not in chosen.views:
            reason = f"played from another deck than the one chosen: {data.reason}"[:1000]
            void: Void = "replay" if data.replay else "final"
            _take_out(state, HandKey(key, view.table, view.hand), void, reason)
    reconcile(state, key, pos)
    return None


def _counted(mark: Mark, reason: str) -> Mark:
    return replace(mark, corrected=mark.corrected + 1, reason=reason, corrected_reason=reason)


def _corrected(
    state: WorkingState, place: HandKey, play: Play | None, correction: HandCorrected
) -> HandAccount | Problem:
    """The hand as corrected: the table's play, or what the device has sent, or the whole hand."""
    base = _as_sent(state, place, correction) if play is None else account_of(play)
    if isinstance(base, Problem):
        return base
    return replace(
        base,
        stacks=base.stacks if correction.stacks is None else correction.stacks,
        players=base.players if correction.players is None else correction.players,
        line=base.line if correction.line is None else played_line(correction.line),
        result=base.result if correction.result is None else correction.result,
    )


def _as_sent(
    state: WorkingState, place: HandKey, correction: HandCorrected
) -> HandAccount | Problem:
    """A hand sent action by action that could not be used, with its start as corrected. What the
    correction replaces need not have been sent."""
    hand = state.hands.get(place) or LiveHand()
    line, result = correction.line, correction.result
    if not hand.received and (line is None or result is None):
        return _no_such_hand(state, place)
    start = hand.started
    stacks, players = (start.stacks, start.players) if start else ({}, {})
    base = HandAccount(place.table, place.hand, stacks, players, (), {})
    if line is None:
        button = correction.button or (start.button if start else None)
        if button is None:
            return _of_hand("start-missing", place)
        opened = state.sessions[place.deal.session, place.deal.group]
        sent = replace(
            hand,
            started=HandStarted.model_construct(
                deal=place.deal.number,
                hand=place.hand,
                button=button,
                stacks=stacks if correction.stacks is None else correction.stacks,
                players=players,
            ),
        )
        found = line_so_far(sent, opened.tables[place.table], opened.direction)
        if found is None:
            return incomplete(place, hand)
        base = replace(base, line=found)
    if result is None:
        if hand.finished is None:
            return incomplete(place, hand)
        base = replace(base, result=hand.finished.result)
    return base


def _play(state: WorkingState, place: HandKey) -> Play | None:
    judged = state.plays.get(place.deal, {}).get(place.table)
    return judged.play if judged else None


def _no_such_hand(state: WorkingState, place: HandKey) -> Problem:
    play = _play(state, place)
    if place.hand in mark_of(state, place.deal, place.table).voided:
        return _of_hand("hand-voided", place)
    played = message("; it has played it as hand {n}", n=play.hand) if play else ""
    return _of_hand("no-such-hand", place, played=played)


def _without(hands: tuple[int, ...], hand: int) -> tuple[int, ...]:
    return tuple([each for each in hands if each != hand])


def _of_hand(code: str, place: HandKey, **more: str) -> Problem:
    return problem(
        code, "data.hand", hand=place.hand, table=place.table, deal=place.deal.number, **more
    )
