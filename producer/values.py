"""The building blocks of events: exact chips, names, seats, cards, players, moves, the envelope."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    ValidationInfo,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from producer.bounds import (
    LARGEST_NUMBER,
    MOST_ACTIONS,
    MOST_DEALS,
    MOST_SEATS,
    AtMost,
    in_known_years,
    is_incoming,
    too_large,
)
from producer.game_names import Action, Phase

_FRACTION_FORM = r"-?\d{1,18}/[1-9]\d{0,8}"
_FRACTION = re.compile(_FRACTION_FORM)


def parse_chips(value: object) -> int | Fraction:
    """An exact amount in smallest units: an int, or a string such as ``"9579/2"``.

    Raises ValueError for floats, booleans and anything else that is not exact.
    """
    if isinstance(value, bool):
        raise ValueError("chips must be a whole number or a fraction such as '9579/2'")
    if isinstance(value, int):
        return value
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        return parse_chips(Fraction(value))
    raise ValueError("chips must be a whole number or a fraction such as '9579/2'")


def chips_json(value: int | Fraction) -> int | str:
    """The JSON form of an exact amount: an integer, else ``"9579/2"``."""
    return value if isinstance(value, int) else str(value)


def _chips(value: object, info: ValidationInfo) -> int | Fraction:
    chips = parse_chips(value)
    if is_incoming(info) and abs(chips.numerator) > LARGEST_NUMBER:
        raise too_large(LARGEST_NUMBER, _EXACT)
    return chips


_EXACT = "which is the largest that every JSON reader keeps exact"
Chips = Annotated[
    int | Fraction,
    PlainValidator(_chips),
    PlainSerializer(chips_json, return_type=int | str),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER},
                {"type": "string", "pattern": f"^{_FRACTION_FORM}$"},
            ]
        }
    ),
]
"""Won or lost, in smallest units."""

Positive = Annotated[int, Field(gt=0), AtMost(LARGEST_NUMBER, _EXACT)]
"""A stack, blind or bet in smallest units; or a device's running number."""
NonNegative = Annotated[int, Field(ge=0), AtMost(LARGEST_NUMBER, _EXACT)]
DealNumber = Annotated[
    int, Field(gt=0), AtMost(MOST_DEALS, "which is the most deals that a session can have")
]
ActionNumber = Annotated[
    int, Field(gt=0), AtMost(MOST_ACTIONS, "which is the most actions that a hand can have")
]
LONGEST_NAME = 200
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Colour = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
Flag = Annotated[str, Field(pattern=r"^([A-Z]{2,3}|none)$")]
"""A nation's code, ISO 3166 or as in sport (ENG, SCO), or ``none`` for no flag."""
Seat = Annotated[int, Field(ge=1, le=MOST_SEATS)]
SEAT_KEYS = tuple(str(seat) for seat in range(1, MOST_SEATS + 1))


def _seat_key(value: object, info: ValidationInfo) -> object:
    if not isinstance(value, str) or not is_incoming(info):
        return value
    if value not in SEAT_KEYS:
        raise ValueError("not a seat")
    return int(value)


SeatKey = Annotated[
    Seat, BeforeValidator(_seat_key), WithJsonSchema({"type": "string", "enum": list(SEAT_KEYS)})
]
"""A seat as the key of an object: ``"3"``, and not ``"03"`` or ``"3.0"``."""

_RFC_3339 = re.compile(
    r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,20})?([Zz]|[+-]\d\d:\d\d)?", re.ASCII
)


def _written_time(value: object, info: ValidationInfo) -> object:
    """RFC 3339; a bare number is no time."""
    if not is_incoming(info) or isinstance(value, datetime):
        return value
    if isinstance(value, str) and (form := _RFC_3339.fullmatch(value)):
        if form[1] is None:
            raise PydanticCustomError("timezone_aware", "Input should have timezone info")
        with suppress(ValueError):  # the thirteenth month, say
            return datetime.fromisoformat(value.upper())
    raise PydanticCustomError(
        "datetime_type", "Input should be a time such as 2026-05-01T19:30:00+02:00"
    )


Time = Annotated[AwareDatetime, AfterValidator(in_known_years), BeforeValidator(_written_time)]


def _number_one(value: object, info: ValidationInfo) -> object:
    if is_incoming(info) and type(value) is not int:
        raise PydanticCustomError("literal_error", "Input should be 1")
    return value


Version = Annotated[Literal[1], BeforeValidator(_number_one)]
"""The version of the form; only 1 so far."""
CARDS = r"^([2-9TJQKA][cdhs])*$"
CardText = Annotated[str, Field(pattern=CARDS, max_length=104)]


class Value(BaseModel):
    """Base of all values in JSON: immutable, unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Player(Value):
    """Who sits in a seat; ``team`` is a key of the session's teams."""

    name: Name
    team: Name | None = None


class LineMove(Value):
    """One public action in a phase of the game, such as a street. ``to``: its amount; in poker the
    seat's total on this street, blinds included. ``detail``: what else it says, in other games."""

    street: Phase
    seat: Seat
    action: Action
    to: NonNegative | None = None
    detail: Name | None = None
    all_in: bool | None = None


class Envelope(Value):
    """The fields of every event. ``at``: the device's time, ``None`` if it gives none.

    ``table``: ``None`` only in events of the whole group. ``seq``: the device's running number of
    its events at the table.
    """

    v: Version = 1
    id: Name
    session: Name
    group: Name
    table: Name | None = None
    source: Name
    seq: Positive | None = None
    at: Time | None = None
