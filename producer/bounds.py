"""Upper bounds of incoming numbers, declared with each field.

Bounds are checked on input only, never when the log is read, so that older logs stay readable.
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
"""Deals of a live session, and of any session, such as an archive of bots' play."""

MOST_ACTIONS = 10_000
"""Actions of a hand."""

MOST_TABLES = 1_000
"""Tables of a group."""

MOST_SEATS = 10
"""Seats of a table."""

MOST_MONEY = 10**12
"""A prize, a stack or a blind on a graphic; a longer number has no room."""

MOST_PLAYERS = 1_000_000
"""Players of a tournament."""

MOST_LEVELS = 1_000
"""Levels of a tournament."""

LARGEST_SEED = 2**63 - 1
"""The seed of a draw or a simulation."""

FIRST_YEAR, LAST_YEAR = 1970, 2199
"""Years of a time; within them every conversion to another time zone works."""

INCOMING: Mapping[str, bool] = {"incoming": True}
"""The validation context of incoming data."""

TOO_LARGE = "beyond_bound"
"""The error type in pydantic's list of errors."""


@dataclass(frozen=True, slots=True)
class AtMost:
    """Annotates a field with its largest incoming value; ``why`` ends the error message.

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
    """Validates the year of an event's time. Raises PydanticCustomError."""
    if is_incoming(info) and not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise PydanticCustomError(
            TOO_LARGE, f"the year must be from {FIRST_YEAR} to {LAST_YEAR}, and is {at.year}"
        )
    return at


def is_incoming(info: ValidationInfo) -> bool:
    return info.context is INCOMING


def too_large(most: int, why: str) -> PydanticCustomError:
    return PydanticCustomError(TOO_LARGE, f"it must be at most {most:,}, {why}")
