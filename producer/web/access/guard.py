"""Who may talk to the service: those it is meant for, by its own name, from its own pages.

A page of another site can make the producer's browser send requests here, and a name that points
at this machine (DNS rebinding) can make it read the answers. So every request must name us as its
host, and every request that changes something, and every WebSocket, must come from our origin.
Then the token says who asks, and the roles whether they may.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from urllib.parse import urlsplit

from fastapi import WebSocketDisconnect
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from producer.release import StoreError
from producer.web.access.authentication import Door, told_headers
from producer.web.access.limits import BODY_TOO_LARGE, LARGEST_BODY, BodyLimit, limited_body
from producer.web.access.roles import Who, allowed
from producer.web.ops.errors import calm, refused

log = logging.getLogger("duplicast.web")
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": f"{_POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
GRAPHICS_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": _POLICY.replace("img-src 'self'", "img-src 'self' data:"),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""A graphics page holds nothing but its channel's name, and OBS shows it in a frame of its own. A
theme's logo is a part of what is drawn there."""

FEED_HEADERS: Mapping[str, str] = {"X-Content-Type-Options": "nosniff"}
"""A device reads numbers; it shows no page and follows no link."""


def _pairs(headers: Mapping[str, str]) -> tuple[tuple[bytes, bytes], ...]:
    """As they are sent. What does not say otherwise is not stored by anybody: deals must not
    outlive their answer."""
    told = {**headers, "Cache-Control": "no-store"}
    return tuple((name.lower().encode(), value.encode()) for name, value in told.items())


_PAIRS, _GRAPHICS_PAIRS, _FEED_PAIRS = map(_pairs, (HEADERS, GRAPHICS_HEADERS, FEED_HEADERS))
POLICY_VIOLATION = 1008
AMBIGUOUS = "Send HTTP/1.1, and either Content-Length or Transfer-Encoding."
FOREIGN_HOST = "This service answers only under its own address, http://127.0.0.1 and its port."
FOREIGN_ORIGIN = "Only pages of this service may ask for this."
NO_TOKEN = "This needs a token.", "Sign in at /sign-in, or send the token as Authorization: Bearer."
NOT_YOURS = "This is not for your role.", "A producer makes tokens with `duplicast token add`."
SOONEST = 0.1
"""Seconds between two looks at the tokens for one WebSocket, at the least."""

BODY = "duplicast.body"
"""Where a scope keeps its ``BodyLimit``."""


def guard(app: ASGIApp, door: Door, there: Callable[[Scope], bool]) -> ASGIApp:
    """ASGI middleware: refuses foreign hosts and origins, asks who it is, and adds the security
    headers; what goes wrong in it and within ends calmly. ``there``: whether a route answers, so
    that who has come in is told what is nowhere.
    """
    return _headed(calm(_let_in(app, door, there)))


def _headed(app: ASGIApp) -> ASGIApp:
    async def headed(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
            return

        own = _own_pairs(scope["path"])
        body = BodyLimit(complete=scope["type"] == "websocket" or scope["method"] in SAFE_METHODS)
        scope[BODY] = body

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                told = [*message.get("headers", ())]
                named = {name.lower() for name, _ in told}
                message["headers"] = told + [pair for pair in own if pair[0] not in named]
                if not body.complete:
                    message["headers"].append((b"connection", b"close"))
            await send(message)

        await app(scope, receive, send_with_headers)

    return headed


def _let_in(app: ASGIApp, door: Door, there: Callable[[Scope], bool]) -> ASGIApp:
    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
            return
        if scope["type"] == "http" and _ambiguous(scope):
            answer: Response = PlainTextResponse(AMBIGUOUS, 400, {"Connection": "close"})
            await answer(scope, receive, send)
            return
        refusal = _foreign(scope, door)
        if refusal is not None:
            answer = JSONResponse({"error": refusal}, status_code=403)
            await _turn_away(scope, receive, send, answer)
            return
        who = await door.who(scope)
        welcome = who.role in allowed(scope["path"])
        if not welcome and (who.role == "nobody" or there(scope)):
            await _turn_away(scope, receive, send, _unwelcome(scope, who))
            return
        scope["who"] = who
        if scope["type"] == "websocket":
            await _while_good(app, door, scope, receive, send)
        elif not scope["path"].startswith("/feed") and _told_length(scope) > LARGEST_BODY:
            await _turn_away(scope, receive, send, refused(Request(scope), *BODY_TOO_LARGE))
        else:
            await app(scope, limited_body(scope, receive, scope[BODY]), send)

    return guarded


def _ambiguous(scope: Scope) -> bool:
    """Whether a proxy may read the request otherwise than we do (RFC 9112, 6.3)."""
    headers = told_headers(scope)
    both_lengths = "content-length" in headers and "transfer-encoding" in headers
    return both_lengths or scope["http_version"] not in ("1.0", "1.1")


def _own_pairs(path: str) -> tuple[tuple[bytes, bytes], ...]:
    if path.startswith("/feed/"):
        return _FEED_PAIRS
    return _GRAPHICS_PAIRS if path.startswith("/graphics/") else _PAIRS


async def _turn_away(scope: Scope, receive: Receive, send: Send, answer: Response) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
    else:
        await answer(scope, receive, send)


def _unwelcome(scope: Scope, who: Who) -> Response:
    """A browser is shown where to sign in; programs are told."""
    if scope["type"] == "websocket":
        return Response(status_code=403)
    request = Request(scope)
    page = scope["method"] == "GET" and "text/html" in request.headers.get("accept", "")
    if who.role in ("nobody", "overlay", "house") and page:
        return RedirectResponse("/sign-in", 303)
    if who.role == "nobody":
        answer = refused(request, 401, *NO_TOKEN)
        answer.headers["WWW-Authenticate"] = "Bearer"
        return answer
    return refused(request, 403, *NOT_YOURS)


def _foreign(scope: Scope, door: Door) -> str | None:
    """Why the request is refused, ``None`` where it is not.

    Programs that are no browsers send neither Origin nor Sec-Fetch-Site, and cannot be misused by
    a foreign page; a browser sends an Origin with every request that changes something. Behind a
    proxy that speaks TLS our own origin is https though we are not.
    """
    headers = told_headers(scope)
    host = headers.get("host", "")
    hosts = sum(name == b"host" for name, _ in scope["headers"])
    if not door.knows(_host_name(host)) or hosts > 1:
        return FOREIGN_HOST
    if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
        return None
    origin = headers.get("origin")
    if origin is not None:
        secure = scope.get("scheme") in ("https", "wss")
        own = {f"https://{host}"} if secure else {f"http://{host}", f"https://{host}"}
        if origin not in own:
            return FOREIGN_ORIGIN
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return FOREIGN_ORIGIN
    return None


@lru_cache(maxsize=1000)
def _host_name(host: str) -> str | None:
    """The name of a Host header without its port, ``None`` where it cannot be read."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _told_length(scope: Scope) -> int:
    told = told_headers(scope).get("content-length", "0")
    return int(told) if told.isdecimal() and len(told) < 20 else LARGEST_BODY + 1


async def _while_good(app: ASGIApp, door: Door, scope: Scope, receive: Receive, send: Send) -> None:
    """A WebSocket is closed when its token is revoked, or when who came without one might not come
    in any more, though nothing is said on it; what is said after that is not heard."""
    who, path, ended = scope["who"], scope["path"], False
    if not door.may_end(who):
        await app(scope, receive, send)
        return

    async def received() -> Message:
        message = await receive()
        return {"type": "websocket.disconnect", "code": POLICY_VIOLATION} if ended else message

    async def sent(message: Message) -> None:
        if not ended:
            await send(message)
        elif message["type"] != "websocket.close":
            raise WebSocketDisconnect(POLICY_VIOLATION)

    async def watch() -> None:
        nonlocal ended
        while await _good(door, who, path):
            await asyncio.sleep(max(door.fresh(), SOONEST))
        ended = True
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})

    watching = asyncio.create_task(watch())
    try:
        await app(scope, received, sent)
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def _good(door: Door, who: Who, path: str) -> bool:
    """What was known last holds where the record cannot be read."""
    try:
        return await door.still(who, path)
    except StoreError as error:
        log.warning("tokens cannot be read: %s", error.reason)
        return True
