"""Commentators' notes on released deals: who wrote what, what a producer cleared for air."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime

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

MOST_WORDS = 10
"""Words of a note on the screen at a time."""


@dataclass(frozen=True, slots=True)
class Note:
    """``table`` is empty and ``move`` ``None`` where it is on the whole deal; ``move`` counts from
    1. ``cleared``: by a producer, for the screen."""

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
    """What an author writes, and about what."""

    text: str
    table: str = ""
    move: int | None = None
    author: str = ""
    for_air: bool = False


class NoSuchNote(LookupError):
    """There is no such note, it was withdrawn, or its deal is sealed; nobody can tell which."""

    def __init__(self) -> None:
        super().__init__("There is no such note.")


class NotForAir(ValueError):
    """A note that cannot be on the screen; the message says why."""


class NotThere(ValueError):
    """A note on a table or move that the deal has not; the message says what it has."""


def notes_of(acts: Iterable[Act]) -> dict[str, Note]:
    """All notes that stand, by id, in the order they were written. Pure."""
    found: dict[str, Note] = {}
    for act in acts:
        if isinstance(act, NoteAddedAct):
            told = act.data
            deal = DealKey(told.session, told.group, told.deal)
            found[act.id] = Note(
                act.id, deal, told.table, told.move, told.text, told.author or act.by,
                told.for_air, False, act.at,
            )  # fmt: skip
        elif isinstance(act, NoteClearedAct) and act.data.note in found:
            found[act.data.note] = replace(found[act.data.note], cleared=True)
        elif isinstance(act, NoteWithdrawnAct):
            found.pop(act.data.note, None)
    return found


def notes_on(gate: Gate, reference: str, exit_: str) -> list[Note]:
    """The notes on a released deal. Raises as ``gate.deal`` does."""
    key = gate.comparison(reference, exit_).deal.key
    return [note for note in _all(gate, exit_).values() if note.deal == key]


def add_note(gate: Gate, reference: str, told: Wording, by: str, exit_: str) -> str:
    """Adds a note to a released deal; its id.

    Raises as ``gate.deal`` does, NotThere, and NotForAir for one that is to be on the screen and
    has too many words.
    """
    deal = gate.deal(reference, exit_)
    lengths = {play.table: len(play.line) for play in deal.plays}
    if told.table and told.table not in lengths:
        raise NotThere(
            f"table {told.table} has not played this deal; there is {', '.join(lengths)}"
        )
    if told.move is not None and not told.table:
        raise NotThere("a note on a move needs its table")
    if told.move is not None and told.move > lengths[told.table]:
        raise NotThere(f"table {told.table} made {lengths[told.table]} moves, not {told.move}")
    if told.for_air:
        _short_enough(told.text)
    key = deal.key
    where = {"session": key.session, "group": key.group, "deal": key.number}
    data = NoteAdded(**where, **asdict(told))
    act = NoteAddedAct(at=gate.clock(), by=by, data=data)
    gate.act(act)
    return act.id


def clear_note(gate: Gate, note: str, by: str, exit_: str) -> Note:
    """A producer clears a note that is marked for air. Raises NoSuchNote and NotForAir."""
    found = _one(gate, note, exit_)
    if not found.for_air:
        raise NotForAir("The note is not marked for air.")
    _short_enough(found.text)
    gate.act(NoteClearedAct(at=gate.clock(), by=by, data=NoteNamed(note=note)))
    return replace(found, cleared=True)


def withdraw_note(gate: Gate, note: str, by: str, exit_: str) -> Note:
    """The note stands no longer; the log keeps it. Raises NoSuchNote."""
    found = _one(gate, note, exit_)
    gate.act(NoteWithdrawnAct(at=gate.clock(), by=by, data=NoteNamed(note=note)))
    return found


def _short_enough(text: str) -> None:
    words = len(text.split())
    if not 1 <= words <= MOST_WORDS:
        raise NotForAir(f"A note on air has one to {MOST_WORDS} words, not {words}.")


def _one(gate: Gate, note: str, exit_: str) -> Note:
    found = _all(gate, exit_).get(note)
    if found is None:
        raise NoSuchNote
    return found


def _all(gate: Gate, exit_: str) -> dict[str, Note]:
    """Those on deals that are released now."""
    released = set(gate.released(exit_))
    notes = notes_of(act for _, act in gate.acts())
    return {name: note for name, note in notes.items() if note.deal in released}
