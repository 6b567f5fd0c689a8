"""The page of recordings: what there is of each table, what is missing, how sure its time is."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from starlette.responses import HTMLResponse

from producer.release import Gate
from producer.release.recordings.hand_times import HandTimes
from producer.segments.recordings.coverage import HandsShown, duration, gaps
from producer.segments.recordings.placed import RecordedFile, Sync
from producer.segments.recordings.placing import PlacedTable
from producer.segments.recordings.reading import read_recordings
from producer.segments.recordings.wording import (
    SYNC_WORDS,
    clock,
    group_times,
    hands_of,
    missing_words,
)
from producer.segments.timecode import rate_name
from producer.web.access.roles import DESK
from producer.web.access.router import Routes
from producer.web.languages import _, word
from producer.web.pages.navigation import links
from producer.web.pages.templates import page
from producer.web.services import Injected, Services, Visitor

RECORDINGS = "route:/recordings"

routes = Routes()


@dataclass(frozen=True, slots=True)
class ShownFile:
    """``growing``: it was written to a moment ago. ``sync``: where its time is from, in words."""

    name: str
    begins: str
    ends: str
    length: str
    form: str
    growing: bool
    sync: str
    confidence: Sync


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand of a released deal that the recordings show. ``sure``: ``verified``, or ``""``."""

    deal: int
    sure: Literal["verified", ""]


@dataclass(frozen=True, slots=True)
class RecordedTable:
    """``wrong``: gaps, problems and hands that are not shown, in words."""

    table: str
    name: str
    files: tuple[ShownFile, ...]
    wrong: tuple[str, ...]
    hands: tuple[ShownHand, ...]


@dataclass(frozen=True, slots=True)
class RecordedGroup:
    session: str
    group: str
    tables: tuple[RecordedTable, ...]


@routes.get(
    "/recordings", roles=DESK, exit="hands of released deals that the tables' recordings show"
)
def recordings(services: Injected, who: Visitor) -> HTMLResponse:
    return page(
        "recordings.html.j2",
        groups=[
            found
            for each in reversed(services.gate.sessions())
            if (found := _group(services, each.session, each.group, each.table_names)).tables
        ],
        trouble=[each.words for each in services.recorders.trouble()],
        watched=bool(services.settings.recorders.folders),
        places=links(services.gate, who),
    )


def _group(services: Services, session: str, group: str, names: Mapping[str, str]) -> RecordedGroup:
    gate: Gate = services.gate
    name = session, group
    named = gate.recordings(name)
    if not named:
        return RecordedGroup(session, group, ())
    placed = read_recordings(dict(sorted(named.items())), services.settings.db.parent)
    times = group_times(gate, name, RECORDINGS)
    shown = hands_of(times, placed)
    patience = services.settings.recorders.patience
    tables = tuple(
        _table(table, names.get(table, table), each, shown[table], times, patience)
        for table, each in placed.items()
    )
    return RecordedGroup(session, group, tables)


def _table(
    table: str,
    name: str,
    placed: PlacedTable,
    shown: HandsShown,
    times: Mapping[int, Mapping[str, HandTimes]],
    patience: float,
) -> RecordedTable:
    said = (*gaps(placed.recording), *placed.problems, *missing_words(table, shown))
    verified = {deal for deal, hands in times.items() if table in hands and hands[table].verified}
    return RecordedTable(
        table=table,
        name=name,
        files=tuple(_file(file, patience) for file in placed.recording.files),
        wrong=tuple(words.removeprefix(f"table {table}: ") for words in said),
        hands=tuple(
            ShownHand(deal, "verified" if deal in verified else "")
            for deal in sorted((*shown.whole, *shown.partly))
        ),
    )


def _file(file: RecordedFile, patience: float) -> ShownFile:
    rate = _("a rate that varies") if file.rate is None else f"{rate_name(file.rate)} fps"
    parts = [
        f"{file.width}x{file.height}, {rate}",
        *([_("interlaced")] if file.interlaced else []),
        _("sound") if file.sound else _("no sound"),
    ]
    drift = (
        ", " + _("clock {n} millionths", n=f"{float(file.drift * 1_000_000):+.1f}")
        if file.drift
        else ""
    )
    return ShownFile(
        name=file.path.name,
        begins=clock(file.begins)[:-6],
        ends=clock(file.ends)[11:-6],
        length=duration(file.length),
        form=", ".join(parts),
        growing=_written_within(file, patience),
        sync=word(SYNC_WORDS[file.sync]) + drift,
        confidence=file.sync,
    )


def _written_within(file: RecordedFile, seconds: float) -> bool:
    try:
        return time.time() - file.path.stat().st_mtime < seconds
    except OSError:
        return False  # it was there a moment ago; the next look names it
