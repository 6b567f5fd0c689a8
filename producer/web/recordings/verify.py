"""The verify page: both tables' pictures side by side, and what a producer does there."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

from fastapi import Query
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError, field_validator
from starlette.responses import HTMLResponse, JSONResponse, Response

from producer.compare.model import Comparison
from producer.compare.whole_hand import WHOLE_HAND
from producer.json_text import fault_words
from producer.obs.clips.files import Clip, NoSuchClip, find_clip
from producer.release import NotAvailable
from producer.release.picks import comparison_to_cut
from producer.release.recordings.sync import MutedSound, NoSuchTable, NotMoved, mute, nudge, verify
from producer.release.recordings.verified import as_verified
from producer.segments.compositor.reader import BadRecording
from producer.segments.file_names import FOLDER
from producer.segments.prepared import prepared
from producer.segments.recordings.muted import sound_between
from producer.segments.recordings.placed import TableRecording
from producer.segments.recordings.placing import seconds_of
from producer.segments.recordings.reading import read_recordings
from producer.segments.request import SegmentRequest
from producer.segments.stills import still_at
from producer.segments.timecode import TimecodeRefused, rate_name, rate_of
from producer.segments.wanted import NotPlanned
from producer.web.access.roles import DESK, TAKERS, Who
from producer.web.access.router import Routes
from producer.web.languages import _
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.pages.navigation import links
from producer.web.pages.templates import page
from producer.web.recordings.verify_view import verify_view
from producer.web.services import Injected, Services, Visitor

SEGMENT, DEAL = "route:/verify/segments/{name}", "route:/verify/deals/{reference}"
PICTURE = "route:/verify/pictures/{reference}"
NUDGE, VERIFIED = "route:/api/verify/nudge", "route:/api/verify/verified"
MUTE, UNMUTE = "route:/api/verify/mute", "route:/api/verify/unmute"
NO_SUCH_SEGMENT = (
    "There is no such segment.",
    "The desk lists the finished segments of released deals.",
)
NO_PICTURE = (
    "There is no picture of this time: it was not recorded, or may not be seen yet.",
    "The page of recordings says what is there.",
)

routes = Routes()

DealName = Annotated[str, Field(min_length=1, max_length=500)]
TableName = Annotated[str, Field(min_length=1, max_length=200)]


class SideRequest(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    deal: DealName
    table: TableName


class NudgeRequest(SideRequest):
    """``event``: the id of the one whose time is moved, empty for all of the table. ``frames``: of
    ``fps``; a positive number is later."""

    event: Annotated[str, Field(max_length=500)] = ""
    frames: Annotated[int, Field(ge=-100_000, le=100_000)]
    fps: str = "25"

    @field_validator("fps")
    @classmethod
    def _a_rate_with_timecode(cls, fps: str) -> str:
        return rate_name(rate_of(fps))


class VerifiedRequest(SideRequest):
    verified: bool = True


class MuteRequest(SideRequest):
    """Times by the house clock."""

    first: AwareDatetime
    last: AwareDatetime


class UnmuteRequest(SideRequest):
    """As the page lists it, in milliseconds from the first picture of ``file``."""

    file: Annotated[str, Field(min_length=1, max_length=4096)]
    first: Annotated[int, Field(ge=0, le=86_400_000)]
    last: Annotated[int, Field(ge=0, le=86_400_000)]


@routes.get("/verify/segments/{name}", roles=DESK, exit="the frames of a finished segment's times")
def of_segment(services: Injected, who: Visitor, name: str) -> HTMLResponse:
    clip = _clip(services, name)
    if clip.render is None:
        raise Refusal(
            409,
            _("Duplicast did not make the segment {name}.", name=clip.name),
            _("It has no times that could be verified."),
        )
    request = clip.render.request
    found = comparison_to_cut(services.gate, clip.deals[0], request.pick, SEGMENT)
    old = services.outdated_clips.reasons(clip, SEGMENT)
    seen = clip.render.findings
    return _page(
        services, who, found, request, SEGMENT, segment=clip.name, outdated=old, findings=seen
    )


@routes.get(
    "/verify/deals/{reference:path}",
    roles=DESK,
    exit="the frames at the times of a planned segment",
)
def of_deal(
    services: Injected,
    who: Visitor,
    reference: str,
    pick: Annotated[str | None, Query(max_length=100)] = None,
    tables: Annotated[str, Query(max_length=1500)] = "",
    fps: Annotated[str, Query(max_length=20)] = "25",
) -> HTMLResponse:
    """``tables``: as of ``duplicast segment``, ``4,5``; by default those that the pick suggests."""
    found = comparison_to_cut(services.gate, reference, pick, DEAL)
    if not found.picks:
        raise Refusal(
            409,
            _("Deal {key} has no pick.", key=found.deal.key),
            _("Make one on the deal's page first."),
        )
    named = tuple(name.strip() for name in tables.split(",")) if tables else ()
    try:
        request = SegmentRequest(
            pick=found.picks[0].id,
            tables=named,
            fps=fps,
            layout="table" if pick == WHOLE_HAND else "two-up",
        )
    except ValidationError as error:
        raise Refusal(422, f"{fault_words(error.errors()[0])}.") from error
    return _page(services, who, found, request, DEAL)


@routes.get(
    "/verify/pictures/{reference:path}",
    roles=DESK,
    exit="a frame of a table's recording at a time that is not sealed, JPEG",
)
def picture(
    services: Injected,
    reference: str,
    table: Annotated[str, Query(min_length=1, max_length=200)],
    at: Annotated[str, Query(pattern=r"^\d{1,11}(\.\d{1,6})?$")],
) -> Response:
    """``at``: seconds since 1970 by the house clock. Decided for each picture: what is sealed may
    have changed since the page was made."""
    gate = services.gate
    key = gate.deal(reference, PICTURE).key
    if table not in gate.hand_times(key, PICTURE):
        raise Refusal(404, *NO_PICTURE)
    recording = _recording(services, key[:2], table)
    sealed = gate.sealed_spans(key.session, key.group, PICTURE).get(table)
    try:
        content = None if sealed is None else still_at(recording, Fraction(at), sealed)
    except BadRecording as error:
        raise Refusal(409, f"{error}.") from error
    if content is None:
        raise Refusal(404, *NO_PICTURE)
    return Response(content, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


@routes.post("/api/verify/nudge", roles=TAKERS, exit="that a time was moved")
async def move(services: Injected, who: Visitor, wanted: NudgeRequest) -> JSONResponse:
    def work() -> str:
        rate = rate_of(wanted.fps)
        moved = nudge(
            services.gate,
            wanted.deal,
            wanted.table,
            wanted.event,
            wanted.frames,
            rate,
            who.by,
            NUDGE,
        )
        what = "This time" if wanted.event else f"All times of table {wanted.table}"
        return f"{what}: {moved:+d} ms against the device." if moved else f"{what}: as sent."

    return await _done(work)


@routes.post("/api/verify/verified", roles=TAKERS, exit="that a table's times were verified")
async def verified(services: Injected, who: Visitor, wanted: VerifiedRequest) -> JSONResponse:
    def work() -> str:
        is_right = wanted.verified
        verify(services.gate, wanted.deal, wanted.table, who.by, VERIFIED, verified=is_right)
        return f"Table {wanted.table}: {'verified' if is_right else 'not verified any more'}."

    return await _done(work)


@routes.post("/api/verify/mute", roles=TAKERS, exit="that a table's sound was muted")
async def silence(services: Injected, who: Visitor, wanted: MuteRequest) -> JSONResponse:
    def work() -> str:
        gate = services.gate
        key = gate.deal(wanted.deal, MUTE).key
        recording = _recording(services, key[:2], wanted.table)
        names = [
            name for each in gate.recordings(key[:2]).get(wanted.table, ()) for name in each.files
        ]
        span = seconds_of(wanted.first), seconds_of(wanted.last)
        parts = sound_between(recording, span, names, _folder(services))
        if not parts:
            raise Refusal(
                409,
                _("Table {table} has no recording between these times.", table=wanted.table),
                _("Write two times of the recording, the earlier one first."),
            )
        for each in parts:
            mute(gate, key, each, who.by, MUTE)
        return f"Table {wanted.table}: muted in segments of this deal."

    return await _done(work)


@routes.post("/api/verify/unmute", roles=TAKERS, exit="that a table's sound is heard again")
async def unmute(services: Injected, who: Visitor, wanted: UnmuteRequest) -> JSONResponse:
    def work() -> str:
        key = services.gate.deal(wanted.deal, UNMUTE).key
        sound = MutedSound(wanted.table, wanted.file, wanted.first, wanted.last)
        mute(services.gate, key, sound, who.by, UNMUTE, muted=False)
        return f"Table {wanted.table}: heard again."

    return await _done(work)


async def _done(work: Callable[[], str]) -> JSONResponse:
    try:
        return JSONResponse({"message": await written(work)})
    except NoSuchTable as error:
        raise Refusal(404, _sentence(error)) from error
    except NotMoved as error:
        raise Refusal(409, _sentence(error)) from error


def _sentence(error: Exception) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."


def _page(
    services: Services,
    who: Who,
    found: Comparison,
    request: SegmentRequest,
    exit_: str,
    **more: Any,
) -> HTMLResponse:
    """Planned with every time as sure as one that was verified: what is looked at is what will be
    cut then."""
    times = services.gate.hand_times(found.deal.key, exit_)
    sure = {table: as_verified(hand) for table, hand in times.items()}
    folder = _folder(services)
    try:
        ready = prepared(
            services.gate, found, request, services.takes.style(), folder, exit_, times=sure
        )
    except (NotPlanned, TimecodeRefused) as error:
        raise Refusal(409, _sentence(error)) from error
    return page(
        "verify.html.j2",
        view=verify_view(services.gate, ready, times, folder),
        segment=more.get("segment", ""),
        outdated=more.get("outdated", ()),
        findings=more.get("findings", ()),
        produces=who.role in TAKERS,
        places=links(services.gate, who),
    )


def _clip(services: Services, name: str) -> Clip:
    """The segment, of a released deal; one of a sealed deal is refused like one that is not there.
    Raises Refusal."""
    try:
        clip = find_clip(Path(services.settings.out) / FOLDER, name)
        for deal in clip.deals:
            services.gate.deal(deal, SEGMENT)
    except (NoSuchClip, NotAvailable) as error:
        raise Refusal(404, *NO_SUCH_SEGMENT) from error
    return clip


def _recording(services: Services, group: tuple[str, str], table: str) -> TableRecording:
    named = services.gate.recordings(group).get(table, ())
    return read_recordings({table: named}, _folder(services))[table].recording


def _folder(services: Services) -> Path:
    """Of recordings that are named without one."""
    return services.settings.db.parent
