"""Clips in a folder, and the position of one, as values."""

import json
from pathlib import Path
from typing import Any

import pytest

from producer.obs.clips.files import Clip, NoSuchClip, clips, find_clip
from producer.obs.clips.status import PlayerStatus, clock
from producer.segments.manifest import CleanSplit, ClipMark, Render

NOTE = {"deals": ["guide/A/1"], "marks": [{"name": "end", "at": 40}, {"name": "fork", "at": 12.5}]}


def put(folder: Path, name: str, note: Any = None) -> None:
    (folder / f"{name}.mp4").write_bytes(b"")
    if note is not None:
        text = note if isinstance(note, str) else json.dumps(note)
        (folder / f"{name}.json").write_text(text)


def test_clips_are_videos_with_a_note_that_names_their_deals(tmp_path: Path) -> None:
    put(tmp_path, "b", NOTE)
    put(tmp_path, "a", {"deals": ["x/A/1", "x/A/2"], "title": "Two deals"})
    put(tmp_path, "without")
    put(tmp_path, "empty", {"deals": []})
    (tmp_path / "c.txt").write_text("")
    (tmp_path / "c.json").write_text(json.dumps(NOTE))
    found = list(clips(tmp_path))
    assert [each.name for each in found] == ["a", "b"]
    assert [mark.name for mark in found[1].marks] == ["fork", "end"]
    assert list(clips(tmp_path / "none")) == []


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        (None, "cannot be read"),
        ("{", "the file"),
        ('{"deals": ["a/A/1"], "deals": ["a/A/2"]}', "the key deals is twice in one object"),
        ({"deals": ["a/A/1"], "marks": [{"name": "end", "at": "1_0"}]}, r"marks\.0\.at"),
        ({"deals": []}, "deals"),
        ({"deals": ["31"]}, r"deals\.0"),
        ({"deals": ["x/A/1"], "marks": [{"name": "fork", "at": -1}]}, r"marks\.0\.at"),
        ({"deals": ["x/A/1"], "more": 1}, "more"),
    ],
)
def test_an_unusable_note_is_refused_with_the_place(tmp_path: Path, note: Any, reason: str) -> None:
    put(tmp_path, "one", note)
    with pytest.raises(NoSuchClip, match=reason):
        find_clip(tmp_path, "one")


@pytest.mark.parametrize("name", ["none", "../one", "a/b", "", "/etc/passwd"])
def test_only_files_in_the_folder_are_clips(tmp_path: Path, name: str) -> None:
    put(tmp_path, "one", NOTE)
    (tmp_path / "within").mkdir()
    with pytest.raises(NoSuchClip):
        find_clip(tmp_path / "within", name)


def test_the_position_of_a_clip_and_its_next_mark() -> None:
    marks = ClipMark(name="fork", at=12.5), ClipMark(name="end", at=40)
    made = Clip(name="one", file=Path("one.mp4"), deals=("x/A/1",), marks=marks)
    playing = PlayerStatus(made, "playing", cursor=10, length=45, since=100)
    assert playing.at(101.5) == 11.5
    assert playing.left(101.5) == 33.5
    assert playing.next_mark(101.5) == (marks[0], 1.0)
    assert playing.next_mark(102.5) == (marks[1], 27.5), "the fork is reached, so it is not next"
    assert playing.next_mark(103) == (marks[1], 27.0)
    assert playing.at(200) == 45
    assert playing.next_mark(200) is None
    paused = PlayerStatus(made, "paused", cursor=12.5, length=45, since=100)
    assert paused.at(200) == 12.5
    assert made.mark("fork") == marks[0]
    assert made.mark("end") == marks[1]
    with pytest.raises(NoSuchClip, match="it has fork, end"):
        made.mark("result")


def test_without_a_clip_nothing_is_on_air_and_no_time_is_left() -> None:
    nothing = PlayerStatus()
    assert (nothing.clip, nothing.state, nothing.on_air) == (None, "nothing", False)
    assert (nothing.cursor, nothing.length, nothing.since) == (0, 0, 0)
    assert (nothing.at(5), nothing.left(5), nothing.next_mark(5)) == (0, 0, None)
    assert (nothing.until, nothing.note) == (None, "")


def test_the_clean_split_is_played_where_its_file_is(tmp_path: Path) -> None:
    """Its graphics then come over it, on the canvas that it says."""
    clean = CleanSplit(file="clean/a.mp4", canvas=(1080, 1920), scenes=())
    whole = Clip(deals=("x/A/1",), name="a", file=tmp_path / "a.mp4")
    assert (whole.clean, whole.played, whole.canvas) == (None, tmp_path / "a.mp4", (1920, 1080))
    render = Render.model_construct(clean=clean)
    split = whole.model_copy(update={"render": render})
    assert (split.clean, split.played, split.canvas) == (None, whole.played, (1920, 1080))
    (tmp_path / "clean").mkdir()
    (tmp_path / "clean/a.mp4").write_bytes(b"")
    assert split.clean == clean
    assert split.played == (tmp_path / "clean/a.mp4").resolve()
    assert split.canvas == (1080, 1920)


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "0:00"), (59.9, "0:59"), (60, "1:00"), (72.9, "1:12"), (605, "10:05")]
)
def test_a_clips_time_is_in_minutes_and_seconds(seconds: float, said: str) -> None:
    assert clock(seconds) == said
