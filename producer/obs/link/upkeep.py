"""A connection to OBS that is kept up, on a thread of its own, with the work that is done on it.

Other threads hand it work and get a result or an ObsRefusal; OBS's events and the work come in
one queue, so that the thread waits for either and never sleeps.
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

from producer.obs.link.connection import Address, Link, ObsEvent, Patience
from producer.obs.link.refusals import LinkLost, NoAnswer, NoLink, NotReachable, ObsRefusal, Stopped

FIRST_PAUSE, LONGEST_PAUSE, PAUSE_FOR_PEOPLE = 0.1, 0.4, 10.0
"""Seconds between attempts to connect; the last where a person has to mend something first."""

ORDERLY = 0.5
"""Seconds for what is under way when the thread is to end; then its connection is cut."""

_AWAY = LinkLost("OBS was away", "Take again")
STOPPED = Stopped("the OBS director is not running", "Start duplicast serve")


class Owner(Protocol):
    """Who is told, on the thread, of what becomes of the connection."""

    def up(self, link: Link) -> None:
        """OBS is there; work is done when this has returned."""

    def down(self, refusal: ObsRefusal) -> None:
        """There is no OBS, and why."""

    def heard(self, event: ObsEvent) -> None:
        """OBS told something."""

    def idle(self, link: Link) -> None:
        """A heartbeat has passed: OBS must be asked whether it is there."""


@dataclass(frozen=True, slots=True)
class _Job:
    """Work for the thread, and where its outcome goes."""

    work: Callable[[Link], Any]
    outcome: Future[Any] = field(default_factory=Future)


class KeptLink:
    """``hurry``: set it to have ``idle`` called as soon as nothing waits."""

    def __init__(
        self, address: Address, patience: Patience, heartbeat: float, owner: Owner
    ) -> None:
        self._address = address
        self._patience = patience
        self._heartbeat = heartbeat
        self._owner = owner
        self._inbox: queue.Queue[Any] = queue.Queue()
        self._put_aside: deque[_Job] = deque()
        self._stopping = threading.Event()
        self._tried = threading.Event()
        self._refusal: ObsRefusal | None = STOPPED
        self._link: Link | None = None
        self._thread = threading.Thread(target=self._run, name="obs-director", daemon=True)
        self.hurry = False

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread and the connection; what waits is refused. OBS stays as it is.

        The owner hears only of STOPPED from here on, so that nothing is logged any more.
        """
        self._stopping.set()
        self._inbox.put(None)
        if not self._thread.is_alive():
            return
        self._thread.join(ORDERLY)
        if self._thread.is_alive() and self._link is not None:
            self._link.give_up()
        self._thread.join()

    def ask(self, work: Callable[[Link], Any]) -> Any:
        """What ``work`` returns or raises; an ObsRefusal at once while OBS is offline."""
        if self._thread.is_alive():
            self._tried.wait()  # ends with the first attempt to connect, however it ends
        if self._refusal is not None:
            raise self._refusal.with_traceback(None)
        job = _Job(work)
        self._inbox.put(job)
        if not self._thread.is_alive():
            self._refuse_waiting(STOPPED)
        return job.outcome.result()

    def waited_for(self) -> bool:
        """On the thread: whether other work waits for its end, or who wants the thread to end."""
        with self._inbox.mutex:
            waiting = [*self._put_aside, *self._inbox.queue]
        return self._stopping.is_set() or any(isinstance(each, _Job) for each in waiting)

    def hear(self, link: Link, until: float) -> ObsEvent | None:
        """The next event, ``None`` where none comes until then (time.monotonic); on the thread.

        Work that comes meanwhile waits its turn. Raises LinkLost and Stopped.
        """
        while True:
            try:
                item = self._inbox.get(timeout=max(0, until - time.monotonic()))
            except queue.Empty:
                return None
            if isinstance(item, ObsEvent):
                self._owner.heard(item)
                return item
            if isinstance(item, _Job):
                self._put_aside.append(item)
            link.must_live()
            if self._stopping.is_set():
                raise STOPPED

    def _run(self) -> None:
        pause = FIRST_PAUSE
        try:
            while not self._stopping.is_set():
                try:
                    self._link = Link(self._address, self._inbox, self._patience)
                    with self._link.connect() as link:
                        pause = FIRST_PAUSE
                        self._serve(link)
                except ObsRefusal as refusal:
                    if self._stopping.is_set():
                        return
                    self._down(refusal)
                    by_itself = isinstance(refusal, NotReachable | LinkLost | NoAnswer)
                    self._wait_offline(refusal, pause if by_itself else PAUSE_FOR_PEOPLE)
                    pause = min(LONGEST_PAUSE, pause * 2)
        finally:
            self._down(STOPPED)
            self._refuse_waiting(STOPPED)

    def _down(self, refusal: ObsRefusal) -> None:
        self._refusal = refusal
        self._owner.down(refusal)
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
                self._put_aside.append(item)

    def _refuse_waiting(self, refusal: ObsRefusal) -> None:
        while not self._inbox.empty():
            item = self._inbox.get()
            if isinstance(item, _Job):
                self._put_aside.append(item)
        while self._put_aside:
            self._put_aside.popleft().outcome.set_exception(refusal)

    def _serve(self, link: Link) -> None:
        """Until the link is lost (raises a NoLink) or we stop (returns)."""
        if self._stopping.is_set():
            return
        self._owner.up(link)
        self._refuse_waiting(_AWAY)  # asked for while OBS was away: too late now
        self._refusal = None
        self._tried.set()
        due = time.monotonic() + self._heartbeat
        while not self._stopping.is_set():
            try:
                item = self._next(due)
            except queue.Empty:
                self.hurry = False
                self._owner.idle(link)
                due = time.monotonic() + self._heartbeat
                continue
            if isinstance(item, _Job):
                self._do(link, item)
                continue
            link.must_live()
            if isinstance(item, ObsEvent):
                self._owner.heard(item)

    def _next(self, due: float) -> Any:
        """Raises queue.Empty when it is ``due``, however much is told: an OBS that tells something
        all the time must be looked at too; before that where nothing waits and there is hurry."""
        left = due - time.monotonic()
        if left <= 0:
            raise queue.Empty
        if self._put_aside:
            return self._put_aside.popleft()
        return self._inbox.get(timeout=0 if self.hurry else left)

    def _do(self, link: Link, job: _Job) -> None:
        try:
            link.must_live()
            result = job.work(link)
        except NoLink as refusal:
            job.outcome.set_exception(refusal)
            raise
        except Exception as error:  # noqa: BLE001 - it is raised where the work was asked for
            job.outcome.set_exception(error)
        else:
            job.outcome.set_result(result)
