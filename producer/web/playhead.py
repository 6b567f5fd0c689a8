"""What can be put on a channel: bodies of a request, and the stages they ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import Body
from fastapi.exceptions import RequestValidationError
from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    ValidationError,
)

from overlay.stage import Stage
from producer.compare.model import Comparison, Fork
from producer.games.levels import Level
from producer.release import Gate
from producer.stages import arranged, field, n_up, table_stage, two_up, upright
from producer.stages.languages import WORDS, Language
from producer.stages.show import matrix_stage, speaker
from producer.stages.style import ChipsAs, Style
from producer.stages.table_cut import Reveal
from producer.stages.tournament import clock_stage
from producer.web.errors import Refusal
from producer.web.live import CLEAR, Drawing, Moment, Moving, Shown, draw
from producer.web.pairs import pair_of

DealName = Annotated[str, Field(min_length=1, max_length=500)]
Table = Annotated[str, Field(min_length=1, max_length=200)]
Line = Annotated[str, Field(min_length=1, max_length=120)]


class Head(BaseModel):
    """``language`` and ``chips``: how the graphics speak and tell amounts."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    language: Language = "en"
    chips: ChipsAs = "bb"

    @property
    def style(self) -> Style:
        return Style(WORDS[self.language], self.chips)


class AtFork(Head):
    """``deal`` as ``N`` or ``SESSION/GROUP/N``; ``fork``: its place among the deal's forks, from
    0; without it the key fork."""

    deal: DealName
    fork: Annotated[int, Field(ge=0, le=10_000)] | None = None


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
    moves: NonNegativeInt
    board: NonNegativeInt | None = None
    reveal: Reveal = "at once"
    masked: frozenset[PositiveInt] = frozenset()


class Results(Head):
    """Every seat's result at every table."""

    kind: Literal["matrix"]
    deal: DealName


class Speaker(Head):
    kind: Literal["speaker"]
    name: Line
    who: Annotated[str, Field(max_length=120)] = ""


class Blinds(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    small_blind: NonNegativeInt
    big_blind: PositiveInt
    ante: NonNegativeInt = 0

    @property
    def level(self) -> Level:
        return Level(self.small_blind, self.big_blind, self.ante)


class Clock(Head):
    """``ends``: when the level does; ``None`` in a pause."""

    kind: Literal["clock"]
    level: PositiveInt
    blinds: Blinds
    following: Blinds | None = None
    ends: AwareDatetime | None = None
    left: NonNegativeInt
    players: PositiveInt


class Clear(BaseModel):
    """Nothing at all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["clear"]


Playhead = (
    TwoUp | Split | Upright | OneAgainstTheField | OneTable | Results | Speaker | Clock | Clear
)

KINDS: Mapping[str, type[Playhead]] = {
    "two-up": TwoUp,
    "split": Split,
    "upright": Upright,
    "field": OneAgainstTheField,
    "table": OneTable,
    "matrix": Results,
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
    try:
        return model.model_validate(body)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False)
        raise RequestValidationError(
            [{**each, "loc": ("body", *each["loc"])} for each in found]
        ) from error


Found = tuple[Shown | None, Drawing | Moving]


def found(gate: Gate, wanted: Playhead, exit_: str) -> Found:
    """What is to be shown, from released deals only. Raises as the gate and the stages do."""
    if isinstance(wanted, Clear):
        return None, CLEAR
    if isinstance(wanted, Speaker):
        stage = speaker(wanted.name, wanted.who, wanted.style)
        return Shown(None, (), "", "speaker"), draw(stage)
    if isinstance(wanted, Clock):
        return Shown(None, (), "", "clock"), _clock(wanted)
    if isinstance(wanted, OneTable):
        return _table(gate, wanted, exit_)
    shown, stage = staged(gate.comparison(wanted.deal, exit_), wanted)
    return shown, draw(stage)


def staged(
    comparison: Comparison, wanted: TwoUp | Split | Upright | OneAgainstTheField | Results
) -> tuple[Shown, Stage]:
    """The stage of one deal compared."""
    key, style = comparison.deal.key, wanted.style
    if isinstance(wanted, Results):
        tables = tuple(play.table for play in comparison.deal.plays)
        return Shown(key, tables, "end", "matrix"), matrix_stage(comparison, style)
    fork = _fork(comparison, wanted.fork)
    if isinstance(wanted, OneAgainstTheField):
        stage = field(comparison, wanted.moment, wanted.table, fork, style)
        there = fork or comparison.key_fork
        return Shown(key, there.tables if there else (), wanted.moment, "field"), stage
    if isinstance(wanted, Split):
        tables = wanted.tables or arranged(comparison, wanted.count, fork)
        stage = n_up(comparison, tables, wanted.moment, fork, style)
        return Shown(key, tables, wanted.moment, "split"), stage
    pair = pair_of(comparison, wanted.tables)
    make = upright if isinstance(wanted, Upright) else two_up
    return Shown(key, pair, wanted.moment, wanted.kind), make(
        comparison, pair, wanted.moment, fork, style
    )


def _fork(comparison: Comparison, place: int | None) -> Fork | None:
    if place is None:
        return None
    if place >= len(comparison.forks):
        count = len(comparison.forks)
        raise Refusal(409, f"The deal has {count} forks, and none at {place}.", "Count from 0.")
    return comparison.forks[place]


def _table(gate: Gate, wanted: OneTable, exit_: str) -> Found:
    deal = gate.deal(wanted.deal, exit_)
    key = deal.key
    deals = next(
        (
            session.deals or 0
            for session in gate.sessions()
            if (session.session, session.group) == (key.session, key.group)
        ),
        0,
    )
    stage = table_stage(
        deal,
        wanted.table,
        wanted.moves,
        wanted.reveal,
        wanted.masked,
        board=wanted.board,
        deals=deals,
        style=wanted.style,
    )
    return Shown(key, (wanted.table,), f"move {wanted.moves}", "table"), draw(stage)


def _clock(wanted: Clock) -> Moving:
    def moving(now: float) -> Drawing:
        left = None if wanted.ends is None else max(0.0, wanted.ends.timestamp() - now)
        following = wanted.following.level if wanted.following else None
        return draw(
            clock_stage(
                wanted.level,
                wanted.blinds.level,
                following,
                left,
                wanted.left,
                wanted.players,
                wanted.style,
            )
        )

    return moving
