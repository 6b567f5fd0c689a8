"""The requests for graphics, one model for each."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from producer.bounds import (
    MOST_ACTIONS,
    MOST_LEVELS,
    MOST_MONEY,
    MOST_PLAYERS,
    MOST_SEATS,
    AtMost,
)
from producer.games.levels import Level
from producer.stages.moment import DECISION, MomentField
from producer.stages.style import ChipsAs, Style
from producer.stages.tables.table_cut import Reveal
from producer.values import Seat, Time
from producer.wording.language import LanguageCode, language

DealName = Annotated[str, Field(min_length=1, max_length=500)]
PickName = Annotated[str, Field(min_length=1, max_length=100)]
Table = Annotated[str, Field(min_length=1, max_length=200)]
Line = Annotated[str, Field(min_length=1, max_length=120)]

_MONEY = AtMost(MOST_MONEY, "which is the most that fits a graphic")
_PLAYERS = AtMost(MOST_PLAYERS, "which is the most players that a tournament can have")
Money = Annotated[int, Field(gt=0), _MONEY]
MoneyOrZero = Annotated[int, Field(ge=0), _MONEY]
Moves = Annotated[
    int, Field(ge=0), AtMost(MOST_ACTIONS, "which is the most actions that a hand can have")
]
BoardCards = Annotated[int, Field(ge=0), AtMost(5, "which is the whole board")]
LevelNumber = Annotated[
    int, Field(gt=0), AtMost(MOST_LEVELS, "which is the most levels that a tournament can have")
]


class GraphicRequest(BaseModel):
    """``language`` and ``chips``: by default those of the settings."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    language: LanguageCode | None = None
    chips: ChipsAs | None = None

    def style(self, usual: Style) -> Style:
        say = language(self.language) if self.language else usual.say
        return Style(say, self.chips or usual.chips, usual.theme)


class OfDeal(GraphicRequest):
    """``deal`` as ``N`` or ``SESSION/GROUP/N``."""

    deal: DealName


class OfPick(GraphicRequest):
    """``pick``: its id; ``deal`` is needed only where several deals have one with this id. Without
    a pick, the best of the ``deal`` is meant."""

    deal: DealName | None = None
    pick: PickName | None = None

    @model_validator(mode="after")
    def _one_of_the_two(self) -> OfPick:
        if self.deal is None and self.pick is None:
            raise ValueError("name a deal or a pick")
        return self


class AtDecision(OfPick):
    moment: MomentField = DECISION


class PairRequest(AtDecision):
    """``tables``: left and right, or top and bottom; by default the suggested pair."""

    tables: tuple[Table, Table] | None = None


class SplitRequest(AtDecision):
    """``tables``: three, four or six; by default ``count`` suggested ones."""

    tables: Annotated[tuple[Table, ...], Field(max_length=6)] = ()
    count: Literal[3, 4, 6] = 4


class FieldRequest(AtDecision):
    """``table``: the one in the picture, by default the first of the suggested pair."""

    table: Table | None = None


class TableRequest(OfPick):
    """One table at a ``moment`` of the pick, or after ``moves`` moves of its hand with
    ``board`` board cards.

    ``masked``: seats whose cards stay hidden until the hand is over.
    """

    table: Table
    moment: MomentField | None = None
    moves: Moves | None = None
    board: BoardCards | None = None
    reveal: Reveal = "at once"
    masked: Annotated[frozenset[Seat], Field(max_length=MOST_SEATS)] = frozenset()

    @model_validator(mode="after")
    def _how_far(self) -> TableRequest:
        if (self.moment is None) == (self.moves is None):
            raise ValueError("give either a moment, or a number of moves")
        return self


class StandingsRequest(GraphicRequest):
    """``group``: ``SESSION`` or ``SESSION/GROUP``; required if there are several groups."""

    group: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    scoring: Literal["seats", "hands", "peers"] = "seats"


class SeatRankingRequest(OfPick):
    """``seat``: by default the best pick's. ``tables``: those highlighted, by default the suggested
    pair."""

    seat: Seat | None = None
    tables: Annotated[tuple[Table, ...], Field(max_length=12)] = ()


class PayoutsRequest(GraphicRequest):
    """``prizes``: by place from the first, in whole units of ``currency``. ``names``: the players
    in these places, an empty name for an open place."""

    prizes: Annotated[tuple[Money, ...], Field(min_length=1, max_length=1_000)]
    currency: Annotated[str, Field(max_length=4)] = ""
    names: Annotated[
        tuple[Annotated[str, Field(max_length=120)], ...], Field(max_length=1_000)
    ] = ()


class SeasonPlayer(BaseModel):
    """A player's ``best`` place of the season's tournaments, and ``prize`` money of them all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Line
    best: Annotated[int, Field(gt=0), _PLAYERS]
    prize: MoneyOrZero = 0


class SeasonRequest(GraphicRequest):
    """``season``: its name. ``results`` in any order, prizes in whole units of ``currency``: they
    are ranked by prize money, then best place (RULES H7)."""

    season: Annotated[str, Field(max_length=120)] = ""
    results: Annotated[tuple[SeasonPlayer, ...], Field(min_length=1, max_length=1_000)]
    currency: Annotated[str, Field(max_length=4)] = ""


class ChipCountsRequest(GraphicRequest):
    """``stacks`` by player's name, with their ``big_blind``; or the stacks of ``table`` after
    ``deal``."""

    stacks: Annotated[dict[Line, MoneyOrZero], Field(max_length=1_000)] | None = None
    big_blind: MoneyOrZero = 0
    deal: DealName | None = None
    table: Table | None = None

    @model_validator(mode="after")
    def _one_of_the_two(self) -> ChipCountsRequest:
        of_deal = self.deal is not None and self.table is not None
        if bool(self.stacks) == of_deal or (self.deal is None) != (self.table is None):
            raise ValueError("give either stacks, or a deal and a table")
        return self


class SpeakerRequest(GraphicRequest):
    """``who``: the person's role, such as commentator."""

    name: Line
    who: Annotated[str, Field(max_length=120)] = ""


class SponsorRequest(GraphicRequest):
    """``name``: one of the theme's sponsors, by default the first."""

    name: Line | None = None


class TerritoryRequest(GraphicRequest):
    """``name``: one of the theme's territories, by default the first."""

    name: Line | None = None


class Blinds(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    small_blind: MoneyOrZero
    big_blind: Money
    ante: MoneyOrZero = 0

    @property
    def level(self) -> Level:
        return Level(self.small_blind, self.big_blind, self.ante)


class ClockRequest(GraphicRequest):
    """``ends``: when the level ends, ``None`` during a break. ``timed``: whether the level has a
    time; without one it ends when players are out. ``left``: how many of the ``players`` are still
    in the tournament."""

    level: LevelNumber
    blinds: Blinds
    following: Blinds | None = None
    ends: Time | None = None
    timed: bool = True
    left: Annotated[int, Field(ge=0), _PLAYERS]
    players: Annotated[int, Field(gt=0), _PLAYERS]


class NoteRequest(GraphicRequest):
    """A commentator's note of at most ten words, and its author."""

    text: Annotated[str, Field(min_length=1, max_length=300)]
    author: Annotated[str, Field(max_length=80)] = ""
