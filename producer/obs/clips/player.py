"""Plays finished segments: cue, play, pause at a mark, replay; when what happened, as OBS told it.

Commands come from any thread and go to every OBS; a thread of the player's own waits for marks,
and for what OBS tells. An OBS that was away gets the film again, off air, at the place reached.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from producer.obs.clips import media
from producer.obs.clips.files import Film
from producer.obs.clips.media import film_scene, film_source
from producer.obs.clips.status import NotCued, Playing, Run, What, clock
from producer.obs.director.several import Each, Output, Several
from producer.obs.director.states import Online, State
from producer.obs.link.connection import ObsEvent
from producer.obs.link.refusals import NoLink, ObsRefusal, Stopped

log = logging.getLogger(__name__)

LOOK_EVERY = 1.0
"""Seconds between two questions how far the film is; OBS tells of its end by itself."""

EARLY = 0.02
"""Seconds before a mark at which the pause is sent: OBS takes it with its next frame."""

SOON = 0.1
"""Seconds until an OBS that has just come back is asked again, as long as it takes nothing yet."""

RUNS: Mapping[str, What] = {"PLAY": "played", "PAUSE": "paused"}


class FilmPlayer:
    """``note`` is called with each Run, at once, mostly on the player's thread. ``free``: whether a
    film may still be shown, asked before it goes into OBS by itself. ``before``: just before a film
    goes on air, on the thread of whoever plays it. None may raise."""

    def __init__(
        self,
        outputs: Several,
        note: Callable[[Run], None],
        free: Callable[[Film], bool],
        before: Callable[[], None] | None = None,
    ) -> None:
        self._outputs = outputs
        self._note = note
        self._free = free
        self._before = before
        self._now = Playing()
        self._guard = threading.RLock()
        self._looked = 0.0
        self._coming = False
        self._held: frozenset[str] = frozenset()
        self._owed: frozenset[str] = frozenset()
        self._inbox: queue.Queue[Callable[[], None] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="film-player", daemon=True)
        for output in outputs.outputs:
            output.director.watch(partial(self._told, output))

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
            each = self._outputs.each(
                lambda each: each.on(lambda link, hear, own: media.cue(link, hear, own, film.file))
            )
            cued = each.one()
            self._held, self._owed = frozenset(each.done), frozenset()
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
            # OBS tells of the start and of the new program from two threads, in any order.
            self._coming = not self._now.on_air
            self._outputs.each(lambda each: _play(each, start)).one()
            self._asked(start)
            now = self._now
            self._now = replace(
                now,
                state="playing",
                until=mark if mark and mark.at > now.cursor else None,
                note="",
            )
            self._inbox.put(self._due)  # the thread has a mark to wait for
            return self._now

    def pause(self) -> Playing:
        """It stands where it is. Raises an ObsRefusal."""
        with self._guard:
            self._film()
            self._outputs.each(
                lambda each: each.on(lambda link, _, own: media.pause(link, own.prefix))
            ).one()
            self._asked(None)
            self._now = replace(self._now, state="paused", until=None, note="")
            return self._now

    def _film(self) -> Film:
        """The film as OBS has it. Raises NotCued."""
        self._again()
        if self._now.film is None:
            raise NotCued("no segment is cued", "Cue one first")
        if not self._held:
            raise NotCued(
                self._now.note or "no OBS has the segment", "Cue it when OBS is there, or wait"
            )
        return self._now.film

    def _asked(self, start: float | None) -> None:
        """How far it is by OBS's own word."""
        each = self._statuses()
        told = self._seen(each) or each.one()
        cursor = told.cursor if told.length else start or 0.0
        self._now = replace(
            self._now,
            cursor=cursor,
            since=time.monotonic(),
            length=told.length or self._now.length,
        )

    def _statuses(self) -> Each[media.Status]:
        return self._outputs.each(
            lambda each: each.on(lambda link, _, own: media.status(link, own.prefix))
        )

    def _seen(self, each: Each[media.Status]) -> media.Status | None:
        """How it stands where it is on program."""
        return next((each.done[name] for name in self._showing() if name in each.done), None)

    def _showing(self) -> tuple[str, ...]:
        """Names of the OBS that have it on program."""
        return tuple(each.name for each in self._outputs.outputs if _on_air(each))

    def _again(self) -> None:
        """The film into every OBS that had it, was away and is there again: off air, and only as
        long as it may be shown."""
        with self._guard:
            for output in self._outputs.outputs:
                state = _online(output)
                if state is None or output.name not in self._owed:
                    continue
                try:
                    self._cue_again(output, anew=state.anew)
                except NoLink as refusal:
                    log.debug("%s takes no segment yet: %s", output.name, refusal)
                except ObsRefusal as refusal:
                    log.warning("the segment was not cued again: %s", refusal)
                    self._owed -= {output.name}
                    self._now = replace(self._now, note=f"not cued again: {refusal.reason}")

    def _cue_again(self, output: Output, *, anew: bool) -> None:
        now, since = self._now, time.monotonic()
        film, at, alone = now.film, now.at(since), not self._held
        if film is None or not self._free(film):
            log.warning("the segment was not cued again: a deal in it is no longer released")
            self._owed = frozenset()
            self._now = Playing() if alone else now
            return
        found, on_air = output.on(
            lambda link, hear, own: media.again(link, hear, own, film.file, at, anew=anew)
        )
        self._owed, self._held = self._owed - {output.name}, self._held | {output.name}
        where = "" if len(self._outputs.outputs) == 1 else f" in {output.name}"
        how = "paused" if on_air else "cued again"
        goes_on = on_air and not anew
        note = "" if goes_on else f"{how} at {clock(found.cursor)}{where} after OBS was lost"
        self._now = _resumed(now, found, on_air, note) if alone else replace(now, note=note)
        if alone and on_air:
            self._tell("on air")
            if found.state == "playing":
                self._tell("played")

    def _told(self, output: Output, state: State, event: ObsEvent | None) -> None:
        """On the output's own thread. What happens to the film is told by the main one."""
        if event is not None:
            if output is self._outputs.main:
                self._inbox.put(partial(self._heard, event))
        elif isinstance(state, Online):
            self._inbox.put(self._again)
        elif not isinstance(state.refusal, Stopped):  # who stops leaves OBS as it is
            self._inbox.put(partial(self._lost, output.name))

    # What follows runs on the player's thread.

    def _run(self) -> None:
        while True:
            try:
                work = self._inbox.get(timeout=self._patience())
            except queue.Empty:
                work = self._due
            if work is None:
                return
            work()

    def _patience(self) -> float:
        now, then = self._now, time.monotonic()
        if any(each.name in self._owed and _online(each) for each in self._outputs.outputs):
            return SOON
        look = self._looked + LOOK_EVERY - then
        if now.state != "playing" or now.until is None:
            return max(0.0, look)
        return max(0.0, min(look, now.until.at - now.at(then) - EARLY))

    def _due(self) -> None:
        self._looked = time.monotonic()
        with self._guard:
            self._again()
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
        told = self._seen(self._statuses())
        if told is None:
            return  # it is not on program yet, or has just been lost, which is told next
        if told.state == "playing":
            self._now = replace(self._now, cursor=told.cursor, since=time.monotonic())
        elif told.state == "paused":
            self._now = replace(self._now, state="paused", cursor=told.cursor, until=None)
            self._tell("paused")

    def _heard(self, event: ObsEvent) -> None:
        prefix = self._outputs.main.prefix
        if event.name == "CurrentProgramSceneChanged":
            self._switched(on_air=event.data["sceneName"] == film_scene(prefix))
        elif event.data.get("inputName") != film_source(prefix):
            return
        elif event.name == "MediaInputPlaybackEnded":
            self._ended()
        elif event.name == "MediaInputActionTriggered":
            self._acted(event.data["mediaAction"].removeprefix(media.ACTION))

    def _acted(self, action: str) -> None:
        with self._guard:
            if action == "PLAY" and self._coming:
                self._coming = False  # it is told with its coming on air
            elif action in RUNS and self._now.on_air and _on_air(self._outputs.main):
                self._tell(RUNS[action])

    def _switched(self, *, on_air: bool) -> None:
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
            now = self._now
            late = now.state == "paused" and now.left(time.monotonic()) > LOOK_EVERY
            if now.state in ("playing", "paused") and not late:
                length = self._now.length
                self._now = replace(self._now, state="ended", cursor=length, until=None)
                if self._now.on_air:
                    self._tell("ended")

    def _lost(self, name: str) -> None:
        """What an OBS had of the film is gone with it, or goes on unseen: where the last one that
        showed it is lost the film stands, at the place reached where no other has it."""
        with self._guard:
            if name not in self._held:
                return
            self._held, self._owed = self._held - {name}, self._owed | {name}
            if self._held:
                if self._now.on_air and not self._showing():
                    self._switched(on_air=False)
                return
            now, since = self._now, time.monotonic()
            seen = min(now.at(since), now.cursor + 2 * LOOK_EVERY)  # it may have hung for longer
            at = 0.0 if now.state == "ended" else seen
            note = f"OBS was lost at {clock(at)}"
            self._now = replace(now, state="nothing", cursor=at, since=since, note=note)
            if now.on_air:
                self._tell("off air")
            self._now = replace(self._now, on_air=False)

    def _tell(self, what: What) -> None:
        now = self._now
        if now.film is not None:
            self._note(Run(now.film, what, round(now.at(time.monotonic()), 2)))


def _play(output: Output, start: float | None) -> None:
    """What is on program is the segment from now on, and is watched."""
    with output.taking() as taken:
        output.on(lambda link, hear, own: media.play(link, hear, own, output.chosen(link), start))
        taken(film_scene(output.prefix), frozenset({film_source(output.prefix)}))


def _resumed(before: Playing, found: media.Status, on_air: bool, note: str) -> Playing:
    """How the film stands in the first OBS that has it again."""
    return replace(
        before,
        state=found.state,
        cursor=found.cursor,
        length=found.length,
        since=time.monotonic(),
        on_air=on_air,
        until=before.until if found.state == "playing" else None,
        note=note,
    )


def _online(output: Output) -> Online | None:
    state = output.director.state()
    return state if isinstance(state, Online) else None


def _on_air(output: Output) -> bool:
    state = _online(output)
    return state is not None and state.program == film_scene(output.prefix)
