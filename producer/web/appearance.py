"""How a visitor reads the desk: the colours that the browser remembers in a cookie."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from starlette.types import ASGIApp, Receive, Scope, Send

COLOURS_COOKIE = "duplicast-colours"
COLOURS = ("light", "dark")
AS_THE_BROWSER = ""


@dataclass(frozen=True, slots=True)
class Appearance:
    """``colours``: light or dark; empty where the browser's own setting decides."""

    colours: str = AS_THE_BROWSER


DEFAULT = Appearance()
_OF_THIS_REQUEST: ContextVar[Appearance] = ContextVar("appearance", default=DEFAULT)


def appearance() -> Appearance:
    """That of the request being answered; the default outside of one."""
    return _OF_THIS_REQUEST.get()


def with_appearance(app: ASGIApp) -> ASGIApp:
    """ASGI middleware: reads the visitor's choice, for every page that the request leads to."""

    async def with_it(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            _OF_THIS_REQUEST.set(_asked_for(scope))
        await app(scope, receive, send)

    return with_it


def _asked_for(scope: Scope) -> Appearance:
    sent = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    try:
        cookies = SimpleCookie(sent.decode("latin-1"))
    except CookieError:
        return DEFAULT
    colours = cookies[COLOURS_COOKIE].value if COLOURS_COOKIE in cookies else AS_THE_BROWSER
    return Appearance(colours if colours in COLOURS else AS_THE_BROWSER)
