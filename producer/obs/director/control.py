"""Controls one OBS for the desk: preview, take, safe, repair and set-up."""

from __future__ import annotations

import logging
import time
import uuid
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from producer.messages import message
from producer.obs.director.program import (
    NextEvent,
    interruptible,
    switch_program,
    wait_for_transition,
)
from producer.obs.director.state import Offline, Online, State
from producer.obs.director.takes import (
    Graphics,
    Ready,
    TakeResult,
    clear_graphics,
    cut,
    load,
    replace_graphics,
    restore_program,
    safe,
    show_lower_third,
    show_over_clip,
    unload,
)
from producer.obs.link.connection import DEFAULT_TIMEOUTS, Address, Link, ObsEvent, Timeouts
from producer.obs.link.reconnecting import STOPPED, ReconnectingLink
from producer.obs.link.refusals import (
    NoLink,
    NotInObs,
    NotWritten,
    ObsRefusal,
    RequestFailed,
    TakeIdReused,
)
from producer.obs.link.start_time import TRIES, StartTime, start_time
from producer.obs.monitor.check import ObsChecked, findings
from producer.obs.scenes.banks import Bank, GraphicsSource, Loaded, Shot, bank_of, scene_name
from producer.obs.scenes.diff import Command
from producer.obs.scenes.loaded import LoadedBanks, PageAddress
from producer.obs.scenes.reconcile import GaveWay, difference, ensure, read_overview
from producer.obs.scenes.wanted import BROWSER
from producer.settings import ObsSettings

log = logging.getLogger(__name__)

HEARTBEAT = 2.0
"""Seconds between two checks whether OBS is there and as wanted."""

MAX_RESULTS = 500
"""Results of takes that are remembered, by id."""

REMOVALS = frozenset(
    {"InputRemoved", "SceneRemoved", "SceneItemRemoved", "CurrentSceneCollectionChanged"}
)
CHANGES = REMOVALS | {
    "InputCreated",
    "InputNameChanged",
    "SceneCreated",
    "SceneNameChanged",
    "SceneItemCreated",
    "SceneItemListReindexed",
    "SceneItemEnableStateChanged",
}
"""Events after which our scenes may have changed. Moves are high-volume events that we do not
receive; the next heartbeat finds them."""

Watcher = Callable[[State, ObsEvent | None], None]


class Director:
    """Connects to OBS from ``start`` (or a ``with``) until ``stop``.

    ``folder``: where OBS reads the graphics files; it must stay, because OBS stores the paths.
    ``page``: the address of a bank's graphics page; ``lower_page``: that of the lower third, empty
    for scenes without one; ``clip_page``: that of the graphics over a segment's clip.
    """

    def __init__(
        self,
        settings: ObsSettings,
        folder: Path,
        page: PageAddress,
        timeouts: Timeouts = DEFAULT_TIMEOUTS,
        heartbeat: float = HEARTBEAT,
        lower_page: str = "",
        clip_page: str = "",
    ) -> None:
        self._prefix = settings.prefix
        self._state: State = Offline(STOPPED)
        self._watchers: list[Watcher] = []
        self._banks = LoadedBanks(
            settings, folder, page, lower_page=lower_page, clip_page=clip_page
        )
        self._results: OrderedDict[str, TakeResult] = OrderedDict()
        self._started: StartTime | None = None
        self._last_program = ""
        self._to_clear: deque[Callable[[Link], None]] = deque()
        address = Address(settings.host, settings.port, settings.password)
        self._connection = ReconnectingLink(address, timeouts, heartbeat, self)
        self.start, self.cut = self._connection.start, self._connection.cut

    def stop(self) -> None:
        """Ends the connection and refuses what waits. OBS stays as it is."""
        with self.overtaking():
            self._connection.stop()

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

    def state(self) -> State:
        """What OBS last reported, without a request."""
        return self._state

    def loaded(self) -> Mapping[Bank, Loaded]:
        """What is loaded in each bank."""
        return dict(self._banks.contents)

    def watch(self, watcher: Watcher) -> None:
        """Calls ``watcher(state, event)`` on the director's thread with every event of OBS.

        ``event`` is ``None`` when the state changes without one. The watcher must return at once
        and not raise.
        """
        self._watchers.append(watcher)

    def run(self, work: Callable[[Link], Any]) -> Any:
        """Runs ``work`` on the director's thread between two takes and returns its result.

        It must be short. Raises its errors, and an ObsRefusal at once while OBS is offline.
        """
        return self._connection.run(work)

    def preview(self, shot: Shot, graphics: Graphics) -> Ready:
        """Loads ``shot`` into the bank that is off air and sees that all of it is there.

        Raises an ObsRefusal, at once while OBS is offline.
        """
        ready: Ready = self.run(lambda link: self._preview(link, shot, graphics))
        return ready

    def take(
        self, shot: Shot, graphics: Graphics, id_: str = "", transition: str = ""
    ) -> TakeResult:
        """Takes ``shot`` to program and waits until OBS reports it.

        Repeating an ``id_`` returns the first result without another take; with another shot it
        raises TakeIdReused. ``transition``: for this take only. Raises as ``preview``.
        """
        started = time.monotonic()

        def taking(link: Link) -> TakeResult:
            next_event = self.next_event_on(link)
            bank, now = load(link, next_event, self._banks, shot, graphics)
            scene = cut(link, next_event, self._banks, bank, now, transition)
            return TakeResult(
                id=id_ or uuid.uuid4().hex,
                scene=scene,
                bank=bank,
                shot=shot,
                seconds=time.monotonic() - started,
                sources=self._banks.visible_sources(scene, now),
            )

        return self._once(id_, shot, taking)

    def safe(self, id_: str = "") -> TakeResult:
        """Cuts to the safe scene; as ``take``. A take that has not reached its cut gives way."""
        started = time.monotonic()

        def taking(link: Link) -> TakeResult:
            scene, note = safe(link, self.next_event_on(link), self._banks)
            id_or_new = id_ or uuid.uuid4().hex
            return TakeResult(id_or_new, scene, None, None, time.monotonic() - started, note)

        with self.overtaking():
            return self._once(id_, None, taking)

    def clear_graphics(self, banks: Collection[Bank], png: Callable[[], bytes], words: str) -> None:
        """Empties the graphics of these banks in OBS, also on air; the pictures stay. ``png``: an
        empty stage. ``words``: what the banks hold then.

        Raises an ObsRefusal; if OBS is offline it is done as soon as it is back.
        """
        self._to_clear.append(lambda link: clear_graphics(link, self._banks, banks, png, words))
        self.run(self._clear)

    def advance_graphics(self, png: Callable[[], bytes], changed: Callable[[Shot], Shot]) -> None:
        """Replaces the graphics of the bank on program; the pictures stay, and the other bank too.
        ``png``: the new ones; ``changed``: what the bank holds then. Raises an ObsRefusal."""

        def advance(link: Link) -> None:
            state = self._state
            if isinstance(state, Online) and state.bank is not None:
                replace_graphics(link, self._banks, [state.bank], png, changed)

        self.run(advance)

    def _clear(self, link: Link) -> None:
        while self._to_clear:
            self._to_clear[0](link)
            self._to_clear.popleft()

    def show_lower_third(self, png: Callable[[], bytes] | None) -> None:
        """Shows a lower third over every scene, or nothing for ``None``. An OBS with a page gets it
        by its channel. Raises an ObsRefusal; an OBS that is offline gets it when it is back."""
        if png is None:
            self._banks.lower_picture = None
        self.run(lambda link: show_lower_third(link, self._banks, png))

    def over_clip(self, kinds: frozenset[str]) -> GraphicsSource | None:
        """The source of the graphics over a segment's clip, in an OBS with these kinds of source.
        Raises NotInObs or NotWritten."""
        return self._banks.over_clip(kinds)

    def show_over_clip(self, picture: Path | None) -> None:
        """Shows a picture over a segment's clip, or nothing for ``None``. An OBS with a page gets
        its graphics by the channel. Raises an ObsRefusal."""
        self.run(lambda link: show_over_clip(link, self._banks, picture))

    def unload(self, bank: Bank) -> None:
        """Empties the scene of a bank that is off air. Raises an ObsRefusal."""
        self.run(lambda link: unload(link, self._banks, bank))

    @contextmanager
    def overtaking(self) -> Iterator[None]:
        """Takes that have not reached their cut give way inside this context."""
        self._banks.overtaking += 1
        try:
            yield
        finally:
            self._banks.overtaking -= 1

    def take_result(self, id_: str) -> TakeResult | None:
        """The result of the take with this id, if there was one."""
        return self._results.get(id_)

    def _earlier(self, id_: str, shot: Shot | None) -> TakeResult | None:
        earlier = self.take_result(id_)
        if earlier is not None and earlier.shot != shot:
            raise TakeIdReused(
                message("another take had the same id"),
                message("Give every take its own id, or none"),
            )
        return earlier

    def repair(self) -> tuple[Command, ...]:
        """Undoes changes to the loaded scenes, also on air; returns what was sent."""
        return self._maintain(self._repair)

    def setup(self) -> tuple[Command, ...]:
        """Creates every missing scene, so that no take has to; returns what was sent.

        Program stays as it is.
        """
        return self._maintain(self._setup)

    def checked(self) -> ObsChecked:
        """What this OBS has, and what set-up would still make; nothing is changed. Raises an
        ObsRefusal."""

        def look(link: Link) -> ObsChecked:
            now = read_overview(link)
            missing = difference(link, self._banks.everything(now), now)
            return ObsChecked(
                findings(self._banks.settings, link.version, now),
                frozenset(now.sources),
                tuple(command.why for command in missing),
            )

        checked: ObsChecked = self.run(look)
        return checked

    def _maintain(
        self, work: Callable[[tuple[Command, ...], Link], tuple[Command, ...]]
    ) -> tuple[Command, ...]:
        """Lets other work go first and starts again until ``work`` is done; it gets what was sent
        so far and sends only what is missing."""
        sent: tuple[Command, ...] = ()
        while True:
            try:
                return (*sent, *self.run(partial(work, sent)))
            except GaveWay as gave:
                sent += gave.sent

    def _once(
        self, id_: str, shot: Shot | None, taking: Callable[[Link], TakeResult]
    ) -> TakeResult:
        earlier = self._earlier(id_, shot)
        if earlier is not None:
            return earlier

        def work(link: Link) -> TakeResult:
            # The same take may have been done while this one waited.
            result = self._earlier(id_, shot) or taking(link)
            self._results[result.id] = result
            while len(self._results) > MAX_RESULTS:
                self._results.popitem(last=False)
            return result

        result: TakeResult = self.run(work)
        return result

    # The methods below run on the director's thread.

    def connected(self, link: Link) -> None:
        """Restores what is loaded, because OBS may have started with an old scene collection."""
        started = start_time(link, TRIES)
        restarted = self._started is not None and started.is_after(self._started)
        self._clear(link)
        trouble = self._restore(link, restarted=restarted)
        now = read_overview(link)
        self._started = started
        self._state = Online(
            obs=link.version["obsVersion"],
            websocket=link.version["obsWebSocketVersion"],
            canvas=now.canvas,
            program=now.program,
            studio=now.studio,
            browser=BROWSER in now.kinds,
            bank=bank_of(now.program, self._prefix),
            trouble=trouble,
            restarted=restarted,
        )
        self._notify()
        log.info("connected to OBS %s", link.version["obsVersion"])

    def disconnected(self, refusal: ObsRefusal) -> None:
        before, self._state = self._state, Offline(refusal)
        if isinstance(before, Online):
            self._last_program = before.program
        if refusal is not STOPPED and (
            isinstance(before, Online) or before.refusal.reason != refusal.reason
        ):
            log.warning("OBS is offline: %s", refusal)
        self._notify()

    def on_event(self, event: ObsEvent) -> None:
        state = self._state
        if isinstance(state, Offline):
            return
        self._connection.hurry = self._connection.hurry or event.name in CHANGES
        self._banks.removed = self._banks.removed or event.name in REMOVALS
        if event.name == "CurrentProgramSceneChanged":
            program = event.data["sceneName"]
            bank = bank_of(program, self._prefix)
            self._banks.last = bank or self._banks.last
            self._state = replace(state, program=program, bank=bank)
        elif event.name == "StudioModeStateChanged":
            self._state = replace(state, studio=event.data["studioModeEnabled"])
        self._notify(event)

    def on_idle(self, link: Link) -> None:
        """Reports what somebody changed in the loaded scenes, and leaves it as it is. Another scene
        collection has another program, of which OBS sends no event."""
        started = start_time(link)
        self._started = started if started.exact or self._started is None else self._started
        now = read_overview(link)
        try:
            words = tuple(each.why for each in difference(link, self._banks.wanted(now), now))
        except (NotInObs, NotWritten) as refusal:
            words = (refusal.reason,)
        except RequestFailed as failure:
            words = (failure.reason,)  # somebody is changing it right now: check again soon
            self._connection.hurry = True
        state = self._state
        if isinstance(state, Online):
            self._state = replace(
                state,
                differences=words,
                program=now.program,
                bank=bank_of(now.program, self._prefix),
                studio=now.studio,
            )
            if self._state != state:
                self._notify()

    def _notify(self, event: ObsEvent | None = None) -> None:
        for watcher in self._watchers:
            watcher(self._state, event)

    def next_event_on(self, link: Link) -> NextEvent:
        """Waits for events of ``link`` on the director's thread."""
        return lambda until: self._connection.next_event(link, until)

    def _restore(self, link: Link, *, restarted: bool) -> ObsRefusal | None:
        """Restores the loaded scenes, and after a restart of OBS also program if it was ours.

        If only the connection was lost, program stays as somebody may have left it.
        """
        self._banks.removed = True
        try:
            if self._banks.contents:
                ensure(link, self._banks.wanted(read_overview(link)))
            if restarted:
                restore_program(link, self.next_event_on(link), self._banks, self._last_program)
        except NoLink:
            raise
        except ObsRefusal as trouble:
            log.warning("the scenes in OBS were not restored: %s", trouble)
            return trouble
        return None

    def _preview(self, link: Link, shot: Shot, graphics: Graphics) -> Ready:
        bank, _ = load(link, self.next_event_on(link), self._banks, shot, graphics)
        return Ready(bank, scene_name(self._prefix, bank, shot.layout), shot)

    def _repair(self, _: tuple[Command, ...], link: Link) -> tuple[Command, ...]:
        now = wait_for_transition(
            link, interruptible(self._connection.has_waiting_work, self.next_event_on(link))
        )
        sent = ensure(link, self._banks.wanted(now), urgent=self._connection.has_waiting_work)
        if sent and now.studio and bank_of(now.program, self._prefix):
            switch_program(link, now.program, self.next_event_on(link), now)
        self.on_idle(link)
        return sent

    def _setup(self, sent: tuple[Command, ...], link: Link) -> tuple[Command, ...]:
        now = wait_for_transition(
            link, interruptible(self._connection.has_waiting_work, self.next_event_on(link))
        )
        begun = {str(each.data["sceneName"]) for each in sent if each.request == "CreateScene"}
        scenes = self._banks.everything(now, begun)
        sent = ensure(link, scenes, urgent=self._connection.has_waiting_work)
        self.on_idle(link)
        return sent
