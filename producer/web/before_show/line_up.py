"""The line-up before the show, and the start of the show."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse

from producer.release.programme.show import end_show, show_state, start_show
from producer.web.access.roles import PRODUCERS
from producer.web.access.router import Routes
from producer.web.before_show.checks import LineUpPart
from producer.web.before_show.fault_buttons import fault_buttons
from producer.web.before_show.looking import line_up
from producer.web.languages import _, ngettext
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.pages.navigation import links
from producer.web.pages.templates import page
from producer.web.services import Injected, Services, Visitor
from producer.web.updates.topics import AIR, DEALS

routes = Routes()


class StartRequest(BaseModel):
    """``confirm``: start even if points of the line-up are not green."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    confirm: bool = False


@dataclass(frozen=True, slots=True)
class PointCounts:
    good: int
    note: int
    bad: int


@routes.get("/line-up", roles=PRODUCERS, exit="whether tables send and can be seen", sealed=True)
def line_up_page(services: Injected, who: Visitor) -> HTMLResponse:
    parts = line_up(services)
    sessions = [each for each in services.gate.sessions() if each.kind == "live"]
    return page(
        "line_up.html.j2",
        parts=parts,
        counts=_counts(parts),
        show=show_state(services.gate),
        rehearsal=services.settings.rehearsal,
        faults=fault_buttons(services),
        simulated=[each.session for each in sessions if each.simulated],
        sessions=sessions,
        places=links(services.gate, who),
    )


@routes.post("/api/show/start", roles=PRODUCERS, exit="points of the line-up", sealed=True)
async def start(services: Injected, who: Visitor, wanted: StartRequest) -> JSONResponse:
    """Ends the rehearsal. Refused with 409 while points are not green, unless confirmed."""
    state = await run_in_threadpool(show_state, services.gate)
    if state.since is not None:
        at = state.since.astimezone()
        raise Refusal(
            409, _("The show is on since {at}, started by {by}.", at=f"{at:%H:%M}", by=state.by)
        )
    wrong = open_points(await run_in_threadpool(line_up, services))
    if wrong and not wanted.confirm:
        raise Refusal(
            409,
            ngettext(
                "Not started: {n} point is not green: {points}.",
                "Not started: {n} points are not green: {points}.",
                len(wrong),
                points="; ".join(wrong[:3]),
            ),
            _("Fix them, or press Start show again to start all the same."),
        )
    if services.settings.rehearsal:
        _leave_rehearsal(services, wrong, who.by)
        return JSONResponse(
            {"message": _("The rehearsal is over: the show's own record opens in a few seconds.")}
        )
    await written(start_show, services.gate, wrong, who.by)
    services.topics.changed(AIR, DEALS)
    return JSONResponse({"message": _("The show is on. Simulated sessions cannot be cued now.")})


@routes.post("/api/show/end", roles=PRODUCERS)
async def end(services: Injected, who: Visitor) -> JSONResponse:
    if not (await run_in_threadpool(show_state, services.gate)).is_on:
        raise Refusal(409, _("The show is not on."))
    await written(end_show, services.gate, who.by)
    services.topics.changed(AIR, DEALS)
    return JSONResponse({"message": _("The show is over.")})


def open_points(parts: list[LineUpPart]) -> list[str]:
    """What is not green, in words."""
    return [
        f"{part.title}, {point.what}: {point.words}"
        for part in parts
        for point in part.points
        if point.mark == "bad"
    ]


def _counts(parts: list[LineUpPart]) -> PointCounts:
    marks = [point.mark for part in parts for point in part.points]
    return PointCounts(marks.count("good"), marks.count("note"), marks.count("bad"))


def _leave_rehearsal(services: Services, wrong: list[str], by: str) -> None:
    """Raises Refusal where this service cannot go on with the show's record."""
    if services.to_show is None:
        raise Refusal(
            409,
            _("Not started: the settings or the record's own name make this a rehearsal."),
            _("Stop the service, and serve the show's record without them."),
        )
    services.to_show(wrong, by)
