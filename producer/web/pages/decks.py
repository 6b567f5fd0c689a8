"""Deciding about tables with another deck: choosing the right one, and revoking the token of a
device that shows wrong decks repeatedly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from producer.bounds import MOST_DEALS
from producer.games.cards import parse_cards
from producer.games.line import DealKey
from producer.messages import message
from producer.release import CannotChoose, by_hand
from producer.release.by_hand import CannotDecide
from producer.release.decks.wrong_decks import Undecided, choose
from producer.web.access.roles import PRODUCERS
from producer.web.access.router import Routes
from producer.web.languages import _
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.pages.words import Card, cards, hand
from producer.web.services import Injected, Visitor

CHOOSE = "route:/api/decks/choose"
PAGE = 20
"""Deals to decide about on one page, the oldest first."""

routes = Routes()

Named = Annotated[str, Field(min_length=1, max_length=200)]


class ChosenDeck(BaseModel):
    """The deck of ``table`` is right, or the office's if null. ``replay``: tables with another deck
    play the deal again."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    session: Named
    group: Named
    deal: Annotated[int, Field(ge=1, le=MOST_DEALS)]
    table: Named | None = None
    replay: bool = False
    reason: Annotated[str, Field(min_length=1, max_length=1000, pattern=r"\S")]


class RevokedToken(BaseModel):
    """``token``: its name."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    token: Named


@dataclass(frozen=True, slots=True)
class DeckPlace:
    """What a deck has in one place where the decks differ: ``cards`` or ``words``, neither if it
    was not shown."""

    name: str
    cards: tuple[Card, ...]
    words: str


@routes.post("/api/decks/choose", roles=PRODUCERS, exit="which deck is right", sealed=True)
async def choose_deck(services: Injected, who: Visitor, chosen: ChosenDeck) -> JSONResponse:
    key = DealKey(chosen.session, chosen.group, chosen.deal)
    decision = chosen.table, chosen.reason, who.by
    try:
        words = await written(choose, services.gate, CHOOSE, key, *decision, replay=chosen.replay)
    except CannotChoose as error:
        raise Refusal(
            409, _("Not chosen: {error}.", error=error), _("Load the page again.")
        ) from error
    return JSONResponse({"message": words})


@routes.post("/api/tokens/revoke", roles=PRODUCERS)
async def revoke(services: Injected, who: Visitor, revoked: RevokedToken) -> JSONResponse:
    try:
        await written(by_hand.revoke_token, services.gate, revoked.token, who.by)
    except CannotDecide as error:
        raise Refusal(409, _("Not revoked: {error}.", error=error)) from error
    return JSONResponse(
        {"message": _("Revoked: {token}. It no longer works.", token=revoked.token)}
    )


def places(deal: Undecided) -> list[list[DeckPlace]]:
    """For each deck, what it has where the decks differ."""
    return [[_place(name, text) for name, text in choice.shows.items()] for choice in deal.choices]


def by_table(deals: Iterable[Undecided]) -> dict[tuple[str, str, str], list[str]]:
    """By session, group and table: where its deck differs, in words."""
    differences: dict[tuple[str, str, str], list[str]] = {}
    for each in (each for deal in deals for each in deal.hands):
        place = each.session, each.group, each.table
        differences.setdefault(place, []).append(
            message("deal {n}: {what}", n=each.deal, what=each.what)
        )
    return differences


def _place(name: str, text: str) -> DeckPlace:
    if name == "button":
        return DeckPlace(name, (), text)
    shown = parse_cards(text)
    return DeckPlace(name, hand(shown) if name.startswith("seat") else cards(shown), "")
