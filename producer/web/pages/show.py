"""Show mode: program and preview, what is said now and next, the next rows of the rundown."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from starlette.responses import HTMLResponse

from producer.games.line import DealKey
from producer.release import NotAvailable
from producer.release.notes import Note, notes_on
from producer.stages.moment import read_moment
from producer.web.access.roles import TAKERS
from producer.web.access.router import Routes
from producer.web.air_bar.next_beat import beats_on_air, running
from producer.web.pages.navigation import links
from producer.web.pages.templates import page
from producer.web.programme.clock import MOVING
from producer.web.programme.sealed_rows import sealed_rows
from producer.web.programme.shown_rows import ShownRow, shown_rows
from producer.web.services import Injected, Services, Visitor

SHOW = "route:/show"
NEXT = 3
"""Rows of the rundown that are shown."""

routes = Routes()


@dataclass(frozen=True, slots=True)
class Prompt:
    """A beat and what is said in it."""

    beat: str
    sentence: str


@routes.get("/show", roles=TAKERS, exit="what is said now, and the next rows of the rundown")
def show(services: Injected, who: Visitor) -> HTMLResponse:
    behind, rows = next_rows(services)
    now, following = prompts(services)
    return page(
        "show.html.j2",
        lines_language=services.settings.graphics.language,
        rows=rows,
        behind=behind,
        sealed=defaultdict(tuple, sealed_rows(services, who)),
        now=now,
        following=following,
        notes=_notes(services, [row.deal for row in rows if row.deal is not None]),
        message=services.booth.message,
        places=links(services.gate, who),
    )


def next_rows(services: Services) -> tuple[str, list[ShownRow]]:
    """The first rows that have neither aired nor been dropped, and the id of the row before them,
    ``""`` at the beginning."""
    rows = shown_rows(services, SHOW)
    coming = [row for row in rows if row.state in MOVING]
    over = rows[: rows.index(coming[0])] if coming else rows
    return over[-1].id if over else "", coming[:NEXT]


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
