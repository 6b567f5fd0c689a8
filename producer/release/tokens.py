"""Tokens: who may come in, and as what. Pure but for the chance in a new secret.

A token is ``NAME.SECRET``: the name says which, the secret proves it. The log holds the secret's
SHA-256 only; 256 bits of chance need no slow hash, since nobody can try them all.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import compare_digest

from producer.acts import Act, Role

USES_LOGGED_EVERY = timedelta(minutes=10)
"""A token's use goes into the log at most so often."""

_NOBODY = sha256(b"").hexdigest()
NONE: Mapping[str, Token] = {}


@dataclass(frozen=True, slots=True)
class Token:
    """One token. ``tables``: those a feed may speak for, ``()`` for any; ``isolated``: of a booth
    that nothing leaves; ``used``: the last use, as exact as ``USES_LOGGED_EVERY``."""

    name: str
    role: Role
    tables: tuple[str, ...]
    digest: str
    note: str
    added: datetime
    by: str
    isolated: bool = False
    used: datetime | None = None
    revoked: datetime | None = None


def new_secret() -> tuple[str, str, str]:
    """A token's name, the whole token, and the digest to keep."""
    name, secret = secrets.token_hex(4), secrets.token_urlsafe(32)
    return name, f"{name}.{secret}", digest(secret)


def digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def tokens_of(acts: Iterable[Act], before: Mapping[str, Token] = NONE) -> dict[str, Token]:
    """All tokens that ever were, the revoked included, in the order added; ``before``: those of
    the acts in front of these."""
    found = dict(before)
    for act in acts:
        if act.type == "token.added":
            told = act.data
            found[told.token] = Token(
                told.token,
                told.role,
                told.tables,
                told.digest,
                told.note,
                act.at,
                act.by,
                told.isolated,
            )
        elif act.type == "token.revoked" and act.data.token in found:
            found[act.data.token] = replace(found[act.data.token], revoked=act.at)
        elif act.type == "token.used" and act.data.token in found:
            found[act.data.token] = replace(found[act.data.token], used=act.at)
    return found


@dataclass(slots=True)
class SoFar:
    """All tokens, for who asks again and again: what was read of the log is not read again."""

    _read: tuple[int, Mapping[str, Token]] = 0, NONE

    def now(self, acts: Callable[[int], Sequence[tuple[int, Act]]]) -> Mapping[str, Token]:
        """``acts``: those above a position of the log, with their own. Raises what it raises."""
        after, before = self._read
        new = acts(after)
        if not new:
            return before
        found = tokens_of((act for _, act in new), before)
        self._read = new[-1][0], found
        return found


def holder(tokens: Mapping[str, Token], text: str) -> Token | None:
    """The token that ``text`` proves, ``None`` for a wrong, an unknown and a revoked one alike.

    Takes as long for each: secrets are compared in constant time, also where there is none.
    """
    name, _, secret = text.partition(".")
    token = tokens.get(name)
    right = compare_digest(digest(secret), token.digest if token else _NOBODY)
    return token if token and right and token.revoked is None else None


def in_use(tokens: Mapping[str, Token]) -> bool:
    """Whether a token was ever made: from then on nobody comes in without one, also where all of
    them were revoked since."""
    return bool(tokens)
