"""Counts the acts that changed program, by all desks, so that nobody repeats one unaware."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from producer.web.languages import _, word
from producer.web.ops.errors import Refusal


@dataclass(frozen=True, slots=True)
class AirAct:
    """``what``: what was done, such as ``took``. ``by``: who did it."""

    what: str
    by: str


@dataclass(slots=True)
class AirSequence:
    """Use it in the event loop only. ``seq``: grows with every act, 0 at the start of the service.
    ``one_at_a_time``: the lock for acts that have no lock of their own."""

    seq: int = 0
    last: AirAct | None = None
    one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)

    def done(self, what: str, by: str) -> None:
        self.seq += 1
        self.last = AirAct(what, by)

    def must_be(self, expect: int | None, what: str) -> None:
        """``expect``: the number that the requester saw, ``None`` for any. ``what``: how a refusal
        begins, such as ``Not taken``. Raises Refusal if somebody has acted since."""
        if expect is None or expect == self.seq:
            return
        first = (
            _("{name} {act} first", name=self.last.by, act=word(self.last.what))
            if self.last
            else _("nothing was done yet")
        )
        raise Refusal(
            409,
            _(
                "{what}: {first} (number {seq}, expected {expect}).",
                what=word(what),
                first=first,
                seq=self.seq,
                expect=expect,
            ),
            _("Look at program, and press again if you still want it."),
        )
