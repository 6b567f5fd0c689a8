"""Error answers: each has a reason, and a hint that says how to fix it."""

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
from starlette.websockets import WebSocketDisconnect

import producer
from producer.json_text import KeyTwice, fault_words
from producer.messages import message
from producer.release import AmbiguousDeal, NotAvailable, StoreError
from producer.release.picks import PickGone, SeveralPicks
from producer.release.programme.rundown import NoSuchSegment
from producer.stages import NotDrawable
from producer.texts import visible, whole
from producer.web.languages import said
from producer.web.pages.templates import page

_OURS = Path(producer.__file__).parent
log = logging.getLogger("duplicast.web")

NOT_AVAILABLE = (
    message("This deal is not available: it does not exist, or not every table has finished it."),
    message("The desk lists the available deals."),
)
NO_JSON = (
    message("The request is not a JSON object."),
    message("Send one, with Content-Type: application/json."),
)
UNREADABLE_JSON = (
    message("The JSON cannot be read: a number has too many digits, or it is nested too deeply."),
    message("Send JSON as described in docs/graphics.md and docs/json.md."),
)
NO_SUCH_PAGE = (message("There is no page at this address."), message("The desk is at /."))


GONE = 1006
"""The close code of a WebSocket that ended without a close."""


class Refusal(Exception):
    """A request that is refused. ``status``: HTTP's; ``hint``: how to fix it."""

    def __init__(self, status: int, reason: str, hint: str = "") -> None:
        self.status, self.reason, self.hint = status, reason, hint
        super().__init__(reason)


def key_twice(error: KeyTwice) -> Refusal:
    reason = message("The key {key} is twice in one object.", key=visible(error.key[:40]))
    return Refusal(422, reason, message("Send every key once."))


def add_errors(app: FastAPI) -> None:
    app.add_exception_handler(Refusal, _refusal)
    app.add_exception_handler(PickGone, _pick_gone)
    app.add_exception_handler(SeveralPicks, _several_picks)
    app.add_exception_handler(NoSuchSegment, _no_such_segment)
    app.add_exception_handler(NotAvailable, _not_available)
    app.add_exception_handler(AmbiguousDeal, _ambiguous)
    app.add_exception_handler(NotDrawable, _not_drawable)
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(HTTPException, _http)


def catch_errors(app: ASGIApp) -> ASGIApp:
    """ASGI middleware: turns unexpected exceptions into a 500 with a reference number, and
    StoreError into a 503 with reason and hint. Both are logged. A WebSocket whose other end has
    gone is no error.

    The log has the exception's type and place under the same number, but no values, which could be
    cards.
    """

    async def caught(scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        async def to_page(message: Message) -> None:
            """uvicorn raises OSError, or RuntimeError once it has closed a dead connection."""
            try:
                await send(message)
            except (OSError, RuntimeError) as gone:
                raise WebSocketDisconnect(GONE) from gone

        try:
            await app(scope, receive, to_page if scope["type"] == "websocket" else watch)
        except WebSocketDisconnect as gone:
            log.debug("a WebSocket has gone: %s", gone.code)
        except StoreError as error:
            log.warning("%s", error)
            if scope["type"] == "http" and not started:
                reason, hint = (f"{_capitalized(words)}." for words in (error.reason, error.hint))
                await _answer(Request(scope), 503, reason, hint)(scope, receive, send)
        except Exception as error:  # noqa: BLE001 - logged, and answered with its number
            number = secrets.token_hex(3)
            log.error("error %s: %s", number, error_location(error))
            if scope["type"] == "http" and not started:
                answer = _answer(
                    Request(scope),
                    500,
                    message("There was an internal error (error {number}).", number=number),
                    message(
                        "What is on air does not change. The service's log says where the error "
                        "was."
                    ),
                )
                await answer(scope, receive, send)

    return caught


def error_location(error: BaseException) -> str:
    """The exception's type and place: the frames of our own code and the innermost frame, without
    values, which could be cards."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if _OURS in Path(frame.filename).parents] + frames[-1:]
    return "\n".join((type(error).__name__, "".join(traceback.format_list(ours))))


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return _answer(request, error.status, error.reason, error.hint)


async def _not_available(request: Request, error: Exception) -> Response:  # noqa: ARG001
    return _answer(request, 404, *NOT_AVAILABLE)


async def _no_such_segment(request: Request, error: Exception) -> Response:
    return _answer(
        request, 404, f"{_capitalized(str(error))}.", message("The rundown lists its segments.")
    )


async def _ambiguous(request: Request, error: Exception) -> Response:
    assert isinstance(error, AmbiguousDeal)
    return _answer(
        request,
        409,
        message("Several deals have this number."),
        message("Name it in full, as SESSION/GROUP/N."),
        candidates=error.candidates,
    )


async def _pick_gone(request: Request, error: Exception) -> Response:
    return _answer(request, 404, f"{_capitalized(str(error))}.")


async def _several_picks(request: Request, error: Exception) -> Response:
    return _answer(request, 409, f"{_capitalized(str(error))}.")


async def _not_drawable(request: Request, error: Exception) -> Response:
    assert isinstance(error, NotDrawable)
    return _answer(request, 409, _sentence(error.reason), _sentence(error.hint))


def _sentence(words: str) -> str:
    return f"{_capitalized(said(words))}."


def _capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]


async def _not_valid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    words = fault_words(first)
    if not place and first["type"] == "value_error":  # of the request as a whole
        return _answer(request, 422, f"{_capitalized(words)}.")
    if not place or first["type"] == "json_invalid":
        return _answer(request, 422, *NO_JSON)
    return _answer(request, 422, f"{place}: {words}.")


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refusal):  # raised while FastAPI read the body
        return await _refusal(request, error.__cause__)
    if isinstance(error.__cause__, ValueError | RecursionError):  # raised while FastAPI read JSON
        return _answer(request, error.status_code, *UNREADABLE_JSON)
    if error.status_code == HTTPStatus.NOT_FOUND:
        return _answer(request, 404, *NO_SUCH_PAGE)
    return _answer(request, error.status_code, f"{error.detail}.")


def refused(request: Request, status: int, reason: str, hint: str = "") -> Response:
    """The answer to a request that is refused before it reaches its route."""
    return _answer(request, status, reason, hint)


def _answer(
    request: Request, status: int, reason: str, hint: str = "", candidates: tuple[str, ...] = ()
) -> Response:
    """JSON for the API, plain text for stills, which are shown in an <img>, else a page."""
    reason, hint = whole(said(reason)), said(hint)  # the reason may quote the request
    path = request.url.path
    if path.startswith(("/api/", "/control/", "/feed", "/schemas")):
        body = {"error": reason, "hint": hint, "candidates": list(candidates)}
        return JSONResponse({key: value for key, value in body.items() if value}, status)
    if path == "/readyz":  # the tokens cannot be read
        return JSONResponse({"status": "not ready", "reason": reason, "hint": hint}, status)
    if path.startswith("/stills/"):
        return PlainTextResponse(f"{reason} {hint}".strip(), status)
    return page("error.html.j2", status, reason=reason, hint=hint, candidates=candidates)
