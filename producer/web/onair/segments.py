"""Finished segments: listing, cueing, playing and pausing them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from producer.acts import FilmRun
from producer.obs.clips.files import Clip, NoSuchClip, clips, find_clip
from producer.obs.clips.player import ClipPlayer
from producer.obs.clips.recording import Recorder, Recording
from producer.obs.clips.status import ClipEvent, PlayerStatus
from producer.obs.director.outputs import Outputs
from producer.obs.link.refusals import ObsRefusal
from producer.release import Gate, by_hand
from producer.settings import Settings
from producer.web.access.roles import DESK, TAKERS
from producer.web.access.router import Routes
from producer.web.onair.audit_log import Logbook
from producer.web.onair.cued import marks_of
from producer.web.onair.flags import doubts
from producer.web.ops.errors import Refusal
from producer.web.services import Injected, Services

SEGMENTS, CUE = "route:/api/segments", "route:/api/segments/cue"
PLAY, PAUSE = "route:/api/segments/play", "route:/api/segments/pause"
FOLDER = "segments"
"""In the output folder: the videos and their notes."""

routes = Routes()

Name = Annotated[str, Field(min_length=1, max_length=200)]


class Cue(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name


class PlayRequest(BaseModel):
    """``until``: the mark to pause at. ``at``: seconds or mark to play from; ``None`` continues."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    until: Annotated[str, Field(max_length=80)] = ""
    at: Annotated[float, Field(ge=0, le=86_400)] | Name | None = None


def open_player(
    gate: Gate, settings: Settings, outputs: Outputs, logbook: Logbook
) -> tuple[ClipPlayer, Recorder | None]:
    """The player, and the recorder if the settings let OBS record segments."""
    recorder = Recorder(outputs) if settings.obs.record == "segments" else None

    def note(run: ClipEvent) -> None:
        act = FilmRun(film=run.clip.name, deals=run.clip.deals, what=run.what, at=run.cursor)
        logbook.note(by_hand.film_of(gate, act, "OBS"))
        if recorder is not None:
            recorder.on_event(run)

    def free(clip: Clip) -> bool:
        return _released_deals(gate, CUE).issuperset(clip.deals)

    return ClipPlayer(outputs, note, free, recorder.before if recorder else None), recorder


@routes.get("/api/segments", roles=DESK, exit="segments of released deals, the one on air")
async def segments(services: Injected) -> JSONResponse:
    """The segments of released deals, and the state of the one that is cued or on air."""
    gate, player, recorder = services.gate, services.player, services.recorder
    listed = await asyncio.to_thread(_listed, gate, _folder(services))
    recording = recorder.now() if recorder else None
    now = await asyncio.to_thread(_now, gate, player.now(), SEGMENTS)
    return JSONResponse({"segments": listed, "now": now, "recording": _recorded(recording)})


@routes.post("/api/segments/cue", roles=TAKERS, exit="a finished segment to OBS, off air")
async def cue(services: Injected, wanted: Cue) -> JSONResponse:
    def work() -> PlayerStatus:
        clip = _clip_to_show(services.gate, _folder(services), wanted.name, CUE)
        said = marks_of(services.gate, clip)
        cued = services.player.cue(clip)
        services.segment_marks.clip, services.segment_marks.said = clip, said
        return cued

    return await _done(services.gate, CUE, "Not cued", work, _cued)


@routes.post("/api/segments/play", roles=TAKERS, exit="a finished segment to program")
async def play(services: Injected, wanted: PlayRequest) -> JSONResponse:
    def work() -> PlayerStatus:
        cued = services.player.now().clip
        if cued is not None:
            _clip_to_show(services.gate, _folder(services), cued.name, PLAY)
        at = cued.mark(wanted.at).at if cued and isinstance(wanted.at, str) else wanted.at
        return services.player.play(wanted.until, at if not isinstance(at, str) else None)

    return await _done(services.gate, PLAY, "Not played", work, _on_program)


@routes.post("/api/segments/pause", roles=TAKERS, exit="the state of the segment on air")
async def pause(services: Injected) -> JSONResponse:
    player = services.player
    return await _done(services.gate, PAUSE, "Not paused", player.pause, lambda _: "Paused.")


def _folder(services: Services) -> Path:
    return Path(services.settings.out) / FOLDER


def _listed(gate: Gate, folder: Path) -> list[dict[str, Any]]:
    """Only what may be shown: even a name would reveal a sealed deal."""
    released = _released_deals(gate, SEGMENTS)
    listed = [each for each in clips(folder) if released.issuperset(each.deals)]
    against = doubts(gate, chain.from_iterable(each.deals for each in listed), SEGMENTS)
    return [_answer(each) | {"against": _against(each, against)} for each in listed]


def _now(gate: Gate, playing: PlayerStatus, exit_: str) -> dict[str, Any] | None:
    """The state of the clip, and why it should not be shown."""
    now, cued = now_of(playing), playing.clip
    if now is None or cued is None:
        return None
    return now | {"against": _against(cued, doubts(gate, cued.deals, exit_))}


def _against(one: Clip, doubts: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Why its deals should not be shown or do not count, in words."""
    return [words for deal in one.deals for words in doubts.get(deal, ())]


def _released_deals(gate: Gate, exit_: str) -> set[str]:
    """The full names of the deals that may be shown."""
    return {str(key) for key in gate.released(exit_)}


def _clip_to_show(gate: Gate, folder: Path, name: str, exit_: str) -> Clip:
    """The clip of this name. Raises NoSuchClip, and NotAvailable if a deal in it is sealed or
    unknown."""
    named = find_clip(folder, name)
    for deal in named.deals:
        gate.deal(deal, exit_)
    return named


async def _done(
    gate: Gate,
    exit_: str,
    what: str,
    work: Callable[[], PlayerStatus],
    words: Callable[[PlayerStatus], str],
) -> JSONResponse:
    try:
        playing = await asyncio.to_thread(work)
    except NoSuchClip as refusal:
        raise Refusal(404, f"{what}: {refusal.reason}.", f"{refusal.hint}.") from refusal
    except ObsRefusal as refusal:
        raise Refusal(503, f"{what}: {refusal.reason}.", f"{refusal.hint}.") from refusal
    now = await asyncio.to_thread(_now, gate, playing, exit_)
    warning = " ".join(f"{each}." for each in now["against"]) if now else ""
    return JSONResponse({"message": words(playing), "now": now, "warning": warning})


def _cued(now: PlayerStatus) -> str:
    return f"Cued: {now.clip.name if now.clip else ''}, {now.length:.0f} s."


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
    }


def _recorded(recording: Recording | None) -> dict[str, Any] | None:
    if recording is None:
        return None
    return {
        "active": recording.active,
        "file": Path(recording.file.replace("\\", "/")).name,
        "notes": list(recording.notes),
    }
