"""Faults that a producer starts in a rehearsal, and what they do to events on their way in."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Literal

from producer.feeds import Received
from producer.web.feed.queue import Item

Fault = Literal["feed silent", "event lost", "OBS lost", "card exposed", "result disputed"]

FEED_SILENT = 150.0
"""Seconds: long enough for the page Tables to call the device silent."""

OBS_LOST = 30.0
"""Seconds."""

LASTING: dict[Fault, float] = {"feed silent": FEED_SILENT, "OBS lost": OBS_LOST}
"""Seconds after which a fault ends by itself; the others are undone by hand."""


class FeedSilent(Exception):
    """The link of a table is cut for the rehearsal; its device must send again."""


@dataclass(slots=True)
class Faults:
    """The faults that are on. Each is of one place: ``SESSION/GROUP/TABLE``, the name of an OBS, or
    a deal's full name."""

    _until: dict[tuple[Fault, str], float] = field(default_factory=dict)
    _lost: dict[str, Received] = field(default_factory=dict)

    def begin(self, fault: Fault, of: str) -> None:
        self._until[fault, of] = time.monotonic() + LASTING.get(fault, float("inf"))

    def end(self, fault: Fault, of: str) -> Received | None:
        """Returns the event that was lost, if one was."""
        del self._until[fault, of]
        return self._lost.pop(of, None) if fault == "event lost" else None

    def now(self) -> dict[tuple[Fault, str], float]:
        """Those that are on, with the seconds that are left of each."""
        now = time.monotonic()
        return {each: until - now for each, until in list(self._until.items()) if until > now}

    def arriving(self, items: list[Item]) -> list[Item]:
        """``items`` without an event that is lost. Raises FeedSilent if a table among theirs has
        no link."""
        on = self.now()
        if not on:
            return items
        if any(("feed silent", _table(item)) in on for item in items):
            raise FeedSilent
        losing = {of for fault, of in on if fault == "event lost"}
        return [item for item in items if _table(item) not in losing or self._kept(item)]

    def _kept(self, item: Item) -> bool:
        """Whether ``item`` is another than the table's lost event, the first with a number: without
        one nobody would notice."""
        if not isinstance(item, Received) or item.event.seq is None:
            return True
        return self._lost.setdefault(_table(item), item).event.id != item.event.id


def _table(item: Item) -> str:
    """``SESSION/GROUP/TABLE``; empty for an event of the whole group, or unreadable."""
    if not isinstance(item, Received) or item.event.table is None:
        return ""
    return "/".join((item.event.session, item.event.group, item.event.table))
