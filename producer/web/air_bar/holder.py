"""One desk holds air: it alone changes program, until it hands air over.

A desk is a browser of a producer; it says its id with every request. The first desk that changes
program gets air. Another one asks for it, and the desk that holds it accepts or refuses; one whose
line is lost cannot answer, so that air goes to the next that asks. Safe works for every producer.
Requests without a desk, as of other programs, get no air and need it where a connected desk has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from producer.web.languages import _, word
from producer.web.ops.errors import Refusal

HEADER = "duplicast-desk"
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Desk:
    """A producer's browser. ``id``: drawn by lot and stored there."""

    id: str
    name: str


@dataclass(slots=True)
class Holder:
    """Use it in the event loop only. ``now``: the desk that holds air; ``asking``: the one that
    asks for it."""

    now: Desk | None = None
    asking: Desk | None = None
    _lines: Counter[str] = field(default_factory=Counter)
    _names: dict[str, str] = field(default_factory=dict)

    @contextmanager
    def connected(self, desk: Desk | None) -> Iterator[None]:
        """While a page of the desk has its line."""
        if desk is None:
            yield
            return
        self._lines[desk.id] += 1
        self._rename(desk)
        try:
            yield
        finally:
            self._lines[desk.id] -= 1

    def is_connected(self, desk: Desk) -> bool:
        return self._lines[desk.id] > 0

    def desk(self, id_: str) -> Desk:
        return Desk(id_, self._names.get(id_, "a desk"))

    def must_hold(self, what: str, id_: str) -> None:
        """Gives air to the desk ``id_`` if nobody holds it; ``""`` for a request without a desk.
        ``what``: was not done, such as ``Not taken``. Raises Refusal if another desk holds air."""
        holder = self.now
        if holder is None:
            self.now = self.desk(id_) if id_ else None
        elif holder.id != id_ and (id_ or self.is_connected(holder)):
            raise Refusal(
                409,
                _("{what}: {name} holds air.", what=word(what), name=holder.name),
                _("Ask for air; Safe works from every desk."),
            )

    def ask(self, id_: str) -> bool:
        """Whether the desk got air at once."""
        desk, holder = self.desk(id_), self.now
        if holder is None or holder.id == id_ or not self.is_connected(holder):
            self.now, self.asking = desk, None
            return True
        self.asking = desk
        return False

    def answer(self, id_: str, *, accept: bool) -> None:
        """The holder's answer to the desk that asks. Raises Refusal from any other desk, and where
        none asks any more."""
        if self.now is None or self.now.id != id_:
            raise Refusal(
                409, _("This desk does not hold air."), _("Only the desk that does can answer.")
            )
        if self.asking is None:
            raise Refusal(409, _("No desk asks for air any more."))
        if accept:
            self.now = self.asking
        self.asking = None

    def _rename(self, desk: Desk) -> None:
        self._names[desk.id] = desk.name
        if self.now is not None and self.now.id == desk.id:
            self.now = desk


async def _desk_id(request: Request) -> str:
    return request.headers.get(HEADER, "")[:64]


DeskId = Annotated[str, Depends(_desk_id)]
"""An endpoint parameter: the id of the desk that sent the request, ``""`` for none."""


def desk_of(id_: str, name: str, by: str) -> Desk | None:
    """The desk that a line says it is of; ``by``: its name where it has none."""
    shown = " ".join(name.split())[:LONGEST_NAME]
    return Desk(id_[:64], shown or by) if id_ else None
