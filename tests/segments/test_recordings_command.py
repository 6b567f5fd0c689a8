"""``duplicast recordings``: adding and listing, with real files and a real record."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from record_events import event, opened, received
from recording_files import Camera, record, recording
from typer.testing import CliRunner

from producer.cli import command_line
from producer.record import open_store

NTSC = Fraction(30000, 1001)
ZONE = ("--day", "2026-05-01", "--zone", "Europe/Athens")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    with open_store(tmp_path / "duplicast.db") as store:
        store.append(received(opened("1", "2", kind="live")))
    return tmp_path


def run(*words: str, status: int = 0) -> str:
    done = CliRunner().invoke(command_line("recordings"), ["recordings", *words])
    assert done.exit_code == status, done.output
    return done.output


def listed(status: int = 0) -> dict[str, dict[str, Any]]:
    (group,) = json.loads(run("list", "--json", status=status))
    assert (group["session"], group["group"]) == ("S", "A")
    return {each["table"]: each for each in group["tables"]}


def test_a_recording_is_added_and_listed(folder: Path) -> None:
    record(folder / "t1.mov", Camera(rate=NTSC, timecode="19:30:00;00", frames=30))
    said = run("add", "1", "t1.mov", *ZONE)
    assert "added to table 1: t1.mov 2026-05-01 " in said
    assert "64x36 at 29.97 frames a second, with sound, time as reported" in said
    (file,) = listed()["1"]["files"]
    assert file["file"] == "t1.mov"
    assert (file["begins"], file["ends"]) == (
        "2026-05-01T16:30:00+00:00",
        "2026-05-01T16:30:01.001000+00:00",
    )
    assert (file["timecode"], file["rate"], file["sync"]) == (
        "19:30:00;00",
        "30000/1001",
        "reported",
    )


def test_the_record_and_its_recordings_can_be_moved_together(folder: Path) -> None:
    (folder / "cameras").mkdir()
    record(folder / "cameras/t1.mkv", Camera())
    run("add", "1", "cameras/t1.mkv", "--start", "2026-05-01T19:30:00+03:00")
    with open_store(folder / "duplicast.db") as store:
        (entry,) = (each for each in store.entries() if each.type == "recording.added")
    assert json.loads(entry.event)["data"]["files"] == ["cameras/t1.mkv"]
    assert entry.source.startswith("command line (")


@pytest.mark.parametrize(
    ("start", "begins"),
    [
        ("2026-05-01T19:30:00.25+03:00", "2026-05-01T16:30:00.250000+00:00"),
        ("19:30:00.25", "2026-05-01T16:30:00.250000+00:00"),
        ("19:30:00:05", "2026-05-01T16:30:00.200000+00:00"),
    ],
)
def test_a_start_is_a_time_a_clock_or_a_timecode(folder: Path, start: str, begins: str) -> None:
    record(folder / "t1.mkv", Camera())
    run("add", "1", "t1.mkv", "--start", start, *ZONE)
    assert listed()["1"]["files"][0]["begins"] == begins


def test_points_and_an_offset_replace_what_was_said_of_the_file(folder: Path) -> None:
    record(folder / "t1.mkv", Camera(frames=50))
    run("add", "1", "t1.mkv", "--start", "19:30:00", *ZONE)
    run("add", "1", "t1.mkv", "--point", "t1.mkv@1.5=19:30:10", "--offset", "-500", *ZONE)
    (file,) = listed()["1"]["files"]
    assert (file["begins"], file["sync"]) == ("2026-05-01T16:30:08+00:00", "points")


@pytest.mark.parametrize("by", ["whole path", "link"])
def test_a_file_is_the_same_however_its_path_is_written(folder: Path, by: str) -> None:
    """A feed names it by another path than `recordings add`, before it and after it."""
    (folder / "cameras").mkdir()
    record(folder / "cameras/t1.mkv", Camera())
    (folder / "disk").symlink_to(folder / "cameras")
    other = "disk/t1.mkv" if by == "link" else str(folder / "cameras/t1.mkv")
    data = {"files": [other], "start": "2026-05-01T15:00:00Z"}
    with open_store(folder / "duplicast.db") as store:
        store.append(received(event("recording.added", data, id="from the feed")))
    run("add", "1", "cameras/t1.mkv", "--start", "19:30:00", *ZONE)
    assert [file["begins"] for file in listed()["1"]["files"]] == ["2026-05-01T16:30:00+00:00"]
    with open_store(folder / "duplicast.db") as store:
        later = opened("1", "2", kind="live", recordings={"2": [other]})
        store.append(received(later.model_copy(update={"id": "opened again"})))
    assert list(listed()) == ["1"]
    with open_store(folder / "duplicast.db") as store:
        store.append(received(event("recording.added", data, id="from the feed again")))
    assert [file["begins"] for file in listed()["1"]["files"]] == ["2026-05-01T15:00:00+00:00"]


def test_several_files_in_a_row_and_a_missing_one(folder: Path) -> None:
    for name in ("a.mkv", "b.mkv"):
        record(folder / name, Camera(frames=50))
    run("add", "2", "a.mkv", "b.mkv", "--start", "19:30:00", *ZONE)
    assert [file["ends"] for file in listed()["2"]["files"]] == [
        "2026-05-01T16:30:02+00:00",
        "2026-05-01T16:30:04+00:00",
    ]
    (folder / "b.mkv").unlink()
    table = listed(status=3)["2"]
    assert [file["ends"] for file in table["files"]] == ["2026-05-01T16:30:02+00:00"]
    (problem,) = table["problems"]
    assert problem.endswith("b.mkv: No such file or directory. Check the name, and that the disk "
                            "is connected")  # fmt: skip
    assert "b.mkv: No such file or directory" in run("list", status=3)


def nothing_added(folder: Path) -> bool:
    with open_store(folder / "duplicast.db") as store:
        return all(entry.type == "session.opened" for entry in store.entries())


WRONG = {
    "unknown table": (["9", "a.mkv"], "table 9: it is not in the roster; its tables are 1, 2"),
    "no time": (["1", "a.mkv"], "nothing says when it began. Add it again with --start TIME"),
    "no file": (["1", "none.mkv", "--start", "19:30:00", *ZONE], "No such file or directory"),
    "no day": (["1", "a.mkv", "--start", "19:30:00"], "of which day? Add --day"),
    "no day of timecode": (["1", "a.mkv", "--start", "19:30:00:00"], "of which day? Add --day"),
    "no time of day": (["1", "a.mkv", "--start", "half past", *ZONE], "not a time. Write it as"),
    "no such frame": (["1", "a.mkv", "--start", "19:30:00:25", *ZONE], "has no frame 25"),
    "no drop frame": (["1", "a.mkv", "--start", "19:30:00;10", *ZONE], "; says drop frame"),
    "no date": (["1", "a.mkv", "--start", "19:30:00", "--day", "1 May"], "not a date"),
    "no zone": (["1", "a.mkv", "--day", "2026-05-01", "--zone", "Mars"], "no such time zone"),
    "no rate": (["1", "a.mkv", "--rate", "26", *ZONE], "no such rate"),
    "twice": (["1", "a.mkv", "./a.mkv", *ZONE], "a file is named twice"),
    "no point": (["1", "a.mkv", "--point", "a.mkv=1", *ZONE], "write it as FILE@SECONDS=TIME"),
    "other file": (["1", "a.mkv", "--point", "b.mkv@1=19:30:00", *ZONE], "is not one of the files"),
    "no group": (["1", "a.mkv", "--session", "T"], "there is no such session or group"),
}


@pytest.mark.parametrize(("words", "reason"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_used_is_not_added(folder: Path, words: list[str], reason: str) -> None:
    record(folder / "a.mkv", Camera(sound=False, frames=5))
    done = CliRunner().invoke(command_line("recordings"), ["recordings", "add", *words])
    assert done.exit_code in (1, 2)
    assert reason in " ".join(done.output.split())
    assert nothing_added(folder)


def test_an_open_mp4_is_named_before_the_show(folder: Path) -> None:
    with recording(folder / "open.mp4", Camera()) as recorder:
        recorder.write(10)
        said = run("add", "1", "open.mp4", "--start", "19:30:00", *ZONE, status=1)
        recorder.finish()
    assert "cannot be read before. Set the recorder to MKV" in said
    assert nothing_added(folder)


def test_a_table_of_two_groups_needs_its_group(folder: Path) -> None:
    record(folder / "a.mkv", Camera())
    with open_store(folder / "duplicast.db") as store:
        other = opened("1", kind="live").model_copy(update={"session": "T", "id": "t"})
        store.append(received(other))
    words = ("add", "1", "a.mkv", "--start", "2026-05-01T19:30:00Z")
    assert "--session S --group A, --session T --group A" in run(*words, status=2)
    run(*words, "--session", "T")


def played(table: str, second: int) -> list[Any]:
    """A whole hand of deal 1 at the table, from 19:30:00 for ``second`` seconds."""

    def at(after: int) -> str:
        return f"2026-05-01T19:{30 + after // 60:02}:{after % 60:02}+03:00"

    hand = {"deal": 1, "hand": 1}
    begin = {**hand, "button": 3}
    moves = [(3, "fold"), (1, "fold")]
    return [
        event("hand.started", begin, table=table, at=at(0), id=f"{table}/s", seq=1),
        *(
            event(
                "hand.action",
                {**hand, "n": n, "seat": seat, "action": action},
                table=table, at=at(n), id=f"{table}/{n}", seq=n + 1,
            )
            for n, (seat, action) in enumerate(moves, start=1)
        ),
        event("hand.finished", {**hand, "result": {"1": -5, "2": 5, "3": 0}}, table=table,
              at=at(second), id=f"{table}/f", seq=4),
    ]  # fmt: skip


def test_released_hands_that_a_recording_does_not_show_are_listed(folder: Path) -> None:
    """Table 1's recorder stopped 10 seconds early; table 2's clock is an hour off."""
    deck = {"1": "AsAh", "2": "KsKh", "3": "2c7d"}
    with open_store(folder / "duplicast.db") as store:
        office = event("deal.cards", {"deal": 1, "button": 3, "cards": deck}, table=None, id="d")
        store.append(received(office, *played("1", 12), *played("2", 12)))
    for name in ("1.mkv", "2.mkv"):
        record(folder / name, Camera(frames=50))
    run("add", "1", "1.mkv", "--start", "19:30:00", *ZONE)
    run("add", "2", "2.mkv", "--start", "20:30:12", *ZONE)
    said = run("list", status=3)
    assert "deal 1, table 1: the last 10 s of the hand are missing from its recording" in said
    assert "table 2: does not show its released hand; the nearest is 1 h away. Check the" in said
    tables = listed(status=3)
    assert [each["deal"] for each in tables["1"]["partly_shown"]] == [1]
    assert tables["2"]["not_shown"] == [{"deal": 1, "seconds_away": 3600.0}]
    record(folder / "whole.mkv", Camera(frames=350))
    run("add", "1", "whole.mkv", "--start", "19:30:00", *ZONE)
    record(folder / "whole-2.mkv", Camera(frames=350))
    run("add", "2", "whole-2.mkv", "--start", "19:30:00", *ZONE)
    tables = listed()
    assert [tables[table]["shown"] for table in ("1", "2")] == [[1], [1]]


def test_without_recordings_it_says_how_to_add_them(folder: Path) -> None:  # noqa: ARG001
    assert "`duplicast recordings add` adds them" in run("list")
    assert json.loads(run("list", "--json")) == []
