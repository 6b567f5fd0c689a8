"""What every feed format returns: received events, refused lines, unknown files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from producer.bounds import LARGEST_NUMBER
from producer.events import Event
from producer.feeds.identity import UNKNOWN, Identity
from producer.files import shown_name
from producer.problems import Problem

_NUMBER = re.compile(r"[1-9][0-9]{0,17}")


@dataclass(frozen=True, slots=True)
class Received:
    """One event with the bytes it was read from; ``place`` is ``FILE:LINE``, for people.

    ``native``: the bytes are the event as JSON, and ``check_event`` found nothing wrong.
    """

    raw: bytes
    event: Event
    place: str
    native: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """Bytes that cannot be used, with their place and the problem.

    ``origin``: digest of the file and line, so that a copy of the file under another name is
    recognised; ``""`` for feeds without a file. ``identity``: as much of it as could be read.
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
    """Blinds and starting stack, in smallest units, for a log that does not state them."""

    small_blind: int = 50
    big_blind: int = 100
    stack: int = 20_000


def parse_stakes(text: str) -> Stakes:
    """``SB/BB`` or ``SB/BB/STACK``. Raises ValueError with what is wrong and the fix."""
    parts = text.split("/")
    if len(parts) not in (2, 3) or not all(_NUMBER.fullmatch(part) for part in parts):
        raise ValueError("write SB/BB or SB/BB/STACK, such as 50/100/20000")
    small, big, *stack = map(int, parts)
    if small > big:
        raise ValueError(
            f"the small blind is larger than the big blind; write SB/BB, such as {big}/{small}"
        )
    if max(small, big, *stack) > LARGEST_NUMBER:
        raise ValueError(f"a number larger than {LARGEST_NUMBER}")
    return Stakes(small, big, *stack)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the user says of a file. ``stakes``: for formats that do not carry them. ``table``: the
    name of its table; by default the file's, without its ending. ``shift``: what is added to hand
    numbers, 1 if they count from 0. ``growing``: the file is still written to."""

    stakes: Stakes | None = None
    table: str = ""
    shift: int = 0
    growing: bool = False

    def table_of(self, path: Path) -> str:
        return self.table or shown_name(path.stem)

    def digest(self, lines: str) -> str:
        """Identifies a file with these lines, read as asked, in event ids."""
        asked = [str(self.stakes)]
        if self.table:
            asked.append(self.table)
        if self.shift:
            asked.append(str(self.shift))
        return sha256(" ".join([lines, *asked]).encode()).hexdigest()[:24]


class UnknownFormat(ValueError):
    """A file that no feed can read: the place, the reason and the fix."""

    def __init__(self, place: str, reason: str, hint: str) -> None:
        self.place, self.reason, self.hint = shown_name(place), reason, hint
        super().__init__(f"{self.place}: {reason}. {hint}")
