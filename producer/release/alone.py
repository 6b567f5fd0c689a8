"""Tables that play for themselves: nobody plays their cards again, so that what everybody in the
room sees of them, chips and board, may be shown at once.

A group of several tables shows nothing of a deal before all have played it (RULES P11). One whose
roster may grow is not alone: the same doubts count that keep the gate from releasing a deal.
"""

from __future__ import annotations

from collections.abc import Collection

from producer.games.line import DealKey
from producer.record import CurrentHand, HandEvents, RecordSnapshot
from producer.release.state import Group, Verdict, doubts
from producer.release.view import GateView


def groups_alone(view: GateView, table: str) -> list[Group]:
    """The live groups that are this one table."""
    return [
        group
        for group in view.live
        if view.books[group].tables == (table,) and _undoubted(view, group)
    ]


def lying(
    record: RecordSnapshot, view: GateView, table: str, known: dict[tuple[Group, str], HandEvents]
) -> CurrentHand | None:
    """What lies on the table, which is alone in its group, of several groups what was told last.

    ``known``: the hands as they were told, kept from question to question while nothing waits.
    """
    found: list[CurrentHand] = []
    for group in groups_alone(view, table):
        lies = record.current_hand(group, table, known.get((group, table)))
        if lies is not None:
            found.append(lies)
            if not view.books[group].waiting:
                known[group, table] = lies.hand_events
    return max(found, key=lambda each: each.hand_events.position, default=None)


def may_show(view: GateView, key: DealKey, table: str, twins: Collection[DealKey]) -> bool:
    """Whether the public part of the deal may be shown while ``table``, alone in its group, plays
    it. ``twins``: deals seen to be the same cards, which must be out themselves."""
    return _sealed_only_by(view.verdict(key), table) and all(
        (verdict := view.verdict(other)) is not None and verdict.state == "released"
        for other in twins
    )


def _sealed_only_by(verdict: Verdict | None, table: str) -> bool:
    """Sealed for no other reason than that this table has not finished it; a deal of which no
    card is known has no verdict yet."""
    if verdict is None or verdict.state != "sealed":
        return True
    return not verdict.waits and verdict.tables in ((), (table,))


def _undoubted(view: GateView, group: Group) -> bool:
    """No other live group of the session, whose deals may be the same, and no doubt of its own."""
    return not view.others(group) and not doubts(view.books[group], view.house)
