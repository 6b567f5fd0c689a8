"""Events of a tournament: who entered and sits where, chips, levels, eliminations (RULES H7).

They are public when they come: nothing in them is of a hand that is being played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from producer.bounds import MOST_LEVELS, MOST_MONEY, AtMost
from producer.values import Envelope, Name, NonNegative, Positive, Seat, Time, Value

Reason = Annotated[str, Field(min_length=1, max_length=1000)]
Money = Annotated[int, Field(ge=0), AtMost(MOST_MONEY, "which is the most that fits a graphic")]
LevelNumber = Annotated[
    int, Field(gt=0), AtMost(MOST_LEVELS, "which is the most levels that a tournament can have")
]


class BlindLevel(Value):
    """A level's blinds and ante in smallest units."""

    small_blind: NonNegative
    big_blind: Positive
    ante: NonNegative = 0


class TournamentTerms(Value):
    """What a tournament is played for and how. Money is in whole units of ``currency``.

    ``stack``: everybody's chips at the start, and of a re-buy. ``buy_in``: what an entry pays into
    the prizes; ``costs``: what it pays besides. ``prizes``: shares of the pool by place, as amounts
    or in any other proportion. ``levels``: in order; with ``doubles_every`` only the first, whose
    blinds and ante double each time so many more players are out. ``rebuys_until``: the last level
    at which a player without chips may re-buy, 0 for none. ``end``: with one player left, or with
    as many as there are prizes, who are then ranked by chips. ``season``: the series whose table it
    counts in.
    """

    stack: Positive
    buy_in: Money
    costs: Money = 0
    currency: Annotated[str, Field(max_length=4)] = ""
    prizes: Annotated[
        tuple[Annotated[Money, Field(gt=0)], ...], Field(min_length=1, max_length=1_000)
    ]
    levels: Annotated[tuple[BlindLevel, ...], Field(min_length=1, max_length=MOST_LEVELS)]
    doubles_every: Positive | None = None
    rebuys_until: Annotated[int, Field(ge=0, le=MOST_LEVELS)] = 0
    end: Literal["complete", "by-prize"] = "complete"
    season: Name | None = None


class TournamentSeat(Value):
    """Where a player sits."""

    table: Name
    seat: Seat


class TournamentEntered(Value):
    """New players, by name, and the seats that they drew; ``None`` before the draw."""

    players: Annotated[Mapping[Name, TournamentSeat | None], Field(min_length=1, max_length=10_000)]


class TournamentSeated(Value):
    """Players of the tournament take seats: the draw, a table broken up, a final table."""

    players: Annotated[Mapping[Name, TournamentSeat], Field(min_length=1, max_length=10_000)]


class TournamentLevel(Value):
    """A level begins, or goes on after a break. ``ends``: when, ``None`` where it has no time."""

    level: LevelNumber
    ends: Time | None = None


class TournamentBreak(Value):
    """Play stops until a level goes on. ``until``: when that is to be, if it is known."""

    until: Time | None = None


class TournamentChips(Value):
    """The chips of these players, as counted between hands; the others' stay as they were.
    ``reason``: why a count is corrected, which the audit shows."""

    chips: Annotated[Mapping[Name, NonNegative], Field(min_length=1, max_length=10_000)]
    reason: Reason | None = None


class TournamentRebought(Value):
    """A player without chips buys a new stack (H7, H8)."""

    player: Name


class TournamentEliminated(Value):
    """Players who are out, tied: of several out in one hand, those who began it with fewer chips
    are sent first."""

    players: Annotated[tuple[Name, ...], Field(min_length=1, max_length=1_000)]


class TournamentReinstated(Value):
    """A player was called out by mistake, and is in with ``chips``."""

    player: Name
    chips: Positive
    reason: Reason


class TournamentPayouts(Value):
    """The prizes by place as they are paid, in place of the shares of the pool."""

    prizes: Annotated[
        tuple[Annotated[Money, Field(gt=0)], ...], Field(min_length=1, max_length=1_000)
    ]


class TournamentEnteredEvent(Envelope):
    type: Literal["tournament.entered"] = "tournament.entered"
    data: TournamentEntered


class TournamentSeatedEvent(Envelope):
    type: Literal["tournament.seated"] = "tournament.seated"
    data: TournamentSeated


class TournamentLevelEvent(Envelope):
    type: Literal["tournament.level"] = "tournament.level"
    data: TournamentLevel


class TournamentBreakEvent(Envelope):
    type: Literal["tournament.break"] = "tournament.break"
    data: TournamentBreak


class TournamentChipsEvent(Envelope):
    type: Literal["tournament.chips"] = "tournament.chips"
    data: TournamentChips


class TournamentReboughtEvent(Envelope):
    type: Literal["tournament.rebought"] = "tournament.rebought"
    data: TournamentRebought


class TournamentEliminatedEvent(Envelope):
    type: Literal["tournament.eliminated"] = "tournament.eliminated"
    data: TournamentEliminated


class TournamentReinstatedEvent(Envelope):
    type: Literal["tournament.reinstated"] = "tournament.reinstated"
    data: TournamentReinstated


class TournamentPayoutsEvent(Envelope):
    type: Literal["tournament.payouts"] = "tournament.payouts"
    data: TournamentPayouts


TournamentEvent = (
    TournamentEnteredEvent
    | TournamentSeatedEvent
    | TournamentLevelEvent
    | TournamentBreakEvent
    | TournamentChipsEvent
    | TournamentReboughtEvent
    | TournamentEliminatedEvent
    | TournamentReinstatedEvent
    | TournamentPayoutsEvent
)

TOURNAMENT_TYPES = (
    "tournament.entered",
    "tournament.seated",
    "tournament.level",
    "tournament.break",
    "tournament.chips",
    "tournament.rebought",
    "tournament.eliminated",
    "tournament.reinstated",
    "tournament.payouts",
)
