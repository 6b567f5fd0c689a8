"""A snapshot of OBS for remote support: everything except the pictures.

Of sources that are not ours it has only the kind, because their settings may contain texts,
addresses and keys; of ours it has file names without folders.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from producer.obs.link.connection import Link
from producer.obs.scenes.reconcile import read_overview
from producer.obs.scenes.wanted import is_ours

Json = dict[str, Any]

REQUESTS = (
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


def snapshot(link: Link, prefix: str) -> Json:
    """A JSON object. Raises what the link raises."""
    answers = dict(zip(REQUESTS, link.batch([(request, {}) for request in REQUESTS]), strict=True))
    sources = read_overview(link).sources
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


def _item(item: Mapping[str, Any]) -> Json:
    return {key: item[key] for key in ITEM} | {"transform": dict(item["sceneItemTransform"])}


def _settings(answer: Mapping[str, Any] | None) -> Json:
    if answer is None:
        return {}
    settings = {
        key: _without_folder(value) if key in PATHS else value
        for key, value in answer["inputSettings"].items()
    }
    return {"settings": settings}


def _without_folder(value: Any) -> Any:
    """The file name of a path; "an address" for a URL."""
    if isinstance(value, list):
        return [_without_folder(each["value"]) for each in value]
    if not isinstance(value, str):
        return value
    return "an address" if "://" in value else PurePath(value.replace("\\", "/")).name
