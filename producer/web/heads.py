"""The heads of requests: how long they may be, and how long they may take to come in.

httptools, which reads them, limits neither, and uvicorn's own limit is for another reader.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from producer.web.errors import Refusal

LONGEST_HEAD = 1 << 16
"""Bytes of a request's first line and headers, and of what stands around and after its body."""

SLOWEST_HEAD = 20.0
"""Seconds that a head may take to come in, the first one of a line from when the line is open."""

TOO_LONG = Refusal(
    431,
    f"The head of the request is longer than {LONGEST_HEAD >> 10} KiB.",
    "Send a shorter address, fewer headers, or shorter ones; cookies are headers.",
)
TOO_SLOW = Refusal(408, "The head of the request took too long to come in.", "Send it again.")


class LimitedHeads(HttpToolsProtocol):
    """uvicorn's HTTP for one line, which ends where a head is too long or too slow.

    What the usual request pays for this is a few assignments: most heads come whole in one piece.

    ``unread``: bytes of the pieces that came since httptools last told of a head's end, a body's
    bytes or a body's end; so of a head that is coming, of empty lines before it, of a trailer.
    ``since``: the loop's time from when on there are any. One timer a line looks at it.
    """

    unread = 0
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
        self.unread += len(data)
        super().data_received(data)
        if not self.unread:
            self.since = None
        elif self.unread > LONGEST_HEAD:
            self._end(TOO_LONG)
        else:
            self._wait()

    def on_headers_complete(self) -> None:
        if self.unread > LONGEST_HEAD and _size(self.url, self.headers) > LONGEST_HEAD:
            self._end(TOO_LONG)
            raise ValueError(TOO_LONG.reason)  # ends httptools' reading; the line is closed
        self.unread = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.unread = 0
        super().on_message_complete()

    def _wait(self) -> None:
        if self.since is None:
            self.since = self.loop.time()
        if self.timer is None:
            self.timer = self.loop.call_later(SLOWEST_HEAD, self._look)

    def _look(self) -> None:
        """The timer may have been set for a head that has long come: then this one has time."""
        self.timer = None
        if self.since is None:
            return
        left = self.since + SLOWEST_HEAD - self.loop.time()
        if left > 0:
            self.timer = self.loop.call_later(left, self._look)
        else:
            self._end(TOO_SLOW)

    def _end(self, refusal: Refusal) -> None:
        """With words where somebody waits for them: not where nothing was asked, and not in the
        midst of the answer to an earlier request."""
        if self.transport.is_closing():
            return
        answering = self.cycle is not None and not self.cycle.response_complete
        if self.scope is not None and not answering:
            self.transport.write(_answer(refusal, self.server_state.default_headers))
        self.transport.close()


def _size(address: bytes, headers: Iterable[tuple[bytes, bytes]]) -> int:
    """Bytes of a head, but for its method and version."""
    return len(address) + sum(len(name) + len(value) + len(": \r\n") for name, value in headers)


def _answer(refusal: Refusal, own: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Plain words: what was asked for is not known."""
    words = f"{refusal.reason} {refusal.mend}".encode()
    headers = (
        *own,
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(words)),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    )
    lines = b"".join(b"%b: %b\r\n" % pair for pair in headers)
    return STATUS_LINE[refusal.status] + lines + b"\r\n" + words
