"""The moment of a graphic: how much of each shown table's hand it may know.

Spelt alike on the command line, in requests and on channels: ``before`` (nobody has chosen),
``decision`` (just after the decision), ``move:N`` (N moves after it) or ``end``; then, for tables
that are elsewhere, ``TABLE=`` and one of these: ``decision,6=before``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import unquote

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from producer.bounds import MOST_ACTIONS

Known = int | None
"""How many moves of a table are known from its decision on: 0 before it, 1 just after it; ``None``
for the whole hand and its result."""

MOST_TEXT = 2_000
SPELT = "name before, decision, move:N (N moves after the decision) or end"
APART = "after a comma, TABLE=MOMENT for a table that is elsewhere, such as decision,6=before"

_MOVE = re.compile(r"move:([1-9][0-9]{0,5})")
_ESCAPES = {"%": "%25", ",": "%2C", "=": "%3D"}


class NotDrawable(ValueError):
    """A stage that cannot be drawn: the reason, and how to fix it."""

    def __init__(self, reason: str, hint: str) -> None:
        self.reason, self.hint = reason, hint
        super().__init__(f"{reason}; {hint}")


class NoKeyFork(NotDrawable):
    """The requested tables did not choose differently at the same spot."""


@dataclass(frozen=True, slots=True)
class Moment:
    """``known``: of every table except those in ``apart``, each with its own. ``str`` spells it.

    >>> str(Moment(1, (("6", 0),))), str(Moment(3)), str(Moment(None))
    ('decision,6=before', 'move:2', 'end')
    """

    known: Known = 1
    apart: tuple[tuple[str, Known], ...] = ()

    def of(self, table: str) -> Known:
        return dict(self.apart).get(table, self.known)

    @property
    def whole(self) -> bool:
        """Whether every table's hand is known to its end."""
        return self.known is None and not self.apart

    @property
    def kinds(self) -> frozenset[str]:
        """The words of its spelling, ``move`` without a number."""
        return frozenset(_spelt(known).partition(":")[0] for known in self._all)

    @property
    def words(self) -> str:
        """For messages: ``at the decision, table 6 before the decision``."""
        others = (f"table {table} {_words(known)}" for table, known in self.apart)
        return ", ".join((_words(self.known), *others))

    @property
    def _all(self) -> tuple[Known, ...]:
        return (self.known, *(known for _, known in self.apart))

    def within(self, other: Moment) -> bool:
        """Whether no table is further on than at ``other``."""
        tables = {table for each in (self, other) for table, _ in each.apart}
        return _not_after(self.known, other.known) and all(
            _not_after(self.of(table), other.of(table)) for table in tables
        )

    def must_show(self, tables: Iterable[str]) -> None:
        """Raises NotDrawable if it places a table that is not among ``tables``."""
        shown = list(tables)
        for table, _ in self.apart:
            if table not in shown:
                raise NotDrawable(
                    f"the moment {self} names table {table}, which is not shown",
                    f"name one of {', '.join(shown)}",
                )

    def __str__(self) -> str:
        apart = (f"{_escaped(table)}={_spelt(known)}" for table, known in self.apart)
        return ",".join((_spelt(self.known), *apart))


BEFORE, DECISION, END = Moment(0), Moment(1), Moment(None)


def read_moment(text: object) -> Moment:
    """Reads a moment's spelling. Raises ValueError with the reason and what to write.

    >>> read_moment("end,6=decision").of("6")
    1
    """
    if isinstance(text, Moment):
        return text
    if not isinstance(text, str) or len(text) > MOST_TEXT:
        raise ValueError(f"a moment is a short text: {SPELT}")
    first, *others = text.split(",")
    known, apart = _known(first, text), {}
    for each in others:
        table, equals, word = each.rpartition("=")
        name = unquote(table)
        if not equals or not name:
            raise ValueError(f"{each!r} in the moment {text!r} names no table: write {APART}")
        if name in apart:
            raise ValueError(f"the moment {text!r} names table {name} twice")
        apart[name] = _known(word, text)
    return Moment(known, tuple(sorted((t, n) for t, n in apart.items() if n != known)))


MomentField = Annotated[
    Moment,
    BeforeValidator(read_moment),
    PlainSerializer(str),
    WithJsonSchema({"type": "string", "maxLength": MOST_TEXT, "description": f"{SPELT}; {APART}"}),
]


def _known(word: str, text: str) -> Known:
    match = _MOVE.fullmatch(word)
    if match:
        if int(match[1]) > MOST_ACTIONS:
            raise ValueError(f"a hand has at most {MOST_ACTIONS:,} moves, not {match[1]}")
        return 1 + int(match[1])
    words: dict[str, Known] = {"before": 0, "decision": 1, "end": None}
    if word not in words:
        raise ValueError(f"there is no moment {word or text!r}: {SPELT}")
    return words[word]


def _spelt(known: Known) -> str:
    if known is None:
        return "end"
    return ("before", "decision")[known] if known < 2 else f"move:{known - 1}"


def _words(known: Known) -> str:
    if known is None:
        return "at the end"
    if known < 2:
        return ("before the decision", "at the decision")[known]
    return f"{known - 1} {'move' if known == 2 else 'moves'} after the decision"


def _not_after(one: Known, other: Known) -> bool:
    return other is None or (one is not None and one <= other)


def _escaped(table: str) -> str:
    return "".join(_ESCAPES.get(letter, letter) for letter in table)
