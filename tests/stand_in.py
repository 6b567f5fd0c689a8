"""An OBS that does nothing but remember: enough of obs-websocket 5 for scenes, sources and takes.

The real OBS is tested elsewhere; here only what is asked of it counts, every word of it.
"""

from __future__ import annotations

import json
import threading
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from PIL import Image
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

HELLO, IDENTIFIED, EVENT, REQUEST, ANSWER, BATCH, ANSWERS = 0, 2, 5, 6, 7, 8, 9
KINDS = ("image_source", "color_source_v3", "ffmpeg_source")
TRANSITION = {
    "transitionName": "Cut",
    "transitionKind": "cut_transition",
    "transitionFixed": True,
    "transitionDuration": 0,
}
Data = Mapping[str, Any]


def _white() -> str:
    png = BytesIO()
    Image.new("RGB", (8, 8), "white").save(png, "png")
    return f"data:image/png;base64,{b64encode(png.getvalue()).decode()}"


WHITE = _white()

NO_SUCH_SOURCE = 600


@dataclass
class StandIn:
    """``asked``: every request in its order, with all that it said."""

    port: int = 0
    asked: list[tuple[str, Data]] = field(default_factory=list)
    scenes: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: {"Own": []})
    inputs: dict[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    program: str = "Own"
    serial: int = 0
    one_at_a_time: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, name: str, data: Data) -> Data:
        with self.one_at_a_time:
            self.asked.append((name, data))
            doing = getattr(self, f"_{name}", None)
            if doing is not None:
                doing(data)
            telling = _TOLD.get(name)
            return telling(self, data) if telling else {}

    def _CreateScene(self, data: Data) -> None:  # noqa: N802 - OBS's own names, as all below
        self.scenes[data["sceneName"]] = []

    def _CreateInput(self, data: Data) -> None:  # noqa: N802
        self.inputs[data["inputName"]] = data["inputKind"], dict(data["inputSettings"])
        self._add(data, data["inputName"])

    def _CreateSceneItem(self, data: Data) -> None:  # noqa: N802
        self._add(data, data["sourceName"])

    def _SetInputSettings(self, data: Data) -> None:  # noqa: N802
        self.inputs[data["inputName"]][1].update(data["inputSettings"])

    def _SetSceneItemTransform(self, data: Data) -> None:  # noqa: N802
        self._item(data)["sceneItemTransform"].update(data["sceneItemTransform"])

    def _SetSceneItemEnabled(self, data: Data) -> None:  # noqa: N802
        self._item(data)["sceneItemEnabled"] = data["sceneItemEnabled"]

    def _SetSceneItemIndex(self, data: Data) -> None:  # noqa: N802
        items = self.scenes[data["sceneName"]]
        item = self._item(data)
        items.remove(item)
        items.insert(data["sceneItemIndex"], item)

    def _SetCurrentProgramScene(self, data: Data) -> None:  # noqa: N802
        self.program = data["sceneName"]

    def _add(self, data: Data, source: str) -> None:
        self.serial += 1
        item = {
            "sceneItemId": self.serial,
            "sourceName": source,
            "inputKind": self.inputs[source][0] if source in self.inputs else None,
            "isGroup": False,
            "sceneItemEnabled": data.get("sceneItemEnabled", True),
            "sceneItemTransform": {"sourceWidth": 1920.0, "sourceHeight": 1080.0},
        }
        self.scenes[data["sceneName"]].append(item)

    def _item(self, data: Data) -> dict[str, Any]:
        items = self.scenes[data["sceneName"]]
        return next(item for item in items if item["sceneItemId"] == data["sceneItemId"])

    def items(self, scene: str) -> list[Data]:
        return [
            {**item, "sceneItemIndex": place}
            for place, item in enumerate(self.scenes.get(scene, ()))
        ]


_TOLD: Mapping[str, Any] = {
    "GetVersion": lambda *_: {"obsVersion": "31.0.0", "obsWebSocketVersion": "5.5.0"},
    "GetVideoSettings": lambda *_: {
        "baseWidth": 1920,
        "baseHeight": 1080,
        "fpsNumerator": 30,
        "fpsDenominator": 1,
    },
    "GetStudioModeEnabled": lambda *_: {"studioModeEnabled": False},
    "GetInputKindList": lambda *_: {"inputKinds": list(KINDS)},
    "GetCurrentSceneTransitionCursor": lambda *_: {"transitionCursor": 1.0},
    "GetCurrentSceneTransition": lambda *_: TRANSITION,
    "GetSceneTransitionList": lambda *_: {"transitions": [TRANSITION]},
    "GetSourceScreenshot": lambda *_: {"imageData": WHITE},
    "GetSourceActive": lambda *_: {"videoActive": False},
    "GetMediaInputStatus": lambda *_: {"mediaState": "OBS_MEDIA_STATE_PLAYING"},
    "GetStats": lambda obs, _: {"renderTotalFrames": len(obs.asked)},
    "GetSceneList": lambda obs, _: {
        "currentProgramSceneName": obs.program,
        "scenes": [{"sceneName": name} for name in obs.scenes],
    },
    "GetInputList": lambda obs, _: {
        "inputs": [{"inputName": name, "inputKind": kind} for name, (kind, _) in obs.inputs.items()]
    },
    "GetSceneItemList": lambda obs, data: {"sceneItems": obs.items(data["sceneName"])},
    "GetInputSettings": lambda obs, data: {"inputSettings": obs.inputs[data["inputName"]][1]},
    "GetSceneItemTransform": lambda obs, data: {
        "sceneItemTransform": obs._item(data)["sceneItemTransform"]
    },
}


@contextmanager
def stand_in_obs() -> Iterator[StandIn]:
    obs = StandIn()

    def talk(connection: ServerConnection) -> None:
        def say(op: int, data: Data) -> None:
            connection.send(json.dumps({"op": op, "d": data}))

        try:
            say(HELLO, {"obsWebSocketVersion": "5.5.0", "rpcVersion": 1})
            connection.recv()
            say(IDENTIFIED, {"negotiatedRpcVersion": 1})
            for message in connection:
                told = json.loads(message)
                before = obs.program
                say(*_reply(obs, told["op"], told["d"]))
                if obs.program != before:
                    switched = {"sceneName": obs.program}
                    say(EVENT, {"eventType": "CurrentProgramSceneChanged", "eventData": switched})
                    say(EVENT, {"eventType": "SceneTransitionEnded", "eventData": {}})
        except ConnectionClosed:
            pass

    with serve(talk, "127.0.0.1", 0, max_size=None) as server:
        obs.port = server.socket.getsockname()[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield obs
        server.shutdown()


def _reply(obs: StandIn, op: int, body: Data) -> tuple[int, Data]:
    if op == REQUEST:
        return ANSWER, {"requestId": body["requestId"], **_result(obs, body)}
    results = [_result(obs, each) for each in body["requests"]]
    return ANSWERS, {"requestId": body["requestId"], "results": results}


def _result(obs: StandIn, request: Data) -> Data:
    """As OBS answers: also for an input that it does not have."""
    name, data = request["requestType"], request.get("requestData") or {}
    if name == "SetInputSettings" and data["inputName"] not in obs.inputs:
        obs.asked.append((name, data))
        comment = f"No source was found by the name of `{data['inputName']}`."
        status = {"result": False, "code": NO_SUCH_SOURCE, "comment": comment}
        return {"requestType": name, "requestStatus": status}
    status = {"result": True, "code": 100}
    return {"requestType": name, "requestStatus": status, "responseData": obs.answer(name, data)}
