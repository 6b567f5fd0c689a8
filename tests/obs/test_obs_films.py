"""Finished segments in a folder, and how far one is, on values only."""

import json
from pathlib import Path
from typing import Any

import pytest

from producer.obs.clips.files import Film, FilmMark, NoSuchFilm, film, films
from producer.obs.clips.status import Playing

NOTE = {"deals": ["guide/A/1"], "marks": [{"name": "end", "at": 40}, {"name": "fork", "at": 12.5}]}


def put(folder: Path, name: str, note: Any = None) -> None:
    (folder / f"{name}.mp4").write_bytes(b"")
    if note is not None:
        text = note if isinstance(note, str) else json.dumps(note)
        (folder / f"{name}.json").write_text(text)


def test_segments_are_videos_with_a_note_that_names_their_deals(tmp_path: Path) -> None:
    put(tmp_path, "b", NOTE)
    put(tmp_path, "a", {"deals": ["x/A/1", "x/A/2"], "title": "Two deals"})
    put(tmp_path, "without")
    put(tmp_path, "empty", {"deals": []})
    (tmp_path / "c.txt").write_text("")
    found = list(films(tmp_path))
    assert [each.name for each in found] == ["a", "b"]
    assert [mark.name for mark in found[1].marks] == ["fork", "end"]
    assert list(films(tmp_path / "none")) == []


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        (None, "cannot be read"),
        ("{", "the file"),
        ({"deals": []}, "deals"),
        ({"deals": ["31"]}, r"deals\.0"),
        ({"deals": ["x/A/1"], "marks": [{"name": "fork", "at": -1}]}, r"marks\.0\.at"),
        ({"deals": ["x/A/1"], "more": 1}, "more"),
    ],
)
def test_a_note_that_cannot_be_used_is_told(tmp_path: Path, note: Any, reason: str) -> None:
    put(tmp_path, "one", note)
    with pytest.raises(NoSuchFilm, match=reason):
        film(tmp_path, "one")


@pytest.mark.parametrize("name", ["none", "../one", "a/b", "", "/etc/passwd"])
def test_only_files_of_the_folder_are_segments(tmp_path: Path, name: str) -> None:
    put(tmp_path, "one", NOTE)
    (tmp_path / "within").mkdir()
    with pytest.raises(NoSuchFilm):
        film(tmp_path / "within", name)


def test_how_far_a_film_is_and_what_comes_next() -> None:
    marks = FilmMark(name="fork", at=12.5), FilmMark(name="end", at=40)
    made = Film(name="one", file=Path("one.mp4"), deals=("x/A/1",), marks=marks)
    playing = Playing(made, "playing", cursor=10, length=45, since=100)
    assert playing.at(101.5) == 11.5
    assert playing.left(101.5) == 33.5
    assert playing.next_mark(101.5) == (marks[0], 1.0)
    assert playing.next_mark(103) == (marks[1], 27.0)
    assert playing.at(200) == 45
    assert playing.next_mark(200) is None
    paused = Playing(made, "paused", cursor=12.5, length=45, since=100)
    assert paused.at(200) == 12.5
    assert Playing().next_mark(0) is None
    with pytest.raises(NoSuchFilm, match="it has fork, end"):
        made.mark("result")
