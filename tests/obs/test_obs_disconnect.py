"""Stopping and losing the connection: nothing waits for ever, also if OBS hangs."""

import json
import logging
import queue
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosedError
from websockets.sync.server import ServerConnection, serve

from producer.cli import command_line
from producer.obs.director.control import Director
from producer.obs.director.state import Offline
from producer.obs.link.connection import Address, Link, ObsEvent, Timeouts
from producer.obs.link.reconnecting import ReconnectingLink
from producer.obs.link.refusals import LinkLost, ObsRefusal, Stopped
from producer.settings import ObsSettings

HOURS = Timeouts(connect=5, answer=36_000, ready=36_000)
HANGS = 60.0
"""Seconds after which a step counts as hanging."""


@pytest.fixture
def requests() -> "queue.Queue[str]":
    return queue.Queue()


@pytest.fixture
def hanging_obs(requests: "queue.Queue[str]") -> Iterator[int]:
    """The port of an OBS that completes the handshake and then answers nothing."""

    def greet(client: ServerConnection) -> None:
        client.send(json.dumps({"op": 0, "d": {"obsWebSocketVersion": "5", "rpcVersion": 1}}))
        client.recv()
        client.send(json.dumps({"op": 2, "d": {"negotiatedRpcVersion": 1}}))
        with suppress(ConnectionClosedError):  # a stop skips the closing handshake
            for message in client:
                requests.put(json.loads(message)["d"]["requestType"])

    with serve(greet, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield int(server.socket.getsockname()[1])
        server.shutdown()
        thread.join()


def test_a_director_whose_obs_hangs_stops_without_logging(
    hanging_obs: int,
    requests: "queue.Queue[str]",
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    director = Director(ObsSettings(port=hanging_obs), tmp_path, str, HOURS)
    director.start()
    assert requests.get(timeout=HANGS) == "GetVersion"
    stopping = threading.Thread(target=director.stop, daemon=True)
    stopping.start()
    stopping.join(HANGS)
    assert not stopping.is_alive(), "stop waits for OBS"
    state = director.state()
    assert isinstance(state, Offline)
    assert isinstance(state.refusal, Stopped)
    assert caplog.records == []


class NullListener:
    """Ignores everything."""

    def connected(self, link: Link) -> None: ...

    def disconnected(self, refusal: ObsRefusal) -> None: ...

    def on_event(self, event: ObsEvent) -> None: ...

    def on_idle(self, link: Link) -> None: ...


def test_waiting_work_is_refused_when_the_connection_is_lost() -> None:
    """The current work sees the end of the connection; its event is queued behind the work."""
    begun, lost = threading.Event(), threading.Event()

    def answer(client: ServerConnection) -> None:
        client.send(json.dumps({"op": 0, "d": {"obsWebSocketVersion": "5", "rpcVersion": 1}}))
        client.recv()
        client.send(json.dumps({"op": 2, "d": {"negotiatedRpcVersion": 1}}))
        request = json.loads(client.recv())["d"]
        done = {"result": True, "code": 100}
        client.send(json.dumps({"op": 7, "d": {**request, "requestStatus": done}}))
        assert lost.wait(HANGS)

    def work(link: Link) -> None:
        begun.set()
        while link.inbox.empty():  # until other work waits
            time.sleep(0.01)
        lost.set()
        while link.alive:
            time.sleep(0.01)

    with serve(answer, "127.0.0.1", 0) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        address = Address("127.0.0.1", int(server.socket.getsockname()[1]), "")
        connection = ReconnectingLink(address, Timeouts(HANGS, HANGS, HANGS), 3600, NullListener())
        connection.start()
        with ThreadPoolExecutor(2) as pool:
            first = pool.submit(connection.run, work)
            assert begun.wait(HANGS)
            second = pool.submit(connection.run, lambda _: "done")
            assert isinstance(second.exception(HANGS), LinkLost)
            assert first.exception(HANGS) is None
        server.shutdown()
        serving.join()
        connection.stop()


@pytest.mark.parametrize("words", [("serve", "--tls-cert", "gone"), ("serve", "--port", "1")])
def test_a_finished_command_leaves_no_log_handler_on_stderr(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(
        "DUPLICAST_HOST", "192.0.2.1"
    )  # reserved for documentation: no machine has it
    root = logging.getLogger()
    before = list(root.handlers), root.level
    assert CliRunner().invoke(command_line("serve"), list(words)).exit_code != 0
    assert (root.handlers, root.level) == before
