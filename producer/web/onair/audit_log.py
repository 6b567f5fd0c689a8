"""What was done, on its way into the log: written beside the answers, in the order done.

What is on air is a fact before it stands in the audit: neither it nor its answer waits for a disk.
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

AGAIN = 1.0
"""Seconds after which what the record did not take is offered again."""

SOON = 1.0
"""Seconds that an answer waits, so that it seldom has to say that something is still unwritten."""

GOODBYE = 2.0
"""Seconds that what is unwritten gets when the service stops."""

NOT_YET = "Not in the audit yet, as the record cannot be written: it will be as soon as it can."
NEVER = "Not in the audit: the service's log says why."

log = logging.getLogger("duplicast.web")


@dataclass(eq=False, slots=True)
class Logbook:
    """``write`` puts an act into the log; one for which it raises StoreError is kept, and those
    behind it, until it does not. For any thread."""

    write: Callable[[Act], None]
    _waiting: deque[tuple[Act, Future[bool]]] = field(default_factory=deque)
    _turn: Condition = field(default_factory=Condition)
    _working: bool = False
    _closed: bool = False

    def note(self, act: Act) -> Future[bool]:
        """Tells, once that is known, whether the act is on disk. Never waits."""
        written: Future[bool] = Future()
        written.set_running_or_notify_cancel()  # it is written whoever stops waiting for it
        with self._turn:
            self._waiting.append((act, written))
            if not self._working:
                self._working = True
                Thread(target=self._work, name="logbook", daemon=True).start()
        return written

    async def stop(self) -> None:
        """Lets what is unwritten come to the disk, as far as that takes it."""
        with self._turn:
            waiting = [written for _, written in self._waiting]
            self._turn.notify_all()
        if waiting:
            await soon(waiting[-1], GOODBYE)
        with self._turn:
            self._closed, left = True, len(self._waiting)
            self._turn.notify_all()
        if left:
            log.error("the service stops; entries of the audit that are not written: %d", left)

    def _work(self) -> None:
        """On a thread of its own, which the disk may hold."""
        behind = False
        while (entry := self._next()) is not None:
            act, written = entry
            try:
                self.write(act)
            except StoreError as error:
                if not behind:
                    log.error("the audit waits: %s", error)
                behind = True
                with self._turn:
                    if not self._closed:
                        self._turn.wait(AGAIN)
                continue
            except Exception as error:  # noqa: BLE001 - the rim: it is logged, the next goes on
                log.error("not in the audit, %s: %s", act.type, type(error).__name__)
                self._done(written, on_disk=False)
            else:
                self._done(written, on_disk=True)
        if behind and not self._closed:
            log.warning("the audit no longer waits")

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
    """What is to be said of an entry in the audit: nothing where it is there by then."""
    if written is None:
        return ""
    try:
        on_disk = await asyncio.wait_for(asyncio.wrap_future(written), seconds)
    except TimeoutError:
        return NOT_YET
    return "" if on_disk else NEVER
