"""Ways of their own into the service, for what comes and goes many times a second."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from producer.web.feed import EVENTS
from producer.web.live import LIVE
from producer.web.posts import Posts


class Service(FastAPI):
    """An app of which what is posted to the feed goes to ``post_events``, and the sockets of
    graphics pages to ``sockets``: every layer of the framework costs each of their messages time.
    ``posts``: what a ``FeedLine`` takes straight off the line."""

    posts: Posts
    post_events: ASGIApp | None = None
    sockets: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        direct = self._direct(scope)
        if direct is not None:
            await direct(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def _direct(self, scope: Scope) -> ASGIApp | None:
        if scope["type"] == "http":
            posted = scope["path"] == EVENTS and scope["method"] == "POST"
            return self.post_events if posted else None
        if scope["type"] == "websocket":
            head, live, channel = scope["path"].partition(LIVE)
            return self.sockets if live and not head and "/" not in channel else None
        return None
