"""A finished segment in OBS: one scene, one media source. What is sent, and what OBS answers.

Media sources of OBS do not keep step with one another, so a segment is one file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from overlay.stage import Box
from producer.obs.director.program import Hear, settled, show
from producer.obs.director.transition import ChosenTransition
from producer.obs.link.connection import Link
from producer.obs.link.refusals import ObsRefusal, PictureNotLoaded
from producer.obs.scenes.diff import Command
from producer.obs.scenes.pictures import MEDIA
from producer.obs.scenes.reconcile import ensure
from producer.obs.scenes.wanted import Rig, WantedItem, WantedScene, WantedScenes, wanted
from producer.settings import ObsSettings

State = Literal["nothing", "cued", "playing", "paused", "ended"]

STATES: Mapping[str, State] = {
    "OBS_MEDIA_STATE_PLAYING": "playing",
    "OBS_MEDIA_STATE_PAUSED": "paused",
    "OBS_MEDIA_STATE_ENDED": "ended",
}
ACTION = "OBS_WEBSOCKET_MEDIA_INPUT_ACTION_"
LOOKS, FRAMES = 40, 3
"""A file may take OBS forty times three frames to open: 4 s at 30 frames a second."""


class OnAir(ObsRefusal):
    """The segment is being shown, and another cannot take its place unseen."""


@dataclass(frozen=True, slots=True)
class Status:
    """Seconds; ``length`` is 0 where OBS has no film open."""

    state: State
    cursor: float
    length: float


def film_scene(prefix: str) -> str:
    return f"{prefix} segment"


def film_source(prefix: str) -> str:
    return f"{prefix} segment film"


def film_wanted(rig: Rig, file: Path) -> WantedScenes:
    """The scene with the film filling it. It neither starts by itself nor goes back to its start
    when it is shown, and its last picture stands."""
    settings: dict[str, str | int | bool] = {
        "is_local_file": True,
        "local_file": str(file),
        "looping": False,
        "restart_on_activate": False,
        "close_when_inactive": False,
        "clear_on_media_end": False,
    }
    item = WantedItem(film_source(rig.prefix), MEDIA, settings, Box(0, 0, *rig.canvas), "contain")
    return wanted(rig, (WantedScene(film_scene(rig.prefix), (item,)),))


def status(link: Link, prefix: str) -> Status:
    """Raises RequestFailed where there is no such source."""
    return _status(link.request("GetMediaInputStatus", {"inputName": film_source(prefix)}))


def cue(link: Link, hear: Hear, settings: ObsSettings, file: Path, at: float = 0.0) -> Status:
    """The film stands at ``at`` seconds, off air. Raises OnAir, PictureNotLoaded and as the link.

    OBS enters a film only at a key picture, so the status tells where it really stands.

    OBS starts a film as soon as it opens it, so it is stopped once it is open.
    """
    prefix = settings.prefix
    now = settled(link, hear)
    if now.program == film_scene(prefix):
        raise OnAir(
            "a segment is on program", "Take something else first; the segment is cued meanwhile"
        )
    try:
        sent = ensure(link, film_wanted(Rig(settings, now.canvas, now.kinds), file))
    except PictureNotLoaded as error:
        raise _not_opened(file) from error
    if not sent:
        link.request(*action(prefix, "RESTART"))
    opened = _opened(link, prefix)
    if not opened.length:
        raise _not_opened(file)
    link.batch([action(prefix, "PAUSE"), cursor(prefix, at)])
    return Status("cued", _frames_later(link, prefix).cursor if at else 0.0, opened.length)


def again(
    link: Link, hear: Hear, settings: ObsSettings, file: Path, at: float, *, anew: bool
) -> tuple[Status, bool]:
    """The film after OBS was away: cued at ``at`` seconds, off air; and whether it is on program.

    Where OBS itself has it there, it stays: as it plays where only the connection was lost, and
    where OBS was started ``anew`` paused at ``at``, for OBS plays it from its start by itself.
    Raises as ``cue``.
    """
    prefix = settings.prefix
    if settled(link, hear).program != film_scene(prefix):
        return cue(link, hear, settings, file, at), False
    if not anew:
        return status(link, prefix), True
    if status(link, prefix).state == "ended":
        link.request(*action(prefix, "RESTART"))
    opened = _opened(link, prefix)
    if not opened.length:
        raise _not_opened(file)
    link.request(*cursor(prefix, at))
    _frames_later(link, prefix)  # paused before, it would go on showing the picture it had
    link.request(*action(prefix, "PAUSE"))
    return replace(_frames_later(link, prefix), state="paused"), True


def play(
    link: Link,
    hear: Hear,
    settings: ObsSettings,
    chosen: ChosenTransition | None,
    at: float | None = None,
) -> None:
    """The film is on program and plays, from ``at`` seconds where that is told, else from where it
    stands. Raises NotConfirmed and as the link."""
    prefix = settings.prefix
    commands = []
    if status(link, prefix).state == "ended":
        commands.append(_command(action(prefix, "RESTART"), "the film is at its end"))
    if at is not None:
        commands.append(_command(cursor(prefix, at), f"the film plays from {at:g} s"))
    commands.append(_command(action(prefix, "PLAY"), "the film plays"))
    show(link, film_scene(prefix), hear, settled(link, hear), chosen, commands)


def pause(link: Link, prefix: str) -> None:
    link.request(*action(prefix, "PAUSE"))


def action(prefix: str, name: str) -> tuple[str, Mapping[str, Any]]:
    told = {"inputName": film_source(prefix), "mediaAction": f"{ACTION}{name}"}
    return "TriggerMediaInputAction", told


def cursor(prefix: str, at: float) -> tuple[str, Mapping[str, Any]]:
    told = {"inputName": film_source(prefix), "mediaCursor": round(at * 1000)}
    return "SetMediaInputCursor", told


def _command(question: tuple[str, Mapping[str, Any]], why: str) -> Command:
    return Command(*question, why)


def _status(answer: Mapping[str, Any]) -> Status:
    state = STATES.get(answer["mediaState"], "nothing")
    length = (answer["mediaDuration"] or 0) / 1000
    return Status(state, (answer["mediaCursor"] or 0) / 1000, length)


def _frames_later(link: Link, prefix: str) -> Status:
    asked = ("GetMediaInputStatus", {"inputName": film_source(prefix)})
    return _status(link.batch([("Sleep", {"sleepFrames": FRAMES}), asked], in_one_frame=True)[-1])


def _opened(link: Link, prefix: str) -> Status:
    now = Status("nothing", 0, 0)
    for _ in range(LOOKS):
        now = _frames_later(link, prefix)
        if now.length and now.state in ("playing", "paused"):
            break
    return now


def _not_opened(file: Path) -> PictureNotLoaded:
    return PictureNotLoaded(
        f"OBS could not open the segment {file.name}",
        "OBS must run on this machine, or see the same folder; look whether the file plays there",
    )
