"""Events about what was told before: corrections, voids, reviews, times, gaps, decisions.

A correction is an event that replaces, never an edit: what it replaces stays in the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from producer.values import (
    CardText,
    Chips,
    DealNumber,
    Envelope,
    LineMove,
    Name,
    Player,
    Positive,
    Seat,
    Value,
)

Reason = Annotated[str, Field(min_length=1, max_length=1000)]
Milliseconds = Annotated[int, Field(ge=-86_400_000, le=86_400_000)]


class HandVoided(Value):
    """The table's play of the deal does not count. ``replay``: the table plays the deal again, so
    it has not finished it; else it has, and the deal stays void."""

    deal: DealNumber
    hand: Positive
    reason: Reason
    replay: bool = True


class HandCorrected(Value):
    """Replaces what was told of a finished hand: each of the four where it is given.

    ``line`` and ``result`` together also replace a hand of which nothing could be used; where even
    its start is missing, ``button`` names the seat of the button. ``cards`` and ``board``: what the
    table showed, where it was misread.
    """

    deal: DealNumber
    hand: Positive
    reason: Reason
    button: Seat | None = None
    cards: Mapping[Seat, CardText] = Field(default_factory=dict)
    board: CardText | None = None
    stacks: Mapping[Seat, Positive | None] | None = None
    players: Mapping[Seat, Player] | None = None
    line: tuple[LineMove, ...] | None = None
    result: Mapping[Seat, Chips] | None = None


class HandReview(Value):
    """Of ``hand.under_review`` and ``hand.cleared``: while under review a deal does not count."""

    deal: DealNumber
    hand: Positive
    reason: Reason


class DealCorrected(Value):
    """Replaces what is known of a deal's deck: button, the cards of the seats named, the board."""

    deal: DealNumber
    reason: Reason
    button: Seat | None = None
    cards: Mapping[Seat, CardText] = Field(default_factory=dict)
    board: CardText | None = None


class DeckChosen(Value):
    """Which of several decks shown for one deal was the right one: the one that ``table`` showed,
    or the office's where it is None. Hands played from another deck are void; with ``replay``
    their tables play the deal again."""

    deal: DealNumber
    table: Name | None = None
    replay: bool = False
    reason: Reason


class TableClock(Value):
    """A sign of life of the table's device; ``paused``: nobody is to act until it says so."""

    paused: bool = False
    note: Name | None = None


class TableNudged(Value):
    """All times of the table are this much later than told; the last one counts."""

    milliseconds: Milliseconds
    reason: Reason


class EventNudged(Value):
    """The time of the event with the id ``event`` is this much later; the last one counts."""

    event: Name
    milliseconds: Milliseconds
    reason: Reason


class GapLost(Value):
    """The events ``first`` to ``last`` (by ``seq``) of a table's ``device``, its ``source``, will
    not come: what came after them no longer waits."""

    device: Name
    first: Positive
    last: Positive
    reason: Reason


class QuarantineDecided(Value):
    """What became of an entry of the quarantine, by its number."""

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
