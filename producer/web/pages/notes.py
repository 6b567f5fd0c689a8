"""Commentators' notes: written on a deal's page, seen at once by all, one at a time on air."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, WebSocket
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from overlay.contexts import MOST_WORDS
from producer.bounds import MOST_ACTIONS
from producer.release import Gate
from producer.release.notes import (
    NoSuchNote,
    Note,
    NotForAir,
    NotThere,
    Wording,
    add_note,
    clear_note,
    notes_on,
    withdraw_note,
)
from producer.stages.show import note as lower_third
from producer.stages.style import PLAIN, Style
from producer.web.access.roles import TAKERS, WRITERS
from producer.web.channels.live import CLEAR, Channel, ChannelContent, Channels, draw, follow
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written

NOTES, ON_AIR, WITHDRAWN = "route:/api/notes", "route:/api/notes/clear", "route:/api/notes/withdraw"
CHANNEL = "lower-third"
DealName = Annotated[str, Field(min_length=1, max_length=500)]


class NewNote(BaseModel):
    """``table`` and ``move`` (from 1): what it is about, where not the whole deal."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    deal: DealName
    table: Annotated[str, Field(max_length=200)] = ""
    move: Annotated[int, Field(gt=0, le=MOST_ACTIONS)] | None = None
    text: Annotated[str, Field(min_length=1, max_length=300)]
    author: Annotated[str, Field(max_length=80)] = ""
    for_air: bool = False


class Named(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    note: Annotated[str, Field(min_length=1, max_length=200)]


def routes(gate: Gate, channels: Channels, changed: Channel, usual: Style = PLAIN) -> APIRouter:
    """``changed``: grows with every change of any note; pages that follow it ask again.

    ``usual``: how the lower third looks."""
    router = APIRouter()

    @router.get("/api/notes")
    def notes(
        request: Request, deal: Annotated[str, Query(min_length=1, max_length=500)]
    ) -> JSONResponse:
        found = [note_answer(note) for note in notes_on(gate, deal, NOTES)]
        role = request.scope["who"].role
        may = {"may_clear": role in TAKERS, "may_write": role in WRITERS}
        return JSONResponse({"notes": found, "most_words": MOST_WORDS, **may})

    @router.post("/api/notes")
    async def add(request: Request, wanted: NewNote) -> JSONResponse:
        if request.scope["who"].role not in WRITERS:
            raise Refusal(403, "No note leaves an isolated booth.", "A producer can write it.")
        added = await written(_added, gate, wanted, request.scope["who"].by)
        changed.show(None, CLEAR)
        return JSONResponse({"told": "Noted.", "note": added})

    @router.post("/api/notes/clear")
    async def clear(request: Request, named: Named) -> JSONResponse:
        """The note is the lower third from now on."""
        said = await written(gate.marks, ON_AIR)
        note, drawing = await written(_cleared, gate, named, request.scope["who"].by, usual)
        tables = (note.table,) if note.table else ()
        shown = ChannelContent(note.deal, tables, "note", "note", said=said.get(note.deal, {}))
        channels[CHANNEL].show(shown, drawing)
        changed.show(None, CLEAR)
        return JSONResponse({"told": f"On the channel {CHANNEL}: {note.text}"})

    @router.post("/api/notes/withdraw")
    async def withdraw(request: Request, named: Named) -> JSONResponse:
        await written(_withdrawn, gate, named, request.scope["who"].by)
        changed.show(None, CLEAR)
        return JSONResponse({"told": "Withdrawn. What is on air stays until it is cleared."})

    @router.websocket("/notes")
    async def live(websocket: WebSocket) -> None:
        """Says that notes have changed, and nothing of what they say."""
        await websocket.accept()
        await follow(websocket, changed)

    return router


def note_answer(note: Note) -> dict[str, Any]:
    return {
        "note": note.id,
        "table": note.table,
        "move": note.move,
        "text": note.text,
        "author": note.author,
        "for_air": note.for_air,
        "cleared": note.cleared,
        "at": note.at.isoformat(),
    }


def _added(gate: Gate, wanted: NewNote, by: str) -> str:
    try:
        return add_note(
            gate, wanted.deal, Wording(**wanted.model_dump(exclude={"deal"})), by, NOTES
        )
    except NotThere as error:
        raise Refusal(422, _sentence(error), "Name what was played.") from error
    except NotForAir as error:
        raise Refusal(422, str(error), "Shorten it, or keep it off the air.") from error


def _cleared(gate: Gate, named: Named, by: str, usual: Style) -> tuple[Note, dict[str, Any]]:
    try:
        note = clear_note(gate, named.note, by, ON_AIR)
    except NoSuchNote as error:
        raise _gone(error) from error
    except NotForAir as error:
        raise Refusal(
            409, str(error), "Its author marks it for air, or writes a new one."
        ) from error
    return note, draw(lower_third(note.text, note.author, usual))


def _withdrawn(gate: Gate, named: Named, by: str) -> None:
    try:
        withdraw_note(gate, named.note, by, WITHDRAWN)
    except NoSuchNote as error:
        raise _gone(error) from error


def _gone(error: NoSuchNote) -> Refusal:
    return Refusal(404, str(error), "The deal's page shows all that stand.")


def _sentence(error: Exception) -> str:
    text = str(error)
    return f"{text[0].upper()}{text[1:]}."
