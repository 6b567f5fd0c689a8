"""Watches what OBS really has on program, over its own connection.

So takes do not delay the watch, and the watch does not delay takes.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from producer.obs.link.connection import DEFAULT_TIMEOUTS, Address, Link, ObsEvent, Timeouts
from producer.obs.link.reconnecting import ReconnectingLink
from producer.obs.link.refusals import NotConfirmed, ObsRefusal, RequestFailed
from producer.obs.monitor.alarms import (
    UNCHANGED_FRAMES,
    Alarm,
    Expected,
    Observation,
    alarms,
    expected,
    lingering_scenes,
)
from producer.obs.monitor.frozen import recover
from producer.obs.monitor.observation import observe
from producer.obs.monitor.pictures import scene_jpeg
from producer.settings import ObsSettings

log = logging.getLogger(__name__)

EVERY = 0.25
"""Seconds between two observations; an alarm needs two that agree, well within a second."""

TRIGGERS = frozenset(
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
"""Events after which OBS is observed at once."""


@dataclass(frozen=True, slots=True)
class WatchState:
    """What the watch knows.

    ``program``: the scene OBS names, empty while it is offline. ``taken``: the scene taken last,
    empty if there is none or alarms are ignored until the next take. ``recoveries``: how often a
    frozen program was recovered.
    """

    program: str = ""
    taken: str = ""
    alarms: tuple[Alarm, ...] = ()
    recoveries: int = 0


class ObsWatch:
    """Runs from ``start`` to ``stop``."""

    def __init__(
        self, settings: ObsSettings, timeouts: Timeouts = DEFAULT_TIMEOUTS, every: float = EVERY
    ) -> None:
        self._state = WatchState()
        self._expected: Expected | None = None
        self._seen_once = False
        self._observations: tuple[Observation, ...] = ()
        self._in_take = threading.Lock()
        self._guard = threading.Lock()
        self._takes = 0
        self._last_recovery: tuple[int, frozenset[str]] = 0, frozenset()
        self._harmless: frozenset[str] = frozenset()
        address = Address(settings.host, settings.port, settings.password)
        self._connection = ReconnectingLink(address, timeouts, every, self)
        self.start, self.stop = self._connection.start, self._connection.stop
        self.cut = self._connection.cut

    def state(self) -> WatchState:
        """The last state, without a request."""
        return self._state

    @contextmanager
    def during_take(self) -> Iterator[None]:
        """Suspends alarms and recovery during a take; call ``expect`` inside.

        A take that fails leaves the expectation of the one before it.
        """
        with self._in_take:
            yield
            self._forget()

    def picture(self, scene: str) -> bytes:
        """The scene as a JPEG, by the watch's own connection, so that no take waits for it. Raises
        an ObsRefusal."""
        jpeg: bytes = self._connection.run(lambda link: scene_jpeg(link, scene))
        return jpeg

    def expect(self, scene: str, sources: frozenset[str] = frozenset()) -> None:
        """Expects ``scene`` on program with ``sources`` shown in it, from now on.

        What the next observation shows in it as well is expected from then on too. An empty
        ``scene``: no alarms until the next take.
        """
        with self._guard:
            self._expected = Expected(scene, sources) if scene else None
            self._seen_once = False
            self._takes += 1
            self._state = replace(self._state, taken=scene, alarms=())
        self._forget()

    # The methods below run on the watch's own thread.

    def connected(self, link: Link) -> None:  # noqa: ARG002 - the listener's signature
        self._harmless = frozenset()
        self._forget()

    def disconnected(self, refusal: ObsRefusal) -> None:  # noqa: ARG002
        self._forget()
        with self._guard:
            self._state = replace(self._state, program="", alarms=())

    def on_event(self, event: ObsEvent) -> None:
        self._connection.hurry = self._connection.hurry or event.name in TRIGGERS

    def on_idle(self, link: Link) -> None:
        try:
            observation = observe(link)
        except RequestFailed as failure:
            log.debug("OBS changed during an observation: %s", failure)
            return
        self._judge(observation)
        if self._state.taken and self._in_take.acquire(blocking=False):
            try:
                self._recover_if_frozen(link)
            finally:
                self._in_take.release()

    def _judge(self, now: Observation) -> None:
        with self._guard:
            wish = self._expected
            first = wish is not None and not self._seen_once
            if wish and first and now.program == wish.scene and now.transition_done:
                shown = expected(now).sources
                wish = self._expected = Expected(wish.scene, wish.sources | shown)
                self._seen_once = True
            self._observations = (*self._observations[1 - UNCHANGED_FRAMES :], now)
            raised = () if self._in_take.locked() else alarms(wish, self._observations)
            for alarm in raised:
                if alarm not in self._state.alarms:
                    log.warning("%s. %s.", alarm.words, alarm.hint)
            self._state = replace(self._state, program=now.program, alarms=raised)

    def _recover_if_frozen(self, link: Link) -> None:
        """Recovers program if another scene lingers. A scene that is still active afterwards, with
        no take in between, is active for somebody else's reason and is ignored from then on."""
        scenes = lingering_scenes(self._observations)
        if scenes is None:
            return
        takes, recovered = self._last_recovery
        if takes == self._takes:
            self._harmless |= recovered
        self._harmless &= scenes
        if scenes <= self._harmless:
            return
        log.warning("OBS froze on %s; recovering program", ", ".join(sorted(scenes)))
        self._last_recovery = self._takes, scenes
        try:
            recover(link, lambda until: self._connection.next_event(link, until))
        except NotConfirmed as refusal:
            log.warning("%s", refusal)
        self._forget()
        with self._guard:
            self._state = replace(self._state, recoveries=self._state.recoveries + 1)

    def _forget(self) -> None:
        with self._guard:
            self._observations = ()
