"""The points of the line-up, from what was looked at: each is green or says its fix. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from producer.obs import ObsRefusal
from producer.obs.monitor.check import Finding, Mark, ObsChecked
from producer.release import TableState
from producer.segments.recordings.placed import Sync
from producer.settings import ObsSettings
from producer.web.languages import _, joined, ngettext, number, word
from producer.web.pages.tables import lasting, seconds_since

CLOCK = 10
"""Seconds by which a device's clock may differ: people operate it, up to five seconds late."""

GIGABYTE = 10**9

RECORD_LEAST = 1.0
"""Gigabytes that must be free for the record and the files for OBS."""

Title = Literal[
    "Feeds",
    "Clocks",
    "Pictures",
    "Sound",
    "Clap",
    "Graphics",
    "OBS",
    "Safe picture",
    "Recordings",
    "Disk",
]


@dataclass(frozen=True, slots=True)
class LineUpPart:
    """One part of the line-up with its points, the worst first."""

    title: Title
    points: tuple[Finding, ...]

    @property
    def mark(self) -> Literal["good", "note", "bad"]:
        marks = {point.mark for point in self.points}
        return "bad" if "bad" in marks else "note" if "note" in marks else "good"


@dataclass(frozen=True, slots=True)
class LookedAtObs:
    """One OBS. ``found``: the refusal while it cannot be reached. ``pages``: by what a page shows,
    how many are open; empty where graphics come as images."""

    name: str
    settings: ObsSettings
    found: ObsChecked | ObsRefusal
    pages: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LookedAtRecording:
    """A table's recordings. ``syncs``: where the time of each file is from; ``silent``: names of
    files without sound."""

    table: str
    syncs: tuple[Sync, ...]
    silent: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LookedAtDisk:
    """``holds``: what is on it, in words. ``free``: bytes, ``None`` if it cannot be read.
    ``least``: gigabytes."""

    holds: str
    folder: Path
    free: int | None
    least: float


def part(title: Title, points: Sequence[Finding]) -> LineUpPart:
    """Joins points with the same words into one."""
    names: dict[tuple[Mark, str, str], list[str]] = {}
    for point in points:
        names.setdefault((point.mark, point.words, point.hint), []).append(point.what)
    merged = [
        Finding(mark, together(each), words, hint) for (mark, words, hint), each in names.items()
    ]
    worst_first = {"bad": 0, "note": 1, "good": 2}
    return LineUpPart(title, tuple(sorted(merged, key=lambda point: worst_first[point.mark])))


def together(names: Sequence[str]) -> str:
    """
    >>> together(["Table 1", "Table 2", "Table 4"]), together(["OBS: canvas"])
    ('Tables 1, 2 and 4', 'OBS: canvas')
    """
    before = _("Table {name}", name="")
    numbers = [name.removeprefix(before) for name in names]
    if len(names) > 1 and all(name.startswith(before) for name in names):
        return _("Tables {names}", names=joined(numbers))
    return ", ".join(names)


def good(what: str, words: str) -> Finding:
    return Finding("good", what, words)


def feeds(
    tables: Sequence[TableState],
    gaps: Mapping[str, Sequence[str]],
    quarantined: Mapping[str, int],
    now: datetime,
) -> LineUpPart:
    """``gaps``: by ``SESSION/GROUP/TABLE``, what it waits for; ``quarantined``: open entries."""
    if not tables:
        return part(
            "Feeds",
            [
                Finding(
                    "bad",
                    _("no session"),
                    _("No live session is open"),
                    _("Have the office open it, or read its file with duplicast follow"),
                )
            ],
        )
    return part("Feeds", [_feed(each, gaps, quarantined, now) for each in tables])


def _feed(
    table: TableState,
    gaps: Mapping[str, Sequence[str]],
    quarantined: Mapping[str, int],
    now: datetime,
) -> Finding:
    name, place = _("Table {name}", name=table.table), _place(table)
    if not table.devices:
        return Finding(
            "bad",
            name,
            _("nothing received yet"),
            _("Switch the device on; it should send a table.clock"),
        )
    if gaps.get(place):
        return Finding("bad", name, "; ".join(gaps[place]), _("Send them again, or see Tables"))
    if table.phase == "unclear":
        return Finding("bad", name, table.why, _("See Tables and Quarantine"))
    if quarantined.get(place):
        count = quarantined[place]
        words = ngettext("{n} open entry in quarantine", "{n} open entries in quarantine", count)
        return Finding("note", name, words, _("See Quarantine"))
    seconds = max(0, seconds_since(table.received_at, now) or 0)
    return good(name, _("sent last {time} ago", time=lasting(seconds)))


def clocks(tables: Sequence[TableState]) -> LineUpPart:
    """The clock of each device against the house's, by its last event."""
    found = []
    for table in tables:
        if not table.received_at or not table.device_time:
            continue
        late = round(_late(table))
        name = _("Table {name}", name=table.table)
        if abs(late) <= CLOCK:
            found.append(good(name, _("within {n} s of the house's clock", n=CLOCK)))
            continue
        apart = _time_apart(abs(late))
        words = (
            _("last event {time} behind the house's clock", time=apart)
            if late > 0
            else _("last event {time} ahead of the house's clock", time=apart)
        )
        fix = _("Set the device's clock and zone, or move its times with table.nudged")
        found.append(Finding("bad", name, words, fix))
    return part(
        "Clocks", found or [Finding("note", _("Devices"), _("No device has sent a time yet"))]
    )


def _time_apart(seconds: int) -> str:
    """
    >>> _time_apart(75), _time_apart(7200), _time_apart(22_691_220)
    ('75 s', '2 h', '262 days')
    """
    days = seconds // 86_400
    return lasting(seconds) if days < 2 else ngettext("{n} day", "{n} days", days)


def _late(table: TableState) -> float:
    received, sent = (
        datetime.fromisoformat(each) for each in (table.received_at, table.device_time)
    )
    return (received - sent).total_seconds()


def pictures(tables: Sequence[str], every: Sequence[LookedAtObs]) -> LineUpPart:
    """Each table's picture in each OBS."""
    found = [_picture(table, obs, _named("", obs, every)) for obs in every for table in tables]
    return part("Pictures", found or [Finding("note", _("Tables"), _("No table is open yet"))])


def _picture(table: str, obs: LookedAtObs, where: str) -> Finding:
    name, own = _("Table {name}", name=table) + where, obs.settings.pictures.get(table)
    if own is None:
        return Finding(
            "note",
            name,
            _("no picture in the settings: a plain colour is used instead"),
            _("Name it in duplicast.toml, under [obs.pictures]"),
        )
    if isinstance(obs.found, ObsRefusal):
        return Finding("bad", name, _("cannot be seen: OBS is not connected"), obs.found.hint)
    if own.source and own.source not in obs.found.sources:
        return Finding(
            "bad",
            name,
            _("OBS has no source {name}", name=repr(own.source)),
            _("Add it in OBS, or correct its name in obs.pictures"),
        )
    shown = own.source or own.camera or own.ndi or own.file or _("what obs.pictures names")
    if own.live and not own.card_safe:
        return Finding(
            "note",
            name,
            _("{picture}; not on air while its deal is sealed", picture=shown),
            _("If it shows no cards, set card_safe = true for it"),
        )
    return good(name, _("{picture}, card-safe", picture=shown) if own.card_safe else shown)


def sound(
    tables: Sequence[str], every: Sequence[LookedAtObs], recorded: Sequence[LookedAtRecording]
) -> LineUpPart:
    """The sound of takes, and of the recordings."""
    found = []
    for obs in every:
        where = _named(_("Takes"), obs, every)
        if obs.settings.sound == "leave":
            found.append(good(where, _("leave the mixer of OBS as it is")))
            continue
        sources = obs.found.sources if isinstance(obs.found, ObsChecked) else frozenset()
        own = {t: p.sound or p.source for t, p in obs.settings.pictures.items() if t in tables}
        lacking = sorted(each for each in own.values() if each and each not in sources)
        if lacking and isinstance(obs.found, ObsChecked):
            found.append(
                Finding(
                    "bad",
                    where,
                    _("OBS has no sound source {names}", names=", ".join(lacking)),
                    _("Add it in OBS, or correct its name in obs.pictures"),
                )
            )
        else:
            found.append(good(where, _("open the sound of the table in focus")))
    found += [
        Finding(
            "bad",
            _("Table {name}", name=each.table),
            _("no sound in {files}", files=", ".join(each.silent)),
            _("Plug it in"),
        )
        if each.silent
        else good(_("Table {name}", name=each.table), _("its recordings have sound"))
        for each in recorded
    ]
    return part("Sound", found)


def clap(recorded: Sequence[LookedAtRecording]) -> LineUpPart:
    """Whether each table's recording is tied to the house's time by more than its own clock."""
    found = []
    for each in recorded:
        name = _("Table {name}", name=each.table)
        if "reported" in each.syncs:
            found.append(
                Finding(
                    "bad",
                    name,
                    _("its recording has only the time that it reports"),
                    _("Clap and use duplicast recordings clap, or sync it by sound"),
                )
            )
        else:
            found.append(good(name, _("its recording is synced")))
    return part("Clap", found or [Finding("note", _("Recordings"), _("There is none to sync yet"))])


def graphics(every: Sequence[LookedAtObs]) -> LineUpPart:
    """The pages of graphics that OBS should have open."""
    found = []
    for obs in every:
        where = _named(_("Graphics"), obs, every)
        if isinstance(obs.found, ObsRefusal):
            found.append(Finding("bad", where, _("OBS is not connected"), obs.found.hint))
        elif not obs.pages:
            found.append(good(where, _("come as images")))
        else:
            closed = [what for what, count in obs.pages.items() if not count]
            fix = _("Make the scenes, or refresh the browser sources in OBS")
            words = _("no page is open for {graphics}", graphics=", ".join(closed))
            found.append(
                Finding("bad", where, words, fix)
                if closed
                else good(where, _("pages open: {graphics}", graphics=", ".join(obs.pages)))
            )
    return part("Graphics", found)


def obs(every: Sequence[LookedAtObs]) -> LineUpPart:
    found = []
    for each in every:
        where = _named("OBS", each, every)
        if isinstance(each.found, ObsRefusal):
            found.append(Finding("bad", where, each.found.reason, each.found.hint))
            continue
        found += [
            Finding(one.mark, f"{where}: {word(one.what)}", one.words, one.hint)
            for one in each.found.findings
            if one.what not in ("picture", "safe")
        ]
        scenes, count = f"{where}: {_('scenes')}", len(each.found.missing)
        words = ngettext(
            "{n} thing is missing or changed", "{n} things are missing or changed", count
        )
        found.append(
            Finding("bad", scenes, words, _("Press Make scenes"))
            if count
            else good(scenes, _("all are there, as wanted"))
        )
    return part("OBS", found)


def safe_picture(every: Sequence[LookedAtObs], tried: datetime | None) -> LineUpPart:
    """``tried``: when an OBS last cut to the safe scene without being asked by Duplicast."""
    found = []
    for each in every:
        where = _named(_("Picture"), each, every)
        if isinstance(each.found, ObsRefusal):
            found.append(Finding("bad", where, _("OBS is not connected"), each.found.hint))
            continue
        wrong = [one for one in each.found.findings if one.what == "safe"]
        shown = each.settings.safe or _("Duplicast's own")
        found += [Finding(one.mark, where, one.words, one.hint) for one in wrong]
        if not wrong:
            found.append(good(where, shown))
    key = every[0].settings.hotkey
    found.append(
        good(
            _("Hotkey {key}", key=key),
            _("OBS cut to safe by itself at {time}", time=f"{tried.astimezone():%H:%M}"),
        )
        if tried
        else Finding(
            "bad",
            _("Hotkey {key}", key=key),
            _("was not tried since the service started"),
            _(
                "Press {key} at the machine of OBS while its window is not in front; set it in "
                "OBS, Settings > Hotkeys, if nothing happens",
                key=key,
            ),
        )
    )
    return part("Safe picture", found)


def recordings(
    tables: Sequence[str], watched: Sequence[str], trouble: Mapping[str, str]
) -> LineUpPart:
    """``watched``: tables whose recorder's folder is set; ``trouble``: what is wrong, by table."""
    found = [
        Finding("bad", _("Table {name}", name=table), *_reason_and_fix(trouble[table]))
        if table in trouble
        else good(_("Table {name}", name=table), _("its recording grows"))
        for table in watched
    ]
    unwatched = [table for table in tables if table not in watched]
    if unwatched or not found:
        found.append(
            Finding(
                "note",
                _("Recorders"),
                _("that of table {names} is not watched", names=", ".join(unwatched))
                if found
                else _("none is watched"),
                _(
                    "Name its folder in duplicast.toml, [recorders.folders]: {example}",
                    example='4 = "/media/t4"',
                ),
            )
        )
    return part("Recordings", found)


def disk(disks: Sequence[LookedAtDisk]) -> LineUpPart:
    return part("Disk", [_disk(each) for each in disks])


def _disk(each: LookedAtDisk) -> Finding:
    if each.free is None:
        return Finding(
            "bad",
            each.holds,
            _("{folder} cannot be read", folder=each.folder),
            _("Check that its disk is connected"),
        )
    free = each.free / GIGABYTE
    if free < each.least:
        words = _("{free} GB free, under {least}", free=f"{free:.1f}", least=f"{each.least:g}")
        fix = _("Change the disk, or delete what is not needed")
        return Finding("bad", each.holds, words, fix)
    return good(each.holds, _("{free} GB free", free=number(round(free))))


def _named(what: str, obs: LookedAtObs, every: Sequence[LookedAtObs]) -> str:
    """With the name of the OBS where there are several."""
    if len(every) < 2:
        return what
    return f"{what} {obs.name}" if what else _(" in {name}", name=obs.name)


def _reason_and_fix(words: str) -> tuple[str, str]:
    """The sentences of a recorder's trouble."""
    reason, _, fix = words.partition(". ")
    return reason, fix


def _place(table: TableState) -> str:
    return f"{table.session}/{table.group}/{table.table}"
