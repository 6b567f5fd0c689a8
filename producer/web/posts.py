"""What is posted to the feed, taken straight off the line.

The requests of a device are alike but for their bodies: what was found of a head holds for the same
bytes again. Such a post goes from the line to the inlet and back, without the tasks and messages
of the framework, which cost more than its commit does. Everything else goes the ordinary way: a
head that is seen for the first time, a body that is large, comes before its turn or cannot be read,
a token that must be looked up, and what could not be committed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.types import Scope
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE
from uvicorn.server import ServerState

from producer.release import Receipt
from producer.web.bodies import LARGE, is_quick
from producer.web.door import Door, Shown, shown_token, told_headers
from producer.web.errors import Refusal
from producer.web.feed import EVENTS, JSON_TYPE, answer_body, read_body, says_json
from producer.web.guard import FEED_PAIRS, foreign
from producer.web.heads import LimitedHeads
from producer.web.inlet import Busy, Inlet
from producer.web.reach import permitted
from producer.web.roles import allowed

SMALL_HEAD = 1 << 10
"""Bytes up to which heads are kept."""

KEPT = 1000
"""Heads: one for every kind of device, and for every token."""

END = b"\r\n\r\n"
LENGTH = b"ength: "
_UNUSUAL = frozenset({"origin", "sec-fetch-site", "expect", "upgrade", "transfer-encoding"})
_KEPT_PAIRS = b"".join(b"%b: %b\r\n" % pair for pair in (JSON_TYPE, *FEED_PAIRS))


@dataclass(frozen=True, slots=True)
class Head:
    """What a head says: whether the body is one JSON value, and the token."""

    json_type: bool
    token: Shown


@dataclass(slots=True)
class Posts:
    """``heads``: by their bytes before and after the digits of the body's length."""

    door: Door
    inlet: Inlet
    heads: dict[tuple[bytes, bytes], Head] = field(default_factory=dict)

    def known(self, head: bytes) -> tuple[Head, int] | None:
        """What is known of ``head``, the blank line included, and the body's length in bytes."""
        before, digits, after = _around_length(head)
        found = self.heads.get((before, after))
        return None if found is None or len(digits) > 5 else (found, int(digits))

    def learn(self, head: bytes, scope: Scope) -> None:
        """``head``, which was read as ``scope``, where all that it says is usual."""
        found = _usual(head, scope, self.door)
        if found is not None:
            if len(self.heads) >= KEPT:
                self.heads.clear()
            before, _, after = _around_length(head)
            self.heads[before, after] = found


def _usual(head: bytes, scope: Scope, door: Door) -> Head | None:
    headers = told_headers(scope)
    length = headers.get("content-length", "").encode()
    before, digits, _ = _around_length(head)
    usual = (
        (scope["method"], scope["path"], scope["http_version"]) == ("POST", EVENTS, "1.1")
        and len(head) <= SMALL_HEAD
        # As many lines and names as were read: no second head, and no line of another kind.
        and head.count(b"\r\n") - 2 == len(scope["headers"]) == len(headers)
        and _UNUSUAL.isdisjoint(headers)
        and headers.get("connection", "keep-alive").lower() == "keep-alive"
        and length.isdigit()
        and head.count(LENGTH) == 1
        and _names_length(before)
        and digits == length
        and foreign(scope, door) is None
    )
    return Head(says_json(scope), shown_token(scope)) if usual else None


def _around_length(head: bytes) -> tuple[bytes, bytes, bytes]:
    """What stands before the first digits behind LENGTH, these, and the rest; without such digits
    all is before. The same before and after tell the same of everything but these digits."""
    name, told, rest = head.partition(LENGTH)
    digits, end, after = rest.partition(b"\r\n")
    return (name, digits, after) if told and end and digits.isdigit() else (head, b"", b"")


def _names_length(before: bytes) -> bool:
    """Whether the header that begins at the end of ``before`` is Content-Length and none whose name
    only ends like it."""
    return before.rpartition(b"\r\n")[2].lower() + LENGTH == b"content-length: "


class FeedLine(LimitedHeads):
    """uvicorn's HTTP for one line, with a way of their own for posts to the feed.

    ``between``: the reader stands before a request. ``held``: the beginning of a post whose rest
    has not come; ``posted``: one that is being committed; ``behind``: what came after it.
    """

    posts: Posts
    between = True
    held = posted = behind = came = b""
    stopping = False
    answered = 0.0

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.posts = config.app.posts  # type: ignore[union-attr]

    def data_received(self, data: bytes) -> None:
        if self.posted:
            self.flow.pause_reading()
            self.behind += data
            return
        data, self.held = self.held + data, b""
        idle = self.between and (self.cycle is None or self.cycle.response_complete)
        if not (idle and self._post(data)):
            self._read_on(data, idle=idle)

    def on_message_begin(self) -> None:
        self.between = False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        head = self.came[: self.came.find(END) + len(END)]
        if self.came.startswith(b"POST ") and "path" in self.scope:  # no offer of an upgrade
            self.posts.learn(head, dict(self.scope))
        self.came = b""

    def on_message_complete(self) -> None:
        self.between = True
        super().on_message_complete()

    def shutdown(self) -> None:
        if self.posted:
            self.stopping = True
        else:
            super().shutdown()

    def timeout_keep_alive_handler(self) -> None:
        """The timer may be older than the last post, and than one that is coming."""
        left = self.answered + self.timeout_keep_alive - self.loop.time()
        if self.posted or self.held or left > 0:
            self._keep_open(max(left, 1))
        else:
            super().timeout_keep_alive_handler()

    def _keep_open(self, seconds: float) -> None:
        handler = self.timeout_keep_alive_handler
        self.timeout_keep_alive_task = self.loop.call_later(seconds, handler)

    def _read_on(self, data: bytes, *, idle: bool) -> None:
        """The ordinary way."""
        self.came = data if idle else b""
        super().data_received(data)
        self.came = b""

    def _post(self, data: bytes) -> bool:
        """Whether ``data`` is a post, or the beginning of one, that needs nothing unusual."""
        end = data.find(END) + len(END)
        known = self.posts.known(data[:end])
        if known is None:
            return False
        head, length = known
        missing = length - (len(data) - end)
        if missing < 0 or length >= LARGE:
            return False
        if missing:
            self.held = data
            self._wait()
            return True
        return self._take(data, data[end:], head)

    def _take(self, data: bytes, body: bytes, head: Head) -> bool:
        """Whether ``body`` is on its way to the disk."""
        who = self.posts.door.at_once(head.token)
        if who is None or who.role not in allowed(EVENTS):
            return False
        if not is_quick(body):
            return False
        try:
            items = permitted(read_body(body, head.json_type), who)
            if not items:
                return False
            self.posts.inlet.submit(items, self._told)
        except (Refusal, Busy):
            return False
        self.posted, self.since = data, None
        return True

    def _told(self, told: list[Receipt] | Exception) -> None:
        posted, self.posted = self.posted, b""
        if self.transport.is_closing():
            return
        if isinstance(told, Exception):
            self._read_on(
                posted, idle=False
            )  # nothing of it was taken; whoever sent it is told why
        else:
            self._answer(told)
        if self.stopping:
            self.shutdown()
        elif self.behind:
            behind, self.behind = self.behind, b""
            self.flow.resume_reading()
            self.data_received(behind)

    def _answer(self, told: Sequence[Receipt]) -> None:
        body = answer_body(told)
        own = b"".join(b"%b: %b\r\n" % pair for pair in self.server_state.default_headers)
        length = b"content-length: %d\r\n\r\n" % len(body)
        self.transport.write(b"".join((STATUS_LINE[200], own, _KEPT_PAIRS, length, body)))
        self.server_state.total_requests += 1
        self.answered = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._keep_open(self.timeout_keep_alive)

    def _end(self, refusal: Refusal) -> None:
        """What waits for its rest is told as everything else is that does not come."""
        if self.held:
            held, self.held = self.held, b""
            self._read_on(held, idle=False)
        else:
            super()._end(refusal)
