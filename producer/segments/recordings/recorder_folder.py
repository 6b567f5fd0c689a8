"""A folder that one table's recorder writes to: new parts are added, and what is wrong is said."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from producer.events import RecordingAdded
from producer.messages import message
from producer.release import Gate
from producer.release.recordings.added import add_recording
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


@dataclass(frozen=True, slots=True)
class RecorderTrouble:
    """``short``: at most eight words for the desk. ``why``: the place, the reason and the fix."""

    table: str
    short: str
    why: str

    @property
    def alarm(self) -> str:
        return message("Table {name}: {alarm}", name=self.table, alarm=self.short)

    @property
    def words(self) -> str:
        return message("table {name}: {words}", name=self.table, words=self.why)


class RecorderFolder:
    """``home``: the record's folder. ``by``: who adds the parts. ``say``: is given what was added
    and, once each until it is over, what is wrong."""

    def __init__(
        self,
        opened: Gate,
        group: tuple[str, str],
        table: str,
        folder: Path,
        home: Path,
        by: str,
        say: Callable[[str], None],
    ) -> None:
        self._gate, self.group, self._table = opened, group, table
        self._folder, self._home = folder.resolve(), home.resolve()
        self._by, self._say = by, say
        self._seen: Mapping[str, Growth] = {}
        self.trouble: tuple[RecorderTrouble, ...] = ()

    def look(self, now: float, patience: float, least: float) -> None:
        """Adds parts that are new, and says what is wrong. ``now``: seconds of any clock that runs
        evenly; ``patience``: seconds without growth; ``least``: gigabytes. Raises StoreError."""
        wrong: list[RecorderTrouble] = []
        try:
            sizes = {
                path.name: path.stat().st_size
                for path in self._folder.iterdir()
                if path.suffix.casefold() in SUFFIXES
            }
            free = shutil.disk_usage(self._folder).free / GIGABYTE
        except OSError as error:
            words = message(
                "{folder}: {fault}. Check that the disk is connected",
                folder=self._folder,
                fault=error.strerror,
            )
            self._tell([self._trouble(message("disk is gone. Connect it again."), words)])
            return
        self._seen = growth(self._seen, sizes, now)
        stands = standing(self._seen, now, patience)
        if stands is not None:
            words = message("{file} has stopped growing. Check the recorder", file=stands)
            wrong.append(
                self._trouble(message("recording stopped growing. Check the recorder."), words)
            )
        if free < least:
            words = message(
                "{folder}: less than {least} GB are free. Change the disk, or delete what is not "
                "needed",
                folder=self._folder,
                least=f"{least:g}",
            )
            wrong.append(self._trouble(message("disk nearly full. Change the disk."), words))
        old = {name for name, each in self._seen.items() if now - each.appeared > patience}
        self._tell([*wrong, *self._add_parts(sorted(sizes), old)])

    def _trouble(self, alarm: str, words: str) -> RecorderTrouble:
        return RecorderTrouble(self._table, alarm, words)

    def _tell(self, wrong: Sequence[RecorderTrouble]) -> None:
        for each in wrong:
            if each not in self.trouble:
                self._say(each.words)
        self.trouble = tuple(wrong)

    def _add_parts(self, names: Sequence[str], old: Set[str]) -> list[RecorderTrouble]:
        """Adds the next parts; returns why others could not be added. A part that has only begun
        often has no picture yet: it gets time until it is among the ``old``."""
        row = self._row()
        if row is None:
            words = message(
                "{folder}: none of its files is a recording of the table yet. Add the first with "
                "{command}, so that its time is known",
                folder=self._folder,
                command="`duplicast recordings add`",
            )
            return [self._trouble(message("recording unknown. Add its first file."), words)]
        last = self._home / row.files[-1]
        for name in next_parts([last.name], names):
            path = self._folder / name
            try:
                part, before = probe(path), probe(last)
            except UnreadableRecording as error:
                return [self._unusable(error.args[0])] if name in old else []
            if not _is_next(before, part):
                words = message(
                    "{path}: it did not begin when {last} ended. Add it by itself, with its start",
                    path=path,
                    last=last.name,
                )
                return [self._unusable(words)]
            row = row.model_copy(update={"files": (*row.files, self._name(path))})
            receipt = add_recording(self._gate, self.group, self._table, row, self._by)
            if receipt.outcome != "accepted":
                return [
                    self._unusable(
                        message("{path}: not added: {reason}", path=path, reason=receipt.reason)
                    )
                ]
            self._say(f"table {self._table}: added {name}")
            last = path
        return []

    def _unusable(self, words: str) -> RecorderTrouble:
        return self._trouble(message("new recording unusable. See Recordings."), words)

    def _row(self) -> RecordingAdded | None:
        """The table's last recording in the folder."""
        rows = self._gate.recordings(self.group).get(self._table, ())
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
