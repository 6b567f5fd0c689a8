"""The names that games give to the phases and actions of their moves, as feeds spell them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError
from pydantic_core.core_schema import no_info_after_validator_function

Names = dict[str, tuple[str, ...]]
"""By game."""

PHASES: Names = {
    "holdem": ("preflop", "flop", "turn", "river"),
    "bridge": ("auction", "lead", "play"),
    "open-face": (
        "five", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth",
    ),
    "results": (),
}  # fmt: skip
ACTIONS: Names = {
    "holdem": ("fold", "check", "call", "bet", "raise"),
    "bridge": ("pass", "bid", "double", "redouble", "contract", "play", "claim"),
    "open-face": ("place", "absent", "show-early", "time-out", "leave"),
    "results": (),
}


@dataclass(frozen=True, slots=True)
class _OneOf:
    """Annotates a name that at least one game has. Which game is played, the session says."""

    names: Mapping[str, tuple[str, ...]]

    def all(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for own in self.names.values() for name in own))

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        def check(value: str) -> str:
            names = self.all()
            if value not in names:
                *first, last = [f"'{name}'" for name in names]
                raise PydanticCustomError(
                    "literal_error", "Input should be {expected}",
                    {"expected": f"{', '.join(first)} or {last}"},
                )  # fmt: skip
            return value

        return no_info_after_validator_function(check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {**handler(schema), "enum": list(self.all())}


Phase = Annotated[str, _OneOf(PHASES)]
Action = Annotated[str, _OneOf(ACTIONS)]
