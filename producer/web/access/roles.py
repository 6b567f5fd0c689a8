"""The roles of those who use the service, and the groups of roles that routes are declared for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Literal, get_args

from producer.release.tokens import Token, holder, in_use
from producer.web.languages import marked

Role = Literal[
    "nobody",
    "feed",
    "control",
    "overlay",
    "commentator",
    "isolated",
    "scorer",
    "house",
    "producer",
]
"""``control``: hardware, such as a panel of keys. ``isolated``: a commentator in a booth that
nothing leaves. ``house``: somebody at this machine before the first token is made, a producer of
released deals. ``nobody``: no token where one is needed, or an invalid one."""

ANYBODY: frozenset[Role] = frozenset(get_args(Role))
SCREENS = ANYBODY - {"nobody", "feed", "control"}
DESK = SCREENS - {"overlay"}
WRITERS = DESK - {"isolated"}
"""Roles that may write notes for others: nothing leaves an isolated booth."""
SCORERS = frozenset({"scorer", "producer"})
FEEDS = frozenset({"feed", "house", "producer"})
TAKERS = frozenset({"house", "producer"})
CONTROLS = frozenset({"control", "house", "producer"})
PRODUCERS = frozenset({"producer"})
SEALED_EYES = frozenset({"isolated", "producer"})

IN_ADDRESS = frozenset({"feed", "overlay"})
"""Roles whose token may be part of an address, which people see and programs store."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Tokens of this machine (``key_file.py``). ``producer`` is part of the sign-in address printed
    at the start, ``overlay`` of the graphics addresses given to OBS."""

    producer: str
    overlay: str


@dataclass(frozen=True, slots=True)
class Who:
    """Who sent a request. ``by``: the name in the log. ``token``: ``None`` for a key, and for
    a request without a token."""

    role: Role
    by: str
    token: Token | None = None

    @property
    def sees_sealed(self) -> bool:
        return self.role in SEALED_EYES

    def may_feed(self, table: str | None) -> bool:
        """Whether events of ``table`` are accepted, or of a whole group with ``None``. A feed bound
        to tables may not send those of a group."""
        if self.role != "feed":
            return self.role in FEEDS
        bound = self.token.tables if self.token else ()
        return not bound or table in bound


NOBODY = Who("nobody", "nobody")


def new_keys() -> Keys:
    return Keys(f"run-desk.{token_urlsafe(32)}", f"run-graphics.{token_urlsafe(32)}")


def who_holds(text: str, keys: Keys, tokens: Mapping[str, Token]) -> Who | None:
    """The holder of the token ``text``, ``None`` for an invalid one. Compares in constant time."""
    shown = text.encode()
    desk, graphics = (compare_digest(shown, key.encode()) for key in (keys.producer, keys.overlay))
    token = holder(tokens, text)
    if desk:
        return Who("producer", marked("desk at this machine"))
    if graphics:
        return Who("overlay", marked("graphics at this machine"))
    if token is not None:
        name = f" {token.note}" if token.note else ""
        role: Role = "isolated" if token.isolated else token.role
        return Who(role, f"{token.role} {token.name}{name}", token)
    return None


def without_token(tokens: Mapping[str, Token], *, mandatory: bool) -> Who:
    """Who a request without a token is from. Over a network: nobody. At this machine: a producer of
    released deals until the first token is made, from then on an overlay."""
    if mandatory:
        return NOBODY
    if in_use(tokens):
        return Who("overlay", "this machine")
    return Who("house", "this machine")
