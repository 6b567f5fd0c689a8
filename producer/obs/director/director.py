"""Keeps OBS as wanted, and takes our scenes to program: what the desk asks of OBS."""

from __future__ import annotations

import logging
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from producer.obs.director.program import Hear, settled, show, show_in_preview, unless
from producer.obs.director.states import Graphics, Offline, Online, Ready, State, TakeResult
from producer.obs.director.takes import Held, Page, cut, load, on_again, safe
from producer.obs.link.connection import PATIENT, Address, Link, ObsEvent, Patience
from producer.obs.link.refusals import (
    NoLink,
    NotInObs,
    NotWritten,
    ObsRefusal,
    OtherTake,
    RequestFailed,
)
from producer.obs.link.restarts import TRIES, Birth, birth
from producer.obs.link.upkeep import STOPPED, KeptLink
from producer.obs.scenes.banks import Bank, Loaded, Shot, bank_of, scene_name
from producer.obs.scenes.diff import Command
from producer.obs.scenes.reconcile import GaveWay, difference, ensure, look
from producer.obs.scenes.wanted import BROWSER
from producer.settings import ObsSettings

log = logging.getLogger(__name__)

HEARTBEAT = 2.0
"""Seconds of silence after which OBS is asked whether it is still there and as wanted."""

TAKES_KEPT = 500
"""Ids of takes that are remembered."""

REMOVALS = frozenset({"InputRemoved", "SceneRemoved", "SceneItemRemoved"})
CHANGES = REMOVALS | {
    "InputCreated",
    "InputNameChanged",
    "SceneCreated",
    "SceneNameChanged",
    "SceneItemCreated",
    "SceneItemListReindexed",
    "SceneItemEnableStateChanged",
}
"""Events after which something of ours may be otherwise; moves are of high volume, and are seen
at the next heartbeat."""

Watcher = Callable[[State, ObsEvent | None], None]


class Director:
    """``folder``: where OBS finds the graphics' files; it must outlive us, for OBS keeps the path.
    ``page``: the address of a bank's graphics page.

    Starts when ``start`` is called or in a ``with``; then looks for OBS until ``stop``.
    """

    def __init__(
        self,
        settings: ObsSettings,
        folder: Path,
        page: Page,
        patience: Patience = PATIENT,
        heartbeat: float = HEARTBEAT,
    ) -> None:
        self._prefix = settings.prefix
        self._state: State = Offline(STOPPED)
        self._watchers: list[Watcher] = []
        self._held = Held(settings, folder, page)
        self._taken: OrderedDict[str, TakeResult] = OrderedDict()
        self._born: Birth | None = None
        self._was_on = ""
        address = Address(settings.host, settings.port, settings.password)
        self._kept = KeptLink(address, patience, heartbeat, self)
        self.start = self._kept.start

    def stop(self) -> None:
        """Ends the connection; what waits is refused. OBS stays as it is."""
        with self.overtaking():
            self._kept.stop()

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
        """What OBS last told; never asks and never waits."""
        return self._state

    def loaded(self) -> Mapping[Bank, Loaded]:
        """What each bank holds."""
        return dict(self._held.loaded)

    def watch(self, watcher: Watcher) -> None:
        """From now on ``watcher(state, event)`` is called, on the director's thread, with every
        event that OBS tells, and with ``None`` where the state changes without one. It must return
        at once and not raise."""
        self._watchers.append(watcher)

    def ask(self, work: Callable[[Link], Any]) -> Any:
        """What ``work`` returns, done on the director's thread between two takes; it must not
        last. Raises what it raises, and an ObsRefusal at once while OBS is offline."""
        return self._kept.ask(work)

    def preview(self, shot: Shot, graphics: Graphics) -> Ready:
        """Loads ``shot`` into the bank that is off air and sees that all of it is there.

        Raises an ObsRefusal; while OBS is offline at once, with the reason.
        """
        ready: Ready = self.ask(lambda link: self._preview(link, shot, graphics))
        return ready

    def take(
        self, shot: Shot, graphics: Graphics, id_: str = "", transition: str = ""
    ) -> TakeResult:
        """Takes ``shot`` to program and waits for it; one that was previewed is there already.

        The same ``id_`` again gets the same answer, and nothing is taken a second time; with
        another shot it raises OtherTake. ``transition``: for this take only. Raises as ``preview``.
        """
        begun = time.monotonic()

        def taking(link: Link) -> TakeResult:
            hear = self.hear_on(link)
            bank, now = load(link, hear, self._held, shot, graphics)
            scene = cut(link, hear, self._held, bank, now, transition)
            return TakeResult(
                id=id_ or uuid.uuid4().hex,
                scene=scene,
                bank=bank,
                shot=shot,
                seconds=time.monotonic() - begun,
                sources=self._held.seen_in(scene, now),
            )

        return self._once(id_, shot, taking)

    def safe(self, id_: str = "") -> TakeResult:
        """Cuts to the safe scene; as ``take``. A take that is not at its cut yet gives way."""
        begun = time.monotonic()

        def taking(link: Link) -> TakeResult:
            scene, note = safe(link, self.hear_on(link), self._held)
            id_or_new = id_ or uuid.uuid4().hex
            return TakeResult(id_or_new, scene, None, None, time.monotonic() - begun, note)

        with self.overtaking():
            return self._once(id_, None, taking)

    @contextmanager
    def overtaking(self) -> Iterator[None]:
        """Meanwhile a take that is not at its cut yet gives way."""
        self._held.overtaking += 1
        try:
            yield
        finally:
            self._held.overtaking -= 1

    def taken(self, id_: str) -> TakeResult | None:
        """The take of this id, if there was one."""
        return self._taken.get(id_)

    def _same(self, id_: str, shot: Shot | None) -> TakeResult | None:
        known = self.taken(id_)
        if known is not None and known.shot != shot:
            raise OtherTake(
                "another take had the same id", "Give every take an id of its own, or none"
            )
        return known

    def repair(self) -> tuple[Command, ...]:
        """Makes what is loaded as it should be again, on air as well; what was sent."""
        return self._upkeep(self._repair)

    def setup(self) -> tuple[Command, ...]:
        """Makes every scene there can be, so that a take has nothing left to make; what was sent.

        Program stays as it is.
        """
        return self._upkeep(self._setup)

    def _upkeep(self, work: Callable[[Link], tuple[Command, ...]]) -> tuple[Command, ...]:
        """What is asked meanwhile goes before what is left of ``work``, which is then begun anew:
        it sends only what is lacking."""
        sent: tuple[Command, ...] = ()
        while True:
            try:
                return (*sent, *self.ask(work))
            except GaveWay as gave:
                sent += gave.sent

    def _once(
        self, id_: str, shot: Shot | None, taking: Callable[[Link], TakeResult]
    ) -> TakeResult:
        known = self._same(id_, shot)
        if known is not None:
            return known

        def work(link: Link) -> TakeResult:
            # The same may have been taken while this waited for its turn.
            taken = self._same(id_, shot) or taking(link)
            self._taken[taken.id] = taken
            while len(self._taken) > TAKES_KEPT:
                self._taken.popitem(last=False)
            return taken

        taken: TakeResult = self.ask(work)
        return taken

    # What follows runs on the director's thread.

    def up(self, link: Link) -> None:
        """OBS is there, perhaps as it was saved long ago: what is loaded is in it again."""
        found = birth(link, TRIES)
        anew = self._born is not None and found.is_after(self._born)
        trouble = self._restore(link, anew=anew)
        now = look(link)
        self._born = found
        self._state = Online(
            obs=link.version["obsVersion"],
            websocket=link.version["obsWebSocketVersion"],
            canvas=now.canvas,
            program=now.program,
            studio=now.studio,
            browser=BROWSER in now.kinds,
            bank=bank_of(now.program, self._prefix),
            trouble=trouble,
            anew=anew,
        )
        self._tell()
        log.info("OBS is there, %s", link.version["obsVersion"])

    def down(self, refusal: ObsRefusal) -> None:
        before, self._state = self._state, Offline(refusal)
        if isinstance(before, Online):
            self._was_on = before.program
        if refusal is not STOPPED and (
            isinstance(before, Online) or before.refusal.reason != refusal.reason
        ):
            log.warning("no OBS: %s", refusal)
        self._tell()

    def heard(self, event: ObsEvent) -> None:
        state = self._state
        if isinstance(state, Offline):
            return
        self._kept.hurry = self._kept.hurry or event.name in CHANGES
        self._held.removed = self._held.removed or event.name in REMOVALS
        if event.name == "CurrentProgramSceneChanged":
            program = event.data["sceneName"]
            bank = bank_of(program, self._prefix)
            self._held.last = bank or self._held.last
            self._state = replace(state, program=program, bank=bank)
        elif event.name == "StudioModeStateChanged":
            self._state = replace(state, studio=event.data["studioModeEnabled"])
        self._tell(event)

    def idle(self, link: Link) -> None:
        """What somebody changed in what we have loaded is told, and left as it is."""
        found = birth(link)
        self._born = found if found.exact or self._born is None else self._born
        now = look(link)
        try:
            words = tuple(each.why for each in difference(link, self._held.wanted(now), now))
        except (NotInObs, NotWritten) as lacking:
            words = (lacking.reason,)
        except RequestFailed as failure:
            words = (failure.reason,)  # somebody is changing it just now: look again
            self._kept.hurry = True
        state = self._state
        if isinstance(state, Online) and state.differences != words:
            self._state = replace(state, differences=words)
            self._tell()

    def _tell(self, event: ObsEvent | None = None) -> None:
        for watcher in self._watchers:
            watcher(self._state, event)

    def hear_on(self, link: Link) -> Hear:
        """How to wait for events on the director's thread."""
        return lambda until: self._kept.hear(link, until)

    def _restore(self, link: Link, *, anew: bool) -> ObsRefusal | None:
        """Where OBS was started again, and what was on program is ours, it goes there again; where
        only the connection was lost, program stays as somebody may have left it meanwhile."""
        self._held.removed = True
        try:
            if self._held.loaded:
                ensure(link, self._held.wanted(look(link)))
            if anew:
                on_again(link, self.hear_on(link), self._held, self._was_on)
        except NoLink:
            raise
        except ObsRefusal as trouble:
            log.warning("OBS came back and is not as wanted: %s", trouble)
            return trouble
        return None

    def _preview(self, link: Link, shot: Shot, graphics: Graphics) -> Ready:
        bank, now = load(link, self.hear_on(link), self._held, shot, graphics)
        scene = scene_name(self._prefix, bank, shot.layout)
        if now.studio:
            show_in_preview(link, scene, self.hear_on(link))
        return Ready(bank, scene, shot)

    def _repair(self, link: Link) -> tuple[Command, ...]:
        now = settled(link, unless(self._kept.waited_for, self.hear_on(link)))
        sent = ensure(link, self._held.wanted(now), urgent=self._kept.waited_for)
        if sent and now.studio and bank_of(now.program, self._prefix):
            show(link, now.program, self.hear_on(link), now)
        self.idle(link)
        return sent

    def _setup(self, link: Link) -> tuple[Command, ...]:
        now = settled(link, unless(self._kept.waited_for, self.hear_on(link)))
        sent = ensure(link, self._held.everything(now), urgent=self._kept.waited_for)
        self.idle(link)
        return sent
