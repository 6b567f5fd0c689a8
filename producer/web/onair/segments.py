"""Finished segments on air: which there are, and cue, play, pause and replay of one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter
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
from producer.web.onair.audit_log import Logbook
from producer.web.onair.flags import doubts
from producer.web.ops.errors import Refusal

SEGMENTS, CUE = "route:/api/segments", "route:/api/segments/cue"
PLAY, PAUSE = "route:/api/segments/play", "route:/api/segments/pause"
FOLDER = "segments"
"""In the output folder: the videos and their notes."""

Name = Annotated[str, Field(min_length=1, max_length=200)]


class Cue(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name


class PlayRequest(BaseModel):
    """``until``: the mark at which it is paused. ``at``: seconds, or a mark, it plays from; without
    it goes on from where it stands."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    until: Annotated[str, Field(max_length=80)] = ""
    at: Annotated[float, Field(ge=0, le=86_400)] | Name | None = None


def open_player(
    gate: Gate, settings: Settings, outputs: Outputs, logbook: Logbook
) -> tuple[ClipPlayer, Recorder | None]:
    """The player, whose segments are recorded by OBS where the settings want it."""
    recorder = Recorder(outputs) if settings.obs.record == "segments" else None

    def note(run: ClipEvent) -> None:
        told = FilmRun(film=run.clip.name, deals=run.clip.deals, what=run.what, at=run.cursor)
        logbook.note(by_hand.film_of(gate, told, "OBS"))
        if recorder is not None:
            recorder.on_event(run)

    def free(film: Clip) -> bool:
        return _frees(gate, CUE).issuperset(film.deals)

    return ClipPlayer(outputs, note, free, recorder.before if recorder else None), recorder


def routes(
    gate: Gate, settings: Settings, player: ClipPlayer, recorder: Recorder | None
) -> APIRouter:
    router = APIRouter()
    folder = Path(settings.out) / FOLDER

    @router.get("/api/segments")
    async def segments() -> JSONResponse:
        """The segments of released deals, and how the one that is cued or on air stands."""
        found = await asyncio.to_thread(_listed, gate, folder)
        recording = recorder.now() if recorder else None
        now = await asyncio.to_thread(_now, gate, player.now(), SEGMENTS)
        return JSONResponse({"segments": found, "now": now, "recording": _recorded(recording)})

    @router.post("/api/segments/cue")
    async def cue(wanted: Cue) -> JSONResponse:
        def work() -> PlayerStatus:
            return player.cue(_free(gate, folder, wanted.name, CUE))

        return await _done(
            gate, CUE, "Not cued", work, lambda now: f"Cued: {wanted.name}, {now.length:.0f} s."
        )

    @router.post("/api/segments/play")
    async def play(wanted: PlayRequest) -> JSONResponse:
        def work() -> PlayerStatus:
            cued = player.now().clip
            if cued is not None:
                _free(gate, folder, cued.name, PLAY)
            at = cued.mark(wanted.at).at if cued and isinstance(wanted.at, str) else wanted.at
            return player.play(wanted.until, at if not isinstance(at, str) else None)

        return await _done(gate, PLAY, "Not played", work, _on_program)

    @router.post("/api/segments/pause")
    async def pause() -> JSONResponse:
        return await _done(gate, PAUSE, "Not paused", player.pause, lambda _: "Paused.")

    return router


def _listed(gate: Gate, folder: Path) -> list[dict[str, Any]]:
    """Only what may be shown: a name would tell that there is something of a sealed deal."""
    free = _frees(gate, SEGMENTS)
    found = [each for each in clips(folder) if free.issuperset(each.deals)]
    against = doubts(gate, chain.from_iterable(each.deals for each in found), SEGMENTS)
    return [_told(each) | {"against": _against(each, against)} for each in found]


def _now(gate: Gate, playing: PlayerStatus, exit_: str) -> dict[str, Any] | None:
    """How the film stands, and what is against it."""
    now, cued = now_of(playing), playing.clip
    if now is None or cued is None:
        return None
    return now | {"against": _against(cued, doubts(gate, cued.deals, exit_))}


def _against(one: Clip, found: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Why what can be seen in it is not to be shown or does not count, in words."""
    return [words for deal in one.deals for words in found.get(deal, ())]


def _frees(gate: Gate, exit_: str) -> set[str]:
    """The deals that may be shown, by their full names."""
    return {str(key) for key in gate.released(exit_)}


def _free(gate: Gate, folder: Path, name: str, exit_: str) -> Clip:
    """Raises NoSuchClip, and NotAvailable where a deal in it is sealed or unknown."""
    found = find_clip(folder, name)
    for deal in found.deals:
        gate.deal(deal, exit_)
    return found


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
    return JSONResponse({"told": words(playing), "now": now, "warning": warning})


def _on_program(now: PlayerStatus) -> str:
    name = now.clip.name if now.clip else ""
    until = f", to be paused at {now.until.name}" if now.until else ""
    return f"On program: the segment {name}{until}."


def now_of(playing: PlayerStatus) -> dict[str, Any] | None:
    """How the film stands, in seconds of it; ``None`` where none is cued."""
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


def _told(one: Clip) -> dict[str, Any]:
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
