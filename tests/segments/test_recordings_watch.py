"""A watched folder: parts that are picked up, breaks that are not, and what raises an alarm."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from record_events import opened, received
from recording_files import Camera, record, recording
from typer.testing import CliRunner

from producer.cli import command_line
from producer.events import RecordingAdded
from producer.record import open_store
from producer.release import Gate
from producer.release.recordings.added import add_recording
from producer.segments.recordings.recorder_folder import RecorderFolder
from producer.segments.recordings.watching import growth, standing
from producer.web.languages import desk_words

GROUP = ("S", "A")
SECOND = Camera(rate=Fraction(5), frames=5, sound=False)


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    store = open_store(tmp_path / "duplicast.db")
    store.append(received(opened("1", "2", kind="live")))
    (tmp_path / "t1").mkdir()
    found = Gate(store)
    yield found
    found.close()


def part(path: Path, ended: float, camera: Camera = SECOND) -> Path:
    """A part of a second that was last written to at ``ended``."""
    record(path, camera)
    os.utime(path, (ended, ended))
    return path


def files(gate: Gate) -> list[tuple[str, ...]]:
    return [each.files for each in gate.recordings(GROUP).get("1", ())]


def test_parts_of_a_split_recording_are_added(gate: Gate, tmp_path: Path) -> None:
    said: list[str] = []
    folder = tmp_path / "t1"
    part(folder / "part-9.mkv", 1000)
    watched = RecorderFolder(gate, GROUP, "1", folder, tmp_path, "me", said.append)
    watched.look(0, 15, 0)
    assert "none of its files is a recording of the table yet. Add the first" in said.pop()
    start = RecordingAdded.model_validate(
        {"files": ["t1/part-9.mkv"], "start": "2026-05-01T19:00Z"}
    )
    add_recording(gate, GROUP, "1", start, "me")
    part(folder / "part-10.mkv", 1001)
    part(folder / "part-11.mkv", 1002.5)
    (folder / "notes.txt").write_text("no recording")
    watched.look(2, 15, 0)
    assert said == ["table 1: added part-10.mkv", "table 1: added part-11.mkv"]
    assert files(gate) == [("t1/part-9.mkv", "t1/part-10.mkv", "t1/part-11.mkv")]
    assert gate.recordings(GROUP)["1"][0].start is not None
    watched.look(4, 15, 0)
    assert len(said) == 2


def test_a_recorder_that_was_started_again_needs_its_start(gate: Gate, tmp_path: Path) -> None:
    said: list[str] = []
    folder = tmp_path / "t1"
    part(folder / "a.mkv", 1000)
    add_recording(gate, GROUP, "1", RecordingAdded(files=("t1/a.mkv",)), "me")
    part(folder / "b.mkv", 1031)
    watched = RecorderFolder(gate, GROUP, "1", folder, tmp_path, "me", said.append)
    for now in (0, 2):
        watched.look(now, 15, 0)
    (words,) = said
    assert words.endswith(
        "b.mkv: it did not begin when a.mkv ended. Add it by itself, with its start"
    )
    assert files(gate) == [("t1/a.mkv",)]


def test_timecode_says_itself_when_a_part_began(gate: Gate, tmp_path: Path) -> None:
    said: list[str] = []
    folder = tmp_path / "t1"
    for name, timecode, ended in (("a.mov", "10:00:00:00", 1000), ("b.mov", "10:05:00:00", 1301)):
        part(folder / name, ended, Camera(timecode=timecode, sound=False))
    add_recording(gate, GROUP, "1", RecordingAdded(files=("t1/a.mov",)), "me")
    RecorderFolder(gate, GROUP, "1", folder, tmp_path, "me", said.append).look(0, 15, 0)
    assert said == ["table 1: added b.mov"]


def test_an_open_mp4_is_named(gate: Gate, tmp_path: Path) -> None:
    said: list[str] = []
    folder = tmp_path / "t1"
    part(folder / "a.mkv", 1000)
    add_recording(gate, GROUP, "1", RecordingAdded(files=("t1/a.mkv",)), "me")
    with recording(folder / "b.mp4", Camera()) as recorder:
        watched = RecorderFolder(gate, GROUP, "1", folder, tmp_path, "me", said.append)
        for now in (0, 10):
            recorder.write(10)
            watched.look(now, 15, 0)
        assert said == [], "it may only have begun"
        watched.look(16, 15, 0)
        recorder.finish()
    assert "b.mp4: it has no index" in said[0]
    assert "Set the recorder to MKV" in said[0]


def test_what_stands_and_a_full_disk_raise_an_alarm_once(gate: Gate, tmp_path: Path) -> None:
    said: list[str] = []
    folder = tmp_path / "t1"
    part(folder / "a.mkv", 1000)
    add_recording(gate, GROUP, "1", RecordingAdded(files=("t1/a.mkv",)), "me")
    watched = RecorderFolder(gate, GROUP, "1", folder, tmp_path, "me", said.append)
    whole = (folder / "a.mkv").read_bytes()
    for now, more in (
        (0, 0),
        (5, 1),
        (10, 2),
        (20, 2),
        (26, 2),
        (30, 2),
        (32, 3),
        (40, 3),
        (48, 3),
    ):
        (folder / "a.mkv").write_bytes(whole + b"\0" * more)
        watched.look(now, 15, 0)
    assert said == ["table 1: a.mkv has stopped growing. Check the recorder"] * 2
    watched.look(49, 15, 10**9)
    assert said[-1].endswith("GB are free. Change the disk, or delete what is not needed")
    watched.look(50, 15, 10**9)
    assert len(said) == 3
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    watched.look(51, 15, 0)
    assert said[-1].endswith("t1: No such file or directory. Check that the disk is connected")


def test_a_file_that_never_grew_does_not_stand() -> None:
    seen = growth({}, {"old.mkv": 100}, 0)
    assert standing(growth(seen, {"old.mkv": 100}, 100), 100, 15) is None
    seen = growth(seen, {"old.mkv": 100, "new.mkv": 10}, 100)
    seen = growth(seen, {"old.mkv": 100, "new.mkv": 20}, 102)
    assert standing(seen, 117, 15) is None
    assert standing(seen, 117.5, 15) == "new.mkv"


@pytest.mark.parametrize(
    ("words", "reason"),
    [("1", "write it as TABLE=FOLDER"), ("1=nowhere", "nowhere: there is no such folder")],
)
def test_a_place_that_cannot_be_used_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(command_line("recordings"), ["recordings", "watch", words])
    assert (done.exit_code, reason in done.output) == (2, True)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "disk is gone. Connect it again."),
        ("es", "el disco no está. Conéctalo de nuevo."),
        ("el", "ο δίσκος λείπει. Συνδέστε τον ξανά."),
    ],
)
def test_a_disk_that_is_gone_is_named_in_the_language_of_the_desk(
    gate: Gate, tmp_path: Path, language: str, said: str
) -> None:
    watched = RecorderFolder(gate, GROUP, "1", tmp_path / "gone", tmp_path, "me", print)
    watched.look(0.0, 15, 0)
    (wrong,) = watched.trouble
    assert wrong.alarm == "Table 1: disk is gone. Connect it again."
    assert desk_words(language).messages.gettext(wrong.short) == said
