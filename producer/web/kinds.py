"""What can be put on a channel: the bodies of a request, by their ``kind``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Body
from fastapi.exceptions import RequestValidationError
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from producer.bounds import (
    INCOMING,
    MOST_ACTIONS,
    MOST_LEVELS,
    MOST_MONEY,
    MOST_PLAYERS,
    MOST_SEATS,
    AtMost,
)
from producer.games.levels import Level
from producer.stages.languages import WORDS, Language
from producer.stages.style import ChipsAs, Style
from producer.stages.table_cut import Reveal
from producer.values import Seat, Time
from producer.web.live import Moment

Read = TypeVar("Read", bound=BaseModel)
DealName = Annotated[str, Field(min_length=1, max_length=500)]
Table = Annotated[str, Field(min_length=1, max_length=200)]
Line = Annotated[str, Field(min_length=1, max_length=120)]

_MONEY = AtMost(MOST_MONEY, "which is the most that a graphic has room for")
_PLAYERS = AtMost(MOST_PLAYERS, "which is the most players that a tournament can have")
Money = Annotated[int, Field(gt=0), _MONEY]
MoneyOrZero = Annotated[int, Field(ge=0), _MONEY]
Place = Annotated[int, Field(ge=0), AtMost(10_000, "which is the most forks that a deal can have")]
Moves = Annotated[
    int, Field(ge=0), AtMost(MOST_ACTIONS, "which is the most actions that a hand can have")
]
BoardCards = Annotated[int, Field(ge=0), AtMost(5, "which is the whole board")]
LevelNumber = Annotated[
    int, Field(gt=0), AtMost(MOST_LEVELS, "which is the most levels that a tournament can have")
]


class Head(BaseModel):
    """``language`` and ``chips``: how the graphics speak and tell amounts; by default as set."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    language: Language | None = None
    chips: ChipsAs | None = None

    def style(self, usual: Style) -> Style:
        say = WORDS[self.language] if self.language else usual.say
        return Style(say, self.chips or usual.chips, usual.theme)


class AtFork(Head):
    """``deal`` as ``N`` or ``SESSION/GROUP/N``; ``fork``: its place among the deal's forks, from
    0; without it the key fork."""

    deal: DealName
    fork: Place | None = None


class TwoUp(AtFork):
    """Without ``tables`` the suggested pair."""

    kind: Literal["two-up"] = "two-up"
    tables: tuple[Table, Table] | None = None
    moment: Moment = "fork"


class Split(AtFork):
    """Three, four or six ``tables`` at the key fork; without them ``count`` suggested ones."""

    kind: Literal["split"]
    tables: Annotated[tuple[Table, ...], Field(max_length=6)] = ()
    count: Literal[3, 4, 6] = 4
    moment: Moment = "fork"


class Upright(AtFork):
    """Two tables one over the other; top, then bottom."""

    kind: Literal["upright"]
    tables: tuple[Table, Table] | None = None
    moment: Moment = "fork"


class OneAgainstTheField(AtFork):
    kind: Literal["field"]
    table: Table | None = None
    moment: Moment = "fork"


class OneTable(Head):
    """One table full, after ``moves`` of its hand, with ``board`` cards open."""

    kind: Literal["table"]
    deal: DealName
    table: Table
    moves: Moves
    board: BoardCards | None = None
    reveal: Reveal = "at once"
    masked: Annotated[frozenset[Seat], Field(max_length=MOST_SEATS)] = frozenset()


class Results(Head):
    """Every seat's result at every table."""

    kind: Literal["matrix"]
    deal: DealName


class TeamStandings(Head):
    """``group`` as ``SESSION`` or ``SESSION/GROUP``, where there is more than one."""

    kind: Literal["standings"]
    group: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    scoring: Literal["seats", "hands", "peers"] = "seats"


class SeatRanking(Head):
    """One seat's ranking before and after ``deal``: the key fork's, where no ``seat`` is named;
    ``tables`` are lit, the suggested pair where none are named."""

    kind: Literal["seat-ranking"]
    deal: DealName
    seat: Seat | None = None
    tables: Annotated[tuple[Table, ...], Field(max_length=12)] = ()


class Payouts(Head):
    """``prizes`` by place, the first first, in whole units of ``currency``; ``names``: who has a
    place, an empty one where nobody does yet."""

    kind: Literal["payouts"]
    prizes: Annotated[tuple[Money, ...], Field(min_length=1, max_length=1_000)]
    currency: Annotated[str, Field(max_length=4)] = ""
    names: Annotated[
        tuple[Annotated[str, Field(max_length=120)], ...], Field(max_length=1_000)
    ] = ()


class ChipCounts(Head):
    """``stacks`` by name with their ``big_blind``; or those of ``table`` after ``deal``."""

    kind: Literal["chip-counts"]
    stacks: Annotated[dict[Line, MoneyOrZero], Field(max_length=1_000)] | None = None
    big_blind: MoneyOrZero = 0
    deal: DealName | None = None
    table: Table | None = None

    @model_validator(mode="after")
    def _one_of_the_two(self) -> ChipCounts:
        of_deal = self.deal is not None and self.table is not None
        if bool(self.stacks) == of_deal or (self.deal is None) != (self.table is None):
            raise ValueError("name either stacks, or a deal and a table")
        return self


class Speaker(Head):
    kind: Literal["speaker"]
    name: Line
    who: Annotated[str, Field(max_length=120)] = ""


class Blinds(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    small_blind: MoneyOrZero
    big_blind: Money
    ante: MoneyOrZero = 0

    @property
    def level(self) -> Level:
        return Level(self.small_blind, self.big_blind, self.ante)


class Clock(Head):
    """``ends``: when the level does; ``None`` in a pause."""

    kind: Literal["clock"]
    level: LevelNumber
    blinds: Blinds
    following: Blinds | None = None
    ends: Time | None = None
    left: Annotated[int, Field(ge=0), _PLAYERS]
    players: Annotated[int, Field(gt=0), _PLAYERS]


class Clear(BaseModel):
    """Nothing at all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["clear"]


OfDeal = TwoUp | Split | Upright | OneAgainstTheField | Results
"""Made of one deal compared."""

Still = OfDeal | OneTable | TeamStandings | SeatRanking | Payouts | ChipCounts | Speaker
"""What does not move by itself."""

Playhead = Still | Clock | Clear

KINDS: Mapping[str, type[Playhead]] = {
    "two-up": TwoUp,
    "split": Split,
    "upright": Upright,
    "field": OneAgainstTheField,
    "table": OneTable,
    "matrix": Results,
    "standings": TeamStandings,
    "seat-ranking": SeatRanking,
    "payouts": Payouts,
    "chip-counts": ChipCounts,
    "speaker": Speaker,
    "clock": Clock,
    "clear": Clear,
}


def playhead(body: Annotated[dict[str, Any], Body()]) -> Playhead:
    """A request's body by its ``kind``, a two-up where it has none.

    Raises RequestValidationError, which names the field at fault and no kind that was not asked.
    """
    kind = body.get("kind", "two-up")
    model = KINDS.get(kind) if isinstance(kind, str) else None
    if model is None:
        words = f"Input should be one of {', '.join(KINDS)}"
        raise RequestValidationError([{"type": "kind", "loc": ("body", "kind"), "msg": words}])
    return read_as(model, body)


def read_as(model: type[Read], body: Mapping[str, Any]) -> Read:
    """A body as ``model``. Raises RequestValidationError, which names the field at fault."""
    try:
        return model.model_validate(body, context=INCOMING)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False)
        raise RequestValidationError(
            [{**each, "loc": ("body", *each["loc"])} for each in found]
        ) from error
