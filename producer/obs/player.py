"""Plays finished segments: cue, play, pause at a mark, replay; when what happened, as OBS told it.

Commands come from any thread and go to every OBS; a thread of the player's own waits for marks,
and for what OBS tells.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from producer.obs import media
from producer.obs.films import Film, Mark
from producer.obs.link import ObsEvent
from producer.obs.media import film_scene, film_source
from producer.obs.refusals import ObsRefusal, Stopped
from producer.obs.several import Output, Several
from producer.obs.states import Offline, Online

log = logging.getLogger(__name__)

LOOK_EVERY = 1.0
"""Seconds between two questions how far the film is; OBS tells of its end by itself."""

EARLY = 0.02
"""Seconds before a mark at which the pause is sent: OBS takes it with its next frame."""

What = Literal["on air", "played", "paused", "ended", "off air"]
RUNS: Mapping[str, What] = {"PLAY": "played", "PAUSE": "paused"}


class NotCued(ObsRefusal):
    """There is no segment to play."""


@dataclass(frozen=True, slots=True)
class Playing:
    """How the film stands: ``cursor`` seconds at ``since`` (time.monotonic), moving while it plays.

    ``until``: the mark at which it is to be paused.
    """

    film: Film | None = None
    state: media.State = "nothing"
    cursor: float = 0.0
    length: float = 0.0
    since: float = 0.0
    on_air: bool = False
    until: Mark | None = None

    def at(self, now: float) -> float:
        moved = now - self.since if self.state == "playing" else 0.0
        return min(self.length, self.cursor + moved)

    def left(self, now: float) -> float:
        return self.length - self.at(now)

    def next_mark(self, now: float) -> tuple[Mark, float] | None:
        """The mark that comes next, and in how many seconds of film."""
        at = self.at(now)
        marks = self.film.marks if self.film else ()
        return next(((mark, mark.at - at) for mark in marks if mark.at > at), None)


@dataclass(frozen=True, slots=True)
class Run:
    """What became of a film, as OBS told it: ``what`` at ``cursor`` seconds of it."""

    film: Film
    what: What
    cursor: float


class Player:
    """``note`` is called on the player's thread with each Run, at once. ``before``: just before a
    film goes on air, on the thread of whoever plays it. Neither may raise."""

    def __init__(
        self,
        outputs: Several,
        note: Callable[[Run], None],
        before: Callable[[], None] | None = None,
    ) -> None:
        self._outputs = outputs
        self._note = note
        self._before = before
        self._now = Playing()
        self._guard = threading.RLock()
        self._inbox: queue.Queue[Any] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="film-player", daemon=True)
        outputs.main.director.watch(lambda state, event: self._inbox.put((state, event)))

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def now(self) -> Playing:
        return self._now

    def cue(self, film: Film) -> Playing:
        """The film stands at its start, off air. Raises an ObsRefusal."""
        with self._guard:
            cued = self._outputs.each(
                lambda each: each.on(lambda link, hear, own: media.cue(link, hear, own, film.file))
            ).one()
            self._now = Playing(film, "cued", 0, cued.length, time.monotonic())
            return self._now

    def play(self, until: str = "", at: float | None = None) -> Playing:
        """On program and playing: on from where it stands, or from ``at`` seconds; paused at the
        mark ``until``. Raises an ObsRefusal."""
        with self._guard:
            film = self._film()
            mark = film.mark(until) if until else None
            start = at if at is not None else 0.0 if self._now.state == "ended" else None
            if self._before is not None and not self._now.on_air:
                self._before()
            self._outputs.each(lambda each: _play(each, start)).one()
            self._asked(start)
            now = self._now
            self._now = replace(
                now, state="playing", until=mark if mark and mark.at > now.cursor else None
            )
            self._inbox.put((None, None))  # the thread has a mark to wait for
            return self._now

    def pause(self) -> Playing:
        """It stands where it is. Raises an ObsRefusal."""
        with self._guard:
            self._film()
            self._outputs.each(
                lambda each: each.on(lambda link, _, own: media.pause(link, own.prefix))
            ).one()
            self._asked(None)
            self._now = replace(self._now, state="paused", until=None)
            return self._now

    def _film(self) -> Film:
        if self._now.film is None:
            raise NotCued("no segment is cued", "Cue one first")
        return self._now.film

    def _asked(self, start: float | None) -> None:
        """How far it is by OBS's own word."""
        told = self._status()
        cursor = told.cursor if told.length else start or 0.0
        self._now = replace(
            self._now,
            cursor=cursor,
            since=time.monotonic(),
            length=told.length or self._now.length,
        )

    def _status(self) -> media.Status:
        return self._outputs.each(
            lambda each: each.on(lambda link, _, own: media.status(link, own.prefix))
        ).one()

    # What follows runs on the player's thread.

    def _run(self) -> None:
        while True:
            try:
                heard = self._inbox.get(timeout=self._patience())
            except queue.Empty:
                self._due()
                continue
            if heard is None:
                return
            state, event = heard
            if event is not None:
                self._heard(event)
            elif isinstance(state, Offline) and not isinstance(state.refusal, Stopped):
                self._lost()  # who stops leaves OBS as it is

    def _patience(self) -> float:
        now = self._now
        if now.state != "playing" or now.until is None:
            return LOOK_EVERY
        return max(0.0, min(LOOK_EVERY, now.until.at - now.at(time.monotonic()) - EARLY))

    def _due(self) -> None:
        with self._guard:
            now = self._now
            if now.state != "playing":
                return
            reached = now.until and now.until.at - now.at(time.monotonic()) <= 2 * EARLY
            try:
                if reached:
                    self.pause()
                else:
                    self._look()
            except ObsRefusal as refusal:
                log.warning("the segment could not be followed: %s", refusal)

    def _look(self) -> None:
        """Somebody may have paused it in OBS, where nothing tells of it."""
        told = self._status()
        if told.state == "playing":
            self._now = replace(self._now, cursor=told.cursor, since=time.monotonic())
        elif told.state == "paused":
            self._now = replace(self._now, state="paused", cursor=told.cursor, until=None)
            self._tell("paused")

    def _heard(self, event: ObsEvent) -> None:
        prefix = self._outputs.main.prefix
        if event.name == "CurrentProgramSceneChanged":
            self._switched(event.data["sceneName"] == film_scene(prefix))
        elif event.data.get("inputName") != film_source(prefix):
            return
        elif event.name == "MediaInputPlaybackEnded":
            self._ended()
        elif event.name == "MediaInputActionTriggered":
            action = event.data["mediaAction"].removeprefix(media.ACTION)
            if action in RUNS and self._now.on_air:
                self._tell(RUNS[action])

    def _switched(self, on_air: bool) -> None:
        with self._guard:
            if on_air == self._now.on_air:
                return
            self._now = replace(self._now, on_air=on_air)
            self._tell("on air" if on_air else "off air")
            if self._now.state == "playing":
                if on_air:
                    self._tell("played")
                else:
                    self._stand()

    def _stand(self) -> None:
        """What has left program stands where it was seen last, to be played on from there."""
        try:
            self.pause()
        except ObsRefusal as refusal:
            log.warning("the segment plays on unseen: %s", refusal)

    def _ended(self) -> None:
        with self._guard:
            if self._now.state in ("playing", "paused"):
                length = self._now.length
                self._now = replace(self._now, state="ended", cursor=length, until=None)
                if self._now.on_air:
                    self._tell("ended")

    def _lost(self) -> None:
        if any(isinstance(each.director.state(), Online) for each in self._outputs.outputs):
            return
        with self._guard:
            if self._now.on_air:
                self._tell("off air")
            self._now = Playing()

    def _tell(self, what: What) -> None:
        now = self._now
        if now.film is not None:
            self._note(Run(now.film, what, round(now.at(time.monotonic()), 2)))


def _play(output: Output, start: float | None) -> None:
    """What is on program is the segment from now on, and is watched."""
    with output.taking() as taken:
        output.on(lambda link, hear, own: media.play(link, hear, own, output.chosen(link), start))
        taken(film_scene(output.prefix), frozenset())
