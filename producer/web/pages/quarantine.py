"""The quarantine for the producer's eyes: what could not be used, as it came, and the decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, JSONResponse

from producer.events import LONGEST_NAME
from producer.feeds.fault_location import FaultLocation, locate_fault, readable_text
from producer.release import (
    AlreadyDecided,
    Decision,
    Gate,
    KnownAlready,
    NoSuchEntry,
    Quarantined,
    Receipt,
)
from producer.texts import editable
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.pages.navigation import places_for
from producer.web.pages.paging import PageNumber, paged
from producer.web.pages.templates import page

QUARANTINE, ENTRY = "route:/quarantine", "route:/api/quarantine/{entry}"
PAGE, SHOWN, CORRECTED = 50, 2000, 1 << 14
"""Entries on a page; characters of an entry shown there; bytes of one that is corrected there."""


class _Reasoned(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: Annotated[str, Field(min_length=1, max_length=1000)]


class Decided(_Reasoned):
    """``release``: take the bytes in once more, as they came. ``discard``: nothing is to be made
    of them. Both are logged; the entry stays."""

    do: Literal["release", "discard"]


class Corrected(_Reasoned):
    """Take ``event``, the entry as corrected, in its place."""

    do: Literal["resend"]
    event: Annotated[str, Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Editor:
    """The text to correct; what is marked in it ``start`` to ``end``, as browsers count letters."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """An entry in words. ``raw``: before its fault, the fault, after it; ``fault``: its name,
    ``""`` where nobody knows it; ``more``: letters that are not shown. ``editor``: None where
    nothing is left to decide, or the entry is too long."""

    pos: int
    place: str
    reason: str
    hint: str
    raw: tuple[str, str, str]
    fault: str
    more: int
    heard_at: str
    decision: Decision | None
    editor: Editor | None


def routes(gate: Gate) -> APIRouter:
    router = APIRouter()

    @router.get("/quarantine", response_class=HTMLResponse)
    def quarantine(
        request: Request,
        all_: Annotated[bool, Query(alias="all")] = False,
        number: PageNumber = 1,
        session: Annotated[str, Query(max_length=LONGEST_NAME)] = "",
        group: Annotated[str, Query(max_length=LONGEST_NAME)] = "",
        table: Annotated[str, Query(max_length=LONGEST_NAME)] = "",
    ) -> HTMLResponse:
        """``session``, ``group``, ``table``: only entries that tell these names."""
        of = {"session": session, "group": group, "table": table}
        of = {what: name for what, name in of.items() if name}
        wanted = [
            entry
            for entry in reversed(gate.quarantine(QUARANTINE, only_open=not all_))
            if all(getattr(entry.identity, what) == name for what, name in of.items())
        ]
        found = paged(wanted, number, PAGE)
        return page(
            "quarantine.html.j2",
            shown=[shown(each) for each in found.items],
            total=found.total,
            all=all_,
            page=found.page,
            pages=found.pages,
            of=", ".join(f"{what} {name}" for what, name in of.items()),
            address=partial(_address, of),
            places=places_for(gate, request),
        )

    @router.post("/api/quarantine/{entry}")
    async def decide(
        request: Request,
        entry: int,
        decided: Annotated[Decided | Corrected, Field(discriminator="do")],
    ) -> JSONResponse:
        by = request.scope["who"].by
        try:
            taken = await written(_decide, gate, entry, decided, by)
        except NoSuchEntry as error:
            raise Refusal(404, f"There is no entry {entry}.", "Load the page again.") from error
        except AlreadyDecided as error:
            raise Refusal(409, f"E{str(error)[1:]}.", "Load the page again.") from error
        except KnownAlready as error:
            raise Refusal(
                409,
                f"That event is in the log already; nothing was decided about entry {entry}.",
                "Correct what differs, or discard the entry if it is settled.",
            ) from error
        if taken is None:
            return JSONResponse({"told": f"Entry {entry} is discarded; it stays in the record."})
        if taken.outcome != "refused":
            why = f" ({taken.reason})" if taken.reason else ""
            return JSONResponse({"told": f"Entry {entry} is taken in: {taken.outcome}{why}."})
        if isinstance(decided, Decided):
            raise Refusal(409, f"Refused again: {taken.reason}.", f"{taken.hint('page')}.")
        return refused_again(decided.event, taken)

    return router


def _address(of: Mapping[str, str], **more: bool | int) -> str:
    """Of the page with the same entries; ``all`` and ``page`` where they are told."""
    told = {name: str(value).lower() for name, value in more.items() if value}
    query = urlencode({**of, **told})
    return f"/quarantine?{query}" if query else "/quarantine"


def _decide(gate: Gate, entry: int, decided: Decided | Corrected, by: str) -> Receipt | None:
    if isinstance(decided, Decided):
        return gate.decide(ENTRY, entry, decided.do, decided.reason, by)
    return gate.resend(ENTRY, entry, decided.event.encode(), decided.reason, by)


def refused_again(event: str, taken: Receipt) -> JSONResponse:
    """With the place of the fault in what was sent, so that it can be corrected further."""
    text = event.strip()
    where = locate_fault(text.encode(), taken.problem) if taken.problem else None
    told = {
        "error": f"Refused again: {taken.reason}.",
        "hint": f"{taken.hint('page')}. What you sent is kept as an entry of its own.",
    }
    if where is None:
        return JSONResponse(told, 409)
    begins = _units(event[: len(event) - len(event.lstrip())])
    marked = _editor(text, where)
    return JSONResponse(
        told | {"fault": where.name, "start": begins + marked.start, "end": begins + marked.end},
        409,
    )


def shown(entry: Quarantined) -> ShownEntry:
    """Bytes that are no text are shown as escapes; of a long entry, what is around its fault."""
    text, short = readable_text(entry.raw), len(entry.raw) <= CORRECTED
    where = locate_fault(entry.raw, entry.problem) if short else None
    start, end = (where.start, where.end) if where else (0, 0)
    first = 0 if end <= SHOWN else start - SHOWN // 2
    last = first + SHOWN
    return ShownEntry(
        entry.pos,
        entry.place,
        entry.reason,
        entry.hint("page"),
        (text[first:start], text[start : min(end, last)], text[max(end, first) : last]),
        where.name if where else "",
        len(text) - len(text[first:last]),
        entry.heard_at,
        entry.decision,
        _editor(text, where) if short and entry.decision is None else None,
    )


def _editor(text: str, where: FaultLocation | None) -> Editor:
    start, end = (where.start, where.end) if where else (0, 0)
    before, within = editable(text[:start]), editable(text[start:end])
    return Editor(editable(text), _units(before), _units(before + within))


def _units(text: str) -> int:
    """Letters of ``text`` as browsers count them: UTF-16's."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
