"""Commentators' notes on released deals, and which of them a producer cleared for air."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from overlay.contexts import note_fault
from producer.acts import (
    Act,
    NoteAdded,
    NoteAddedAct,
    NoteClearedAct,
    NoteNamed,
    NoteWithdrawnAct,
)
from producer.games.line import DealKey
from producer.release.gate import Gate


@dataclass(frozen=True, slots=True)
class Note:
    """A note on a deal, on a table of it, or on a move. ``table``: ``""`` for the whole deal;
    ``move``: counted from 1, or ``None``. ``cleared``: by a producer, for air."""

    id: str
    deal: DealKey
    table: str
    move: int | None
    text: str
    author: str
    for_air: bool
    cleared: bool
    at: datetime

    @property
    def words(self) -> int:
        return len(self.text.split())


@dataclass(frozen=True, slots=True)
class Wording:
    """A note as written: its text, what it is on, and by whom."""

    text: str
    table: str = ""
    move: int | None = None
    author: str = ""
    for_air: bool = False


class NoSuchNote(LookupError):
    """There is no such note, it was withdrawn, or its deal is sealed; the message is the same."""

    def __init__(self) -> None:
        super().__init__("There is no such note.")


class NotForAir(ValueError):
    """The note cannot go on air; the message says why."""


class NotThere(ValueError):
    """The deal has no such table or move; the message says what it has."""


def notes_of(acts: Iterable[Act]) -> dict[str, Note]:
    """All notes that were not withdrawn, by id, in the order written. Pure."""
    notes: dict[str, Note] = {}
    for act in acts:
        if isinstance(act, NoteAddedAct):
            data = act.data
            deal = DealKey(data.session, data.group, data.deal)
            notes[act.id] = Note(
                act.id, deal, data.table, data.move, data.text, data.author or act.by,
                data.for_air, False, act.at,
            )  # fmt: skip
        elif isinstance(act, NoteClearedAct) and act.data.note in notes:
            notes[act.data.note] = replace(notes[act.data.note], cleared=True)
        elif isinstance(act, NoteWithdrawnAct):
            notes.pop(act.data.note, None)
    return notes


def notes_on(gate: Gate, reference: str, exit_: str) -> list[Note]:
    """The notes on a released deal. Raises as ``gate.deal`` does."""
    key = gate.comparison(reference, exit_).deal.key
    return [note for note in _all(gate, exit_).values() if note.deal == key]


def add_note(gate: Gate, reference: str, note: Wording, by: str, exit_: str) -> str:
    """Adds a note to a released deal and returns its id.

    Raises as ``gate.deal`` does, NotThere, and NotForAir for a note for air with too many words or
    letters.
    """
    deal = gate.deal(reference, exit_)
    lengths = {play.table: len(play.line) for play in deal.plays}
    if note.table and note.table not in lengths:
        raise NotThere(
            f"table {note.table} has not played this deal; there is {', '.join(lengths)}"
        )
    if note.move is not None and not note.table:
        raise NotThere("a note on a move needs its table")
    if note.move is not None and note.move > lengths[note.table]:
        raise NotThere(f"table {note.table} made {lengths[note.table]} moves, not {note.move}")
    if note.for_air:
        _short_enough(note.text)
    key = deal.key
    where = {"session": key.session, "group": key.group, "deal": key.number}
    data = NoteAdded(**where, **asdict(note))
    act = NoteAddedAct(at=gate.clock(), by=by, data=data)
    gate.act(act)
    return act.id


def clear_note(gate: Gate, note: str, by: str, exit_: str) -> Note:
    """Clears a note that is marked for air. Raises NoSuchNote and NotForAir."""
    current = _one(gate, note, exit_)
    if not current.for_air:
        raise NotForAir("The note is not marked for air.")
    _short_enough(current.text)
    gate.act(NoteClearedAct(at=gate.clock(), by=by, data=NoteNamed(note=note)))
    return replace(current, cleared=True)


def withdraw_note(gate: Gate, note: str, by: str, exit_: str) -> Note:
    """Withdraws a note; it stays in the log. Raises NoSuchNote."""
    current = _one(gate, note, exit_)
    gate.act(NoteWithdrawnAct(at=gate.clock(), by=by, data=NoteNamed(note=note)))
    return current


def _short_enough(text: str) -> None:
    if fault := note_fault(text):
        raise NotForAir(f"A note on air {fault}.")


def _one(gate: Gate, note: str, exit_: str) -> Note:
    current = _all(gate, exit_).get(note)
    if current is None:
        raise NoSuchNote
    return current


def _all(gate: Gate, exit_: str) -> dict[str, Note]:
    """By id, the notes on deals that are released now."""
    released = set(gate.released(exit_))
    notes = notes_of(act for _, act in gate.acts())
    return {name: note for name, note in notes.items() if note.deal in released}
