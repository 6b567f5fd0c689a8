"""Authentication: the service's host names, and who a request's token belongs to."""

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
    new_keys,
    who_holds,
    without_token,
)
from producer.web.onair.audit_log import Logbook

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})
COOKIE = "duplicast"
HEADERS = "duplicast.headers"
"""The scope's key for its parsed headers."""

REFRESH_EVERY = 1.0
"""Seconds between readings of the tokens: a revoked token ends within this time."""

SAFE_PATIENCE = 1.0
"""Seconds that safe waits for the tokens before it uses the last ones read."""

SAFE = frozenset({"/api/safe", "/control/safe"})
NOTED_EVERY = 600.0
"""Seconds between audit entries for one token's use."""

Credential = tuple[str | None, bool]
"""A request's token, ``None`` for none, and whether it is in the address."""


@dataclass(slots=True)
class Door:
    """``mandatory``: every request needs a token, even from this machine.

    Tokens are read on a separate thread, so that a slow disk elsewhere does not delay sign-in.
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
        """Whether ``host`` is one of the service's names. On a network any numeric address counts:
        it cannot be used for DNS rebinding."""
        if host is None:
            return False
        return host in self.names or (self.mandatory and _is_address(host))

    async def who(self, scope: Scope) -> Who:
        """Who sent the request. An invalid token gives ``NOBODY``, even where no token is needed.
        Raises StoreError if the tokens cannot be read."""
        tokens = await (self._tokens_for_safe() if scope["path"] in SAFE else self.tokens())
        who = self._holder(credential_of(scope), tokens)
        self.note(who.token)
        return who

    def note(self, token: Token | None) -> None:
        """Writes a token's use to the audit, at most once in ``NOTED_EVERY``."""
        if token is None:
            return
        at, written = self._noted.get(token.name, (float("-inf"), None))
        if time.monotonic() - at < NOTED_EVERY or (written and not written.done()):
            return
        use = by_hand.use_of(self.gate, token)
        written = self.logbook.note(use) if use is not None else None
        self._noted[token.name] = time.monotonic(), written

    def _holder(self, credential: Credential, tokens: Mapping[str, Token]) -> Who:
        text, in_address = credential
        if text is None:
            return without_token(tokens, mandatory=self.mandatory)
        who = who_holds(text, self.keys, tokens)
        if who is None or (in_address and who.role not in IN_ADDRESS):
            return NOBODY
        return who

    def may_expire(self, who: Who) -> bool:
        """Whether ``still_admits`` can change."""
        return who.token is not None or who.role == "house"

    async def still_admits(self, who: Who, roles: frozenset[str]) -> bool:
        """Whether ``who`` would be admitted again where ``roles`` are. Raises StoreError."""
        tokens = await self.tokens()
        if who.token is not None:
            token = tokens.get(who.token.name)
            return token is not None and token.revoked is None
        if who.role == "house":
            return without_token(tokens, mandatory=self.mandatory).role in roles
        return True

    def seconds_to_refresh(self) -> float:
        return max(0.0, self._read + REFRESH_EVERY - time.monotonic())

    async def tokens(self) -> Mapping[str, Token]:
        """The tokens, at most ``REFRESH_EVERY`` old; concurrent requests share one reading. Raises
        StoreError."""
        if time.monotonic() - self._read >= REFRESH_EVERY:
            if self._reading is None or self._reading.done():
                self._reading = asyncio.create_task(self._refresh())
            await asyncio.shield(self._reading)
        return self._tokens

    async def read_now(self) -> Mapping[str, Token]:
        """The tokens as of now. Raises StoreError."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, self._so_far.now, self.gate.acts)

    async def _refresh(self) -> None:
        now = time.monotonic()
        self._tokens = await self.read_now()
        self._read = now

    async def _tokens_for_safe(self) -> Mapping[str, Token]:
        """The last tokens read if they cannot be read now, so that safe works without the disk."""
        if self._read == float("-inf"):
            return await self.tokens()
        with suppress(TimeoutError, StoreError):
            async with asyncio.timeout(SAFE_PATIENCE):
                await self.tokens()
        return self._tokens


def open_door(gate: Gate, settings: Settings, logbook: Logbook, keys: Keys | None = None) -> Door:
    mandatory = settings.host not in LOOPBACK or bool(settings.names)
    names = LOOPBACK | {settings.host.lower(), *(name.lower() for name in settings.names)}
    return Door(gate, mandatory, frozenset(names), logbook, keys or new_keys())


def headers_of(scope: Scope) -> dict[str, str]:
    """Headers by lower-case name, the first of each name. Cached in the scope."""
    headers: dict[str, str] | None = scope.get(HEADERS)
    if headers is None:
        pairs = scope["headers"][::-1]
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in pairs}
        scope[HEADERS] = headers
    return headers


def credential_of(scope: Scope) -> Credential:
    """A request's token, from its header, address or cookie, in this order."""
    headers = headers_of(scope)
    scheme, _, bearer = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and bearer.strip():
        return bearer.strip(), False
    if query := scope.get("query_string", b""):
        tokens = parse_qs(query.decode("latin-1")).get("token")
        if tokens:
            return tokens[0], True
    cookies = headers.get("cookie")
    if cookies is None:
        return None, False
    try:
        cookie = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return None, False
    return (cookie.value if cookie and cookie.value else None), False


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
