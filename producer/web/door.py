"""The door of the service: how it is reached, and who comes in with what token."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.types import Scope

from producer.release import Gate
from producer.release import hand as by_hand
from producer.release.tokens import Token
from producer.settings import Settings
from producer.web.roles import IN_ADDRESS, NOBODY, Keys, Who, new_keys, who_holds, without_token

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})
COOKIE = "duplicast"
READ = "duplicast.headers"
"""Where a scope keeps its headers once they were read."""

FRESH = 1.0
"""Seconds after which tokens are read again: a revoked one ends within them."""

NOTED_EVERY = 600.0
Shown = tuple[str | None, bool]
"""A token that somebody shows, ``None`` for none, and whether it stands in the address."""


@dataclass(slots=True)
class Door:
    """``mandatory``: nobody comes in without a token, not even at this machine."""

    gate: Gate
    mandatory: bool
    names: frozenset[str]
    keys: Keys = field(default_factory=new_keys)
    _tokens: Mapping[str, Token] = field(default_factory=dict)
    _read: float = float("-inf")
    _noted: dict[str, float] = field(default_factory=dict)
    _reading: asyncio.Lock = field(default_factory=asyncio.Lock)

    _holders: dict[Shown, Who] = field(default_factory=dict)

    def knows(self, host: str | None) -> bool:
        """Whether the service goes by this name. An address in numbers cannot be pointed at us by
        a foreign page's name (DNS rebinding), so over a network each will do."""
        if host is None:
            return False
        return host in self.names or (self.mandatory and _is_number(host))

    async def who(self, scope: Scope) -> Who:
        """Who asks. A token that proves nobody is worth less than none."""
        tokens = await self.tokens()
        found = self._holder(shown_token(scope), tokens)
        if found.token is not None and self._to_be_noted(found.token):
            self._noted[found.token.name] = time.monotonic()
            await asyncio.to_thread(by_hand.note_use, self.gate, found.token)
        return found

    def at_once(self, shown: Shown) -> Who | None:
        """The same for a token that was shown, ``None`` where the record must be asked or told."""
        if time.monotonic() - self._read >= FRESH:
            return None
        found = self._holders.get(shown)
        if found is None:
            found = self._holders[shown] = self._holder(shown, self._tokens)
        if found.token is not None and self._to_be_noted(found.token):
            return None
        return found

    def _holder(self, shown: Shown, tokens: Mapping[str, Token]) -> Who:
        text, in_address = shown
        if text is None:
            return without_token(tokens, mandatory=self.mandatory)
        found = who_holds(text, self.keys, tokens)
        if found is None or (in_address and found.role not in IN_ADDRESS):
            return NOBODY
        return found

    async def still(self, who: Who) -> bool:
        """Whether a token that came in is still good."""
        if who.token is None:
            return True
        token = (await self.tokens()).get(who.token.name)
        return token is not None and token.revoked is None

    async def tokens(self) -> Mapping[str, Token]:
        """Read by one request for all that wait for them."""
        if time.monotonic() - self._read >= FRESH:
            async with self._reading:
                now = time.monotonic()
                if now - self._read >= FRESH:
                    self._tokens = await asyncio.to_thread(self.gate.tokens)
                    self._read = now
                    self._holders.clear()
        return self._tokens

    def _to_be_noted(self, token: Token) -> bool:
        return time.monotonic() - self._noted.get(token.name, float("-inf")) >= NOTED_EVERY


def open_door(gate: Gate, settings: Settings, keys: Keys | None = None) -> Door:
    mandatory = settings.host not in LOOPBACK or bool(settings.names)
    names = LOOPBACK | {settings.host.lower(), *(name.lower() for name in settings.names)}
    return Door(gate, mandatory, frozenset(names), keys or new_keys())


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
