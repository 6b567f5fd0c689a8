"""Acts by hand: release, seal, delays, tokens, exports. Each is logged, decisions with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from producer.acts import (
    ControlAction,
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
    SceneTaken,
    SceneTakenAct,
    SealedSeen,
    SealedSeenAct,
    SessionEnded,
    SessionEndedAct,
    TableOut,
    TableOutAct,
    TakeAct,
    Taken,
    TakenOff,
    TakenOffAct,
    TokenAdded,
    TokenAddedAct,
    TokenNamed,
    TokenRevokedAct,
    TokenUsedAct,
)
from producer.games.line import DealKey
from producer.release.gate import Gate, resolve
from producer.release.tokens import USES_LOGGED_EVERY, Token, new_secret
from producer.release.verdicts import ByHand, Group, decide

EXIT = "command:release"
_LAST = 2**62
"""A log position after every real one."""


class CannotDecide(ValueError):
    """The decision cannot be made; the message gives the reason and the fix."""


def release(gate: Gate, references: Sequence[str | DealKey], reason: str, by: str) -> list[DealKey]:
    """Releases deals by hand, all or none. Raises as ``may_release`` does."""
    keys = may_release(gate, references)
    for key in keys:
        gate.act(DealReleasedAct(at=gate.clock(), by=by, data=_decision(key, reason)))
    return keys


def may_release(gate: Gate, references: Sequence[str | DealKey]) -> list[DealKey]:
    """The deals, if all may be released by hand. Raises NotAvailable, AmbiguousDeal, and
    CannotDecide where a table is still to play the same cards under another deal's name.
    """
    view = gate.view(EXIT)
    keys = [resolve(reference, view.verdicts) for reference in references]
    hands = dict.fromkeys(keys, ByHand(True, _LAST))
    decisions = replace(view.decisions, by_hand={**view.decisions.by_hand, **hands})
    after = decide(view.books, decisions, gate.clock())
    for key in keys:
        if after[key].state != "released":
            raise CannotDecide(
                f"deal {key} cannot be released: {', '.join(after[key].waits)}. Name all deals "
                "with these cards together if no table is to play them any more"
            )
    return keys


def seal(gate: Gate, references: Sequence[str | DealKey], reason: str, by: str) -> list[DealKey]:
    """Seals deals until they are released by hand. Raises NotAvailable and AmbiguousDeal."""
    verdicts = gate.view(EXIT).verdicts
    keys = [resolve(reference, verdicts) for reference in references]
    for key in keys:
        gate.act(DealSealedAct(at=gate.clock(), by=by, data=_decision(key, reason)))
    return keys


def table_out(
    gate: Gate, group: Group, table: str, reason: str, by: str, *, out: bool = True
) -> None:
    """Declares that a table plays no further deal, or (``out=False``) is back. Raises
    CannotDecide."""
    book = gate.view(EXIT).books[_existing(gate, group)]
    if table not in book.tables:
        there = ", ".join(book.tables)
        raise CannotDecide(f"{group[0]}/{group[1]} has no table {table}; it has {there}")
    data = TableOut(session=group[0], group=group[1], table=table, out=out, reason=reason)
    gate.act(TableOutAct(at=gate.clock(), by=by, data=data))


def end_session(gate: Gate, group: Group, reason: str, by: str, *, ended: bool = True) -> None:
    """Declares that the group has ended, or (``ended=False``) goes on. Raises CannotDecide.

    The group need not be open: one that exists only because a device has the wrong name holds up
    every group of its session until it is declared ended.
    """
    if group not in gate.unopened():
        _existing(gate, group)
    data = SessionEnded(session=group[0], group=group[1], ended=ended, reason=reason)
    gate.act(SessionEndedAct(at=gate.clock(), by=by, data=data))


def set_delay(gate: Gate, group: Group, minutes: int, reason: str, by: str) -> None:
    """Sets the minutes between the last table's end of a deal and its release. Raises
    CannotDecide."""
    _existing(gate, group)
    data = DelaySet(session=group[0], group=group[1], minutes=minutes, reason=reason)
    gate.act(DelaySetAct(at=gate.clock(), by=by, data=data))


def expect_tables(gate: Gate, group: Group, tables: int, reason: str, by: str) -> None:
    """Sets how many tables play in the group, where that is not one for each team. The group need
    not be open yet."""
    data = RosterExpected(session=group[0], group=group[1], tables=tables, reason=reason)
    gate.act(RosterExpectedAct(at=gate.clock(), by=by, data=data))


def add_token(
    gate: Gate,
    role: Role,
    tables: Sequence[str],
    note: str,
    by: str,
    *,
    isolated: bool = False,
    actions: Sequence[ControlAction] = (),
    desk: str = "",
) -> str:
    """A new token with its secret, which is not stored and can only be shown now. Raises
    CannotDecide where ``isolated`` is given for another role than commentator, or ``actions`` or
    ``desk`` for another than control; a control without actions only sees the state."""
    if isolated and role != "commentator":
        raise CannotDecide("only a commentator's booth can be isolated")
    if (actions or desk) and role != "control":
        raise CannotDecide("only a control has actions and a desk")
    name, token, hashed = new_secret()
    data = TokenAdded(
        token=name,
        role=role,
        digest=hashed,
        note=note,
        tables=tuple(tables),
        isolated=isolated,
        actions=tuple(dict.fromkeys(actions)),
        desk=desk,
    )
    gate.act(TokenAddedAct(at=gate.clock(), by=by, data=data))
    return token


def tokens_to_hand_over(gate: Gate) -> tuple[TokenAdded, ...]:
    """The tokens that are not revoked, as they were added."""
    tokens = gate.tokens()
    added = (act.data for _, act in gate.acts() if isinstance(act, TokenAddedAct))
    return tuple(each for each in added if not tokens[each.token].revoked)


def take_over_tokens(gate: Gate, tokens: Sequence[TokenAdded], by: str) -> None:
    """Makes another record's tokens good here too; one that was revoked here stays revoked."""
    for each in tokens:
        if each.token not in gate.tokens():
            gate.act(TokenAddedAct(at=gate.clock(), by=by, data=each))


def revoke_token(gate: Gate, name: str, by: str) -> None:
    """Revokes a token at once. Raises CannotDecide where it is unknown or revoked already."""
    token = gate.tokens().get(name)
    if token is None or token.revoked:
        raise CannotDecide(f"there is no token {name}; `duplicast token list` shows all")
    gate.act(TokenRevokedAct(at=gate.clock(), by=by, data=TokenNamed(token=name)))


def use_of(gate: Gate, token: Token) -> TokenUsedAct | None:
    """The act that logs a token's use; ``None`` within ``USES_LOGGED_EVERY`` of the last one."""
    now = gate.clock()
    if token.used is not None and now - token.used < USES_LOGGED_EVERY:
        return None
    return TokenUsedAct(at=now, by=token.name, data=TokenNamed(token=token.name))


def seen_of(gate: Gate, key: DealKey, by: str) -> SealedSeenAct:
    """The act that logs who was shown a sealed deal."""
    data = SealedSeen(session=key.session, group=key.group, deal=key.number)
    return SealedSeenAct(at=gate.clock(), by=by, data=data)


def take_of(
    gate: Gate, key: DealKey, tables: Sequence[str], moment: str, to: str, by: str
) -> TakeAct:
    """The act that logs a take."""
    data = Taken(
        session=key.session,
        group=key.group,
        deal=key.number,
        tables=tuple(tables),
        moment=moment,
        to=to,
    )
    return TakeAct(at=gate.clock(), by=by, data=data)


def scene_of(gate: Gate, what: str, to: str, by: str) -> SceneTakenAct:
    """The act that logs what was put on air without a deal."""
    return SceneTakenAct(at=gate.clock(), by=by, data=SceneTaken(what=what, to=to))


def taken_off(gate: Gate, key: DealKey, of: Sequence[str], reason: str, by: str) -> TakenOffAct:
    """The act that logs that a deal was taken off air."""
    data = TakenOff(
        session=key.session, group=key.group, deal=key.number, of=tuple(of), reason=reason
    )
    return TakenOffAct(at=gate.clock(), by=by, data=data)


def film_of(gate: Gate, run: FilmRun, by: str) -> FilmAct:
    """The act that logs the as-run times of a segment."""
    return FilmAct(at=gate.clock(), by=by, data=run)


def note_export(
    gate: Gate,
    what: str,
    to: str,
    by: str,
    *,
    deal: str = "",
    sealed: bool = False,
    reason: str = "",
) -> None:
    """Logs that a file with deal content was written. ``reason``: of one that needs it."""
    data = Exported(what=what, deal=deal, sealed=sealed, to=to, reason=reason)
    gate.act(ExportAct(at=gate.clock(), by=by, data=data))


def _decision(key: DealKey, reason: str) -> DealDecision:
    return DealDecision(session=key.session, group=key.group, deal=key.number, reason=reason)


def _existing(gate: Gate, group: Group) -> Group:
    books = gate.view(EXIT).books
    if group not in books:
        names = ", ".join(f"{session}/{name}" for session, name in books) or "none yet"
        raise CannotDecide(f"there is no group {group[0]}/{group[1]}; there is: {names}")
    return group
