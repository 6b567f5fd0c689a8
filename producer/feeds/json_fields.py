"""Fields of hands in JSON, each with its type checked; a fault names the field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

from producer.feeds.card_text import cards_in_text
from producer.feeds.hands import UnusableHand, smallest_units
from producer.texts import is_whole

_HIDDEN = re.compile(r"[?*xX_-]")
"""How programs write a card that is not known, once or twice."""


def as_object(value: Any, what: str) -> Mapping[str, Any]:
    if type(value) is not dict:
        raise UnusableHand(f"{what} is missing, or no object")
    return value


def list_at(fields: Mapping[str, Any], name: str) -> list[Any]:
    value = fields.get(name)
    if type(value) is not list:
        raise UnusableHand(f"{name} is missing, or no list")
    return value


def list_or_none(fields: Mapping[str, Any], name: str) -> list[Any]:
    """A list that may be left out, or null, and is empty then."""
    return [] if fields.get(name) is None else list_at(fields, name)


def number_at(fields: Mapping[str, Any], name: str) -> int:
    value = fields.get(name)
    if type(value) is not int:
        raise UnusableHand(f"{name} is {str(value)[:40]!r}, which is no number")
    return value


def count_at(fields: Mapping[str, Any], name: str) -> int:
    """A count that may be left out, and is 1 then."""
    return number_at(fields, name) if name in fields else 1


def chips_at(fields: Mapping[str, Any], name: str, scale: int = 1) -> int:
    """An amount in smallest units; 0 if it is left out."""
    value = fields.get(name)
    if type(value) is Decimal:
        return _decimal_chips(value, name, scale)
    return smallest_units(0 if value is None else value, scale, name)


@lru_cache(maxsize=1 << 14)  # the same amounts come again and again
def _decimal_chips(amount: Decimal, name: str, scale: int) -> int:
    if amount.is_finite() and abs(amount.adjusted()) < 18:
        amount = round(amount, 6)  # other programs write 0.30000000000000004
    return smallest_units(amount, scale, name)


def text_at(fields: Mapping[str, Any], name: str) -> str:
    """A text or a number; ``""`` if it is left out."""
    value = fields.get(name)
    if value is None:
        return ""
    if type(value) is not str:
        return str(value) if isinstance(value, int) else ""
    plain = _one_line(value)
    if plain is None:
        raise UnusableHand(f"{name} is not UTF-8")
    return plain


@lru_cache(maxsize=1 << 12)  # the names of a table come in every hand
def _one_line(text: str) -> str | None:
    return " ".join(text.split()) if is_whole(text) else None


def cards_in(given: object, what: str) -> str:
    """The cards of a text or a list of texts; ``""`` if there are none, or one of them is hidden.
    ``what`` they are, for the fault. Raises UnusableHand at a text that is no card.

    >>> cards_in(["Js", "10h"], "the cards"), cards_in(["??", "Ah"], "the cards")
    ('JsTh', '')
    """
    if given is None:
        return ""
    found, hidden = "", False
    for text in given if isinstance(given, list) else [given]:
        known = "" if text is None else _HIDDEN.sub("", str(text))
        cards = cards_in_text(known)
        if cards is None:
            raise UnusableHand(f"{what}: {str(text)[:40]!r} is no card")
        hidden = hidden or text is None or known != text
        found += cards
    return "" if hidden else found


def time_at(fields: Mapping[str, Any], name: str) -> datetime | None:
    """A time in UTC, unless it names its zone."""
    text = fields.get(name)
    if not text:
        return None
    try:
        at = datetime.fromisoformat(str(text))
    except ValueError as error:
        raise UnusableHand(f"{name} is {str(text)[:40]!r}, which is no time") from error
    return at if at.tzinfo else at.replace(tzinfo=UTC)
