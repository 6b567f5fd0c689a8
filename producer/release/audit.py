"""Who did what, when and why: the acts of the house and what was said of hands afterwards.

It names sealed deals, marked so: for a producer's eyes only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime

from producer.acts import Act, DealReleasedAct, DealSealedAct, ExportAct, TakeAct
from producer.games.line import DealKey
from producer.record import CorrectionEntry
from producer.record.intake.decision_events import NO_SESSION
from producer.release.gate import Gate
from producer.release.since import no_longer_released
from producer.release.state import Verdict

WORDS: Mapping[str, str] = {
    "deal.released": "released by hand",
    "deal.sealed": "sealed by hand",
    "table.out": "declared a table out",
    "session.ended": "declared the session's end",
    "roster.expected": "told the number of tables",
    "delay.set": "set the delay",
    "token.added": "made a token",
    "token.revoked": "revoked a token",
    "token.used": "came in",
    "sealed.seen": "was shown a sealed deal",
    "take.done": "took",
    "take.film": "showed a segment",
    "export.made": "wrote a file",
    "note.added": "wrote a note",
    "note.cleared": "cleared a note for air",
    "note.withdrawn": "withdrew a note",
    "hand.voided": "voided a hand",
    "hand.corrected": "corrected a hand",
    "hand.under_review": "put a hand under review",
    "hand.cleared": "cleared a hand",
    "deal.corrected": "corrected a deal's cards",
    "deck.chosen": "chose a deck",
    "table.nudged": "moved a table's times",
    "event.nudged": "moved an event's time",
    "gap.lost": "declared events lost",
    "quarantine.decided": "decided about the quarantine",
}

BROUGHT_OUT = frozenset({"take.done", "export.made"})
LIVE = "live"
"""The moment of what a table's own graphics showed."""
CHANGES = frozenset(
    {"hand.voided", "hand.corrected", "hand.under_review", "deal.corrected", "deck.chosen"}
)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One deed. ``deal``: in full, empty where it is about none; ``more``: what else is told.
    ``since``: of what was shown or written, what was said of its deal only afterwards, and whether
    it is no longer released."""

    position: int
    at: datetime
    by: str
    what: str
    deal: str
    table: str
    sealed: bool
    more: str
    since: str = ""


def audit(gate: Gate, exit_: str) -> list[AuditEntry]:
    """Everything done so far, in the order of the log. ``exit_``: one to a producer's eyes."""
    verdicts = gate.view(exit_).verdicts
    afterwards, acts = gate.afterwards(exit_), gate.view(exit_).acts
    changes = _changes(afterwards, acts)
    released = {str(key) for key in gate.view(exit_).released}
    entries = [
        replace(entry, since=_since(entry, act, changes, released))
        for position, act in acts
        for entry in [_of_act(position, act, verdicts)]
    ]
    entries += [_of_event(told, verdicts) for told in afterwards]
    return sorted(entries, key=lambda entry: entry.position)


def _changes(
    afterwards: Iterable[CorrectionEntry], acts: Iterable[tuple[int, Act]]
) -> dict[str, list[tuple[int, str]]]:
    """By deal, in full, what changed of it after it was told, and was decided by hand."""
    found: dict[str, list[tuple[int, str]]] = {}
    for told in afterwards:
        if told.type in CHANGES:
            of_table = f" of table {told.table}" if told.table else ""
            words = f"{WORDS[told.type]}{of_table} ({told.reason})"
            name = _name(told.session, told.group, told.deal)
            found.setdefault(name, []).append((told.position, words))
    for position, act in acts:
        if isinstance(act, DealSealedAct | DealReleasedAct):
            data = act.data
            words = f"{WORDS[act.type]} ({data.reason})"
            name = _name(data.session, data.group, data.deal)
            found.setdefault(name, []).append((position, words))
    return found


def _since(
    entry: AuditEntry,
    act: Act,
    changes: Mapping[str, list[tuple[int, str]]],
    released: AbstractSet[str],
) -> str:
    if act.type not in BROUGHT_OUT or not entry.deal:
        return ""
    told = [each for each in changes.get(entry.deal, ()) if each[0] > entry.position]
    words = [what for _, what in sorted(told)]
    if entry.deal not in released and _was_released(act):
        words.append(no_longer_released(""))
    return "; ".join(words)


def _was_released(act: Act) -> bool:
    """What was brought out was, but a live table's own graphics and what is marked SEALED."""
    if isinstance(act, TakeAct):
        return act.data.moment != LIVE
    return isinstance(act, ExportAct) and not act.data.sealed


def _of_act(position: int, act: Act, verdicts: Mapping[DealKey, Verdict]) -> AuditEntry:
    told = act.data.model_dump(exclude={"session", "group", "deal", "table", "digest"})
    session, group = getattr(act.data, "session", ""), getattr(act.data, "group", "")
    number = getattr(act.data, "deal", None)
    deal = _name(session, group, number) if session else str(number or "")
    return AuditEntry(
        position,
        act.at,
        act.by,
        WORDS[act.type],
        deal,
        getattr(act.data, "table", ""),
        told.get("sealed") or _is_sealed(session, group, number, verdicts),
        _more(told),
    )


def _of_event(told: CorrectionEntry, verdicts: Mapping[DealKey, Verdict]) -> AuditEntry:
    return AuditEntry(
        told.position,
        told.at,
        told.by,
        WORDS[told.type],
        _name(told.session, told.group, told.deal),
        told.table or "",
        _is_sealed(told.session, told.group, told.deal, verdicts),
        f"{told.decided}: {told.reason}" if told.decided else told.reason,
    )


def _name(session: str, group: str, number: int | None) -> str:
    """As far as it is known: what a decision is about may tell no session, or no group."""
    told = [name for name in (session, group) if name != NO_SESSION]
    return "/".join([*told, *([str(number)] if number else [])])


def _is_sealed(
    session: str, group: str, number: object, verdicts: Mapping[DealKey, Verdict]
) -> bool:
    if not session or not isinstance(number, int):
        return False
    verdict = verdicts.get(DealKey(session, group, number))
    return verdict is None or verdict.state != "released"


def _more(told: Mapping[str, object]) -> str:
    """What is left to tell, the reason last: ``minutes 30; a late start``."""
    parts = [
        f"{name} {_text(value)}"
        for name, value in told.items()
        if name not in ("reason", "sealed")
        and value not in ("", (), None)
        and (name, value) != ("isolated", False)
    ]
    reason = told.get("reason")
    return "; ".join([*parts, *([str(reason)] if reason else [])])


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
