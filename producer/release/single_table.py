"""Single-table groups: nobody plays the same cards later, so chips and board, which everybody in
the room sees, may be shown at once.

A group of several tables shows nothing of a deal before all have finished it (RULES P11). A group
whose roster may still grow does not count as a single table: everything that keeps the gate from
releasing its deals counts here too.
"""

from __future__ import annotations

from collections.abc import Collection

from producer.games.line import DealKey
from producer.record import CurrentHand, HandEvents, RecordSnapshot
from producer.release.verdicts import Group, Verdict, doubts
from producer.release.view import GateView


def single_table_groups(view: GateView, table: str) -> list[Group]:
    """The live groups in which ``table`` is the only one."""
    return [
        group
        for group in view.live
        if view.books[group].tables == (table,) and _undoubted(view, group)
    ]


def hand_on_table(
    record: RecordSnapshot, view: GateView, table: str, cache: dict[tuple[Group, str], HandEvents]
) -> CurrentHand | None:
    """The latest hand at ``table`` in its single-table groups; ``None`` where there is none.

    ``cache`` is updated with the hand of every group whose events do not wait for others.
    """
    hands: list[CurrentHand] = []
    for group in single_table_groups(view, table):
        hand = record.current_hand(group, table, cache.get((group, table)))
        if hand is not None:
            hands.append(hand)
            if not view.books[group].waiting:
                cache[group, table] = hand.hand_events
    return max(hands, key=lambda each: each.hand_events.position, default=None)


def may_show(view: GateView, key: DealKey, table: str, twins: Collection[DealKey]) -> bool:
    """Whether chips and board of the deal may be shown while ``table`` plays it. ``twins``: deals
    with the same cards, all of which must be released."""
    return _sealed_only_by(view.verdict(key), table) and all(
        (verdict := view.verdict(other)) is not None and verdict.state == "released"
        for other in twins
    )


def _sealed_only_by(verdict: Verdict | None, table: str) -> bool:
    """Whether nothing else seals the deal but that ``table`` has not finished it. A deal without a
    known card has no verdict yet."""
    if verdict is None or verdict.state != "sealed":
        return True
    return not verdict.waits and verdict.tables in ((), (table,))


def _undoubted(view: GateView, group: Group) -> bool:
    """The session has no other live group, and nothing but the tables holds back the group."""
    return not view.has_others(group) and not doubts(view.books[group], view.decisions)
