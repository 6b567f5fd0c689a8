"""What a producer does with picks on a deal's page and over the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from producer.bounds import MOST_ACTIONS
from producer.compare.by_hand import NotPickable
from producer.compare.model import Comparison, Pick
from producer.release import Gate, picks
from producer.release.picks import LONGEST_LINE
from producer.web.access.roles import TAKERS
from producer.web.access.router import Routes
from producer.web.languages import _
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.services import Injected, Visitor
from producer.wording.language import LanguageCode
from producer.wording.pick_lines import edited_line

ROUTES = {what: f"route:/api/picks/{what}" for what in ("star", "dismiss", "rank", "make", "line")}

routes = Routes()

DealName = Annotated[str, Field(min_length=1, max_length=500)]


class PickRequest(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class NamedPick(PickRequest):
    """``deal`` is needed only where several deals have a pick with this id."""

    pick: Annotated[str, Field(min_length=1, max_length=100)]
    deal: DealName | None = None


class Star(NamedPick):
    starred: bool = True


class Dismissal(NamedPick):
    """An empty ``reason`` takes the dismissal back."""

    reason: Annotated[str, Field(max_length=1000)]


class OwnRank(NamedPick):
    """``None`` takes the rank back."""

    rank: Annotated[int, Field(ge=1, le=1000)] | None


class Line(NamedPick):
    """An empty ``text`` takes the producer's words back."""

    line: Literal["tease", "split", "headline"]
    language: LanguageCode = "en"
    text: Annotated[str, Field(max_length=LONGEST_LINE, pattern=r"^[^\r\n]*$")]


class NumberedDecision(PickRequest):
    """A table, and the number of the decision in its line, from 1."""

    table: Annotated[str, Field(min_length=1, max_length=200)]
    move: Annotated[int, Field(ge=1, le=MOST_ACTIONS)]


class NewPick(PickRequest):
    deal: DealName
    left: NumberedDecision
    right: NumberedDecision
    reason: Annotated[str, Field(min_length=1, max_length=1000)]


@routes.post("/api/picks/star", roles=TAKERS, exit="a starred pick")
async def star(services: Injected, who: Visitor, wanted: Star) -> JSONResponse:
    return await _decided(
        services.gate, wanted, "star",
        lambda gate, comparison, pick: picks.star(
            gate, comparison.deal.key, pick.id, who.by, starred=wanted.starred
        ),
        "Starred." if wanted.starred else "Not starred any more.",
    )  # fmt: skip


@routes.post("/api/picks/dismiss", roles=TAKERS, exit="a dismissed pick")
async def dismiss(services: Injected, who: Visitor, wanted: Dismissal) -> JSONResponse:
    return await _decided(
        services.gate, wanted, "dismiss",
        lambda gate, comparison, pick: picks.dismiss(
            gate, comparison.deal.key, pick.id, wanted.reason, who.by
        ),
        "Dismissed." if wanted.reason else "Not dismissed any more.",
    )  # fmt: skip


@routes.post("/api/picks/rank", roles=TAKERS, exit="a pick with a producer's rank")
async def rank(services: Injected, who: Visitor, wanted: OwnRank) -> JSONResponse:
    return await _decided(
        services.gate, wanted, "rank",
        lambda gate, comparison, pick: picks.rank(
            gate, comparison.deal.key, pick.id, wanted.rank, who.by
        ),
        f"Your rank {wanted.rank}." if wanted.rank else "No rank of yours any more.",
    )  # fmt: skip


@routes.post("/api/picks/line", roles=TAKERS, exit="a pick's line in a producer's words")
async def line(services: Injected, who: Visitor, wanted: Line) -> JSONResponse:
    def edit(gate: Gate, comparison: Comparison, pick: Pick) -> None:
        edited = edited_line(comparison, pick, wanted.line, wanted.language, wanted.text)
        picks.edit_line(gate, comparison.deal.key, pick.id, edited, who.by)

    words = "In your words." if wanted.text else "The program's own line again."
    return await _decided(services.gate, wanted, "line", edit, words)


@routes.post("/api/picks/make", roles=TAKERS, exit="a pick that a producer made")
async def make(services: Injected, who: Visitor, wanted: NewPick) -> JSONResponse:
    made = await written(_made, services.gate, wanted, who.by)
    return JSONResponse({"message": _("Made: {id}.", id=made.id), "pick": made.id})


async def _decided(
    gate: Gate,
    wanted: NamedPick,
    what: str,
    decide: Callable[[Gate, Comparison, Pick], None],
    words: str,
) -> JSONResponse:
    def find_and_decide() -> None:
        found, pick = picks.find_pick(gate, wanted.pick, ROUTES[what], wanted.deal)
        decide(gate, found, pick)

    await written(find_and_decide)
    return JSONResponse({"message": words})


def _made(gate: Gate, wanted: NewPick, by: str) -> Pick:
    sides = (wanted.left, wanted.right)
    at = {side.table: side.move - 1 for side in sides}
    try:
        return picks.make(gate, wanted.deal, at, wanted.reason, by, ROUTES["make"])
    except NotPickable as error:
        raise Refusal(422, f"{_sentence(error)}.") from error


def _sentence(error: Exception) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}"
