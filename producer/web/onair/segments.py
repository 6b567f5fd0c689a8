"""Finished segments: listing, cueing, playing and pausing them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from threading import Thread
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from overlay.themes.theme import BadTheme
from producer.acts import FilmRun
from producer.compare.ranking import NoSuchPick, focused
from producer.messages import message
from producer.obs.clips.files import Clip, NoSuchClip, clips, find_clip
from producer.obs.clips.player import ClipPlayer
from producer.obs.clips.recording import Recorder, Recording
from producer.obs.clips.status import ClipEvent, PlayerStatus
from producer.obs.director.outputs import Outputs
from producer.obs.link.refusals import ObsRefusal
from producer.release import Gate, NotAvailable, by_hand
from producer.release.picks import PickGone
from producer.release.programme.as_run import aired_act
from producer.release.programme.rundown import rundown
from producer.segments.file_names import FOLDER
from producer.settings import Settings
from producer.stages.moment import NotDrawable
from producer.web.access.roles import DESK, TAKERS
from producer.web.access.router import Routes
from producer.web.air_bar.holder import DeskId
from producer.web.languages import _, said, word
from producer.web.onair.audit_log import Logbook
from producer.web.onair.cued import marks_of
from producer.web.onair.flags import doubts
from producer.web.onair.simulated import must_be_real
from producer.web.ops.errors import Refusal
from producer.web.services import Injected, Services, Visitor
from producer.web.updates.topics import AIR

SEGMENTS, CUE = "route:/api/segments", "route:/api/segments/cue"
PLAY, PAUSE = "route:/api/segments/play", "route:/api/segments/pause"
log = logging.getLogger("duplicast.web")
routes = Routes()

Name = Annotated[str, Field(min_length=1, max_length=200)]


class Cue(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name


class PlayRequest(BaseModel):
    """``until``: the mark to pause at. ``at``: seconds or mark to play from; ``None`` continues.
    ``confirm``: it may go on air though its times are not verified."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    until: Annotated[str, Field(max_length=80)] = ""
    at: Annotated[float, Field(ge=0, le=86_400)] | Name | None = None
    confirm: bool = False


class Outdated(ObsRefusal):
    """A segment that does not show what is true now."""


class NotConfirmedYet(ObsRefusal):
    """A segment that goes on air only when a second confirmation came with the command."""


def open_player(
    gate: Gate, settings: Settings, outputs: Outputs, logbook: Logbook
) -> tuple[ClipPlayer, Recorder | None]:
    """The player, and the recorder if the settings let OBS record segments."""
    recorder = Recorder(outputs) if settings.obs.record == "segments" else None

    def note(run: ClipEvent) -> None:
        act = FilmRun(film=run.clip.name, deals=run.clip.deals, what=run.what, at=run.cursor)
        logbook.note(by_hand.film_of(gate, act, "OBS"))
        if run.what == "on air":  # beside the player, which must not wait for a comparison
            noting = gate, logbook, run.clip, gate.clock()
            Thread(target=_note_aired, args=noting, daemon=True).start()
        if recorder is not None:
            recorder.on_event(run)

    def free(clip: Clip) -> bool:
        return _released_deals(gate, CUE).issuperset(clip.deals)

    return ClipPlayer(outputs, note, free, recorder.before if recorder else None), recorder


def _note_aired(gate: Gate, logbook: Logbook, clip: Clip, on_air: datetime) -> None:
    """Adds the clip to the as-run list, if Duplicast made it."""
    if clip.render is None:
        return
    made = clip.render.request
    try:
        found = focused(gate.comparison(clip.deals[0], PLAY), made.pick)
    except (NotAvailable, NoSuchPick) as error:
        log.warning("a segment that went to program is not in the as-run list: %s", type(error))
        return
    planned = next((each for each in rundown(gate, PLAY) if each.id == made.rundown), None)
    seconds = clip.render.frames / float(Fraction(clip.render.rate))
    act = aired_act(
        gate, found, on_air, "OBS", tables=clip.tables, seconds=seconds, planned=planned
    )
    logbook.note(act)


@routes.get("/api/segments", roles=DESK, exit="segments of released deals, the one on air")
async def segments(services: Injected) -> JSONResponse:
    """The segments of released deals, and the state of the one that is cued or on air."""
    player, recorder = services.player, services.recorder
    listed = await asyncio.to_thread(_listed, services)
    recording = recorder.now() if recorder else None
    now = await asyncio.to_thread(_now, services, player.now(), SEGMENTS)
    return JSONResponse({"segments": listed, "now": now, "recording": _recorded(recording)})


@routes.post("/api/segments/cue", roles=TAKERS, exit="a finished segment to OBS, off air")
async def cue(services: Injected, who: Visitor, wanted: Cue) -> JSONResponse:
    def work() -> PlayerStatus:
        clip = _clip_to_show(services, wanted.name, CUE)
        said = marks_of(services.gate, clip)
        cued = services.player.cue(clip)
        services.segment_marks.clip, services.segment_marks.said = clip, said
        return cued

    then = partial(_with_graphics, services)
    answer = await _done(services, CUE, "Not cued", work, _cued, then)
    services.on_preview.load("segment", f"the segment {wanted.name}", who.by)
    services.topics.changed(AIR)
    return answer


async def _with_graphics(services: Services, cued: PlayerStatus) -> None:
    """Draws what belongs over the clip; without it, it does not stay cued."""
    if cued.clip is None:
        return
    try:
        await services.clip_graphics.prepare(cued.clip)
    except (PickGone, NotDrawable, BadTheme) as error:
        await asyncio.to_thread(services.player.drop)
        raise Refusal(
            409,
            _("Not cued: its graphics cannot be drawn: {error}.", error=error),
            _("Render it again."),
        ) from error
    except (NotAvailable, ObsRefusal):
        await asyncio.to_thread(services.player.drop)
        raise


@routes.post("/api/segments/play", roles=TAKERS, exit="a finished segment to program")
async def play(services: Injected, who: Visitor, desk: DeskId, wanted: PlayRequest) -> JSONResponse:
    services.holder.must_hold("Not played", desk)
    played = await to_program(services, wanted)
    services.sequence.done("played the segment", who.by)
    return played


async def to_program(services: Services, wanted: PlayRequest) -> JSONResponse:
    """Plays the segment that is cued. Raises Refusal."""
    graphics, loop = services.clip_graphics, asyncio.get_running_loop()

    def work() -> PlayerStatus:
        now = services.player.now()
        cued = now.clip
        if cued is not None:
            _clip_to_show(services, cued.name, PLAY)
        sure = cued is None or wanted.confirm or now.on_air
        words = "" if sure or cued is None else _unverified(services, cued, PLAY)
        if words:
            raise NotConfirmedYet(
                words, message("Play it again, with confirm, to put it on air anyway")
            )
        at = cued.mark(wanted.at).at if cued and isinstance(wanted.at, str) else wanted.at
        if cued is not None and not now.on_air:
            asyncio.run_coroutine_threadsafe(graphics.before_play(cued), loop).result()
        return services.player.play(wanted.until, at if not isinstance(at, str) else None)

    try:
        return await _done(services, PLAY, "Not played", work, _on_program)
    except Refusal:
        graphics.not_played()
        raise


@routes.post("/api/segments/pause", roles=TAKERS, exit="the state of the segment on air")
async def pause(services: Injected, desk: DeskId) -> JSONResponse:
    services.holder.must_hold("Not paused", desk)
    player = services.player
    return await _done(services, PAUSE, "Not paused", player.pause, lambda _: "Paused.")


def _folder(services: Services) -> Path:
    return Path(services.settings.out) / FOLDER


def _listed(services: Services) -> list[dict[str, Any]]:
    """Only what may be shown: even a name would reveal a sealed deal."""
    gate, look = services.gate, services.outdated_clips
    released = _released_deals(gate, SEGMENTS)
    listed = [each for each in clips(_folder(services)) if released.issuperset(each.deals)]
    against = doubts(gate, chain.from_iterable(each.deals for each in listed), SEGMENTS)
    return [
        _answer(each)
        | {
            "against": _against(each, against),
            "outdated": list(look.reasons(each, SEGMENTS)),
            "verified": not look.unverified(each, SEGMENTS),
            "findings": list(each.render.findings) if each.render else [],
        }
        for each in listed
    ]


def _now(services: Services, playing: PlayerStatus, exit_: str) -> dict[str, Any] | None:
    """The state of the clip, and why it should not be shown."""
    now, cued = now_of(playing), playing.clip
    if now is None or cued is None:
        return None
    try:
        unverified = _unverified(services, cued, exit_)
    except NotAvailable:
        unverified = ""  # sealed since it was cued: it cannot be played at all
    against = _against(cued, doubts(services.gate, cued.deals, exit_))
    return now | {"against": against, "unverified": unverified}


def _against(one: Clip, doubts: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Why its deals should not be shown or do not count, in words."""
    return [words for deal in one.deals for words in doubts.get(deal, ())]


def _released_deals(gate: Gate, exit_: str) -> set[str]:
    """The full names of the deals that may be shown."""
    return {str(key) for key in gate.released(exit_)}


def _clip_to_show(services: Services, name: str, exit_: str) -> Clip:
    """The clip of this name. Raises NoSuchClip, NotAvailable if a deal in it is sealed or unknown,
    and Outdated."""
    named = find_clip(_folder(services), name)
    must_be_real(services.gate, named.deals, "Not cued")
    for deal in named.deals:
        services.gate.deal(deal, exit_)
    reasons = services.outdated_clips.reasons(named, exit_)
    if reasons:
        raise Outdated(
            message(
                "the segment {name} is outdated: {reasons}", name=name, reasons=", ".join(reasons)
            ),
            message("Render it again on the desk, or with `duplicast segment`"),
        )
    return named


def _unverified(services: Services, clip: Clip, exit_: str) -> str:
    """Why the clip needs a second confirmation, in words, or ``""``. Raises NotAvailable if its
    deal is sealed."""
    tables = services.outdated_clips.unverified(clip, exit_)
    if not tables:
        return ""
    names = " and ".join(f"table {table}" for table in tables)
    return f"the times of {names} in {clip.name} are not verified"


async def _done(
    services: Services,
    exit_: str,
    what: str,
    work: Callable[[], PlayerStatus],
    words: Callable[[PlayerStatus], str],
    then: Callable[[PlayerStatus], Awaitable[None]] | None = None,
) -> JSONResponse:
    try:
        playing = await asyncio.to_thread(work)
        if then is not None:
            await then(playing)
    except NoSuchClip as refusal:
        raise Refusal(
            404, f"{word(what)}: {said(refusal.reason)}.", f"{said(refusal.hint)}."
        ) from refusal
    except (Outdated, NotConfirmedYet) as refusal:
        raise Refusal(
            409, f"{word(what)}: {said(refusal.reason)}.", f"{said(refusal.hint)}."
        ) from refusal
    except ObsRefusal as refusal:
        raise Refusal(
            503, f"{word(what)}: {said(refusal.reason)}.", f"{said(refusal.hint)}."
        ) from refusal
    services.topics.changed(AIR)
    now = await asyncio.to_thread(_now, services, playing, exit_)
    warning = " ".join(f"{each}." for each in now["against"]) if now else ""
    return JSONResponse({"message": words(playing), "now": now, "warning": warning})


def _cued(now: PlayerStatus) -> str:
    if now.clip is None:
        return "Nothing is cued."
    live = "" if now.clip.clean is None else ", with live graphics"
    return f"Cued: {now.clip.name}, {now.length:.0f} s{live}."


def _on_program(now: PlayerStatus) -> str:
    name = now.clip.name if now.clip else ""
    until = f", to be paused at {now.until.name}" if now.until else ""
    return f"On program: the segment {name}{until}."


def now_of(playing: PlayerStatus) -> dict[str, Any] | None:
    """The state of the clip, times in its seconds; ``None`` if none is cued."""
    if playing.clip is None:
        return None
    now = time.monotonic()
    following = playing.next_mark(now)
    return {
        "name": playing.clip.name,
        "title": playing.clip.title,
        "state": playing.state,
        "on_air": playing.on_air,
        "at": round(playing.at(now), 2),
        "length": round(playing.length, 2),
        "left": round(playing.left(now), 2),
        "next": following and {"mark": following[0].name, "in": round(following[1], 2)},
        "until": playing.until and playing.until.name,
        "note": playing.note,
    }


def _answer(one: Clip) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "deals": list(one.deals),
        "tables": list(one.tables),
        "marks": [mark.model_dump() for mark in one.marks],
        "live_graphics": one.clean is not None,
    }


def _recorded(recording: Recording | None) -> dict[str, Any] | None:
    if recording is None:
        return None
    return {
        "active": recording.active,
        "file": Path(recording.file.replace("\\", "/")).name,
        "notes": list(recording.notes),
    }
