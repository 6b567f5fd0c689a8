"""Takes off air what is sealed again: after a void with replay, an exposed card, a seal by hand.

At once: the graphics first, on every channel and in every OBS; then a segment that shows the deal,
by cutting to safe; then the pictures, if a table in them plays a sealed deal and its picture is not
card-safe. It is in the audit, and the pages sound an alarm.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from producer.games.line import DealKey
from producer.obs import Offline
from producer.obs.clips.media_source import clip_scene, empty
from producer.obs.clips.player import ClipPlayer
from producer.obs.director.outputs import Output
from producer.obs.link.refusals import ObsRefusal
from producer.release import by_hand
from producer.web.channels.live import Channels
from producer.web.onair.card_safe import unsafe, unsafe_words
from producer.web.onair.clearing import clear, deals_shown, unload
from producer.web.onair.flags import AIR, why_sealed
from producer.web.onair.takes import Takes
from producer.web.ops.repeating import Repeated

EVERY = 0.25
"""Seconds between two looks; what comes through the feed is looked at once it is on disk."""

SHOWN_FOR = 60.0
"""Seconds that the pages show what was taken off air."""

SEGMENT = "segment"
BY = "Duplicast"

log = logging.getLogger("duplicast.web")


@dataclass(frozen=True, slots=True)
class TakenOffAir:
    """``at``: time.monotonic. ``words``: at most eight."""

    id: str
    at: float
    words: str


@dataclass(slots=True)
class SealedAgain:
    """Use it in one event loop only. ``looks``: asked ``soon`` when something has been received.
    ``_unsettled``: OBS that were offline, and may still play a
    segment that was taken off air."""

    takes: Takes
    channels: Channels
    player: ClipPlayer
    looks: Repeated = field(init=False)
    _taken_off: deque[TakenOffAir] = field(default_factory=lambda: deque(maxlen=20))
    _unsettled: set[str] = field(default_factory=set)
    _looked_at: object = None

    def __post_init__(self) -> None:
        self.looks = Repeated(self._look, "what is on air cannot be checked", lambda: EVERY)

    def recent(self) -> list[dict[str, str]]:
        """What was taken off air within ``SHOWN_FOR``, newest last."""
        since = time.monotonic() - SHOWN_FOR
        return [{"id": each.id, "words": each.words} for each in self._taken_off if each.at > since]

    async def _look(self) -> None:
        await self._settle()
        shown = deals_shown(self.channels)
        clip = self.player.now().clip
        if not shown and clip is None:
            return
        moved = await asyncio.to_thread(self.takes.gate.moved, AIR)
        now = moved, tuple(shown.items()), clip
        if now == self._looked_at:
            return
        released = set(await asyncio.to_thread(self.takes.gate.released, AIR))
        names = [name for name, key in shown.items() if key not in released]
        in_clip = [] if clip is None else _not_released(clip.deals, released)
        if names or in_clip:
            await self._take_off(names, {name: shown[name] for name in names}, in_clip)
        self._looked_at = now

    async def _take_off(
        self, names: Iterable[str], deals: dict[str, DealKey], in_clip: list[str]
    ) -> None:
        on_air = self._tables_on_air()  # read before it counts as cleared
        cleared, problem = await clear(
            self.takes, self.channels, tuple(names), "nothing: its deal is sealed again"
        )
        if problem:
            log.warning("graphics were not cleared in OBS: %s", problem)
        if in_clip:
            await self._drop_clip()
        await self._hide_pictures(on_air)
        await asyncio.to_thread(self._report, deals, in_clip)
        unemptied = await unload(self.takes, cleared)
        if unemptied:
            log.warning("a scene off air was not emptied: %s", unemptied)

    def _report(self, deals: dict[str, DealKey], in_clip: list[str]) -> None:
        gate = self.takes.gate
        places: dict[DealKey, list[str]] = {}
        for name, key in deals.items():
            places.setdefault(key, []).append(name)
        for deal in in_clip:
            session, group, number = deal.rsplit("/", 2)
            places.setdefault(DealKey(session, group, int(number)), []).append(SEGMENT)
        for key, of in places.items():
            why = why_sealed(gate, key)
            reason = "sealed again" + (f"; it waits for: {why}" if why else "")
            act = by_hand.taken_off(gate, key, of, reason, BY)
            self.takes.logbook.note(act)
            words = f"Deal {key.number} is sealed again: off air."
            self._taken_off.append(TakenOffAir(act.id, time.monotonic(), words))
            log.warning("a deal on air was sealed again and was taken off air")

    async def _drop_clip(self) -> None:
        """A segment has its graphics in its picture, so it leaves as a whole."""
        if any(self._plays_clip(output) for output in self.takes.outputs.outputs):
            await self._safe("the segment on air was sealed again")
        self._unsettled = {
            output.name
            for output in self.takes.outputs.outputs
            if isinstance(output.director.state(), Offline)
        }
        await asyncio.to_thread(self.player.drop)

    async def _settle(self) -> None:
        """Takes the dropped segment off air in an OBS that is back."""
        for output in self.takes.outputs.outputs:
            if output.name not in self._unsettled:
                continue
            if isinstance(output.director.state(), Offline):
                continue
            self._unsettled.discard(output.name)
            if self._plays_clip(output):
                await asyncio.to_thread(output.director.safe)
            await asyncio.to_thread(output.on, lambda link, _, own: empty(link, own.prefix))

    def _plays_clip(self, output: Output) -> bool:
        state = output.director.state()
        return not isinstance(state, Offline) and state.program == clip_scene(output.prefix)

    def _tables_on_air(self) -> tuple[str, ...]:
        """The tables in the picture on program of the main OBS."""
        director = self.takes.outputs.main.director
        state = director.state()
        if isinstance(state, Offline) or state.bank is None:
            return ()
        loaded = director.loaded().get(state.bank)
        return loaded.shot.tables if loaded else ()

    async def _hide_pictures(self, tables: tuple[str, ...]) -> None:
        takes = self.takes
        seen = await asyncio.to_thread(unsafe, takes.gate, takes.settings.obs, tables)
        if seen:
            await self._safe(unsafe_words(seen))

    async def _safe(self, why: str) -> None:
        try:
            result = await self.takes.safe("")
        except ObsRefusal as refusal:
            log.error("not safe, although %s: %s", why, refusal)
            return
        to = f"program, {result.scene}"
        self.takes.logbook.note(by_hand.scene_of(self.takes.gate, "the safe scene", to, BY))


def _not_released(deals: Iterable[str], released: set[DealKey]) -> list[str]:
    names = {str(key) for key in released}
    return [deal for deal in deals if deal not in names]
