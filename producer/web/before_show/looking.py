"""Looks at everything that the line-up is about."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from producer.obs import BANKS, ObsRefusal
from producer.obs.director.outputs import Output
from producer.release import TableState
from producer.segments.recordings.reading import read_recordings
from producer.settings import Settings
from producer.web.before_show import checks
from producer.web.before_show.checks import (
    LineUpPart,
    LookedAtDisk,
    LookedAtObs,
    LookedAtRecording,
)
from producer.web.channels.live import LOWER_THIRD
from producer.web.languages import _
from producer.web.services import Services

EXIT = "route:/line-up"


def line_up(services: Services) -> list[LineUpPart]:
    """Every part, in the order of the page. Reads files and asks every OBS; it takes up to a few
    seconds, so call it beside the event loop."""
    gate, settings = services.gate, services.settings
    tables = [state for state, _ in gate.tables(EXIT)]
    names = list(dict.fromkeys(state.table for state in tables))
    with ThreadPoolExecutor(max(1, len(services.outputs.outputs))) as pool:
        every = list(pool.map(lambda output: _obs(services, output), services.outputs.outputs))
    recorded = _recordings(services, tables)
    gaps: dict[str, list[str]] = {}
    for gap in gate.gaps():
        gaps.setdefault("/".join(gap.place), []).append(gap.words)
    quarantined = {"/".join(place): n for place, n in gate.undecided_places(EXIT).items()}
    return [
        checks.feeds(tables, gaps, quarantined, gate.clock()),
        checks.clocks(tables),
        checks.pictures(names, every),
        checks.sound(names, every, recorded),
        checks.clap(recorded),
        checks.graphics(every),
        checks.obs(every),
        checks.safe_picture(every, services.takes.safe_seen.at),
        checks.recordings(names, list(settings.recorders.folders), _trouble(services)),
        checks.disk(_disks(settings)),
    ]


def _obs(services: Services, output: Output) -> LookedAtObs:
    try:
        found = output.director.checked()
    except ObsRefusal as refusal:
        return LookedAtObs(output.name, output.settings, refusal, {})
    return LookedAtObs(output.name, output.settings, found, _pages(services, output))


def _pages(services: Services, output: Output) -> dict[str, int]:
    """By channel in words, how many pages are open; empty where graphics come as images."""
    state = output.director.state()
    if output.settings.graphics == "image" or not getattr(state, "browser", False):
        return {}
    own = services.takes.channels[output.name]
    pages = {_("bank {name}", name=bank): len(own(bank).pages) for bank in BANKS}
    return {**pages, _("the lower third"): len(services.channels[LOWER_THIRD].pages)}


def _recordings(services: Services, tables: list[TableState]) -> list[LookedAtRecording]:
    """Of the tables of live sessions that have any."""
    folder, found = services.settings.db.parent, []
    for group in dict.fromkeys((state.session, state.group) for state in tables):
        named = services.gate.recordings(group)
        for table, placed in read_recordings(dict(sorted(named.items())), folder).items():
            files = placed.recording.files
            silent = tuple(file.path.name for file in files if not file.sound)
            found.append(LookedAtRecording(table, tuple(file.sync for file in files), silent))
    return found


def _trouble(services: Services) -> Mapping[str, str]:
    """By table, the first trouble of its recorder."""
    found: dict[str, str] = {}
    for each in services.recorders.trouble():
        found.setdefault(each.table, each.why)
    return found


def _disks(settings: Settings) -> list[LookedAtDisk]:
    places = [
        (_("Record"), settings.db.parent, checks.RECORD_LEAST),
        (_("Files for OBS and clips"), settings.out, checks.RECORD_LEAST),
        *(
            (_("Recorder of table {name}", name=table), folder, settings.recorders.least)
            for table, folder in settings.recorders.folders.items()
        ),
    ]
    return [LookedAtDisk(holds, folder, _free(folder), least) for holds, folder, least in places]


def _free(folder: Path) -> int | None:
    """Bytes free on the disk of ``folder``, which may be made later."""
    there = next((each for each in (folder, *folder.absolute().parents) if each.exists()), None)
    if there is None:
        return None
    try:
        return shutil.disk_usage(there).free
    except OSError:
        return None
