"""The hunter bites: a leak of every kind, planted into the service, is found."""

# ruff: noqa: ARG001, ARG005 - every plant gets the same two things

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hunter import Half, bites
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import producer.cli.still
import producer.release.decks
import producer.web.errors
import producer.web.health
from producer.games.line import DealKey
from producer.record import open_store
from producer.release import EXITS, SEALED_EXITS, Gate

Patch = pytest.MonkeyPatch


def sealed(gate: Gate) -> list[DealKey]:
    verdicts = gate.view("command:audit").verdicts
    return [key for key, verdict in verdicts.items() if verdict.state != "released"]


def with_header(app: Any, name: bytes, value: Callable[[], str]) -> None:
    """Adds a header to every answer of an app that has not answered yet."""

    def middleware(inner: ASGIApp) -> ASGIApp:
        async def added(scope: Scope, receive: Receive, send: Send) -> None:
            async def sent(message: Message) -> None:
                if message["type"] == "http.response.start":
                    message["headers"] = [*message["headers"], (name, value().encode())]
                await send(message)

            await inner(scope, receive, sent)

        return added

    app.add_middleware(middleware)


def route_beside_the_gate(half: Half, patch: Patch) -> None:
    patch.setitem(EXITS, "route:/api/deals/of/all", "planted")  # type: ignore[arg-type]

    def everything() -> JSONResponse:
        return JSONResponse([str(deal) for deal in half.gate._store.deals()])

    half.client.app.router.add_route("/api/deals/of/all", lambda _: everything())  # type: ignore[attr-defined]
    half.client.app.router.routes.insert(0, half.client.app.router.routes.pop())  # type: ignore[attr-defined]


def route_not_listed(half: Half, patch: Patch) -> None:
    half.client.app.router.add_route("/api/forgotten", lambda _: JSONResponse({}))  # type: ignore[attr-defined]


def etag_of_the_whole_record(half: Half, patch: Patch) -> None:
    with_header(half.client.app, b"etag", lambda: f'"{half.gate._store.version()}"')


def header_that_counts(half: Half, patch: Patch) -> None:
    with_header(half.client.app, b"x-deals", lambda: str(len(half.gate._store.keys())))


def error_that_says_sealed(half: Half, patch: Patch) -> None:
    async def told(request: Any, error: Exception) -> JSONResponse:
        there = any(str(key) in str(error) for key in sealed(half.gate))
        return JSONResponse({"error": "sealed" if there else "unknown"}, 404)

    half.client.app.add_exception_handler(producer.web.errors.NotAvailable, told)  # type: ignore[attr-defined]


def order_by_what_is_sealed(half: Half, patch: Patch) -> None:
    def turned(self: Gate, exit_: str) -> Any:
        found = honest(self, exit_)
        return found[::-1] if sealed(self) else found

    honest = Gate.comparisons
    patch.setattr(Gate, "comparisons", turned)


def line_in_the_log(half: Half, patch: Patch) -> None:
    def talking(self: Gate, exit_: str) -> Any:
        if exit_ not in SEALED_EXITS:
            logging.getLogger("duplicast").info("%d deals wait", len(sealed(self)))
        return honest(self, exit_)

    honest = Gate.comparisons
    patch.setattr(Gate, "comparisons", talking)


def name_of_a_file(half: Half, patch: Patch) -> None:
    def named(path: Path, data: bytes) -> None:
        with open_store(Path("duplicast.db")) as here:
            honest(path.with_stem(f"{path.stem}-of-{len(here.keys())}"), data)

    honest = producer.cli.still.write_whole
    patch.setattr(producer.cli.still, "write_whole", named)


def metric_of_a_deal(half: Half, patch: Patch) -> None:
    def told(samples: Any) -> str:
        books = half.gate._store.books().values()
        boards = [deal.board for book in books for deal in book.deals.values()]
        return honest(samples) + "".join(f'deal{{board="{board}"}} 1\n' for board in boards)

    honest = producer.web.health.exposition
    patch.setattr(producer.web.health, "exposition", told)


def push_to_a_channel(half: Half, patch: Patch) -> None:
    def middleware(inner: ASGIApp) -> ASGIApp:
        async def pushed(scope: Scope, receive: Receive, send: Send) -> None:
            async def sent(message: Message) -> None:
                if message["type"] == "websocket.send":
                    message["text"] += f" next of {len(half.gate._store.keys())}"
                await send(message)

            await inner(scope, receive, sent)

        return pushed

    half.client.app.add_middleware(middleware)  # type: ignore[attr-defined]


def standings_over_everything(half: Half, patch: Patch) -> None:
    patch.setattr(Gate, "deals", lambda self, exit_: list(self._store.deals()))


def gate_that_trusts_names(half: Half, patch: Patch) -> None:
    patch.setattr(producer.release.decks, "same_cards", lambda *_: False)


def redirect_that_knows(half: Half, patch: Patch) -> None:
    def sent(self: Gate, reference: str, exit_: str) -> Any:
        try:
            return honest(self, reference, exit_)
        except LookupError as error:
            if any(str(key) == reference for key in sealed(self)):
                raise producer.web.errors.Refusal(425, "Not yet.") from error
            raise

    honest = Gate.comparison
    patch.setattr(Gate, "comparison", sent)


PLANTS = (
    route_beside_the_gate,
    route_not_listed,
    etag_of_the_whole_record,
    header_that_counts,
    error_that_says_sealed,
    order_by_what_is_sealed,
    line_in_the_log,
    name_of_a_file,
    metric_of_a_deal,
    push_to_a_channel,
    standings_over_everything,
    gate_that_trusts_names,
    redirect_that_knows,
)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(plant: Any, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        planted: list[bool] = []

        def once(half: Half) -> None:
            """Into the whole record and its public half alike; patches of code only once."""
            fresh = plant in PER_APP or not planted
            if fresh:
                plant(half, patch)
                planted.append(True)

        assert bites(once, tmp_path, SEEDS.get(plant, (5, 6, 7))) is not None


PER_APP = {
    route_beside_the_gate,
    route_not_listed,
    etag_of_the_whole_record,
    header_that_counts,
    error_that_says_sealed,
    push_to_a_channel,
}

SEEDS = {gate_that_trusts_names: (13, 4), order_by_what_is_sealed: (6, 7)}
"""Walks that come soon to where the leak shows: the same cards twice, two deals out."""
