"""Commentators' notes: written on a deal's page, seen by all at once, found by their words, aired
one at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Query
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from overlay.contexts import MOST_LETTERS, MOST_WORDS
from overlay.stage import Stage
from producer.bounds import MOST_ACTIONS
from producer.release import Gate
from producer.release.notes import (
    NoSuchNote,
    Note,
    NotForAir,
    NotThere,
    OtherNote,
    Wording,
    add_note,
    clear_note,
    found_notes,
    notes_on,
    withdraw_note,
)
from producer.stages.comparisons.branches import best_point
from producer.stages.programme.show import note as lower_third
from producer.stages.style import Style
from producer.web.access.roles import DESK, TAKERS, WRITERS, Who
from producer.web.access.router import Routes
from producer.web.channels.live import LOWER_THIRD, ChannelContent, draw
from producer.web.languages import _
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.services import Injected, Services, Visitor
from producer.web.updates import topics

NOTES, ON_AIR, WITHDRAWN = "route:/api/notes", "route:/api/notes/clear", "route:/api/notes/withdraw"
FOUND = "route:/api/notes/found"
MOST_FOUND = 30
"""Notes that a search lists, the newest."""
CHANNEL = LOWER_THIRD

routes = Routes()

DealName = Annotated[str, Field(min_length=1, max_length=500)]


class NewNote(BaseModel):
    """``table``, ``move`` (from 1) and ``time`` (on the clock): what the note is about, if not the
    whole deal. ``id``: the sender's own, with which it may be sent again."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, str_strip_whitespace=True)

    deal: DealName
    id: Annotated[str, Field(pattern=r"^([0-9a-f]{32})?$")] = ""
    table: Annotated[str, Field(max_length=200)] = ""
    move: Annotated[int, Field(gt=0, le=MOST_ACTIONS)] | None = None
    time: Annotated[AwareDatetime, Field(strict=False)] | None = None
    text: Annotated[str, Field(min_length=1, max_length=300)]
    author: Annotated[str, Field(max_length=80)] = ""
    for_air: bool = False


class NamedNote(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    note: Annotated[str, Field(min_length=1, max_length=200)]


@routes.get("/api/notes", roles=DESK, exit="commentators' notes on a deal")
def notes(
    services: Injected,
    who: Visitor,
    deal: Annotated[str, Query(min_length=1, max_length=500)],
) -> JSONResponse:
    """With what a note can be about: the tables, and by table the move that is its decision."""
    comparison = services.gate.comparison(deal, NOTES)
    point = best_point(comparison)
    shown = services.channels[CHANNEL].now.shown
    answers = [
        note_answer(note)
        | {
            "on_air": shown is not None and shown.note == note.id,
            "ready": services.on_preview.note == note.id,
        }
        for note in notes_on(services.gate, deal, NOTES)
    ]
    may = {"may_clear": who.role in TAKERS, "may_write": who.role in WRITERS}
    most = {"most_words": MOST_WORDS, "most_letters": MOST_LETTERS}
    tables = [
        {"table": play.table, "name": comparison.deal.name_of(play.table)}
        for play in comparison.deal.plays
    ]
    decisions = {table: moves + 1 for table, moves in point.at.items()} if point else {}
    about = {"tables": tables, "decisions": decisions}
    return JSONResponse({"notes": answers, **about, **most, **may})


@routes.get("/api/notes/found", roles=DESK, exit="commentators' notes found by their words")
def found(
    services: Injected, q: Annotated[str, Query(min_length=1, max_length=200)]
) -> JSONResponse:
    """The newest first, each with its deal and the path of the deal's page."""
    notes = found_notes(services.gate, q, FOUND)
    answers = [
        note_answer(note)
        | {
            "deal": str(note.deal),
            "path": "/".join(quote(str(part), safe="") for part in note.deal),
        }
        for note in notes[:MOST_FOUND]
    ]
    return JSONResponse({"notes": answers, "more": len(notes) - len(answers)})


@routes.post("/api/notes", roles=WRITERS)
async def add(services: Injected, who: Visitor, wanted: NewNote) -> JSONResponse:
    added = await written(_added, services.gate, wanted, who.by)
    services.topics.changed(topics.NOTES)
    return JSONResponse({"message": _("Noted."), "note": added})


@routes.post("/api/notes/clear", roles=TAKERS, exit="a note cleared for air")
async def clear(services: Injected, who: Visitor, named: NamedNote) -> JSONResponse:
    """Clears the note for air: it is the one that the lower third shows next."""
    note = await written(_cleared, services.gate, named, who.by)
    services.on_preview.note = note.id
    services.topics.changed(topics.NOTES, topics.AIR)
    return _told(f"Ready as lower third: {note.text}", "")


async def put_on_air(services: Services, who: Who, id_: str) -> JSONResponse:
    """Puts a cleared note on the lower third, over our scenes in OBS. Raises Refusal if it is not
    there any more."""
    marks = await written(services.gate.marks, ON_AIR)
    note = await written(_cleared, services.gate, NamedNote(note=id_), who.by)
    stage = await written(_lower_third, note, services.style)
    tables = (note.table,) if note.table else ()
    shown = ChannelContent(note.deal, tables, "note", "note", said=marks.get(note.deal, {}))
    services.channels[CHANNEL].show(replace(shown, note=note.id), draw(stage))
    problem = await services.takes.lower_third(stage)
    services.topics.changed(topics.NOTES)
    return _told(f"On the lower third: {note.text}", problem)


def _told(words: str, problem: str) -> JSONResponse:
    warning = f"Not in OBS: {problem}." if problem else ""
    return JSONResponse({"message": words, "warning": warning})


@routes.post("/api/notes/withdraw", roles=WRITERS, exit="a note withdrawn")
async def withdraw(services: Injected, who: Visitor, named: NamedNote) -> JSONResponse:
    await written(_withdrawn, services.gate, named, who.by)
    services.topics.changed(topics.NOTES)
    return JSONResponse({"message": _("Withdrawn. What is on air stays until it is cleared.")})


def note_answer(note: Note) -> dict[str, Any]:
    return {
        "note": note.id,
        "table": note.table,
        "move": note.move,
        "time": note.time.isoformat() if note.time else None,
        "text": note.text,
        "author": note.author,
        "for_air": note.for_air,
        "cleared": note.cleared,
        "at": note.at.isoformat(),
    }


def _added(gate: Gate, wanted: NewNote, by: str) -> str:
    try:
        return add_note(
            gate,
            wanted.deal,
            Wording(**wanted.model_dump(exclude={"deal", "id"})),
            by,
            NOTES,
            wanted.id,
        )
    except OtherNote as error:
        raise Refusal(409, str(error), _("Send it with an id of its own.")) from error
    except NotThere as error:
        raise Refusal(422, _sentence(error), _("Name what was played.")) from error
    except NotForAir as error:
        raise Refusal(422, str(error), _("Shorten it, or keep it off the air.")) from error


def _cleared(gate: Gate, named: NamedNote, by: str) -> Note:
    try:
        return clear_note(gate, named.note, by, ON_AIR)
    except NoSuchNote as error:
        raise _gone(error) from error
    except NotForAir as error:
        raise Refusal(
            409, str(error), _("Its author marks it for air, or writes a new one.")
        ) from error


def _lower_third(note: Note, style: Style) -> Stage:
    return lower_third(note.text, note.author, style)


def _withdrawn(gate: Gate, named: NamedNote, by: str) -> None:
    try:
        withdraw_note(gate, named.note, by, WITHDRAWN)
    except NoSuchNote as error:
        raise _gone(error) from error


def _gone(error: NoSuchNote) -> Refusal:
    return Refusal(404, str(error), _("The deal's page lists all notes."))


def _sentence(error: Exception) -> str:
    text = str(error)
    return f"{text[0].upper()}{text[1:]}."
