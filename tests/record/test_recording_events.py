"""recording.added: which recordings a table has, what replaces them, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from record_events import event, opened, received, recorded

from producer.events import Event
from producer.feeds.native import read_line
from producer.feeds.raw_lines import RawLine
from producer.record import open_store
from producer.release import Gate

GROUP = ("S", "A")


def added(name: str, *files: str, table: str = "1", **data: Any) -> Event:
    return event("recording.added", {"files": files} | data, id=name, table=table)


def files_of(gate: Gate) -> dict[str, list[tuple[str, ...]]]:
    return {
        table: [each.files for each in recordings]
        for table, recordings in gate.recordings(GROUP).items()
    }


def ingested(path: Path, *events: Event) -> Gate:
    gate = Gate(open_store(path / "r.db"))
    for each in events:
        (receipt,) = gate.ingest([*received(each)])
        assert receipt.outcome == "accepted", receipt
    return gate


def test_recordings_of_the_opening_and_later_ones_are_listed_by_table(tmp_path: Path) -> None:
    gate = ingested(
        tmp_path,
        opened(recordings={"1": ["a.mp4", "b.mp4"]}),
        added("1", "c.mkv", "d.mkv"),
        added("2", "e.mkv", table="2"),
    )
    assert files_of(gate) == {
        "1": [("a.mp4",), ("b.mp4",), ("c.mkv", "d.mkv")],
        "2": [("e.mkv",)],
    }
    assert gate.recordings(("S", "other")) == {}
    gate.close()


def test_naming_a_file_again_replaces_what_was_said_of_it(tmp_path: Path) -> None:
    point = {"file": "a.mp4", "position": 4000, "at": "2026-05-01T19:30:00Z"}
    gate = ingested(
        tmp_path,
        opened(recordings={"1": ["a.mp4"]}),
        added("1", "b.mkv", "c.mkv"),
        added("2", "a.mp4", points=[point]),
        added("3", "c.mkv", table="2"),
    )
    assert files_of(gate) == {"1": [("a.mp4",)], "2": [("c.mkv",)]}
    assert gate.recordings(GROUP)["1"][0].points[0].position == 4000
    gate.close()


def test_a_later_opening_adds_files_and_moves_none(tmp_path: Path) -> None:
    again = opened("1", "2", recordings={"1": ["a.mkv", "b.mkv"]})
    gate = ingested(
        tmp_path,
        opened("1", "2"),
        added("1", "a.mkv", table="2"),
        again.model_copy(update={"id": "second"}),
    )
    assert files_of(gate) == {"2": [("a.mkv",)], "1": [("b.mkv",)]}
    gate.close()


def test_a_recorded_table_has_a_picture_also_after_a_rebuild(tmp_path: Path) -> None:
    gate = ingested(
        tmp_path,
        opened(),
        recorded("1"),
        recorded("2"),
        added("1", "long/" * 180 + "a.mkv"),
    )
    (deal,) = gate.deals("command:deals")
    assert deal.recorded == ("1",)
    gate.close()
    with open_store(tmp_path / "r.db") as store:
        store.rebuild()
        (deal,) = store.deals()
    assert deal.recorded == ("1",)


AT = "2026-05-01T19:30:00+02:00"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"files": []}, "data.files"),
        ({"files": ["a"], "start": "19:30:00"}, "data.start"),
        ({"files": ["a"], "timecode": "10:00:60:00", "midnight": AT}, "data.timecode"),
        ({"files": ["a"], "rate": "29.97"}, "data.rate"),
        ({"files": ["a"], "timecode": "10:00:00:00"}, "timecode 10:00:00:00 says no day"),
        ({"files": ["a"], "start": AT, "timecode": "10:00:00:00", "midnight": AT}, "both start"),
        ({"files": ["a", "b", "a"]}, "the file a is named twice"),
        (
            {"files": ["a"], "points": [{"file": "b", "position": 1, "at": AT}]},
            "a point is in b, which is not among the files",
        ),
        ({"files": ["a"], "points": [{"file": "a", "position": -1, "at": AT}]}, "position"),
    ],
)
def test_what_says_too_little_or_too_much_is_refused(data: dict[str, Any], reason: str) -> None:
    envelope = {"id": "r", "session": "S", "group": "A", "table": "1", "source": "desk"}
    raw = json.dumps(envelope | {"type": "recording.added", "data": data}).encode()
    refused = read_line(RawLine(1, raw, ended=True, whole=True), "POST, event 1", "")
    assert reason in refused.reason  # type: ignore[union-attr]


def test_a_recording_needs_a_table_of_the_roster(tmp_path: Path) -> None:
    gate = ingested(tmp_path, opened())
    (receipt,) = gate.ingest([*received(added("9", "a.mkv", table="9"))])
    assert receipt.outcome == "refused"
    assert "table 9 is not in the roster" in receipt.reason
    assert gate.recordings(GROUP) == {}
    gate.close()
