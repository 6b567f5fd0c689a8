"""Voids, corrections and reviews of a deal, and which came after something was shown. Pure.

The words name tables and hands, never cards.
"""

from __future__ import annotations

from collections.abc import Mapping

from producer.games.line import Deal
from producer.messages import in_a_row, message
from producer.record import Mark

Marks = Mapping[str, Mark]
"""By table, ``""`` for the deal itself."""

NO_MARK = Mark()


def changes_since(before: Marks, after: Marks) -> tuple[str, ...]:
    """What changed from ``before`` to ``after``, in words, by table.

    >>> changes_since({}, {"4": Mark(voided=(12,), void="replay", reason="a card was exposed")})
    ('table 4: hand 12 was voided (a card was exposed)',)
    """
    return tuple(
        message(
            "{what}: {change}",
            what=message("table {name}", name=table) if table else message("the deal"),
            change=in_a_row((words, f"({why})"), " ") if why else words,
        )
        for table, now in sorted(after.items())
        for words, why in _words(before.get(table, NO_MARK), now)
    )


def why_not_counted(deal: Deal, marks: Marks) -> tuple[str, ...]:
    """Why the deal does not count, in words, by table; empty where it counts."""
    hands = {play.table: play.hand for play in deal.plays}
    reasons = []
    for table, mark in sorted(marks.items()):
        if mark.void:
            hand: int | None = mark.voided[-1]
            reasons.append(
                message(
                    "hand {n} of table {name} is void ({why})",
                    n=hand,
                    name=table,
                    why=mark.why_void(mark.voided[-1]),
                )
            )
        elif mark.review:
            why = mark.review_reason or mark.reason
            hand = mark.reviewed[-1] if mark.reviewed else hands.get(table)
            words = (
                message("the hand of table {name} is under review ({why})", name=table, why=why)
                if hand is None
                else message(
                    "hand {n} of table {name} is under review ({why})", n=hand, name=table, why=why
                )
            )
            reasons.append(words)
        elif mark.contradiction:
            reasons.append(
                message(
                    "the tables disagree about its deck (table {name}: {what})",
                    name=table,
                    what=mark.contradiction,
                )
            )
    return tuple(
        message("Deal {n}: {reason}", n=deal.key.number, reason=words) for words in reasons
    )


def why_still_not_counted(deal: Deal, before: Marks, after: Marks) -> tuple[str, ...]:
    """As ``why_not_counted``, only for reasons that held in ``before`` and still hold."""
    return why_not_counted(
        deal, {name: now for name, now in after.items() if _as_before(before.get(name), now)}
    )


def no_longer_released(waits: str) -> str:
    """``waits``: what it waits for, ``""`` where the reader may not know."""
    if not waits:
        return message("it is no longer released")
    return message("it is no longer released; it waits for: {what}", what=waits)


def does_not_count(marks: Marks) -> bool:
    """Whether ``why_not_counted`` has a reason."""
    return any(mark.void or mark.review or mark.contradiction for mark in marks.values())


def _as_before(before: Mark | None, now: Mark) -> bool:
    return before is not None and _objections(before) == _objections(now)


def _objections(mark: Mark) -> tuple[object, ...]:
    return mark.void, mark.review, mark.contradiction


def _words(before: Mark, now: Mark) -> list[tuple[str, str]]:
    """Each change with its reason, ``""`` where it has none."""
    new = [hand for hand in now.voided if hand not in before.voided]
    changes: list[tuple[str, str]]
    changes = [(message("hand {n} was voided", n=hand), now.why_void(hand)) for hand in new]
    if before.void and not now.void:
        changes.append((message("it was played again"), ""))
    if now.corrected > before.corrected:
        changes.append((message("it was corrected"), now.corrected_reason or now.reason))
    if now.review and not before.review:
        changes.append((message("it is under review"), now.review_reason or now.reason))
    by_void = set(new) & set(before.reviewed) and now.review_reason == before.review_reason
    if before.review and not now.review and not by_void:
        changes.append((message("the review is over"), now.review_reason or now.reason))
    if now.contradiction and now.contradiction != before.contradiction:
        changes.append((message("its hand does not fit the deck"), now.contradiction))
    if before.contradiction and not now.contradiction and not new:
        changes.append((message("its hand fits the deck"), ""))
    return changes
