"""Plays clips: cue, play, pause at a mark, replay. Reports what happened from OBS's own events.

Commands may come from any thread and go to every OBS. The player's own thread waits for marks and
for OBS's events. An OBS that was offline gets the clip again, off air, at the position reached.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from producer.messages import message
from producer.obs.clips import media_source
from producer.obs.clips.files import Clip
from producer.obs.clips.media_source import clip_scene, clip_source
from producer.obs.clips.status import ClipEvent, NotCued, PlayerStatus, What, clock
from producer.obs.director.outputs import Output, Outputs, Results
from producer.obs.director.state import Online, State
from producer.obs.link.connection import ObsEvent
from producer.obs.link.refusals import NoLink, ObsRefusal, Stopped

log = logging.getLogger(__name__)

CHECK_EVERY = 0.25
"""Seconds between two requests for the position of a clip on air: of a seek made in OBS itself it
sends no event. It sends one at the end."""

LATE = 1.0
"""Seconds by which OBS's event of the end may be late, and for which it may hang before it counts
as lost."""

EARLY = 0.02
"""Seconds before a mark at which the pause is sent: OBS pauses with its next frame."""

RETRY = 0.1
"""Seconds between attempts to cue in an OBS that is back and does not accept requests yet."""

ACTIONS: Mapping[str, What] = {"PLAY": "played", "PAUSE": "paused"}


class ClipPlayer:
    """Plays one clip at a time on all outputs. The callbacks must not raise.

    ``note``: called with each ClipEvent, at once, mostly on the player's thread. ``free``: whether
    a clip may still be shown, called before it is cued again without a command. ``before``: called
    just before a clip goes on air, on the thread of the command.
    """

    def __init__(
        self,
        outputs: Outputs,
        note: Callable[[ClipEvent], None],
        free: Callable[[Clip], bool],
        before: Callable[[], None] | None = None,
    ) -> None:
        self._outputs = outputs
        self._note = note
        self._free = free
        self._before = before
        self._now = PlayerStatus()
        self._guard = threading.RLock()
        self._checked = 0.0
        self._starting = False
        self._loaded_in: frozenset[str] = frozenset()
        self._pending: frozenset[str] = frozenset()
        self._inbox: queue.Queue[Callable[[], None] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="clip-player", daemon=True)
        for output in outputs.outputs:
            output.director.watch(partial(self._on_state, output))

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def now(self) -> PlayerStatus:
        return self._now

    def cue(self, clip: Clip) -> PlayerStatus:
        """Cues the clip at its start, off air. Raises an ObsRefusal."""
        with self._guard:
            each = self._outputs.each(
                lambda each: each.on(
                    lambda link, next_event, own: media_source.cue(
                        *(link, next_event, own, clip.played),
                        over=each.director.over_clip,
                        stage=clip.canvas,
                    )
                )
            )
            cued = each.one()
            self._loaded_in, self._pending = frozenset(each.done), frozenset()
            self._now = PlayerStatus(clip, "cued", 0, cued.length, time.monotonic())
            return self._now

    def play(self, until: str = "", at: float | None = None) -> PlayerStatus:
        """Takes the clip to program and plays it, from its position or from ``at`` seconds.

        It pauses at the mark ``until``. Raises an ObsRefusal.
        """
        with self._guard:
            clip = self._cued_clip()
            mark = clip.mark(until) if until else None
            start = at if at is not None else 0.0 if self._now.state == "ended" else None
            if self._before is not None and not self._now.on_air:
                self._before()
            # OBS sends the events of the start and of the new program in any order.
            self._starting = not self._now.on_air
            self._outputs.each(lambda each: _play(each, start)).one()
            self._read_position(start)
            now = self._now
            self._now = replace(
                now,
                state="playing",
                until=mark if mark and mark.at > now.cursor else None,
                note="",
            )
            self._inbox.put(self._due)  # so that the thread waits for the mark
            return self._now

    def pause(self) -> PlayerStatus:
        """Pauses the clip where it is. Raises an ObsRefusal."""
        with self._guard:
            self._cued_clip()
            self._outputs.each(
                lambda each: each.on(lambda link, _, own: media_source.pause(link, own.prefix))
            ).one()
            self._read_position(None)
            self._now = replace(self._now, state="paused", until=None, note="")
            return self._now

    def drop(self) -> None:
        """Forgets the clip, and empties its source in every OBS. Take it off air before."""
        with self._guard:
            if self._now.on_air:
                self._now = replace(self._now, on_air=False)
                self._report("off air")
            self._now, self._pending = PlayerStatus(), frozenset()
            self._loaded_in = frozenset()
        self._outputs.each(
            lambda each: each.on(lambda link, _, own: media_source.empty(link, own.prefix))
        )

    def _cued_clip(self) -> Clip:
        """Raises NotCued if no OBS has a clip."""
        self._cue_pending()
        if self._now.clip is None:
            raise NotCued(message("no segment is cued"), message("Cue one first"))
        if not self._loaded_in:
            raise NotCued(
                self._now.note or message("no OBS has the segment"),
                message("Cue it when OBS is there, or wait"),
            )
        return self._now.clip

    def _read_position(self, start: float | None) -> None:
        """Sets the position from OBS's own status."""
        self._checked = time.monotonic()  # OBS acts with its next frame
        each = self._statuses()
        status = self._status_on_air(each) or each.one()
        cursor = status.cursor if status.length else start or 0.0
        self._now = replace(
            self._now,
            cursor=cursor,
            since=time.monotonic(),
            length=status.length or self._now.length,
        )

    def _statuses(self) -> Results[media_source.MediaStatus]:
        return self._outputs.each(
            lambda each: each.on(lambda link, _, own: media_source.status(link, own.prefix))
        )

    def _status_on_air(
        self, each: Results[media_source.MediaStatus]
    ) -> media_source.MediaStatus | None:
        """The status in the first OBS that has the clip on program."""
        return next((each.done[name] for name in self._showing() if name in each.done), None)

    def _showing(self) -> tuple[str, ...]:
        """Names of the OBS that have the clip on program."""
        return tuple(each.name for each in self._outputs.outputs if _on_air(each))

    def _cue_pending(self) -> None:
        """Cues the clip in every OBS that had it, was offline and is back, if it may be shown."""
        with self._guard:
            for output in self._outputs.outputs:
                state = _online(output)
                if state is None or output.name not in self._pending:
                    continue
                try:
                    self._cue_again(output, restarted=state.restarted)
                except NoLink as refusal:
                    log.debug("%s does not accept a segment yet: %s", output.name, refusal)
                except ObsRefusal as refusal:
                    log.warning("the segment was not cued again: %s", refusal)
                    self._pending -= {output.name}
                    self._now = replace(self._now, note=f"not cued again: {refusal.reason}")

    def _cue_again(self, output: Output, *, restarted: bool) -> None:
        now, since = self._now, time.monotonic()
        clip, at, alone = now.clip, now.at(since), not self._loaded_in
        if clip is None or not self._free(clip):
            log.warning("the segment was not cued again: a deal in it is no longer released")
            self._pending = frozenset()
            self._now = PlayerStatus() if alone else now
            return
        status, on_air = output.on(
            lambda link, next_event, own: media_source.cue_again(
                *(link, next_event, own, clip.played, at),
                *(output.director.over_clip, clip.canvas),
                restarted=restarted,
            )
        )
        self._pending -= {output.name}
        self._loaded_in |= {output.name}
        where = "" if len(self._outputs.outputs) == 1 else f" in {output.name}"
        how = "paused" if on_air else "cued again"
        plays_on = on_air and not restarted
        note = "" if plays_on else f"{how} at {clock(status.cursor)}{where} after OBS was lost"
        self._now = _resumed(now, status, on_air, note) if alone else replace(now, note=note)
        if alone and on_air:
            self._report("on air")
            if status.state == "playing":
                self._report("played")

    def _on_state(self, output: Output, state: State, event: ObsEvent | None) -> None:
        """Called on the output's own thread. Events of the clip count from the main output only."""
        if event is not None:
            if output is self._outputs.main:
                self._inbox.put(partial(self._on_event, event))
        elif isinstance(state, Online):
            self._inbox.put(self._cue_pending)
        elif not isinstance(state.refusal, Stopped):  # a stop leaves OBS as it is
            self._inbox.put(partial(self._lost, output.name))

    # The methods below run on the player's thread.

    def _run(self) -> None:
        while True:
            try:
                work = self._inbox.get(timeout=self._next_wake_up())
            except queue.Empty:
                work = self._due
            if work is None:
                return
            work()

    def _next_wake_up(self) -> float:
        now, moment = self._now, time.monotonic()
        if any(each.name in self._pending and _online(each) for each in self._outputs.outputs):
            return RETRY
        check = self._checked + CHECK_EVERY - moment
        if now.state != "playing" or now.until is None:
            return max(0.0, check)
        return max(0.0, min(check, now.until.at - now.at(moment) - EARLY))

    def _due(self) -> None:
        self._checked = time.monotonic()
        with self._guard:
            self._cue_pending()
            now = self._now
            if now.state != "playing" and not now.on_air:
                return
            reached = (
                now.state == "playing"
                and now.until
                and now.until.at - now.at(time.monotonic()) <= 2 * EARLY
            )
            try:
                if reached:
                    self.pause()
                else:
                    self._check_position()
            except ObsRefusal as refusal:
                log.warning("the position of the segment is unknown: %s", refusal)

    def _check_position(self) -> None:
        """Finds what was done in OBS itself, for which OBS sends no event: a pause, a seek, a stop,
        and that it plays again."""
        status = self._status_on_air(self._statuses())
        if status is None:
            return  # not on program yet, or just lost, which is reported next
        before = self._now
        if status.state == "ended" and before.state in ("playing", "paused"):
            self._end()
            return
        if status.state not in ("playing", "paused", "stopped"):
            return
        until = before.until if status.state == "playing" else None
        now = replace(before, state=status.state, cursor=status.cursor, until=until)
        self._now = replace(now, since=time.monotonic())
        if status.state == "paused" and before.state == "playing":
            self._report("paused")

    def _on_event(self, event: ObsEvent) -> None:
        prefix = self._outputs.main.prefix
        if event.name == "CurrentProgramSceneChanged":
            self._switched(on_air=event.data["sceneName"] == clip_scene(prefix))
        elif event.data.get("inputName") != clip_source(prefix):
            return
        elif event.name == "MediaInputPlaybackEnded":
            self._ended()
        elif event.name == "MediaInputActionTriggered":
            self._acted(event.data["mediaAction"].removeprefix(media_source.ACTION))

    def _acted(self, action: str) -> None:
        with self._guard:
            if action == "PLAY" and self._starting:
                self._starting = False  # reported when it goes on air
            elif action in ACTIONS and self._now.on_air and _on_air(self._outputs.main):
                self._report(ACTIONS[action])

    def _switched(self, *, on_air: bool) -> None:
        with self._guard:
            if on_air == self._now.on_air:
                return
            self._now = replace(self._now, on_air=on_air)
            self._report("on air" if on_air else "off air")
            if self._now.state == "playing":
                if on_air:
                    self._report("played")
                else:
                    self._pause_off_air()

    def _pause_off_air(self) -> None:
        """Pauses a clip that left program, so that it can be resumed there."""
        try:
            self.pause()
        except ObsRefusal as refusal:
            log.warning("the segment keeps playing off air: %s", refusal)

    def _ended(self) -> None:
        with self._guard:
            now = self._now
            late = now.state == "paused" and now.left(time.monotonic()) > LATE
            if now.state in ("playing", "paused") and not late:
                self._end()

    def _end(self) -> None:
        self._now = replace(self._now, state="ended", cursor=self._now.length, until=None)
        if self._now.on_air:
            self._report("ended")

    def _lost(self, name: str) -> None:
        """An OBS went offline. Without another one the clip stops at the position reached."""
        with self._guard:
            if name not in self._loaded_in:
                return
            self._loaded_in, self._pending = self._loaded_in - {name}, self._pending | {name}
            if self._loaded_in:
                if self._now.on_air and not self._showing():
                    self._switched(on_air=False)
                return
            now, since = self._now, time.monotonic()
            reached = min(now.at(since), now.cursor + 2 * LATE)  # OBS may have hung longer
            at = 0.0 if now.state == "ended" else reached
            note = f"OBS was lost at {clock(at)}"
            self._now = replace(now, state="nothing", cursor=at, since=since, note=note)
            if now.on_air:
                self._report("off air")
            self._now = replace(self._now, on_air=False)

    def _report(self, what: What) -> None:
        now = self._now
        if now.clip is not None:
            self._note(ClipEvent(now.clip, what, round(now.at(time.monotonic()), 2)))


def _play(output: Output, start: float | None) -> None:
    """Takes the clip to program and has the watch expect it there."""
    with output.during_take() as expect:
        output.on(
            lambda link, next_event, own: media_source.play(
                link, next_event, own, output.chosen(link), start
            )
        )
        expect(clip_scene(output.prefix), frozenset({clip_source(output.prefix)}))


def _resumed(
    before: PlayerStatus, status: media_source.MediaStatus, on_air: bool, note: str
) -> PlayerStatus:
    """The status from the first OBS that has the clip again."""
    return replace(
        before,
        state=status.state,
        cursor=status.cursor,
        length=status.length,
        since=time.monotonic(),
        on_air=on_air,
        until=before.until if status.state == "playing" else None,
        note=note,
    )


def _online(output: Output) -> Online | None:
    state = output.director.state()
    return state if isinstance(state, Online) else None


def _on_air(output: Output) -> bool:
    state = _online(output)
    return state is not None and state.program == clip_scene(output.prefix)
