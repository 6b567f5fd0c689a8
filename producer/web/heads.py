"""The heads of requests: how long they may be, and how long they may take to come in.

httptools, which reads them, limits neither, and uvicorn's own limit is for another reader.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Iterable
from typing import Any

from httptools import HttpParserUpgrade, HttpRequestParser
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

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


class Parser(HttpRequestParser):
    """httptools' parser, for which a request that offers an upgrade to what nobody here speaks is
    the same without the offer (RFC 9110, 7.8). Else it stops behind the head of such a request,
    says that the request is at its end, and leaves out its body.
    """

    def __init__(self, line: LimitedHeads) -> None:
        super().__init__(line)
        self.line = line
        self.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn's own

    def feed_data(self, data: bytes | bytearray | memoryview | array[int]) -> None:
        parser, rest = self, data
        while True:
            try:
                return HttpRequestParser.feed_data(parser, rest)
            except HttpParserUpgrade as stopped:
                if not self.line.offered():
                    raise
                rest = memoryview(rest)[stopped.args[0] :]
            head = self.line.head_without_offer()
            # A new one: where the line is to be closed afterwards the old one reads no more.
            parser = self.line.parser = Parser(self.line)
            HttpRequestParser.feed_data(parser, head)


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

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.parser = Parser(self)

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
        if not self.offered():
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.unread = 0
        if not self.offered():
            super().on_message_complete()

    def offered(self) -> bool:
        """Whether the head that was read offers an upgrade which is not taken, and is read again
        without it."""
        return (
            self.parser.should_upgrade()
            and not self._should_upgrade()
            and any(name == b"upgrade" for name, _ in self.headers)
        )

    def head_without_offer(self) -> bytes:
        version = self.parser.get_http_version().encode()
        return b"".join(
            (
                b"%b %b HTTP/%b\r\n" % (self.parser.get_method(), self.url, version),
                *(b"%b: %b\r\n" % pair for pair in self.headers if pair[0] != b"upgrade"),
                b"\r\n",
            )
        )

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
