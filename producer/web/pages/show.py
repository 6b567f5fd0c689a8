"""Show mode: program and preview, what is said now and next, the next rows of the rundown."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from starlette.responses import HTMLResponse

from producer.games.line import DealKey
from producer.obs.clips.files import clips
from producer.release import NotAvailable
from producer.release.notes import Note, notes_on
from producer.rundown.rows import RundownRow
from producer.segments.file_names import FOLDER
from producer.stages.moment import read_moment
from producer.web.access.roles import TAKERS
from producer.web.access.router import Routes
from producer.web.air_bar.next_beat import beats_on_air, running
from producer.web.pages.navigation import links
from producer.web.pages.rundown import rows_of
from producer.web.pages.templates import page
from producer.web.services import Injected, Services, Visitor

SHOW = "route:/show"
NEXT = 3
"""Rows of the rundown that are shown."""

routes = Routes()


@dataclass(frozen=True, slots=True)
class NextRow:
    """``address`` and ``body``: of the request that cues it, its clip if there is a fresh one, else
    its pick before anybody has chosen; the body as JSON."""

    row: RundownRow
    clip: str
    address: str
    body: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """A beat and what is said in it."""

    beat: str
    sentence: str


@routes.get("/show", roles=TAKERS, exit="what is said now, and the next rows of the rundown")
def show(services: Injected, who: Visitor) -> HTMLResponse:
    rows = next_rows(services)
    now, following = prompts(services)
    return page(
        "show.html.j2",
        rows=rows,
        now=now,
        following=following,
        notes=_notes(services, [each.row.segment.deal for each in rows]),
        message=services.booth.message,
        places=links(services.gate, who),
    )


def next_rows(services: Services) -> list[NextRow]:
    """The first rows that have neither aired nor been dropped."""
    rows = rows_of(services.gate, services.settings.graphics.language, SHOW)
    coming = [each for each in rows if each.segment.state in ("planned", "ready")][:NEXT]
    made = _fresh_clips(services) if coming else {}
    return [_next(row, made.get(row.segment.id, "")) for row in coming]


def _next(row: RundownRow, clip: str) -> NextRow:
    segment = row.segment
    if clip:
        return NextRow(row, clip, "/api/segments/cue", json.dumps({"name": clip}))
    body: dict[str, object] = {"deal": str(segment.deal), "pick": segment.pick, "moment": "before"}
    if len(row.tables) == 2:
        body["tables"] = list(row.tables)
    return NextRow(row, "", "/api/preview", json.dumps(body))


def _fresh_clips(services: Services) -> dict[str, str]:
    """By segment of the rundown, the name of its clip, if it shows what is true now."""
    released = {str(key) for key in services.gate.released(SHOW)}
    return {
        each.render.request.rundown: each.name
        for each in clips(Path(services.settings.out) / FOLDER)
        if each.render is not None
        and each.render.request.rundown
        and released.issuperset(each.deals)
        and not services.outdated_clips.reasons(each, SHOW)
    }


def prompts(services: Services) -> tuple[Prompt | None, Prompt | None]:
    """What is said in the beat on air, and in the next one; ``None`` where there is none."""
    bank = services.banks.on_air
    asked, shown = services.takes.loaded.get(bank), services.banks.channel(bank).now.shown
    if asked is None or asked.wanted is None or shown is None:
        return None, None
    try:
        made = beats_on_air(services.gate, asked.wanted, shown, SHOW)
    except NotAvailable:
        return None, None  # sealed again: it leaves the air by itself
    said = [beat for beat in made if beat.sentence]
    beat = running(said, read_moment(shown.moment)) if said else None
    if beat is None:
        return None, None
    after = said[said.index(beat) + 1 :]
    return Prompt(beat.name, beat.sentence), Prompt(
        after[0].name, after[0].sentence
    ) if after else None


def _notes(services: Services, deals: list[DealKey]) -> list[Note]:
    """Notes marked for air that wait for the producer, of what is on program, preview and next."""
    shown = [services.channels[name].now.shown for name in ("program", "preview")]
    on_air = [each.deal for each in shown if each is not None and each.deal is not None]
    found = []
    for key in dict.fromkeys([*on_air, *deals]):
        try:
            written = notes_on(services.gate, str(key), SHOW)
        except NotAvailable:
            continue  # sealed again meanwhile
        found += [each for each in written if each.for_air and not each.cleared]
    return found
