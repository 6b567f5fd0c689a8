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
from producer.web.pages.tables import lasting, seconds_since

CLOCK = 10
"""Seconds by which a device's clock may differ: its times are fingers, up to five seconds late."""

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
    """Points of which the same is to be said are one."""
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
    numbers = [name.removeprefix("Table ") for name in names]
    if len(names) > 1 and all(name.startswith("Table ") for name in names):
        return f"Tables {', '.join(numbers[:-1])} and {numbers[-1]}"
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
                    "no session",
                    "No live session is open",
                    "Have the office open it, or read its file with duplicast follow",
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
    name, place = f"Table {table.table}", _place(table)
    if not table.devices:
        return Finding(
            "bad", name, "has sent nothing", "Switch its device on, and send a table.clock"
        )
    if gaps.get(place):
        return Finding("bad", name, "; ".join(gaps[place]), "Send them again, or see Tables")
    if table.phase == "unclear":
        return Finding("bad", name, table.why, "See Tables and Quarantine")
    if quarantined.get(place):
        count = quarantined[place]
        entries = "entry" if count == 1 else "entries"
        return Finding("note", name, f"{count} open {entries} in quarantine", "See Quarantine")
    seconds = max(0, seconds_since(table.received_at, now) or 0)
    return good(name, f"sent last {lasting(seconds)} ago")


def clocks(tables: Sequence[TableState]) -> LineUpPart:
    """The clock of each device against the house's, by its last event."""
    found = []
    for table in tables:
        if not table.received_at or not table.device_time:
            continue
        late = round(_late(table))
        name = f"Table {table.table}"
        if abs(late) <= CLOCK:
            found.append(good(name, f"within {CLOCK} s of the house's clock"))
            continue
        side = "behind" if late > 0 else "ahead of"
        words = f"its last event is {_time_apart(abs(late))} {side} the house's clock"
        fix = "Set the device's clock and zone, or move its times with table.nudged"
        found.append(Finding("bad", name, words, fix))
    return part("Clocks", found or [Finding("note", "Devices", "No device has sent a time yet")])


def _time_apart(seconds: int) -> str:
    """
    >>> _time_apart(75), _time_apart(7200), _time_apart(22_691_220)
    ('75 s', '2 h', '262 days')
    """
    days = seconds // 86_400
    return lasting(seconds) if days < 2 else f"{days} days"


def _late(table: TableState) -> float:
    received, sent = (
        datetime.fromisoformat(each) for each in (table.received_at, table.device_time)
    )
    return (received - sent).total_seconds()


def pictures(tables: Sequence[str], every: Sequence[LookedAtObs]) -> LineUpPart:
    """Each table's picture in each OBS."""
    found = [_picture(table, obs, _named("", obs, every)) for obs in every for table in tables]
    return part("Pictures", found or [Finding("note", "Tables", "No table is open yet")])


def _picture(table: str, obs: LookedAtObs, where: str) -> Finding:
    name, own = f"Table {table}{where}", obs.settings.pictures.get(table)
    if own is None:
        return Finding(
            "note",
            name,
            "no picture in the settings: a plain colour is used instead",
            "Name it in duplicast.toml, under [obs.pictures]",
        )
    if isinstance(obs.found, ObsRefusal):
        return Finding("bad", name, "cannot be seen: OBS is not connected", obs.found.hint)
    if own.source and own.source not in obs.found.sources:
        return Finding(
            "bad",
            name,
            f"OBS has no source {own.source!r}",
            "Add it in OBS, or correct its name in obs.pictures",
        )
    shown = own.source or own.camera or own.ndi or own.file or "what obs.pictures names"
    if own.live and not own.card_safe:
        return Finding(
            "note",
            name,
            f"{shown}; not on air while its deal is sealed",
            "If it shows no cards, set card_safe = true for it",
        )
    return good(name, f"{shown}{', card-safe' if own.card_safe else ''}")


def sound(
    tables: Sequence[str], every: Sequence[LookedAtObs], recorded: Sequence[LookedAtRecording]
) -> LineUpPart:
    """The sound of takes, and of the recordings."""
    found = []
    for obs in every:
        where = _named("Takes", obs, every)
        if obs.settings.sound == "leave":
            found.append(good(where, "leave the mixer of OBS as it is"))
            continue
        sources = obs.found.sources if isinstance(obs.found, ObsChecked) else frozenset()
        own = {t: p.sound or p.source for t, p in obs.settings.pictures.items() if t in tables}
        lacking = sorted(each for each in own.values() if each and each not in sources)
        if lacking and isinstance(obs.found, ObsChecked):
            found.append(
                Finding(
                    "bad",
                    where,
                    f"OBS has no sound source {', '.join(lacking)}",
                    "Add it in OBS, or correct its name in obs.pictures",
                )
            )
        else:
            found.append(good(where, "open the sound of the table in focus"))
    found += [
        Finding("bad", f"Table {each.table}", f"no sound in {', '.join(each.silent)}", "Plug it in")
        if each.silent
        else good(f"Table {each.table}", "its recordings have sound")
        for each in recorded
    ]
    return part("Sound", found)


def clap(recorded: Sequence[LookedAtRecording]) -> LineUpPart:
    """Whether each table's recording is tied to the house's time by more than its own clock."""
    found = []
    for each in recorded:
        name = f"Table {each.table}"
        if "reported" in each.syncs:
            found.append(
                Finding(
                    "bad",
                    name,
                    "its recording has only the time that it reports",
                    "Clap and use duplicast recordings clap, or sync it by sound",
                )
            )
        else:
            found.append(good(name, "its recording is synced"))
    return part("Clap", found or [Finding("note", "Recordings", "There is none to sync yet")])


def graphics(every: Sequence[LookedAtObs]) -> LineUpPart:
    """The pages of graphics that OBS should have open."""
    found = []
    for obs in every:
        where = _named("Graphics", obs, every)
        if isinstance(obs.found, ObsRefusal):
            found.append(Finding("bad", where, "OBS is not connected", obs.found.hint))
        elif not obs.pages:
            found.append(good(where, "come as images"))
        else:
            closed = [what for what, count in obs.pages.items() if not count]
            fix = "Make the scenes, or refresh the browser sources in OBS"
            words = f"no page is open for {', '.join(closed)}"
            found.append(
                Finding("bad", where, words, fix)
                if closed
                else good(where, f"pages open: {', '.join(obs.pages)}")
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
            Finding(one.mark, f"{where}: {one.what}", one.words, one.hint)
            for one in each.found.findings
            if one.what not in ("picture", "safe")
        ]
        scenes, count = f"{where}: scenes", len(each.found.missing)
        words = f"{count} {'thing is' if count == 1 else 'things are'} missing or changed"
        found.append(
            Finding("bad", scenes, words, "Press Make scenes")
            if count
            else good(scenes, "all are there, as wanted")
        )
    return part("OBS", found)


def safe_picture(every: Sequence[LookedAtObs], tried: datetime | None) -> LineUpPart:
    """``tried``: when an OBS last cut to the safe scene without being asked by Duplicast."""
    found = []
    for each in every:
        where = _named("Picture", each, every)
        if isinstance(each.found, ObsRefusal):
            found.append(Finding("bad", where, "OBS is not connected", each.found.hint))
            continue
        wrong = [one for one in each.found.findings if one.what == "safe"]
        shown = each.settings.safe or "Duplicast's own"
        found += [Finding(one.mark, where, one.words, one.hint) for one in wrong]
        if not wrong:
            found.append(good(where, shown))
    key = every[0].settings.hotkey
    found.append(
        good(f"Hotkey {key}", f"OBS cut to safe by itself at {tried.astimezone():%H:%M}")
        if tried
        else Finding(
            "bad",
            f"Hotkey {key}",
            "was not tried since the service started",
            f"Press {key} at the machine of OBS while its window is not in front; set it in OBS, "
            "Settings > Hotkeys, if nothing happens",
        )
    )
    return part("Safe picture", found)


def recordings(
    tables: Sequence[str], watched: Sequence[str], trouble: Mapping[str, str]
) -> LineUpPart:
    """``watched``: tables whose recorder's folder is set; ``trouble``: what is wrong, by table."""
    found = [
        Finding("bad", f"Table {table}", *_reason_and_fix(trouble[table]))
        if table in trouble
        else good(f"Table {table}", "its recording grows")
        for table in watched
    ]
    unwatched = [table for table in tables if table not in watched]
    if unwatched or not found:
        which = f"of table {', '.join(unwatched)}" if unwatched and found else "of any table"
        found.append(
            Finding(
                "note",
                "Recorders",
                f"that {which} is not watched" if found else "none is watched",
                'Name its folder in duplicast.toml, [recorders.folders]: 4 = "/media/t4"',
            )
        )
    return part("Recordings", found)


def disk(disks: Sequence[LookedAtDisk]) -> LineUpPart:
    return part("Disk", [_disk(each) for each in disks])


def _disk(each: LookedAtDisk) -> Finding:
    if each.free is None:
        return Finding(
            "bad", each.holds, f"{each.folder} cannot be read", "Check that its disk is connected"
        )
    free = each.free / GIGABYTE
    if free < each.least:
        words = f"{free:.1f} GB free, under {each.least:g}"
        return Finding("bad", each.holds, words, "Change the disk, or delete what is not needed")
    return good(each.holds, f"{free:,.0f} GB free")


def _named(what: str, obs: LookedAtObs, every: Sequence[LookedAtObs]) -> str:
    """With the name of the OBS where there are several."""
    if len(every) < 2:
        return what
    return f"{what} {obs.name}" if what else f" in {obs.name}"


def _reason_and_fix(words: str) -> tuple[str, str]:
    """The sentences of a recorder's trouble."""
    reason, _, fix = words.partition(". ")
    return reason, fix


def _place(table: TableState) -> str:
    return f"{table.session}/{table.group}/{table.table}"
