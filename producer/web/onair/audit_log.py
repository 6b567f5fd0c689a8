"""Writes acts to the audit in the background, in the order they were done.

A take is on air before its entry is on disk: neither the take nor its answer waits for the disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Condition, Thread

from producer.acts import Act
from producer.release import StoreError

RETRY_AFTER = 1.0
"""Seconds between attempts to write an entry."""

SOON = 1.0
"""Seconds an answer waits for its entry before it warns that the entry is not written."""

STOP_TIMEOUT = 2.0
"""Seconds for unwritten entries when the service stops."""

NOT_YET = "Not in the audit yet: the record cannot be written. It is retried until it can be."
NEVER = "Not in the audit: the service's log says why."

log = logging.getLogger("duplicast.web")


@dataclass(eq=False, slots=True)
class Logbook:
    """``write`` puts an act into the log. An act for which it raises StoreError is retried before
    the acts behind it. Thread-safe."""

    write: Callable[[Act], None]
    _waiting: deque[tuple[Act, Future[bool]]] = field(default_factory=deque)
    _turn: Condition = field(default_factory=Condition)
    _working: bool = False
    _closed: bool = False

    def note(self, act: Act) -> Future[bool]:
        """Queues an act. The future's result says whether it is on disk."""
        written: Future[bool] = Future()
        written.set_running_or_notify_cancel()  # written even if the caller stops waiting
        with self._turn:
            self._waiting.append((act, written))
            if not self._working:
                self._working = True
                Thread(target=self._work, name="logbook", daemon=True).start()
        return written

    async def stop(self) -> None:
        """Writes what is queued, within ``STOP_TIMEOUT``, then closes."""
        with self._turn:
            waiting = [written for _, written in self._waiting]
            self._turn.notify_all()
        if waiting:
            await soon(waiting[-1], STOP_TIMEOUT)
        with self._turn:
            self._closed, unwritten = True, len(self._waiting)
            self._turn.notify_all()
        if unwritten:
            log.error("the service stops with %d audit entries not written", unwritten)

    def _work(self) -> None:
        """The writing thread; a hanging disk blocks only this."""
        behind = False
        while (entry := self._next()) is not None:
            act, written = entry
            try:
                self.write(act)
            except StoreError as error:
                if not behind:
                    log.error("the audit cannot be written: %s", error)
                behind = True
                with self._turn:
                    if not self._closed:
                        self._turn.wait(RETRY_AFTER)
                continue
            except Exception as error:  # noqa: BLE001 - logged; the next entry is written
                log.error("not in the audit, %s: %s", act.type, type(error).__name__)
                self._done(written, on_disk=False)
            else:
                self._done(written, on_disk=True)
        if behind and not self._closed:
            log.warning("the audit is written again")

    def _next(self) -> tuple[Act, Future[bool]] | None:
        with self._turn:
            if self._waiting and not self._closed:
                return self._waiting[0]
            self._working = False
            return None

    def _done(self, written: Future[bool], *, on_disk: bool) -> None:
        with self._turn:
            self._waiting.popleft()
        written.set_result(on_disk)


async def soon(written: Future[bool] | None, seconds: float = SOON) -> str:
    """The warning about an audit entry, or ``""`` if it is written within ``seconds``."""
    if written is None:
        return ""
    try:
        on_disk = await asyncio.wait_for(asyncio.wrap_future(written), seconds)
    except TimeoutError:
        return NOT_YET
    return "" if on_disk else NEVER
