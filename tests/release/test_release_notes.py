"""Notes of commentators: what they may be on, who clears them for air, and which are shown."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from service import TABLES, fill, guide, open_gate_on

from producer.games.line import DealKey
from producer.release import Gate, NotAvailable, by_hand
from producer.release.notes import (
    NoSuchNote,
    NotForAir,
    NotThere,
    OtherNote,
    Wording,
    add_note,
    clear_note,
    found_notes,
    notes_on,
    withdraw_note,
)

EXIT = "command:deals"
KEY = DealKey("guide", "A", 1)
AT = datetime(2026, 12, 2, 20, 15, tzinfo=UTC)
TEN_WORDS = "one two three four five six seven eight nine ten"


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    fill(tmp_path / "g.db", guide("guide", "live", TABLES))
    with open_gate_on(tmp_path / "g.db") as opened:
        yield opened


def add(
    gate: Gate, text: str = "a hero call", sent: str = "", by: str = "Ana", **on: object
) -> str:
    return add_note(gate, str(KEY), Wording(text, **on), by, EXIT, sent)  # type: ignore[arg-type]


def texts(gate: Gate) -> list[str]:
    return [note.text for note in notes_on(gate, str(KEY), EXIT)]


def test_a_note_stands_as_it_was_written(gate: Gate) -> None:
    id_ = add(gate, table="4", move=2, author="Commentary", for_air=True, time=AT)
    (note,) = notes_on(gate, str(KEY), EXIT)
    assert (note.id, note.deal, note.table, note.move) == (id_, KEY, "4", 2)
    assert (note.text, note.author, note.time, note.words) == ("a hero call", "Commentary", AT, 3)
    assert (note.for_air, note.cleared) == (True, False)
    assert note.at == gate.clock() or note.at < gate.clock()


def test_a_note_without_an_author_is_of_whoever_sent_it(gate: Gate) -> None:
    add(gate, by="Eve")
    (note,) = notes_on(gate, str(KEY), EXIT)
    assert (note.author, note.table, note.move) == ("Eve", "", None)
    assert (note.time, note.for_air) == (None, False)


def test_a_note_is_on_what_the_deal_has(gate: Gate) -> None:
    (play,) = [each for each in gate.deal(KEY, EXIT).plays if each.table == "4"]
    last = len(play.line)
    add(gate, "the last move", table="4", move=last)
    with pytest.raises(NotThere, match=f"table 4 made {last} moves, not {last + 1}"):
        add(gate, table="4", move=last + 1)
    with pytest.raises(
        NotThere, match="table 9 has not played this deal; there is 1, 2, 3, 4, 5, 6"
    ):
        add(gate, table="9")
    with pytest.raises(NotThere, match="a note on a move needs its table"):
        add(gate, move=1)
    with pytest.raises(NotAvailable):
        add_note(gate, "guide/A/2", Wording("a hero call"), "Ana", EXIT)
    assert texts(gate) == ["the last move"]


def test_a_note_for_air_fits_the_lower_third(gate: Gate) -> None:
    """At most ten words and eighty letters; a note for colleagues may be longer."""
    add(gate, TEN_WORDS, for_air=True)
    with pytest.raises(NotForAir, match="has one to 10 words, not 11"):
        add(gate, f"{TEN_WORDS} eleven", for_air=True)
    add(gate, f"{TEN_WORDS} eleven")
    assert texts(gate) == [TEN_WORDS, f"{TEN_WORDS} eleven"]


def test_only_a_note_marked_for_air_is_cleared(gate: Gate) -> None:
    id_, other = add(gate, for_air=True), add(gate, "for colleagues")
    assert clear_note(gate, id_, "Eve", EXIT).cleared
    assert [note.cleared for note in notes_on(gate, str(KEY), EXIT)] == [True, False]
    with pytest.raises(NotForAir, match="not marked for air"):
        clear_note(gate, other, "Eve", EXIT)
    with pytest.raises(NoSuchNote):
        clear_note(gate, "note/none", "Eve", EXIT)
    (cleared,) = [act for _, act in gate.acts() if act.type == "note.cleared"]
    assert (cleared.by, cleared.data.note) == ("Eve", id_)


def test_a_withdrawn_note_is_gone(gate: Gate) -> None:
    first, _ = add(gate, "one"), add(gate, "two")
    assert withdraw_note(gate, first, "Eve", EXIT).text == "one"
    assert texts(gate) == ["two"]
    for act in (withdraw_note, clear_note):
        with pytest.raises(NoSuchNote, match="There is no such note"):
            act(gate, first, "Eve", EXIT)


def test_what_is_sent_twice_is_added_once(gate: Gate) -> None:
    id_ = add(gate, sent="a", table="4")
    assert id_ == "note/a"
    assert add(gate, sent="a", table="4") == id_
    assert add(gate, sent="b", table="4") == "note/b"
    with pytest.raises(OtherNote, match="Another note has this id"):
        add(gate, "other words", sent="a", table="4")
    assert len(texts(gate)) == 2
    withdraw_note(gate, id_, "Eve", EXIT)
    assert add(gate, sent="a", table="4") == id_, "not added again after it was withdrawn"
    assert len(texts(gate)) == 1
    assert len({add(gate), add(gate)}) == 2, "without an id of the sender's each is a new one"


def test_notes_are_found_by_all_words_newest_first(gate: Gate) -> None:
    add(gate, "Kings fold", table="4", author="Zoe")
    add(gate, "kings call")
    add(gate, "a bluff")

    def found(search: str) -> list[str]:
        return [note.text for note in found_notes(gate, search, EXIT)]

    assert found("") == ["a bluff", "kings call", "Kings fold"]
    assert found("KINGS") == ["kings call", "Kings fold"]
    assert found("kings zoe") == ["Kings fold"]
    assert found("table 4") == ["Kings fold"]
    assert found("deal guide/a/1 bluff") == ["a bluff"]
    assert found("kings bluff") == []


def test_notes_on_a_deal_that_is_sealed_again_are_not_there(gate: Gate) -> None:
    id_ = add(gate, for_air=True)
    by_hand.seal(gate, [str(KEY)], "not tonight", "Eve")
    assert found_notes(gate, "", EXIT) == []
    with pytest.raises(NotAvailable):
        notes_on(gate, str(KEY), EXIT)
    for act in (withdraw_note, clear_note):
        with pytest.raises(NoSuchNote):
            act(gate, id_, "Eve", EXIT)
    by_hand.release(gate, [str(KEY)], "now", "Eve")
    assert texts(gate) == ["a hero call"]
