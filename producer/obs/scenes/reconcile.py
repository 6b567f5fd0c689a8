"""Reads what OBS has, sends the difference, reads again, until there is none."""

from __future__ import annotations

import logging
from base64 import b64decode
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO

from PIL import Image

from producer.obs.link.connection import Link
from producer.obs.link.refusals import NotSettled, ObsRefusal, PictureNotLoaded, RequestFailed
from producer.obs.scenes.actual import (
    SURROUNDINGS,
    Actual,
    Question,
    Surroundings,
    actual,
    questions_about,
    surroundings,
)
from producer.obs.scenes.diff import Command, changes, making
from producer.obs.scenes.pictures import MEDIA, PLAYLIST
from producer.obs.scenes.wanted import IMAGE, WantedItem, WantedScene, WantedScenes, is_ours

log = logging.getLogger(__name__)

ROUNDS = 6
"""Making, changing, the crop of a source whose size has changed, each looked at; and one spare."""

CHANGED_MEANWHILE = (600, 601, 700)
"""Not there, already there, not to be put into a scene: somebody was quicker than we between
reading and sending, or what was removed is not gone yet."""

ONE_FRAME = ("Sleep", {"sleepFrames": 1})
FROM_FILES = (IMAGE, MEDIA, PLAYLIST)
SOME_FRAMES: Question = ("Sleep", {"sleepFrames": 3})
PICTURE_LOOKS = 20
"""A picture file may take OBS twenty times three frames to load: 2 s at 30 frames a second."""


class GaveWay(ObsRefusal):
    """What is more urgent goes before the rest. ``sent``: what was sent until then."""

    def __init__(self, sent: tuple[Command, ...] = ()) -> None:
        super().__init__("the safe scene was called for meanwhile", "Take again")
        self.sent = sent


def never() -> bool:
    """Nothing is more urgent."""
    return False


def look(link: Link, beside: Sequence[Question] = ()) -> Surroundings:
    """What OBS is like as a whole, in one exchange; with the answers to what is asked ``beside``
    it, none where one of them fails."""
    if beside:
        try:
            answers = link.batch((*SURROUNDINGS, *beside))
        except RequestFailed as failure:
            log.debug("OBS changed meanwhile: %s", failure)
        else:
            whole = surroundings(answers[: len(SURROUNDINGS)])
            return replace(whole, beside=(beside, answers[len(SURROUNDINGS) :]))
    return surroundings(link.batch(SURROUNDINGS))


def read(link: Link, wanted: WantedScenes, now: Surroundings | None = None) -> Actual:
    """What OBS has of ``wanted``; ``now``: OBS as a whole, where it was just looked at."""
    now = now or look(link)
    questions = questions_about(wanted, now.sources)
    asked, answers = now.beside
    if questions != asked:
        answers = link.batch(questions)
    return actual(now.sources, questions, answers)


def difference(link: Link, wanted: WantedScenes, now: Surroundings) -> list[Command]:
    """What would have to be sent now; nothing is. Raises NotInObs and what the link does."""
    there = read(link, wanted, now)
    return [*making(wanted, there), *changes(wanted, there)]


def ensure(
    link: Link,
    wanted: WantedScenes,
    *,
    now: Surroundings | None = None,
    drawn: bool = False,
    urgent: Callable[[], bool] = never,
) -> tuple[Command, ...]:
    """Makes OBS as wanted; what was sent, nothing where it was so already.

    ``now``: OBS as a whole, where it was just looked at. ``drawn``: OBS has drawn the wanted scenes
    since something was last removed from it. ``urgent``: something waits that must not wait long.

    Raises NotInObs before anything is sent, GaveWay where something is urgent, but never
    before the first thing is made, NotSettled, PictureNotLoaded and what the link does.
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
                    if urgent():
                        raise GaveWay(tuple(sent))
                    _check_pictures(link, scene, there, fresh=bool(sent))
                return tuple(sent)
            for command in commands:
                log.debug("%s: %s", command.request, command.why)
            if missing:
                _make(link, commands, sent, urgent)
            else:
                link.batch([*_requests(commands), ONE_FRAME], in_one_frame=True)
                sent += commands
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


def _forget_removed(link: Link, wanted: WantedScenes) -> None:
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


def _make(
    link: Link, commands: list[Command], sent: list[Command], urgent: Callable[[], bool]
) -> None:
    """Adds to ``sent``. Making touches OBS's window and cannot go into one frame; changes can, and
    so show at once; new settings reach a source when the frame is drawn, so what is read next comes
    after it.

    A scene takes a busy OBS seconds to make, and all there can be a minute: so each is asked for by
    itself, answered before OBS counts as hanging, and what is urgent need not wait for the others.
    """
    for command in commands:
        if sent and urgent():
            raise GaveWay(tuple(sent))
        link.batch(_requests([command]))
        sent.append(command)


def _requests(commands: list[Command]) -> list[Question]:
    return [(command.request, command.data) for command in commands]


def _check_pictures(link: Link, scene: WantedScene, now: Actual, *, fresh: bool) -> None:
    """OBS says success for a file it cannot load; such a picture has no width.

    ``fresh``: something was sent. A film has its width before its first picture, and is black.
    """
    for wish in scene.items:
        if wish.kind not in FROM_FILES or not wish.shown:
            continue
        item = next(item for item in now.scenes[scene.name] if item.source == wish.source)
        wide = item.transform["sourceWidth"] or _has_width(link, scene.name, item.id)
        played = fresh and wish.kind != IMAGE
        if not wide or (played and not _appears(link, wish.source)):
            raise _not_loaded(wish)


def _has_width(link: Link, scene: str, item: int) -> bool:
    asked: Question = ("GetSceneItemTransform", {"sceneName": scene, "sceneItemId": item})
    for _ in range(PICTURE_LOOKS):
        answers = link.batch([SOME_FRAMES, asked], in_one_frame=True)
        if answers[-1]["sceneItemTransform"]["sourceWidth"]:
            return True
    return False


def _appears(link: Link, source: str) -> bool:
    """Whether a film shows anything, within some frames."""
    drawing = {"sourceName": source, "imageFormat": "png", "imageWidth": 8, "imageHeight": 8}
    for _ in range(PICTURE_LOOKS):
        (answer,) = link.each([("GetSourceScreenshot", drawing)])
        if answer is not None and _is_seen(answer["imageData"]):
            return True
        link.batch([SOME_FRAMES], in_one_frame=True)
    return False


def _is_seen(data: str) -> bool:
    """Of a picture as OBS sends it: whether any of it is not transparent."""
    picture = Image.open(BytesIO(b64decode(data.partition(",")[2]))).convert("RGBA")
    return picture.getchannel("A").getextrema() != (0, 0)


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
