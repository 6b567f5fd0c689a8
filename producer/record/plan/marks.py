"""What is said of a table's plays of a deal afterwards: void, under review, corrected. Values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Literal

Void = Literal["", "replay", "final"]
Word = Literal["", "void", "under review", "wrong deck"]


@dataclass(frozen=True, slots=True)
class Mark:
    """``voided``: the numbers of the hands that do not count; ``void``: whether the table is still
    to play the deal again (``replay``) or not (``final``), ``""`` once it has. ``review``: whether
    a hand is under review, and ``reviewed``: which; older records do not tell it. ``corrected``:
    how often. ``reason``: of what was said last; ``void_reasons``: of each of ``voided``;
    ``review_reason`` and ``corrected_reason``: of the last review, or of its end, and of the last
    correction. ``contradiction``: what of the table's hand does not fit the deck; it is derived
    from what was shown and stands in no stored mark."""

    voided: tuple[int, ...] = ()
    void: Void = ""
    review: bool = False
    corrected: int = 0
    reason: str = ""
    void_reasons: tuple[str, ...] = ()
    review_reason: str = ""
    corrected_reason: str = ""
    reviewed: tuple[int, ...] = ()
    contradiction: str = ""

    @property
    def attempt(self) -> int:
        """The number of the table's next play of the deal, or of the one that stands."""
        return len(self.voided) + 1

    def why_void(self, hand: int) -> str:
        """Why a hand of ``voided`` was; of one in an older record what was said last.

        >>> Mark(voided=(3, 8), void_reasons=("two aces", "exposed"), reason="late").why_void(3)
        'two aces'
        """
        told = zip(reversed(self.voided), reversed(self.void_reasons), strict=False)
        return dict(told).get(hand) or self.reason


UNMARKED = Mark()
_LISTS = ("voided", "void_reasons", "reviewed")


@dataclass(frozen=True, slots=True)
class Flag:
    """A deal over all its tables. ``word``: ``""``, ``void``, ``under review`` or ``wrong deck``,
    then it does not count and has a veto; ``corrected``: how often; ``reasons``: by table."""

    word: Word
    corrected: int
    reasons: Mapping[str, str]


def flag_of(marks: Mapping[str, Mark]) -> Flag:
    """Of the marks of a deal by table, ``""`` for the deal itself."""
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
    """The word of ``flag_of`` for a deal that tables still play: one of which a void hand is to be
    played again is not void.

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
    told = json.loads(text)
    lists = {name: tuple(told.get(name, ())) for name in _LISTS}
    return Mark(**{**told, **lists})
