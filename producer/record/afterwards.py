"""Events about plays that were told before: voids, reviews, corrections. Pure.

Each replaces what was derived; what it replaces stays in the log.
"""

from __future__ import annotations

from dataclasses import replace

from producer.events import (
    DealCards,
    DealCorrectedEvent,
    HandClearedEvent,
    HandCorrected,
    HandCorrectedEvent,
    HandUnderReviewEvent,
    HandVoidedEvent,
)
from producer.feeds.sanity import Fault, repeated
from producer.games.line import DealKey, Play
from producer.record.judge import Account, Proof, account_of, judge, played_line
from producer.record.known import Known, keep, mark_place, marked
from producer.record.live import HandKey
from producer.record.marks import Mark, Void

AfterHand = HandVoidedEvent | HandCorrectedEvent | HandUnderReviewEvent | HandClearedEvent


def void(known: Known, event: HandVoidedEvent, place: HandKey) -> Fault | None:
    """Takes the table's play, or its hand in progress, out of everything derived; the deal is void
    there unless a play of another hand stands. Of a hand that is void already only whether the
    table plays the deal again can be told otherwise."""
    before = marked(known, place.deal, place.table)
    void: Void = "replay" if event.data.replay else "final"
    play = _play(known, place)
    stands = play is not None and play.hand == place.hand
    if not stands and place.hand in before.voided:
        return _void_otherwise(known, event, place, void)
    if not stands and place not in known.hands:
        return _no_such_hand(known, place)
    other = None if stands else known.plays.get(place.deal, {}).get(place.table)
    if stands:
        del known.plays[place.deal][place.table]
        known.changed_plays.add((place.deal, place.table))
        key = place.deal
        name = key.session, key.group, place.table, place.hand
        known.numbers.get(name, set()).discard(key.number)
    known.hands.pop(place, None)
    under = _without(before.reviewed, place.hand)
    mark = replace(
        before,
        voided=(*before.voided, place.hand),
        void=void,
        review=bool(under),
        reviewed=under,
        reason=event.data.reason,
        void_reasons=(*before.void_reasons, event.data.reason),
    )
    mark_place(known, place.deal, place.table, mark)
    if other is not None:
        keep(known, place.deal, place.table, other)
    return None


def _void_otherwise(
    known: Known, event: HandVoidedEvent, place: HandKey, void: Void
) -> Fault | None:
    before = marked(known, place.deal, place.table)
    if place.hand != before.voided[-1] or before.void in ("", void):
        return Fault(
            f"{_was_voided(place)} already",
            "Discard this; whether the table plays the deal again can be told otherwise (`replay`) "
            "until it has",
        )
    told = event.data.reason
    reasons = (*before.void_reasons[:-1], told)
    mark = replace(before, void=void, reason=told, void_reasons=reasons)
    mark_place(known, place.deal, place.table, mark)
    return None


def review(
    known: Known, event: HandUnderReviewEvent | HandClearedEvent, place: HandKey
) -> Fault | None:
    """Of a hand that its table has told, or has begun to tell; it may be void by now."""
    before = marked(known, place.deal, place.table)
    under = event.type == "hand.under_review"
    play = _play(known, place)
    stands = play is not None and play.hand == place.hand
    if not (stands or place in known.hands or place.hand in before.voided):
        return _no_such_hand(known, place)
    is_under = place.hand in before.reviewed if before.reviewed else before.review
    if not (under or is_under):
        return Fault(
            f"hand {place.hand} of table {place.table} (deal {place.deal.number}) is not under "
            "review",
            "Correct the numbers of deal and hand; a void is not taken back by it, but by telling "
            "the hand again, whole, with hand.corrected",
        )
    others = _without(before.reviewed, place.hand)
    hands = (*others, place.hand) if under else others
    told = event.data.reason
    mark = replace(before, review=bool(hands), reviewed=hands, reason=told, review_reason=told)
    mark_place(known, place.deal, place.table, mark)
    return None


def correct_hand(known: Known, event: HandCorrectedEvent, place: HandKey) -> Fault | None:
    """The table's play as corrected; judged like any other."""
    deal = known.deals.get(place.deal)
    play = _play(known, place)
    if play is not None and play.hand != place.hand:
        return _no_such_hand(known, place)
    account = _corrected(known, place, play, event.data)
    if account is None or deal is None:
        return _no_such_hand(known, place)
    judged = judge(known.sessions[place.deal.session, place.deal.group], deal, account)
    if isinstance(judged, Fault):
        return judged
    before = marked(known, place.deal, place.table)
    mark_place(
        known, place.deal, place.table, replace(_once_more(before, event.data.reason), void="")
    )
    keep(known, place.deal, place.table, judged)
    return None


def corrected_deal(known: Known, event: DealCorrectedEvent, key: DealKey) -> DealCards | Fault:
    """The deck as corrected, put in place of the old; every play must stand with it. Empty cards
    take a seat's away: they are not known until they are told anew."""
    before = known.deals.get(key)
    if before is None:
        return Fault(
            f"deal {key.number} is not known yet",
            "Send its cards with deal.cards, not a correction",
        )
    told = event.data
    cards = {**before.cards, **told.cards}
    after = DealCards(
        deal=before.deal,
        button=told.button or before.button,
        cards={seat: cards[seat] for seat in sorted(cards) if cards[seat]},
        board=before.board if told.board is None else told.board,
    )
    twice = repeated(after.cards, after.board)
    if twice:
        return Fault(f"card {twice} would be dealt twice", "Correct both places in one event")
    again: dict[str, Proof] = {}
    for table, proof in sorted(known.plays.get(key, {}).items()):
        judged = judge(known.sessions[key.session, key.group], after, account_of(proof.play))
        if isinstance(judged, Fault):
            return Fault(
                f"table {table} has played the deal otherwise: {judged.reason}",
                "Void that table's hand first, correct the deal, then tell the hand again with "
                "hand.corrected",
            )
        again[table] = judged
    known.deals[key] = after
    known.changed_deals.add(key)
    for table, proof in again.items():
        keep(known, key, table, proof)
    mark_place(known, key, "", _once_more(marked(known, key, ""), told.reason))
    return after


def _once_more(mark: Mark, reason: str) -> Mark:
    """Corrected once more."""
    return replace(mark, corrected=mark.corrected + 1, reason=reason, corrected_reason=reason)


def _corrected(
    known: Known, place: HandKey, play: Play | None, told: HandCorrected
) -> Account | None:
    """The account with what the correction replaces; None where too little is known of it."""
    if play is not None:
        base = account_of(play)
    elif told.line is not None and told.result is not None:
        hand = known.hands.get(place)
        start = hand.started if hand else None
        stacks, players = (start.stacks, start.players) if start else ({}, {})
        base = Account(place.table, place.hand, stacks, players, (), {})
    else:
        return None
    return replace(
        base,
        stacks=base.stacks if told.stacks is None else told.stacks,
        players=base.players if told.players is None else told.players,
        line=base.line if told.line is None else played_line(told.line),
        result=base.result if told.result is None else told.result,
    )


def _play(known: Known, place: HandKey) -> Play | None:
    proof = known.plays.get(place.deal, {}).get(place.table)
    return proof.play if proof else None


def _no_such_hand(known: Known, place: HandKey) -> Fault:
    number, play = place.deal.number, _play(known, place)
    if place.hand in marked(known, place.deal, place.table).voided:
        return Fault(
            _was_voided(place),
            "A replay has a number of its own; a hand voided by mistake is told again, whole, with "
            "hand.corrected (line and result)",
        )
    played = f"; it has played it as hand {play.hand}" if play else ""
    return Fault(
        f"table {place.table} has told no hand {place.hand} of deal {number}{played}",
        "Correct the numbers of deal and hand; a hand of which nothing usable was told is "
        "corrected with its whole line and result",
    )


def _without(hands: tuple[int, ...], hand: int) -> tuple[int, ...]:
    return tuple([each for each in hands if each != hand])


def _was_voided(place: HandKey) -> str:
    return f"hand {place.hand} of table {place.table} (deal {place.deal.number}) was voided"
