"""The feed's own way into the service."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from producer.web.feed import EVENTS


class Service(FastAPI):
    """An app of which what is posted to the feed goes to ``direct``: thousands of events a second
    come that way, and every layer of the framework costs them time."""

    direct: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        posted = scope["type"] == "http" and scope["path"] == EVENTS and scope["method"] == "POST"
        if posted and self.direct is not None:
            await self.direct(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
