"""What an event means once others are known: sessions, deals and plays. Pure.

``settle`` takes one event after the other, in the order of the log; the same events in the same
order always give the same sessions, deals and plays, so that these can be dropped and rebuilt.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from producer.events import (
    DealCards,
    DealCardsEvent,
    DealCorrectedEvent,
    Event,
    HandRecordedEvent,
    SessionOpened,
    SessionOpenedEvent,
)
from producer.feeds import Heard
from producer.feeds.sanity import Fault
from producer.games.line import DealKey, Play
from producer.record import afterwards
from producer.record.afterwards import AfterHand
from producer.record.judge import Account, Proof, account_of, held_fault, judge, recorded, retells
from producer.record.known import Known, keep, marked
from producer.record.live import (
    WHOLE_BOARD,
    Hand,
    HandKey,
    LiveEvent,
    add,
    assemble,
    board,
    hand_key,
    told_before,
)
from producer.record.openings import merge
from producer.record.twins import same_deck, same_number
from producer.record.widen import widen

GROUP_S_OWN = frozenset(
    {"session.opened", "deal.cards", "deal.corrected", "event.nudged", "quarantine.decided"}
)
"""What needs no table."""


OfDeal = LiveEvent | HandRecordedEvent | DealCardsEvent


class Outcome(Enum):
    """``NEW``: the event belongs in the log. ``SAME``: it is known already, under another id."""

    NEW = "new"
    SAME = "same"


def settle(known: Known, item: Heard, pos: int) -> Outcome | Fault:
    """Takes ``item``, of an open session and its roster, into ``known``; a Fault leaves it as it
    was. The event shows no fault by itself; ``pos``: where it stands in the log."""
    event = item.event
    if isinstance(event, LiveEvent):
        return _live(known, item, event, pos)
    if event.type == "hand.recorded":
        return _record(known, event)
    if event.type == "session.opened":
        return _open(known, event)
    found: Fault | None = None
    if event.type == "deal.cards":
        key = DealKey(event.session, event.group, event.data.deal)
        found = _show(known, key, event.data)
    elif event.type == "deal.corrected":
        found = _correct_deal(known, event)
    elif isinstance(event, AfterHand):
        found = _afterwards(known, event)
    return found or Outcome.NEW


def _afterwards(known: Known, event: AfterHand) -> Fault | None:
    assert event.table is not None, "homeless has refused it"
    key = DealKey(event.session, event.group, event.data.deal)
    place = HandKey(key, event.table, event.data.hand)
    if event.type == "hand.voided":
        return afterwards.void(known, event, place)
    if event.type == "hand.corrected":
        return afterwards.correct_hand(known, event, place)
    return afterwards.review(known, event, place)


def _correct_deal(known: Known, event: DealCorrectedEvent) -> Fault | None:
    key = DealKey(event.session, event.group, event.data.deal)
    before = known.deals.get(key)
    after = afterwards.corrected_deal(known, event, key)
    if isinstance(after, Fault):
        return after
    _finish_waiting(known, key, before)
    return None


def take_live(known: Known, item: Heard, pos: int) -> None:
    """Adds an event of the log to the hand it belongs to, without looking at the hand."""
    if isinstance(item.event, LiveEvent):
        add(known.hands.setdefault(hand_key(item.event), Hand()), item, item.event, pos)


def _open(known: Known, event: SessionOpenedEvent) -> Outcome | Fault:
    group = event.session, event.group
    before = known.sessions.get(group)
    merged = merge(before, event.data)
    if isinstance(merged, Fault):
        return merged
    if merged == before:
        return Outcome.SAME
    known.sessions[group] = merged
    known.changed_sessions.add(group)
    return Outcome.NEW


def homeless(known: Known, event: Event) -> Fault | None:
    """Events need a table of the open session's roster, and a deal of those it plays; only some
    can be the whole group's."""
    opened = known.sessions[event.session, event.group]
    group = f"session {event.session}, group {event.group}"
    if event.table is None:
        if event.type in GROUP_S_OWN:
            return _beyond(opened, event)
        return Fault("the event names no table", "Name the table and send the event again")
    if event.table not in opened.tables:
        return Fault(
            f"table {event.table} is not in the roster of {group}",
            "Send session.opened with this table first, then this event again",
        )
    return _beyond(opened, event)


def _beyond(opened: SessionOpened, event: Event) -> Fault | None:
    """A group plays as many deals as its opening says; the last one that tells it counts."""
    if opened.deals is None or opened.kind != "live" or not isinstance(event, OfDeal):
        return None
    if event.data.deal <= opened.deals:
        return None
    return Fault(
        f"deal {event.data.deal}: session {event.session}, group {event.group} plays "
        f"{opened.deals} deals",
        "Correct the number of the deal and send the event again; where more are played, send "
        "session.opened with as many `deals`, then release this",
    )


def _show(known: Known, key: DealKey, told: DealCards) -> Fault | None:
    """Adds what ``told`` shows of a deal."""
    wider = widen(known.deals.get(key), told)
    return wider if isinstance(wider, Fault) else _adopt(known, key, wider)


def _adopt(known: Known, key: DealKey, wider: DealCards) -> Fault | None:
    """The cards of a deal as ``widen`` gives them; plays not proved so far must stand with them.

    Hands that waited for their board may be complete now.
    """
    before = known.deals.get(key)
    if wider is before:
        return None
    found = same_deck(known, key, wider)
    if found:
        return found
    opened = known.sessions[key.session, key.group]
    again: dict[str, Proof] = {}
    for table, proof in sorted(known.plays.get(key, {}).items()):  # told in a rebuild alike
        if not proof.proved:
            judged = judge(opened, wider, account_of(proof.play))
            if isinstance(judged, Fault):
                return Fault(
                    f"table {table} has played the deal otherwise: {judged.reason}",
                    "Correct these cards, or void that table's hand and send it again",
                )
            again[table] = judged
    known.deals[key] = wider
    known.changed_deals.add(key)
    for table, proof in again.items():
        keep(known, key, table, proof)
    _finish_waiting(known, key, before)
    return None


def _finish_waiting(known: Known, key: DealKey, before: DealCards | None) -> None:
    """Hands that the deck, as known ``before``, left incomplete may be complete now."""
    played = known.plays.get(key, {})
    waiting = [name for name in known.hands if name.deal == key and name.table not in played]
    for name in sorted(waiting):  # the one that counts is the same in a rebuild
        if _assembled(known, name, known.hands[name], before) is None:
            _finish(known, name, known.hands[name])


def _record(known: Known, event: HandRecordedEvent) -> Outcome | Fault:
    assert event.table is not None, "_homeless has refused it"
    data = event.data
    key = DealKey(event.session, event.group, data.deal)
    shown = DealCards(deal=data.deal, button=data.button, cards=data.cards, board=data.board)
    found = held_fault(known.sessions[key.session, key.group], event.table, data)
    return found or _play(known, key, recorded(event.table, data), shown)


def _play(known: Known, key: DealKey, account: Account, shown: DealCards) -> Outcome | Fault:
    """A hand told to its end: judged, and taken as the table's play of the deal."""
    before = known.plays.get(key, {}).get(account.table)
    if before is not None:
        return _again(known, key, account, shown, before.play)
    found = _voided(known, key, account.table, account.hand)
    found = found or same_number(known, key, account.table, account.hand)
    if found:
        return found
    wider = widen(known.deals.get(key), shown)
    if isinstance(wider, Fault):
        return wider
    judged = judge(known.sessions[key.session, key.group], wider, account)
    if isinstance(judged, Fault):
        return judged
    found = _adopt(known, key, wider)
    if found:
        return found
    keep(known, key, account.table, judged)
    return Outcome.NEW


def _again(
    known: Known, key: DealKey, account: Account, shown: DealCards, before: Play
) -> Outcome | Fault:
    """The table has a play of the deal: the same is told again, perhaps with more cards."""
    if not retells(account, before):
        return Fault(
            f"table {account.table} has played deal {key.number} already, and otherwise "
            f"(as hand {before.hand})",
            "If this is the right account, void the other; if it is another table's, name that",
        )
    deal = known.deals[key]
    found = _show(known, key, shown)
    return found or (Outcome.SAME if known.deals[key] is deal else Outcome.NEW)


_WHOLE = (
    ". What was told of it stays in the log: send it whole, as hand.corrected with line and result "
    "(docs/feed.md)"
)


def _live(known: Known, item: Heard, event: LiveEvent, pos: int) -> Outcome | Fault:
    """An event of a hand told action by action: the play is there when the hand is complete."""
    name = hand_key(event)
    hand = known.hands.get(name) or Hand()
    told = told_before(hand, event)
    if told:
        return told if isinstance(told, Fault) else Outcome.SAME
    voided = _voided(known, name.deal, name.table, name.hand)
    if voided:
        return voided
    before = known.plays.get(name.deal, {}).get(name.table)
    if before is not None:
        return _late(known, hand, item, event, before.play, pos)
    known.hands[name] = hand
    add(hand, item, event, pos)
    _finish(known, name, hand, item)
    return Outcome.NEW


def _finish(known: Known, name: HandKey, hand: Hand, item: Heard | None = None) -> None:
    """Takes the hand as a play if all of it is there; ``item`` is the event that came last."""
    if hand.finished is None:
        return
    complete = _assembled(known, name, hand, known.deals.get(name.deal))
    if complete is None:
        return
    found = _play(known, name.deal, *complete)
    if isinstance(found, Fault):
        at = hand.items.get(found.action or 0) or item or hand.items[0]
        known.wrong.append((at, replace(found, mend=f"{found.mend}{_WHOLE}")))


def finish_again(known: Known, event: LiveEvent) -> Outcome | Fault | None:
    """A hand that could not be used as it was told, once more; None where there is none such."""
    name = hand_key(event)
    hand = known.hands.get(name)
    if hand is None or name.table in known.plays.get(name.deal, {}):
        return None
    _finish(known, name, hand)
    if known.wrong:
        return known.wrong.pop()[1]
    return Outcome.NEW if name.table in known.plays.get(name.deal, {}) else None


def _assembled(
    known: Known, name: HandKey, hand: Hand, deal: DealCards | None
) -> tuple[Account, DealCards] | None:
    opened = known.sessions[name.deal.session, name.deal.group]
    return assemble(name.table, hand, opened.tables[name.table], opened.direction, deal)


def _late(
    known: Known, hand: Hand, item: Heard, event: LiveEvent, play: Play, pos: int
) -> Outcome | Fault:
    """After a hand's end only cards of its board can still come."""
    if event.type != "hand.board" or event.data.hand != play.hand:
        return Fault(
            f"table {play.table} has finished deal {event.data.deal} already, as hand {play.hand}",
            "If the deal was played again, void the first hand; else correct the hand's number",
        )
    key = hand_key(event).deal
    cards = board(Hand(boards={**hand.boards, pos: event}))
    found = None
    if len(cards) == WHOLE_BOARD:
        found = _show(known, key, known.deals[key].model_copy(update={"board": cards}))
    elif len(cards) > WHOLE_BOARD:
        found = Fault(f"a board of {len(cards) // 2} cards", "Correct the cards of the board")
    if found is None:
        known.hands[hand_key(event)] = hand
        add(hand, item, event, pos)
    return found or Outcome.NEW


def _voided(known: Known, key: DealKey, table: str, hand: int) -> Fault | None:
    if hand not in marked(known, key, table).voided:
        return None
    return Fault(
        f"hand {hand} of table {table} was voided",
        "A replay has a number of its own; a hand voided by mistake is told again, whole, with "
        "hand.corrected",
    )
