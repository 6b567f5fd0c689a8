"""Watches the tables' recorders while the service runs: adds new parts, raises alarms."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field
from pathlib import Path

from producer.release import Gate
from producer.segments.recordings.recorder_folder import RecorderFolder, RecorderTrouble
from producer.settings import Settings
from producer.web.ops.repeating import Repeated

EVERY = 2.0
"""Seconds between two looks."""

BY = "Duplicast"

log = logging.getLogger("duplicast.web")


@dataclass(slots=True)
class RecorderWatch:
    """The folders of the settings. A table's recordings are those of the live group opened last
    that has the table."""

    gate: Gate
    settings: Settings
    looks: Repeated = field(init=False)
    _watched: dict[str, RecorderFolder] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.looks = Repeated(self._look, "recorders cannot be watched", lambda: EVERY)

    def trouble(self) -> tuple[RecorderTrouble, ...]:
        """What is wrong with the recorders now, by table in the order of the settings."""
        watched = [self._watched.get(table) for table in self.settings.recorders.folders]
        return tuple(each for folder in watched if folder is not None for each in folder.trouble)

    async def _look(self) -> None:
        if self.settings.recorders.folders:
            await asyncio.to_thread(self.look, time.monotonic())

    def look(self, now: float) -> None:
        """Looks into every folder once. Raises StoreError."""
        own = self.settings.recorders
        groups = {
            table: (each.session, each.group)
            for each in self.gate.sessions()
            if each.kind == "live"
            for table in each.tables
        }
        for table, folder in own.folders.items():
            group = groups.get(table)
            if group is None:
                continue  # its session is not open yet
            watched = self._watched.get(table)
            if watched is None or watched.group != group:
                watched = self._folder(group, table, folder)
                self._watched[table] = watched
            watched.look(now, own.patience, own.least)

    def _folder(self, group: tuple[str, str], table: str, folder: Path) -> RecorderFolder:
        home = self.settings.db.parent
        return RecorderFolder(self.gate, group, table, folder, home, BY, log.warning)
