"""A toy OBS: values that change as the requests say."""

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any

from PIL import Image

from producer.obs.link.refusals import RequestFailed
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


KINDS = ["color_source_v3", "image_source", "ffmpeg_source", "v4l2_input"]


CONSTANT: dict[str, dict[str, Any]] = {
    "Sleep": {},
    "GetVideoSettings": {"baseWidth": 1920, "baseHeight": 1080},
    "GetStudioModeEnabled": {"studioModeEnabled": False},
    "GetInputKindList": {"inputKinds": KINDS},
    "GetCurrentSceneTransitionCursor": {"transitionCursor": 1.0},
    "GetCurrentSceneTransition": {"transitionDuration": 300},
}
"""Answers that never change."""


def png(opacity: int) -> str:
    """A screenshot as OBS sends it: white, with this opacity (0 to 255)."""
    data = BytesIO()
    Image.new("RGBA", (8, 8), (255, 255, 255, opacity)).save(data, "PNG")
    return f"data:image/png;base64,{b64encode(data.getvalue()).decode()}"


@dataclass
class ToyLink:
    """Answers as ``Link`` does, for a toy OBS on a canvas of 1920x1080.

    ``failures``: codes with which the next requests of a type fail. ``ignored``: types of requests
    that are accepted without effect. ``widths``: of sources, one for each time it is read; the last
    one stays. ``opacities``: the same for screenshots of sources. ``changes``: what was executed.
    """

    now: Actual
    failures: dict[str, list[int]] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()
    widths: dict[str, list[float]] = field(default_factory=dict)
    opacities: dict[str, list[int]] = field(default_factory=dict)
    changes: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def batch(
        self, requests: Sequence[tuple[str, Mapping[str, Any]]], in_one_frame: bool = False
    ) -> list[dict[str, Any]]:
        if in_one_frame:
            assert not any(name.startswith("Create") for name, _ in requests), "OBS would deadlock"
        else:
            assert not any("sleepFrames" in data for _, data in requests), "OBS would refuse it"
        return [self._answer(name, data) for name, data in requests]

    def each(
        self, requests: Sequence[tuple[str, Mapping[str, Any]]]
    ) -> list[dict[str, Any] | None]:
        return [self._answer(name, data) for name, data in requests]

    def _answer(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        self.requests.append(name)
        if self.failures.get(name):
            raise RequestFailed(name, self.failures[name].pop(0), "")
        answer = self._read(name, data)
        if answer is not None:
            return answer
        self.changes.append((name, data))
        if name not in self.ignored:
            self.now = execute(self.now, name, data)
        return {}

    def _read(self, name: str, data: Mapping[str, Any]) -> dict[str, Any] | None:
        """The answer to a request that changes nothing, ``None`` for a change."""
        readers: dict[str, Callable[[], dict[str, Any]]] = {
            "GetSceneList": self._scenes,
            "GetInputList": self._inputs,
            "GetInputSettings": lambda: {"inputSettings": self.now.settings[data["inputName"]]},
            "GetSceneItemList": lambda: {"sceneItems": self._items(data["sceneName"])},
            "GetSceneItemTransform": lambda: next(
                each
                for each in self._items(data["sceneName"])
                if each["sceneItemId"] == data["sceneItemId"]
            ),
            "GetSourceScreenshot": lambda: {
                "imageData": png(_next(self.opacities.get(data["sourceName"], [255])))
            },
        }
        if name in readers:
            return readers[name]()
        return CONSTANT.get(name)

    def _scenes(self) -> dict[str, Any]:
        scenes = [name for name, kind in self.now.sources.items() if kind == "scene"]
        listed = [{"sceneName": name} for name in scenes]
        return {"currentProgramSceneName": "Scene", "scenes": listed}

    def _inputs(self) -> dict[str, Any]:
        inputs = [(name, kind) for name, kind in self.now.sources.items() if kind != "scene"]
        return {"inputs": [{"inputName": name, "inputKind": kind} for name, kind in inputs]}

    def _items(self, scene: str) -> list[dict[str, Any]]:
        return [self._item(index, item) for index, item in enumerate(self.now.scenes[scene])]

    def _item(self, index: int, item: Item) -> dict[str, Any]:
        width = (
            {"sourceWidth": _next(self.widths[item.source])} if item.source in self.widths else {}
        )
        return {
            "sceneItemId": item.id,
            "sceneItemIndex": index,
            "sourceName": item.source,
            "sceneItemEnabled": item.enabled,
            "sceneItemTransform": {**item.transform, **width},
        }


def _next(values: list[Any]) -> Any:
    return values.pop(0) if len(values) > 1 else values[0]
