"""Makes OBS as wanted: reads what it has, sends the difference, repeats until there is none."""

from __future__ import annotations

import logging
from base64 import b64decode
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO

from PIL import Image

from producer.messages import message
from producer.obs.link.connection import Link
from producer.obs.link.refusals import NotSettled, ObsRefusal, PictureNotLoaded, RequestFailed
from producer.obs.scenes.actual import (
    OVERVIEW,
    Actual,
    Overview,
    Request,
    actual,
    overview,
    requests_about,
)
from producer.obs.scenes.diff import Command, changes, creations
from producer.obs.scenes.table_pictures import MEDIA, PLAYLIST
from producer.obs.scenes.wanted import IMAGE, WantedItem, WantedScene, WantedScenes, is_ours

log = logging.getLogger(__name__)

ROUNDS = 6
"""Creating, changing, cropping a source whose size has changed, each read back, and one spare."""

CHANGED_MEANWHILE = (600, 601, 700)
"""OBS's codes for not found, already exists, and cannot be put into a scene: somebody changed OBS
between our reading and sending, or a removed source is not gone yet."""

ONE_FRAME = ("Sleep", {"sleepFrames": 1})
FILE_KINDS = (IMAGE, MEDIA, PLAYLIST)
THREE_FRAMES: Request = ("Sleep", {"sleepFrames": 3})
PICTURE_ATTEMPTS = 20
"""OBS gets twenty times three frames to load a file: 2 s at 30 frames a second."""


class GaveWay(ObsRefusal):
    """Something more urgent goes first. ``sent``: what was sent until then."""

    def __init__(self, sent: tuple[Command, ...] = ()) -> None:
        super().__init__(
            "the safe scene was requested, or graphics were cleared, meanwhile", "Take again"
        )
        self.sent = sent


def never() -> bool:
    """Nothing is more urgent."""
    return False


def read_overview(link: Link, extra: Sequence[Request] = ()) -> Overview:
    """OBS as a whole, in one exchange.

    It includes the answers to the ``extra`` requests, unless one of them fails.
    """
    if extra:
        try:
            answers = link.batch((*OVERVIEW, *extra))
        except RequestFailed as failure:
            log.debug("OBS changed meanwhile: %s", failure)
        else:
            whole = overview(answers[: len(OVERVIEW)])
            return replace(whole, extra=(extra, answers[len(OVERVIEW) :]))
    return overview(link.batch(OVERVIEW))


def read_actual(link: Link, wanted: WantedScenes, now: Overview | None = None) -> Actual:
    """What OBS has of ``wanted``. ``now``: an overview that was just read."""
    now = now or read_overview(link)
    requests = requests_about(wanted, now.sources)
    prefetched, answers = now.extra
    if requests != prefetched:
        answers = link.batch(requests)
    return actual(now.sources, requests, answers)


def difference(link: Link, wanted: WantedScenes, now: Overview) -> list[Command]:
    """What ``ensure`` would send now. Raises NotInObs and what the link raises."""
    has = read_actual(link, wanted, now)
    return [*creations(wanted, has), *changes(wanted, has)]


def ensure(
    link: Link,
    wanted: WantedScenes,
    *,
    now: Overview | None = None,
    rendered: bool = False,
    urgent: Callable[[], bool] = never,
) -> tuple[Command, ...]:
    """Makes OBS as wanted and returns what was sent: nothing if it was so already.

    ``now``: an overview that was just read. ``rendered``: OBS has rendered our scenes since
    something was last removed from it. ``urgent``: whether something more urgent waits.

    Raises NotInObs before anything is sent; GaveWay if something is urgent, but never before the
    first thing is created; NotSettled, PictureNotLoaded and what the link raises.
    """
    sent: list[Command] = []
    commands: list[Command] = []
    if not rendered:
        _render_our_scenes(link, wanted)
        now = None
    for last in [False] * (ROUNDS - 1) + [True]:
        try:
            has, now = read_actual(link, wanted, now), None
            missing = creations(wanted, has)
            commands = missing or changes(wanted, has)
            if not commands:
                for scene in wanted.scenes:
                    if urgent():
                        raise GaveWay(tuple(sent))
                    _check_files(link, scene, has, fresh=bool(sent))
                return tuple(sent)
            for command in commands:
                log.debug("%s: %s", command.request, command.why)
            if missing:
                _create(link, commands, sent, urgent)
            else:
                link.batch([*_requests(commands), ONE_FRAME], in_one_frame=True)
                sent += commands
        except RequestFailed as failure:
            if last or failure.code not in CHANGED_MEANWHILE:
                raise
            log.debug("OBS changed meanwhile: %s", failure)
            link.batch([ONE_FRAME], in_one_frame=True)  # lets OBS finish a removal
            _render_our_scenes(link, wanted)
    left = "; ".join(command.why for command in commands)
    raise NotSettled(
        message("OBS accepted all requests, and still: {left}", left=left),
        message("See whether somebody or another program changes the same scene"),
    )


def _render_our_scenes(link: Link, wanted: WantedScenes) -> None:
    """Renders all our scenes once, so that OBS forgets removed sources.

    Until then OBS lists a removed source and reserves its name, so that it can neither be created
    again nor put into a scene.
    """
    sources = read_overview(link).sources
    small = {"imageFormat": "png", "imageWidth": 8, "imageHeight": 8}
    link.batch(
        [
            ("GetSourceScreenshot", {"sourceName": scene, **small})
            for scene, kind in sources.items()
            if kind == "scene" and is_ours(scene, wanted.prefix)
        ]
    )


def _create(
    link: Link, commands: list[Command], sent: list[Command], urgent: Callable[[], bool]
) -> None:
    """Sends each command by itself and adds it to ``sent``.

    Creating touches OBS's window, so it cannot run within one frame as changes do. A busy OBS takes
    seconds for a scene and a minute for all, so each request is answered in time, and something
    urgent can go between two of them.
    """
    for command in commands:
        if sent and urgent():
            raise GaveWay(tuple(sent))
        link.batch(_requests([command]))
        sent.append(command)


def _requests(commands: list[Command]) -> list[Request]:
    return [(command.request, command.data) for command in commands]


def _check_files(link: Link, scene: WantedScene, has: Actual, *, fresh: bool) -> None:
    """Raises PictureNotLoaded for a file OBS could not load: OBS reports success, but no width.

    ``fresh``: something was sent. A clip has a width before its first picture, and is black then.
    """
    for wish in scene.items:
        if wish.kind not in FILE_KINDS or not wish.shown or wish.heard_only:
            continue
        item = next(item for item in has.scenes[scene.name] if item.source == wish.source)
        width = item.transform["sourceWidth"] or _gets_width(link, scene.name, item.id)
        played = fresh and wish.kind != IMAGE
        if not width or (played and not _gets_picture(link, wish.source)):
            raise _not_loaded(wish)


def _gets_width(link: Link, scene: str, item: int) -> bool:
    """Whether an item gets a width within PICTURE_ATTEMPTS."""
    look: Request = ("GetSceneItemTransform", {"sceneName": scene, "sceneItemId": item})
    return any(
        link.batch([THREE_FRAMES, look], in_one_frame=True)[-1]["sceneItemTransform"]["sourceWidth"]
        for _ in range(PICTURE_ATTEMPTS)
    )


def _gets_picture(link: Link, source: str) -> bool:
    """Whether a source shows anything within PICTURE_ATTEMPTS."""
    small = {"sourceName": source, "imageFormat": "png", "imageWidth": 8, "imageHeight": 8}
    for _ in range(PICTURE_ATTEMPTS):
        (answer,) = link.each([("GetSourceScreenshot", small)])
        if answer is not None and _is_visible(answer["imageData"]):
            return True
        link.batch([THREE_FRAMES], in_one_frame=True)
    return False


def _is_visible(data: str) -> bool:
    """Whether a screenshot (a data URL) has any pixel that is not transparent."""
    picture = Image.open(BytesIO(b64decode(data.partition(",")[2]))).convert("RGBA")
    return picture.getchannel("A").getextrema() != (0, 0)


def _not_loaded(wish: WantedItem) -> PictureNotLoaded:
    if wish.kind == IMAGE:
        return PictureNotLoaded(
            message("OBS could not load the graphics from {file}", file=wish.settings["file"]),
            message(
                "OBS must run on this machine and be allowed to read that folder (setting out)"
            ),
        )
    return PictureNotLoaded(
        message(
            "OBS has no picture of {source}: its file is missing or cannot be played",
            source=wish.source,
        ),
        message("Correct the setting obs.pictures; the path is the one on OBS's machine"),
    )
