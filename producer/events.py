"""All types of events of the log, as typed values.

Feeds are parsed into these events, and everything derived comes from them. The JSON Schema of a
type is ``model_json_schema()`` of its class.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, GetCoreSchemaHandler, TypeAdapter, ValidationInfo, field_validator
from pydantic_core import CoreSchema, core_schema

from producer.bounds import (
    INCOMING,
    MOST_LIVE_DEALS,
    AtMost,
    is_incoming,
    too_large,
)
from producer.corrections import (
    DealCorrected,
    DealCorrectedEvent,
    DeckChosen,
    DeckChosenEvent,
    EventNudged,
    EventNudgedEvent,
    GapLost,
    GapLostEvent,
    HandClearedEvent,
    HandCorrected,
    HandCorrectedEvent,
    HandReview,
    HandRuled,
    HandRuledEvent,
    HandUnderReviewEvent,
    HandVoided,
    HandVoidedEvent,
    Milliseconds,
    QuarantineDecided,
    QuarantineDecidedEvent,
    RosterCorrected,
    RosterCorrectedEvent,
    TableClock,
    TableClockEvent,
    TableNudged,
    TableNudgedEvent,
    TeamCorrected,
)
from producer.game_names import ACTIONS, PHASES, Action
from producer.json_text import check_keys
from producer.tournament_events import (
    TournamentBreakEvent,
    TournamentChipsEvent,
    TournamentEliminatedEvent,
    TournamentEnteredEvent,
    TournamentLevelEvent,
    TournamentPayoutsEvent,
    TournamentReboughtEvent,
    TournamentReinstatedEvent,
    TournamentSeatedEvent,
    TournamentTerms,
)
from producer.values import (
    LONGEST_NAME,
    ActionNumber,
    CardText,
    Chips,
    Colour,
    DealNumber,
    Envelope,
    Flag,
    LineMove,
    Name,
    NonNegative,
    Player,
    Positive,
    Seat,
    SeatKey,
    Time,
    Value,
    chips_json,
    parse_chips,
)

__all__ = [
    "GAMES",
    "LONGEST_NAME",
    "BridgeGame",
    "CardText",
    "CarriedOver",
    "Chips",
    "DealCards",
    "DealCardsEvent",
    "DealCorrected",
    "DealCorrectedEvent",
    "DeckChosen",
    "DeckChosenEvent",
    "Envelope",
    "Event",
    "EventNudged",
    "EventNudgedEvent",
    "Game",
    "GameSettings",
    "GapLost",
    "GapLostEvent",
    "HandAction",
    "HandActionEvent",
    "HandBoard",
    "HandBoardEvent",
    "HandClearedEvent",
    "HandCorrected",
    "HandCorrectedEvent",
    "HandFinished",
    "HandFinishedEvent",
    "HandRecorded",
    "HandRecordedEvent",
    "HandReview",
    "HandRuled",
    "HandRuledEvent",
    "HandStarted",
    "HandStartedEvent",
    "HandUnderReviewEvent",
    "HandVoided",
    "HandVoidedEvent",
    "HoldemGame",
    "LineMove",
    "Name",
    "OpenFaceGame",
    "Player",
    "QuarantineDecided",
    "QuarantineDecidedEvent",
    "RecordingAdded",
    "RecordingAddedEvent",
    "ReferencePoint",
    "ResultsGame",
    "RosterCorrected",
    "RosterCorrectedEvent",
    "RowRoyalties",
    "RoyaltyTable",
    "Seat",
    "SessionOpened",
    "SessionOpenedEvent",
    "TableClock",
    "TableClockEvent",
    "TableInfo",
    "TableNudged",
    "TableNudgedEvent",
    "Team",
    "TeamCorrected",
    "Value",
    "chips_json",
    "event_json",
    "event_schema",
    "parse_chips",
    "parse_event",
    "parse_incoming",
    "type_schemas",
]


BetCount = Annotated[
    int, Field(gt=0), AtMost(1000, "which is the most bets and raises that a street can have")
]


class GameSettings(Value):
    """The settings of a game as played at one table; every game has its own fields. ``name``: the
    game's, by which events name it."""

    name: str

    @property
    def unit(self) -> int:
        """Chips in one unit of the stakes, the unit of results; 1 for a game without stakes."""
        return 1


class HoldemGame(GameSettings):
    """Texas hold'em as played at one table (RULES P2, H1-H9). Amounts in smallest units.

    ``cap``: the most a player can put into one hand, blinds and antes included. ``stack``: every
    player's stack at the start of a hand, ``None`` for unlimited. ``ante``: paid before the blinds
    (H9) by every player, or by the big blind for all. ``straddle``: a third blind, posted by the
    seat after the big blind when three or more play. ``small_bet``, ``big_bet``: fixed-limit only;
    by default the big blind and twice the small bet. ``max_bets``: the bets and raises allowed on
    a street in fixed-limit, with the big blind as the first; ``max_bets_heads_up``: the same when
    two players start the street; ``None`` for no limit. ``minimum_raise``: the size of the last
    bet or raise, or always the big blind (H3). ``odd_chips``: chips that a split pot cannot divide
    go to the first winners after the button, or are split into exact fractions (H5).
    ``showdown``: who shows first (H6).
    """

    name: Literal["holdem"] = "holdem"
    betting: Literal["no-limit", "pot-limit", "fixed-limit"]
    small_blind: NonNegative
    big_blind: Positive
    cap: Positive | None = None
    stack: Positive | None = None
    ante: NonNegative = 0
    ante_from: Literal["everybody", "big-blind"] = "everybody"
    straddle: NonNegative = 0
    small_bet: Positive | None = None
    big_bet: Positive | None = None
    max_bets: BetCount | None = 4
    max_bets_heads_up: BetCount | None = None
    minimum_raise: Literal["last-raise", "big-blind"] = "last-raise"
    odd_chips: Literal["first-after-button", "fractions"] = "first-after-button"
    showdown: Literal["last-aggressor", "left-of-button"] = "last-aggressor"

    @property
    def unit(self) -> int:
        """The big blind."""
        return self.big_blind


class CarriedOver(Value):
    """The IMPs that a team brings from earlier segments of its match; ``"9579/2"`` for parts."""

    team: Name
    imps: Chips


class BridgeGame(GameSettings):
    """Duplicate bridge as played at one table (RULES B). Results are points of the seat's side.

    Who is vulnerable follows from the number of the deal (B1), but in the deals listed here:
    ``vulnerable_none``, ``vulnerable_ns`` (North and South), ``vulnerable_ew``,
    ``vulnerable_both``.
    ``carried``: what teams bring from earlier segments.
    """

    name: Literal["bridge"] = "bridge"
    vulnerable_none: tuple[DealNumber, ...] = ()
    vulnerable_ns: tuple[DealNumber, ...] = ()
    vulnerable_ew: tuple[DealNumber, ...] = ()
    vulnerable_both: tuple[DealNumber, ...] = ()
    carried: tuple[CarriedOver, ...] = ()


class RowRoyalties(Value):
    """What the back or the middle of an open-face hand earns, in points (RULES O3)."""

    three_of_a_kind: NonNegative = 0
    straight: NonNegative
    flush: NonNegative
    full_house: NonNegative
    four_of_a_kind: NonNegative
    straight_flush: NonNegative
    royal_flush: NonNegative


ByRank = Annotated[tuple[NonNegative, ...], Field(min_length=13, max_length=13)]
"""A number for each rank, from deuces to aces."""


class RoyaltyTable(Value):
    """The royalties of open-face Chinese. ``front_pairs``, ``front_threes``: points for a pair and
    for three of a kind in front, from deuces to aces."""

    back: RowRoyalties = RowRoyalties(
        straight=2, flush=4, full_house=6, four_of_a_kind=10, straight_flush=15, royal_flush=25
    )
    middle: RowRoyalties = RowRoyalties(
        three_of_a_kind=2,
        straight=4,
        flush=8,
        full_house=12,
        four_of_a_kind=20,
        straight_flush=30,
        royal_flush=50,
    )
    front_pairs: ByRank = (0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    front_threes: ByRank = (10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22)


class OpenFaceGame(GameSettings):
    """Open-face Chinese poker as played at one table (RULES O). Results are points.

    ``royalties``: the table in use, by default that of the tour. ``stack``: every player's points
    at the start of a hand, ``None`` for unlimited: nobody is eliminated, nothing limits a hand.
    """

    name: Literal["open-face"] = "open-face"
    royalties: RoyaltyTable = RoyaltyTable()
    stack: Positive | None = None


class ResultsGame(GameSettings):
    """A game of which the feed has the results alone, in chips: no cards and no moves."""

    name: Literal["results"] = "results"


GAMES: dict[str, type[GameSettings]] = {
    "holdem": HoldemGame,
    "bridge": BridgeGame,
    "open-face": OpenFaceGame,
    "results": ResultsGame,
}
"""The settings of every game, by its name."""


def game_name(settings: Any) -> str | None:
    """The game of settings, as JSON or as a value; without a name it is hold'em, as in the first
    version of the feed."""
    if isinstance(settings, Mapping):
        name = settings.get("name", "holdem")
    else:
        name = getattr(settings, "name", None)  # what is sent as settings may be anything
    return name if isinstance(name, str) else None


class _ByName:
    """Annotates settings of any registered game, distinguished by name."""

    def __get_pydantic_core_schema__(self, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        kinds = {name: handler.generate_schema(kind) for name, kind in GAMES.items()}
        if len(kinds) == 1:
            (kind,) = kinds.values()
            return kind
        return core_schema.tagged_union_schema(kinds, game_name)


Game = Annotated[GameSettings, _ByName()]


def register_game(
    settings: type[GameSettings], phases: tuple[str, ...], actions: tuple[str, ...]
) -> None:
    """Lets sessions be opened with another game, and its moves be sent."""
    name = settings.model_fields["name"].default
    GAMES[name], PHASES[name], ACTIONS[name] = settings, phases, actions
    _rebuild()


def unregister_game(name: str) -> None:
    del GAMES[name], PHASES[name], ACTIONS[name]
    _rebuild()


def _rebuild() -> None:
    """The types of events that name a game, with the games registered now."""
    for kind in (TableInfo, SessionOpened, SessionOpenedEvent):
        kind.model_rebuild(force=True)
    _EVENT.rebuild(force=True)


FileName = Annotated[str, Field(min_length=1, max_length=1000, pattern=r"^[^\x00]+$")]
"""A file with its folders; one that is not absolute lies in the record's folder."""


class Team(Value):
    """A team: its full ``name``, and its ``colour`` as ``#RRGGBB`` if it has one. ``flag``: a
    nation's code, or ``none``, for a team whose name does not say which flag it has."""

    name: Name
    colour: Colour | None = None
    flag: Flag | None = None


class TableInfo(Value):
    """One table of the group: its game and its players by seat. ``by_bots``: the service's own bots
    played there, as a reference for another table (RULES B5); no feed may say so."""

    game: Game
    players: Mapping[SeatKey, Player]
    by_bots: Literal[True] | None = None

    @field_validator("by_bots")
    @classmethod
    def _own_bots_only(cls, by_bots: bool | None, info: ValidationInfo) -> bool | None:
        if by_bots and is_incoming(info):
            raise ValueError("only `duplicast reference` makes a table of bots")
        return by_bots


LIVE_DEALS = "which is the most deals that a live session can have"


class SessionOpened(Value):
    """Opens a session for the envelope's group. Several openings of one session are merged.

    ``direction``: whether seat numbers ascend or descend in the order of action (RULES P6, H2).
    ``deals``: how many deals each table plays, if known. ``tables``: the roster (RULES P1).
    ``recordings``: by table, the files of its camera. ``pronunciations``: by name, how a player or
    team is said; for people who speak, never on a graphic. ``simulated``: its hands are invented,
    so that it cannot be on air once the show has started. ``tournament``: the terms of a tournament
    of tables without duplicates, whose own events follow.
    """

    kind: Literal["live", "archive"]
    title: Name | None = None
    deals: DealNumber | None = None
    direction: Literal["ascending", "descending"] = "ascending"
    teams: Mapping[Name, Team] = Field(default_factory=dict)
    tables: Mapping[Name, TableInfo]
    recordings: Mapping[Name, tuple[FileName, ...]] = Field(default_factory=dict)
    pronunciations: Mapping[Name, Name] = Field(default_factory=dict)
    credit: str | None = None
    simulated: bool = False
    tournament: TournamentTerms | None = None

    @field_validator("deals")
    @classmethod
    def _live_deals_are_fewer(cls, deals: int | None, info: ValidationInfo) -> int | None:
        live = info.data.get("kind") == "live" and is_incoming(info)
        if live and deals is not None and deals > MOST_LIVE_DEALS:
            raise too_large(MOST_LIVE_DEALS, LIVE_DEALS)
        return deals


class DealCards(Value):
    """The cards of a deal: hole cards by seat, the button's seat, the known part of the board."""

    deal: DealNumber
    button: Seat
    cards: Mapping[SeatKey, CardText]
    board: CardText = ""


class HandStarted(Value):
    deal: DealNumber
    hand: Positive
    button: Seat
    stacks: Mapping[SeatKey, Positive | None] = Field(default_factory=dict)
    players: Mapping[SeatKey, Player] = Field(default_factory=dict)


class HandAction(Value):
    """One action of a hand. ``n``: its number in the hand, from 1; the rest as in ``LineMove``."""

    deal: DealNumber
    hand: Positive
    n: ActionNumber
    seat: Seat
    action: Action
    to: NonNegative | None = None
    detail: Name | None = None
    all_in: bool | None = None


class HandBoard(Value):
    """Board cards as they are dealt: three, one, one."""

    deal: DealNumber
    hand: Positive
    cards: CardText


class HandFinished(Value):
    """The end of a hand. ``result``: chips won or lost, by seat (RULES P3)."""

    deal: DealNumber
    hand: Positive
    result: Mapping[SeatKey, Chips]


class HandRecorded(Value):
    """A whole hand in one event, as in archives."""

    deal: DealNumber
    hand: Positive
    button: Seat
    cards: Mapping[SeatKey, CardText]
    board: CardText = ""
    stacks: Mapping[SeatKey, Positive | None] = Field(default_factory=dict)
    players: Mapping[SeatKey, Player] = Field(default_factory=dict)
    line: tuple[LineMove, ...]
    result: Mapping[SeatKey, Chips]


FrameRate = Literal["24000/1001", "24", "25", "30000/1001", "30", "48", "50", "60000/1001", "60"]
"""Frames a second, exact: 29.97 is ``30000/1001``."""

TimecodeText = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d:[0-5]\d[:;]\d\d$")]
"""Hours, minutes, seconds, frames; ``;`` before the frames says drop frame."""


class ReferencePoint(Value):
    """Something seen or heard in a recording at a known time, such as a clap. ``position``:
    milliseconds from the first picture of ``file``. ``at``: the time by the house clock."""

    file: FileName
    position: Annotated[int, Field(ge=0, le=86_400_000)]
    at: Time


class RecordingAdded(Value):
    """Files of a table's camera, in order, each going on where the one before ends. It replaces
    earlier ones that name any of the files.

    ``start``: the house time of the first picture; or ``timecode``: its timecode; without either,
    the files' own timecode counts, or the points. ``midnight``: the house time of timecode
    00:00:00:00. ``rate``: of the timecode, where the files do not say. ``points``: one sets the
    time, two or more also how fast the camera's clock runs. ``offset``: milliseconds by which the
    pictures are moved later after all that.
    """

    files: Annotated[tuple[FileName, ...], Field(min_length=1)]
    start: Time | None = None
    timecode: TimecodeText | None = None
    midnight: Time | None = None
    rate: FrameRate | None = None
    offset: Milliseconds = 0
    points: tuple[ReferencePoint, ...] = ()


class SessionOpenedEvent(Envelope):
    type: Literal["session.opened"] = "session.opened"
    data: SessionOpened


class DealCardsEvent(Envelope):
    type: Literal["deal.cards"] = "deal.cards"
    data: DealCards


class HandStartedEvent(Envelope):
    type: Literal["hand.started"] = "hand.started"
    data: HandStarted


class HandActionEvent(Envelope):
    type: Literal["hand.action"] = "hand.action"
    data: HandAction


class HandBoardEvent(Envelope):
    type: Literal["hand.board"] = "hand.board"
    data: HandBoard


class HandFinishedEvent(Envelope):
    type: Literal["hand.finished"] = "hand.finished"
    data: HandFinished


class HandRecordedEvent(Envelope):
    type: Literal["hand.recorded"] = "hand.recorded"
    data: HandRecorded


class RecordingAddedEvent(Envelope):
    type: Literal["recording.added"] = "recording.added"
    data: RecordingAdded


Event = Annotated[
    TournamentEnteredEvent
    | TournamentSeatedEvent
    | TournamentLevelEvent
    | TournamentBreakEvent
    | TournamentChipsEvent
    | TournamentReboughtEvent
    | TournamentEliminatedEvent
    | TournamentReinstatedEvent
    | TournamentPayoutsEvent
    | SessionOpenedEvent
    | DealCardsEvent
    | HandStartedEvent
    | HandActionEvent
    | HandBoardEvent
    | HandFinishedEvent
    | HandRecordedEvent
    | RecordingAddedEvent
    | HandVoidedEvent
    | HandCorrectedEvent
    | HandUnderReviewEvent
    | HandClearedEvent
    | DealCorrectedEvent
    | DeckChosenEvent
    | HandRuledEvent
    | RosterCorrectedEvent
    | TableClockEvent
    | TableNudgedEvent
    | EventNudgedEvent
    | GapLostEvent
    | QuarantineDecidedEvent,
    Field(discriminator="type"),
]

_EVENT: TypeAdapter[Event] = TypeAdapter(Event)


def parse_event(raw: bytes | str) -> Event:
    """Parses one JSON event of the log. Raises pydantic's ValidationError."""
    return _EVENT.validate_json(raw)


def parse_incoming(raw: bytes | str) -> Event:
    """Parses one JSON event from outside, by its schema to the letter: every key once, exact types,
    bounded numbers. Raises pydantic's ValidationError, which names the field at fault."""
    check_keys(raw)
    return _EVENT.validate_json(raw, strict=True, context=INCOMING)


def event_json(event: Event) -> str:
    """The event as one line of native NDJSON, keys in the order of the data model."""
    return event.model_dump_json(exclude_defaults=False, exclude_none=True)


def event_schema() -> dict[str, Any]:
    """JSON Schema of the whole vocabulary."""
    return _EVENT.json_schema()


def type_schemas() -> dict[str, dict[str, Any]]:
    """JSON Schema of every type of event, by its name."""
    kinds = get_args(get_args(Event)[0])
    return {kind.model_fields["type"].default: kind.model_json_schema() for kind in kinds}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(event_schema(), indent=1, ensure_ascii=False) + "\n")
