"""Rows of the rundown that are no segments, its clock, and whether the show is on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from service import TABLES, fill, guide, open_gate_on

from producer.acts import MOST_MOVED, ProgrammeClock, SegmentAired, SegmentAiredAct
from producer.games.line import DealKey
from producer.release import Gate, by_hand
from producer.release.audit import audit
from producer.release.programme.rows import (
    move,
    note_row_aired,
    on_air_since,
    place_row,
    programme_clock,
    put_in_order,
    remove_row,
    row_named,
    set_clock,
)
from producer.release.programme.rundown import (
    BeatEdit,
    NoSuchSegment,
    PlannedSegment,
    ProgrammeRow,
    edit_beat,
    entries_of,
    next_id,
    place,
    programme,
    sealed_segments,
    settled_at,
)
from producer.release.programme.show import end_show, show_state, simulated_now, start_show

EXIT, AUDIT = "command:deals", "command:audit"
KEY = DealKey("guide", "A", 1)
AT = datetime(2026, 12, 2, 20, tzinfo=UTC)
ME = "Ana"


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    fill(tmp_path / "g.db", guide("guide", "live", TABLES))
    with open_gate_on(tmp_path / "g.db") as opened:
        yield opened


def add(gate: Gate, *ids: str, before: str = "") -> None:
    for id_ in ids:
        place_row(gate, ProgrammeRow(id_, "link"), ME, EXIT, before)


def segment(gate: Gate, id_: str) -> PlannedSegment:
    pick = gate.comparison(str(KEY), EXIT).picks[0]
    return PlannedSegment(id_, KEY, pick.id, pick.pairing)


def order(gate: Gate) -> list[str]:
    return [each.id for each in programme(gate, EXIT)]


def test_a_row_stands_as_it_was_placed_and_where(gate: Gate) -> None:
    row = ProgrammeRow("x", "link", "Welcome", "Good evening.", 90, AT, "guide/A", "ready")
    place_row(gate, row, ME, EXIT)
    assert row_named(gate, "x", EXIT) == row
    add(gate, "y", "z")
    add(gate, "v", before="y")
    assert order(gate) == ["x", "v", "y", "z"]
    with pytest.raises(NoSuchSegment):
        add(gate, "w", before="nowhere")
    place_row(gate, replace(row, title="Goodbye"), ME, EXIT)
    assert order(gate) == ["v", "y", "z", "x"], "placed again without a place it goes to the end"
    assert programme(gate, EXIT)[3] == replace(row, title="Goodbye")


def test_a_segment_is_no_row(gate: Gate) -> None:
    place(gate, segment(gate, "s"), ME, EXIT)
    for act in (row_named, remove_row, note_row_aired):
        for id_ in ("s", "nobody"):
            with pytest.raises(NoSuchSegment, match=f"no segment {id_}"):
                act(gate, id_, *([EXIT] if act is row_named else [ME, EXIT]))
    assert order(gate) == ["s"]


def test_a_removed_row_stays_in_the_log(gate: Gate) -> None:
    add(gate, "x", "y")
    remove_row(gate, "x", ME, EXIT)
    assert order(gate) == ["y"]
    assert next(each.by for each in reversed(audit(gate, AUDIT)) if "removed" in each.what) == ME


def test_rows_and_segments_move_in_their_own_order(gate: Gate) -> None:
    add(gate, "a", "b")
    place(gate, segment(gate, "s"), ME, EXIT)
    add(gate, "c", "d")
    move(gate, ["d", "s"], ME, EXIT, before="b")
    assert order(gate) == ["a", "s", "d", "b", "c"]
    move(gate, ["a"], ME, EXIT)
    assert order(gate) == ["s", "d", "b", "c", "a"]
    for ids, before in ((["a", "x"], ""), (["a"], "x")):
        with pytest.raises(NoSuchSegment):
            move(gate, ids, ME, EXIT, before)
    assert order(gate) == ["s", "d", "b", "c", "a"]


def test_everything_is_put_in_order_whatever_is_sealed(gate: Gate) -> None:
    add(gate, "a", "b", "c")
    put_in_order(gate, ["c", "unknown", "a", "b"], ME)
    assert order(gate) == ["c", "a", "b"]
    before = len(gate.acts())
    put_in_order(gate, ["b", *(f"n{n}" for n in range(MOST_MOVED)), "a"], ME)
    assert len(gate.acts()) == before + 2, "one act has so many rows at most"
    assert order(gate) == ["c", "b", "a"]


def test_when_a_row_or_segment_began(gate: Gate) -> None:
    add(gate, "a", "b")
    place(gate, segment(gate, "s"), ME, EXIT)
    assert on_air_since(gate, programme(gate, EXIT)) == {}
    note_row_aired(gate, "a", ME, EXIT)
    where = {"session": "guide", "group": "A", "deal": 1, "pick": segment(gate, "s").pick}
    aired = SegmentAired(**where, segment="s", on_air=AT, aired=True)
    gate.act(SegmentAiredAct(at=gate.clock(), by=ME, data=aired))
    row = row_named(gate, "a", EXIT)
    assert row.state == "aired"
    assert row.on_air is not None
    assert on_air_since(gate, programme(gate, EXIT)) == {"a": row.on_air, "s": AT}
    note_row_aired(gate, "a", ME, EXIT, aired=False)
    assert row_named(gate, "a", EXIT).state == "ready"
    assert on_air_since(gate, programme(gate, EXIT)) == {"s": AT}


def test_the_clock_is_as_last_set(gate: Gate) -> None:
    assert programme_clock(gate) == ProgrammeClock()
    for hours in (1, 2):
        set_clock(gate, ProgrammeClock(starts=AT, hard_out=AT + timedelta(hours=hours)), ME)
    assert programme_clock(gate) == ProgrammeClock(starts=AT, hard_out=AT + timedelta(hours=2))


def test_a_new_id_is_one_that_nothing_has_had(gate: Gate) -> None:
    assert next_id(gate) == "1"
    add(gate, "7", "opening")
    assert next_id(gate) == "8"
    place(gate, segment(gate, "12"), ME, EXIT)
    assert next_id(gate) == "13"
    remove_row(gate, "7", ME, EXIT)
    assert next_id(gate) == "13"


def test_sealed_segments_are_named_by_what_they_stand_behind(gate: Gate) -> None:
    place(gate, segment(gate, "first"), ME, EXIT)
    add(gate, "a")
    for id_ in ("s", "t"):
        place(gate, segment(gate, id_), ME, EXIT)
    place(gate, replace(segment(gate, "gone"), state="dropped"), ME, EXIT)
    assert sealed_segments(gate, AUDIT) == {}
    by_hand.seal(gate, [str(KEY)], "not tonight", ME)
    behind = sealed_segments(gate, AUDIT)
    found = {id_: [each.id for each in segments] for id_, segments in behind.items()}
    assert found == {"": ["first"], "a": ["s", "t"]}
    assert order(gate) == ["a"]


def test_since_when_a_segment_is_ready(gate: Gate) -> None:
    """From the act that made it so; changes that leave it ready do not count."""
    planned = segment(gate, "s")

    def settled() -> dict[str, int]:
        return settled_at(gate.acts())

    def last() -> int:
        return gate.acts()[-1][0]

    place(gate, planned, ME, EXIT)
    assert settled() == {}
    place(gate, replace(planned, state="ready"), ME, EXIT)
    ready = last()
    assert settled() == {"s": ready}
    edit_beat(gate, "s", "cards", BeatEdit(sentence="Six teams."), ME, EXIT)
    place(gate, replace(planned, state="ready", seconds=30), ME, EXIT)
    add(gate, "a")
    assert settled() == {"s": ready}
    where = {"session": "guide", "group": "A", "deal": 1, "pick": planned.pick, "segment": "s"}
    for aired in (True, True, False):
        data = SegmentAired(**where, on_air=AT, aired=aired)
        gate.act(SegmentAiredAct(at=gate.clock(), by=ME, data=data))
        assert settled() == {"s": last()}
    place(gate, planned, ME, EXIT)
    assert settled() == {}
    assert len(entries_of(act for _, act in gate.acts())) == 2


def test_the_show_is_on_from_its_start_to_its_end(gate: Gate) -> None:
    assert (show_state(gate).is_on, show_state(gate).by) == (False, "")
    start_show(gate, ["OBS is not there", "x" * 600], ME)
    state = show_state(gate)
    assert (state.is_on, state.by, state.since) == (True, ME, gate.acts()[-1][1].at)
    assert [len(each) for each in gate.acts()[-1][1].data.open_points] == [16, 500]
    end_show(gate, "Eve")
    assert (show_state(gate).is_on, show_state(gate).by) == (False, "Eve")


def test_simulated_hands_are_not_shown_while_the_show_is_on(tmp_path: Path) -> None:
    real, invented = guide("guide"), guide("rehearsed", "live")
    opening = invented[0].event
    data = opening.data.model_copy(update={"simulated": True})
    invented[0] = replace(
        invented[0], event=opening.model_copy(update={"data": data}), native=False
    )
    fill(tmp_path / "g.db", real, invented)
    deals = [DealKey("guide", "A", 1), "rehearsed/A/1", DealKey("rehearsed", "A", 2)]
    with open_gate_on(tmp_path / "g.db") as gate:
        assert simulated_now(gate, deals) == []
        start_show(gate, [], ME)
        assert simulated_now(gate, deals) == ["rehearsed/A/1", "rehearsed/A/2"]
        assert simulated_now(gate, deals[:1]) == []
        end_show(gate, ME)
        assert simulated_now(gate, deals) == []
