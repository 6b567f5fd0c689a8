"""The rows of the rundown as Prepare and Show list them: segments, and all others beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from pathlib import Path

from producer.compare.model import Comparison
from producer.compare.ranking import varied
from producer.compare.whole_hand import WHOLE_HAND
from producer.games.line import DealKey
from producer.obs.clips.files import clips
from producer.release import Gate
from producer.release.programme.as_run import as_run
from producer.release.programme.rundown import PlannedSegment, ProgrammeRow, programme
from producer.rundown.rows import OtherRow, RundownRow, segment_rows
from producer.segments.file_names import FOLDER
from producer.stages.catalogue import BREAK
from producer.web.languages import _
from producer.web.programme.open_slot import proposals
from producer.web.programme.row_states import UNCHANGED, SegmentNow, segments_now
from producer.web.programme.rundown import rows_of
from producer.web.services import Services
from producer.wording.pick_titles import pick_title

PREVIEW, CUE_CLIP = "/api/preview", "/api/segments/cue"


@dataclass(frozen=True, slots=True)
class ProposedPick:
    """What an open slot would become."""

    deal: str
    pick: str
    words: str


@dataclass(frozen=True, slots=True)
class ShownRow:
    """``kind``: ``segment``, or as of ``ProgrammeRow``. ``detail``: what is in it, in a line.
    ``address`` and ``body``: of the request that cues it, the body as JSON; empty where there is
    nothing to cue. ``clip``: the name of its fresh clip, ``""`` without one. ``proposal``: of an
    open slot. ``now``: of a segment, where it is loaded and whether it is outdated."""

    id: str
    kind: str
    title: str
    detail: str
    starts: Fraction | None
    seconds: int
    spoken: Fraction
    state: str
    problem: str = ""
    clip: str = ""
    address: str = ""
    body: str = ""
    at: datetime | None = None
    deal: DealKey | None = None
    proposal: ProposedPick | None = None
    now: SegmentNow = UNCHANGED


def shown_rows(services: Services, exit_: str) -> list[ShownRow]:
    """The whole rundown, without segments of sealed deals."""
    gate, language = services.gate, services.settings.graphics.language
    rows = rows_of(gate, language, exit_)
    made = fresh_clips(services, exit_) if rows else {}
    now = segments_now(services, (row.segment for row in segment_rows(rows)), exit_)
    open_slots = any(isinstance(row, OtherRow) and row.row.kind == "open" for row in rows)
    offered = _offered(gate, exit_) if open_slots else iter(())
    return [
        segment_row(row, made.get(row.segment.id, ""), now[row.segment.id])
        if isinstance(row, RundownRow)
        else _other(row, offered, language)
        for row in rows
    ]


def segment_row(row: RundownRow, clip: str, now: SegmentNow = UNCHANGED) -> ShownRow:
    """``clip``: the name of its fresh clip, cued if there is one; else its pick is, before anybody
    has chosen."""
    segment = row.segment
    problem = row.problem
    if row.missed:
        problem = _("its beats make it {n} s", n=f"{float(row.lasts):.0f}")
    body: dict[str, object] = {"deal": str(segment.deal), "pick": segment.pick, "moment": "before"}
    if segment.pick == WHOLE_HAND:
        body |= {"kind": "table", "table": row.tables[0] if row.tables else ""}
    elif len(row.tables) == 2:
        body["tables"] = list(row.tables)
    return ShownRow(
        id=segment.id,
        kind="segment",
        title=row.title or _("Deal {n}", n=segment.deal.number),
        detail=_("Deal {n}", n=segment.deal.number) + (f": {row.line}" if row.line else ""),
        starts=row.starts,
        seconds=segment.seconds,
        spoken=row.spoken,
        state=segment.state,
        problem=problem,
        clip=clip,
        address=CUE_CLIP if clip else PREVIEW,
        body=json.dumps({"name": clip} if clip else body),
        deal=segment.deal,
        now=now,
    )


def fresh_clips(services: Services, exit_: str) -> dict[str, str]:
    """By segment of the rundown, the name of its clip, if it shows what is true now."""
    released = {str(key) for key in services.gate.released(exit_)}
    return {
        each.render.request.rundown: each.name
        for each in clips(Path(services.settings.out) / FOLDER)
        if each.render is not None
        and each.render.request.rundown
        and released.issuperset(each.deals)
        and not services.outdated_clips.reasons(each, exit_)
    }


def _other(row: OtherRow, offered: Iterator[Comparison], language: str) -> ShownRow:
    own = row.row
    body = _graphic(own)
    best = next(offered, None) if own.kind == "open" and own.state in ("planned", "ready") else None
    proposal = None
    if best is not None and best.best is not None:
        key = best.deal.key
        title = pick_title(best, best.best, language)
        proposal = ProposedPick(
            str(key), best.best.id, _("{title}, deal {n}", title=title, n=key.number)
        )
    return ShownRow(
        id=own.id,
        kind=own.kind,
        title=row.title,
        detail=own.text or own.group,
        starts=row.starts,
        seconds=own.seconds,
        spoken=row.spoken,
        state=own.state,
        address=PREVIEW if body else "",
        body=json.dumps(body) if body else "",
        at=own.at,
        proposal=proposal,
    )


def _graphic(row: ProgrammeRow) -> dict[str, str]:
    """The request for what the row shows; empty where that is not Duplicast's."""
    if row.kind == "standings":
        return {"kind": "standings", **({"group": row.group} if row.group else {})}
    return {"kind": BREAK.name} if row.kind == "break" else {}


def _offered(gate: Gate, exit_: str) -> Iterator[Comparison]:
    planned = {each.deal for each in programme(gate, exit_) if isinstance(each, PlannedSegment)}
    used = planned | {each.deal for each in as_run(gate, exit_)}
    return proposals(varied(gate.comparisons(exit_)), used)
