"""Limits on requests: how large a head or body may be, and how long each may take to arrive."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import h11
from starlette.types import Message, Receive, Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from producer.web.ops.errors import Refusal

LARGEST_HEAD = 1 << 16
"""Bytes of a request's first line and headers, and of a chunked body's lengths and trailers."""

SLOWEST_HEAD = 20.0
"""Seconds a head may take to arrive, counted on a new connection from its opening."""

LARGEST_BODY = 1 << 16
"""Bytes of a request's body, except the feed's (``bodies.LONGEST_BODY``) and those below."""

LARGEST_PHOTO = 12_000_000
"""Bytes of the body with a photo: more than the largest photo, whose refusal has its own words."""

LARGEST_FEED_FILE = 32_000_000
"""Bytes of a file of hands; the command line reads larger ones."""

LARGEST_MAP = 1 << 20
"""Bytes of the body with a map: the order sheets of 200 tables."""

PHOTO, FEED_FILE, SAVED_MAP = "/api/people/photo", "/api/maps/file", "/api/maps/save"
_LARGER_BODIES = {PHOTO: LARGEST_PHOTO, FEED_FILE: LARGEST_FEED_FILE, SAVED_MAP: LARGEST_MAP}

SLOWEST_BODY = 20.0
"""Seconds a body may take to arrive."""

LARGEST_MESSAGE = 1 << 20
"""Bytes of a WebSocket message to the service."""

IDLE = 75
"""Seconds an idle connection stays open: a device sends when people act."""

GRACE = 1
"""Seconds that open requests and sockets get when the service stops."""

HEAD_TOO_LARGE = Refusal(
    431,
    f"The head of the request is longer than {LARGEST_HEAD >> 10} KiB.",
    "Send a shorter address, fewer headers, or shorter ones; cookies are headers.",
)
HEAD_TOO_SLOW = Refusal(408, "The head of the request took too long to arrive.", "Send it again.")
BODY_TOO_LARGE = 413, "The request is too long."
BODY_TOO_SLOW = 408, "The request took too long to arrive.", "Send it again."


class LimitedConnection(H11Protocol):
    """uvicorn's HTTP/1.1 connection, closed when a head is too large or too slow.

    It relies only on uvicorn's ``asyncio.Protocol`` callbacks and on ``conn``, the connection's h11
    state machine. ``since``: the loop's time at which the incomplete head began, ``None`` while
    nothing is incomplete.
    """

    since: float | None = None
    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.timer is not None:
            self.timer.cancel()

    def data_received(self, data: bytes) -> None:
        """Feeds the parser at most what a head may still contain, so that it never completes one
        that is too large."""
        while data:
            room = LARGEST_HEAD - self._buffered()
            if room <= 0:  # pipelined requests, waiting for the answer before theirs
                room = LARGEST_HEAD
            before = self.conn.their_state
            super().data_received(data[:room])
            data = data[room:]
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # refused, or a WebSocket from here on
            if self._is_complete():
                self.since = None
            elif self._buffered() >= LARGEST_HEAD and self._is_reading():
                self._refuse(HEAD_TOO_LARGE)
                return
            elif self.since is None or self.conn.their_state is not before:
                self._wait()

    def _is_reading(self) -> bool:
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _buffered(self) -> int:
        return len(self.conn.trailing_data[0])

    def _is_complete(self) -> bool:
        return self.conn.their_state is not h11.SEND_BODY and not self._buffered()

    def _is_answering(self) -> bool:
        return self.conn.our_state in (h11.SEND_RESPONSE, h11.SEND_BODY)

    def _wait(self) -> None:
        self.since = asyncio.get_running_loop().time()
        if self.timer is None:
            self._check_in(SLOWEST_HEAD)

    def _check_in(self, seconds: float) -> None:
        self.timer = asyncio.get_running_loop().call_later(seconds, self._check)

    def _check(self) -> None:
        self.timer = None
        if self.since is None or self.transport.get_protocol() is not self:
            return
        left = self.since + SLOWEST_HEAD - asyncio.get_running_loop().time()
        if left > 0:
            self._check_in(left)
        elif self._is_answering():
            self._check_in(SLOWEST_HEAD)
        else:
            self._refuse(HEAD_TOO_SLOW)

    def _refuse(self, refusal: Refusal) -> None:
        """Closes the connection. Sends the reason only if a request has begun to arrive and no
        other is being answered."""
        if self.transport.is_closing():
            return
        if self.conn.our_state is h11.IDLE and self._buffered():
            self.transport.write(_response(self.conn, refusal))
        self.transport.close()


def _response(conn: h11.Connection, refusal: Refusal) -> bytes:
    """Plain text, as the requested address is not known yet."""
    text = f"{refusal.reason} {refusal.hint}".encode()
    headers = {
        "content-type": "text/plain; charset=utf-8",
        "content-length": str(len(text)),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "connection": "close",
    }
    head = h11.Response(status_code=refusal.status, headers=list(headers.items()))
    events = head, h11.Data(text), h11.EndOfMessage()
    return b"".join(conn.send(event) or b"" for event in events)


SERVER_OPTIONS: dict[str, Any] = {
    "http": LimitedConnection,
    "h11_max_incomplete_event_size": LARGEST_HEAD,
    "ws": "websockets-sansio",
    "ws_max_size": LARGEST_MESSAGE,
    "ws_per_message_deflate": False,  # costs more time than it saves on a venue's network
    "timeout_keep_alive": IDLE,
    "timeout_graceful_shutdown": GRACE,
}
"""Arguments for ``uvicorn.Config`` that these limits need."""


def largest_body(path: str) -> int | None:
    """Bytes of a request's body at ``path``; ``None`` for the feed, which has its own limit.

    >>> largest_body("/feed/events"), largest_body("/api/take"), largest_body(PHOTO)
    (None, 65536, 12000000)
    """
    if path.startswith("/feed"):
        return None
    return _LARGER_BODIES.get(path, LARGEST_BODY)


@dataclass(slots=True)
class BodyLimit:
    """``complete``: whether the whole body has arrived. A request answered before that closes its
    connection, as the rest is not read."""

    complete: bool


def limited_body(scope: Scope, receive: Receive, body: BodyLimit) -> Receive:
    """``receive`` with the time limit for bodies and, except for the feed, the size limit. It
    raises Refusal when one is exceeded."""
    until = asyncio.get_running_loop().time() + SLOWEST_BODY
    most = largest_body(scope["path"])
    size = 0

    async def received() -> Message:
        nonlocal size
        if body.complete:
            return await receive()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError as error:
            raise Refusal(*BODY_TOO_SLOW) from error
        size += len(message.get("body", b""))
        body.complete = not message.get("more_body", False)
        if most is not None and size > most:
            raise Refusal(*BODY_TOO_LARGE)
        return message

    return received
