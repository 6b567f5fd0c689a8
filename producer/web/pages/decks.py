"""What a producer does about a table that shows another deck: choose the right one, and end the
token of a device that does so again and again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from producer.bounds import MOST_DEALS
from producer.games.cards import parse_cards
from producer.games.line import DealKey
from producer.release import CannotChoose, Gate, by_hand
from producer.release.by_hand import CannotDecide
from producer.release.wrong_decks import Undecided, choose
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.pages.words import Card, cards, hand

CHOOSE = "route:/api/decks/choose"
PAGE = 20
"""Deals to decide about that the page shows at once: those seen first."""

Named = Annotated[str, Field(min_length=1, max_length=200)]


class ChosenDeck(BaseModel):
    """The deck that ``table`` showed was right, the office's where it is null; ``replay``: the
    tables that showed another play the deal again."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    session: Named
    group: Named
    deal: Annotated[int, Field(ge=1, le=MOST_DEALS)]
    table: Named | None = None
    replay: bool = False
    reason: Annotated[str, Field(min_length=1, max_length=1000, pattern=r"\S")]


class Revoked(BaseModel):
    """The name of the token that lets nobody in any more."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    token: Named


@dataclass(frozen=True, slots=True)
class DeckPlace:
    """What a deck has in one place where the decks differ: cards, or ``words``, or neither where
    it was not shown."""

    name: str
    cards: tuple[Card, ...]
    words: str


def routes(gate: Gate) -> APIRouter:
    router = APIRouter()

    @router.post("/api/decks/choose")
    async def choose_deck(request: Request, chosen: ChosenDeck) -> JSONResponse:
        key = DealKey(chosen.session, chosen.group, chosen.deal)
        by = request.scope["who"].by
        work = partial(
            choose, gate, CHOOSE, key, chosen.table, chosen.reason, by, replay=chosen.replay
        )
        try:
            return JSONResponse({"told": await written(work)})
        except CannotChoose as error:
            raise Refusal(409, f"Not chosen: {error}.", "The page shows how it stands.") from error

    @router.post("/api/tokens/revoke")
    async def revoke(request: Request, revoked: Revoked) -> JSONResponse:
        by = request.scope["who"].by
        try:
            await written(by_hand.revoke_token, gate, revoked.token, by)
        except CannotDecide as error:
            raise Refusal(409, f"Not revoked: {error}.") from error
        return JSONResponse({"told": f"Revoked: {revoked.token}. It lets nobody in any more."})

    return router


def places(deal: Undecided) -> list[list[DeckPlace]]:
    """By deck, what it has where the decks differ."""
    return [[_place(name, told) for name, told in choice.shows.items()] for choice in deal.choices]


def by_table(deals: Iterable[Undecided]) -> dict[tuple[str, str, str], list[str]]:
    """By session, group and table, what it shows otherwise than the decks."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for each in (each for deal in deals for each in deal.hands):
        place = each.session, each.group, each.table
        found.setdefault(place, []).append(f"deal {each.deal}: {each.what}")
    return found


def _place(name: str, told: str) -> DeckPlace:
    if name == "button":
        return DeckPlace(name, (), told)
    held = parse_cards(told)
    return DeckPlace(name, hand(held) if name.startswith("seat") else cards(held), "")
