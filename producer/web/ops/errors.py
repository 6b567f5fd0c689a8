"""What people and programs are told when something cannot be had: the reason and the mend."""

from __future__ import annotations

import logging
import secrets
import traceback
from http import HTTPStatus
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import producer
from producer.release import AmbiguousDeal, NotAvailable, StoreError
from producer.stages import NotDrawable
from producer.texts import whole
from producer.web.pages.templates import page

_OURS = Path(producer.__file__).parent
log = logging.getLogger("duplicast.web")

NOT_AVAILABLE = (
    "This deal is not available: there is no such deal, or not every table has finished it.",
    "The desk lists every deal that is.",
)
NO_JSON = ("The request holds no JSON object.", "Send one, with Content-Type: application/json.")
UNREADABLE_JSON = (
    "The JSON cannot be read: a number has too many digits, or too much lies within one another.",
    "Send what docs/graphics.md and docs/json.md describe.",
)
NO_SUCH_PAGE = ("There is nothing at this address.", "The desk is at /.")


class Refusal(Exception):
    """What was asked for cannot be done; ``status`` is HTTP's, ``hint`` says what would help."""

    def __init__(self, status: int, reason: str, hint: str = "") -> None:
        self.status, self.reason, self.hint = status, reason, hint
        super().__init__(reason)


def add_errors(app: FastAPI) -> None:
    app.add_exception_handler(Refusal, _refusal)
    app.add_exception_handler(NotAvailable, _not_available)
    app.add_exception_handler(AmbiguousDeal, _ambiguous)
    app.add_exception_handler(NotDrawable, _not_drawable)
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(HTTPException, _http)


def calm(app: ASGIApp) -> ASGIApp:
    """ASGI middleware: what nobody foresaw ends in a calm answer and an entry in the log; so does a
    record that cannot be used, with the reason and the mend.

    The entry of what nobody foresaw holds where it happened and no values, which could be cards;
    answer and entry carry the same number.
    """

    async def calmed(scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await app(scope, receive, watch if scope["type"] == "http" else send)
        except StoreError as error:
            log.warning("%s", error)
            if scope["type"] == "http" and not started:
                reason, hint = (f"{_sentence(words)}." for words in (error.reason, error.hint))
                await _answer(Request(scope), 503, reason, hint)(scope, receive, send)
        except Exception as error:  # noqa: BLE001 - the rim: it is logged, and people get words
            number = secrets.token_hex(3)
            log.error("error %s: %s", number, unforeseen(error))
            if scope["type"] == "http" and not started:
                answer = _answer(
                    Request(scope),
                    500,
                    f"Something went wrong here (error {number}).",
                    "What is on air stays as it is. The service's log says where it happened.",
                )
                await answer(scope, receive, send)

    return calmed


def unforeseen(error: BaseException) -> str:
    """The kind of what nobody foresaw, and where it happened: the frames of our own code, and the
    innermost of all; no values, which could be cards."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if _OURS in Path(frame.filename).parents] + frames[-1:]
    return "\n".join((type(error).__name__, "".join(traceback.format_list(ours))))


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return _answer(request, error.status, error.reason, error.hint)


async def _not_available(request: Request, error: Exception) -> Response:  # noqa: ARG001
    return _answer(request, 404, *NOT_AVAILABLE)


async def _ambiguous(request: Request, error: Exception) -> Response:
    assert isinstance(error, AmbiguousDeal)
    return _answer(
        request,
        409,
        "Several deals have this number.",
        "Name it in full, as SESSION/GROUP/N.",
        candidates=error.candidates,
    )


async def _not_drawable(request: Request, error: Exception) -> Response:
    assert isinstance(error, NotDrawable)
    return _answer(request, 409, f"{_sentence(error.reason)}.", f"{_sentence(error.hint)}.")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


async def _not_valid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    if not place or first["type"] == "json_invalid":
        return _answer(request, 422, *NO_JSON)
    return _answer(request, 422, f"{place}: {first['msg']}.")


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refusal):  # of a body, which FastAPI reads for a route
        return await _refusal(request, error.__cause__)
    if isinstance(error.__cause__, ValueError | RecursionError):  # of JSON, read for a route
        return _answer(request, error.status_code, *UNREADABLE_JSON)
    if error.status_code == HTTPStatus.NOT_FOUND:
        return _answer(request, 404, *NO_SUCH_PAGE)
    return _answer(request, error.status_code, f"{error.detail}.")


def refused(request: Request, status: int, reason: str, hint: str = "") -> Response:
    """The answer to a request that is refused before it comes to its route."""
    return _answer(request, status, reason, hint)


def _answer(
    request: Request, status: int, reason: str, hint: str = "", candidates: tuple[str, ...] = ()
) -> Response:
    """JSON for the API, a page for people, plain words for an <img>."""
    reason = whole(reason)  # it may name what was asked for
    path = request.url.path
    if path.startswith(("/api/", "/feed", "/schemas")):
        told = {"error": reason, "hint": hint, "candidates": list(candidates)}
        return JSONResponse({key: value for key, value in told.items() if value}, status)
    if path == "/readyz":  # of a record in which not even the tokens can be read
        return JSONResponse({"status": "not ready", "reason": reason, "hint": hint}, status)
    if path.startswith("/stills/"):
        return PlainTextResponse(f"{reason} {hint}".strip(), status)
    return page("error.html.j2", status, reason=reason, hint=hint, candidates=candidates)
