"""Access tokens and their roles. Pure except for the random secret of a new token.

A token is ``NAME.SECRET``: the name identifies it, the secret proves it. The log has only the
SHA-256 of the secret: 256 random bits cannot be guessed, so no slow hash is needed.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import compare_digest

from producer.acts import Act, ControlAction, Role

USES_LOGGED_EVERY = timedelta(minutes=10)
"""The use of a token is logged at most this often."""

_NOBODY = sha256(b"").hexdigest()
NONE: Mapping[str, Token] = {}


@dataclass(frozen=True, slots=True)
class Token:
    """One token. ``tables``: those a feed may send for, ``()`` for any; ``isolated``: a
    commentator's in an isolated booth; ``used``: the last use, to within ``USES_LOGGED_EVERY``.
    ``actions``: what a control may do; ``desk``: the name of the desk that it belongs to, ``""``
    for whichever holds air."""

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
    actions: tuple[ControlAction, ...] = ()
    desk: str = ""


def new_secret() -> tuple[str, str, str]:
    """A new token's name, the whole token, and the digest to store."""
    name, secret = secrets.token_hex(4), secrets.token_urlsafe(32)
    return name, f"{name}.{secret}", digest(secret)


def digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def tokens_of(acts: Iterable[Act], before: Mapping[str, Token] = NONE) -> dict[str, Token]:
    """All tokens by name in the order added, revoked ones included. ``before``: the tokens of
    earlier acts."""
    tokens = dict(before)
    for act in acts:
        if act.type == "token.added":
            data = act.data
            tokens[data.token] = Token(
                data.token,
                data.role,
                data.tables,
                data.digest,
                data.note,
                act.at,
                act.by,
                data.isolated,
                actions=data.actions,
                desk=data.desk,
            )
        elif act.type == "token.revoked" and act.data.token in tokens:
            tokens[act.data.token] = replace(tokens[act.data.token], revoked=act.at)
        elif act.type == "token.used" and act.data.token in tokens:
            tokens[act.data.token] = replace(tokens[act.data.token], used=act.at)
    return tokens


@dataclass(slots=True)
class TokenCache:
    """All tokens, read again and again: only acts that are new in the log are read."""

    _read: tuple[int, Mapping[str, Token]] = 0, NONE

    def now(self, acts: Callable[[int], Sequence[tuple[int, Act]]]) -> Mapping[str, Token]:
        """``acts``: reads the acts after a log position, each with its own. Its errors pass
        through."""
        after, before = self._read
        new = acts(after)
        if not new:
            return before
        tokens = tokens_of((act for _, act in new), before)
        self._read = new[-1][0], tokens
        return tokens


def holder(tokens: Mapping[str, Token], text: str) -> Token | None:
    """The token that ``text`` proves; ``None`` if it is wrong, unknown or revoked.

    Takes the same time for each: secrets are compared in constant time, also for an unknown name.
    """
    name, _, secret = text.partition(".")
    token = tokens.get(name)
    right = compare_digest(digest(secret), token.digest if token else _NOBODY)
    return token if token and right and token.revoked is None else None


def in_use(tokens: Mapping[str, Token]) -> bool:
    """Whether a token was ever made. From then on every request needs one, even after all of them
    were revoked."""
    return bool(tokens)
