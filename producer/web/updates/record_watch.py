"""Sees what has changed in the record: by the feed, a page, a command or the end of a delay."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from producer.release import Gate
from producer.release.programme.as_run import as_run
from producer.release.programme.edition import edition_counts
from producer.release.programme.rows import programme_clock
from producer.release.programme.rundown import programme
from producer.web.ops.repeating import Repeated
from producer.web.updates.topics import DEALS, RECORD, RUNDOWN, Topics

EXIT = "channel:/live"
EVERY = 0.5
"""Seconds between two looks; what comes through the feed is looked at once it is on disk."""
REST = 0.1
"""Seconds from a look to the next at least. Without them looks would run one after another under
load and slow the feed down."""


@dataclass(slots=True)
class RecordWatch:
    """Use it in one event loop only. ``looks``: asked ``soon`` when something has been received."""

    gate: Gate
    topics: Topics
    looks: Repeated = field(init=False)
    _moved: object = None
    _released: object = None
    _planned: object = None

    def __post_init__(self) -> None:
        self.looks = Repeated(self._look, "pages are not updated", lambda: EVERY, REST)

    async def _look(self) -> None:
        moved = await asyncio.to_thread(self.gate.moved, EXIT)
        if moved == self._moved:
            return
        released = await asyncio.to_thread(self.gate.released_state, EXIT)
        planned = await asyncio.to_thread(_rundown_state, self.gate)
        if self._moved is None:
            self.topics.begin()
        else:
            changed = [DEALS] if released != self._released else []
            changed += [RUNDOWN] if planned != self._planned else []
            self.topics.changed(*changed, RECORD)
        self._moved, self._released, self._planned = moved, released, planned


def _rundown_state(gate: Gate) -> object:
    """Changes whenever the page of the rundown may have to be shown differently."""
    planned = programme(gate, EXIT), programme_clock(gate)
    return planned, as_run(gate, EXIT), edition_counts(gate)
