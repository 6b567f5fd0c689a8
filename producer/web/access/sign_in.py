"""Signing in: a browser sends its token once and has it in a cookie from then on."""

from __future__ import annotations

from math import ceil
from urllib.parse import parse_qs

from fastapi import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from producer.json_text import KeyTwice, read_json
from producer.texts import is_whole
from producer.web.access.authentication import COOKIE
from producer.web.access.roles import ANYBODY, TAKERS, Who, who_holds
from producer.web.access.router import Routes
from producer.web.languages import ngettext
from producer.web.ops.errors import Refusal, key_twice
from producer.web.pages.templates import page
from producer.web.services import Injected

LONGEST = 4096
YEAR = 365 * 24 * 3600

routes = Routes()


@routes.get("/sign-in", roles=ANYBODY)
def form() -> HTMLResponse:
    return page("signin.html.j2", said="")


@routes.post("/sign-in", roles=ANYBODY)
async def sign_in(request: Request, services: Injected) -> Response:
    address = request.client.host if request.client else ""
    wait = services.attempts.wait(address)
    if wait:
        again = ngettext("Try again in {n} second.", "Try again in {n} seconds.", ceil(wait))
        raise Refusal(429, "Too many wrong tokens.", again)
    token = await _token(request)
    who = who_holds(token, services.door.keys, await services.door.read_now())
    if who is None:
        services.attempts.note(address)
        raise Refusal(401, "This token is not valid.", "Check that it is complete and not revoked.")
    services.door.note(who.token)
    return _welcome(request, token, who)


@routes.post("/sign-out", roles=ANYBODY)
def sign_out() -> Response:
    answer = RedirectResponse("/sign-in", 303)
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return answer


async def _token(request: Request) -> str:
    """The token of a form or a JSON object, empty if there is none. Raises Refusal."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            raise Refusal(413, "This is too long for a token.")
    try:
        if request.headers.get("content-type", "").startswith("application/json"):
            fields = read_json(body)
            token = fields.get("token") if isinstance(fields, dict) else None
        else:
            token = parse_qs(body.decode()).get("token", [""])[0]
    except KeyTwice as error:
        raise key_twice(error) from error
    except (ValueError, RecursionError):
        token = None
    return token.strip() if isinstance(token, str) and is_whole(token) else ""


def _welcome(request: Request, token: str, who: Who) -> Response:
    home = "/prepare" if who.role in TAKERS else "/"
    answer: Response = RedirectResponse(home, 303)
    if "application/json" in request.headers.get("content-type", ""):
        answer = JSONResponse({"message": f"Signed in as {who.role}.", "home": home})
    secure = request.url.scheme == "https" or request.headers.get("origin", "").startswith("https:")
    answer.set_cookie(
        COOKIE, token, max_age=YEAR, httponly=True, samesite="strict", secure=secure, path="/"
    )
    return answer
