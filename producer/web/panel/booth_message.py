"""The desk's last message to the booth, and whether it was read."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime


@dataclass(frozen=True, slots=True)
class BoothMessage:
    """``answered``: when the booth said that it has read it, and who; ``None`` before."""

    number: int
    text: str
    by: str
    at: datetime
    answered: tuple[datetime, str] | None = None


@dataclass(slots=True)
class Booth:
    """The last message; it does not outlive the service. Use it in the event loop only."""

    message: BoothMessage | None = None
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def say(self, text: str, by: str, at: datetime) -> None:
        self.message = BoothMessage(next(self._numbers), text, by, at)

    def answer(self, number: int, by: str, at: datetime) -> bool:
        """Returns whether it was still the current message."""
        if self.message is None or self.message.number != number:
            return False
        self.message = replace(self.message, answered=(at, by))
        return True
