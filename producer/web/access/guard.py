"""Guards every request: host, origin, token and role.

Another site's page can make the producer's browser send requests here, and a host name pointed at
this machine (DNS rebinding) lets it read the answers. So every request must name this service as
its host, and every WebSocket and every request that changes something must come from our origin.
Then the token decides the role, and the declaration of the route which roles may use it. A route
without a declaration is for producers only.
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
from producer.web.access.authentication import Door, headers_of
from producer.web.access.limits import BODY_TOO_LARGE, BodyLimit, largest_body, limited_body
from producer.web.access.roles import PRODUCERS, Who
from producer.web.access.router import Access
from producer.web.ops.errors import catch_errors, refused

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
"""Graphics pages may be framed, as they contain only their channel's name. Images from ``data:``
are for a theme's logo."""

FEED_HEADERS: Mapping[str, str] = {"X-Content-Type-Options": "nosniff"}
"""Devices show no pages and follow no links."""


def _pairs(headers: Mapping[str, str]) -> tuple[tuple[bytes, bytes], ...]:
    """The headers as ASGI pairs, with ``no-store``, so that no cache stores deals."""
    named = {**headers, "Cache-Control": "no-store"}
    return tuple((name.lower().encode(), value.encode()) for name, value in named.items())


_PAIRS, _GRAPHICS_PAIRS, _FEED_PAIRS = map(_pairs, (HEADERS, GRAPHICS_HEADERS, FEED_HEADERS))
POLICY_VIOLATION = 1008
AMBIGUOUS = "Send HTTP/1.1, and either Content-Length or Transfer-Encoding."
FOREIGN_HOST = "This service answers only at its own address, http://127.0.0.1 and its port."
FOREIGN_ORIGIN = "Only this service's own pages may send this request."
NO_TOKEN = "This needs a token.", "Sign in at /sign-in, or send the token as Authorization: Bearer."
WRONG_ROLE = (
    "Your role may not do this.",
    "Sign in at /sign-in, or send another token; `duplicast token add` makes one.",
)
FROM_A_BOOTH = "Nothing leaves an isolated booth.", "A producer can do it."
SHORTEST_WAIT = 0.1
"""Seconds, at least, between two token checks for one WebSocket."""

BODY = "duplicast.body"
"""The scope's key for its ``BodyLimit``."""


def guard(app: ASGIApp, door: Door, route: Callable[[Scope], Access | None]) -> ASGIApp:
    """ASGI middleware: refuses foreign hosts and origins, checks token and role, adds the security
    headers, and turns exceptions into error answers. ``route``: the declaration of the
    route that will answer, ``None`` without a route: a signed-in caller then gets 404 and not 403.
    """
    return _with_headers(catch_errors(_checked(app, door, route)))


def _with_headers(app: ASGIApp) -> ASGIApp:
    async def with_headers(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
            return

        own = _own_pairs(scope["path"])
        body = BodyLimit(complete=scope["type"] == "websocket" or scope["method"] in SAFE_METHODS)
        scope[BODY] = body

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = [*message.get("headers", ())]
                named = {name.lower() for name, _ in headers}
                message["headers"] = headers + [pair for pair in own if pair[0] not in named]
                if not body.complete:
                    message["headers"].append((b"connection", b"close"))
            await send(message)

        await app(scope, receive, send_with_headers)

    return with_headers


def _checked(app: ASGIApp, door: Door, route: Callable[[Scope], Access | None]) -> ASGIApp:
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
            await _refuse(scope, receive, send, answer)
            return
        who = await door.who(scope)
        access = route(scope)
        roles = access.roles if access else PRODUCERS
        if who.role not in roles and (access or who.role == "nobody"):
            await _refuse(scope, receive, send, _not_permitted(scope, who, roles))
            return
        scope["who"] = who
        if scope["type"] == "websocket":
            await _while_permitted(app, door, roles, scope, receive, send)
        elif _is_too_long(scope):
            await _refuse(scope, receive, send, refused(Request(scope), *BODY_TOO_LARGE))
        else:
            await app(scope, limited_body(scope, receive, scope[BODY]), send)

    return guarded


def _ambiguous(scope: Scope) -> bool:
    """Whether a proxy could read the request differently than we do (RFC 9112, 6.3)."""
    headers = headers_of(scope)
    both_lengths = "content-length" in headers and "transfer-encoding" in headers
    return both_lengths or scope["http_version"] not in ("1.0", "1.1")


def _own_pairs(path: str) -> tuple[tuple[bytes, bytes], ...]:
    if path.startswith("/feed/"):
        return _FEED_PAIRS
    return _GRAPHICS_PAIRS if path.startswith("/graphics/") else _PAIRS


async def _refuse(scope: Scope, receive: Receive, send: Send, answer: Response) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
    else:
        await answer(scope, receive, send)


def _not_permitted(scope: Scope, who: Who, roles: frozenset[str]) -> Response:
    """Sends browsers to the sign-in page; programs get 401 or 403."""
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
    if who.role == "isolated" and "commentator" in roles:
        return refused(request, 403, *FROM_A_BOOTH)
    return refused(request, 403, *WRONG_ROLE)


def _foreign(scope: Scope, door: Door) -> str | None:
    """Why the request counts as foreign, or ``None``.

    Browsers send an Origin with every request that changes something. Other programs send neither
    Origin nor Sec-Fetch-Site, and no foreign page can misuse them. Behind a TLS proxy our own
    origin is https although we speak http.
    """
    headers = headers_of(scope)
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
    """The name in a Host header without its port; ``None`` if it cannot be read."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _is_too_long(scope: Scope) -> bool:
    """By its header; one that cannot be read counts as too long."""
    most = largest_body(scope["path"])
    length = headers_of(scope).get("content-length", "0")
    return most is not None and (not length.isdecimal() or len(length) >= 20 or int(length) > most)


async def _while_permitted(
    app: ASGIApp, door: Door, roles: frozenset[str], scope: Scope, receive: Receive, send: Send
) -> None:
    """Runs a WebSocket, and closes it when its token is revoked or, without a token, when its
    caller would no longer be admitted. Messages after that are ignored."""
    who, ended = scope["who"], False
    if not door.may_expire(who):
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
        while await _still_permitted(door, who, roles):
            await asyncio.sleep(max(door.seconds_to_refresh(), SHORTEST_WAIT))
        ended = True
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})

    watching = asyncio.create_task(watch())
    try:
        await app(scope, received, sent)
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def _still_permitted(door: Door, who: Who, roles: frozenset[str]) -> bool:
    """If the tokens cannot be read, the last answer stands."""
    try:
        return await door.still_admits(who, roles)
    except StoreError as error:
        log.warning("tokens cannot be read: %s", error.reason)
        return True
