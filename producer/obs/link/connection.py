"""The connection to OBS: the only module that knows obs-websocket-py.

The library drops the codes of failed requests, cannot batch, has no connect timeout and reconnects
unreliably. We use only its authentication hash and its receiving thread. A Link is one connection:
once lost it stays lost, and its owner opens a new one.
"""

from __future__ import annotations

import itertools
import json
import queue
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import websocket
from obswebsocket import obsws
from obswebsocket.core import RecvThread

from producer.json_text import read_json
from producer.messages import message
from producer.obs.link.handshake import identify
from producer.obs.link.refusals import LinkLost, NoAnswer, NotObs, NotReachable, RequestFailed

EVENTS = 2047
"""All events except the high-volume ones; the library's own 1023 lacks studio mode."""

NOT_READY = 207
INVALID_RESOURCE_STATE = 604
TRANSITIONS = ("GetCurrentSceneTransitionCursor", "GetCurrentSceneTransition")
"""Only an OBS that is still starting has no current transition."""

SERIAL_REALTIME, SERIAL_FRAME = 0, 1
"""Execution types of a batch: as fast as possible, or within one frame on the graphics thread."""

EVENT, REQUEST, RESPONSE, BATCH, BATCH_RESPONSE = 5, 6, 7, 8, 9

START_OBS = message(
    "Start OBS, and in OBS turn on Tools > WebSocket Server Settings > "
    "Enable WebSocket server; its port is the setting obs.port"
)
WAIT_FOR_OBS = message("Restart OBS if it has closed; Duplicast reconnects automatically")


@dataclass(frozen=True, slots=True)
class Address:
    host: str
    port: int
    password: str


@dataclass(frozen=True, slots=True)
class Timeouts:
    """In seconds: to connect, to answer one request, to become ready while OBS starts, to change
    the scene collection."""

    connect: float = 3.0
    answer: float = 5.0
    ready: float = 15.0
    collection: float = 60.0


DEFAULT_TIMEOUTS = Timeouts()


@dataclass(frozen=True, slots=True)
class ObsEvent:
    name: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Disconnected:
    """Put on the inbox once, when the connection is lost or closed."""


class Link(obsws):  # type: ignore[misc]
    """An open connection. Use it from one thread at a time; OBS's events are put on ``inbox``.

    Requests raise LinkLost, NoAnswer or RequestFailed.
    """

    def __init__(
        self, address: Address, inbox: queue.Queue[Any], timeouts: Timeouts = DEFAULT_TIMEOUTS
    ) -> None:
        super().__init__(
            host=address.host,
            port=address.port,
            password=address.password,
            legacy=False,
            timeout=timeouts.answer,
        )
        self.inbox = inbox
        self.ws: Any = None
        self.alive = False
        self._timeouts = timeouts
        self._numbers = itertools.count(1)
        self._closing = threading.Event()
        self._steady = threading.Event()  # no change of the scene collection is under way
        self._steady.set()
        self._reason: str = message("the connection to OBS is closed")
        self.version: Mapping[str, Any] = {}

    def connect(self) -> Link:
        """Connects, authenticates and waits until OBS is ready.

        Raises NotReachable, NotObs, OldProtocol, WrongPassword, TooOld and what requests raise.
        """
        self.ws = self._open()
        try:
            self.server_version = identify(self.ws, self._build_auth_string, self.password, EVENTS)
            self.ws.settimeout(None)  # the receiving thread blocks; requests have their own timeout
            self.alive = True
            self.thread_recv = _Receiver(self)
            self.thread_recv.start()
            self.version = self.request("GetVersion")
        except BaseException:
            self.close()
            raise
        return self

    def _open(self) -> Any:
        socket: Any = websocket.WebSocket()
        place = f"{self.host}:{self.port}"
        try:
            socket.connect(
                f"ws://{self.host}:{self.port}",
                timeout=self._timeouts.connect,
                http_no_proxy=["*"],
            )
        except websocket.WebSocketTimeoutException as error:
            raise NotReachable(
                message("OBS does not answer at {place}", place=place), START_OBS
            ) from error
        except websocket.WebSocketAddressException as error:
            raise NotReachable(
                message("no host is named {host}", host=self.host),
                message("Correct the setting obs.host"),
            ) from error
        except websocket.WebSocketConnectionClosedException as error:
            raise NotReachable(
                message("{place} accepts connections and closes them at once", place=place),
                START_OBS,
            ) from error
        except websocket.WebSocketException as error:
            raise NotObs(
                message("the server at {place} is not OBS", place=place), START_OBS
            ) from error
        except OSError as error:
            raise NotReachable(
                message(
                    "nothing answers at {place} ({error})",
                    place=place,
                    error=error.strerror or error,
                ),
                START_OBS,
            ) from error
        return socket

    def request(self, name: str, data: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Sends one request and returns its response data. Retries while OBS is not ready."""
        body = {"requestType": name, "requestData": data or {}}
        until = time.monotonic() + self._timeouts.ready
        for pause in _backoff():
            answer = self._send(REQUEST, body)
            status = answer["requestStatus"]
            if status["code"] != NOT_READY or time.monotonic() >= until:
                break
            self._closing.wait(pause)
        if not status["result"]:
            raise RequestFailed(name, status["code"], status.get("comment") or "")
        return answer.get("responseData") or {}

    def batch(
        self, requests: Sequence[tuple[str, Mapping[str, Any]]], in_one_frame: bool = False
    ) -> list[Mapping[str, Any]]:
        """Sends requests in order, stops at the first that fails, and returns the response data.

        ``in_one_frame``: only for requests that neither create nor remove a source and do not
        touch OBS's window; those would deadlock OBS.
        """
        responses: list[Mapping[str, Any]] = []
        until = time.monotonic() + self._timeouts.ready
        for pause in _backoff():
            rest = requests[len(responses) :]
            if not rest:
                break
            done, failed = self._part_of_batch(rest, in_one_frame)
            responses += done
            if failed is None:
                break
            if not _not_ready(failed) or time.monotonic() >= until:
                raise failed
            self._closing.wait(pause)
        return responses

    def each(
        self, requests: Sequence[tuple[str, Mapping[str, Any]]]
    ) -> list[Mapping[str, Any] | None]:
        """Sends requests of which any may fail: the response data, ``None`` for a failed one."""
        results = self._send(BATCH, _batch(requests, halt=False))["results"]
        return [
            (result.get("responseData") or {}) if result["requestStatus"]["result"] else None
            for result in results
        ]

    def _part_of_batch(
        self, requests: Sequence[tuple[str, Mapping[str, Any]]], in_one_frame: bool
    ) -> tuple[list[Mapping[str, Any]], RequestFailed | None]:
        body = _batch(requests, in_one_frame=in_one_frame)
        done: list[Mapping[str, Any]] = []
        for result in self._send(BATCH, body)["results"]:
            status = result["requestStatus"]
            if not status["result"]:
                comment = status.get("comment") or ""
                return done, RequestFailed(result["requestType"], status["code"], comment)
            done.append(result.get("responseData") or {})
        return done, None

    def _send(self, op: int, body: Mapping[str, Any]) -> Mapping[str, Any]:
        number = str(next(self._numbers))
        answered = self.events[number] = threading.Event()
        name = body.get("requestType", "a batch of requests")
        try:
            steady = self._steady.wait(self._timeouts.collection)
            self.require_alive()
            if not steady:
                raise NoAnswer(
                    message("OBS has not finished changing its scene collection"),
                    message("See whether OBS hangs or shows a dialog; restart it if it hangs"),
                )
            self.ws.send(json.dumps({"op": op, "d": {"requestId": number, **body}}))
            in_time = answered.wait(self.timeout)
        except (OSError, websocket.WebSocketException) as error:
            raise LinkLost(
                message("the connection to OBS was lost: {error}", error=error), WAIT_FOR_OBS
            ) from error
        finally:
            del self.events[number]
        if not in_time:
            raise NoAnswer(
                message(
                    "OBS did not answer {name} within {seconds} s",
                    name=name,
                    seconds=f"{self.timeout:g}",
                ),
                message("See whether OBS hangs or shows a dialog; restart it if it hangs"),
            )
        if number not in self.answers:
            raise LinkLost(
                message("{reason} before OBS answered {name}", reason=self._reason, name=name),
                WAIT_FOR_OBS,
            )
        answer: Mapping[str, Any] = self.answers.pop(number)
        return answer

    def receive(self, message: Mapping[str, Any]) -> None:
        """Files one message. Runs on the receiving thread, where a request would deadlock."""
        data = message["d"]
        if message["op"] == EVENT:
            # A request during the change can crash OBS.
            if data["eventType"] == "CurrentSceneCollectionChanging":
                self._steady.clear()
            elif data["eventType"] == "CurrentSceneCollectionChanged":
                self._steady.set()
            self.inbox.put(ObsEvent(data["eventType"], data.get("eventData") or {}))
        elif message["op"] in (RESPONSE, BATCH_RESPONSE) and data["requestId"] in self.events:
            self.answers[data["requestId"]] = data
            self.events[data["requestId"]].set()

    def disconnected(self, reason: str) -> None:
        """Marks the connection as ended and wakes every request that waits for a response."""
        self.alive, self._reason = False, reason
        self._steady.set()
        for waiting in list(self.events.values()):
            waiting.set()
        self.inbox.put(Disconnected())

    def require_alive(self) -> None:
        """Raises LinkLost, with the reason, if the connection has ended."""
        if not self.alive:
            raise LinkLost(self._reason, WAIT_FOR_OBS)

    def close(self) -> None:
        """Closes the connection and ends its thread. May be called more than once."""
        self.abort()  # wakes the receiving thread
        if self.thread_recv is not None:
            self.thread_recv.join()
        self.ws.shutdown()

    disconnect = close

    def abort(self) -> None:
        """Makes waiting requests raise LinkLost now. May be called from any thread."""
        self._closing.set()
        self.alive = False
        self._steady.set()
        if self.ws is not None:
            self.ws.abort()

    def __enter__(self) -> Link:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Receiver(RecvThread):  # type: ignore[misc]
    """Reads until the connection ends; sends nothing and never reconnects."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.name, self.daemon = "obs-link", True

    def run(self) -> None:
        try:
            while text := self.ws.recv():
                self.core.receive(read_json(text))
            self.core.disconnected(message("OBS closed the connection"))
        except (OSError, websocket.WebSocketException) as error:
            self.core.disconnected(message("the connection to OBS was lost: {error}", error=error))
        except (ValueError, KeyError, TypeError) as error:
            self.core.disconnected(
                message("OBS sent a message that is not obs-websocket: {error}", error=repr(error))
            )


def _batch(
    requests: Sequence[tuple[str, Mapping[str, Any]]],
    *,
    in_one_frame: bool = False,
    halt: bool = True,
) -> dict[str, Any]:
    return {
        "haltOnFailure": halt,
        "executionType": SERIAL_FRAME if in_one_frame else SERIAL_REALTIME,
        "requests": [{"requestType": name, "requestData": data} for name, data in requests],
    }


def _not_ready(failed: RequestFailed) -> bool:
    if failed.code == INVALID_RESOURCE_STATE:
        return failed.request in TRANSITIONS
    return failed.code == NOT_READY


def _backoff() -> Iterator[float]:
    """Pauses between attempts in seconds: 0.05, doubling up to 1."""
    pause = 0.05
    while True:
        yield pause
        pause = min(1.0, pause * 2)
