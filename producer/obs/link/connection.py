"""The connection to OBS: the only module that knows obs-websocket-py.

The library drops the codes of failed requests, cannot batch, waits for ever while connecting and
reconnects unreliably, so of it we use the requests, the password's hash and the receiving thread.
One Link is one connection: when it is lost it stays lost, and its owner connects a new one.
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
from obswebsocket import obsws, requests
from obswebsocket.core import RecvThread

from producer.obs.link.greeting import greet
from producer.obs.link.refusals import LinkLost, NoAnswer, NotObs, NotReachable, RequestFailed

EVENTS = 2047
"""All events but the ones of high volume; the library's own 1023 lacks studio mode."""

NOT_READY = 207
WITHOUT_STATE = 604
TRANSITIONS = ("GetCurrentSceneTransitionCursor", "GetCurrentSceneTransition")
"""OBS always has a transition but while it starts, when it may answer already."""

SERIAL_REALTIME, SERIAL_FRAME = 0, 1
"""As fast as OBS can; or inside one frame, in OBS's graphics thread."""

EVENT, REQUEST, ANSWER, BATCH, ANSWERS = 5, 6, 7, 8, 9

START_OBS = (
    "Start OBS, and in OBS switch on Tools > WebSocket Server Settings > Enable WebSocket server; "
    "its port is the setting obs.port"
)
WAIT_FOR_OBS = "Start OBS again if it is gone; Duplicast connects by itself"


@dataclass(frozen=True, slots=True)
class Address:
    host: str
    port: int
    password: str


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds: for connecting, for one answer, for OBS that says it is not ready yet."""

    connect: float = 3.0
    answer: float = 5.0
    ready: float = 15.0


PATIENT = Patience()


@dataclass(frozen=True, slots=True)
class ObsEvent:
    name: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Broken:
    """Put into the queue of events once, when the link is lost or closed."""


Received = ObsEvent | Broken


class Link(obsws):  # type: ignore[misc]
    """A connection that is up. Use from one thread at a time; events come into ``heard``.

    Every method that asks OBS raises LinkLost, NoAnswer or RequestFailed.
    """

    def __init__(
        self, address: Address, heard: queue.Queue[Any], patience: Patience = PATIENT
    ) -> None:
        super().__init__(
            host=address.host,
            port=address.port,
            password=address.password,
            legacy=False,
            timeout=patience.answer,
        )
        self.heard = heard
        self.ws: Any = None
        self.alive = False
        self._patience = patience
        self._numbers = itertools.count(1)
        self._closing = threading.Event()
        self._broken = "the connection to OBS is closed"
        self.version: Mapping[str, Any] = {}

    def connect(self) -> Link:
        """Connects, identifies and waits until OBS is ready.

        Raises NotReachable, NotObs, OldProtocol, WrongPassword, TooOld and what requests raise.
        """
        self.ws = self._open()
        try:
            self.server_version = greet(self.ws, self._build_auth_string, self.password, EVENTS)
            self.ws.settimeout(None)  # from here on the receiving thread waits; requests time out
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
                timeout=self._patience.connect,
                http_no_proxy=["*"],
            )
        except websocket.WebSocketTimeoutException as error:
            raise NotReachable(f"OBS does not answer at {place}", START_OBS) from error
        except websocket.WebSocketAddressException as error:
            raise NotReachable(
                f"there is no machine {self.host}", "Mend the setting obs.host"
            ) from error
        except websocket.WebSocketConnectionClosedException as error:
            raise NotReachable(
                f"{place} takes a connection and ends it at once", START_OBS
            ) from error
        except websocket.WebSocketException as error:
            raise NotObs(f"what answers at {place} is not OBS", START_OBS) from error
        except OSError as error:
            raise NotReachable(
                f"nothing answers at {place} ({error.strerror or error})", START_OBS
            ) from error
        return socket

    def request(self, name: str, data: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """One request; the answer's data. Waits while OBS says that it is not ready yet."""
        return self.call(getattr(requests, name)(**(data or {}))).datain  # type: ignore[no-any-return]

    def call(self, obj: Any) -> Any:
        """The library's way to ask, but a failed request raises RequestFailed."""
        body = {"requestType": obj.name, "requestData": obj.data()}
        until = time.monotonic() + self._patience.ready
        for pause in _growing():
            answer = self._ask(REQUEST, body)
            status = answer["requestStatus"]
            if status["code"] != NOT_READY or time.monotonic() >= until:
                break
            self._closing.wait(pause)
        if not status["result"]:
            raise RequestFailed(obj.name, status["code"], status.get("comment") or "")
        obj.input(answer.get("responseData") or {}, True)
        return obj

    def batch(
        self, questions: Sequence[tuple[str, Mapping[str, Any]]], in_one_frame: bool = False
    ) -> list[Mapping[str, Any]]:
        """Many requests in their order; stops at the first that fails. The answers' data.

        ``in_one_frame``: only for requests that neither make nor remove a source nor touch OBS's
        window; those would lock it up.
        """
        answers: list[Mapping[str, Any]] = []
        until = time.monotonic() + self._patience.ready
        for pause in _growing():
            rest = questions[len(answers) :]
            if not rest:
                break
            done, failed = self._part_of_batch(rest, in_one_frame)
            answers += done
            if failed is None:
                break
            if not _not_ready(failed) or time.monotonic() >= until:
                raise failed
            self._closing.wait(pause)
        return answers

    def each(
        self, questions: Sequence[tuple[str, Mapping[str, Any]]]
    ) -> list[Mapping[str, Any] | None]:
        """Many requests of which each may fail by itself: the answers' data, ``None`` for those."""
        results = self._ask(BATCH, _batch(questions, halt=False))["results"]
        return [
            (result.get("responseData") or {}) if result["requestStatus"]["result"] else None
            for result in results
        ]

    def _part_of_batch(
        self, questions: Sequence[tuple[str, Mapping[str, Any]]], in_one_frame: bool
    ) -> tuple[list[Mapping[str, Any]], RequestFailed | None]:
        body = _batch(questions, in_one_frame=in_one_frame)
        done: list[Mapping[str, Any]] = []
        for result in self._ask(BATCH, body)["results"]:
            status = result["requestStatus"]
            if not status["result"]:
                comment = status.get("comment") or ""
                return done, RequestFailed(result["requestType"], status["code"], comment)
            done.append(result.get("responseData") or {})
        return done, None

    def _ask(self, op: int, body: Mapping[str, Any]) -> Mapping[str, Any]:
        number = str(next(self._numbers))
        answered = self.events[number] = threading.Event()
        name = body.get("requestType", "a batch of requests")
        try:
            self.must_live()
            self.ws.send(json.dumps({"op": op, "d": {"requestId": number, **body}}))
            in_time = answered.wait(self.timeout)
        except (OSError, websocket.WebSocketException) as error:
            raise LinkLost(f"the connection to OBS broke: {error}", WAIT_FOR_OBS) from error
        finally:
            del self.events[number]
        if not in_time:
            raise NoAnswer(
                f"OBS did not answer {name} within {self.timeout:g} s",
                "Look whether OBS hangs or shows a question; start it again if it does",
            )
        if number not in self.answers:
            raise LinkLost(f"{self._broken}, before it answered {name}", WAIT_FOR_OBS)
        answer: Mapping[str, Any] = self.answers.pop(number)
        return answer

    def hear(self, message: Mapping[str, Any]) -> None:
        """One message, on the receiving thread: it only files it, for a call here would hang."""
        data = message["d"]
        if message["op"] == EVENT:
            self.heard.put(ObsEvent(data["eventType"], data.get("eventData") or {}))
        elif message["op"] in (ANSWER, ANSWERS) and data["requestId"] in self.events:
            self.answers[data["requestId"]] = data
            self.events[data["requestId"]].set()

    def broke(self, reason: str) -> None:
        """The connection ended, whoever ended it: nobody may go on waiting for an answer."""
        self.alive, self._broken = False, reason
        for waiting in list(self.events.values()):
            waiting.set()
        self.heard.put(Broken())

    def must_live(self) -> None:
        """Raises LinkLost, with the reason, where the connection has ended."""
        if not self.alive:
            raise LinkLost(self._broken, WAIT_FOR_OBS)

    def close(self) -> None:
        """Ends the connection and its thread; may be called again."""
        self.give_up()  # wakes the receiving thread
        if self.thread_recv is not None:
            self.thread_recv.join()
        self.ws.shutdown()

    disconnect = close

    def give_up(self) -> None:
        """From any thread: what waits for an answer on this connection raises LinkLost now."""
        self._closing.set()
        self.alive = False
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
    """Reads until the connection ends; never calls, never reconnects."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.name, self.daemon = "obs-link", True

    def run(self) -> None:
        try:
            while message := self.ws.recv():
                self.core.hear(json.loads(message))
            self.core.broke("OBS closed the connection")
        except (OSError, websocket.WebSocketException) as error:
            self.core.broke(f"the connection to OBS broke: {error}")
        except (ValueError, KeyError, TypeError) as error:
            self.core.broke(f"OBS said what is not its protocol: {error!r}")


def _batch(
    questions: Sequence[tuple[str, Mapping[str, Any]]],
    *,
    in_one_frame: bool = False,
    halt: bool = True,
) -> dict[str, Any]:
    return {
        "haltOnFailure": halt,
        "executionType": SERIAL_FRAME if in_one_frame else SERIAL_REALTIME,
        "requests": [{"requestType": name, "requestData": data} for name, data in questions],
    }


def _not_ready(failed: RequestFailed) -> bool:
    if failed.code == WITHOUT_STATE:
        return failed.request in TRANSITIONS
    return failed.code == NOT_READY


def _growing() -> Iterator[float]:
    """Pauses in seconds between attempts: 50 ms, doubling to 1 s."""
    pause = 0.05
    while True:
        yield pause
        pause = min(1.0, pause * 2)
