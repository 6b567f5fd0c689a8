"""Marks of a table's plays of a deal: void, under review, corrected. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Literal

Void = Literal["", "replay", "final"]
Word = Literal["", "void", "under review", "wrong deck"]


@dataclass(frozen=True, slots=True)
class Mark:
    """``voided``: the numbers of void hands. ``void``: whether the table will play the deal again
    (``replay``) or not (``final``); ``""`` once it has. ``review``: whether a hand is under review;
    ``reviewed``: which hands, missing in older records. ``corrected``: how often. ``reason``: the
    latest reason; ``void_reasons``: one for each of ``voided``; ``review_reason`` and
    ``corrected_reason``: of the last review (or its end) and of the last correction. ``rulings``:
    hand, number of the action and reason of every ruling. ``unusable``: hands that are over and
    cannot be used, until a person corrects or voids them. ``contradiction``: how the table's hand
    differs from the deck; derived, never stored."""

    voided: tuple[int, ...] = ()
    void: Void = ""
    review: bool = False
    corrected: int = 0
    reason: str = ""
    void_reasons: tuple[str, ...] = ()
    review_reason: str = ""
    corrected_reason: str = ""
    reviewed: tuple[int, ...] = ()
    unusable: tuple[int, ...] = ()
    rulings: tuple[tuple[int, int, str], ...] = ()
    contradiction: str = ""

    @property
    def attempt(self) -> int:
        """The number of the table's current or next play of the deal."""
        return len(self.voided) + 1

    def ruled(self, hand: int) -> tuple[int, ...]:
        """The numbers of the hand's actions that stand by a ruling."""
        return tuple(sorted({action for of, action, _ in self.rulings if of == hand}))

    def why_void(self, hand: int) -> str:
        """The reason of a void hand; in an older record the latest reason.

        >>> Mark(voided=(3, 8), void_reasons=("two aces", "exposed"), reason="late").why_void(3)
        'two aces'
        """
        reasons = zip(reversed(self.voided), reversed(self.void_reasons), strict=False)
        return dict(reasons).get(hand) or self.reason


UNMARKED = Mark()
_LISTS = ("voided", "void_reasons", "reviewed", "unusable")


@dataclass(frozen=True, slots=True)
class Flag:
    """The marks of a deal over all its tables. ``word``: if not empty, the deal does not count and
    has a veto. ``corrected``: how often. ``reasons``: by table."""

    word: Word
    corrected: int
    reasons: Mapping[str, str]


def flag_of(marks: Mapping[str, Mark]) -> Flag:
    """The flag for a deal's marks by table, ``""`` for the deal itself."""
    word: Word = ""
    if any(mark.contradiction for mark in marks.values()):
        word = "wrong deck"
    if any(mark.review for mark in marks.values()):
        word = "under review"
    if any(mark.void for mark in marks.values()):
        word = "void"
    corrected = sum(mark.corrected for mark in marks.values())
    reasons = {table: mark.reason or mark.contradiction for table, mark in marks.items()}
    return Flag(word, corrected, reasons)


def veto_of(marks: Mapping[str, Mark]) -> Word:
    """The word of ``flag_of`` for a deal in play: a hand that is to be replayed does not make the
    deal void.

    >>> veto_of({"4": Mark(voided=(3,), void="replay"), "5": Mark(review=True)})
    'under review'
    """
    return flag_of(
        {
            name: replace(mark, void="") if mark.void == "replay" else mark
            for name, mark in marks.items()
        }
    ).word


def mark_json(mark: Mark) -> str:
    return json.dumps(asdict(mark), ensure_ascii=False)


def mark_value(text: str) -> Mark:
    fields = json.loads(text)
    lists = {name: tuple(fields.get(name, ())) for name in _LISTS}
    rulings = tuple((hand, action, why) for hand, action, why in fields.get("rulings", ()))
    return Mark(**{**fields, **lists, "rulings": rulings})
