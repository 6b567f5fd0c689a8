"""The deck of a deal and every hand that does not fit it, after anything was shown. Pure.

A hand that fits its own table's view but not the deck is a contradiction: it stays in the record,
is kept out of comparisons, and people decide (RULES P1, P11).
"""

from __future__ import annotations

from dataclasses import replace

from producer.events import DealCards
from producer.games.line import DealKey
from producer.problems import Problem
from producer.record.plan.decks import OFFICE, DeckView, Shown, Version, against, versions
from producer.record.plan.judge import Judged, Proof, account_of, board_fault, judge
from producer.record.plan.state import Known, StandingDeck, keep, set_view, views_of


def reconcile(known: Known, key: DealKey, pos: int) -> None:
    """Brings the deal's deck and its contradictions up to the views, after the event at ``pos``."""
    views = views_of(known, key)
    found = versions(views.values())
    if not found:
        return
    standing = found[0]
    _set_deck(known, key, found)
    for view in list(views.values()):
        if view.table == OFFICE or view.void:
            continue
        if view.name in standing.views:
            what = _of_the_play(known, key, standing.deck, view)
        else:
            what = against(standing.deck, view, views.values())
        if what != view.contradiction:
            since = (view.since or pos) if what else 0
            set_view(known, key, replace(view, contradiction=what, since=since))


def _set_deck(known: Known, key: DealKey, found: list[Version]) -> None:
    """A deck that the office has only corrected has no button: it is the one of the next version,
    so that every deal that was played has a deck."""
    standing = found[0]
    deck = standing.deck
    button = next((each.deck.button for each in found if each.deck.button is not None), None)
    if button is None:
        return
    cards = DealCards.model_construct(
        deal=key.number, button=button, cards=deck.cards, board=deck.board or ""
    )
    now = StandingDeck(cards, standing.is_sure)
    if known.decks.get(key) != now:
        known.decks[key] = now
        known.changed_decks.add(key)


def _of_the_play(known: Known, key: DealKey, deck: Shown, view: DeckView) -> str:
    """What of the hand's line or result does not follow from the deck, in words."""
    judged = known.plays.get(key, {}).get(view.table)
    if judged is None or judged.play.hand != view.hand:
        return ""
    is_corrected = any(each.kind == "correction" for each in views_of(known, key).values())
    if judged.proof < Proof.OWN_CARDS or is_corrected:
        opened = known.sessions[key.session, key.group]
        again = judge(opened, deck, account_of(judged.play))
        if isinstance(again, Problem):
            return again.reason
        if judged.proof < Proof.OWN_CARDS and again.proof is not judged.proof:
            keep(known, key, view.table, Judged(judged.play, again.proof))
    short = board_fault(judged.play.line, deck.board or "")
    return short.reason if short else ""
