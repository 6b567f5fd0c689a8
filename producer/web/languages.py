"""The desk's words in each language: those of its pages, of their scripts, and what is said here.

A message is its English text, with its values in braces, ``{name}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from babel.dates import format_date
from babel.numbers import format_decimal
from markupsafe import Markup

from producer.messages import Message
from producer.web.appearance import appearance
from producer.wording.language import LANGUAGES, compiled, read_catalogue

OWN_NAMES = {"en": "English", "es": "Español", "el": "Ελληνικά"}
IN_SCRIPTS = "script"
"""The context of the messages that the scripts of the pages say."""


@dataclass(frozen=True, slots=True)
class DeskWords:
    """``in_scripts``: translations by their English, plural forms as a list; empty in English."""

    messages: NullTranslations
    in_scripts: Mapping[str, str | tuple[str, ...]]


@lru_cache(maxsize=len(LANGUAGES))
def desk_words(code: str) -> DeskWords:
    if code == LANGUAGES[0]:
        return DeskWords(NullTranslations(), {})
    catalogue = read_catalogue("producer.web", code)
    scripts = {
        _key(each.id): each.string if isinstance(each.string, str) else tuple(each.string or ())
        for each in catalogue
        if each.context == IN_SCRIPTS
    }
    return DeskWords(compiled(catalogue), scripts)


def _key(message: str | list[str] | tuple[str, ...]) -> str:
    return message if isinstance(message, str) else message[0]


def _(message: str, **values: Any) -> str:
    """``message`` in the visitor's language."""
    return _filled(_spoken().gettext(message), values)


def ngettext(one: str, more: str, n: int, **values: Any) -> str:
    """``one`` or ``more`` of something; ``{n}`` is the number, written as in the language."""
    return _filled(_spoken().ngettext(one, more, n), {"n": number(n), **values})


def pgettext(context: str, message: str, **values: Any) -> str:
    """``context`` distinguishes messages with the same English text."""
    return _filled(_spoken().pgettext(context, message), values)


def in_markup(message: str, **values: Any) -> Markup:
    """``_`` for templates: the message may have tags, and its values are escaped."""
    return Markup(_spoken().gettext(message)).format(**_in_words(values))


def ngettext_in_markup(one: str, more: str, n: int, **values: Any) -> Markup:
    words = Markup(_spoken().ngettext(one, more, n))
    return words.format(**{"n": number(n), **_in_words(values)})


def marked(message: str) -> str:
    """``message`` itself: marks one for the catalogues that is translated where it is shown."""
    return message


def word(text: str) -> str:
    """A message in the visitor's language; any other text stays as it is."""
    if isinstance(text, Message):
        return _translated(text)
    return _spoken().gettext(text) if text else ""


def said(text: str) -> str:
    """``text``, in the visitor's language if it says what it is made of."""
    return word(text) if isinstance(text, Message) else text


def all_said(value: Any) -> Any:
    """A value of JSON with the messages in it in the visitor's language."""
    if isinstance(value, Message):
        return _translated(value)
    if isinstance(value, dict):
        return {name: all_said(each) for name, each in value.items()}
    return [all_said(each) for each in value] if isinstance(value, list | tuple) else value


def words_of_scripts() -> Mapping[str, str | tuple[str, ...]]:
    return desk_words(appearance().language).in_scripts


def number(value: int) -> str:
    return format_decimal(value, locale=appearance().language)


def day(at: datetime) -> str:
    """The day here, with its weekday."""
    language = appearance().language
    form = "EEEE, d MMMM y" if language == LANGUAGES[0] else "full"
    return format_date(at.astimezone(), form, locale=language)


def joined(names: Iterable[str]) -> str:
    """``1, 2 and 3``."""
    *first, last = [str(each) for each in names] or [""]
    return _("{first} and {last}", first=", ".join(first), last=last) if first else last


def _spoken() -> NullTranslations:
    return desk_words(appearance().language).messages


def _filled(message: str, values: Mapping[str, Any]) -> str:
    return message.format(**_in_words(values)) if values else message


def _in_words(values: Mapping[str, Any]) -> dict[str, Any]:
    """The same values, messages among them in the visitor's language."""
    return {
        name: _translated(each) if isinstance(each, Message) else each
        for name, each in values.items()
    }


def _translated(message: Message) -> str:
    if not message:
        return ""
    if not message.more:
        return _filled(_spoken().gettext(message.template), message.fields)
    words = _spoken().ngettext(message.template, message.more, message.number)
    return _filled(words, message.fields)
