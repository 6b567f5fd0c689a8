"""The feed over the network: POST /feed/events, the WebSocket /feed, gaps and event schemas.

Acknowledged means on disk. Answers to devices name only the sender's own cards.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Query, Request, WebSocket, WebSocketDisconnect
from starlette.responses import JSONResponse, Response
from starlette.types import Receive

from producer.events import event_schema, type_schemas
from producer.feeds.raw_lines import LONGEST_LINE
from producer.release import Receipt, StoreError
from producer.web.access.roles import ANYBODY, FEEDS
from producer.web.access.router import Routes
from producer.web.feed.bodies import FEW, LONGEST_BODY, MOST_EVENTS, Unreadable, is_quick, pieces_of
from producer.web.feed.permissions import permitted
from producer.web.feed.queue import Busy, Inlet, Item, Unsure, read_items
from producer.web.ops.errors import NO_SUCH_PAGE, Refusal
from producer.web.ops.faults import Faults, FeedSilent
from producer.web.services import Injected, Visitor

routes = Routes()

EVENTS = "/feed/events"
VERSION = 1
DROP_BYTES, DROP_TIME = 64 << 20, 10.0
"""Bytes of an oversized body that are still read before the answer, and for how many seconds."""

UNANSWERED = 256
"""Messages of one WebSocket that may wait for their acknowledgements."""

Answers = asyncio.Queue[asyncio.Future[list[Receipt]] | None]
_json = json.JSONEncoder(ensure_ascii=False).encode
TOO_BIG, TROUBLE, TRY_AGAIN = 1009, 1011, 1013
CUT = "the link of a table is cut for the rehearsal"
STOPS = "It may not be taken: the service is stopping.", "Send the same again when it is back."
BODY = "Send one event, an array, or NDJSON."
NO_SPACE = "Nothing of this was taken. Send it again; the desk shows what is wrong."


@routes.post(EVENTS, roles=FEEDS)
async def post_events(request: Request, services: Injected, who: Visitor) -> Response:
    items = permitted(await _events(request), who)
    try:
        items = services.faults.arriving(items)
    except FeedSilent as error:
        raise Refusal(503, f"{CUT.capitalize()}.", "Send the same again.") from error
    try:
        receipts = await _receipts(services.inlet, items)
    except asyncio.CancelledError as error:  # the service stops before the disk has answered
        raise Refusal(503, *STOPS) from error
    return Response(await _answer_body(receipts), media_type="application/json")


@routes.websocket("/feed", roles=FEEDS)
async def feed(websocket: WebSocket, services: Injected) -> None:
    await websocket.accept()
    await _talk(websocket, services.inlet, services.faults)


@routes.get("/feed/gaps", roles=FEEDS)
def gaps(
    services: Injected,
    who: Visitor,
    table: Annotated[str | None, Query(max_length=200)] = None,
    source: Annotated[str | None, Query(max_length=200)] = None,
) -> JSONResponse:
    """What is missing, for a device to send again. A token bound to tables gets only theirs; only a
    producer gets all tables (RULES P11)."""
    bound = who.token is not None and bool(who.token.tables)
    if table is None and not bound and who.role != "producer":
        raise Refusal(422, "No table is named.", "Ask for one table: /feed/gaps?table=TABLE.")
    missing = [
        {
            "session": gap.session,
            "group": gap.group,
            "table": gap.table,
            "source": gap.source,
            "missing": [list(range_) for range_ in gap.missing],
            "waiting": gap.waiting,
        }
        for gap in services.gate.gaps()
        if table in (None, gap.table) and source in (None, gap.source)
        if who.may_feed(gap.table)
    ]
    unopened = [
        {"session": session, "group": group, "waiting": count}
        for (session, group), count in services.gate.unopened(table).items()
        if who.may_feed(table)
    ]
    return JSONResponse({"gaps": missing, "unopened": unopened})


@routes.get("/schemas", roles=ANYBODY)
def schemas() -> JSONResponse:
    types = {name: f"/schemas/{name}" for name in type_schemas()}
    return JSONResponse({"v": VERSION, "event": "/schemas/event", "types": types})


@routes.get("/schemas/{name}", roles=ANYBODY)
def schema(name: str) -> JSONResponse:
    found = {"event": event_schema(), **type_schemas()}.get(name)
    if found is None:
        raise Refusal(404, *NO_SUCH_PAGE)
    about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{name}.v1"}
    return JSONResponse({**about, **found}, media_type="application/schema+json")


def answer(receipts: Iterable[Receipt]) -> dict[str, Any]:
    """The outcome of every event, in order, and the number of each outcome."""
    outcomes = [outcome(each) for each in receipts]
    counts = {"accepted": 0, "known": 0, "waiting": 0, "refused": 0}
    for each in outcomes:
        counts[each["outcome"]] += 1
    return {**counts, "outcomes": outcomes}


async def _answer_body(receipts: Sequence[Receipt]) -> str:
    """``answer`` as JSON."""
    if len(receipts) < FEW:
        return _json(answer(receipts))
    return await asyncio.to_thread(lambda: _json(answer(receipts)))


def outcome(receipt: Receipt) -> dict[str, Any]:
    """For a device. Depends only on what the device's own table has sent (RULES P11)."""
    words: dict[str, Any] = {"id": receipt.id, "outcome": receipt.outcome}
    if receipt.reason:
        words["place"] = receipt.place
        words["reason"], words["hint"] = receipt.reason, receipt.hint()
    return words


async def _events(request: Request) -> list[Item]:
    """The events of a request's body. Raises Refusal."""
    body = await _body(request.receive)
    json_type = request.headers.get("content-type", "").startswith("application/json")
    if is_quick(body):
        return _read_body(body, json_type)
    return await asyncio.to_thread(_read_body, body, json_type)


def _read_body(body: bytes, json_type: bool) -> list[Item]:
    """The events of a body, ``json_type`` as ``pieces_of`` has it. Raises Refusal."""
    if not body or body.isspace():
        raise Refusal(400, "No event was sent: the body is empty.", BODY)
    try:
        pieces = pieces_of(body, json_type=json_type)
    except Unreadable as error:
        raise Refusal(400, f"The body is not a list of events: {error}.", BODY) from error
    if len(pieces) > MOST_EVENTS:
        raise _too_long(f"has more than {MOST_EVENTS:,} events")
    return read_items(pieces, "POST")


async def _body(receive: Receive) -> bytes:
    """The whole body. Raises Refusal if it is too long, without storing the rest."""
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
            if more:
                await _drop(receive)
            raise _too_long(f"is longer than {LONGEST_BODY >> 20} MiB")
        parts.append(part)
    return b"".join(parts)


async def _drop(receive: Receive) -> None:
    """Reads and drops the rest of a body, for a while. A sender that is still sending does not read
    the answer, and never gets it if the connection is closed with unread bytes."""
    size, more = 0, True
    with suppress(TimeoutError, Refusal):
        async with asyncio.timeout(DROP_TIME):
            while more and size < DROP_BYTES:
                message = await receive()
                size += len(message.get("body", b""))
                more = message.get("more_body", False)


def _too_long(words: str) -> Refusal:
    hint = "Send the events in several requests."
    return Refusal(413, f"The body {words}; none of it was accepted.", hint)


async def _receipts(inlet: Inlet, items: list[Item]) -> list[Receipt]:
    try:
        return await inlet.offer(items) if items else []
    except Busy as error:
        raise Refusal(
            503,
            "Events arrive faster than they can be written.",
            "Nothing was accepted; send it again soon.",
        ) from error
    except StoreError as error:
        raise Refusal(503, *_trouble(error)) from error


def _trouble(error: StoreError) -> tuple[str, str]:
    """Reason and hint, for a device."""
    if isinstance(error, Unsure):
        return f"It may not be taken: {error.reason}.", f"{error.hint}."
    return f"The record cannot be written: {error.reason}.", NO_SPACE


async def _talk(websocket: WebSocket, inlet: Inlet, faults: Faults) -> None:
    """Every message is one event or several lines, and is answered with the outcome of its events.

    Messages need not wait for the answer to the one before.
    """
    answers: Answers = asyncio.Queue(UNANSWERED)
    answering = asyncio.create_task(_acknowledge(websocket, answers))
    messages = _Messages(websocket)
    try:
        number = 0
        while (body := await messages.next()) is not None:
            number += 1
            if len(body) > LONGEST_LINE:
                await websocket.close(TOO_BIG, "a message is longer than 1 MiB")
                return
            lines = body.splitlines()
            if len(lines) > MOST_EVENTS:
                await websocket.close(TOO_BIG, f"a message has more than {MOST_EVENTS:,} lines")
                return
            where = f"WebSocket, message {number}"
            if is_quick(body):
                items = read_items(lines, where)
            else:
                items = await asyncio.to_thread(read_items, lines, where)
            items = permitted(items, websocket.scope["who"])
            receipts = await _offered(inlet, faults, items, messages)
            if receipts is None:
                return
            await _put(answers, receipts, answering)
            if answering.done():
                return
    finally:
        messages.end()
        if not answering.done():
            await _last_answers(answers, answering)
        answering.cancel()
        for end in await asyncio.gather(answering, return_exceptions=True):
            if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
                raise end


@dataclass(slots=True)
class _Messages:
    """The messages of a WebSocket, in order. ``ahead``: the next, if it is already awaited."""

    websocket: WebSocket
    ahead: asyncio.Task[bytes | None] | None = None

    async def next(self) -> bytes | None:
        """``None`` when the device has disconnected."""
        ahead, self.ahead = self.ahead, None
        return await (ahead or self._message())

    async def gone(self, seconds: float) -> bool:
        """Whether the device has disconnected. Returns after ``seconds`` at most."""
        if self.ahead is None:
            self.ahead = asyncio.create_task(self._message())
        if self.ahead.done():
            await asyncio.sleep(seconds)
        else:
            await asyncio.wait({self.ahead}, timeout=seconds)
        return self.ahead.done() and self.ahead.result() is None

    def end(self) -> None:
        if self.ahead is not None:
            self.ahead.cancel()

    async def _message(self) -> bytes | None:
        message = await self.websocket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        data = message.get("bytes")
        return data if data is not None else (message.get("text") or "").encode()


async def _offered(
    inlet: Inlet, faults: Faults, items: list[Item], messages: _Messages
) -> asyncio.Future[list[Receipt]] | None:
    """Waits while the queue is full, and with it the device. ``None`` if it has disconnected, or
    its link is cut."""
    try:
        items = faults.arriving(items)
    except FeedSilent:
        await messages.websocket.close(TRY_AGAIN, CUT)
        return None
    while True:
        try:
            return inlet.offer(items)
        except Busy:
            if await messages.gone(0.05):
                return None


async def _put(
    answers: Answers, receipts: asyncio.Future[list[Receipt]], answering: asyncio.Task[None]
) -> None:
    """Waits while ``answers`` is full, unless ``answering`` has ended."""
    if not answers.full():
        answers.put_nowait(receipts)
        return
    putting = asyncio.create_task(answers.put(receipts))
    await asyncio.wait({putting, answering}, return_when=asyncio.FIRST_COMPLETED)
    putting.cancel()


async def _last_answers(answers: Answers, answering: asyncio.Task[None]) -> None:
    """Events are recorded even if the device has disconnected; waits briefly for their answers."""
    last = asyncio.create_task(answers.put(None))
    await asyncio.wait({last, answering}, timeout=1)
    last.cancel()


async def _acknowledge(websocket: WebSocket, answers: Answers) -> None:
    while (next_ := await answers.get()) is not None:
        try:
            receipts = await next_
        except StoreError as error:
            reason, hint = _trouble(error)
            await websocket.send_text(json.dumps({"error": reason, "hint": hint}))
            await websocket.close(TROUBLE)
            return
        except Exception:
            await websocket.close(TROUBLE)
            raise
        await websocket.send_text(await _answer_body(receipts))
