"""What OBS has, for whoever helps from afar: everything but what is in the pictures.

Of sources that are not ours only the kind is told, for their settings may hold texts, addresses
and keys; of ours, files without their folders.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from producer.obs.link.connection import Link
from producer.obs.scenes.reconcile import look
from producer.obs.scenes.wanted import is_ours

Told = dict[str, Any]

ASKED = (
    "GetVersion",
    "GetStats",
    "GetVideoSettings",
    "GetProfileList",
    "GetSceneCollectionList",
    "GetSceneTransitionList",
    "GetCurrentSceneTransition",
    "GetSceneList",
    "GetInputList",
    "GetInputKindList",
    "GetOutputList",
    "GetStudioModeEnabled",
)

PATHS = frozenset({"file", "local_file", "playlist", "input"})
ITEM = ("sceneItemId", "sourceName", "inputKind", "sceneItemEnabled", "sceneItemLocked", "isGroup")


def snapshot(link: Link, prefix: str) -> Told:
    """Raises what the link does."""
    answers = dict(zip(ASKED, link.batch([(request, {}) for request in ASKED]), strict=True))
    sources = look(link).sources
    scenes = [name for name, kind in sources.items() if kind == "scene"]
    items = link.batch([("GetSceneItemList", {"sceneName": name}) for name in scenes])
    ours = [name for name, kind in sources.items() if kind != "scene" and is_ours(name, prefix)]
    settings = link.batch([("GetInputSettings", {"inputName": name}) for name in ours])
    own = dict(zip(ours, settings, strict=True))
    version = dict(answers["GetVersion"])
    return {
        "obs": {key: version[key] for key in ("obsVersion", "obsWebSocketVersion", "platform")},
        "requests": sorted(version["availableRequests"]),
        "kinds": sorted(answers["GetInputKindList"]["inputKinds"]),
        "video": dict(answers["GetVideoSettings"]),
        "stats": dict(answers["GetStats"]),
        "profile": answers["GetProfileList"]["currentProfileName"],
        "collection": answers["GetSceneCollectionList"]["currentSceneCollectionName"],
        "studio": answers["GetStudioModeEnabled"]["studioModeEnabled"],
        "program": answers["GetSceneList"]["currentProgramSceneName"],
        "transition": answers["GetCurrentSceneTransition"]["transitionName"],
        "transitions": [
            {"name": each["transitionName"], "kind": each["transitionKind"]}
            for each in answers["GetSceneTransitionList"]["transitions"]
        ],
        "outputs": [
            {"kind": each["outputKind"], "active": each["outputActive"]}
            for each in answers["GetOutputList"]["outputs"]
        ],
        "scenes": {
            name: [_item(item) for item in answer["sceneItems"]]
            for name, answer in zip(scenes, items, strict=True)
        },
        "sources": {
            name: {"kind": kind, "ours": name in own} | _settings(own.get(name))
            for name, kind in sources.items()
            if kind != "scene"
        },
    }


def _item(told: Mapping[str, Any]) -> Told:
    return {key: told[key] for key in ITEM} | {"transform": dict(told["sceneItemTransform"])}


def _settings(answer: Mapping[str, Any] | None) -> Told:
    if answer is None:
        return {}
    settings = {
        key: _without_folder(value) if key in PATHS else value
        for key, value in answer["inputSettings"].items()
    }
    return {"settings": settings}


def _without_folder(value: Any) -> Any:
    """Of a path the file's name; of an address nothing but that it is one."""
    if isinstance(value, list):
        return [_without_folder(each["value"]) for each in value]
    if not isinstance(value, str):
        return value
    return "an address" if "://" in value else PurePath(value.replace("\\", "/")).name
