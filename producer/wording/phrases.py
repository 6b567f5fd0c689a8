"""Phrases: text in its grammatical forms, with the facts it states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter

from producer.games.line import Chips


@dataclass(frozen=True, slots=True)
class Fact:
    """A number or name in a sentence, and its source.

    ``value`` is exact; ``unit``: big blinds, tables, seat, table, share ...
    ``sources``: JSON pointers into the answer of ``duplicast compare --json``.
    """

    value: Chips | str
    unit: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Text in the grammatical forms of a language; ``""`` is the plain form.

    A placeholder selects a form by name, ``{who:of}``, and may select another one in another
    language. ``number`` is 2 if the verb must be plural.
    """

    forms: Mapping[str, str]
    facts: Mapping[str, Fact] = field(default_factory=dict)
    number: int = 1

    def __format__(self, form: str) -> str:
        return self.forms[form]

    def __str__(self) -> str:
        return self.forms[""]


def plain(text: str) -> Phrase:
    return Phrase({"": text})


def say(message: str, **parts: Phrase) -> Phrase:
    """The message with its placeholders filled, and the facts of the parts that it uses.

    ``n`` always counts as used: a singular writes it as a word, "one table".
    """
    named = {name for _, name, _, _ in Formatter().parse(message)} | {"n"}
    used = {name: phrase for name, phrase in parts.items() if name in named}
    return Phrase({"": message.format(**used)}, facts_of(used))


def facts_of(parts: Mapping[str, Phrase]) -> dict[str, Fact]:
    """The facts of several phrases: named PART, or PART.FACT if the fact has a name."""
    return {
        f"{part}.{name}" if name else part: fact
        for part, phrase in parts.items()
        for name, fact in phrase.facts.items()
    }


def pointer(*places: str | int) -> str:
    """A JSON pointer (RFC 6901).

    >>> pointer("plays", "a/b", "result", 5)
    '/plays/a~1b/result/5'
    """
    return "".join("/" + str(place).replace("~", "~0").replace("/", "~1") for place in places)
