"""Sees what has changed in the record: by the feed, a page, a command or the end of a delay."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

from producer.release import Gate, StoreError
from producer.release.as_run import as_run
from producer.release.edition import edition_counts
from producer.release.rundown import rundown
from producer.web.ops.errors import error_location
from producer.web.updates.topics import DEALS, RECORD, RUNDOWN, Topics

EXIT = "channel:/live"
EVERY = 0.5
"""Seconds between two looks; what comes through the feed is looked at once it is on disk."""

log = logging.getLogger("duplicast.web")


@dataclass(slots=True)
class RecordWatch:
    """Use it in one event loop only."""

    gate: Gate
    topics: Topics
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _moved: object = None
    _released: object = None
    _planned: object = None
    _running: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    def look(self) -> None:
        """Looks at once: something has been received."""
        self._news.set()

    async def _run(self) -> None:
        while True:
            try:
                await self._look()
            except StoreError as error:
                log.warning("the record cannot be read: %s", error.reason)
            except Exception as error:  # noqa: BLE001 - logged; the next look may succeed
                log.error("pages are not updated: %s", error_location(error))
            try:
                await asyncio.wait_for(self._news.wait(), EVERY)
            except TimeoutError:
                continue
            self._news.clear()

    async def _look(self) -> None:
        moved = await asyncio.to_thread(self.gate.moved, EXIT)
        if moved == self._moved:
            return
        released = await asyncio.to_thread(self.gate.released_state, EXIT)
        planned = await asyncio.to_thread(_rundown_state, self.gate)
        if self._moved is not None:
            changed = [DEALS] if released != self._released else []
            changed += [RUNDOWN] if planned != self._planned else []
            self.topics.changed(*changed, RECORD)
        self._moved, self._released, self._planned = moved, released, planned


def _rundown_state(gate: Gate) -> object:
    """Changes whenever the page of the rundown may have to be shown differently."""
    return rundown(gate, EXIT), as_run(gate, EXIT), edition_counts(gate)
