"""Commentators' notes on released deals, and which of them a producer cleared for air."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from threading import Lock

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
from producer.texts import number_of


@dataclass(frozen=True, slots=True)
class Note:
    """A note on a deal, on a table of it, on a move, or on a time. ``table``: ``""`` for the whole
    deal; ``move``: counted from 1, or ``None``; ``time``: on the clock, or ``None``. ``cleared``:
    by a producer, for air."""

    id: str
    deal: DealKey
    table: str
    move: int | None
    text: str
    author: str
    for_air: bool
    cleared: bool
    at: datetime
    time: datetime | None = None

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
    time: datetime | None = None


class NoSuchNote(LookupError):
    """There is no such note, it was withdrawn, or its deal is sealed; the message is the same."""

    def __init__(self) -> None:
        super().__init__("There is no such note.")


class NotForAir(ValueError):
    """The note cannot go on air; the message says why."""


class OtherNote(ValueError):
    """Another note was sent with the same id."""


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
                data.for_air, False, act.at, data.time,
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


def found_notes(gate: Gate, search: str, exit_: str) -> list[Note]:
    """The notes on released deals, newest first, in whose text, author, deal or table every word of
    ``search`` occurs."""
    words = search.casefold().split()
    notes = _all(gate, exit_).values()
    return [note for note in notes if all(word in _searched(note) for word in words)][::-1]


def _searched(note: Note) -> str:
    about = f"deal {note.deal.number} {note.deal}" + (f" table {note.table}" if note.table else "")
    return " ".join((note.text, note.author, about)).casefold()


def add_note(gate: Gate, reference: str, note: Wording, by: str, exit_: str, sent: str = "") -> str:
    """Adds a note to a released deal and returns its id. ``sent``: the sender's own id of it; what
    comes again with the same one is not added twice, also after it was withdrawn.

    Raises as ``gate.deal`` does, NotThere, NotForAir for a note for air with too many words or
    letters, and OtherNote for an id that a note with other words has.
    """
    with _adding:
        before = _added_as(gate, f"note/{sent}") if sent else None
        if before is not None and _wording(before.data) != note:
            raise OtherNote("Another note has this id.")
        if before is not None:
            return before.id
        data = _checked(gate, reference, note, exit_)
        at = gate.clock()
        act = (
            NoteAddedAct(id=f"note/{sent}", at=at, by=by, data=data)
            if sent
            else NoteAddedAct(at=at, by=by, data=data)
        )
        gate.act(act)
    return act.id


_adding = Lock()
"""One note is added at a time, so that one that is sent twice at once is added once."""


def _added_as(gate: Gate, id_: str) -> NoteAddedAct | None:
    added = (act for _, act in gate.acts() if isinstance(act, NoteAddedAct))
    return next((act for act in added if act.id == id_), None)


def _wording(data: NoteAdded) -> Wording:
    return Wording(data.text, data.table, data.move, data.author, data.for_air, data.time)


def _checked(gate: Gate, reference: str, note: Wording, exit_: str) -> NoteAdded:
    deal = gate.deal(reference, exit_)
    lengths = {play.table: len(play.line) for play in deal.plays}
    if note.table and note.table not in lengths:
        raise NotThere(
            f"table {note.table} has not played this deal; there is {', '.join(lengths)}"
        )
    if note.move is not None and not note.table:
        raise NotThere("a note on a move needs its table")
    if note.move is not None and note.move > lengths[note.table]:
        raise NotThere(
            f"table {note.table} made {number_of(lengths[note.table], 'move')}, not {note.move}"
        )
    if note.for_air:
        _short_enough(note.text)
    key = deal.key
    where = {"session": key.session, "group": key.group, "deal": key.number}
    return NoteAdded(**where, **asdict(note))


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
