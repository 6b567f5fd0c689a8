"""The quarantine for the producer's eyes: what could not be used, as it came, and the decisions."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, JSONResponse

from producer.release import AlreadyDecided, Decision, Gate, NoSuchEntry, Quarantined
from producer.web.errors import Refusal
from producer.web.templates import page

QUARANTINE, ENTRY = "route:/quarantine", "route:/api/quarantine/{entry}"
PAGE, SHOWN = 50, 2000
"""Entries on a page; bytes of an entry shown there."""


class Decided(BaseModel):
    """``release``: take the bytes in once more, as they came. ``discard``: nothing is to be made
    of them. Both are logged; the entry stays."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    do: Literal["release", "discard"]
    reason: Annotated[str, Field(min_length=1, max_length=1000)]


@dataclass(frozen=True, slots=True)
class Shown:
    """An entry in words; ``more``: bytes that are not shown."""

    pos: int
    place: str
    reason: str
    mend: str
    raw: str
    more: int
    heard_at: str
    decision: Decision | None


def routes(gate: Gate) -> APIRouter:
    router = APIRouter()

    @router.get("/quarantine", response_class=HTMLResponse)
    def quarantine(
        all_: Annotated[bool, Query(alias="all")] = False,
        number: Annotated[int, Query(alias="page", ge=1, le=1_000_000)] = 1,
    ) -> HTMLResponse:
        entries = gate.quarantine(QUARANTINE)
        wanted = [each for each in reversed(entries) if all_ or each[1] is None]
        pages = max(1, -(-len(wanted) // PAGE))
        number = min(number, pages)
        return page(
            "quarantine.html.j2",
            shown=[shown(*each) for each in wanted[(number - 1) * PAGE : number * PAGE]],
            total=len(wanted),
            all=all_,
            page=number,
            pages=pages,
        )

    @router.post("/api/quarantine/{entry}")
    async def decide(request: Request, entry: int, decided: Decided) -> JSONResponse:
        try:
            taken = await asyncio.to_thread(
                gate.decide, ENTRY, entry, decided.do, decided.reason, request.scope["who"].by
            )
        except NoSuchEntry as error:
            raise Refusal(404, f"There is no entry {entry}.", "Load the page again.") from error
        except AlreadyDecided as error:
            raise Refusal(409, f"E{str(error)[1:]}.", "Load the page again.") from error
        if taken is None:
            return JSONResponse({"told": f"Entry {entry} is discarded; it stays in the record."})
        if taken.outcome == "refused":
            raise Refusal(409, f"Refused again: {taken.reason}.", f"{taken.mend}.")
        return JSONResponse({"told": f"Entry {entry} is taken in: {taken.outcome}."})

    return router


def shown(entry: Quarantined, decision: Decision | None) -> Shown:
    """Bytes that are no text are shown as escapes."""
    text = entry.raw[:SHOWN].decode("utf-8", "backslashreplace")
    return Shown(
        entry.pos,
        entry.place,
        entry.reason,
        entry.mend,
        text,
        max(0, len(entry.raw) - SHOWN),
        entry.heard_at,
        decision,
    )
