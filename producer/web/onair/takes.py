"""Previews and takes: from the request to OBS's confirmation."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
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
from producer.stages.house_style import with_people
from producer.stages.style import Style, style_of
from producer.web.channels.banks import Banks, Showing
from producer.web.channels.live import Channel, ChannelContent
from producer.web.channels.playhead import EMPTY, drawing_of, on_stage
from producer.web.languages import _, marked, said, word
from producer.web.onair.audit_log import Logbook
from producer.web.onair.card_safe import unsafe, unsafe_words
from producer.web.onair.flags import warning
from producer.web.onair.requests import TakeRequest, layout_of
from producer.web.onair.safe_seen import SafeSeen
from producer.web.onair.simulated import must_be_real
from producer.web.ops.errors import Refusal
from producer.web.ops.rehearsal import picture_of

TAKE, PREVIEW = "route:/api/take", "route:/api/preview"

CARD_SAFE_HINT = marked(
    "Wait until the deal is released, or set card_safe for the picture if it shows no cards"
)
PICTURES = 4
"""Stages cached as pictures, so that a preview need not be drawn again for its take."""

Outcome = TypeVar("Outcome")
Parameters = ParamSpec("Parameters")


@dataclass(frozen=True, slots=True)
class Prepared:
    """What one request puts on air: the shot for OBS, the channel's content, and its stage."""

    shot: Shot
    shown: ChannelContent | None
    stage: Stage | MovingStage


@dataclass(frozen=True, slots=True)
class Takes:
    """``channels``: by OBS name, the channel of each of its banks. ``loaded``: by bank, the last
    request loaded into it. ``one_at_a_time``: the lock for changes to a channel.

    Takes and safe have separate thread pools, so that neither waits for slow work elsewhere: safe
    works even while takes hang.
    """

    gate: Gate
    settings: Settings
    banks: Banks
    outputs: Outputs
    channels: Mapping[str, Callable[[Bank], Channel]]
    logbook: Logbook
    loaded: dict[Bank, TakeRequest] = field(default_factory=dict)
    one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)
    safe_seen: SafeSeen = field(default_factory=SafeSeen)
    pictures: deque[tuple[Stage, bytes]] = field(default_factory=lambda: deque(maxlen=PICTURES))
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(4, "takes"))
    _to_safe: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(4, "safe"))

    async def beside(
        self,
        work: Callable[Parameters, Outcome],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Outcome:
        """Runs ``work`` on a take thread."""
        call = partial(work, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    async def preview(self, ask: TakeRequest) -> tuple[Ready, list[str]]:
        """Loads the bank that is off air. Also returns the tables whose pictures are not card-safe
        now, with which a take would be refused."""
        what = "Not on preview"
        prepared = await self.beside(self._prepared, ask, PREVIEW)
        self._must_be_online(what)
        shot = prepared.shot
        warned = await self.beside(unsafe, self.gate, self.settings.obs, shot.tables)
        each = await self._with_graphics(
            prepared, what, lambda output, graphics: output.director.preview(shot, graphics)
        )
        ready = each.one()
        self.loaded[ready.bank] = ask
        return ready, warned

    async def take(self, ask: TakeRequest) -> tuple[TakeResult, ChannelContent | None]:
        """Takes to program. Raises Refusal, before OBS is contacted where possible."""
        what = "Not taken"
        ask = self._resolved(ask)
        prepared = await self.beside(self._prepared, ask, TAKE)
        self._must_be_online(what)
        shot, how = prepared.shot, ask.how
        tables = await self.beside(unsafe, self.gate, self.settings.obs, shot.tables)
        if tables:
            raise Refusal(409, f"{word(what)}: {unsafe_words(tables)}.", f"{word(CARD_SAFE_HINT)}.")

        def take(output: Output, graphics: Graphics) -> TakeResult:
            with output.during_take() as expect:
                result = output.director.take(shot, graphics, how.id, how.transition)
                expect(result.scene, result.sources)
            return result

        each = await self._with_graphics(prepared, what, take, taken=True)
        result = each.one()
        result = replace(result, note=each.missing() or result.note)
        if result.bank is not None and MAIN in each.done:
            self.loaded[result.bank] = ask
            self.banks.switch(result.bank)
        return result, prepared.shown

    def style(self) -> Style:
        """How graphics look and speak now: by the settings, with the house's photos and flags."""
        return with_people(style_of(self.settings.graphics), self.gate)

    def _resolved(self, ask: TakeRequest) -> TakeRequest:
        """The request itself, or for a take of the preview the one on preview. It is prepared
        again, as its deal may have been sealed since."""
        if ask.wanted is not None:
            return ask
        on_preview = self.loaded.get(other(self.banks.on_air))
        if on_preview is None:
            raise Refusal(409, _("Nothing is on preview."), _("Load something to preview first."))
        transition = ask.how.transition or on_preview.how.transition
        changed = {"id": ask.how.id, "transition": transition}
        return replace(on_preview, how=on_preview.how.model_copy(update=changed))

    def _prepared(self, ask: TakeRequest, exit_: str) -> Prepared:
        if ask.wanted is None:
            raise Refusal(422, _("kind: say what to load to preview."))
        shown, stage = on_stage(self.gate, ask.wanted, exit_, self.style())
        if shown and shown.deal:
            must_be_real(
                self.gate, [shown.deal], "Not on preview" if exit_ == PREVIEW else "Not taken"
            )
        tables = shown.pictures if shown else ()
        focus = self._focus(ask.how.sound, tables)
        words = words_of(shown) if shown else "the break"
        layout = layout_of(ask.wanted, len(tables))
        against = warning(self.gate, shown, exit_)
        shot = Shot(layout, tables, words, focus, ask.text, against)
        if shown and shown.deal:
            deal = str(shown.deal)
            shot = replace(shot, deal=deal, moment=shown.moment, as_of=shown.as_of)
        return Prepared(shot, shown, stage)

    def _focus(self, sound: str | None, tables: tuple[str, ...]) -> str:
        if self.settings.obs.sound == "leave":
            return ""
        return next(iter(tables), "") if sound is None else sound

    async def _with_graphics(
        self,
        prepared: Prepared,
        what: str,
        work: Callable[[Output, Graphics], Outcome],
        *,
        taken: bool = False,
    ) -> Results[Outcome]:
        """Runs ``work`` at every OBS, with the graphics on its channel first, so that they are
        drawn, or ``taken`` on their way, when the scene changes. Restores the channel of each OBS
        that refuses.

        Raises Refusal if no OBS did it."""
        stage, loop = prepared.stage, asyncio.get_running_loop()
        drawing = await self.beside(drawing_of, stage)
        showings = {
            output.name: Showing(
                loop,
                self.channels[output.name],
                prepared.shown,
                drawing,
                partial(_bank_on_air, output) if taken else None,
            )
            for output in self.outputs.outputs
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
            for name, showing in showings.items():
                if name in failed:
                    showing.undo()
                else:
                    showing.settle()

    def _png(self, stage: Stage | MovingStage, what: str) -> bytes:
        if isinstance(stage, Stage):
            cached = next((png for drawn, png in list(self.pictures) if drawn == stage), None)
            png = cached or picture_of(self.settings)(stage, 1.0)
            if cached is None:
                self.pictures.append((stage, png))
            return png
        raise Refusal(
            409,
            _(
                "{what}: this OBS shows graphics as still pictures, so the clock would not run.",
                what=word(what),
            ),
            _("Use an OBS with the browser source, from obsproject.com."),
        )

    def _must_be_online(self, what: str) -> None:
        """Raises Refusal if every OBS is offline. A director that has not yet tried to connect,
        just after the service starts, does not count as offline: it connects first."""
        states = [output.director.state() for output in self.outputs.outputs]
        offline = [state.refusal for state in states if isinstance(state, Offline)]
        if len(offline) == len(states) and not any(isinstance(each, Stopped) for each in offline):
            raise not_done(what, offline[0])

    def taken(self, id_: str) -> TakeResult | None:
        """The result of the take with this id, if an OBS has made it."""
        results = (output.director.take_result(id_) for output in self.outputs.outputs)
        return next((result for result in results if result is not None), None)

    async def safe(self, id_: str) -> TakeResult:
        """Cuts every OBS to its safe scene. Raises ObsRefusal if none did."""
        self.safe_seen.asked()
        each = await asyncio.get_running_loop().run_in_executor(
            self._to_safe, self.outputs.safe, id_
        )
        result = each.one()
        return replace(result, note=each.missing() or result.note)

    async def clear_in_obs(self, banks: Mapping[str, Collection[Bank]], words: str) -> str:
        """Empties the graphics of these banks, by OBS name, before any take: the pictures stay.
        ``words``: what the banks hold then. Returns where it failed and why, in words."""

        def clear(output: Output) -> None:
            output.director.clear_graphics(
                banks.get(output.name, ()), lambda: picture_of(self.settings)(EMPTY, 1.0), words
            )

        each = await asyncio.get_running_loop().run_in_executor(
            self._to_safe, self.outputs.before_takes, clear
        )
        return each.missing()

    async def advance(self, shown: ChannelContent | None, stage: Stage | MovingStage) -> str:
        """Replaces the graphics on program of every OBS with those of a later moment; its pages get
        them by their channels. Returns where it failed and why, in words."""

        def changed(shot: Shot) -> Shot:
            moment, as_of = (shown.moment, shown.as_of) if shown else ("", "")
            return replace(shot, words=words_of(shown), request="", moment=moment, as_of=as_of)

        def advance(output: Output) -> None:
            output.director.advance_graphics(lambda: self._png(stage, "Not shown"), changed)

        each = await self.beside(self.outputs.each, advance)
        return each.missing()

    async def lower_third(self, stage: Stage | None) -> str:
        """Shows a lower third over our scenes in OBS, or nothing for ``None``. Returns where it
        failed and why, in words."""

        def show(output: Output) -> None:
            png = None if stage is None else (lambda: self._png(stage, "Not shown"))
            output.director.show_lower_third(png)

        each = await self.beside(self.outputs.each, show)
        return each.missing()

    def note(self, shown: ChannelContent | None, what: str, to: str, by: str) -> Future[bool]:
        """Starts writing the take to the log. ``what``: in words, for content without a deal."""
        if shown is None or shown.deal is None:
            return self.logbook.note(by_hand.scene_of(self.gate, what, to, by))
        act = by_hand.take_of(self.gate, shown.deal, shown.tables, shown.moment, to, by)
        return self.logbook.note(act)


def _bank_on_air(output: Output) -> Bank | None:
    state = output.director.state()
    return None if isinstance(state, Offline) else state.bank


def not_done(what: str, refusal: ObsRefusal) -> Refusal:
    return Refusal(503, f"{word(what)}: {said(refusal.reason)}.", f"{said(refusal.hint)}.")


def words_of(shown: ChannelContent | None) -> str:
    """What a channel shows, and the letters it cannot show, in words."""
    if shown is None:
        return "nothing"
    letters = shown.missing_letters
    missing = f" (without {letters}: no font here has them)" if letters else ""
    return f"{_words(shown)}{missing}"


def _words(shown: ChannelContent) -> str:
    if shown.deal is None:
        return f"the {shown.kind.replace('-', ' ')}"
    deal = f"deal {shown.deal.number} {shown.as_of}"
    if shown.kind == DEFAULT:
        left, right = shown.tables
        return f"{deal}, table {left} beside table {right}"
    tables = "tables" if len(shown.tables) > 1 else "table"
    return f"{deal}, {shown.kind}, {tables} {', '.join(shown.tables)}"
