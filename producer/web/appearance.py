"""How a visitor reads the desk: language and colours, which the browser remembers in cookies."""

from __future__ import annotations

import re
from contextvars import ContextVar
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from starlette.types import ASGIApp, Receive, Scope, Send

from producer.wording.language import LANGUAGES, LanguageCode

LANGUAGE_COOKIE, COLOURS_COOKIE = "duplicast-language", "duplicast-colours"
COLOURS = ("light", "dark")
AS_THE_BROWSER = ""
PROGRAMS = ("/api/", "/control/", "/feed")
LANGUAGE_HEADER = b"duplicast-language"
"""With which the scripts of a page ask in its language."""
WEIGHT = re.compile(r"q=([01](?:\.\d{0,3})?)")


@dataclass(frozen=True, slots=True)
class Appearance:
    """``language``: of the desk's words. ``colours``: light or dark; empty where the browser's own
    setting decides."""

    language: LanguageCode = LANGUAGES[0]
    colours: str = AS_THE_BROWSER


DEFAULT = Appearance()
_OF_THIS_REQUEST: ContextVar[Appearance] = ContextVar("appearance", default=DEFAULT)


def appearance() -> Appearance:
    """That of the request being answered; the default outside of one."""
    return _OF_THIS_REQUEST.get()


def with_appearance(app: ASGIApp) -> ASGIApp:
    """ASGI middleware: reads the visitor's choice, for every page that the request leads to. What
    programs ask for is English; the scripts of a page name its language."""

    async def with_it(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            by_program = scope["path"].startswith(PROGRAMS)
            _OF_THIS_REQUEST.set(_of_script(scope) if by_program else _asked_for(scope))
        await app(scope, receive, send)

    return with_it


def _of_script(scope: Scope) -> Appearance:
    asked = dict(scope["headers"]).get(LANGUAGE_HEADER, b"").decode("latin-1")
    return Appearance(next((code for code in LANGUAGES if code == asked), LANGUAGES[0]))


def _asked_for(scope: Scope) -> Appearance:
    sent = {b"cookie": b"", b"accept-language": b""}
    for name, value in scope["headers"]:
        if name in sent:
            sent[name] += b"; " + value if sent[name] else value
    try:
        cookies = SimpleCookie(sent[b"cookie"].decode("latin-1"))
    except CookieError:
        cookies = SimpleCookie()
    chosen = cookies[LANGUAGE_COOKIE].value if LANGUAGE_COOKIE in cookies else ""
    colours = cookies[COLOURS_COOKIE].value if COLOURS_COOKIE in cookies else AS_THE_BROWSER
    accepted = preferred(sent[b"accept-language"].decode("latin-1"))
    return Appearance(
        next((code for code in LANGUAGES if code == chosen), accepted),
        colours if colours in COLOURS else AS_THE_BROWSER,
    )


def preferred(accepted: str) -> LanguageCode:
    """The best of our languages for an Accept-Language header, English where there is none.

    >>> preferred("de, el-GR;q=0.8, en;q=0.5"), preferred("es-MX, en;q=0.9"), preferred("fr")
    ('el', 'es', 'en')
    >>> preferred("en;q=0.3, es;q=0.9, el;q=0"), preferred("es;q=most")
    ('es', 'en')
    """
    wanted: dict[LanguageCode, float] = {}
    for part in accepted.split(","):
        name, _, weight = part.partition(";")
        code = name.strip().lower().partition("-")[0]
        share = WEIGHT.fullmatch(weight.strip()) if weight else None
        for ours in LANGUAGES:
            if code == ours and (share or not weight):
                wanted.setdefault(ours, float(share[1]) if share else 1.0)
    best = max(wanted, key=lambda code: wanted[code], default=LANGUAGES[0])
    return best if wanted.get(best) else LANGUAGES[0]
