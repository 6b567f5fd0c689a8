"""What pages follow: topics, each with a number that grows whenever something of it has changed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from secrets import token_hex

from producer.web.access.roles import DESK, SCORERS, SEALED_EYES

DEALS, NOTES, AIR, RUNDOWN, RECORD = "deals", "notes", "air", "rundown", "record"
FOLLOWERS: Mapping[str, frozenset[str]] = {
    DEALS: DESK,
    NOTES: DESK,
    AIR: DESK,
    RUNDOWN: DESK,
    RECORD: SCORERS | SEALED_EYES,
}
"""Who may follow which topic. ``deals``: released deals, what was said of them and decided about
them. ``record``: everything received; its pace shows how sealed deals are played."""


@dataclass(eq=False, slots=True)
class Topics:
    """Use it in the event loop only. ``run``: of this start of the service, whose numbers begin
    anew. ``begun``: changes are seen from now on; no page gets numbers before, so that none misses
    a change."""

    run: str = field(default_factory=lambda: token_hex(4))
    begun: bool = False
    closed: bool = False
    _numbers: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FOLLOWERS, 0))
    _changed_at: dict[str, float] = field(default_factory=dict)
    _followers: set[asyncio.Event] = field(default_factory=set)

    def changed(self, *topics: str) -> None:
        for topic in topics:
            self._numbers[topic] += 1
        self._changed_at.update(dict.fromkeys(topics, time.monotonic()))
        self._wake()

    def begin(self) -> None:
        self.begun = True
        self._changed_at = dict.fromkeys(FOLLOWERS, time.monotonic())
        self._wake()

    def close(self) -> None:
        """The service is stopping."""
        self.closed = True
        self._wake()

    def numbers(self, role: str) -> dict[str, int]:
        """The numbers of the topics that ``role`` may follow."""
        return {name: self._numbers[name] for name, roles in FOLLOWERS.items() if role in roles}

    def changed_within(self, seconds: float, role: str) -> list[str]:
        """The topics that ``role`` may follow and that have changed in the last ``seconds``, or may
        have."""
        since = time.monotonic() - seconds
        return [name for name in self.numbers(role) if self._changed_at.get(name, since) >= since]

    @contextmanager
    def following(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever a topic changes."""
        woken = asyncio.Event()
        self._followers.add(woken)
        try:
            yield woken
        finally:
            self._followers.discard(woken)

    def _wake(self) -> None:
        for woken in self._followers:
            woken.set()
