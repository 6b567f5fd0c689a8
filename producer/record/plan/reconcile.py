"""Updates the deck of a deal, and the hands that contradict it, whenever cards are shown.

A hand that fits its own table's cards but not the deck is a contradiction: it stays in the record,
is left out of comparisons, and people decide (RULES P1, P11).
"""

from __future__ import annotations

from dataclasses import replace

from producer.events import DealCards
from producer.games.line import DealKey
from producer.games.registry import rules_of
from producer.problems import Problem
from producer.record.plan.decks import OFFICE, DeckVersion, DeckView, ShownCards, against, versions
from producer.record.plan.judge import JudgedPlay, Proof, account_of, board_fault, judge
from producer.record.plan.state import StandingDeck, WorkingState, set_play, set_view, views_of


def reconcile(state: WorkingState, key: DealKey, pos: int) -> None:
    """Updates the deal's deck and contradictions from its views, after the event at ``pos``."""
    views = views_of(state, key)
    decks = versions(views.values())
    if not decks:
        return
    standing = decks[0]
    _set_deck(state, key, decks)
    for view in list(views.values()):
        if view.table == OFFICE or view.void:
            continue
        if view.name in standing.views:
            what = _play_contradiction(state, key, standing.deck, view)
        else:
            what = against(standing.deck, view, views.values())
        if what != view.contradiction:
            since = (view.since or pos) if what else 0
            set_view(state, key, replace(view, contradiction=what, since=since))


def _set_deck(state: WorkingState, key: DealKey, decks: list[DeckVersion]) -> None:
    """Stores the current deck. A deck that the office has only corrected has no button: it takes
    the next version's, so that every deal that was played has a deck."""
    standing = decks[0]
    deck = standing.deck
    button = next((each.deck.button for each in decks if each.deck.button is not None), None)
    if button is None:
        return
    cards = DealCards.model_construct(
        deal=key.number, button=button, cards=deck.cards, board=deck.board or ""
    )
    now = StandingDeck(cards, standing.is_sure)
    if state.decks.get(key) != now:
        state.decks[key] = now
        state.changed_decks.add(key)


def _play_contradiction(state: WorkingState, key: DealKey, deck: ShownCards, view: DeckView) -> str:
    """How the hand's line or result contradicts the deck, in words; empty if it fits."""
    judged = state.plays.get(key, {}).get(view.table)
    if judged is None or judged.play.hand != view.hand:
        return ""
    is_corrected = any(each.kind == "correction" for each in views_of(state, key).values())
    if judged.proof < Proof.OWN_CARDS or is_corrected:
        opened = state.sessions[key.session, key.group]
        again = judge(opened, key.number, deck, account_of(judged.play))
        if isinstance(again, Problem):
            return again.reason
        if judged.proof < Proof.OWN_CARDS and again.proof is not judged.proof:
            set_play(state, key, view.table, JudgedPlay(judged.play, again.proof))
    short = board_fault(rules_of(judged.play.game), judged.play.line, deck.board or "")
    return short.reason if short else ""
