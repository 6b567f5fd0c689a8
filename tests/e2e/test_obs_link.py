"""The link: failures have OBS's code and comment, and no request waits for ever."""

import http.server
import json
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from obs_process import ObsProcess
from obs_remote import SLOW_MACHINE, Hand
from patience import PATIENCE
from ports import free_port
from websockets.sync.server import ServerConnection, serve

from producer.obs.link.connection import Address, Disconnected, Link, ObsEvent, Timeouts
from producer.obs.link.refusals import (
    LinkLost,
    NoAnswer,
    NoLink,
    NotObs,
    NotReachable,
    OldProtocol,
    RequestFailed,
    TooOld,
    WrongPassword,
)

pytestmark = pytest.mark.xdist_group("obs")

QUICK = Timeouts(connect=2, answer=2, ready=2)
"""For servers that send nothing; enough for the others on a busy machine."""


def connected(address: Address, patience: Timeouts = SLOW_MACHINE) -> Link:
    return Link(address, queue.Queue(), patience).connect()


def refusal(address: Address, patience: Timeouts = SLOW_MACHINE) -> NoLink:
    with pytest.raises(NoLink) as raised:
        connected(address, patience)
    assert raised.value.hint
    return raised.value


@contextmanager
def speaking(handler: Callable[[ServerConnection], None]) -> Iterator[Address]:
    """A WebSocket server that is not OBS, or behaves as an OBS too old to install here."""
    with serve(handler, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield Address("127.0.0.1", server.socket.getsockname()[1], "")
        finally:
            server.shutdown()
            thread.join()


def test_the_right_password_connects_and_gives_the_versions(address: Address) -> None:
    with connected(address) as link:
        assert link.version["obsWebSocketVersion"].startswith("5.")
        assert link.version["rpcVersion"] == 1


def test_a_wrong_password(address: Address) -> None:
    found = refusal(replace(address, password="not this one"))
    assert isinstance(found, WrongPassword)
    assert "rejected the password" in found.reason
    assert "obs.password" in found.hint


def test_no_password_where_obs_needs_one(address: Address) -> None:
    found = refusal(replace(address, password=""))
    assert isinstance(found, WrongPassword)
    assert "none is set" in found.reason


def test_a_port_where_nothing_listens(address: Address) -> None:
    found = refusal(replace(address, port=free_port()))
    assert isinstance(found, NotReachable)
    assert "Enable WebSocket server" in found.hint


def test_an_unknown_host(address: Address) -> None:
    found = refusal(replace(address, host="no-such-machine.invalid"))
    assert isinstance(found, NotReachable)
    assert "obs.host" in found.hint


def test_a_server_that_accepts_and_sends_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        found = refusal(Address("127.0.0.1", server.getsockname()[1], ""), QUICK)
    assert isinstance(found, NotReachable)


def test_a_web_server_is_not_obs() -> None:
    server = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    server.RequestHandlerClass.log_message = lambda *_: None  # type: ignore[method-assign]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        found = refusal(Address("127.0.0.1", server.server_port, ""))
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert isinstance(found, NotObs)


def test_the_old_protocol_is_recognised() -> None:
    """obs-websocket 4 waits for a request; the answer is from its documentation."""

    def old(connection: ServerConnection) -> None:
        asked = json.loads(connection.recv())
        answer = {"message-id": asked["message-id"], "status": "ok", "version": 1.1}
        connection.send(json.dumps(answer | {"obs-websocket-version": "4.9.1"}))

    with speaking(old) as address:
        found = refusal(address, QUICK)
    assert isinstance(found, OldProtocol)
    assert "4.9.1" in found.reason
    assert "4455" in found.hint


def test_a_silent_websocket_server_is_not_obs() -> None:
    def silent(connection: ServerConnection) -> None:
        for _ in connection:
            pass

    with speaking(silent) as address:
        assert isinstance(refusal(address, QUICK), NotObs)


def test_an_older_protocol_version_is_too_old() -> None:
    def early(connection: ServerConnection) -> None:
        hello: dict[str, Any] = {"obsWebSocketVersion": "5.0.0-alpha1", "rpcVersion": 0}
        connection.send(json.dumps({"op": 0, "d": hello}))

    with speaking(early) as address:
        found = refusal(address)
    assert isinstance(found, TooOld)
    assert "5.0.0-alpha1" in found.reason


def test_a_failed_request_has_code_and_comment(address: Address) -> None:
    with connected(address) as link:
        with pytest.raises(RequestFailed, match=r"No source was found.*\[code 600\]") as raised:
            link.request("GetInputSettings", {"inputName": "nobody's"})
        assert raised.value.code == 600
        assert raised.value.request == "GetInputSettings"
        assert link.request("GetSceneList")["scenes"]  # the link goes on


def test_a_batch_answers_in_order_and_stops_at_the_first_failure(
    address: Address, prefix: str
) -> None:
    with connected(address) as link:
        video, version = link.batch([("GetVideoSettings", {}), ("GetVersion", {})])
        assert (video["baseWidth"], video["baseHeight"]) == (1280, 720)
        assert version == link.version
        bad: list[tuple[str, dict[str, Any]]] = [
            ("GetInputSettings", {"inputName": "nobody's"}),
            ("CreateScene", {"sceneName": prefix}),
        ]
        for in_one_frame in (False, True):
            with pytest.raises(RequestFailed) as raised:
                link.batch(bad, in_one_frame)
            assert raised.value.code == 600
        names = [scene["sceneName"] for scene in link.request("GetSceneList")["scenes"]]
        assert prefix not in names


def test_events_of_studio_mode_are_received(hand: Hand) -> None:
    """The library does not subscribe to them."""
    hand("SetStudioModeEnabled", studioModeEnabled=True)
    assert hand.event("StudioModeStateChanged").data == {"studioModeEnabled": True}
    hand("SetStudioModeEnabled", studioModeEnabled=False)
    assert hand.event("StudioModeStateChanged").data == {"studioModeEnabled": False}


def test_a_crash_ends_the_wait_for_an_answer(obs: ObsProcess, address: Address) -> None:
    with connected(address, replace(SLOW_MACHINE, answer=3600)) as link:
        caught: list[Exception] = []

        def ask() -> None:
            try:
                link.batch([("Sleep", {"sleepMillis": 50000})])
            except LinkLost as lost:
                caught.append(lost)

        thread = threading.Thread(target=ask)
        thread.start()
        while not link.events:
            assert thread.is_alive()
        obs.kill()
        thread.join(PATIENCE)
        assert len(caught) == 1
        assert not link.alive
        received = link.inbox.get(timeout=PATIENCE)
        while isinstance(received, ObsEvent):
            received = link.inbox.get(timeout=PATIENCE)
        assert received == Disconnected()
        with pytest.raises(LinkLost):
            link.request("GetVersion")


def test_a_hanging_obs_raises_no_answer(obs: ObsProcess, address: Address) -> None:
    with connected(address) as link:
        link.timeout = 1
        obs.freeze()
        try:
            with pytest.raises(NoAnswer, match="GetVersion within 1 s"):
                link.request("GetVersion")
        finally:
            obs.thaw()


def test_connecting_waits_until_obs_is_ready(obs: ObsProcess, address: Address) -> None:
    """Its port answers before it is ready (code 207); a connected link accepts requests."""
    obs.stop()
    obs.start()
    with connected(address) as link:
        assert link.request("GetSceneList")["scenes"]


def test_a_request_is_retried_while_obs_is_not_ready() -> None:
    """OBS answers code 207 too briefly for a test, hence a stand-in."""
    codes = iter([207, 207, 100])
    asked = []

    def starting(connection: ServerConnection) -> None:
        connection.send(json.dumps({"op": 0, "d": {"obsWebSocketVersion": "5", "rpcVersion": 1}}))
        connection.recv()
        connection.send(json.dumps({"op": 2, "d": {"negotiatedRpcVersion": 1}}))
        for message in connection:
            body = json.loads(message)["d"]
            asked.append(body["requestType"])
            code = next(codes)
            answer = {"requestId": body["requestId"], "requestType": body["requestType"]}
            answer["requestStatus"] = {"result": code == 100, "code": code}
            connection.send(json.dumps({"op": 7, "d": answer}))

    with speaking(starting) as address, connected(address):
        assert asked == ["GetVersion"] * 3


def test_closing_twice_is_allowed(address: Address) -> None:
    link = connected(address)
    link.close()
    link.close()
    with pytest.raises(LinkLost):
        link.request("GetVersion")
    assert "obs-link" not in [thread.name for thread in threading.enumerate()]
