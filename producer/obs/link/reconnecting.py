"""A connection to OBS that reconnects by itself, on its own thread, and runs work on it.

Other threads submit work and get its result or an ObsRefusal. OBS's events and the work share one
queue, so the thread can wait for either.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Protocol

from producer.messages import message
from producer.obs.link.connection import Address, Link, ObsEvent, Timeouts
from producer.obs.link.refusals import LinkLost, NoAnswer, NoLink, NotReachable, ObsRefusal, Stopped

FIRST_PAUSE, LONGEST_PAUSE, PAUSE_FOR_PEOPLE = 0.1, 0.4, 10.0
"""Seconds between attempts to connect; the last one where a person has to fix something first."""

FINISH_WORK = 0.5
"""Seconds that work in progress gets when the thread is to stop; then its connection is closed."""

_WAS_OFFLINE = LinkLost(message("OBS was offline"), message("Take again"))
_CUT = NotReachable(
    message("the connection to OBS is cut for the rehearsal"),
    message("Undo it on the line-up, or wait"),
)
STOPPED = Stopped(message("the OBS director is not running"), message("Start duplicast serve"))


class Listener(Protocol):
    """What the owner of the connection does; every method is called on the connection's thread."""

    def connected(self, link: Link) -> None:
        """Work is accepted once this has returned."""

    def disconnected(self, refusal: ObsRefusal) -> None:
        """OBS is offline; ``refusal`` says why."""

    def on_event(self, event: ObsEvent) -> None:
        """OBS sent an event."""

    def on_idle(self, link: Link) -> None:
        """A heartbeat has passed: send OBS a request to see that it is there."""


@dataclass(frozen=True, slots=True)
class _Job:
    """Work for the thread, and its outcome."""

    work: Callable[[Link], Any]
    outcome: Future[Any] = field(default_factory=Future)


class ReconnectingLink:
    """Set ``hurry`` to have ``on_idle`` called as soon as nothing else waits."""

    def __init__(
        self, address: Address, timeouts: Timeouts, heartbeat: float, listener: Listener
    ) -> None:
        self._address = address
        self._timeouts = timeouts
        self._heartbeat = heartbeat
        self._listener = listener
        self._inbox: queue.Queue[Any] = queue.Queue()
        self._deferred: deque[_Job] = deque()
        self._stopping = threading.Event()
        self._tried = threading.Event()
        self._refusal: ObsRefusal | None = STOPPED
        self._link: Link | None = None
        self._thread = threading.Thread(target=self._run, name="obs-director", daemon=True)
        self._cut_until = 0.0
        self.hurry = False

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread and the connection and refuses waiting work. OBS stays as it is.

        The listener is only called with STOPPED from here on.
        """
        self._stopping.set()
        self._inbox.put(None)
        if not self._thread.is_alive():
            return
        self._thread.join(FINISH_WORK)
        if self._thread.is_alive() and self._link is not None:
            self._link.abort()
        self._thread.join()

    def cut(self, seconds: float) -> None:
        """Ends the connection and makes no other for so long, to rehearse it; 0 restores it."""
        self._cut_until = time.monotonic() + seconds
        if seconds and self._link is not None:
            self._link.abort()

    def run(self, work: Callable[[Link], Any]) -> Any:
        """Runs ``work`` on the connection's thread and returns its result or raises its error.

        Raises an ObsRefusal at once while OBS is offline.
        """
        if self._thread.is_alive():
            self._tried.wait()  # until the first attempt to connect has succeeded or failed
        if self._refusal is not None:
            raise self._refusal.with_traceback(None)
        job = _Job(work)
        self._inbox.put(job)
        if not self._thread.is_alive():
            self._refuse_waiting(STOPPED)
        return job.outcome.result()

    def has_waiting_work(self) -> bool:
        """Whether other work or a stop waits for the current work. For use on the thread."""
        with self._inbox.mutex:
            waiting = [*self._deferred, *self._inbox.queue]
        return self._stopping.is_set() or any(isinstance(each, _Job) for each in waiting)

    def next_event(self, link: Link, until: float) -> ObsEvent | None:
        """The next event, ``None`` if none comes until then (time.monotonic).

        For use on the thread. Work that comes meanwhile is deferred. Raises LinkLost or Stopped.
        """
        while True:
            try:
                item = self._inbox.get(timeout=max(0, until - time.monotonic()))
            except queue.Empty:
                return None
            if isinstance(item, ObsEvent):
                self._listener.on_event(item)
                return item
            if isinstance(item, _Job):
                self._deferred.append(item)
            link.require_alive()
            if self._stopping.is_set():
                raise STOPPED

    def _run(self) -> None:
        pause = FIRST_PAUSE
        try:
            while not self._stopping.is_set():
                try:
                    self._must_not_be_cut()
                    self._link = Link(self._address, self._inbox, self._timeouts)
                    with self._link.connect() as link:
                        self._must_not_be_cut()
                        pause = FIRST_PAUSE
                        self._serve(link)
                except ObsRefusal as refusal:
                    if self._stopping.is_set():
                        return
                    self._go_offline(refusal)
                    temporary = isinstance(refusal, NotReachable | LinkLost | NoAnswer)
                    self._wait_offline(refusal, pause if temporary else PAUSE_FOR_PEOPLE)
                    pause = min(LONGEST_PAUSE, pause * 2)
        finally:
            self._go_offline(STOPPED)
            self._refuse_waiting(STOPPED)

    def _must_not_be_cut(self) -> None:
        if time.monotonic() < self._cut_until:
            raise _CUT.with_traceback(None)

    def _go_offline(self, refusal: ObsRefusal) -> None:
        self._refusal = refusal
        self._listener.disconnected(refusal)
        self._tried.set()

    def _wait_offline(self, refusal: ObsRefusal, pause: float) -> None:
        until = time.monotonic() + pause
        while not self._stopping.is_set():
            self._refuse_waiting(refusal)
            try:
                item = self._inbox.get(timeout=max(0, until - time.monotonic()))
            except queue.Empty:
                return
            if isinstance(item, _Job):
                self._deferred.append(item)

    def _refuse_waiting(self, refusal: ObsRefusal) -> None:
        while not self._inbox.empty():
            item = self._inbox.get()
            if isinstance(item, _Job):
                self._deferred.append(item)
        while self._deferred:
            self._deferred.popleft().outcome.set_exception(refusal)

    def _serve(self, link: Link) -> None:
        """Runs until the link is lost (raises a NoLink) or ``stop`` is called (returns)."""
        if self._stopping.is_set():
            return
        self._listener.connected(link)
        self._refuse_waiting(_WAS_OFFLINE)  # requested while OBS was offline: too late now
        self._refusal = None
        self._tried.set()
        due = time.monotonic() + self._heartbeat
        while not self._stopping.is_set():
            try:
                item = self._next(due)
            except queue.Empty:
                self.hurry = False
                self._listener.on_idle(link)
                due = time.monotonic() + self._heartbeat
                continue
            if isinstance(item, _Job):
                self._do(link, item)
                continue
            link.require_alive()
            if isinstance(item, ObsEvent):
                self._listener.on_event(item)

    def _next(self, due: float) -> Any:
        """Raises queue.Empty at ``due`` even under a constant stream of events, or earlier if there
        is hurry and nothing waits."""
        left = due - time.monotonic()
        if left <= 0:
            raise queue.Empty
        if self._deferred:
            return self._deferred.popleft()
        return self._inbox.get(timeout=0 if self.hurry else left)

    def _do(self, link: Link, job: _Job) -> None:
        try:
            link.require_alive()
            result = job.work(link)
        except NoLink as refusal:
            job.outcome.set_exception(refusal)
            raise
        except Exception as error:  # noqa: BLE001 - raised again in the thread that submitted it
            job.outcome.set_exception(error)
        else:
            job.outcome.set_result(result)
