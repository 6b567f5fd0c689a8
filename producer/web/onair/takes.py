"""A preview and a take, from what was asked to OBS's own word that it is so."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ParamSpec, TypeVar

from overlay.stage import Stage
from producer.obs import Bank, Graphics, ObsRefusal, Offline, Ready, Shot, TakeResult, other
from producer.obs.director.outputs import Output, Outputs, Results
from producer.obs.link.refusals import Stopped
from producer.release import Gate, by_hand
from producer.settings import MAIN, Settings
from producer.stages.catalogue import DEFAULT
from producer.stages.entry import MovingStage
from producer.stages.style import style_of
from producer.web.channels.banks import Banks, Showing
from producer.web.channels.live import Channel, ChannelContent
from producer.web.channels.playhead import drawing_of, on_stage
from producer.web.onair.audit_log import Logbook
from producer.web.onair.card_safe import unsafe, unsafe_words
from producer.web.onair.flags import warning
from producer.web.onair.requests import TakeRequest, layout_of
from producer.web.ops.errors import Refusal
from producer.web.ops.rehearsal import picture_of

TAKE, PREVIEW = "route:/api/take", "route:/api/preview"

SAFE_MEND = (
    "Wait until the deal is released, or set card_safe for the picture if no card can be seen in it"
)
PICTURES = 4
"""Stages kept as pictures, so that what is on preview need not be drawn again when it is taken."""

Outcome = TypeVar("Outcome")
Told = ParamSpec("Told")


@dataclass(frozen=True, slots=True)
class Prepared:
    """Of one request: the shot for OBS, what the channel will show, and its stage."""

    shot: Shot
    shown: ChannelContent | None
    stage: Stage | MovingStage


@dataclass(frozen=True, slots=True)
class Takes:
    """``channels``: by the name of an OBS, those of its banks. ``held``: by bank, what was asked of
    it last. ``one_at_a_time``: what changes a channel.

    What goes to OBS has threads of its own, and safe again its own: whatever else of the service
    waits for a disk or for OBS holds up neither."""

    gate: Gate
    settings: Settings
    banks: Banks
    outputs: Outputs
    channels: Mapping[str, Callable[[Bank], Channel]]
    logbook: Logbook
    held: dict[Bank, TakeRequest] = field(default_factory=dict)
    one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)
    pictures: deque[tuple[Stage, bytes]] = field(default_factory=lambda: deque(maxlen=PICTURES))
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(4, "takes"))
    _to_safe: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(4, "safe"))

    async def beside(
        self, work: Callable[Told, Outcome], *args: Told.args, **kwargs: Told.kwargs
    ) -> Outcome:
        """What ``work`` returns or raises, done beside the event loop."""
        call = partial(work, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    async def preview(self, ask: TakeRequest) -> tuple[Ready, list[str]]:
        """Loads the bank that is off air; and the tables that could not be taken now."""
        what = "Not on preview"
        prepared = await self.beside(self._prepared, ask, PREVIEW)
        self._must_be_online(what)
        shot = prepared.shot
        warned = await self.beside(unsafe, self.gate, self.settings.obs, shot.tables)
        each = await self._over(
            prepared, what, lambda output, over: output.director.preview(shot, over)
        )
        ready = each.one()
        self.held[ready.bank] = ask
        return ready, warned

    async def take(self, ask: TakeRequest) -> tuple[TakeResult, ChannelContent | None]:
        """To program. Raises Refusal, at once where it can be known before OBS is asked."""
        what = "Not taken"
        ask = self._resolved(ask)
        prepared = await self.beside(self._prepared, ask, TAKE)
        self._must_be_online(what)
        shot, how = prepared.shot, ask.how
        tables = await self.beside(unsafe, self.gate, self.settings.obs, shot.tables)
        if tables:
            raise Refusal(409, f"{what}: {unsafe_words(tables)}.", f"{SAFE_MEND}.")

        def take(output: Output, over: Graphics) -> TakeResult:
            with output.during_take() as told:
                taken = output.director.take(shot, over, how.id, how.transition)
                told(taken.scene, taken.sources)
            return taken

        each = await self._over(prepared, what, take)
        taken = each.one()
        taken = replace(taken, note=each.missing() or taken.note)
        if taken.bank is not None and MAIN in each.done:
            self.held[taken.bank] = ask
            self.banks.switch(taken.bank)
        return taken, prepared.shown

    def _resolved(self, ask: TakeRequest) -> TakeRequest:
        """What is on preview, made anew: what was released then may be sealed now."""
        if ask.wanted is not None:
            return ask
        on_preview = self.held.get(other(self.banks.on_air))
        if on_preview is None:
            raise Refusal(409, "Nothing is on preview.", "Put something there first.")
        transition = ask.how.transition or on_preview.how.transition
        changed = {"id": ask.how.id, "transition": transition}
        return replace(on_preview, how=on_preview.how.model_copy(update=changed))

    def _prepared(self, ask: TakeRequest, exit_: str) -> Prepared:
        if ask.wanted is None:
            raise Refusal(422, "kind: say what is to be on preview.")
        shown, stage = on_stage(self.gate, ask.wanted, exit_, style_of(self.settings.graphics))
        tables = shown.pictures if shown else ()
        focus = self._focus(ask.how.sound, tables)
        words = words_of(shown) if shown else "the break"
        layout = layout_of(ask.wanted, len(tables))
        against = warning(self.gate, shown, exit_)
        return Prepared(Shot(layout, tables, words, focus, ask.text, against), shown, stage)

    def _focus(self, asked: str | None, tables: tuple[str, ...]) -> str:
        if self.settings.obs.sound == "leave":
            return ""
        return next(iter(tables), "") if asked is None else asked

    async def _over(
        self, prepared: Prepared, what: str, work: Callable[[Output, Graphics], Outcome]
    ) -> Results[Outcome]:
        """Graphics first, so that they are there when the scene comes; back where it does not.

        Raises Refusal where no OBS did it."""
        stage, loop = prepared.stage, asyncio.get_running_loop()
        drawing = await self.beside(drawing_of, stage)
        showings = {
            name: Showing(loop, channel, prepared.shown, drawing)
            for name, channel in self.channels.items()
        }
        failed: Iterable[str] = showings

        def on(output: Output) -> Outcome:
            return work(output, Graphics(lambda: self._png(stage, what), showings[output.name]))

        try:
            each = await self.beside(self.outputs.each, on)
            each.one()
            failed = each.refused
            return each
        except ObsRefusal as refusal:
            raise not_done(what, refusal) from refusal
        finally:
            for name in failed:
                showings[name].undo()

    def _png(self, stage: Stage | MovingStage, what: str) -> bytes:
        if isinstance(stage, Stage):
            known = next((png for drawn, png in list(self.pictures) if drawn == stage), None)
            png = known or picture_of(self.settings)(stage, 1.0)
            if known is None:
                self.pictures.append((stage, png))
            return png
        raise Refusal(
            409,
            f"{what}: the clock would stand still, as this OBS gets its graphics as pictures.",
            "Use an OBS with the browser source, from obsproject.com.",
        )

    def _must_be_online(self, what: str) -> None:
        """Before anything is drawn. A director that has not looked for its OBS yet, in the first
        moment of the service, is asked all the same, and waits until it has."""
        states = [output.director.state() for output in self.outputs.outputs]
        away = [state.refusal for state in states if isinstance(state, Offline)]
        if len(away) == len(states) and not any(isinstance(each, Stopped) for each in away):
            raise not_done(what, away[0])

    def taken(self, id_: str) -> TakeResult | None:
        """The take of this id, if an OBS had one."""
        found = (output.director.take_result(id_) for output in self.outputs.outputs)
        return next((taken for taken in found if taken is not None), None)

    async def safe(self, id_: str) -> TakeResult:
        """Cuts every OBS to its safe scene. Raises ObsRefusal where none did."""
        each = await asyncio.get_running_loop().run_in_executor(
            self._to_safe, self.outputs.safe, id_
        )
        taken = each.one()
        return replace(taken, note=each.missing() or taken.note)

    def note(self, shown: ChannelContent | None, to: str, by: str) -> Future[bool] | None:
        """What was brought out, on its way into the log; ``None`` where it is of no deal."""
        if shown is None or shown.deal is None:
            return None
        act = by_hand.take_of(self.gate, shown.deal, shown.tables, shown.moment, to, by)
        return self.logbook.note(act)


def not_done(what: str, refusal: ObsRefusal) -> Refusal:
    return Refusal(503, f"{what}: {refusal.reason}.", f"{refusal.hint}.")


def words_of(shown: ChannelContent | None) -> str:
    """What a channel shows, in words, and which letters it could not show."""
    if shown is None:
        return "nothing"
    lacking = f" (without {shown.lacking}, which no font here has)" if shown.lacking else ""
    return f"{_words(shown)}{lacking}"


def _words(shown: ChannelContent) -> str:
    if shown.deal is None:
        return f"the {shown.kind.replace('-', ' ')}"
    moment = {"fork": "at the fork", "end": "at the end"}.get(shown.moment, f"at {shown.moment}")
    deal = f"deal {shown.deal.number} {moment}"
    if shown.kind == DEFAULT:
        left, right = shown.tables
        return f"{deal}, table {left} beside table {right}"
    tables = "tables" if len(shown.tables) > 1 else "table"
    return f"{deal}, {shown.kind}, {tables} {', '.join(shown.tables)}"
