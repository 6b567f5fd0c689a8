"""The ways in over the network: POST /feed/events, the WebSocket /feed, and what devices may ask.

Acknowledged means on disk. Answers go to devices: they name no cards but the sender's own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Query, Request, WebSocket, WebSocketDisconnect
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from producer.events import Event, event_schema, type_schemas
from producer.feeds import Heard, Refused
from producer.feeds.lines import LONGEST_LINE
from producer.release import GROUP_S_OWN, Gate, StoreError, Taken
from producer.web.bodies import LONGEST_BODY, Unreadable, pieces_of
from producer.web.errors import NO_SUCH_PAGE, Refusal, refused
from producer.web.inlet import Busy, Inlet, Item, Unsure, read_items
from producer.web.roles import Who

EVENTS = "/feed/events"
JSON_TYPE = b"content-type", b"application/json"
VERSION = 1
LARGE = 1 << 16
"""Bytes from which on a body is read beside the event loop."""

UNANSWERED = 256
"""Messages of one WebSocket whose acknowledgements it may be waiting for."""

_json = json.JSONEncoder(ensure_ascii=False).encode
IN_A_FILE = "Send it with a producer's token, or take it in from a file with `duplicast ingest`"
PRODUCERS_OWN = {
    "gap.lost": "Declare it on the page /tables, or with `duplicast gaps --lost`",
    "table.nudged": IN_A_FILE,
    "event.nudged": IN_A_FILE,
}
"""What a producer alone decides, and how."""

_WHOLE_GROUP = {"hand.voided": "hand.voided without replay"}
"""What is told otherwise than by its type."""

DECIDED = "quarantine.decided"
DECIDED_ELSEWHERE = (
    "a decision about the quarantine is not sent to the feed",
    "A producer decides on the page /quarantine, or with `duplicast quarantine`",
)
TOO_BIG, TROUBLE = 1009, 1011
PRIVATE = "it does not agree with what is known of the deal"
ASK = "Check the table's entries; the desk's quarantine says more"
STOPS = "It may not be taken: the service stops.", "Send the same once more when it is back."
BODY = "Send one event, an array, or NDJSON."
NO_SPACE = "Nothing of this was taken. Send it again; the desk shows what is wrong."


@dataclass(frozen=True, slots=True)
class PostEvents:
    """POST /feed/events, as an ASGI app; see ``express``."""

    inlet: Inlet

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            items = await _events(scope, receive)
            told = await _taken(self.inlet, permitted(items, scope["who"]))
        except Refusal as error:
            answered = refused(Request(scope), error.status, error.reason, error.mend)
            await answered(scope, receive, send)
            return
        except asyncio.CancelledError:  # the service stops, and the disk has not answered
            answered = refused(Request(scope), 503, *STOPS)
            await answered(scope, receive, send)
            return
        body = answer_body(told)
        length = b"content-length", b"%d" % len(body)
        await send({"type": "http.response.start", "status": 200, "headers": [JSON_TYPE, length]})
        await send({"type": "http.response.body", "body": body})


def routes(gate: Gate, inlet: Inlet) -> APIRouter:
    """All but ``PostEvents``."""
    router = APIRouter()

    @router.websocket("/feed")
    async def feed(websocket: WebSocket) -> None:
        await websocket.accept()
        await _talk(websocket, inlet)

    @router.get("/feed/gaps")
    def gaps(
        request: Request,
        table: str | None = Query(None, max_length=200),
        source: str | None = Query(None, max_length=200),
    ) -> JSONResponse:
        """What is missing, for a device to send again; who is bound to tables is told of these."""
        who: Who = request.scope["who"]
        found = [
            {
                "session": gap.session,
                "group": gap.group,
                "table": gap.table,
                "source": gap.source,
                "missing": [list(range_) for range_ in gap.missing],
                "waiting": gap.waiting,
            }
            for gap in gate.gaps()
            if table in (None, gap.table) and source in (None, gap.source)
            if who.may_feed(gap.table)
        ]
        unopened = [
            {"session": session, "group": group, "waiting": count}
            for (session, group), count in gate.unopened().items()
            if who.may_feed(None)
        ]
        return JSONResponse({"gaps": found, "unopened": unopened})

    @router.get("/schemas")
    def schemas() -> JSONResponse:
        kinds = {name: f"/schemas/{name}" for name in type_schemas()}
        return JSONResponse({"v": VERSION, "event": "/schemas/event", "types": kinds})

    @router.get("/schemas/{name}")
    def schema(name: str) -> JSONResponse:
        found = {"event": event_schema(), **type_schemas()}.get(name)
        if found is None:
            raise Refusal(404, *NO_SUCH_PAGE)
        about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{name}.v1"}
        return JSONResponse({**about, **found}, media_type="application/schema+json")

    return router


def permitted(items: list[Item], who: Who) -> list[Item]:
    """``items``, those refused that the sender's token does not reach."""
    return [item if isinstance(item, Refused) else _permitted(item, who) for item in items]


def _permitted(item: Heard, who: Who) -> Item:
    event = item.event
    mend = "Use a token that may send it"
    if event.type == DECIDED:
        reason, mend = DECIDED_ELSEWHERE
    elif event.type in PRODUCERS_OWN and who.role != "producer":
        reason = f"{event.type} is a producer's, not a feed's"
        if who.role == "house":
            reason = f"{event.type} is a producer's, and came without a producer's token"
        mend = PRODUCERS_OWN[event.type]
    elif not who.may_feed(_table(event)):
        named = f"table {event.table}" if event.table else "what names no table"
        if _table(event) != event.table:
            named = f"{_WHOLE_GROUP.get(event.type, event.type)}, which is of the whole group"
        reason = f"this feed's token does not reach {named}"
    else:
        return item
    return Refused(item.raw, item.place, reason, mend, event.id, event.id)


def _table(event: Event) -> str | None:
    """Whose event it is, ``None`` for the whole group's, whatever table it names."""
    final = event.type == "hand.voided" and not event.data.replay
    return None if final or event.type in GROUP_S_OWN else event.table


def answer(told: Iterable[Taken]) -> dict[str, Any]:
    """The outcome of every event, in their order, and how many there are of each."""
    outcomes = [outcome(each) for each in told]
    counts = {"accepted": 0, "known": 0, "waiting": 0, "refused": 0}
    for each in outcomes:
        counts[each["outcome"]] += 1
    return {**counts, "outcomes": outcomes}


def answer_body(told: Sequence[Taken]) -> bytes:
    """The same as JSON; one event that is accepted is nearly all that is ever answered."""
    if len(told) == 1 and told[0].outcome == "accepted" and not told[0].reason:
        return f"{_BEFORE}{_json(told[0].id)}{_AFTER}".encode()
    return _json(answer(told)).encode()


def outcome(taken: Taken) -> dict[str, Any]:
    """For a device: without what other tables have told of the deal (RULES P11)."""
    told: dict[str, Any] = {"id": taken.id, "outcome": taken.outcome}
    if taken.reason:
        told["place"] = taken.place
        told["reason"], told["mend"] = (
            (PRIVATE, ASK) if taken.private else (taken.reason, taken.mend)
        )
    return told


_BEFORE, _AFTER = _json(answer([Taken("", "ID", "accepted")])).split('"ID"')


async def _events(scope: Scope, receive: Receive) -> list[Item]:
    """The events of a request's body. Raises Refusal."""
    body = await _body(receive)
    json_type = says_json(scope)
    if len(body) < LARGE:
        return read_body(body, json_type)
    return await asyncio.to_thread(read_body, body, json_type)


def says_json(scope: Scope) -> bool:
    """Whether the body is one JSON value, and not one a line."""
    kind: bytes = dict(scope["headers"]).get(b"content-type", b"")
    return kind.startswith(b"application/json")


def read_body(body: bytes, json_type: bool) -> list[Item]:
    """The events of a body. Raises Refusal."""
    if not body or body.isspace():
        raise Refusal(400, "No event was sent: the body is empty.", BODY)
    try:
        return read_items(pieces_of(body, json_type=json_type), "POST")
    except Unreadable as error:
        raise Refusal(400, f"The body is no list of events: {error}.", BODY) from error


async def _body(receive: Receive) -> bytes:
    """The whole body. Raises Refusal where it is too long, without reading its rest."""
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refusal(400, "The request ended before its body did.", "Send it again.")
        part = message.get("body", b"")
        more = message.get("more_body", False)
        size += len(part)
        if size > LONGEST_BODY:
            raise Refusal(
                413,
                f"The body is longer than {LONGEST_BODY >> 20} MiB; nothing of it was taken.",
                "Send the events in several requests.",
            )
        parts.append(part)
    return b"".join(parts)


async def _taken(inlet: Inlet, items: list[Item]) -> list[Taken]:
    try:
        return await inlet.offer(items) if items else []
    except Busy as error:
        raise Refusal(
            503, "More is being sent than can be written.", "Nothing was taken; send it again soon."
        ) from error
    except StoreError as error:
        raise Refusal(503, *_trouble(error)) from error


def _trouble(error: StoreError) -> tuple[str, str]:
    """Reason and mend, for a device."""
    if isinstance(error, Unsure):
        return f"It may not be taken: {error.reason}.", f"{error.mend}."
    return f"The record cannot be written: {error.reason}.", NO_SPACE


async def _talk(websocket: WebSocket, inlet: Inlet) -> None:
    """Every message is one event or several lines; every answer names the events of a message.

    Messages need not wait for the answer to the one before.
    """
    answers: asyncio.Queue[asyncio.Future[list[Taken]] | None] = asyncio.Queue(UNANSWERED)
    answering = asyncio.create_task(_acknowledge(websocket, answers))
    try:
        number = 0
        while (body := await _message(websocket)) is not None:
            number += 1
            if len(body) > LONGEST_LINE:
                await websocket.close(TOO_BIG, "a message is longer than 1 MiB")
                return
            items = read_items(body.splitlines(), f"WebSocket, message {number}")
            permitted_items = permitted(items, websocket.scope["who"])
            await answers.put(await _offered(inlet, permitted_items))
            if answering.done():
                return
    finally:
        if not answering.done():
            await _last_answers(answers, answering)
        answering.cancel()
        for end in await asyncio.gather(answering, return_exceptions=True):
            if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
                raise end


async def _last_answers(
    answers: asyncio.Queue[asyncio.Future[list[Taken]] | None], answering: asyncio.Task[None]
) -> None:
    """What was sent is taken though the device has gone; its answers are not waited for long."""
    await asyncio.wait({asyncio.create_task(answers.put(None)), answering}, timeout=1)


async def _message(websocket: WebSocket) -> bytes | None:
    """The next message, None when the device has gone."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        return None
    data = message.get("bytes")
    return data if data is not None else (message.get("text") or "").encode()


async def _offered(inlet: Inlet, items: list[Item]) -> asyncio.Future[list[Taken]]:
    """Waits while too much is on its way: the device then waits as well."""
    while True:
        try:
            return inlet.offer(items)
        except Busy:
            await asyncio.sleep(0.05)


async def _acknowledge(
    websocket: WebSocket, answers: asyncio.Queue[asyncio.Future[list[Taken]] | None]
) -> None:
    while (next_ := await answers.get()) is not None:
        try:
            told = await next_
        except StoreError as error:
            reason, mend = _trouble(error)
            await websocket.send_text(json.dumps({"error": reason, "mend": mend}))
            await websocket.close(TROUBLE)
            return
        except Exception:
            await websocket.close(TROUBLE)
            raise
        await websocket.send_text(_json(answer(told)))
