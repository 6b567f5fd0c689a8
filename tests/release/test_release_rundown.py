"""The rundown is in the log: order, planned times and edited beats, through restart and rebuild."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from service import TABLES, fill, guide, open_gate_on

from producer.acts import (
    Act,
    ProgrammeRowAired,
    ProgrammeRowAiredAct,
    ProgrammeRowPlaced,
    ProgrammeRowPlacedAct,
    SegmentState,
)
from producer.compare.ranking import NoSuchPick
from producer.games.line import DealKey
from producer.record import open_store
from producer.release import Gate, NotAvailable, by_hand
from producer.release.audit import audit
from producer.release.programme.rundown import (
    BeatEdit,
    NoSuchSegment,
    PlannedSegment,
    edit_beat,
    entries_of,
    place,
    remove,
    rundown,
)

EXIT, AUDIT = "command:deals", "command:audit"
KEY = DealKey("guide", "A", 1)
ME = "Ana"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    fill(tmp_path / "g.db", guide("guide", "live", TABLES))
    return tmp_path / "g.db"


@pytest.fixture
def gate(db: Path) -> Iterator[Gate]:
    with open_gate_on(db) as opened:
        yield opened


def segment(gate: Gate, id_: str, n: int = 0) -> PlannedSegment:
    pick = gate.comparison(str(KEY), EXIT).picks[n]
    return PlannedSegment(id_, KEY, pick.id, pick.pairing, seconds=45)


def order(gate: Gate) -> list[str]:
    return [each.id for each in rundown(gate, EXIT)]


def test_segments_stand_in_the_order_in_which_they_were_placed(gate: Gate) -> None:
    for id_ in ("a", "b", "c"):
        place(gate, segment(gate, id_), ME, EXIT)
    assert order(gate) == ["a", "b", "c"]
    place(gate, segment(gate, "c"), ME, EXIT, before="a")
    assert order(gate) == ["c", "a", "b"]
    remove(gate, "a", ME, EXIT)
    assert order(gate) == ["c", "b"]
    place(gate, segment(gate, "c"), ME, EXIT)
    assert order(gate) == ["b", "c"]


def test_a_segment_keeps_its_edits_while_it_is_made_of_the_same_pick(gate: Gate) -> None:
    planned = segment(gate, "a")
    place(gate, planned, ME, EXIT)
    edit_beat(gate, "a", "table", BeatEdit(left_out=True), ME, EXIT)
    edit_beat(gate, "a", "question", BeatEdit(sentence="Would you?"), ME, EXIT)
    edit_beat(gate, "a", "cards", BeatEdit(seconds=Fraction(9, 2)), ME, EXIT)
    edit_beat(gate, "a", "table", BeatEdit(), ME, EXIT)
    ready = replace(planned, state="ready", tease=True)
    place(gate, ready, ME, EXIT)
    edits = {
        "question": BeatEdit(sentence="Would you?"),
        "cards": BeatEdit(seconds=Fraction(9, 2)),
    }
    assert rundown(gate, EXIT) == (replace(ready, edits=edits),)
    place(gate, segment(gate, "a", 1), ME, EXIT)
    assert rundown(gate, EXIT) == (segment(gate, "a", 1),)


def test_it_stays_through_a_restart_and_a_rebuild(db: Path) -> None:
    with open_gate_on(db) as gate:
        place(gate, segment(gate, "a"), ME, EXIT)
        edit_beat(gate, "a", "cards", BeatEdit(sentence="Six teams."), ME, EXIT)
        before = rundown(gate, EXIT)
    with open_store(db) as store:
        store.rebuild()
    with open_gate_on(db) as again:
        assert rundown(again, EXIT) == before != ()


def test_a_segment_of_a_sealed_deal_is_not_in_it_and_cannot_be_changed(gate: Gate) -> None:
    planned = segment(gate, "a")
    place(gate, planned, ME, EXIT)
    by_hand.seal(gate, [str(KEY)], "not tonight", ME)
    assert rundown(gate, EXIT) == ()
    with pytest.raises(NoSuchSegment) as sealed:
        edit_beat(gate, "a", "cards", BeatEdit(left_out=True), ME, EXIT)
    with pytest.raises(NoSuchSegment) as absent:
        remove(gate, "b", ME, EXIT)
    assert str(sealed.value) == str(absent.value).replace("segment b", "segment a")
    with pytest.raises(NotAvailable):
        place(gate, planned, ME, EXIT)
    by_hand.release(gate, [str(KEY)], "now", ME)
    assert rundown(gate, EXIT) == (planned,)


def test_a_pick_that_is_gone_cannot_be_placed(gate: Gate) -> None:
    with pytest.raises(NoSuchPick):
        place(gate, replace(segment(gate, "a"), pick="aaaaaa"), ME, EXIT)
    with pytest.raises(NoSuchSegment):
        place(gate, segment(gate, "a"), ME, EXIT, before="z")
    assert order(gate) == []


def test_the_audit_says_who_planned_what(gate: Gate) -> None:
    place(gate, segment(gate, "a"), ME, EXIT)
    edit_beat(gate, "a", "cards", BeatEdit(sentence="Six teams."), ME, EXIT)
    remove(gate, "a", ME, EXIT)
    lines = [each for each in audit(gate, AUDIT) if "segment" in each.what]
    assert [(each.by, each.what, each.deal) for each in lines] == [
        (ME, "placed a segment in the rundown", "guide/A/1"),
        (ME, "edited a beat of a segment", "guide/A/1"),
        (ME, "removed a segment from the rundown", "guide/A/1"),
    ]
    assert "sentence Six teams." in lines[1].more


def test_a_row_that_aired_keeps_its_time_until_it_is_planned_again() -> None:
    at = datetime(2026, 12, 2, 20, tzinfo=UTC)

    def placed(state: SegmentState) -> ProgrammeRowPlacedAct:
        data = ProgrammeRowPlaced(row="1", kind="link", seconds=30, state=state)
        return ProgrammeRowPlacedAct(at=at, by=ME, data=data)

    aired = ProgrammeRowAiredAct(at=at, by=ME, data=ProgrammeRowAired(row="1", on_air=at))

    def began(*acts: Act) -> list[tuple[str, datetime | None]]:
        return [(row.state, row.on_air) for row in entries_of(acts)]

    assert began(placed("ready"), aired) == [("aired", at)]
    assert began(placed("ready"), aired, placed("aired")) == [("aired", at)]
    assert began(placed("ready"), aired, placed("ready")) == [("ready", None)]
