"""Who may talk to the service: this machine, by its own name, from our own pages.

A page of another site can make the producer's browser send requests here, and a name that points
at 127.0.0.1 (DNS rebinding) can make it read the answers. So every request must name us as its
host, and every request that changes something, and every WebSocket, must come from our origin.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
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
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""A graphics page holds nothing but its channel's name, and OBS shows it in a frame of its own."""

POLICY_VIOLATION = 1008
FOREIGN_HOST = "This service answers only under its own address, http://127.0.0.1 and its port."
FOREIGN_ORIGIN = "Only pages of this service may ask for this."


def guard(app: ASGIApp) -> ASGIApp:
    """ASGI middleware: refuses foreign hosts and origins, and adds the security headers.

    What does not say otherwise is not stored by anybody: deals must not outlive their answer.
    """

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
            return

        framed = scope["path"].startswith("/graphics/")
        own = GRAPHICS_HEADERS if framed else HEADERS

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in own.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refusal = _refusal(scope)
        if refusal is None:
            await app(scope, receive, send_with_headers)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": refusal})
        else:
            answer = JSONResponse({"error": refusal}, status_code=403)
            await answer(scope, receive, send_with_headers)

    return guarded


def _refusal(scope: Scope) -> str | None:
    """Why the request is refused, ``None`` where it is not.

    Programs that are no browsers send neither Origin nor Sec-Fetch-Site, and cannot be misused by
    a foreign page; a browser sends an Origin with every request that changes something.
    """
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    if _host_name(host) not in LOOPBACK:
        return FOREIGN_HOST
    if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
        return None
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{host}":
        return FOREIGN_ORIGIN
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return FOREIGN_ORIGIN
    return None


def _host_name(host: str) -> str | None:
    """The name of a Host header without its port, ``None`` where it cannot be read."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None
