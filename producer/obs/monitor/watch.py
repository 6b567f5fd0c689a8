"""Watches what OBS really has on program, over a connection of its own.

So nothing that a take waits for keeps it from looking, and no take waits for a look.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from producer.obs.director.frozen import loosen
from producer.obs.link.connection import PATIENT, Address, Link, ObsEvent, Patience
from producer.obs.link.refusals import NotConfirmed, ObsRefusal, RequestFailed
from producer.obs.link.upkeep import KeptLink
from producer.obs.monitor.alarms import LONG, Alarm, Expected, Seen, alarms, expected, stuck
from producer.obs.monitor.look import see
from producer.settings import ObsSettings

log = logging.getLogger(__name__)

EVERY = 0.25
"""Seconds between two looks; what both agree about is told, well within a second."""

TELLING = frozenset(
    {
        "CurrentProgramSceneChanged",
        "SceneTransitionEnded",
        "SceneItemEnableStateChanged",
        "SceneItemRemoved",
        "InputRemoved",
        "MediaInputPlaybackEnded",
        "StudioModeStateChanged",
    }
)
"""Events after which OBS is looked at at once."""


@dataclass(frozen=True, slots=True)
class Truth:
    """``program``: the scene OBS names, empty while it is offline. ``taken``: what was taken last,
    empty where nothing was, or where it was left to others. ``mended``: how often a program that
    stood still was got loose."""

    program: str = ""
    taken: str = ""
    alarms: tuple[Alarm, ...] = ()
    mended: int = 0


class ObsWatch:
    """Starts when ``start`` is called; ``truth`` never asks and never waits."""

    def __init__(
        self, settings: ObsSettings, patience: Patience = PATIENT, every: float = EVERY
    ) -> None:
        self._truth = Truth()
        self._wish: Expected | None = None
        self._seen_once = False
        self._looks: tuple[Seen, ...] = ()
        self._in_care = threading.Lock()
        self._guard = threading.Lock()
        self._takes = 0
        self._loosened: tuple[int, frozenset[str]] = 0, frozenset()
        self._innocent: frozenset[str] = frozenset()
        address = Address(settings.host, settings.port, settings.password)
        self._kept = KeptLink(address, patience, every, self)
        self.start, self.stop = self._kept.start, self._kept.stop

    def truth(self) -> Truth:
        return self._truth

    @contextmanager
    def taking(self) -> Iterator[None]:
        """While a take is under way nothing is alarmed and nothing mended; tell ``taken`` within.
        A take that fails leaves what was taken before it."""
        with self._in_care:
            yield
            self._forget()

    def taken(self, scene: str, sources: frozenset[str] = frozenset()) -> None:
        """``scene`` is on program from now on, and ``sources`` are to be seen in it; what else is
        shown in it at the next look belongs to it.
        An empty one: OBS is left to others, and nothing is alarmed until the next take."""
        with self._guard:
            self._wish = Expected(scene, sources) if scene else None
            self._seen_once = False
            self._takes += 1
            self._truth = replace(self._truth, taken=scene, alarms=())
        self._forget()

    # What follows runs on the watch's own thread.

    def up(self, link: Link) -> None:  # noqa: ARG002 - the owner's signature
        self._innocent = frozenset()
        self._forget()

    def down(self, refusal: ObsRefusal) -> None:  # noqa: ARG002
        self._forget()
        with self._guard:
            self._truth = replace(self._truth, program="", alarms=())

    def heard(self, event: ObsEvent) -> None:
        self._kept.hurry = self._kept.hurry or event.name in TELLING

    def idle(self, link: Link) -> None:
        try:
            seen = see(link)
        except RequestFailed as failure:
            log.debug("OBS changed while it was looked at: %s", failure)
            return
        self._judge(seen)
        if self._truth.taken and self._in_care.acquire(blocking=False):
            try:
                self._mend(link)
            finally:
                self._in_care.release()

    def _judge(self, seen: Seen) -> None:
        with self._guard:
            wish = self._wish
            if wish and not self._seen_once and seen.program == wish.scene and seen.still:
                own = expected(seen).sources
                wish = self._wish = Expected(wish.scene, wish.sources | own)
                self._seen_once = True
            self._looks = (*self._looks[1 - LONG :], seen)
            found = () if self._in_care.locked() else alarms(wish, self._looks)
            for alarm in found:
                if alarm not in self._truth.alarms:
                    log.warning("%s. %s.", alarm.words, alarm.hint)
            self._truth = replace(self._truth, program=seen.program, alarms=found)

    def _mend(self, link: Link) -> None:
        """Where it does not help, the scene is active for a reason of somebody else's; after
        another take it may stand still anew."""
        scenes = stuck(self._looks)
        if scenes is None:
            return
        takes, loosened = self._loosened
        if takes == self._takes:
            self._innocent |= loosened
        self._innocent &= scenes
        if scenes <= self._innocent:
            return
        log.warning("OBS holds %s on program: got loose", ", ".join(sorted(scenes)))
        self._loosened = self._takes, scenes
        try:
            loosen(link, lambda until: self._kept.hear(link, until))
        except NotConfirmed as refusal:
            log.warning("%s", refusal)
        self._forget()
        with self._guard:
            self._truth = replace(self._truth, mended=self._truth.mended + 1)

    def _forget(self) -> None:
        with self._guard:
            self._looks = ()
