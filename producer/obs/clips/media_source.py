"""Plays a clip in OBS: one scene with one media source.

OBS does not keep media sources in sync with each other, so a segment is one file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from overlay.stage import Box
from producer.messages import message
from producer.obs.director.program import NextEvent, switch_program, wait_for_transition
from producer.obs.director.transition import ChosenTransition
from producer.obs.link.connection import Link
from producer.obs.link.refusals import ObsRefusal, PictureNotLoaded
from producer.obs.scenes.banks import GraphicsSource
from producer.obs.scenes.diff import Command
from producer.obs.scenes.reconcile import ensure
from producer.obs.scenes.table_pictures import MEDIA
from producer.obs.scenes.wanted import (
    Rig,
    WantedItem,
    WantedScene,
    WantedScenes,
    clip_graphics_name,
    over_all,
    wanted,
)
from producer.settings import ObsSettings
from producer.stages.entry import WIDE, Size

State = Literal["nothing", "cued", "playing", "paused", "ended", "stopped"]

STATES: Mapping[str, State] = {
    "OBS_MEDIA_STATE_PLAYING": "playing",
    "OBS_MEDIA_STATE_PAUSED": "paused",
    "OBS_MEDIA_STATE_ENDED": "ended",
    "OBS_MEDIA_STATE_STOPPED": "stopped",
}
ACTION = "OBS_WEBSOCKET_MEDIA_INPUT_ACTION_"
ATTEMPTS, FRAMES = 40, 3
"""OBS gets forty times three frames to open a file: 4 s at 30 frames a second."""


OverClip = Callable[[frozenset[str]], GraphicsSource | None]
"""The source of the graphics over the clip, in an OBS with these kinds of source."""


def no_graphics(_: frozenset[str]) -> None:
    """Of a clip with its graphics in its picture."""


class OnAir(ObsRefusal):
    """A clip is on air, so another cannot be cued in its place."""


@dataclass(frozen=True, slots=True)
class MediaStatus:
    """``cursor``, ``length``: seconds; ``length`` is 0 if OBS has no file open."""

    state: State
    cursor: float
    length: float


def clip_scene(prefix: str) -> str:
    return f"{prefix} segment"


def clip_source(prefix: str) -> str:
    return f"{prefix} segment clip"


def wanted_clip(
    rig: Rig, file: Path, over: GraphicsSource | None = None, stage: Size = WIDE
) -> WantedScenes:
    """The scene with the clip, which fills the canvas, and the graphics over it. The clip does not
    restart when it becomes visible and ends on a freeze of its last frame. ``stage``: the size of
    the graphics."""
    settings: dict[str, str | int | bool] = {
        "is_local_file": True,
        "local_file": str(file),
        "looping": False,
        "restart_on_activate": False,
        "close_when_inactive": False,
        "clear_on_media_end": False,
    }
    item = WantedItem(clip_source(rig.prefix), MEDIA, settings, Box(0, 0, *rig.canvas), "contain")
    items = [item]
    if over is not None:
        items.append(over_all(rig, over, clip_graphics_name(rig.prefix, over.kind), stage))
    return wanted(rig, (WantedScene(clip_scene(rig.prefix), tuple(items)),))


def status(link: Link, prefix: str) -> MediaStatus:
    """Raises RequestFailed if there is no such source."""
    return _status(link.request("GetMediaInputStatus", {"inputName": clip_source(prefix)}))


def cue(
    link: Link,
    next_event: NextEvent,
    settings: ObsSettings,
    file: Path,
    at: float = 0.0,
    over: OverClip = no_graphics,
    stage: Size = WIDE,
) -> MediaStatus:
    """Cues the clip at ``at`` seconds, off air. ``over``: gives the source of the graphics over it.
    Raises OnAir, PictureNotLoaded and what the link and ``over`` raise.

    OBS starts to play a file when it opens it, so it is paused then. OBS seeks only to key frames;
    the returned status has the real position.
    """
    prefix = settings.prefix
    now = wait_for_transition(link, next_event)
    if now.program == clip_scene(prefix):
        raise OnAir(
            message("a segment is on program"),
            message("Take something else first, then cue this one"),
        )
    try:
        rig = Rig(settings, now.canvas, now.kinds)
        sent = ensure(link, wanted_clip(rig, file, over(now.kinds), stage))
    except PictureNotLoaded as error:
        raise _not_opened(file) from error
    if not sent:
        link.request(*action(prefix, "RESTART"))
    opened = _opened(link, prefix)
    if not opened.length:
        raise _not_opened(file)
    link.batch([action(prefix, "PAUSE"), cursor(prefix, at)])
    return MediaStatus("cued", _frames_later(link, prefix).cursor if at else 0.0, opened.length)


def cue_again(
    link: Link,
    next_event: NextEvent,
    settings: ObsSettings,
    file: Path,
    at: float,
    over: OverClip = no_graphics,
    stage: Size = WIDE,
    *,
    restarted: bool,
) -> tuple[MediaStatus, bool]:
    """Cues the clip again after OBS was offline; also returns whether it is on program.

    Normally it is cued at ``at`` seconds, off air. If OBS has it on program it stays there: playing
    on if only the connection was lost, paused at ``at`` if OBS was ``restarted``, because OBS then
    plays it from the start by itself. Raises as ``cue``.
    """
    prefix = settings.prefix
    if wait_for_transition(link, next_event).program != clip_scene(prefix):
        return cue(link, next_event, settings, file, at, over, stage), False
    if not restarted:
        return status(link, prefix), True
    if status(link, prefix).state == "ended":
        link.request(*action(prefix, "RESTART"))
    opened = _opened(link, prefix)
    if not opened.length:
        raise _not_opened(file)
    link.request(*cursor(prefix, at))
    _frames_later(link, prefix)  # paused earlier, OBS would still show the old frame
    link.request(*action(prefix, "PAUSE"))
    return replace(_frames_later(link, prefix), state="paused"), True


def play(
    link: Link,
    next_event: NextEvent,
    settings: ObsSettings,
    chosen: ChosenTransition | None,
    at: float | None = None,
) -> None:
    """Takes the clip to program and plays it, from ``at`` seconds or from its position.

    Raises NotConfirmed and what the link raises.
    """
    prefix = settings.prefix
    commands = []
    if status(link, prefix).state in ("ended", "stopped"):
        commands.append(_command(action(prefix, "RESTART"), "the clip has ended or was stopped"))
    if at is not None:
        commands.append(_command(cursor(prefix, at), f"the clip plays from {at:g} s"))
    commands.append(_command(action(prefix, "PLAY"), "the clip plays"))
    switch_program(
        link,
        clip_scene(prefix),
        next_event,
        wait_for_transition(link, next_event),
        chosen,
        commands,
    )


def pause(link: Link, prefix: str) -> None:
    link.request(*action(prefix, "PAUSE"))


def empty(link: Link, prefix: str) -> None:
    """The source has no file any more: it shows nothing and plays nothing."""
    data = {"inputName": clip_source(prefix), "inputSettings": {"local_file": ""}}
    link.each([action(prefix, "STOP"), ("SetInputSettings", data)])


def action(prefix: str, name: str) -> tuple[str, Mapping[str, Any]]:
    data = {"inputName": clip_source(prefix), "mediaAction": f"{ACTION}{name}"}
    return "TriggerMediaInputAction", data


def cursor(prefix: str, at: float) -> tuple[str, Mapping[str, Any]]:
    data = {"inputName": clip_source(prefix), "mediaCursor": round(at * 1000)}
    return "SetMediaInputCursor", data


def _command(request: tuple[str, Mapping[str, Any]], why: str) -> Command:
    return Command(*request, why)


def _status(answer: Mapping[str, Any]) -> MediaStatus:
    state = STATES.get(answer["mediaState"], "nothing")
    length = (answer["mediaDuration"] or 0) / 1000
    return MediaStatus(state, (answer["mediaCursor"] or 0) / 1000, length)


def _frames_later(link: Link, prefix: str) -> MediaStatus:
    request = ("GetMediaInputStatus", {"inputName": clip_source(prefix)})
    return _status(link.batch([("Sleep", {"sleepFrames": FRAMES}), request], in_one_frame=True)[-1])


def _opened(link: Link, prefix: str) -> MediaStatus:
    now = MediaStatus("nothing", 0, 0)
    for _ in range(ATTEMPTS):
        now = _frames_later(link, prefix)
        if now.length and now.state in ("playing", "paused"):
            break
    return now


def _not_opened(file: Path) -> PictureNotLoaded:
    return PictureNotLoaded(
        message("OBS could not open the segment {name}", name=file.name),
        message(
            "OBS must run on this machine or see the same folder; check that the file plays there"
        ),
    )
