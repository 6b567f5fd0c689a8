"""Reads what OBS has, sends the difference, reads again, until there is none."""

from __future__ import annotations

import logging

from producer.obs.actual import (
    SURROUNDINGS,
    Actual,
    Surroundings,
    actual,
    questions_about,
    surroundings,
)
from producer.obs.diff import Command, changes, making
from producer.obs.link import Link
from producer.obs.pictures import MEDIA, PLAYLIST
from producer.obs.refusals import NotSettled, PictureNotLoaded, RequestFailed
from producer.obs.wanted import IMAGE, Wanted, WantedItem, WantedScene, is_ours

log = logging.getLogger(__name__)

ROUNDS = 6
"""Making, changing, the crop of a source whose size has changed, each looked at; and one spare."""

CHANGED_MEANWHILE = (600, 601, 700)
"""Not there, already there, not to be put into a scene: somebody was quicker than we between
reading and sending, or what was removed is not gone yet."""

ONE_FRAME = ("Sleep", {"sleepFrames": 1})
FROM_FILES = (IMAGE, MEDIA, PLAYLIST)
PICTURE_FRAMES, PICTURE_LOOKS = 3, 20
"""A picture file may take OBS twenty times three frames to load: 2 s at 30 frames a second."""


def look(link: Link) -> Surroundings:
    """What OBS is like as a whole, in one exchange."""
    return surroundings(link.batch(SURROUNDINGS))


def read(link: Link, wanted: Wanted, now: Surroundings | None = None) -> Actual:
    """What OBS has of ``wanted``; ``now``: OBS as a whole, where it was just looked at."""
    sources = (now or look(link)).sources
    questions = questions_about(wanted, sources)
    return actual(sources, questions, link.batch(questions))


def difference(link: Link, wanted: Wanted, now: Surroundings) -> list[Command]:
    """What would have to be sent now; nothing is. Raises NotInObs and what the link does."""
    there = read(link, wanted, now)
    return [*making(wanted, there), *changes(wanted, there)]


def ensure(
    link: Link, wanted: Wanted, *, now: Surroundings | None = None, drawn: bool = False
) -> tuple[Command, ...]:
    """Makes OBS as wanted; what was sent, nothing where it was so already.

    ``now``: OBS as a whole, where it was just looked at. ``drawn``: OBS has drawn the wanted scenes
    since something was last removed from it. Raises NotInObs before anything is sent, NotSettled,
    PictureNotLoaded and what the link does.
    """
    sent: list[Command] = []
    commands: list[Command] = []
    if not drawn:
        _forget_removed(link, wanted)
        now = None
    for last in [False] * (ROUNDS - 1) + [True]:
        try:
            there, now = read(link, wanted, now), None
            missing = making(wanted, there)
            commands = missing or changes(wanted, there)
            if not commands:
                for scene in wanted.scenes:
                    _check_pictures(link, scene, there)
                return tuple(sent)
            for command in commands:
                log.debug("%s: %s", command.request, command.why)
            sent += commands
            _send(link, commands, in_one_frame=not missing)
        except RequestFailed as failure:
            if last or failure.code not in CHANGED_MEANWHILE:
                raise
            log.debug("OBS changed meanwhile: %s", failure)
            link.batch([ONE_FRAME], in_one_frame=True)  # what is going just now is gone then
            _forget_removed(link, wanted)
    left = "; ".join(command.why for command in commands)
    raise NotSettled(
        f"OBS took all requests and still: {left}",
        "Look whether somebody or another program changes the same scene",
    )


def _forget_removed(link: Link, wanted: Wanted) -> None:
    """Draws all our scenes once: until then OBS lists a removed source as if it were there.

    It also keeps its name, so that it could neither be made again nor put into a scene.
    """
    sources = look(link).sources
    drawing = {"imageFormat": "png", "imageWidth": 8, "imageHeight": 8}
    link.batch(
        [
            ("GetSourceScreenshot", {"sourceName": scene, **drawing})
            for scene, kind in sources.items()
            if kind == "scene" and is_ours(scene, wanted.prefix)
        ]
    )


def _send(link: Link, commands: list[Command], in_one_frame: bool) -> None:
    """Making touches OBS's window and cannot go into one frame; changes can, and so show at once.

    New settings reach a source when the frame is drawn, so what is read next comes after it.
    """
    requests = [(command.request, command.data) for command in commands]
    link.batch([*requests, *([ONE_FRAME] if in_one_frame else [])], in_one_frame)


def _check_pictures(link: Link, scene: WantedScene, now: Actual) -> None:
    """OBS says success for a file it cannot load; such a picture has no width."""
    for wish in scene.items:
        if wish.kind not in FROM_FILES or not wish.shown:
            continue
        item = next(item for item in now.scenes[scene.name] if item.source == wish.source)
        width = item.transform["sourceWidth"]
        address = {"sceneName": scene.name, "sceneItemId": item.id}
        for _ in range(PICTURE_LOOKS):
            if width:
                break
            answers = link.batch(
                [("Sleep", {"sleepFrames": PICTURE_FRAMES}), ("GetSceneItemTransform", address)],
                in_one_frame=True,
            )
            width = answers[-1]["sceneItemTransform"]["sourceWidth"]
        if not width:
            raise _not_loaded(wish)


def _not_loaded(wish: WantedItem) -> PictureNotLoaded:
    if wish.kind == IMAGE:
        return PictureNotLoaded(
            f"OBS could not load the graphics from {wish.settings['file']}",
            "OBS must run on this machine and be allowed to read that folder (setting out)",
        )
    return PictureNotLoaded(
        f"OBS has no picture of {wish.source}: its file is missing or cannot be played",
        "Mend the setting obs.pictures; the path is the one on OBS's machine",
    )
