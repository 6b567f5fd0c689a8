"""Events about earlier events: corrections, voids, reviews, times, gaps, decisions.

A correction replaces by a new event; what it replaces stays in the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from producer.values import (
    ActionNumber,
    CardText,
    Chips,
    Colour,
    DealNumber,
    Envelope,
    Flag,
    LineMove,
    Name,
    Player,
    Positive,
    Seat,
    SeatKey,
    Value,
)

Reason = Annotated[str, Field(min_length=1, max_length=1000)]
Milliseconds = Annotated[int, Field(ge=-86_400_000, le=86_400_000)]


class HandVoided(Value):
    """The table's play of the deal does not count. ``replay``: the table plays the deal again and
    has not finished it yet; if False it has finished the deal, which stays void there."""

    deal: DealNumber
    hand: Positive
    reason: Reason
    replay: bool = True


class HandCorrected(Value):
    """Replaces the given fields of a finished hand.

    ``line`` and ``result`` together also replace a hand that could not be used at all; if its start
    is missing too, ``button`` gives the button's seat. ``cards`` and ``board`` correct what was
    misread at the table.
    """

    deal: DealNumber
    hand: Positive
    reason: Reason
    button: Seat | None = None
    cards: Mapping[SeatKey, CardText] = Field(default_factory=dict)
    board: CardText | None = None
    stacks: Mapping[SeatKey, Positive | None] | None = None
    players: Mapping[SeatKey, Player] | None = None
    line: tuple[LineMove, ...] | None = None
    result: Mapping[SeatKey, Chips] | None = None


class HandReview(Value):
    """Puts a hand under review, or clears it. A deal does not count while it is under review."""

    deal: DealNumber
    hand: Positive
    reason: Reason


class DealCorrected(Value):
    """Replaces parts of a deal's deck: the button, the cards of the seats given, the board."""

    deal: DealNumber
    reason: Reason
    button: Seat | None = None
    cards: Mapping[SeatKey, CardText] = Field(default_factory=dict)
    board: CardText | None = None


class DeckChosen(Value):
    """Says which of several decks shown for a deal is right: the one that ``table`` showed, or the
    office's if it is None. Hands played from another deck become void; with ``replay`` their
    tables play the deal again."""

    deal: DealNumber
    table: Name | None = None
    replay: bool = False
    reason: Reason


class TeamCorrected(Value):
    """What a team is called from now on. ``code``: the short name it is shown by. ``colour`` and
    ``flag``: as in the opening if they are left out."""

    name: Name
    code: Name | None = None
    colour: Colour | None = None
    flag: Flag | None = None


class RosterCorrected(Value):
    """Names that were wrong in the opening, as they are to be shown, also in hands played before.

    ``players``: by table and seat, as the opening has them. ``teams``: by the code of the opening.
    ``tables``: the names to show tables by. Devices go on sending the opening's names, and are
    answered as before.
    """

    reason: Reason
    players: Mapping[Name, Mapping[Seat, Player]] = Field(default_factory=dict)
    teams: Mapping[Name, TeamCorrected] = Field(default_factory=dict)
    tables: Mapping[Name, Name] = Field(default_factory=dict)


class HandRuled(Value):
    """The floor's ruling that an action stands though its amount breaks the rules. ``action``: its
    number in the hand. The chips go as the line says."""

    deal: DealNumber
    hand: Positive
    action: ActionNumber
    reason: Reason


class TableClock(Value):
    """A heartbeat of the table's device. ``paused``: play is halted until one says otherwise."""

    paused: bool = False
    note: Name | None = None


class TableNudged(Value):
    """Moves all times of the table by ``milliseconds``; the last nudge counts."""

    milliseconds: Milliseconds
    reason: Reason


class EventNudged(Value):
    """Moves the time of the event with the id ``event``; the last nudge counts."""

    event: Name
    milliseconds: Milliseconds
    reason: Reason


class GapLost(Value):
    """Declares the events ``first`` to ``last`` (by ``seq``) of a table's ``device`` (its
    ``source``) lost: later events no longer wait for them."""

    device: Name
    first: Positive
    last: Positive
    reason: Reason


class QuarantineDecided(Value):
    """The decision about an entry of the quarantine, by its number."""

    entry: Positive
    decision: Literal["released", "resent", "discarded"]
    reason: Reason


class HandVoidedEvent(Envelope):
    type: Literal["hand.voided"] = "hand.voided"
    data: HandVoided


class HandCorrectedEvent(Envelope):
    type: Literal["hand.corrected"] = "hand.corrected"
    data: HandCorrected


class HandUnderReviewEvent(Envelope):
    type: Literal["hand.under_review"] = "hand.under_review"
    data: HandReview


class HandClearedEvent(Envelope):
    type: Literal["hand.cleared"] = "hand.cleared"
    data: HandReview


class DealCorrectedEvent(Envelope):
    type: Literal["deal.corrected"] = "deal.corrected"
    data: DealCorrected


class DeckChosenEvent(Envelope):
    type: Literal["deck.chosen"] = "deck.chosen"
    data: DeckChosen


class RosterCorrectedEvent(Envelope):
    type: Literal["roster.corrected"] = "roster.corrected"
    data: RosterCorrected


class HandRuledEvent(Envelope):
    type: Literal["hand.ruled"] = "hand.ruled"
    data: HandRuled


class TableClockEvent(Envelope):
    type: Literal["table.clock"] = "table.clock"
    data: TableClock


class TableNudgedEvent(Envelope):
    type: Literal["table.nudged"] = "table.nudged"
    data: TableNudged


class EventNudgedEvent(Envelope):
    type: Literal["event.nudged"] = "event.nudged"
    data: EventNudged


class GapLostEvent(Envelope):
    type: Literal["gap.lost"] = "gap.lost"
    data: GapLost


class QuarantineDecidedEvent(Envelope):
    type: Literal["quarantine.decided"] = "quarantine.decided"
    data: QuarantineDecided
