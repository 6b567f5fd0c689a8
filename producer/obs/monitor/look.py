"""One look at what OBS has on program: three short exchanges, nothing is changed."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from producer.obs.link.connection import Link
from producer.obs.monitor.alarms import Seen, SeenItem
from producer.obs.scenes.actual import Question

DARK = 10
"""Of 255. The safe scene and the backdrop are dark, and lighter than this."""

WIDTH = 32
"""Pixels of the picture that is looked at; graphics and cards are many times larger than one."""

PLAYED = ("ffmpeg_source", "vlc_source")
NESTED = 8
"""Scenes within scenes are followed so deep."""

WHOLE: tuple[Question, ...] = (
    ("GetSceneList", {}),
    ("GetStudioModeEnabled", {}),
    ("GetCurrentSceneTransitionCursor", {}),
    ("GetStats", {}),
)

Told = Mapping[str, Any]


def see(link: Link) -> Seen:
    """Raises what the link does; RequestFailed where somebody removes something meanwhile."""
    scenes, studio, cursor, stats = link.batch(WHOLE)
    program = scenes["currentProgramSceneName"] or ""
    others = [each["sceneName"] for each in scenes["scenes"] if each["sceneName"] != program]
    picture = {"sourceName": program, "imageFormat": "png", "imageWidth": WIDTH}
    told, drawn, *active = link.batch(
        [
            ("GetSceneItemList", {"sceneName": program}),
            ("GetSourceScreenshot", picture),
            *(("GetSourceActive", {"sourceName": name}) for name in others),
        ]
    )
    items: list[Told] = told["sceneItems"]
    live = {name for name, each in zip(others, active, strict=True) if each["videoActive"]}
    return Seen(
        program=program,
        studio=studio["studioModeEnabled"],
        still=cursor["transitionCursor"] >= 1,
        frames=int(stats["renderTotalFrames"]),
        items=_items(link, items),
        beside=frozenset(live - _inside(link, items)) if live else frozenset(),
        black=_is_black(drawn["imageData"]),
    )


def _items(link: Link, told: list[Told]) -> tuple[SeenItem, ...]:
    played = [each["sourceName"] for each in told if each["inputKind"] in PLAYED]
    asked = [("GetMediaInputStatus", {"inputName": name}) for name in played]
    answers = link.batch(asked) if asked else []
    states = {name: each["mediaState"] for name, each in zip(played, answers, strict=True)}
    return tuple(
        SeenItem(
            source=each["sourceName"],
            kind=each["inputKind"] or "scene",
            shown=each["sceneItemEnabled"],
            width=int(each["sceneItemTransform"]["sourceWidth"]),
            media=states.get(each["sourceName"], ""),
        )
        for each in told
    )


def _inside(link: Link, items: list[Told]) -> set[str]:
    """The scenes within a scene, and those within them."""
    found: set[str] = set()
    for _ in range(NESTED):
        names = {each["sourceName"] for each in items if each["inputKind"] is None}
        new = [
            name
            for name in sorted(names - found)
            if not any(each["isGroup"] for each in items if each["sourceName"] == name)
        ]
        found |= names
        if not new:
            break
        answers = link.batch([("GetSceneItemList", {"sceneName": name}) for name in new])
        items = [each for answer in answers for each in answer["sceneItems"]]
    return found


def _is_black(data: str) -> bool:
    png = np.frombuffer(base64.b64decode(data.partition(",")[2]), np.uint8)
    picture = cv2.imdecode(png, cv2.IMREAD_COLOR)
    return picture is not None and int(picture.max()) <= DARK
