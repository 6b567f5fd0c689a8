"""The rundown rendered: numbered clips, a playlist and a sheet; only what is missing is made."""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from pathlib import Path

import av
import pytest
from service import TABLES, fill, guide, open_gate_on
from typer.testing import CliRunner, Result

from producer.cli import command_line
from producer.games.line import DealKey
from producer.release.programme.rundown import PlannedSegment, place

SMALL = ("--size", "128x72", "--fps", "24", "-o", "out")


def run(*words: str, status: int = 0) -> Result:
    ended = CliRunner().invoke(command_line(words[0]), list(words), env={"COLUMNS": "220"})
    assert ended.exit_code == status, ended.output
    return ended


def contents() -> dict[str, str]:
    """The hash of every video, by name."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(Path("out").glob("*.mp4"))
    }


def seconds_of(path: Path) -> Fraction:
    with av.open(path) as video:
        return Fraction(sum(1 for _ in video.decode(video=0)), 24)


def entries() -> list[tuple[str, str, str]]:
    """Of the playlist: seconds, title and file."""
    first, *lines = Path("out/rundown.m3u8").read_text(encoding="utf-8").splitlines()
    assert first == "#EXTM3U"
    found = []
    for about, file in zip(lines[::2], lines[1::2], strict=True):
        seconds, _, title = about.removeprefix("#EXTINF:").partition(",")
        found.append((seconds, title, file))
    return found


def test_clips_are_numbered_kept_renumbered_and_made_again_when_outdated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    fill(tmp_path / "duplicast.db", guide(), guide("day", "live", TABLES[:5]))
    assert "is empty" in run("rundown", "render", *SMALL, status=1).output
    assert not Path("out").exists()
    best, other = (
        pick["id"] for pick in json.loads(run("compare", "guide/A/1", "--json").stdout)["picks"][:2]
    )
    run("rundown", "add", best, "--length", "10")
    run("rundown", "add", other, "--length", "10")
    with open_gate_on(Path("duplicast.db")) as gate:
        five = PlannedSegment("9", DealKey("guide", "A", 1), best, TABLES[:5])
        place(gate, five, "Ana", "command:rundown")

    first = run("rundown", "render", *SMALL, status=3)
    assert "no split shows 5 tables" in first.output
    assert "not made: 03 " in first.output
    made = contents()
    assert [name[:3] for name in made] == ["01 ", "02 "]
    listed = entries()
    assert [file for _, _, file in listed] == list(made)
    for seconds, title, file in listed:
        assert Fraction(seconds) == round(seconds_of(Path("out") / file), 3)
        assert file[3:] == f"{title}.mp4"
    sheet = Path("out/rundown.html").read_text(encoding="utf-8")
    assert all(file in sheet for file in made)
    assert "no split shows 5 tables" in sheet

    run("rundown", "remove", "9")
    run("rundown", "change", "2", "--before", "1")
    run("rundown", "render", *SMALL)
    moved = contents()
    assert sorted(moved.values()) == sorted(made.values())
    assert [file for _, _, file in entries()] == list(moved)
    assert [made[f"02 {name[3:]}"] for name in moved if name[:2] == "01"] == [
        moved[name] for name in moved if name[:2] == "01"
    ]

    run("rundown", "edit-beat", "1", "cards", "--seconds", "5")
    run("rundown", "render", *SMALL)
    again = contents()
    first_now, second_now = list(again)
    assert list(again) == list(moved)
    assert again[first_now] == moved[first_now]
    assert again[second_now] != moved[second_now]

    run("rundown", "change", "2", "--state", "dropped")
    left = run("rundown", "render", *SMALL)
    assert f"not in the rundown any more: {first_now}" in left.output
    assert [file for _, _, file in entries()] == [f"01 {second_now[3:]}"]
    assert not [path for path in Path("out").iterdir() if path.name.startswith(".")]
