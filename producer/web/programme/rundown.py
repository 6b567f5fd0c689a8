"""The rundown: its page, and what a producer changes in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, JSONResponse

from producer.acts import EditionCounts
from producer.compare.model import Comparison
from producer.compare.ranking import NoSuchPick, focused
from producer.obs.clips.files import clips
from producer.release import Gate
from producer.release.picks import PickGone, find_pick_to_cut
from producer.release.programme.as_run import NeverAired, note_planned_aired, take_back_aired
from producer.release.programme.edition import choose_edition, edition_counts
from producer.release.programme.rows import programme_clock
from producer.release.programme.rundown import (
    BeatEdit,
    PlannedSegment,
    edit_beat,
    next_id,
    place,
    programme,
    remove,
    segment_named,
)
from producer.rundown.edits import NotEditable
from producer.rundown.fitting import LEAVE_IN_TURN
from producer.rundown.planned import planned_beats
from producer.rundown.rows import (
    OtherRow,
    RundownRow,
    entry_of,
    rundown_rows,
    segment_rows,
    total,
)
from producer.segments.file_names import FOLDER
from producer.segments.graphic_contexts import has_ranking
from producer.web.access.roles import DESK, TAKERS
from producer.web.access.router import Routes
from producer.web.languages import _
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.pages.navigation import links
from producer.web.pages.templates import page
from producer.web.programme.row_states import UNCHANGED, SegmentNow, segments_now
from producer.web.programme.sealed_rows import sealed_rows
from producer.web.services import Injected, Services, Visitor

PAGE = "route:/rundown"
ROUTES = {
    what: f"route:/api/rundown/{what}"
    for what in ("add", "change", "remove", "beat", "aired", "edition")
}

routes = Routes()

Id = Annotated[str, Field(min_length=1, max_length=200)]
Name = Annotated[str, Field(min_length=1, max_length=200)]


class RundownRequest(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class AddSegment(RundownRequest):
    """``deal`` is needed only where several deals have a pick with this id. Without ``before`` it
    comes last."""

    pick: Annotated[str, Field(min_length=1, max_length=100)]
    deal: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    tables: Annotated[tuple[Name, ...], Field(max_length=6)] = ()
    seconds: Annotated[int, Field(ge=5, le=600)] = 60
    before: Annotated[str, Field(max_length=200)] = ""


class ChangeSegment(RundownRequest):
    """Fields that are ``None`` stay as they are. ``before``: the segment that it is to stand
    before, ``""`` for the end."""

    segment: Id
    before: Annotated[str, Field(max_length=200)] | None = None
    tables: Annotated[tuple[Name, ...], Field(max_length=6)] | None = None
    seconds: Annotated[int, Field(ge=5, le=600)] | None = None
    state: Literal["planned", "ready", "dropped"] | None = None
    tease: bool | None = None


class NamedSegment(RundownRequest):
    segment: Id


class EditBeat(NamedSegment):
    """Without any field, the beat is as Duplicast made it."""

    beat: Name
    left_out: bool = False
    sentence: Annotated[str, Field(max_length=300, pattern=r"^[^\r\n]*$")] = ""
    seconds: Annotated[float, Field(gt=0, le=600, allow_inf_nan=False)] | None = None


class Aired(NamedSegment):
    """``aired``: it has aired just now; ``False`` takes the last time back."""

    aired: bool = True


class ChooseEdition(RundownRequest):
    counts: EditionCounts


@dataclass(frozen=True, slots=True)
class RowOnPage:
    """``earlier`` and ``later``: what it is to stand before to move up or down, ``None`` where it
    cannot. ``clip``: its state in words, ``fresh`` if it can be shown. ``path``: of its deal,
    ``None`` for a row that is no segment. ``now``: of a segment."""

    id: str
    row: RundownRow | OtherRow
    path: tuple[str, str, str] | None
    earlier: str | None
    later: str | None
    clip: str
    fresh: bool
    now: SegmentNow


@routes.get("/rundown", roles=DESK, exit="the rundown: its segments and what is said in them")
def show(services: Injected, who: Visitor) -> HTMLResponse:
    gate = services.gate
    rows = rows_of(gate, services.settings.graphics.language, PAGE)
    return page(
        "rundown.html.j2",
        lines_language=services.settings.graphics.language,
        rows=_on_page(services, rows),
        sealed=defaultdict(tuple, sealed_rows(services, who)),
        total=total(rows),
        spoken=sum((row.spoken for row in rows if row.starts is not None), Fraction(0)),
        programme_clock=programme_clock(gate),
        edition=edition_counts(gate),
        leave_out=frozenset(LEAVE_IN_TURN),
        produces=who.role in TAKERS,
        places=links(gate, who),
    )


@routes.post("/api/rundown/add", roles=TAKERS, exit="the id of a new segment")
async def add(services: Injected, who: Visitor, wanted: AddSegment) -> JSONResponse:
    def work(gate: Gate) -> str:
        found, pick = find_pick_to_cut(gate, wanted.pick, ROUTES["add"], wanted.deal)
        segment = PlannedSegment(
            next_id(gate), found.deal.key, pick.id, wanted.tables, wanted.seconds
        )
        _place(gate, segment, who.by, "add", wanted.before)
        return segment.id

    id_ = await written(work, services.gate)
    return JSONResponse({"message": _("In the rundown, as segment {id}.", id=id_), "segment": id_})


@routes.post("/api/rundown/change", roles=TAKERS, exit="a changed segment of the rundown")
async def change(services: Injected, who: Visitor, wanted: ChangeSegment) -> JSONResponse:
    def work(gate: Gate) -> None:
        segment = segment_named(gate, wanted.segment, ROUTES["change"])
        given = wanted.model_dump(exclude={"segment", "before"}, exclude_none=True)
        stays = _following(gate, segment.id)
        before = stays if wanted.before is None else wanted.before
        if before == segment.id:
            raise Refusal(422, _("before: a segment cannot stand before itself."))
        _place(gate, replace(segment, **given), who.by, "change", before)

    await written(work, services.gate)
    return JSONResponse({"message": _("Changed.")})


@routes.post("/api/rundown/remove", roles=TAKERS, exit="a removed segment of the rundown")
async def remove_(services: Injected, who: Visitor, wanted: NamedSegment) -> JSONResponse:
    await written(remove, services.gate, wanted.segment, who.by, ROUTES["remove"])
    return JSONResponse({"message": _("Removed.")})


@routes.post("/api/rundown/beat", roles=TAKERS, exit="an edited beat of a segment")
async def beat(services: Injected, who: Visitor, wanted: EditBeat) -> JSONResponse:
    seconds = None if wanted.seconds is None else Fraction(round(wanted.seconds * 1000), 1000)
    edit = BeatEdit(wanted.left_out, wanted.sentence, seconds)

    def work(gate: Gate) -> None:
        segment = segment_named(gate, wanted.segment, ROUTES["beat"])
        if edit != BeatEdit():
            spoken = services.settings.graphics.language
            own = replace(segment, edits={**segment.edits, wanted.beat: edit})
            _must_be_possible(gate, own, spoken, "beat")
        edit_beat(gate, segment.id, wanted.beat, edit, who.by, ROUTES["beat"])

    await written(work, services.gate)
    return JSONResponse(
        {"message": _("As the program made it.") if edit == BeatEdit() else _("Edited.")}
    )


@routes.post("/api/rundown/aired", roles=TAKERS, exit="that a segment aired")
async def aired(services: Injected, who: Visitor, wanted: Aired) -> JSONResponse:
    def work(gate: Gate) -> None:
        exit_ = ROUTES["aired"]
        segment = segment_named(gate, wanted.segment, exit_)
        try:
            if wanted.aired:
                note_planned_aired(gate, segment.id, gate.clock(), who.by, exit_)
            else:
                take_back_aired(gate, segment.id, who.by, exit_)
        except NoSuchPick as error:
            raise PickGone(segment.pick) from error
        except NeverAired as error:
            raise Refusal(409, _("This segment has not aired.")) from error

    await written(work, services.gate)
    return JSONResponse({"message": _("Aired.") if wanted.aired else _("Not aired.")})


@routes.post("/api/rundown/edition", roles=TAKERS, exit="which deals the programme counts")
async def choose(services: Injected, who: Visitor, wanted: ChooseEdition) -> JSONResponse:
    await written(choose_edition, services.gate, wanted.counts, who.by)
    words = "what has aired" if wanted.counts == "aired" else "all released deals"
    return JSONResponse({"message": _("Standings and rankings count {words}.", words=words)})


def rows_of(gate: Gate, language: str, exit_: str) -> tuple[RundownRow | OtherRow, ...]:
    """The rundown as rows, without segments of deals that are sealed."""
    entries = programme(gate, exit_)
    segments = [each for each in entries if isinstance(each, PlannedSegment)]
    found = {key: gate.comparison(str(key), exit_) for key in {each.deal for each in segments}}
    rankings = {each.id for each in segments if _is_ranked(gate, found[each.deal], each, exit_)}
    return rundown_rows(entries, lambda segment: found[segment.deal], rankings, language)


def _is_ranked(gate: Gate, found: Comparison, segment: PlannedSegment, exit_: str) -> bool:
    try:
        return has_ranking(gate, focused(found, segment.pick), exit_, segment.id)
    except NoSuchPick:
        return False  # the row says so


def _on_page(services: Services, rows: Sequence[RundownRow | OtherRow]) -> list[RowOnPage]:
    made = _clips(services)
    now = segments_now(services, (row.segment for row in segment_rows(rows)), PAGE)
    ids = [entry_of(row).id for row in rows]
    listed = []
    for n, row in enumerate(rows):
        words, fresh = made.get(ids[n], ("", False))
        earlier = ids[n - 1] if n else None
        later = None if n == len(ids) - 1 else "" if n == len(ids) - 2 else ids[n + 2]
        path = None
        if isinstance(row, RundownRow):
            key = row.segment.deal
            path = key.session, key.group, str(key.number)
        state = now.get(ids[n], UNCHANGED)
        listed.append(RowOnPage(ids[n], row, path, earlier, later, words, fresh, state))
    return listed


def _clips(services: Services) -> Mapping[str, tuple[str, bool]]:
    """By segment of the rundown, what became of its clip, and whether it can be shown. A fresh one
    counts before an outdated one."""
    released = {str(key) for key in services.gate.released(PAGE)}
    found: dict[str, tuple[str, bool]] = {}
    for clip in clips(Path(services.settings.out) / FOLDER):
        if clip.render is None or not clip.render.request.rundown:
            continue
        id_ = clip.render.request.rundown
        if not released.issuperset(clip.deals) or found.get(id_, ("", False))[1]:
            continue
        reasons = services.outdated_clips.reasons(clip, PAGE)
        found[id_] = (f"Outdated: {', '.join(reasons)}" if reasons else "Rendered", not reasons)
    return found


def _following(gate: Gate, id_: str) -> str:
    """What stands after it, ``""`` at the end."""
    order = [entry.id for entry in programme(gate, ROUTES["change"])]
    return next(iter(order[order.index(id_) + 1 :]), "")


def _place(gate: Gate, segment: PlannedSegment, by: str, what: str, before: str) -> None:
    _must_be_possible(gate, segment, "en", what)
    place(gate, segment, by, ROUTES[what], before)


def _must_be_possible(gate: Gate, segment: PlannedSegment, language: str, what: str) -> None:
    """Raises Refusal for a segment that cannot be made so, PickGone, and NotDrawable."""
    exit_ = ROUTES[what]
    found = gate.comparison(str(segment.deal), exit_)
    try:
        ranking = _is_ranked(gate, found, segment, exit_)
        planned_beats(found, segment, language, ranking=ranking)
    except NoSuchPick as error:
        raise PickGone(segment.pick) from error
    except NotEditable as error:
        text = str(error)
        raise Refusal(422, f"{text[:1].upper()}{text[1:]}.") from error
