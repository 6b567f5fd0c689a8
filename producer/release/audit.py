"""The audit: who did what, when and why. Acts, and later changes to hands and deals.

It names sealed deals and marks them so. For producers only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, get_origin

from pydantic import BaseModel

from producer.acts import Act, DealReleasedAct, DealSealedAct, ExportAct, TakeAct
from producer.games.line import DealKey
from producer.messages import in_a_row, message
from producer.record import CorrectionEntry
from producer.record.intake.decision_events import IN_QUARANTINE, NO_SESSION
from producer.release.gate import Gate
from producer.release.later_changes import no_longer_released
from producer.release.verdicts import Verdict

WORDS: Mapping[str, str] = {
    "deal.released": "released by hand",
    "deal.sealed": "sealed by hand",
    "table.out": "declared a table out",
    "session.ended": "declared the session's end",
    "roster.expected": "set the number of tables",
    "delay.set": "set the delay",
    "token.added": "made a token",
    "token.revoked": "revoked a token",
    "token.used": "used a token",
    "sealed.seen": "was shown a sealed deal",
    "take.done": "took",
    "take.scene": "took",
    "take.off": "took off air",
    "take.film": "showed a segment",
    "export.made": "wrote a file",
    "note.added": "wrote a note",
    "note.cleared": "cleared a note for air",
    "note.withdrawn": "withdrew a note",
    "pick.starred": "starred a pick",
    "pick.dismissed": "dismissed a pick",
    "pick.ranked": "ranked a pick",
    "pick.made": "made a pick",
    "pick.line_edited": "edited a line of a pick",
    "rundown.placed": "placed a segment in the rundown",
    "rundown.beat_edited": "edited a beat of a segment",
    "rundown.removed": "removed a segment from the rundown",
    "rundown.row_placed": "placed a row in the rundown",
    "rundown.row_removed": "removed a row from the rundown",
    "rundown.row_aired": "noted that a row aired",
    "rundown.moved": "moved rows of the rundown",
    "rundown.clock": "set when the programme begins and ends",
    "table.framed": "framed a table's recordings",
    "sync.verified": "verified the times of a table",
    "sound.muted": "muted a table's sound",
    "segment.delivered": "sent a copy of a segment",
    "segment.aired": "noted that a segment aired",
    "show.started": "started or ended the show",
    "fault.rehearsed": "rehearsed a fault",
    "map.file_added": "added a file of hands",
    "map.saved": "saved a map",
    "map.ingested": "ingested files by a map",
    "people.changed": "changed a person's details",
    "rundown.edition": "chose which deals the programme counts",
    "hand.voided": "voided a hand",
    "hand.corrected": "corrected a hand",
    "hand.ruled": "let an action stand",
    "roster.corrected": "corrected names",
    "hand.under_review": "put a hand under review",
    "hand.cleared": "cleared a hand",
    "deal.corrected": "corrected a deal's cards",
    "deck.chosen": "chose a deck",
    "table.nudged": "moved a table's times",
    "event.nudged": "moved an event's time",
    "gap.lost": "declared events lost",
    "recording.added": "added a recording",
    "tournament.chips": "corrected a chip count",
    "quarantine.decided": "decided about the quarantine",
}

SHOWN = frozenset({"take.done", "export.made"})
LIVE = "live"
"""The moment of a take of a table's live graphics."""
CHANGES = frozenset(
    {"hand.voided", "hand.corrected", "hand.under_review", "deal.corrected", "deck.chosen"}
)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One line of the audit. ``deal``: its full name, ``""`` for none; ``more``: details and the
    reason. ``since``: for takes and exports, what changed about the deal later, and whether it is
    no longer released."""

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
    """All entries in the order of the log. ``exit_`` is one of ``SEALED_EXITS``."""
    verdicts = gate.view(exit_).verdicts
    afterwards, acts = gate.afterwards(exit_), gate.view(exit_).acts
    changes = _changes(afterwards, acts)
    released = {str(key) for key in gate.view(exit_).released}
    entries = [
        replace(entry, since=_since(entry, act, changes, released))
        for position, act in acts
        for entry in [_of_act(position, act, verdicts)]
    ]
    entries += [_of_event(event, verdicts) for event in afterwards]
    return sorted(entries, key=lambda entry: entry.position)


def _changes(
    afterwards: Iterable[CorrectionEntry], acts: Iterable[tuple[int, Act]]
) -> dict[str, list[tuple[int, str]]]:
    """By full name of the deal, the position and the words of each change and decision by hand."""
    changes: dict[str, list[tuple[int, str]]] = {}
    for event in afterwards:
        if event.type in CHANGES:
            of_table = (message("of table {name}", name=event.table),) if event.table else ()
            parts = (message(WORDS[event.type]), *of_table, f"({event.reason})")
            words = in_a_row(parts, " ")
            name = _name(event.session, event.group, event.deal)
            changes.setdefault(name, []).append((event.position, words))
    for position, act in acts:
        if isinstance(act, DealSealedAct | DealReleasedAct):
            data = act.data
            words = in_a_row((message(WORDS[act.type]), f"({data.reason})"), " ")
            name = _name(data.session, data.group, data.deal)
            changes.setdefault(name, []).append((position, words))
    return changes


def _since(
    entry: AuditEntry,
    act: Act,
    changes: Mapping[str, list[tuple[int, str]]],
    released: AbstractSet[str],
) -> str:
    if act.type not in SHOWN or not entry.deal:
        return ""
    later = [each for each in changes.get(entry.deal, ()) if each[0] > entry.position]
    words = [what for _, what in sorted(later)]
    if entry.deal not in released and _was_released(act):
        words.append(no_longer_released(""))
    return in_a_row(words, "; ")


def _was_released(act: Act) -> bool:
    """True of every take and export, except live table graphics and exports marked SEALED."""
    if isinstance(act, TakeAct):
        return act.data.moment != LIVE
    return isinstance(act, ExportAct) and not act.data.sealed


def _of_act(position: int, act: Act, verdicts: Mapping[DealKey, Verdict]) -> AuditEntry:
    fields = act.data.model_dump(exclude={"session", "group", "deal", "table", "digest", "facts"})
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
        fields.get("sealed") or _is_sealed(session, group, number, verdicts),
        _more(type(act.data), fields),
    )


def _of_event(event: CorrectionEntry, verdicts: Mapping[DealKey, Verdict]) -> AuditEntry:
    reason = IN_QUARANTINE if event.reason == IN_QUARANTINE else event.reason
    return AuditEntry(
        event.position,
        event.at,
        event.by,
        WORDS[event.type],
        _name(event.session, event.group, event.deal),
        event.table or "",
        _is_sealed(event.session, event.group, event.deal, verdicts),
        in_a_row((event.decided, reason), ": ") if event.decided else reason,
    )


def _name(session: str, group: str, number: int | None) -> str:
    """``SESSION/GROUP/N``, without the parts that are not known."""
    parts = [name for name in (session, group) if name != NO_SESSION]
    return "/".join([*parts, *([str(number)] if number else [])])


def _is_sealed(
    session: str, group: str, number: object, verdicts: Mapping[DealKey, Verdict]
) -> bool:
    if not session or not isinstance(number, int):
        return False
    verdict = verdicts.get(DealKey(session, group, number))
    return verdict is None or verdict.state != "released"


def _more(of: type[BaseModel], fields: Mapping[str, object]) -> str:
    """The other fields, the reason last: ``minutes 30; a late start``."""
    parts: list[str] = [
        in_a_row(
            (message(name.replace("_", " ")), _text(value, of.model_fields[name].annotation)), " "
        )
        for name, value in fields.items()
        if name not in ("reason", "sealed")
        and value not in ("", (), None)
        and (name, value) != ("isolated", False)
    ]
    reason = fields.get("reason")
    return in_a_row([*parts, *([str(reason)] if reason else [])], "; ")


def _text(value: object, type_: object) -> str:
    if get_origin(type_) is Literal:
        return message(str(value))
    if isinstance(value, bool):
        return message("yes") if value else message("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{name}:{each}" for name, each in value.items())
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
