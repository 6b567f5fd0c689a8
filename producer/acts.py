"""Acts: what users of Duplicast do. Releases, seals, takes, exports, tokens, notes, picks.

Acts are in the log with the events, but no feed can send one, so that no device, file or network
can release a deal or make a token.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args
from uuid import uuid4

from pydantic import (
    AwareDatetime,
    Field,
    NonNegativeInt,
    PositiveInt,
    TypeAdapter,
    model_validator,
)

from producer.values import Flag, Name, Value

Role = Literal["feed", "overlay", "commentator", "scorer", "control", "producer"]
ControlAction = Literal["take", "next-beat", "lower-third", "clear-graphics", "safe"]
"""What a hardware control may do; each is an act of the air bar."""

Reason = Annotated[str, Field(min_length=1, max_length=1000)]
PickId = Annotated[str, Field(pattern=r"^[a-z2-7]{6,52}$")]
SegmentPickId = Annotated[str, Field(pattern=r"^([a-z2-7]{6,52}|hand)$")]
"""What a segment is made of: a pick, or the whole hand of a table alone."""
SegmentState = Literal["planned", "ready", "aired", "dropped"]
RowKind = Literal["standings", "link", "interview", "vt", "break", "open"]
"""Of a row of the rundown that is no segment; ``open``: a slot for a pick not chosen yet."""
LONGEST_ROW = 4 * 3600
"""Seconds of a row that is no segment."""
EditionCounts = Literal["aired", "released"]
PickLine = Literal["tease", "split", "headline"]
"""The three lines about a pick: before the decision, at it, after the end."""


class DealDecision(Value):
    """A deal released or sealed by hand (``deal.released``, ``deal.sealed``)."""

    session: Name
    group: Name
    deal: PositiveInt
    reason: Reason


class TableOut(Value):
    """The table plays no further deal (``out``), or is back."""

    session: Name
    group: Name
    table: Name
    out: bool = True
    reason: Reason


class SessionEnded(Value):
    """No table of the group plays another deal (``ended``), or the session goes on."""

    session: Name
    group: Name
    ended: bool = True
    reason: Reason


class RosterExpected(Value):
    """How many tables play the group's deals, instead of one for each team. Nothing is released
    until that many have opened."""

    session: Name
    group: Name
    tables: PositiveInt
    reason: Reason


class DelaySet(Value):
    """Minutes between the last table's end of a deal and its release."""

    session: Name
    group: Name
    minutes: NonNegativeInt
    reason: Reason


class TokenAdded(Value):
    """``digest``: SHA-256 of the secret, in hex. ``tables``: the tables that a feed may send for.
    ``isolated``: the token of a commentator in an isolated booth, who sees sealed deals.
    ``actions``: what a control may do. ``desk``: the name of the desk that it belongs to; ``""``
    for whichever holds air."""

    token: Name
    role: Role
    tables: tuple[Name, ...] = ()
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    note: Annotated[str, Field(max_length=200)] = ""
    isolated: bool = False
    actions: tuple[ControlAction, ...] = ()
    desk: Annotated[str, Field(max_length=40)] = ""


class TokenNamed(Value):
    """A token revoked or used (``token.revoked``, ``token.used``)."""

    token: Name


class SealedSeen(Value):
    """A page or picture of a sealed deal was shown to a user."""

    session: Name
    group: Name
    deal: PositiveInt


class Taken(Value):
    """A picture put on air. ``to``: OBS's program, or a graphics channel alone."""

    session: Name
    group: Name
    deal: PositiveInt
    tables: tuple[Name, ...]
    moment: Name
    to: Name


class SceneTaken(Value):
    """Something without a deal put on air: the safe scene, standings, a clock, a lower third, or
    nothing. ``what``: in words. ``to``: as in ``Taken``."""

    what: Name
    to: Name


class TakenOff(Value):
    """A deal taken off air. ``of``: the channels that showed it, and ``segment`` for a segment."""

    session: Name
    group: Name
    deal: PositiveInt
    of: tuple[Name, ...]
    reason: Reason


class FilmRun(Value):
    """Playback of a finished segment, as reported by OBS. ``at``: seconds from its start.
    ``deals``: all deals shown in it."""

    film: Name
    deals: tuple[Name, ...]
    what: Literal["on air", "played", "paused", "ended", "off air"]
    at: Annotated[float, Field(ge=0)]


class Exported(Value):
    """A file was written. ``what``: its content. ``to``: its path. ``reason``: of one that needs
    it."""

    what: Name
    deal: str = ""
    sealed: bool = False
    to: str
    reason: Annotated[str, Field(max_length=1000)] = ""


class NoteAdded(Value):
    """A commentator's note on a deal, on one ``table``, or on that table's ``move`` (from 1).
    ``time``: on the clock, what it is about. ``for_air``: its author suggests it for the screen."""

    session: Name
    group: Name
    deal: PositiveInt
    table: Annotated[str, Field(max_length=200)] = ""
    move: PositiveInt | None = None
    time: AwareDatetime | None = None
    text: Annotated[str, Field(min_length=1, max_length=300)]
    author: Annotated[str, Field(max_length=80)] = ""
    for_air: bool = False


class NoteNamed(Value):
    """A note cleared for the screen by a producer, or withdrawn (``note.cleared``,
    ``note.withdrawn``). ``note``: the id of the act that added it."""

    note: Name


class PickNamed(Value):
    """A pick by its id, in its deal."""

    session: Name
    group: Name
    deal: PositiveInt
    pick: PickId


class PickStarred(PickNamed):
    """A pick that a producer wants (``starred``), or does not after all."""

    starred: bool = True


class PickDismissed(PickNamed):
    """A pick that a producer will not show (``dismissed``), or may show after all."""

    dismissed: bool = True
    reason: Annotated[str, Field(max_length=1000)] = ""


class PickRanked(PickNamed):
    """A producer's own rank for a pick, over all deals; ``None`` takes it back."""

    rank: Annotated[int, Field(ge=1, le=1000)] | None


class PickMade(PickNamed):
    """A pick that a producer made. ``moves``: by table, left first, the decision's number in its
    line, from 1. ``pick``: its id, which a correction of a move up to the decision ends."""

    moves: Mapping[Name, PositiveInt]
    reason: Reason


class PickLineEdited(PickNamed):
    """A line of a pick in a producer's words; an empty ``text`` takes it back. ``facts``: what the
    program's own line states, by name, when this one was written."""

    line: PickLine
    language: Annotated[str, Field(pattern=r"^[a-z]{2}$")]
    text: Annotated[str, Field(max_length=200, pattern=r"^[^\r\n]*$")]
    facts: Mapping[str, str] = Field(default_factory=dict)


class SegmentNamed(PickNamed):
    """A segment of the rundown by its own id, with the pick that it is made of."""

    pick: SegmentPickId
    segment: Name


class SegmentPlaced(SegmentNamed):
    """A segment put into the rundown, or changed and put elsewhere. ``before``: the segment that it
    comes before, ``""`` for the end. ``tables``: left first, empty for the pick's. ``seconds``:
    planned. ``tease``: its question opens it."""

    before: Annotated[str, Field(max_length=200)] = ""
    tables: tuple[Name, ...] = ()
    seconds: Annotated[int, Field(ge=5, le=600)] = 60
    state: SegmentState = "planned"
    tease: bool = False


class ProgrammeRowNamed(Value):
    """A row of the rundown that is no segment."""

    row: Name


class ProgrammeRowPlaced(ProgrammeRowNamed):
    """A row that is no segment put into the rundown, or changed and put elsewhere. ``before``: the
    row or segment that it comes before, ``""`` for the end. ``text``: what is said in it.
    ``seconds``: planned. ``at``: when it begins, if that is fixed to the clock. ``group``: whose
    standings, as SESSION/GROUP."""

    before: Annotated[str, Field(max_length=200)] = ""
    kind: RowKind
    title: Annotated[str, Field(max_length=200, pattern=r"^[^\r\n]*$")] = ""
    text: Annotated[str, Field(max_length=2000, pattern=r"^[^\r\n]*$")] = ""
    seconds: Annotated[int, Field(ge=1, le=LONGEST_ROW)]
    at: AwareDatetime | None = None
    group: Annotated[str, Field(max_length=401)] = ""
    state: SegmentState = "planned"


class ProgrammeRowAired(ProgrammeRowNamed):
    """A row that is no segment went on air (``on_air``: when), or did not after all."""

    on_air: AwareDatetime
    aired: bool = True


MOST_MOVED = 500
"""Rows of the rundown that one act moves."""


class ProgrammeRowsMoved(Value):
    """Rows and segments put before another one, in their own order; ``before`` as of
    ``ProgrammeRowPlaced``."""

    rows: Annotated[tuple[Name, ...], Field(min_length=1, max_length=MOST_MOVED)]
    before: Annotated[str, Field(max_length=200)] = ""


class ProgrammeClock(Value):
    """When the programme begins and when it must have ended (its hard out), where that is given."""

    starts: AwareDatetime | None = None
    hard_out: AwareDatetime | None = None


class BeatEdited(SegmentNamed):
    """A beat of a segment as a producer wants it: left out, with their own ``sentence``, or for so
    many ``seconds``. What is not given is the program's."""

    beat: Name
    left_out: bool = False
    sentence: Annotated[str, Field(max_length=300, pattern=r"^[^\r\n]*$")] = ""
    seconds: Annotated[float, Field(gt=0, le=600)] | None = None


class TableFramed(Value):
    """How a table's recordings are framed: the part of their picture that is shown, as shares of
    its width and height as it is seen. The last one counts."""

    session: Name
    group: Name
    table: Name
    x: Annotated[float, Field(ge=0, lt=1)]
    y: Annotated[float, Field(ge=0, lt=1)]
    width: Annotated[float, Field(ge=0.1, le=1)]
    height: Annotated[float, Field(ge=0.1, le=1)]

    @model_validator(mode="after")
    def _inside(self) -> TableFramed:
        if self.x + self.width > 1 + 1e-9 or self.y + self.height > 1 + 1e-9:
            raise ValueError("it reaches beyond the picture")
        return self


class SyncVerified(Value):
    """The times of a table's play of a deal were looked at in its recording and are right
    (``verified``), or not after all. ``facts``: hashes by name of those times and recordings; it
    counts while they are the same."""

    session: Name
    group: Name
    deal: PositiveInt
    table: Name
    verified: bool = True
    facts: Mapping[str, str] = Field(default_factory=dict)


class SoundMuted(Value):
    """Nothing is heard of a table's recording in segments of the deal (``muted``), or again:
    from ``first`` to ``last``, in milliseconds from the first picture of ``file``."""

    session: Name
    group: Name
    deal: PositiveInt
    table: Name
    file: Annotated[str, Field(min_length=1, max_length=4096)]
    first: Annotated[int, Field(ge=0, le=86_400_000)]
    last: Annotated[int, Field(ge=0, le=86_400_000)]
    muted: bool = True


class SegmentAired(SegmentNamed):
    """A segment that went to program (``aired``), or did not after all. ``segment``: ``""`` for one
    that does not stand in the rundown. ``on_air``: when it began. ``seconds``: how long it is, and
    ``planned`` to be. ``used``: its stories, and the players it was about."""

    segment: Annotated[str, Field(max_length=200)] = ""
    aired: bool = True
    on_air: AwareDatetime
    tables: tuple[Name, ...] = ()
    seconds: Annotated[float, Field(ge=0, le=86_400)] = 0
    planned: Annotated[int, Field(ge=0, le=600)] = 0
    used: tuple[Name, ...] = ()


class SegmentDelivered(Value):
    """A copy of a finished segment went somewhere. ``name``: of its files. ``to``: where, in words.
    ``facts``: as in its note, by name; with the others they say later whether it still shows what
    is true."""

    session: Name
    group: Name
    deal: PositiveInt
    pick: Name
    tables: tuple[Name, ...] = ()
    name: Name
    to: Name
    rundown: Annotated[str, Field(max_length=200)] = ""
    facts: Mapping[str, str] = Field(default_factory=dict)


class EditionChosen(Value):
    """Which deals standings and rankings of the programme count: those ``aired`` so far, or all
    ``released``."""

    counts: EditionCounts


class PersonChanged(Value):
    """What the house says of a player or another person by ``name``; the last one counts.

    ``pronunciation``: how the name is said, ``""`` for what the feed says. ``flag``: a nation's
    code, or ``none``; ``None`` for the team's. ``featured``: their tables have more merit.
    ``opted_out``: they must not be shown. ``photo``: the name of a file, ``""`` for none.
    """

    name: Name
    pronunciation: Annotated[str, Field(max_length=200, pattern=r"^[^\r\n]*$")] = ""
    flag: Flag | None = None
    featured: bool = False
    opted_out: bool = False
    photo: Annotated[str, Field(pattern=r"^([0-9a-f]{32}\.jpg)?$")] = ""


class ShowStarted(Value):
    """The show began (``started``), or is over. ``open_points``: what of the line-up was not green,
    in words."""

    started: bool = True
    open_points: tuple[Annotated[str, Field(max_length=500)], ...] = ()


class FaultRehearsed(Value):
    """A producer started a fault in a rehearsal, or undid it (``ended``). ``of``: the table as
    ``SESSION/GROUP/TABLE``, or the name of an OBS."""

    fault: Literal["feed silent", "event lost", "OBS lost"]
    of: Annotated[str, Field(min_length=1, max_length=700)]
    ended: bool = False


class FeedFileAdded(Value):
    """A file of hands put beside the record, to be ingested by a map."""

    file: Name
    size: NonNegativeInt


class MapSaved(Value):
    """A map saved as the file ``map``: its session, and the names of its tables."""

    map: Name
    of_session: Name
    tables: tuple[Name, ...]


class FilesIngested(Value):
    """Files were to be ingested by a map. ``live_tables``: how many tables still play the session,
    ``None`` for one that is over. ``stakes``, ``table_of_file``, ``hands_from``: what the files do
    not say, ``None`` where nothing was said for them."""

    map: Name
    of_session: Name
    files: tuple[str, ...]
    live_tables: PositiveInt | None = None
    stakes: str | None = None
    table_of_file: str | None = None
    hands_from: Literal[0] | None = None


class ActBase(Value):
    """The fields of every act. ``by``: the user, in words. ``at``: by the service's clock."""

    v: Literal[1] = 1
    id: Name = Field(default_factory=lambda: f"act/{uuid4()}")
    at: AwareDatetime
    by: Name


class DealReleasedAct(ActBase):
    type: Literal["deal.released"] = "deal.released"
    data: DealDecision


class DealSealedAct(ActBase):
    type: Literal["deal.sealed"] = "deal.sealed"
    data: DealDecision


class TableOutAct(ActBase):
    type: Literal["table.out"] = "table.out"
    data: TableOut


class SessionEndedAct(ActBase):
    type: Literal["session.ended"] = "session.ended"
    data: SessionEnded


class RosterExpectedAct(ActBase):
    type: Literal["roster.expected"] = "roster.expected"
    data: RosterExpected


class DelaySetAct(ActBase):
    type: Literal["delay.set"] = "delay.set"
    data: DelaySet


class TokenAddedAct(ActBase):
    type: Literal["token.added"] = "token.added"
    data: TokenAdded


class TokenRevokedAct(ActBase):
    type: Literal["token.revoked"] = "token.revoked"
    data: TokenNamed


class TokenUsedAct(ActBase):
    type: Literal["token.used"] = "token.used"
    data: TokenNamed


class SealedSeenAct(ActBase):
    type: Literal["sealed.seen"] = "sealed.seen"
    data: SealedSeen


class TakeAct(ActBase):
    type: Literal["take.done"] = "take.done"
    data: Taken


class SceneTakenAct(ActBase):
    type: Literal["take.scene"] = "take.scene"
    data: SceneTaken


class TakenOffAct(ActBase):
    type: Literal["take.off"] = "take.off"
    data: TakenOff


class FilmAct(ActBase):
    """``at``: when OBS reported it, by the service's clock: the as-run time."""

    type: Literal["take.film"] = "take.film"
    data: FilmRun


class ExportAct(ActBase):
    type: Literal["export.made"] = "export.made"
    data: Exported


class NoteAddedAct(ActBase):
    type: Literal["note.added"] = "note.added"
    data: NoteAdded


class NoteClearedAct(ActBase):
    type: Literal["note.cleared"] = "note.cleared"
    data: NoteNamed


class NoteWithdrawnAct(ActBase):
    type: Literal["note.withdrawn"] = "note.withdrawn"
    data: NoteNamed


class PickStarredAct(ActBase):
    type: Literal["pick.starred"] = "pick.starred"
    data: PickStarred


class PickDismissedAct(ActBase):
    type: Literal["pick.dismissed"] = "pick.dismissed"
    data: PickDismissed


class PickRankedAct(ActBase):
    type: Literal["pick.ranked"] = "pick.ranked"
    data: PickRanked


class PickMadeAct(ActBase):
    type: Literal["pick.made"] = "pick.made"
    data: PickMade


class PickLineEditedAct(ActBase):
    type: Literal["pick.line_edited"] = "pick.line_edited"
    data: PickLineEdited


class SegmentPlacedAct(ActBase):
    type: Literal["rundown.placed"] = "rundown.placed"
    data: SegmentPlaced


class BeatEditedAct(ActBase):
    type: Literal["rundown.beat_edited"] = "rundown.beat_edited"
    data: BeatEdited


class SegmentRemovedAct(ActBase):
    type: Literal["rundown.removed"] = "rundown.removed"
    data: SegmentNamed


class ProgrammeRowPlacedAct(ActBase):
    type: Literal["rundown.row_placed"] = "rundown.row_placed"
    data: ProgrammeRowPlaced


class ProgrammeRowRemovedAct(ActBase):
    type: Literal["rundown.row_removed"] = "rundown.row_removed"
    data: ProgrammeRowNamed


class ProgrammeRowAiredAct(ActBase):
    type: Literal["rundown.row_aired"] = "rundown.row_aired"
    data: ProgrammeRowAired


class ProgrammeRowsMovedAct(ActBase):
    type: Literal["rundown.moved"] = "rundown.moved"
    data: ProgrammeRowsMoved


class ProgrammeClockAct(ActBase):
    type: Literal["rundown.clock"] = "rundown.clock"
    data: ProgrammeClock


class TableFramedAct(ActBase):
    type: Literal["table.framed"] = "table.framed"
    data: TableFramed


class SyncVerifiedAct(ActBase):
    type: Literal["sync.verified"] = "sync.verified"
    data: SyncVerified


class SoundMutedAct(ActBase):
    type: Literal["sound.muted"] = "sound.muted"
    data: SoundMuted


class SegmentAiredAct(ActBase):
    type: Literal["segment.aired"] = "segment.aired"
    data: SegmentAired


class EditionChosenAct(ActBase):
    type: Literal["rundown.edition"] = "rundown.edition"
    data: EditionChosen


class SegmentDeliveredAct(ActBase):
    type: Literal["segment.delivered"] = "segment.delivered"
    data: SegmentDelivered


class PersonChangedAct(ActBase):
    type: Literal["people.changed"] = "people.changed"
    data: PersonChanged


class ShowStartedAct(ActBase):
    type: Literal["show.started"] = "show.started"
    data: ShowStarted


class FaultRehearsedAct(ActBase):
    type: Literal["fault.rehearsed"] = "fault.rehearsed"
    data: FaultRehearsed


class FeedFileAddedAct(ActBase):
    type: Literal["map.file_added"] = "map.file_added"
    data: FeedFileAdded


class MapSavedAct(ActBase):
    type: Literal["map.saved"] = "map.saved"
    data: MapSaved


class FilesIngestedAct(ActBase):
    type: Literal["map.ingested"] = "map.ingested"
    data: FilesIngested


Act = Annotated[
    DealReleasedAct
    | DealSealedAct
    | TableOutAct
    | SessionEndedAct
    | RosterExpectedAct
    | DelaySetAct
    | TokenAddedAct
    | TokenRevokedAct
    | TokenUsedAct
    | SealedSeenAct
    | TakeAct
    | SceneTakenAct
    | TakenOffAct
    | FilmAct
    | ExportAct
    | NoteAddedAct
    | NoteClearedAct
    | NoteWithdrawnAct
    | PickStarredAct
    | PickDismissedAct
    | PickRankedAct
    | PickMadeAct
    | PickLineEditedAct
    | SegmentPlacedAct
    | BeatEditedAct
    | SegmentRemovedAct
    | ProgrammeRowPlacedAct
    | ProgrammeRowRemovedAct
    | ProgrammeRowAiredAct
    | ProgrammeRowsMovedAct
    | ProgrammeClockAct
    | SegmentAiredAct
    | EditionChosenAct
    | TableFramedAct
    | SyncVerifiedAct
    | SoundMutedAct
    | SegmentDeliveredAct
    | PersonChangedAct
    | ShowStartedAct
    | FaultRehearsedAct
    | FeedFileAddedAct
    | MapSavedAct
    | FilesIngestedAct,
    Field(discriminator="type"),
]

_ACT: TypeAdapter[Act] = TypeAdapter(Act)

ACTS: frozenset[str] = frozenset(
    kind.model_fields["type"].default for kind in get_args(get_args(Act)[0])
)
"""The types of all acts; no event has one of them."""


def parse_act(text: str) -> Act:
    """Raises pydantic's ValidationError."""
    return _ACT.validate_json(text)


def act_json(act: Act) -> str:
    return act.model_dump_json()
