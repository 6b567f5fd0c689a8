"""Signing in: a browser shows its token once and is known by a cookie from then on."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from producer.texts import is_whole
from producer.web.access.authentication import COOKIE, Door
from producer.web.access.roles import Who, who_holds
from producer.web.ops.errors import Refusal
from producer.web.pages.templates import page

LONGEST = 4096
YEAR = 365 * 24 * 3600
TRIES, WITHIN = 5, 60.0
"""Wrong tokens that an address may show within so many seconds; all together ten times as many."""

KNOWN_ADDRESSES = 10_000


@dataclass(slots=True)
class Limit:
    """How often wrong tokens were shown lately, by address; ``clock``: seconds that only grow."""

    clock: Callable[[], float] = time.monotonic
    wrong: OrderedDict[str, list[float]] = field(default_factory=OrderedDict)

    def wait(self, address: str) -> float:
        """Seconds until ``address`` may try again, 0 where it may now."""
        own = self._recent(address)
        everybody = sum(len(self._recent(each)) for each in list(self.wrong))
        if len(own) < TRIES and everybody < 10 * TRIES:
            return 0.0
        return max(1.0, own[0] + WITHIN - self.clock() if own else 1.0)

    def note(self, address: str) -> None:
        self.wrong.setdefault(address, []).append(self.clock())
        while len(self.wrong) > KNOWN_ADDRESSES:
            self.wrong.popitem(last=False)

    def _recent(self, address: str) -> list[float]:
        since = self.clock() - WITHIN
        recent = [at for at in self.wrong.get(address, ()) if at > since]
        if recent:
            self.wrong[address] = recent
        else:
            self.wrong.pop(address, None)
        return recent


def routes(door: Door) -> APIRouter:
    router = APIRouter()
    limit = Limit()

    @router.get("/sign-in")
    def form() -> HTMLResponse:
        return page("signin.html.j2", said="")

    async def sign_in(request: Request) -> Response:
        address = request.client.host if request.client else ""
        wait = limit.wait(address)
        if wait:
            raise Refusal(429, "Too many wrong tokens.", f"Try again in {wait:.0f} seconds.")
        told = await _told(request)
        who = who_holds(told, door.keys, await door.read_now())
        if who is None:
            limit.note(address)
            raise Refusal(401, "This token lets nobody in.", "Is it whole, and not revoked?")
        door.note(who.token)
        return _welcome(request, told, who)

    router.add_route("/sign-in", sign_in, methods=["POST"])

    @router.post("/sign-out")
    def sign_out() -> Response:
        answer = RedirectResponse("/sign-in", 303)
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    return router


async def _told(request: Request) -> str:
    """The token of a form, or of a JSON object; empty where there is none. Raises Refusal."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            raise Refusal(413, "This is no token.")
    try:
        if request.headers.get("content-type", "").startswith("application/json"):
            told = json.loads(body)
            token = told.get("token") if isinstance(told, dict) else None
        else:
            token = parse_qs(body.decode()).get("token", [""])[0]
    except (ValueError, RecursionError):
        token = None
    return token.strip() if isinstance(token, str) and is_whole(token) else ""


def _welcome(request: Request, token: str, who: Who) -> Response:
    json_wanted = "application/json" in request.headers.get("content-type", "")
    answer: Response = RedirectResponse("/", 303)
    if json_wanted:
        answer = JSONResponse({"told": f"You are in as {who.role}."})
    secure = request.url.scheme == "https" or request.headers.get("origin", "").startswith("https:")
    answer.set_cookie(
        COOKIE, token, max_age=YEAR, httponly=True, samesite="strict", secure=secure, path="/"
    )
    return answer
