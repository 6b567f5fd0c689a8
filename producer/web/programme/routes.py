"""Rows of the rundown that are no segments, the order of all rows, the clock of the programme."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from producer.acts import LONGEST_ROW, ProgrammeClock, RowKind
from producer.release import Gate
from producer.release.picks import find_pick
from producer.release.programme.rows import (
    move,
    note_row_aired,
    place_row,
    remove_row,
    row_named,
    set_clock,
)
from producer.release.programme.rundown import (
    PlannedSegment,
    ProgrammeRow,
    next_id,
    place,
    programme,
)
from producer.rundown.fitting import LEAST_TARGET, MOST_TARGET
from producer.web.access.roles import DESK, TAKERS
from producer.web.access.router import Routes
from producer.web.languages import _, ngettext
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.programme.clock import times_answer
from producer.web.programme.csv_rows import WrongCsv, read_csv, take_in, written_csv
from producer.web.programme.sealed_rows import sealed_rows
from producer.web.services import Injected, Visitor

TIMES, CSV, IMPORT = "route:/api/rundown/times", "route:/rundown.csv", "route:/api/rundown/csv"
ROUTES = {
    what: f"route:/api/rundown/{what}"
    for what in ("row", "row-removed", "row-aired", "move", "accept")
}

routes = Routes()

Id = Annotated[str, Field(min_length=1, max_length=200)]


class ProgrammeRequest(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class RowRequest(ProgrammeRequest):
    """``row``: the one to change, by default a new one. ``before``: what it is to stand before,
    ``""`` for the end; by default it stays, and a new one comes last. ``at``: when it begins, if at
    a fixed time."""

    row: Id | None = None
    kind: RowKind
    title: Annotated[str, Field(max_length=200, pattern=r"^[^\r\n]*$")] = ""
    text: Annotated[str, Field(max_length=2000, pattern=r"^[^\r\n]*$")] = ""
    seconds: Annotated[int, Field(ge=1, le=LONGEST_ROW)] = 60
    at: AwareDatetime | None = None
    group: Annotated[str, Field(max_length=401)] = ""
    before: Annotated[str, Field(max_length=200)] | None = None


class NamedRow(ProgrammeRequest):
    row: Id


class RowAiredRequest(NamedRow):
    """``aired``: it is on air now; ``False`` takes that back."""

    aired: bool = True


class MoveRequest(ProgrammeRequest):
    rows: Annotated[tuple[Id, ...], Field(min_length=1, max_length=500)]
    before: Annotated[str, Field(max_length=200)] = ""


class AcceptRequest(NamedRow):
    """``pick``: what the open slot proposed, as the producer saw it."""

    deal: Annotated[str, Field(min_length=1, max_length=500)]
    pick: Annotated[str, Field(min_length=1, max_length=100)]


class CsvRequest(ProgrammeRequest):
    csv: Annotated[str, Field(max_length=1_000_000)]


@routes.get("/api/rundown/times", roles=DESK, exit="when the rows of the rundown begin and end")
def times(services: Injected) -> JSONResponse:
    return JSONResponse(times_answer(services.gate, TIMES), headers={"Cache-Control": "no-store"})


@routes.get("/rundown.csv", roles=DESK, exit="the rundown as CSV")
def as_csv(services: Injected, who: Visitor) -> Response:
    language = services.settings.graphics.language
    text = written_csv(services.gate, language, CSV, sealed_rows(services, who))
    headers = {"Content-Disposition": 'attachment; filename="rundown.csv"'}
    return Response(text, media_type="text/csv", headers=headers)


@routes.post("/api/rundown/csv", roles=TAKERS, exit="what became of a rundown that was read")
async def from_csv(services: Injected, who: Visitor, wanted: CsvRequest) -> JSONResponse:
    def work(gate: Gate) -> int:
        return take_in(gate, read_csv(wanted.csv), who.by, IMPORT)

    try:
        count = await written(work, services.gate)
    except WrongCsv as error:
        raise Refusal(
            422, _("Not read: {error}.", error=error), _("Nothing of the file was taken in.")
        ) from error
    return JSONResponse({"message": ngettext("{n} row read.", "{n} rows read.", count)})


@routes.post("/api/rundown/row", roles=TAKERS, exit="a row of the rundown that is no segment")
async def put_row(services: Injected, who: Visitor, wanted: RowRequest) -> JSONResponse:
    def work(gate: Gate) -> str:
        exit_ = ROUTES["row"]
        given = wanted.model_dump(exclude={"row", "before"})
        if wanted.row is None:
            row = ProgrammeRow(next_id(gate), **given)
        else:
            row = replace(row_named(gate, wanted.row, exit_), **given)
        before = wanted.before
        if before is None:
            before = "" if wanted.row is None else _following(gate, row.id, exit_)
        if before == row.id:
            raise Refusal(422, _("before: a row cannot stand before itself."))
        place_row(gate, row, who.by, exit_, before)
        return row.id

    id_ = await written(work, services.gate)
    words = "In the rundown." if wanted.row is None else "Changed."
    return JSONResponse({"message": words, "row": id_})


@routes.post("/api/rundown/row-removed", roles=TAKERS, exit="that a row was removed")
async def remove_(services: Injected, who: Visitor, wanted: NamedRow) -> JSONResponse:
    await written(remove_row, services.gate, wanted.row, who.by, ROUTES["row-removed"])
    return JSONResponse({"message": _("Removed.")})


@routes.post("/api/rundown/row-aired", roles=TAKERS, exit="that a row is on air")
async def row_aired(services: Injected, who: Visitor, wanted: RowAiredRequest) -> JSONResponse:
    def work(gate: Gate) -> None:
        note_row_aired(gate, wanted.row, who.by, ROUTES["row-aired"], aired=wanted.aired)

    await written(work, services.gate)
    return JSONResponse({"message": _("On air.") if wanted.aired else _("Not aired.")})


@routes.post("/api/rundown/move", roles=TAKERS, exit="a new order of the rundown")
async def move_(services: Injected, who: Visitor, wanted: MoveRequest) -> JSONResponse:
    if wanted.before in wanted.rows:
        raise Refusal(422, _("before: a row cannot stand before itself."))
    await written(move, services.gate, wanted.rows, who.by, ROUTES["move"], wanted.before)
    return JSONResponse({"message": _("Moved.")})


@routes.post("/api/rundown/accept", roles=TAKERS, exit="the segment that an open slot became")
async def accept(services: Injected, who: Visitor, wanted: AcceptRequest) -> JSONResponse:
    def work(gate: Gate) -> str:
        exit_ = ROUTES["accept"]
        slot = row_named(gate, wanted.row, exit_)
        if slot.kind != "open":
            raise Refusal(409, _("This row is no open slot."))
        found, pick = find_pick(gate, wanted.pick, exit_, wanted.deal)
        seconds = min(max(slot.seconds, LEAST_TARGET), MOST_TARGET)
        segment = PlannedSegment(next_id(gate), found.deal.key, pick.id, seconds=seconds)
        place(gate, segment, who.by, exit_, slot.id)
        remove_row(gate, slot.id, who.by, exit_)
        return segment.id

    id_ = await written(work, services.gate)
    return JSONResponse({"message": _("In the rundown, as segment {id}.", id=id_), "segment": id_})


@routes.post("/api/rundown/clock", roles=TAKERS)
async def clock(services: Injected, who: Visitor, wanted: ProgrammeClock) -> JSONResponse:
    """When the programme begins and has to end; a field left out is cleared."""
    if wanted.starts and wanted.hard_out and wanted.hard_out <= wanted.starts:
        raise Refusal(422, _("The hard out has to be after the beginning of the programme."))
    await written(set_clock, services.gate, wanted, who.by)
    return JSONResponse({"message": _("Set.")})


def _following(gate: Gate, id_: str, exit_: str) -> str:
    """What stands after it, ``""`` at the end."""
    order = [each.id for each in programme(gate, exit_)]
    return next(iter(order[order.index(id_) + 1 :]), "")
