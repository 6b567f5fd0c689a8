"""``duplicast recordings watch``: folders that recorders write to."""

from __future__ import annotations

import shutil
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from typing import Annotated

import typer

from producer.cli.common import WRONG_USAGE, DbOption, fail, gate, me, people, settings
from producer.cli.recording_options import GroupOption, SessionOption, group_of
from producer.events import RecordingAdded
from producer.release import Gate
from producer.release.recordings import add_recording
from producer.segments.recordings.probe import ProbedFile, UnreadableRecording, probe
from producer.segments.recordings.watching import (
    SUFFIXES,
    Growth,
    WrittenFile,
    goes_on,
    growth,
    next_parts,
    standing,
)

GIGABYTE = 10**9


def watch(
    places: Annotated[
        list[str], typer.Argument(metavar="TABLE=FOLDER...", help="Where each recorder writes.")
    ],
    session: SessionOption = None,
    group: GroupOption = None,
    every: Annotated[
        float, typer.Option(min=0.05, max=600, help="Seconds between two looks.")
    ] = 2.0,
    patience: Annotated[
        float, typer.Option(min=1, max=3600, help="Seconds without growth before the alarm.")
    ] = 15.0,
    least: Annotated[
        float, typer.Option(min=0, help="Gigabytes that must be free on the recorders' disks.")
    ] = 20.0,
    db: DbOption = None,
) -> None:
    """Add new parts of the tables' recordings as recorders begin them, until Ctrl-C.

    The first part must have been added, so that its time is known. Says when a recording has
    stopped growing, and when a disk is nearly full.
    """
    own = settings(db)
    folders = dict(_place(words) for words in places)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with gate(db) as opened:
        watched = [
            RecorderFolder(
                opened, group_of(opened, session, group, table), table, folder, own.db.parent
            )
            for table, folder in folders.items()
        ]
        while True:
            for each in watched:
                each.look(time.monotonic(), patience, least)
            if stop.wait(every):
                break
    people.print("stopped", style="bold")


def _place(words: str) -> tuple[str, Path]:
    table, equals, folder = words.partition("=")
    if not (table and equals and folder):
        fail(f"{words}: write it as TABLE=FOLDER, such as 4=/media/t4", WRONG_USAGE)
    if not Path(folder).is_dir():
        fail(f"{folder}: there is no such folder", WRONG_USAGE)
    return table, Path(folder)


def _say(words: str) -> None:
    people.print(words, style="bold", soft_wrap=True)


class RecorderFolder:
    """A folder that one table's recorder writes to. ``home``: the record's folder."""

    def __init__(
        self,
        opened: Gate,
        group: tuple[str, str],
        table: str,
        folder: Path,
        home: Path,
        say: Callable[[str], None] = _say,
    ) -> None:
        self._gate, self._group, self._table = opened, group, table
        self._folder, self._home, self._say = folder.resolve(), home.resolve(), say
        self._seen: Mapping[str, Growth] = {}
        self._wrong: set[str] = set()

    def look(self, now: float, patience: float, least: float) -> None:
        """Adds parts that are new, and says what is wrong, each thing once until it is over."""
        wrong: list[str] = []
        try:
            sizes = {
                path.name: path.stat().st_size
                for path in self._folder.iterdir()
                if path.suffix.casefold() in SUFFIXES
            }
            free = shutil.disk_usage(self._folder).free / GIGABYTE
        except OSError as error:
            self._tell([f"{self._folder}: {error.strerror}. Check that the disk is connected"])
            return
        self._seen = growth(self._seen, sizes, now)
        stands = standing(self._seen, now, patience)
        if stands is not None:
            wrong.append(f"{stands} has stopped growing. Check the recorder")
        if free < least:
            wrong.append(
                f"{self._folder}: less than {least:g} GB are free. Change the disk, or delete what "
                "is not needed"
            )
        old = {name for name, each in self._seen.items() if now - each.appeared > patience}
        self._tell([*wrong, *self._add_parts(sorted(sizes), old)])

    def _tell(self, wrong: Sequence[str]) -> None:
        for words in wrong:
            if words not in self._wrong:
                self._say(f"table {self._table}: {words}")
        self._wrong = set(wrong)

    def _add_parts(self, names: Sequence[str], old: Set[str]) -> list[str]:
        """Adds the next parts; returns why others could not be added. A part that has only begun
        often has no picture yet: it gets time until it is among the ``old``."""
        row = self._row()
        if row is None:
            return [
                f"{self._folder}: none of its files is a recording of the table yet. Add the first "
                "with `duplicast recordings add`, so that its time is known"
            ]
        last = self._home / row.files[-1]
        for name in next_parts([last.name], names):
            path = self._folder / name
            try:
                part, before = probe(path), probe(last)
            except UnreadableRecording as error:
                return [str(error)] if name in old else []
            if not _is_next(before, part):
                return [
                    f"{path}: it did not begin when {last.name} ended. Add it by itself, with its "
                    "start"
                ]
            row = row.model_copy(update={"files": (*row.files, self._name(path))})
            receipt = add_recording(self._gate, self._group, self._table, row, me())
            if receipt.outcome != "accepted":
                return [f"{path}: not added: {receipt.reason}"]
            self._say(f"table {self._table}: added {name}")
            last = path
        return []

    def _row(self) -> RecordingAdded | None:
        """The table's last recording in the folder."""
        rows = self._gate.recordings(self._group).get(self._table, ())
        inside = [
            each for each in rows if (self._home / each.files[-1]).resolve().parent == self._folder
        ]
        return inside[-1] if inside else None

    def _name(self, path: Path) -> str:
        inside = path.is_relative_to(self._home)
        return path.relative_to(self._home).as_posix() if inside else str(path)


def _is_next(before: ProbedFile, part: ProbedFile) -> bool:
    """Whether the part goes on where the one before ends; with timecode in both it says itself when
    it began."""
    if before.timecode is not None and part.timecode is not None:
        return True
    return goes_on(_written(before), _written(part))


def _written(file: ProbedFile) -> WrittenFile:
    return WrittenFile(file.path.stat().st_mtime, float(file.length))
