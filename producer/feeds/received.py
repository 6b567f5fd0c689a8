"""What every format hands over: events heard, lines refused, and files that are neither."""

from __future__ import annotations

from dataclasses import dataclass

from producer.events import Event
from producer.feeds.identity import UNKNOWN, Identity
from producer.problems import Problem


@dataclass(frozen=True, slots=True)
class Received:
    """One event, with the bytes it was read from; ``place`` is ``FILE:LINE``, for people.

    ``native``: the bytes are the event as JSON, and it shows no fault by itself.
    """

    raw: bytes
    event: Event
    place: str
    native: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """Bytes that cannot be used, their place and why.

    ``origin`` names the same bytes wherever their file lies (digest of the file, and line), so
    that a copy of a file is recognised; ``""`` where a feed has no file. ``identity``: whose event
    it is, as far as known.
    """

    raw: bytes
    place: str
    problem: Problem
    origin: str = ""
    identity: Identity = UNKNOWN

    @property
    def id(self) -> str | None:
        return self.identity.id or None

    @property
    def reason(self) -> str:
        return self.problem.reason


@dataclass(frozen=True, slots=True)
class Stakes:
    """Blinds and starting stack, in smallest units, of a log that does not tell them."""

    small_blind: int = 50
    big_blind: int = 100
    stack: int = 20_000


class UnknownFormat(ValueError):
    """A file that no feed can read: the place, the reason, and what would mend it."""

    def __init__(self, place: str, reason: str, hint: str) -> None:
        self.place, self.reason, self.hint = place, reason, hint
        super().__init__(f"{place}: {reason}. {hint}")
