"""Addresses and standard input that ``duplicast follow`` follows, each in a thread of its own."""

from __future__ import annotations

import os
import random
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import connect

from producer.feeds.links.http import ask, words_of
from producer.feeds.links.plan import LinkState, next_step, shown_address, wait_after, went_down
from producer.feeds.links.received_file import add_message, file_name, put

LARGEST_MESSAGE = 8 << 20
"""Bytes of a WebSocket message; the connection is closed at a larger one."""

STDIN = "-"
_OPENING, _CHECK = 10.0, 0.5
_PIECE = 1 << 16
_lots = random.SystemRandom()

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class FollowedSource:
    """``path``: the file to which what arrives is written. ``ended``: set when nothing more
    comes, as after the end of standard input."""

    url: str
    path: Path
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def name(self) -> str:
        return "standard input" if self.url == STDIN else shown_address(self.url)

    @property
    def is_websocket(self) -> bool:
        return self.url.startswith(("ws://", "wss://"))


def is_source(text: str) -> bool:
    return text == STDIN or text.startswith(("http://", "https://", "ws://", "wss://"))


def is_address(url: str) -> bool:
    """Whether it names a host, and a port that can be; standard input counts."""
    try:
        return url == STDIN or bool(urlsplit(url).hostname and urlsplit(url).port != 0)
    except ValueError:
        return False


def source_in(folder: Path, number: int, url: str) -> FollowedSource:
    """The source, with a folder of its own for its file."""
    own = folder / str(number)
    own.mkdir()
    return FollowedSource(url, own / ("standard-input" if url == STDIN else file_name(url)))


def receive(source: FollowedSource, say: Say, every: float, stop: threading.Event) -> None:
    """Writes what arrives to the source's file until ``stop`` is set, or standard input ends."""

    def tell(words: str) -> None:
        say(f"{source.name}: {words}")

    try:
        if source.url == STDIN:
            _read_stdin(source, stop)
        elif source.is_websocket:
            _listen(source, tell, every, stop)
        else:
            _poll(source, tell, every, stop)
    except OSError as error:  # of the file; what the network does is not raised
        tell(f"what arrived cannot be written: {error.strerror or error}")
    finally:
        source.ended.set()


def receive_once(source: FollowedSource) -> str:
    """Asks an address one time, or reads standard input to its end. Returns why nothing came, else
    ``""``. Raises OSError."""
    if source.url == STDIN:
        _read_stdin(source, threading.Event())
        return ""
    step = next_step(LinkState(), ask(source.url, LinkState()), every=1, draw=0.5)
    if step.body is not None:
        put(source.path, step.body)
    return step.link.trouble


def _poll(source: FollowedSource, tell: Say, every: float, stop: threading.Event) -> None:
    link = LinkState()
    while not stop.is_set():
        step = next_step(link, ask(source.url, link), every, _lots.random())
        link = step.link
        if step.say:
            tell(step.say)
        if step.body is not None:
            put(source.path, step.body)
        stop.wait(step.wait)


def _listen(source: FollowedSource, tell: Say, every: float, stop: threading.Event) -> None:
    """Connects, and again after every end of the connection, later and later until a message
    comes."""
    failures, trouble = 0, "not connected yet"
    while not stop.is_set():
        try:
            with connect(
                source.url, open_timeout=_OPENING, close_timeout=1, max_size=LARGEST_MESSAGE
            ) as socket:
                tell("link up")
                trouble = ""
                while not stop.is_set():
                    try:
                        message = socket.recv(timeout=_CHECK)
                    except TimeoutError:
                        continue
                    failures = 0
                    add_message(
                        source.path, message.encode() if isinstance(message, str) else message
                    )
        except (WebSocketException, OSError, TimeoutError) as error:
            reason = _lost(error)
            if said := went_down(reason, trouble):
                tell(said)
            trouble = reason
        failures += 1
        stop.wait(wait_after(failures, every, _lots.random()))


def _read_stdin(source: FollowedSource, stop: threading.Event) -> None:
    with source.path.open("ab", buffering=0) as file:
        while not stop.is_set() and (piece := os.read(sys.stdin.fileno(), _PIECE)):
            file.write(piece)
        size = file.tell()
    if size and not _ends_a_line(source.path):
        add_message(source.path, b"")


def _ends_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def _lost(error: Exception) -> str:
    """Why a WebSocket is not, or not any more, connected."""
    if isinstance(error, ConnectionClosed):
        sent = error.sent
        if sent is not None and sent.code == 1009:
            return f"a message has more than {LARGEST_MESSAGE:,} bytes, the most that is read"
        received = error.rcvd
        why = f" ({received.reason})" if received is not None and received.reason else ""
        return f"the connection has ended{why}"
    if isinstance(error, InvalidStatus):
        return f"the server answers {error.response.status_code}"
    if isinstance(error, WebSocketException):
        return f"no WebSocket: {error}"
    return words_of(error)
