"""The audit: takes, exports, and later changes to their deals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from service import TABLES, fill, guide

from producer.events import parse_event
from producer.feeds import Received
from producer.games.line import DealKey
from producer.release import Gate, by_hand, open_gate
from producer.release.audit import AuditEntry, audit

EXIT = "command:audit"
DEAL = "day/A/1"
KEY = DealKey("day", "A", 1)


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    """The guide's deal, live and played by all six tables."""
    fill(tmp_path / "a.db", guide("day", "live", TABLES))
    gate = open_gate(tmp_path / "a.db")
    yield gate
    gate.close()


def review(gate: Gate, reason: str) -> None:
    result = {"session": "day", "group": "A", "table": "3", "source": "desk", "id": reason}
    result |= {"type": "hand.under_review"}
    raw = json.dumps({**result, "data": {"deal": 1, "hand": 1, "reason": reason}}).encode()
    (taken,) = gate.ingest([Received(raw, parse_event(raw), "desk:1")])
    assert taken.outcome == "accepted", taken


def files(gate: Gate) -> list[AuditEntry]:
    return [entry for entry in audit(gate, EXIT) if entry.what == "wrote a file"]


def test_an_export_lists_only_later_changes(gate: Gate) -> None:
    review(gate, "before it")
    by_hand.note_export(gate, "still", "a.png", "Ana", deal=DEAL)
    review(gate, "after it")
    by_hand.note_export(gate, "still", "b.png", "Ana", deal=DEAL)
    assert [entry.since for entry in files(gate)] == [
        "put a hand under review of table 3 (after it)",
        "",
    ]


def test_an_export_made_while_sealed_stays_marked_sealed_after_release(gate: Gate) -> None:
    """It was watermarked SEALED, so it never counted as released."""
    by_hand.note_export(gate, "still", "sealed.png", "Ana", deal=DEAL, sealed=True)
    by_hand.note_export(gate, "still", "open.png", "Ana", deal=DEAL)
    assert [entry.sealed for entry in files(gate)] == [True, False]
    by_hand.seal(gate, [DEAL], "a protest", "Ana")
    assert [entry.since for entry in files(gate)] == [
        "sealed by hand (a protest)",
        "sealed by hand (a protest); it is no longer released",
    ]


def test_who_took_what_and_where_to(gate: Gate) -> None:
    gate.act(by_hand.take_of(gate, KEY, ("2", "5"), "end", "program", "Bo"))
    gate.act(by_hand.seen_of(gate, KEY, "Cy"))
    assert [(entry.by, entry.what, entry.deal, entry.more) for entry in audit(gate, EXIT)] == [
        ("Bo", "took", DEAL, "tables 2, 5; moment end; to program"),
        ("Cy", "was shown a sealed deal", DEAL, ""),
    ]


def test_the_sizes_of_the_record_are_counted(gate: Gate) -> None:
    """The guide's opening, its deck and six hands; then an act and two entries of quarantine."""
    before = gate.counts()
    assert (before.events, before.plays, before.sessions) == (8, 6, 1)
    by_hand.note_export(gate, "still", "a.png", "Ana", deal=DEAL)
    for number in (1, 2):
        result = {"session": "day", "group": "A", "table": "77", "source": "x", "id": f"{number}"}
        raw = json.dumps({**result, "type": "table.clock", "data": {"paused": True}}).encode()
        gate.ingest([Received(raw, parse_event(raw), "x:1")])
        entries = "entry" if number == 1 else "entries"
        assert gate.pending() == {("day", "A"): (f"{number} {entries} in quarantine",)}
    counts = gate.counts()
    assert (counts.events, counts.quarantined, counts.undecided, counts.waiting) == (9, 2, 2, 0)
    entry, _ = gate.quarantine("command:quarantine")
    gate.decide("command:quarantine", entry.pos, "discard", "a wrong device", "Ana")
    assert (gate.counts().quarantined, gate.counts().undecided) == (2, 1)
    assert gate.pending() == {("day", "A"): ("1 entry in quarantine",)}
