"""How large a number may be that comes in from outside, declared where its field is declared.

A bound is checked where something comes in, never where the log is read: what the log holds from
before there was a bound stays readable.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError
from pydantic_core.core_schema import with_info_after_validator_function

LARGEST_NUMBER = 2**53 - 1
"""The largest whole number that every JSON reader keeps exact."""

MOST_LIVE_DEALS, MOST_DEALS = 10_000, 1_000_000
"""Deals of a live session, which people play; and of any, such as an archive of bots."""

MOST_ACTIONS = 10_000
"""Actions of a hand."""

MOST_TABLES = 1_000
"""Tables of a group."""

MOST_SEATS = 10
"""Seats of a table."""

MOST_MONEY = 10**12
"""A prize, a stack or a blind on a graphic: more has no room, and nobody plays for more."""

MOST_PLAYERS = 1_000_000
"""Players of a tournament."""

MOST_LEVELS = 1_000
"""Levels of a tournament."""

FIRST_YEAR, LAST_YEAR = 1970, 2199
"""Years of a time: in every time zone it is still one."""

INCOMING: Mapping[str, bool] = {"incoming": True}
"""The validation context of what comes in."""

TOO_LARGE = "beyond_bound"
"""The type of the error, in pydantic's list of errors."""


@dataclass(frozen=True, slots=True)
class AtMost:
    """Annotates a field with the largest number that may come in; ``why`` ends the sentence.

    The JSON Schema has it as ``maximum``.
    """

    most: int
    why: str

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        def check(value: int, info: ValidationInfo) -> int:
            if value > self.most and is_incoming(info):
                raise too_large(self.most, self.why)
            return value

        return with_info_after_validator_function(check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {**handler(schema), "maximum": self.most}


def in_known_years(at: datetime, info: ValidationInfo) -> datetime:
    """For the time of an event. Raises PydanticCustomError."""
    if is_incoming(info) and not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise PydanticCustomError(
            TOO_LARGE, f"the year must be from {FIRST_YEAR} to {LAST_YEAR}, and is {at.year}"
        )
    return at


def is_incoming(info: ValidationInfo) -> bool:
    return info.context is INCOMING


def too_large(most: int, why: str) -> PydanticCustomError:
    return PydanticCustomError(TOO_LARGE, f"it must be at most {most:,}, {why}")
