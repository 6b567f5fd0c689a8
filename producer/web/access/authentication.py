"""The door of the service: how it is reached, and who comes in with what token."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.types import Scope

from producer.release import Gate, StoreError, by_hand
from producer.release.tokens import Token, TokenCache
from producer.settings import Settings
from producer.web.access.roles import (
    IN_ADDRESS,
    NOBODY,
    Keys,
    Who,
    allowed,
    new_keys,
    who_holds,
    without_token,
)
from producer.web.onair.audit_log import Logbook

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})
COOKIE = "duplicast"
READ = "duplicast.headers"
"""Where a scope keeps its headers once they were read."""

FRESH = 1.0
"""Seconds after which tokens are read again: a revoked one ends within them."""

LATE = 1.0
"""Seconds that safe waits for the tokens' reading, before it goes by those that were read last."""

SAFE = "/api/safe"
NOTED_EVERY = 600.0
Shown = tuple[str | None, bool]
"""A token that somebody shows, ``None`` for none, and whether it stands in the address."""


@dataclass(slots=True)
class Door:
    """``mandatory``: nobody comes in without a token, not even at this machine.

    Tokens are read on a thread of their own: whoever else waits for the disk holds up nobody here.
    """

    gate: Gate
    mandatory: bool
    names: frozenset[str]
    logbook: Logbook
    keys: Keys = field(default_factory=new_keys)
    _reader: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "tokens"))
    _reading: asyncio.Task[None] | None = None
    _so_far: TokenCache = field(default_factory=TokenCache)
    _tokens: Mapping[str, Token] = field(default_factory=dict)
    _read: float = float("-inf")
    _noted: dict[str, tuple[float, Future[bool] | None]] = field(default_factory=dict)

    def knows(self, host: str | None) -> bool:
        """Whether the service goes by this name. An address in numbers cannot be pointed at us by
        a foreign page's name (DNS rebinding), so over a network each will do."""
        if host is None:
            return False
        return host in self.names or (self.mandatory and _is_number(host))

    async def who(self, scope: Scope) -> Who:
        """Who asks. A token that proves nobody is worth less than none. Raises StoreError where
        the tokens cannot be read."""
        tokens = await (self._at_last() if scope["path"] == SAFE else self.tokens())
        found = self._holder(shown_token(scope), tokens)
        self.note(found.token)
        return found

    def note(self, token: Token | None) -> None:
        """That a token was used, now and then, and once at a time."""
        if token is None:
            return
        at, written = self._noted.get(token.name, (float("-inf"), None))
        if time.monotonic() - at < NOTED_EVERY or (written and not written.done()):
            return
        use = by_hand.use_of(self.gate, token)
        written = self.logbook.note(use) if use is not None else None
        self._noted[token.name] = time.monotonic(), written

    def _holder(self, shown: Shown, tokens: Mapping[str, Token]) -> Who:
        text, in_address = shown
        if text is None:
            return without_token(tokens, mandatory=self.mandatory)
        found = who_holds(text, self.keys, tokens)
        if found is None or (in_address and found.role not in IN_ADDRESS):
            return NOBODY
        return found

    def may_end(self, who: Who) -> bool:
        """Whether ``still`` may ever tell otherwise than now."""
        return who.token is not None or who.role == "house"

    async def still(self, who: Who, path: str) -> bool:
        """Whether who came in for ``path`` might come in again. Raises StoreError."""
        tokens = await self.tokens()
        if who.token is not None:
            token = tokens.get(who.token.name)
            return token is not None and token.revoked is None
        if who.role == "house":
            return without_token(tokens, mandatory=self.mandatory).role in allowed(path)
        return True

    def fresh(self) -> float:
        """Seconds until the tokens are read again."""
        return max(0.0, self._read + FRESH - time.monotonic())

    async def tokens(self) -> Mapping[str, Token]:
        """Read by one request for all that wait for them. Raises StoreError."""
        if time.monotonic() - self._read >= FRESH:
            if self._reading is None or self._reading.done():
                self._reading = asyncio.create_task(self._read_again())
            await asyncio.shield(self._reading)
        return self._tokens

    async def read_now(self) -> Mapping[str, Token]:
        """All that were made up to now. Raises StoreError."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, self._so_far.now, self.gate.acts)

    async def _read_again(self) -> None:
        now = time.monotonic()
        self._tokens = await self.read_now()
        self._read = now

    async def _at_last(self) -> Mapping[str, Token]:
        """Those that were read last, where they cannot be read now: the way out to safe is open
        to whoever had it then."""
        if self._read == float("-inf"):
            return await self.tokens()
        with suppress(TimeoutError, StoreError):
            async with asyncio.timeout(LATE):
                await self.tokens()
        return self._tokens


def open_door(gate: Gate, settings: Settings, logbook: Logbook, keys: Keys | None = None) -> Door:
    mandatory = settings.host not in LOOPBACK or bool(settings.names)
    names = LOOPBACK | {settings.host.lower(), *(name.lower() for name in settings.names)}
    return Door(gate, mandatory, frozenset(names), logbook, keys or new_keys())


def told_headers(scope: Scope) -> dict[str, str]:
    """By name in lower case; of several of one name the first, as everywhere. Read once."""
    told: dict[str, str] | None = scope.get(READ)
    if told is None:
        pairs = scope["headers"][::-1]
        told = {name.decode("latin-1"): value.decode("latin-1") for name, value in pairs}
        scope[READ] = told
    return told


def shown_token(scope: Scope) -> Shown:
    """The token of a request: header, address, cookie."""
    headers = told_headers(scope)
    scheme, _, bearer = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and bearer.strip():
        return bearer.strip(), False
    if told := scope.get("query_string", b""):
        asked = parse_qs(told.decode("latin-1"))
        if asked.get("token"):
            return asked["token"][0], True
    cookies = headers.get("cookie")
    if cookies is None:
        return None, False
    try:
        cookie = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return None, False
    return (cookie.value if cookie and cookie.value else None), False


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
