"""A toy OBS: values that change as the requests say."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from producer.obs.scenes.actual import Actual, Item
from producer.obs.scenes.diff import Command

FRESH: dict[str, float | str] = {
    "positionX": 0.0,
    "positionY": 0.0,
    "alignment": 5,
    "rotation": 0.0,
    "boundsType": "OBS_BOUNDS_NONE",
    "boundsAlignment": 0,
    "boundsWidth": 0.0,
    "boundsHeight": 0.0,
    "cropLeft": 0,
    "cropTop": 0,
    "cropRight": 0,
    "cropBottom": 0,
    "scaleX": 1.0,
    "sourceWidth": 1920.0,
    "sourceHeight": 1080.0,
}


def after(now: Actual, commands: list[Command]) -> Actual:
    for command in commands:
        now = execute(now, command.request, command.data)
    return now


def execute(now: Actual, request: str, data: Mapping[str, Any]) -> Actual:
    """What OBS has after one request. Fails for a request that OBS would reject."""
    sources, settings = dict(now.sources), {k: dict(v) for k, v in now.settings.items()}
    scenes = {name: list(items) for name, items in now.scenes.items()}
    if request == "CreateScene":
        assert data["sceneName"] not in sources
        sources[data["sceneName"]] = "scene"
        scenes[data["sceneName"]] = []
    elif request == "CreateInput":
        assert data["inputName"] not in sources
        sources[data["inputName"]] = data["inputKind"]
        settings[data["inputName"]] = dict(data["inputSettings"])
        scenes[data["sceneName"]].append(new_item(scenes, data["inputName"], data))
    elif request == "CreateSceneItem":
        assert data["sourceName"] in sources
        scenes[data["sceneName"]].append(new_item(scenes, data["sourceName"], data))
    elif request == "SetInputSettings":
        settings[data["inputName"]] |= data["inputSettings"]
    else:
        items = scenes[data["sceneName"]]
        (place,) = [i for i, item in enumerate(items) if item.id == data["sceneItemId"]]
        item = items.pop(place)
        if request == "SetSceneItemIndex":
            assert 0 <= data["sceneItemIndex"] <= len(items)
            place = data["sceneItemIndex"]
        elif request == "SetSceneItemEnabled":
            item = replace(item, enabled=data["sceneItemEnabled"])
        elif request == "SetSceneItemTransform":
            assert data["sceneItemTransform"].get("boundsWidth", 1) >= 1
            item = replace(item, transform={**item.transform, **data["sceneItemTransform"]})
        else:
            raise AssertionError(request)
        items.insert(place, item)
    return Actual(sources, {name: tuple(items) for name, items in scenes.items()}, settings)


def new_item(scenes: Mapping[str, list[Item]], source: str, data: Mapping[str, Any]) -> Item:
    highest = max((item.id for items in scenes.values() for item in items), default=0)
    return Item(highest + 1, source, data["sceneItemEnabled"], FRESH)
