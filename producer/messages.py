"""English text that says what it is made of, so that a page can say it in another language.

Everywhere else it is a ``str``: at a terminal, in JSON and in logs it is read in English.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Message(str):
    """``template`` filled with ``fields``, which may be messages too. ``more``: the template for
    another number than one, empty where none decides; ``number`` decides."""

    __slots__ = ("fields", "more", "number", "template")
    template: str
    more: str
    number: int
    fields: Mapping[str, Any]

    def __new__(
        cls, template: str, more: str = "", number: int = 1, fields: Mapping[str, Any] = NOTHING
    ) -> Message:
        text = template if number == 1 or not more else more
        new = super().__new__(cls, text.format(**fields) if fields else text)
        new.template, new.more, new.number, new.fields = template, more, number, fields
        return new

    def but(self, **fields: Any) -> Message:
        """With other values."""
        return Message(self.template, self.more, self.number, {**self.fields, **fields})

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, (self.template, self.more, self.number, dict(self.fields))


def message(template: str, /, **fields: Any) -> Message:
    """
    >>> message("the tables disagree about {what}", what=message("its deck"))
    'the tables disagree about its deck'
    """
    return Message(template, fields=fields or NOTHING)


def counted(one: str, more: str, n: int, /, **fields: Any) -> Message:
    """``one`` or ``more`` of something; ``{n}`` is the number.

    >>> [counted("{n} hand", "{n} hands", n) for n in (1, 2)]
    ['1 hand', '2 hands']
    """
    return Message(one, more, n, {"n": n, **fields})


def in_a_row(parts: Iterable[str], between: str = ", ") -> Message:
    """
    >>> in_a_row([message("all in"), message("showdown")])
    'all in, showdown'
    """
    fields = {f"part{n}": part for n, part in enumerate(parts)}
    return Message(between.join(f"{{{name}}}" for name in fields), fields=fields)


def as_json(text: str) -> Any:
    """A message as values of JSON, with what it is made of; any other text as it is."""
    if not isinstance(text, Message):
        return text
    fields = {
        name: as_json(value) if isinstance(value, str) else value
        for name, value in text.fields.items()
    }
    return [text.template, text.more, text.number, fields]


def from_json(value: Any) -> str:
    """What ``as_json`` wrote. Raises ValueError for anything else."""
    if isinstance(value, str):
        return value
    try:
        template, more, number, fields = value
        return Message(
            template,
            more,
            number,
            {
                name: from_json(each) if isinstance(each, list) else each
                for name, each in fields.items()
            },
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError("not a message") from error


SavedText = Annotated[str, PlainSerializer(as_json), PlainValidator(from_json)]
"""Text of which pydantic writes and reads what it is made of."""
