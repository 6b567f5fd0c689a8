"""Segments rendered as jobs: listing them, starting and cancelling one."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from starlette.responses import JSONResponse

from producer.compare.whole_hand import WHOLE_HAND
from producer.jobs import SCRATCH, CannotStart, Job, NoSuchJob
from producer.obs.clips.files import NoSuchClip, find_clip
from producer.release.picks import find_pick_to_cut
from producer.release.programme.rundown import segment_named
from producer.segments.file_names import FOLDER, segment_name
from producer.segments.request import SegmentRequest, as_planned
from producer.web.access.roles import TAKERS
from producer.web.access.router import Routes
from producer.web.languages import _
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.services import Injected, Services, Visitor

JOBS = "route:/api/jobs"
NO_SUCH_JOB = ("There is no such job.", "GET /api/jobs lists them.")

routes = Routes()

DealName = Annotated[str, Field(min_length=1, max_length=500)]


class RenderRequest(SegmentRequest):
    """Of a ``pick``, or of a segment of the ``rundown``. ``deal`` is needed only where several
    deals have a pick with this id, and for the pick ``hand``, the whole hand of a table alone.
    Language, chips and theme are the settings' where they are not named; files of a theme or a
    commentary are the command line's."""

    pick: Annotated[str, Field(max_length=80)] = ""
    deal: DealName | None = None
    theme: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,80}$")] = "dark"
    commentary: Literal[""] = ""

    @model_validator(mode="after")
    def _one_of_the_two(self) -> RenderRequest:
        if bool(self.pick) == bool(self.rundown):
            raise ValueError("name a pick, or a segment of the rundown")
        if self.rundown and self.tease:
            raise ValueError("leave out tease: the segment of the rundown has its own")
        return self


class Again(BaseModel):
    """``again``: the name of a segment, to be made anew as it was."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    again: Annotated[str, Field(min_length=1, max_length=200)]


class WhatIsRendered(BaseModel):
    """``about`` of a job."""

    model_config = ConfigDict(frozen=True)

    deal: str
    name: str
    request: SegmentRequest


@routes.get("/api/jobs", roles=TAKERS, exit="renders of released deals: their state, and a new one")
async def listed(services: Injected) -> JSONResponse:
    """Jobs of released deals only: a name or a layout would say what a sealed deal is."""
    released = {str(key) for key in await asyncio.to_thread(services.gate.released, JOBS)}
    now = time.time()
    jobs = [_answer(job, now) for job in services.jobs.all() if _deal_of(job) in released]
    return JSONResponse({"jobs": jobs})


@routes.post("/api/jobs", roles=TAKERS)
async def start(services: Injected, who: Visitor, wanted: RenderRequest | Again) -> JSONResponse:
    """Asked twice, as by a double click, it is one job."""
    job = await written(_start, services, wanted, who.by)
    return JSONResponse({"message": f"{_words(job, time.time())}.", "id": job.id})


@routes.post("/api/jobs/{id}/cancel", roles=TAKERS, exit="the end of a render")
async def cancel(services: Injected, id: str) -> JSONResponse:
    def work() -> Job:
        released = {str(key) for key in services.gate.released("route:/api/jobs/{id}/cancel")}
        if not any(job.id == id and _deal_of(job) in released for job in services.jobs.all()):
            raise NoSuchJob(id)
        return services.jobs.cancel(id)

    try:
        job = await asyncio.to_thread(work)
    except NoSuchJob as error:
        raise Refusal(404, *NO_SUCH_JOB) from error
    return JSONResponse({"message": f"{_words(job, time.time())}."})


def _start(services: Services, wanted: RenderRequest | Again, by: str) -> Job:
    made = _again(services, wanted) if isinstance(wanted, Again) else _new(services, wanted)
    about = made.model_dump(mode="json")
    for job in services.jobs.all():
        if job.about == about and job.state in ("queued", "running"):
            return job
    folder = Path(services.settings.out) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    command = [
        *(sys.executable, "-m", "producer.cli", "segment", *made.request.options()),
        *("-o", str(folder), "--name", made.name, "--scratch", SCRATCH, "--json"),
        *("--db", str(services.settings.db)),
        *(() if made.request.rundown else ("--", made.deal)),
    ]
    try:
        return services.jobs.add(command, about, by)
    except CannotStart as error:
        raise Refusal(409, _("Not started: {error}.", error=error)) from error


def _new(services: Services, wanted: RenderRequest) -> WhatIsRendered:
    """Raises PickGone, SeveralPicks, NotAvailable, AmbiguousDeal, NoSuchSegment and NotDrawable."""
    given = wanted.model_dump(exclude={"deal"}, exclude_unset=True)
    own = dict(services.settings.graphics) | dict(services.settings.segments)
    usual = {name: value for name, value in own.items() if name in SegmentRequest.model_fields}
    if wanted.rundown:
        planned = segment_named(services.gate, wanted.rundown, JOBS)
        asked = SegmentRequest(**{**usual, **given, "pick": planned.pick})
        key, request = planned.deal, as_planned(asked, planned)
    else:
        found, pick = find_pick_to_cut(services.gate, wanted.pick, JOBS, wanted.deal)
        if pick.id == WHOLE_HAND:
            given["layout"] = "table"
        key = found.deal.key
        request = SegmentRequest(**{**usual, **given, "pick": pick.id})
    return WhatIsRendered(deal=str(key), name=segment_name(key, request), request=request)


def _again(services: Services, wanted: Again) -> WhatIsRendered:
    """Raises NotAvailable for a segment of a sealed deal, and Refusal for one that cannot be made
    again."""
    try:
        clip = find_clip(Path(services.settings.out) / FOLDER, wanted.again)
    except NoSuchClip as error:
        raise Refusal(
            404, _("Not started: {reason}.", reason=error.reason), f"{error.hint}."
        ) from error
    deals = [str(services.gate.deal(deal, JOBS).key) for deal in clip.deals]
    if clip.render is None:
        raise Refusal(
            409,
            _("Not started: Duplicast did not make the segment {name}.", name=clip.name),
            _("Render the pick instead, or make the clip again where it was made."),
        )
    return WhatIsRendered(deal=deals[0], name=clip.name, request=clip.render.request)


def _deal_of(job: Job) -> str:
    """The full name of the job's deal; ``""`` where another version has stored it differently."""
    try:
        return WhatIsRendered.model_validate(job.about).deal
    except ValidationError:
        return ""


def _answer(job: Job, now: float) -> dict[str, Any]:
    about = WhatIsRendered.model_validate(job.about)
    left = job.left(now)
    return {
        "id": job.id,
        "state": job.state,
        "words": _words(job, now),
        "segment": about.name,
        "deal": about.deal,
        "request": about.request.model_dump(mode="json"),
        "done": job.done,
        "of": job.of,
        "left": None if left is None else round(left),
        "reason": job.reason,
    }


def _words(job: Job, now: float) -> str:
    about = WhatIsRendered.model_validate(job.about)
    which = f"the segment {about.name}"
    if job.state == "queued":
        return f"Waiting: {which}"
    if job.state == "running":
        part = f", {100 * job.done // job.of} %" if job.of else ""
        left = job.left(now)
        return f"Rendering {which}{part}" + (f", {left:.0f} s left" if left is not None else "")
    if job.state == "failed":
        return f"Not made: {which}: {job.reason}"
    return f"Made: {which}" if job.state == "done" else f"Cancelled: {which}"
