"""What was said of a deal, and what of it since something was made: told, never silently changed.
Pure.

Nothing here names a card.
"""

from __future__ import annotations

from collections.abc import Mapping

from producer.games.line import Deal
from producer.record import Mark

Said = Mapping[str, Mark]
"""By table, ``""`` for the deal itself."""

UNSAID = Mark()


def said_since(before: Said, after: Said) -> tuple[str, ...]:
    """In words, by table.

    >>> said_since({}, {"4": Mark(voided=(12,), void="replay", reason="a card was exposed")})
    ('table 4: hand 12 was voided (a card was exposed)',)
    """
    return tuple(
        f"{f'table {table}' if table else 'the deal'}: {words}" + (f" ({why})" if why else "")
        for table, now in sorted(after.items())
        for words, why in _words(before.get(table, UNSAID), now)
    )


def against(deal: Deal, said: Said) -> tuple[str, ...]:
    """Why the deal does not count, in words, by table; empty where it counts."""
    hands = {play.table: f"hand {play.hand}" for play in deal.plays}
    found = []
    for table, mark in sorted(said.items()):
        if mark.void:
            hand = mark.voided[-1]
            found.append(f"hand {hand} of table {table} is void ({mark.why_void(hand)})")
        elif mark.review:
            why = mark.review_reason or mark.reason
            hand_of = hands.get(table, "the hand")
            if mark.reviewed:
                hand_of = f"hand {mark.reviewed[-1]}"
            found.append(f"{hand_of} of table {table} is under review ({why})")
        elif mark.contradiction:
            what = f"table {table}: {mark.contradiction}"
            found.append(f"the tables disagree about its deck ({what})")
    return tuple(f"Deal {deal.key.number}: {words}" for words in found)


def still_against(deal: Deal, before: Said, after: Said) -> tuple[str, ...]:
    """As ``against``, of what had been said before something was made and holds to this day."""
    return against(
        deal, {name: now for name, now in after.items() if _as_before(before.get(name), now)}
    )


def no_longer_released(waits: str) -> str:
    """``waits``: what for, where whoever is told may know it."""
    return "it is no longer released" + (f"; it waits for: {waits}" if waits else "")


def does_not_count(said: Said) -> bool:
    """Whether ``against`` would tell anything."""
    return any(mark.void or mark.review or mark.contradiction for mark in said.values())


def _as_before(before: Mark | None, now: Mark) -> bool:
    return before is not None and _doubt(before) == _doubt(now)


def _doubt(mark: Mark) -> tuple[object, ...]:
    return mark.void, mark.review, mark.contradiction


def _words(before: Mark, now: Mark) -> list[tuple[str, str]]:
    """What was said, each with its own reason."""
    new = [hand for hand in now.voided if hand not in before.voided]
    found = [(f"hand {hand} was voided", now.why_void(hand)) for hand in new]
    if before.void and not now.void:
        found.append(("it was played again", ""))
    if now.corrected > before.corrected:
        found.append(("it was corrected", now.corrected_reason or now.reason))
    if now.review and not before.review:
        found.append(("it is under review", now.review_reason or now.reason))
    by_void = set(new) & set(before.reviewed) and now.review_reason == before.review_reason
    if before.review and not now.review and not by_void:
        found.append(("the review is over", now.review_reason or now.reason))
    if now.contradiction and now.contradiction != before.contradiction:
        found.append(("its hand does not fit the deck", now.contradiction))
    if before.contradiction and not now.contradiction and not new:
        found.append(("its hand fits the deck", ""))
    return found
