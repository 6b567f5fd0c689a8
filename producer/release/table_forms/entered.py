"""Reads the fields of a form: a table, a deal, a hand, a number, a name, a reason."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from producer.events import LONGEST_NAME
from producer.games.line import DealKey
from producer.record import Session
from producer.release.gate import Gate

EXIT = "route:/api/corrections"


Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Entered:
    """What a user, ``by``, has written into the fields of a form."""

    gate: Gate
    fields: Fields
    by: str


class FormFault(ValueError):
    """A form cannot be sent: ``field`` is wrong, ``""`` for the form as a whole; ``str`` says why
    and what to write."""

    def __init__(self, field: str, words: str) -> None:
        self.field = field
        super().__init__(words)


@dataclass(frozen=True, slots=True)
class Filled:
    """A form that can be sent. ``will``: what happens then; ``done``: what has happened."""

    will: str
    done: str
    send: Callable[[], object]


Form = Callable[[Entered], Filled]
"""Reads the fields of one form. Raises FormFault."""


@dataclass(frozen=True, slots=True)
class TableOfDeal:
    """The table that a form is about, and its deal."""

    session: Session
    table: str
    deal: int

    @property
    def key(self) -> DealKey:
        return DealKey(self.session.session, self.session.group, self.deal)

    @property
    def name(self) -> str:
        return f"table {self.session.table_names.get(self.table, self.table)}"


def table_of(form: Entered) -> tuple[Session, str]:
    """The table that a form names as ``["SESSION", "GROUP", "TABLE"]``."""
    named = _list(form.fields.get("table", ""))
    for session in form.gate.sessions():
        for table in session.tables:
            if named == [session.session, session.group, table]:
                return session, table
    raise FormFault("table", "Choose the table")


def group_of(form: Entered) -> Session:
    named = _list(form.fields.get("group", ""))
    for session in form.gate.sessions():
        if [session.session, session.group] == named:
            return session
    raise FormFault("group", "Choose the group")


def _list(text: str) -> list[str]:
    try:
        value = json.loads(text)
    except ValueError:
        return []
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def place_of(form: Entered) -> TableOfDeal:
    session, table = table_of(form)
    return TableOfDeal(session, table, number_in(form.fields, "deal", "the deal's number") or 0)


def deal_of(form: Entered) -> DealKey:
    session = group_of(form)
    number = number_in(form.fields, "deal", "the deal's number") or 0
    key = DealKey(session.session, session.group, number)
    if key not in form.gate.view(EXIT).verdicts:
        raise FormFault("deal", f"Nobody has shown a card of deal {number} yet")
    return key


def hand_of(form: Entered, place: TableOfDeal) -> int:
    """The hand that the form names, or the only one that the table has sent of the deal."""
    hand = number_in(form.fields, "hand", "the hand's number", empty=True)
    if hand is not None:
        return hand
    sent = [each.hand for each in form.gate.hands_of(EXIT, place.key, place.table)]
    if len(sent) == 1:
        return sent[0]
    if sent:
        numbers = ", ".join(map(str, sent))
        words = f"T{place.name[1:]} has sent hands {numbers} of deal {place.deal}: write which"
        raise FormFault("hand", words)
    raise FormFault("deal", f"T{place.name[1:]} has sent no hand of deal {place.deal}")


def number_in(fields: Fields, name: str, what: str, *, empty: bool = False) -> int | None:
    text = fields.get(name, "").strip()
    if not text and empty:
        return None
    if not re.fullmatch(r"[1-9]\d{0,8}", text):
        raise FormFault(name, f"Write {what} as a number, such as 4")
    return int(text)


def name_in(fields: Fields, name: str, what: str) -> str:
    text = " ".join(fields.get(name, "").split())
    if not text or len(text) > LONGEST_NAME:
        raise FormFault(name, f"Write {what}, at most {LONGEST_NAME} letters")
    return text


def reason_in(fields: Fields) -> str:
    text = fields.get("reason", "").strip()
    if not text or len(text) > 1000:
        raise FormFault("reason", "Write why: it is logged and shown in the audit")
    return text


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
