"""What pages are sent, straight to their lines: a message to a hundred pages is made once, and each
costs one write. Through the framework each costs a task's turn and a message's way as well."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

PUSH = "duplicast.push"
"""Where a WebSocket's scope keeps its ``Push``."""

Push = Callable[[bytes], bool]
"""Writes a frame, and says whether it could: a line that still has something to send, or that ends,
takes nothing more in this way. In the event loop only."""


class PushedLine(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with a ``Push`` in its scope."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            cast(dict[str, Any], self.scope)[PUSH] = self.push

    def push(self, frame: bytes) -> bool:
        free = (
            self.handshake_complete
            and not self.close_sent
            and not self.transport.is_closing()
            and not self.transport.get_write_buffer_size()
        )
        if free:
            self.transport.write(frame)
        return free


def push_of(scope: Mapping[str, Any]) -> Push | None:
    """``None`` where every message is to ask whether the page's token is still good."""
    found: Push | None = scope.get(PUSH)
    return found if scope["who"].token is None else None


def frame_of(text: str) -> bytes:
    """A whole text message as a server sends it: unmasked (RFC 6455, 5.1) and not compressed."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
