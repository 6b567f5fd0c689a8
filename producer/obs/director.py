"""Keeps OBS as wanted, on a thread of its own, and takes our scene to program.

Other threads hand it work and get a result or an ObsRefusal; OBS's events and the work come in
one queue, so that the director waits for either and never sleeps.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from producer.obs.diff import Command
from producer.obs.files import page_file, picture_file, sweep
from producer.obs.link import PATIENT, Address, Link, ObsEvent, Patience
from producer.obs.program import show
from producer.obs.reconcile import ensure, look
from producer.obs.refusals import (
    LinkLost,
    NoAnswer,
    NoLink,
    NotInObs,
    NotReachable,
    ObsRefusal,
    Stopped,
)
from producer.obs.wanted import BROWSER, IMAGE, GraphicsSource, Size, Wanted, two_up, two_up_name
from producer.settings import ObsSettings
from producer.stages.two_up import PICTURES

log = logging.getLogger(__name__)

HEARTBEAT = 2.0
"""Seconds of silence after which OBS is asked whether it is still there."""

FIRST_PAUSE, LONGEST_PAUSE, PAUSE_FOR_PEOPLE = 0.1, 1.0, 10.0
"""Seconds between attempts to connect; the last where a person has to mend something first."""

_AWAY = LinkLost("OBS was away", "Take again")
_STOPPED = Stopped("the OBS director is not running", "Start duplicast serve")


@dataclass(frozen=True, slots=True)
class Graphics:
    """What lies over the pictures: the channel's page, and the same as a PNG of the stage."""

    page: str
    png: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Taken:
    """``scene`` is on program, by OBS's own word, ``seconds`` after it was asked for."""

    id: str
    scene: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Online:
    """OBS as it told us. ``trouble``: why it is not as wanted since it came back, if it is not."""

    obs: str
    websocket: str
    canvas: Size
    program: str
    studio: bool
    browser: bool
    trouble: ObsRefusal | None = None


@dataclass(frozen=True, slots=True)
class Offline:
    refusal: ObsRefusal


@dataclass(frozen=True, slots=True)
class _Job:
    """Work for the director's thread, and where its outcome goes."""

    work: Callable[[Link], Any]
    outcome: Future[Any] = field(default_factory=Future)


class Director:
    """``folder``: where OBS finds the graphics' files; it must outlive us, for OBS keeps the path.

    Starts when ``start`` is called or in a ``with``; then looks for OBS until ``stop``.
    """

    def __init__(
        self,
        settings: ObsSettings,
        folder: Path,
        patience: Patience = PATIENT,
        heartbeat: float = HEARTBEAT,
    ) -> None:
        self._settings = settings
        self._folder = folder
        self._patience = patience
        self._heartbeat = heartbeat
        self._inbox: queue.Queue[Any] = queue.Queue()
        self._put_aside: deque[_Job] = deque()
        self._stopping = threading.Event()
        self._tried = threading.Event()
        self._state: Online | Offline = Offline(_STOPPED)
        self._plan: Callable[[Size], Wanted] | None = None
        self._picture: Path | None = None
        self._thread = threading.Thread(target=self._run, name="obs-director", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread and the connection; what waits is refused. OBS stays as it is."""
        self._stopping.set()
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def __enter__(self) -> Director:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def state(self) -> Online | Offline:
        """What OBS last told; never asks and never waits."""
        return self._state

    def take(
        self, graphics: Graphics, tables: tuple[str, str], scene: Literal["two-up"] = "two-up"
    ) -> Taken:
        """Takes ``tables``, left and right, under ``graphics`` to program and waits for it.

        Raises an ObsRefusal; while OBS is offline at once, with the reason.
        """
        begun = time.monotonic()
        take = {"two-up": self._take_two_up}[scene]
        name: str = self._ask(lambda link: take(link, graphics, tables))
        return Taken(uuid.uuid4().hex, name, time.monotonic() - begun)

    def ensure(self, wanted: Wanted) -> tuple[Command, ...]:
        """Makes OBS as wanted, now and whenever it comes back; what was sent, maybe nothing.

        Program stays as it is. Raises an ObsRefusal.
        """
        sent: tuple[Command, ...] = self._ask(lambda link: self._ensure(link, lambda _: wanted))
        return sent

    def _ask(self, work: Callable[[Link], Any]) -> Any:
        if self._thread.is_alive():
            self._tried.wait()  # ends with the first attempt to connect, however it ends
        state = self._state
        if isinstance(state, Offline):
            raise state.refusal.with_traceback(None)
        job = _Job(work)
        self._inbox.put(job)
        if not self._thread.is_alive():
            self._refuse_waiting(_STOPPED)
        return job.outcome.result()

    # What follows runs on the director's thread.

    def _run(self) -> None:
        settings = self._settings
        address = Address(settings.host, settings.port, settings.password)
        pause = FIRST_PAUSE
        try:
            while not self._stopping.is_set():
                try:
                    with Link(address, self._inbox, self._patience).connect() as link:
                        pause = FIRST_PAUSE
                        self._serve(link)
                except ObsRefusal as refusal:
                    self._offline(refusal)
                    by_itself = isinstance(refusal, NotReachable | LinkLost | NoAnswer)
                    self._wait_offline(refusal, pause if by_itself else PAUSE_FOR_PEOPLE)
                    pause = min(LONGEST_PAUSE, pause * 2)
        finally:
            self._state = Offline(_STOPPED)
            self._tried.set()
            self._refuse_waiting(_STOPPED)

    def _offline(self, refusal: ObsRefusal) -> None:
        before, self._state = self._state, Offline(refusal)
        if not isinstance(before, Offline) or before.refusal.reason != refusal.reason:
            log.warning("no OBS: %s", refusal)
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
        trouble = self._restore(link)
        self._refuse_waiting(_AWAY)  # asked for while OBS was away: too late now
        self._look(link, trouble)
        self._tried.set()
        log.info("OBS is there, %s", link.version["obsVersion"])
        while not self._stopping.is_set():
            try:
                item = self._next(self._heartbeat)
            except queue.Empty:
                link.request("GetStats")
                continue
            link.must_live()
            if isinstance(item, _Job):
                self._do(link, item)
            elif isinstance(item, ObsEvent):
                self._note(item)

    def _next(self, seconds: float) -> Any:
        """Raises queue.Empty where nothing came in that time."""
        if self._put_aside:
            return self._put_aside.popleft()
        return self._inbox.get(timeout=seconds)

    def _hear(self, link: Link, until: float) -> ObsEvent | None:
        """The next event; work that comes meanwhile waits its turn."""
        while True:
            try:
                item = self._inbox.get(timeout=max(0, until - time.monotonic()))
            except queue.Empty:
                return None
            if isinstance(item, ObsEvent):
                self._note(item)
                return item
            if isinstance(item, _Job):
                self._put_aside.append(item)
            link.must_live()
            if self._stopping.is_set():
                raise _STOPPED

    def _do(self, link: Link, job: _Job) -> None:
        try:
            result = job.work(link)
        except NoLink as refusal:
            job.outcome.set_exception(refusal)
            raise
        except Exception as error:  # noqa: BLE001 - it is raised where the work was asked for
            job.outcome.set_exception(error)
        else:
            job.outcome.set_result(result)

    def _note(self, event: ObsEvent) -> None:
        state = self._state
        if isinstance(state, Offline):
            return
        if event.name == "CurrentProgramSceneChanged":
            self._state = replace(state, program=event.data["sceneName"])
        elif event.name == "StudioModeStateChanged":
            self._state = replace(state, studio=event.data["studioModeEnabled"])

    def _look(self, link: Link, trouble: ObsRefusal | None) -> None:
        now = look(link)
        self._state = Online(
            obs=link.version["obsVersion"],
            websocket=link.version["obsWebSocketVersion"],
            canvas=now.canvas,
            program=now.program,
            studio=now.studio,
            browser=BROWSER in now.kinds,
            trouble=trouble,
        )

    def _restore(self, link: Link) -> ObsRefusal | None:
        """OBS is back, perhaps as it was saved long ago: our scene again, program untouched."""
        if self._plan is None:
            return None
        try:
            self._ensure(link, self._plan)
        except NoLink:
            raise
        except ObsRefusal as trouble:
            log.warning("OBS came back and is not as wanted: %s", trouble)
            return trouble
        return None

    def _ensure(self, link: Link, plan: Callable[[Size], Wanted]) -> tuple[Command, ...]:
        sent = ensure(link, plan(look(link).canvas))
        self._plan = plan
        return sent

    def _take_two_up(self, link: Link, graphics: Graphics, tables: tuple[str, str]) -> str:
        settings = self._settings
        boxes = (PICTURES["left"], PICTURES["right"])
        source = self._graphics_source(look(link).kinds, graphics)

        def plan(canvas: Size) -> Wanted:
            return two_up(settings.prefix, settings.pictures, tables, boxes, source, canvas)

        self._ensure(link, plan)
        if source.kind == IMAGE:
            self._picture = source.file
            sweep(self._folder, keep=source.file)
        scene = two_up_name(settings.prefix)
        show(link, scene, lambda until: self._hear(link, until))
        return scene

    def _graphics_source(self, kinds: frozenset[str], graphics: Graphics) -> GraphicsSource:
        way = self._settings.graphics
        if way == "browser" and BROWSER not in kinds:
            raise NotInObs(
                "this OBS has no browser source",
                "Set obs.graphics to auto or image, or install OBS from obsproject.com",
            )
        if way == "image" or BROWSER not in kinds:
            return GraphicsSource(IMAGE, picture_file(self._folder, graphics.png(), self._picture))
        return GraphicsSource(BROWSER, page_file(self._folder, graphics.page))
