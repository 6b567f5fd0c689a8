"""A proxy that makes an OBS without the browser source look as if it had one.

The real OBS gets a transparent colour source in place of each page. `pages` has the pages that OBS
would show, for a real browser to open.
"""

import contextlib
import json
import threading
from collections.abc import Iterator
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.server import ServerConnection, serve

BROWSER, CLEAR = "browser_source", "color_source_v3"
REQUEST, ANSWER, BATCH, ANSWERS = 6, 7, 8, 9
Json = dict[str, Any]


class WithBrowser:
    """`settings`: of every page, by the name of its source."""

    def __init__(self, obs_port: int) -> None:
        self._obs = f"ws://127.0.0.1:{obs_port}"
        self.settings: dict[str, Json] = {}
        self._server = serve(self._carry, "127.0.0.1", 0, max_size=None)
        self.port = int(self._server.socket.getsockname()[1])
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def pages(self) -> dict[str, str]:
        return {name: str(each["local_file"]) for name, each in self.settings.items()}

    def close(self) -> None:
        self._server.shutdown()

    def _carry(self, ours: ServerConnection) -> None:
        asked: dict[str, list[Json]] = {}  # by the number that this connection gave it
        with connect(self._obs, max_size=None, proxy=None) as obs:
            back = threading.Thread(target=self._back, args=(obs, ours, asked), daemon=True)
            back.start()
            with contextlib.suppress(ConnectionClosed):
                for text in ours:
                    obs.send(json.dumps(self._to_obs(json.loads(text), asked)))

    def _back(self, obs: Any, ours: ServerConnection, asked: dict[str, list[Json]]) -> None:
        with contextlib.suppress(ConnectionClosed):
            for text in obs:
                ours.send(json.dumps(self._from_obs(json.loads(text), asked)))
        ours.close()

    def _to_obs(self, message: Json, asked: dict[str, list[Json]]) -> Json:
        data = message["d"]
        if message["op"] in (REQUEST, BATCH):
            each = data["requests"] if message["op"] == BATCH else [data]
            asked[data["requestId"]] = [
                {**one, "requestData": dict(one.get("requestData") or {})} for one in each
            ]
            for one in each:
                self._request(one["requestType"], one.get("requestData") or {})
        return dict(message)

    def _request(self, name: str, data: Json) -> None:
        source = data.get("inputName")
        if name == "CreateInput" and data["inputKind"] == BROWSER:
            self.settings[str(source)] = dict(data["inputSettings"])
            data["inputKind"] = CLEAR
            data["inputSettings"] = {"color": 0, "width": 1920, "height": 1080}
        elif name == "SetInputSettings" and source in self.settings:
            self.settings[str(source)] |= data["inputSettings"]
            data["inputSettings"] = {}

    def _from_obs(self, message: Json, asked: dict[str, list[Json]]) -> Json:
        data = message["d"]
        if message["op"] in (ANSWER, ANSWERS):
            each = data["results"] if message["op"] == ANSWERS else [data]
            questions = asked.pop(data["requestId"], [])
            for one, answer in zip(questions, each, strict=False):
                self._answer(one, answer.get("responseData") or {})
        return dict(message)

    def _answer(self, asked: Json, data: Json) -> None:
        name = asked["requestType"]
        if name == "GetInputKindList" and "inputKinds" in data:
            data["inputKinds"].append(BROWSER)
        elif name == "GetInputList":
            for one in data.get("inputs", []):
                if one["inputName"] in self.settings:
                    one["inputKind"] = BROWSER
        elif name == "GetInputSettings" and asked["requestData"]["inputName"] in self.settings:
            data["inputSettings"] = self.settings[asked["requestData"]["inputName"]]


@contextlib.contextmanager
def with_browser(obs_port: int) -> Iterator[WithBrowser]:
    made = WithBrowser(obs_port)
    try:
        yield made
    finally:
        made.close()
