"""What a producer decides by hand, each with a reason, each in the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from producer.acts import (
    DealDecision,
    DealReleasedAct,
    DealSealedAct,
    DelaySet,
    DelaySetAct,
    ExportAct,
    Exported,
    FilmAct,
    FilmRun,
    Role,
    RosterExpected,
    RosterExpectedAct,
    SealedSeen,
    SealedSeenAct,
    SessionEnded,
    SessionEndedAct,
    TableOut,
    TableOutAct,
    TakeAct,
    Taken,
    TokenAdded,
    TokenAddedAct,
    TokenNamed,
    TokenRevokedAct,
    TokenUsedAct,
)
from producer.games.line import DealKey
from producer.release.gate import Gate, resolve
from producer.release.state import ByHand, Group, decide
from producer.release.tokens import USES_LOGGED_EVERY, Token, new_secret

EXIT = "command:release"
_LAST = 2**62
"""A position after every other."""


class CannotDecide(ValueError):
    """A decision that cannot be made; the message says why and what would help."""


def release(gate: Gate, references: Sequence[str], reason: str, by: str) -> list[DealKey]:
    """Releases deals by hand. Raises NotAvailable, AmbiguousDeal and CannotDecide, which is where
    the same cards are still to be played under another name: nothing is released then.
    """
    view = gate.view(EXIT)
    keys = [resolve(reference, view.verdicts) for reference in references]
    hands = dict.fromkeys(keys, ByHand(True, _LAST))
    house = replace(view.house, by_hand={**view.house.by_hand, **hands})
    after = decide(view.books, house, gate.clock())
    for key in keys:
        if after[key].state != "released":
            raise CannotDecide(
                f"deal {key} cannot be released: {', '.join(after[key].waits)}. Name all deals "
                "of these cards together, if nobody is to play them any more"
            )
    for key in keys:
        gate.act(DealReleasedAct(at=gate.clock(), by=by, data=_decision(key, reason)))
    return keys


def seal(gate: Gate, references: Sequence[str], reason: str, by: str) -> list[DealKey]:
    """Seals deals until they are released by hand. Raises NotAvailable and AmbiguousDeal."""
    verdicts = gate.view(EXIT).verdicts
    keys = [resolve(reference, verdicts) for reference in references]
    for key in keys:
        gate.act(DealSealedAct(at=gate.clock(), by=by, data=_decision(key, reason)))
    return keys


def table_out(
    gate: Gate, group: Group, table: str, reason: str, by: str, *, out: bool = True
) -> None:
    """Declares that a table plays no further deal, or that it is back. Raises CannotDecide."""
    book = gate.view(EXIT).books[_known(gate, group)]
    if table not in book.tables:
        there = ", ".join(book.tables)
        raise CannotDecide(f"{group[0]}/{group[1]} has no table {table}; it has {there}")
    data = TableOut(session=group[0], group=group[1], table=table, out=out, reason=reason)
    gate.act(TableOutAct(at=gate.clock(), by=by, data=data))


def end_session(gate: Gate, group: Group, reason: str, by: str, *, ended: bool = True) -> None:
    """Declares that nobody of the group plays on, or that it goes on. Raises CannotDecide.

    Also of a group that was heard of and never opened, as one of which a device had the name wrong:
    as long as it may play, it holds up every group of its session.
    """
    if group not in gate.unopened():
        _known(gate, group)
    data = SessionEnded(session=group[0], group=group[1], ended=ended, reason=reason)
    gate.act(SessionEndedAct(at=gate.clock(), by=by, data=data))


def set_delay(gate: Gate, group: Group, minutes: int, reason: str, by: str) -> None:
    """Minutes from the last table's end of a deal to its release. Raises CannotDecide."""
    _known(gate, group)
    data = DelaySet(session=group[0], group=group[1], minutes=minutes, reason=reason)
    gate.act(DelaySetAct(at=gate.clock(), by=by, data=data))


def expect_tables(gate: Gate, group: Group, tables: int, reason: str, by: str) -> None:
    """How many tables make the group whole, more or fewer than its teams; it need not be open
    yet."""
    data = RosterExpected(session=group[0], group=group[1], tables=tables, reason=reason)
    gate.act(RosterExpectedAct(at=gate.clock(), by=by, data=data))


def add_token(
    gate: Gate, role: Role, tables: Sequence[str], note: str, by: str, *, isolated: bool = False
) -> str:
    """A new token, to be shown once: afterwards nobody can tell it. Raises CannotDecide where
    anybody but a commentator is ``isolated``."""
    if isolated and role != "commentator":
        raise CannotDecide("only a commentator's booth can be isolated")
    name, token, kept = new_secret()
    told: dict[str, Any] = {"token": name, "role": role, "digest": kept, "note": note}
    data = TokenAdded(**told, tables=tuple(tables), isolated=isolated)
    gate.act(TokenAddedAct(at=gate.clock(), by=by, data=data))
    return token


def revoke_token(gate: Gate, name: str, by: str) -> None:
    """Nobody comes in with it any more. Raises CannotDecide."""
    token = gate.tokens().get(name)
    if token is None or token.revoked:
        raise CannotDecide(f"there is no token {name}; `duplicast token list` shows all")
    gate.act(TokenRevokedAct(at=gate.clock(), by=by, data=TokenNamed(token=name)))


def use_of(gate: Gate, token: Token) -> TokenUsedAct | None:
    """That a token was used, for the log; ``None`` where that was logged just now."""
    now = gate.clock()
    if token.used is not None and now - token.used < USES_LOGGED_EVERY:
        return None
    return TokenUsedAct(at=now, by=token.name, data=TokenNamed(token=token.name))


def seen_of(gate: Gate, key: DealKey, by: str) -> SealedSeenAct:
    """Who was shown a sealed deal, for the log."""
    data = SealedSeen(session=key.session, group=key.group, deal=key.number)
    return SealedSeenAct(at=gate.clock(), by=by, data=data)


def take_of(
    gate: Gate, key: DealKey, tables: Sequence[str], moment: str, to: str, by: str
) -> TakeAct:
    """What was brought out, for the log."""
    told: dict[str, Any] = {"session": key.session, "group": key.group, "deal": key.number}
    data = Taken(**told, tables=tuple(tables), moment=moment, to=to)
    return TakeAct(at=gate.clock(), by=by, data=data)


def film_of(gate: Gate, run: FilmRun, by: str) -> FilmAct:
    """What became of a segment on air, its as-run times, for the log."""
    return FilmAct(at=gate.clock(), by=by, data=run)


def note_export(
    gate: Gate, what: str, to: str, by: str, *, deal: str = "", sealed: bool = False
) -> None:
    """Logs a file that was written."""
    data = Exported(what=what, deal=deal, sealed=sealed, to=to)
    gate.act(ExportAct(at=gate.clock(), by=by, data=data))


def _decision(key: DealKey, reason: str) -> DealDecision:
    return DealDecision(session=key.session, group=key.group, deal=key.number, reason=reason)


def _known(gate: Gate, group: Group) -> Group:
    books = gate.view(EXIT).books
    if group not in books:
        names = ", ".join(f"{session}/{name}" for session, name in books) or "none yet"
        raise CannotDecide(f"there is no group {group[0]}/{group[1]}; there is: {names}")
    return group
