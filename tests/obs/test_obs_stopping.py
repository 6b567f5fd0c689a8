"""Who is told to stop ends at once and says no more, and who waits gets an answer, also where OBS
hangs or is lost."""

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
from producer.obs.director.director import Director
from producer.obs.director.states import Offline
from producer.obs.link.connection import Address, Link, ObsEvent, Patience
from producer.obs.link.refusals import LinkLost, ObsRefusal, Stopped
from producer.obs.link.upkeep import KeptLink
from producer.settings import ObsSettings

HOURS = Patience(connect=5, answer=36_000, ready=36_000)
HANGS = 60.0
"""Seconds after which what does not end counts as hanging."""


@pytest.fixture
def asked() -> "queue.Queue[str]":
    return queue.Queue()


@pytest.fixture
def hanging_obs(asked: "queue.Queue[str]") -> Iterator[int]:
    """The port of an OBS that greets, and then answers nothing."""

    def greet(client: ServerConnection) -> None:
        client.send(json.dumps({"op": 0, "d": {"obsWebSocketVersion": "5", "rpcVersion": 1}}))
        client.recv()
        client.send(json.dumps({"op": 2, "d": {"negotiatedRpcVersion": 1}}))
        with suppress(ConnectionClosedError):  # who stops does not wait to say good-bye
            for message in client:
                asked.put(json.loads(message)["d"]["requestType"])

    with serve(greet, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield int(server.socket.getsockname()[1])
        server.shutdown()
        thread.join()


def test_a_director_whose_obs_hangs_stops_and_logs_nothing_more(
    hanging_obs: int,
    asked: "queue.Queue[str]",
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    director = Director(ObsSettings(port=hanging_obs), tmp_path, str, HOURS)
    director.start()
    assert asked.get(timeout=HANGS) == "GetVersion"
    stopping = threading.Thread(target=director.stop, daemon=True)
    stopping.start()
    stopping.join(HANGS)
    assert not stopping.is_alive(), "it waits for OBS"
    state = director.state()
    assert isinstance(state, Offline)
    assert isinstance(state.refusal, Stopped)
    assert caplog.records == []


class Nobody:
    """An owner who does nothing."""

    def up(self, link: Link) -> None: ...

    def down(self, refusal: ObsRefusal) -> None: ...

    def heard(self, event: ObsEvent) -> None: ...

    def idle(self, link: Link) -> None: ...


def test_what_waits_while_obs_is_lost_is_refused() -> None:
    """The work before it sees the connection end; what tells of that waits behind it."""
    begun, lost = threading.Event(), threading.Event()

    def answer(client: ServerConnection) -> None:
        client.send(json.dumps({"op": 0, "d": {"obsWebSocketVersion": "5", "rpcVersion": 1}}))
        client.recv()
        client.send(json.dumps({"op": 2, "d": {"negotiatedRpcVersion": 1}}))
        asked = json.loads(client.recv())["d"]
        done = {"result": True, "code": 100}
        client.send(json.dumps({"op": 7, "d": {**asked, "requestStatus": done}}))
        assert lost.wait(HANGS)

    def work(link: Link) -> None:
        begun.set()
        while link.heard.empty():  # until somebody waits
            time.sleep(0.01)
        lost.set()
        while link.alive:
            time.sleep(0.01)

    with serve(answer, "127.0.0.1", 0) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        address = Address("127.0.0.1", int(server.socket.getsockname()[1]), "")
        kept = KeptLink(address, Patience(HANGS, HANGS, HANGS), 3600, Nobody())
        kept.start()
        with ThreadPoolExecutor(2) as people:
            first = people.submit(kept.ask, work)
            assert begun.wait(HANGS)
            second = people.submit(kept.ask, lambda _: "done")
            assert isinstance(second.exception(HANGS), LinkLost)
            assert first.exception(HANGS) is None
        server.shutdown()
        serving.join()
        kept.stop()


@pytest.mark.parametrize("words", [("serve", "--tls-cert", "gone"), ("serve", "--port", "1")])
def test_a_command_that_has_ended_leaves_no_log_on_its_standard_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DUPLICAST_HOST", "192.0.2.1")  # of documentation: no machine has it
    root = logging.getLogger()
    before = list(root.handlers), root.level
    assert CliRunner().invoke(command_line("serve"), list(words)).exit_code != 0
    assert (root.handlers, root.level) == before
