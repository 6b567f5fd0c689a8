"""The hunter bites: a leak of every kind, planted into the service, is found."""

# ruff: noqa: ARG001, ARG005 - every plant gets the same two things

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from halves import Half
from hunter import Part, bites
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from worlds import Doing, delay, plan, play_most

import producer.cli.common
import producer.obs.director.takes
import producer.release.decks.same_cards
import producer.web.ops.errors
import producer.web.ops.health
import producer.web.pages.api
import producer.web.pages.desk
import producer.web.pages.notes
import producer.web.pages.sealed
import producer.web.programme.sealed_rows
from overlay.raster import stage_png
from producer.compare import compare
from producer.compare.ranking import varied
from producer.games.line import DealKey
from producer.obs.link.connection import Link
from producer.record import Store, open_store
from producer.release import EXITS, SEALED_EXITS, Gate, picks
from producer.web.access.roles import ANYBODY, SCREENS
from producer.web.access.router import DECLARED, Access

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
    path = "/api/deals/of/all"

    def everything(_: Request) -> JSONResponse:
        return JSONResponse([str(deal) for deal in half.gate._store.deals()])

    patch.setitem(EXITS, f"route:{path}", "planted")
    patch.setitem(DECLARED, everything, Access("GET", path, SCREENS, "planted"))
    half.client.app.router.add_route(path, everything)  # type: ignore[attr-defined]
    half.client.app.router.routes.insert(0, half.client.app.router.routes.pop())  # type: ignore[attr-defined]


def route_not_listed(half: Half, patch: Patch) -> None:
    half.client.app.router.add_route("/api/forgotten", lambda _: JSONResponse({}))  # type: ignore[attr-defined]


def etag_of_the_whole_record(half: Half, patch: Patch) -> None:
    with_header(half.client.app, b"etag", lambda: f'"{half.gate._store.counts().events}"')


def header_that_counts(half: Half, patch: Patch) -> None:
    with_header(half.client.app, b"x-deals", lambda: str(len([*half.gate._store.deals()])))


def error_that_says_sealed(half: Half, patch: Patch) -> None:
    async def told(request: Any, error: Exception) -> JSONResponse:
        there = any(str(key) in str(error) for key in sealed(half.gate))
        return JSONResponse({"error": "sealed" if there else "unknown"}, 404)

    half.client.app.add_exception_handler(producer.web.ops.errors.NotAvailable, told)  # type: ignore[attr-defined]


def order_by_what_is_sealed(half: Half, patch: Patch) -> None:
    gates: list[Gate] = []

    def compared(self: Gate, exit_: str) -> Any:
        gates[:] = [self]
        return honest(self, exit_)

    def turned(ranking: Any) -> Any:
        shown = varied(ranking)
        return shown[::-1] if gates and sealed(gates[0]) else shown

    honest = Gate.comparisons
    patch.setattr(Gate, "comparisons", compared)
    for page in (producer.web.pages.api, producer.web.pages.desk):
        patch.setattr(page, "varied", turned)


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
            honest(path.with_stem(f"{path.stem}-of-{len([*here.deals()])}"), data)

    honest = producer.cli.common.write_whole
    patch.setattr(producer.cli.common, "write_whole", named)


def metric_of_a_deal(half: Half, patch: Patch) -> None:
    def told(samples: Any) -> str:
        books = half.gate._store.group_states().values()
        boards = [deal.board for book in books for deal in book.deals.values()]
        return honest(samples) + "".join(f'deal{{board="{board}"}} 1\n' for board in boards)

    honest = producer.web.ops.health.exposition
    patch.setattr(producer.web.ops.health, "exposition", told)


def push_to_a_channel(half: Half, patch: Patch) -> None:
    def middleware(inner: ASGIApp) -> ASGIApp:
        async def pushed(scope: Scope, receive: Receive, send: Send) -> None:
            async def sent(message: Message) -> None:
                if message["type"] == "websocket.send":
                    message["text"] += f" next of {len([*half.gate._store.deals()])}"
                await send(message)

            await inner(scope, receive, sent)

        return pushed

    half.client.app.add_middleware(middleware)  # type: ignore[attr-defined]


def standings_over_everything(half: Half, patch: Patch) -> None:
    patch.setattr(Gate, "deals", lambda self, exit_: list(self._store.deals()))


def gate_that_trusts_names(half: Half, patch: Patch) -> None:
    patch.setattr(producer.release.decks.same_cards, "same_cards", lambda *_: False)


def redirect_that_knows(half: Half, patch: Patch) -> None:
    def sent(self: Gate, reference: str, exit_: str) -> Any:
        try:
            return honest(self, reference, exit_)
        except LookupError as error:
            if any(str(key) == reference for key in sealed(self)):
                raise producer.web.ops.errors.Refusal(425, "Not yet.") from error
            raise

    honest = Gate.comparison
    patch.setattr(Gate, "comparison", sent)


def answer_to_a_device(half: Half, patch: Patch) -> None:
    """What became of an event tells how many tables have played the deal."""

    def told(self: Store, items: list[Any]) -> Any:
        played = sum(len(deal.plays) for deal in self.deals())
        return [replace(each, reason=f"{played} plays") for each in honest(self, items)]

    honest = Store.ingest
    patch.setattr(Store, "ingest", told)


def metric_that_counts(half: Half, patch: Patch) -> None:
    def told(gate: Gate, *more: Any) -> Any:
        count = len([*gate._store.deals()])
        return [*honest(gate, *more), ("duplicast_deals", "gauge", "Deals.", count)]

    honest = producer.web.ops.health._samples
    patch.setattr(producer.web.ops.health, "_samples", told)


def field_of_a_log_line(half: Half, patch: Patch) -> None:
    """The words are the same, what stands beside them is not."""

    def talking(self: Gate, exit_: str) -> Any:
        if exit_ not in SEALED_EXITS:
            fields = {"fields": {"deals": len([*self._store.deals()])}}
            logging.getLogger("duplicast").info("asked", extra=fields)
        return honest(self, exit_)

    honest = Gate.comparisons
    patch.setattr(Gate, "comparisons", talking)


def file_in_the_output_folder(half: Half, patch: Patch) -> None:
    def drawing(self: Gate, exit_: str) -> Any:
        half.out.mkdir(exist_ok=True)
        (half.out / f"of-{len([*self._store.deals()])}.png").write_bytes(b"")
        return honest(self, exit_)

    honest = Gate.comparisons
    patch.setattr(Gate, "comparisons", drawing)


def sealed_page_for_every_booth(half: Half, patch: Patch) -> None:
    for endpoint, access in list(DECLARED.items()):
        if access.path.startswith("/sealed"):
            patch.setitem(DECLARED, endpoint, replace(access, roles=ANYBODY))


def picture_without_the_mark(half: Half, patch: Patch) -> None:
    patch.setattr(producer.web.pages.sealed, "watermarked_png", stage_png)


def note_on_what_is_sealed(half: Half, patch: Patch) -> None:
    """Searched by a deal's name, a sealed one is not available and an unknown one has no notes."""

    def found(gate: Gate, search: str, exit_: str) -> Any:
        if any(str(key) == search for key in sealed(gate)):
            raise producer.web.ops.errors.NotAvailable(search)
        return honest(gate, search, exit_)

    honest = producer.web.pages.notes.found_notes
    patch.setattr(producer.web.pages.notes, "found_notes", found)


def pick_of_what_is_sealed(half: Half, patch: Patch) -> None:
    """Of a sealed deal a pick is gone; an unknown deal is not available."""

    def found(gate: Gate, id_: str, exit_: str, deal: str | None = None) -> Any:
        if any(str(key) == deal for key in sealed(gate)):
            raise picks.PickGone(id_)
        return honest(gate, id_, exit_, deal)

    honest = picks.find_pick
    patch.setattr(picks, "find_pick", found)


def delay_that_some_forget(half: Half, patch: Patch) -> None:
    """Played out, and let go at once."""
    rules = import_module("producer.release.verdicts")
    patch.setattr(rules, "_after_delay", lambda *_: rules.RELEASED)


def kind_beside_the_gate(half: Half, patch: Patch) -> None:
    """One kind of graphics reads the record itself."""

    def whatever(self: Gate, reference: str, exit_: str) -> Any:
        every = {str(deal.key): deal for deal in self._store.deals()}
        return compare(every[reference]) if reference in every else honest(self, reference, exit_)

    honest = Gate.comparison
    patch.setattr(Gate, "comparison", whatever)


def source_in_obs(half: Half, patch: Patch) -> None:
    """A source tells by a setting how many deals wait."""
    asked: list[Gate] = []

    def compared(self: Gate, reference: str, exit_: str) -> Any:
        asked[:] = [self]
        return honest_gate(self, reference, exit_)

    def told(self: Link, questions: Any, in_one_frame: bool = False) -> Any:
        for name, data in questions:
            if name == "CreateInput" and asked:
                data["inputSettings"]["waiting"] = len(sealed(asked[0]))
        return honest_link(self, questions, in_one_frame)

    honest_gate, honest_link = Gate.comparison, Link.batch
    patch.setattr(Gate, "comparison", compared)
    patch.setattr(Link, "batch", told)


def picture_for_obs(half: Half, patch: Patch) -> None:
    """Bytes behind the picture's end, which no eye sees."""
    asked: list[Gate] = []

    def compared(self: Gate, reference: str, exit_: str) -> Any:
        asked[:] = [self]
        return honest_gate(self, reference, exit_)

    def written(folder: Path, png: bytes, current: Path | None) -> Path:
        return honest_file(folder, png + str(len([*asked[0]._store.deals()])).encode(), current)

    honest_gate, honest_file = Gate.comparison, producer.obs.director.takes.picture_file
    patch.setattr(Gate, "comparison", compared)
    patch.setattr(producer.obs.director.takes, "picture_file", written)


def sealed_rows_for_the_booth(half: Half, patch: Patch) -> None:
    """Whoever may open the rundown sees which planned deals are sealed again."""
    patch.setattr(producer.web.programme.sealed_rows, "SCORERS", ANYBODY)


PLANTS = (
    sealed_rows_for_the_booth,
    source_in_obs,
    picture_for_obs,
    answer_to_a_device,
    metric_that_counts,
    field_of_a_log_line,
    file_in_the_output_folder,
    sealed_page_for_every_booth,
    picture_without_the_mark,
    note_on_what_is_sealed,
    pick_of_what_is_sealed,
    delay_that_some_forget,
    kind_beside_the_gate,
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

        seed, doings = WALKS.get(plant, (2, (play_most,)))
        assert bites(once, tmp_path, seed, PARTS.get(plant, "routes"), *doings) is not None


PARTS: dict[Any, Part] = {
    source_in_obs: "air",
    picture_for_obs: "air",
    answer_to_a_device: "devices",
    name_of_a_file: "commands",
    standings_over_everything: "commands",
}
"""What finds the leak, where it is not in an answer of the service."""


PER_APP = {
    route_beside_the_gate,
    route_not_listed,
    etag_of_the_whole_record,
    header_that_counts,
    error_that_says_sealed,
    push_to_a_channel,
}

WALKS: dict[Any, tuple[int, tuple[Doing, ...]]] = {
    gate_that_trusts_names: (13, (play_most,)),
    sealed_rows_for_the_booth: (2, (play_most, plan)),
    delay_that_some_forget: (2, (play_most, delay)),
    picture_without_the_mark: (2, (play_most,)),
}
"""Walks that come to where the leak shows, where the usual one does not."""
