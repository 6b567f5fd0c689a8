"""While OBS changes its scene collection nothing is asked of it: a request then can crash it."""

import json
import queue
import threading
from collections.abc import Callable, Iterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from producer.obs.link.connection import Address, Link, ObsEvent, Timeouts
from producer.obs.link.refusals import LinkLost, NoAnswer

PATIENCE = 30.0


class Changing:
    """An OBS that says what the test says, and answers every request with nothing."""

    def __init__(self) -> None:
        self.asked: queue.Queue[str] = queue.Queue()
        self.line: ServerConnection | None = None
        # Its client does not answer a farewell; by default ten seconds are given to it.
        self._server = serve(self._greet, "127.0.0.1", 0, close_timeout=0.1)
        self.port = int(self._server.socket.getsockname()[1])
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def say(self, event: str) -> None:
        assert self.line is not None
        data = {"eventType": event, "eventData": {"sceneCollectionName": "Evening"}}
        self.line.send(json.dumps({"op": 5, "d": data}))

    def close(self) -> None:
        self._server.shutdown()

    def _greet(self, line: ServerConnection) -> None:
        line.send(json.dumps({"op": 0, "d": {"obsWebSocketVersion": "5", "rpcVersion": 1}}))
        line.recv()
        line.send(json.dumps({"op": 2, "d": {"negotiatedRpcVersion": 1}}))
        self.line = line
        try:
            for text in line:
                self._answer(line, json.loads(text)["d"])
        except ConnectionClosed:
            return

    def _answer(self, line: ServerConnection, data: dict[str, object]) -> None:
        self.asked.put(str(data["requestType"]))
        status = {"result": True, "code": 100}
        answer = {"requestId": data["requestId"], "requestStatus": status, "responseData": {}}
        line.send(json.dumps({"op": 7, "d": answer}))


@pytest.fixture
def obs() -> Iterator[Changing]:
    made = Changing()
    yield made
    made.close()


@pytest.fixture
def linked(obs: Changing) -> Iterator[Callable[[float], Link]]:
    opened: list[Link] = []

    def link(longest: float) -> Link:
        inbox: queue.Queue[object] = queue.Queue()
        timeouts = Timeouts(PATIENCE, PATIENCE, PATIENCE, longest)
        address = Address("127.0.0.1", obs.port, "")
        opened.append(Link(address, inbox, timeouts).connect())
        assert obs.asked.get(timeout=PATIENCE) == "GetVersion"
        return opened[-1]

    yield link
    for each in opened:
        each.close()


def changing(obs: Changing, link: Link) -> None:
    obs.say("CurrentSceneCollectionChanging")
    event = link.inbox.get(timeout=PATIENCE)
    assert isinstance(event, ObsEvent)
    assert event.name == "CurrentSceneCollectionChanging"


def test_requests_wait_until_the_collection_has_changed(
    obs: Changing, linked: Callable[[float], Link]
) -> None:
    link = linked(PATIENCE)
    changing(obs, link)
    answers: list[object] = []
    asking = threading.Thread(target=lambda: answers.append(link.request("GetSceneList")))
    asking.start()
    with pytest.raises(queue.Empty):
        obs.asked.get(timeout=0.5)
    obs.say("CurrentSceneCollectionChanged")
    assert obs.asked.get(timeout=PATIENCE) == "GetSceneList"
    asking.join(PATIENCE)
    assert answers == [{}]


def test_a_change_that_does_not_end_is_refused_with_the_reason(
    obs: Changing, linked: Callable[[float], Link]
) -> None:
    link = linked(0.3)
    changing(obs, link)
    with pytest.raises(NoAnswer, match="scene collection"):
        link.request("GetSceneList")
    assert obs.asked.empty()


def test_a_line_that_ends_meanwhile_is_reported_at_once(
    obs: Changing, linked: Callable[[float], Link]
) -> None:
    link = linked(36_000)
    changing(obs, link)
    ended: list[BaseException] = []

    def ask() -> None:
        try:
            link.request("GetSceneList")
        except LinkLost as lost:
            ended.append(lost)

    asking = threading.Thread(target=ask)
    asking.start()
    assert obs.line is not None
    obs.line.close()
    asking.join(PATIENCE)
    assert len(ended) == 1
