"""Observes what OBS has on program, in three short exchanges that change nothing."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from producer.obs.link.connection import Link
from producer.obs.monitor.alarms import Observation, ObservedItem
from producer.obs.scenes.actual import Request

DARK = 10
"""Of 255. The safe scene and the backdrop are dark, but lighter than this."""

WIDTH = 32
"""Width in pixels of the screenshot; graphics and cards are many times larger than one pixel."""

PLAYED = ("ffmpeg_source", "vlc_source")
MAX_DEPTH = 8
"""How deep nested scenes are followed."""

WHOLE: tuple[Request, ...] = (
    ("GetSceneList", {}),
    ("GetStudioModeEnabled", {}),
    ("GetCurrentSceneTransitionCursor", {}),
    ("GetStats", {}),
)

Answer = Mapping[str, Any]


def observe(link: Link) -> Observation:
    """Raises what the link raises; RequestFailed if somebody removes something meanwhile."""
    scenes, studio, cursor, stats = link.batch(WHOLE)
    program = scenes["currentProgramSceneName"] or ""
    others = [each["sceneName"] for each in scenes["scenes"] if each["sceneName"] != program]
    picture = {"sourceName": program, "imageFormat": "png", "imageWidth": WIDTH}
    listed, screenshot, *active = link.batch(
        [
            ("GetSceneItemList", {"sceneName": program}),
            ("GetSourceScreenshot", picture),
            *(("GetSourceActive", {"sourceName": name}) for name in others),
        ]
    )
    items: list[Answer] = listed["sceneItems"]
    live = {name for name, each in zip(others, active, strict=True) if each["videoActive"]}
    return Observation(
        program=program,
        studio=studio["studioModeEnabled"],
        transition_done=cursor["transitionCursor"] >= 1,
        frames=int(stats["renderTotalFrames"]),
        items=_items(link, items),
        active_elsewhere=frozenset(live - _inside(link, items)) if live else frozenset(),
        black=_is_black(screenshot["imageData"]),
    )


def _items(link: Link, listed: list[Answer]) -> tuple[ObservedItem, ...]:
    played = [each["sourceName"] for each in listed if each["inputKind"] in PLAYED]
    requests = [("GetMediaInputStatus", {"inputName": name}) for name in played]
    answers = link.batch(requests) if requests else []
    states = {name: each["mediaState"] for name, each in zip(played, answers, strict=True)}
    return tuple(
        ObservedItem(
            source=each["sourceName"],
            kind=each["inputKind"] or "scene",
            shown=each["sceneItemEnabled"],
            width=int(each["sceneItemTransform"]["sourceWidth"]),
            media=states.get(each["sourceName"], ""),
        )
        for each in listed
    )


def _inside(link: Link, items: list[Answer]) -> set[str]:
    """The scenes nested in a scene, at any depth."""
    found: set[str] = set()
    for _ in range(MAX_DEPTH):
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
