"""The quarantine page, for producers: entries as received, and decisions about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, JSONResponse

from producer.events import LONGEST_NAME
from producer.feeds.fault_location import FaultLocation, locate_fault, readable_text
from producer.feeds.identity import hand_in
from producer.release import (
    AlreadyDecided,
    Decision,
    Gate,
    KnownAlready,
    NoSuchEntry,
    Quarantined,
    Receipt,
)
from producer.release.table_forms import not_entered
from producer.texts import editable
from producer.web.access.roles import PRODUCERS
from producer.web.access.router import Routes
from producer.web.languages import _, said, word
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.pages.navigation import links
from producer.web.pages.paging import PageNumber, paged
from producer.web.pages.received_words import received_words
from producer.web.pages.templates import page
from producer.web.services import Injected, Visitor

QUARANTINE, ENTRY = "route:/quarantine", "route:/api/quarantine/{entry}"
PAGE, SHOWN, CORRECTED = 50, 2000, 1 << 14
"""Entries on a page; characters shown of an entry; bytes of the longest that has an editor."""


_OF_HANDS = frozenset(
    {
        *("hand-incomplete", "illegal-action", "board-too-short", "card-dealt-twice"),
        *("result-not-of-line", "result-beyond-stake", "result-of-stranger", "start-missing"),
    }
)
"""Problems that a person may settle by entering the hand."""

routes = Routes()


class _Reasoned(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: Annotated[str, Field(min_length=1, max_length=1000)]


class Decided(_Reasoned):
    """``release``: read the bytes again, as they came. ``discard``: never use them. Both are
    logged; the entry stays."""

    do: Literal["release", "discard"]


class Corrected(_Reasoned):
    """Use ``event``, the corrected entry, in its place."""

    do: Literal["resend"]
    event: Annotated[str, Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Editor:
    """The text to correct, marked from ``start`` to ``end`` in UTF-16 units, as browsers count."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """An entry in words. ``title``: its table, deal and hand; ``received``: what it was. ``raw``:
    the text before, at and after the fault. ``fault``: its name, empty if unknown. ``more``:
    characters that are not shown. ``editor``: ``None`` if the entry is decided or too long.
    ``forms``: addresses and words of the forms that may settle it."""

    pos: int
    title: str
    received: str
    place: str
    reason: str
    hint: str
    raw: tuple[str, str, str]
    fault: str
    more: int
    received_at: str
    decision: Decision | None
    editor: Editor | None
    forms: tuple[tuple[str, str], ...] = ()


@routes.get("/quarantine", roles=PRODUCERS, exit="quarantined entries, as received", sealed=True)
def quarantine(
    services: Injected,
    who: Visitor,
    all_: Annotated[bool, Query(alias="all")] = False,
    number: PageNumber = 1,
    session: Annotated[str, Query(max_length=LONGEST_NAME)] = "",
    group: Annotated[str, Query(max_length=LONGEST_NAME)] = "",
    table: Annotated[str, Query(max_length=LONGEST_NAME)] = "",
) -> HTMLResponse:
    """``session``, ``group``, ``table``: only entries that name these."""
    names = {"session": session, "group": group, "table": table}
    names = {what: name for what, name in names.items() if name}
    entries = [
        entry
        for entry in reversed(services.gate.quarantine(QUARANTINE, only_open=not all_))
        if all(getattr(entry.identity, what) == name for what, name in names.items())
    ]
    listed = paged(entries, number, PAGE)
    elsewhere = not_entered(services.gate.sessions())
    return page(
        "quarantine.html.j2",
        shown=[
            shown(each, by_form=(each.identity.session, each.identity.group) not in elsewhere)
            for each in listed.items
        ],
        total=listed.total,
        all=all_,
        page=listed.page,
        pages=listed.pages,
        of=", ".join(f"{word(what)} {name}" for what, name in names.items()),
        address=partial(_address, names),
        places=links(services.gate, who),
    )


@routes.post("/api/quarantine/{entry}", roles=PRODUCERS, exit="the result", sealed=True)
async def decide(
    services: Injected,
    who: Visitor,
    entry: int,
    decided: Annotated[Decided | Corrected, Field(discriminator="do")],
) -> JSONResponse:
    try:
        receipt = await written(_decide, services.gate, entry, decided, who.by)
    except NoSuchEntry as error:
        raise Refusal(
            404, _("There is no entry {entry}.", entry=entry), _("Load the page again.")
        ) from error
    except AlreadyDecided as error:
        raise Refusal(409, f"E{str(error)[1:]}.", _("Load the page again.")) from error
    except KnownAlready as error:
        raise Refusal(
            409,
            _(
                "That event is in the log already; nothing was decided about entry {entry}.",
                entry=entry,
            ),
            _("Correct what differs, or discard the entry if nothing is left to correct."),
        ) from error
    if receipt is None:
        return JSONResponse(
            {"message": _("Entry {entry} is discarded; it stays in the record.", entry=entry)}
        )
    if receipt.outcome != "refused":
        why = f" ({said(receipt.reason)})" if receipt.reason else ""
        return JSONResponse(
            {
                "message": _(
                    "Entry {entry}: {outcome}{why}.",
                    entry=entry,
                    outcome=word(receipt.outcome),
                    why=why,
                )
            }
        )
    if isinstance(decided, Decided):
        raise Refusal(
            409,
            _("Refused again: {reason}.", reason=receipt.reason),
            f"{said(receipt.hint('page'))}.",
        )
    return refused_again(decided.event, receipt)


def _address(of: Mapping[str, str], **more: bool | int) -> str:
    """The address of the page with the same filter, and ``all`` and ``page`` if they are set."""
    options = {name: str(value).lower() for name, value in more.items() if value}
    query = urlencode({**of, **options})
    return f"/quarantine?{query}" if query else "/quarantine"


def _decide(gate: Gate, entry: int, decided: Decided | Corrected, by: str) -> Receipt | None:
    if isinstance(decided, Decided):
        return gate.decide(ENTRY, entry, decided.do, decided.reason, by)
    return gate.resend(ENTRY, entry, decided.event.encode(), decided.reason, by)


def refused_again(event: str, receipt: Receipt) -> JSONResponse:
    """Includes where the fault is in what was sent, so that the editor can mark it."""
    text = event.strip()
    where = locate_fault(text.encode(), receipt.problem) if receipt.problem else None
    answer: dict[str, str | int] = {
        "error": _("Refused again: {reason}.", reason=receipt.reason),
        "hint": _("{hint}. What you sent is now an entry too.", hint=receipt.hint("page")),
    }
    if where is None:
        return JSONResponse(answer, 409)
    begins = _units(event[: len(event) - len(event.lstrip())])
    marked = _editor(text, where)
    answer |= {"fault": where.name, "start": begins + marked.start, "end": begins + marked.end}
    return JSONResponse(answer, 409)


def shown(entry: Quarantined, *, by_form: bool = True) -> ShownEntry:
    """Bytes that are not text are shown as escapes, a long entry as the text around its fault.
    ``by_form``: hands of its game can be entered by a form."""
    text, short = readable_text(entry.raw), len(entry.raw) <= CORRECTED
    where = locate_fault(entry.raw, entry.problem) if short else None
    start, end = (where.start, where.end) if where else (0, 0)
    first = 0 if end <= SHOWN else start - SHOWN // 2
    last = first + SHOWN
    return ShownEntry(
        entry.pos,
        _title(entry),
        received_words(entry.raw),
        entry.place,
        entry.reason,
        entry.hint("page"),
        (text[first:start], text[start : min(end, last)], text[max(end, first) : last]),
        where.name if where else "",
        len(text) - len(text[first:last]),
        entry.received_at,
        entry.decision,
        _editor(text, where) if short and entry.decision is None else None,
        _forms(entry) if entry.decision is None and by_form else (),
    )


def _title(entry: Quarantined) -> str:
    """Whose event it is, as far as it says so: ``Table 4, deal 31, hand 12``."""
    of, hand = entry.identity, hand_in(entry.raw)
    parts = [
        _("table {name}", name=of.table) if of.table else "",
        _("deal {n}", n=of.deal) if of.deal else "",
        _("hand {n}", n=hand) if hand else "",
    ]
    words = ", ".join(filter(None, parts))
    if not words:
        words = (
            _("group {group} of {session}", group=of.group, session=of.session)
            if of.session
            else _("nobody's event")
        )
    return f"{words[0].upper()}{words[1:]}"


def _forms(entry: Quarantined) -> tuple[tuple[str, str], ...]:
    """For a hand of a table: the forms to enter it whole, and to let its action stand."""
    of, found = entry.identity, entry.problem
    place = {"session": of.session, "group": of.group, "table": of.table}
    if found.code == "hand-missing":
        where = urlencode({**place, "hand": found.fields["hand"]})
        return ((f"/corrections?form=enter&{where}", _("Enter the whole hand")),)
    hand = hand_in(entry.raw)
    if not (of.table and of.deal and hand) or found.code not in _OF_HANDS:
        return ()
    where = urlencode({**place, "deal": of.deal, "hand": hand})
    forms = [(f"/corrections?form=enter&{where}", _("Enter the whole hand"))]
    if found.action is not None:
        address = f"/corrections?form=ruling&{where}&action={found.action}"
        forms.append((address, _("Let the action stand")))
    return tuple(forms)


def _editor(text: str, where: FaultLocation | None) -> Editor:
    start, end = (where.start, where.end) if where else (0, 0)
    before, within = editable(text[:start]), editable(text[start:end])
    return Editor(editable(text), _units(before), _units(before + within))


def _units(text: str) -> int:
    """The length of ``text`` in UTF-16 units, as browsers count."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
