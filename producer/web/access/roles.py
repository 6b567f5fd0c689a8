"""Which roles may use which paths. Pure.

The first rule whose path is a prefix of the request's decides. A path without a rule is for
producers only, so a new route is closed until it is listed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Literal, get_args

from producer.release.tokens import Token, holder, in_use

Role = Literal[
    "nobody", "feed", "overlay", "commentator", "isolated", "scorer", "house", "producer"
]
"""``isolated``: a commentator in a booth declared isolated. ``house``: anyone at this machine until
the first token is made; acts as producer, but on released deals only. ``nobody``: no token, or an
invalid one."""

ANYBODY: frozenset[Role] = frozenset(get_args(Role))
SCREENS = ANYBODY - {"nobody", "feed"}
DESK = SCREENS - {"overlay"}
WRITERS = DESK - {"isolated"}
"""Roles that may write notes: nothing leaves an isolated booth."""
SCORERS = frozenset({"scorer", "producer"})
FEEDS = frozenset({"feed", "house", "producer"})
TAKERS = frozenset({"house", "producer"})
PRODUCERS = frozenset({"producer"})
SEALED_EYES = frozenset({"isolated", "producer"})

RULES: tuple[tuple[str, frozenset[str]], ...] = (
    ("/healthz", ANYBODY),
    ("/readyz", ANYBODY),
    ("/sign-in", ANYBODY),
    ("/sign-out", ANYBODY),
    ("/assets/", ANYBODY),
    ("/fonts/", ANYBODY),
    ("/schemas", ANYBODY),
    ("/graphics/", SCREENS),
    ("/live/", SCREENS),
    ("/stills/", SCREENS),
    ("/api/deals", SCREENS),
    ("/deals/", DESK),
    ("/api/air", DESK),
    ("/api/notes/clear", TAKERS),
    ("/api/notes/withdraw", WRITERS),
    ("/api/notes", DESK),
    ("/notes", DESK),
    ("/sealed", SEALED_EYES),
    ("/sealed-stills/", SEALED_EYES),
    ("/api/forecast", SCORERS),
    ("/forecast", SCORERS),
    ("/feed", FEEDS),
    ("/metrics", TAKERS),
    ("/api/preview", TAKERS),
    ("/api/take", TAKERS),
    ("/api/segments/cue", TAKERS),
    ("/api/segments/play", TAKERS),
    ("/api/segments/pause", TAKERS),
    ("/api/segments", DESK),
    ("/api/safe", TAKERS),
    ("/api/obs/", TAKERS),
    ("/api/channels/", TAKERS),
)
HOME = "/", DESK

IN_ADDRESS = frozenset({"feed", "overlay"})
"""Roles whose token may be in an address, where it can be seen and is logged by other programs."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Tokens of one run of the service, in memory only. ``producer`` is in the sign-in address
    printed at the start, ``overlay`` in the addresses of graphics pages in OBS."""

    producer: str
    overlay: str


@dataclass(frozen=True, slots=True)
class Who:
    """A request's sender. ``by``: the name in the log. ``token``: ``None`` for one of the ``Keys``
    and for no token."""

    role: Role
    by: str
    token: Token | None = None

    @property
    def sees_sealed(self) -> bool:
        return self.role in SEALED_EYES

    def may_feed(self, table: str | None) -> bool:
        """Whether this sender may send events of ``table``; ``None`` is for events of the whole
        group, which a feed bound to tables may not send."""
        if self.role != "feed":
            return self.role in FEEDS
        bound = self.token.tables if self.token else ()
        return not bound or table in bound


NOBODY = Who("nobody", "nobody")


def new_keys() -> Keys:
    return Keys(f"run-desk.{token_urlsafe(32)}", f"run-graphics.{token_urlsafe(32)}")


@lru_cache(maxsize=1000)
def allowed(path: str) -> frozenset[str]:
    """The roles that may use ``path``."""
    if path == HOME[0]:
        return HOME[1]
    return next((roles for prefix, roles in RULES if _begins(prefix, path)), PRODUCERS)


def _begins(prefix: str, path: str) -> bool:
    """Compares whole segments: ``/api/deals`` does not cover ``/api/dealsheet``."""
    return path == prefix or path.startswith(f"{prefix.removesuffix('/')}/")


def who_holds(text: str, keys: Keys, tokens: Mapping[str, Token]) -> Who | None:
    """The holder of a token, ``None`` for an invalid one. Compares in constant time."""
    shown = text.encode()
    desk, graphics = (compare_digest(shown, key.encode()) for key in (keys.producer, keys.overlay))
    token = holder(tokens, text)
    if desk:
        return Who("producer", "desk at this machine")
    if graphics:
        return Who("overlay", "graphics at this machine")
    if token is not None:
        name = f" {token.note}" if token.note else ""
        role: Role = "isolated" if token.isolated else token.role
        return Who(role, f"{token.role} {token.name}{name}", token)
    return None


def without_token(tokens: Mapping[str, Token], *, mandatory: bool) -> Who:
    """The sender of a request without a token: ``nobody`` where tokens are mandatory, else
    ``house`` until the first token is made and ``overlay`` from then on."""
    if mandatory:
        return NOBODY
    if in_use(tokens):
        return Who("overlay", "this machine")
    return Who("house", "this machine")
